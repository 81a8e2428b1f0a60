import { type RawBuilder, sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool, Tx } from './db.ts'
import type { Log } from './log.ts'
import { startRounds } from './rounds.ts'

export type CleanUpServices = {
  /** Logged in as app_worker, which sees and deletes of these tables what is past its time (database/retention.sql). */
  workerPool: Pool
  log: Log
}

export type CleanUpPace = {
  /** Rows of a kind in one transaction. */
  batch?: number
  /** Milliseconds between two rounds. */
  everyMs?: number
  /** Milliseconds after the start before the first. */
  firstMs?: number
  /** Milliseconds between two batches of a round, for everyone else. */
  pauseMs?: number
}

const BATCHES_MAX = 200

type OldRows = {
  table: string
  key: readonly string[]
  oldest: string
  /** Of a table that the worker sees more of. */
  where?: RawBuilder<unknown>
}

/** What is deleted past its time; how long that is say the policies of the tables, which show the worker no other rows. */
const kinds: Readonly<Record<string, OldRows>> = {
  'idempotency keys': { table: 'public.idempotency_keys', key: ['user_id', 'key'], oldest: 'created_at' },
  links: { table: 'priv.user_tokens', key: ['token_hash'], oldest: 'expires_at' },
  'invitation links': { table: 'priv.invitation_tokens', key: ['token_hash'], oldest: 'replaced_at' },
  sessions: { table: 'priv.sessions', key: ['token_hash'], oldest: 'expires_at' },
  'known devices': { table: 'priv.known_devices', key: ['token_hash', 'user_id'], oldest: 'last_used_at' },
  throttles: { table: 'priv.throttles', key: ['key'], oldest: 'window_started_at' },
  mails: { table: 'priv.mails', key: ['id'], oldest: 'created_at', where: sql`status <> 'queued'` },
  jobs: { table: 'public.jobs', key: ['id'], oldest: 'finished_at', where: sql`finished_at is not null` },
}

/** Deletes at most so many, the oldest first, without those that someone holds; says how many. */
async function deleteOld(tx: Tx, old: OldRows, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(old.table)} where (${columnsOf(old.key)}) in (${oldRows(old, batch)})`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * How many of each kind are past their time now, at most `most` of each: the rows that `cleanUp` would delete, found by the same query
 * and left where they are. Throws what the database throws.
 */
export async function countExpired(
  { workerPool }: Pick<CleanUpServices, 'workerPool'>,
  most: number,
): Promise<{ kind: string; count: number }[]> {
  return withActor(
    workerPool,
    null,
    async (tx) => {
      const found: { kind: string; count: number }[] = []
      for (const [kind, old] of Object.entries(kinds)) {
        const { rows } = await sql<{ count: number }>`
          select count(*)::integer as count from (${oldRows(old, most)}) old`.execute(tx)
        found.push({ kind, count: rows[0]!.count })
      }
      return found
    },
    { deadlineMs: 10_000 },
  )
}

/** The keys of at most so many rows that are past their time, the oldest first, without those that someone holds. */
const oldRows = ({ table, key, oldest, where = sql`true` }: OldRows, most: number) => sql`
  select ${columnsOf(key)} from ${sql.table(table)} where ${where} order by ${sql.ref(oldest)} limit ${most} for update skip locked`

const columnsOf = (key: readonly string[]) => sql.join(key.map((column) => sql.ref(column)))

/** One batch of each kind; null while another process cleans up. */
async function cleanUpBatch(tx: Tx, batch: number): Promise<[kind: string, deleted: number][] | null> {
  const { rows } = await sql<{ ours: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('placewell clean-up')) as ours`.execute(tx)
  if (!rows[0]!.ours) return null
  const deleted: [string, number][] = []
  // oxlint-disable-next-line no-await-in-loop -- one connection
  for (const [kind, old] of Object.entries(kinds)) deleted.push([kind, await deleteOld(tx, old, batch)])
  return deleted
}

/**
 * Deletes what is past its time (docs/decisions/011), batch by batch until nothing is left of any kind, at most 200 batches
 * a round; resolves to how many rows of each kind went. Throws what the database throws.
 */
export async function cleanUp(
  { workerPool }: Pick<CleanUpServices, 'workerPool'>,
  {
    batch = 500,
    pauseMs = 50,
    signal,
  }: Pick<CleanUpPace, 'batch' | 'pauseMs'> & { signal?: AbortSignal } = {},
): Promise<Record<string, number>> {
  const deleted: Record<string, number> = {}
  for (let round = 0; round < BATCHES_MAX && !signal?.aborted; round++) {
    const found = await withActor(workerPool, null, (tx) => cleanUpBatch(tx, batch), { deadlineMs: 10_000 })
    if (!found) break
    for (const [kind, count] of found) deleted[kind] = (deleted[kind] ?? 0) + count
    if (found.every(([, count]) => count < batch)) break
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return deleted
}

/** Cleans up a minute after the start and then every hour; any number of processes may. Returns how to stop: the batch under way is finished. */
export function startCleanUp(services: CleanUpServices, pace: CleanUpPace = {}): () => Promise<void> {
  const { everyMs = 3_600_000, firstMs = 60_000 } = pace
  return startRounds(services, {
    name: 'clean-up',
    everyMs,
    firstMs,
    failed: 'what is past its time could not be deleted',
    round: async (signal) => {
      const deleted = await cleanUp(services, { ...pace, signal })
      if (Object.values(deleted).some((count) => count > 0))
        services.log.info({ deleted }, 'what was past its time is deleted')
    },
  })
}
