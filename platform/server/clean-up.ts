import { type RawBuilder, sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool, Tx } from './db.ts'
import type { Log } from './log.ts'
import { startBackgroundTask } from './background-task.ts'

export type CleanUpServices = {
  /** Logged in as app_worker, which sees and deletes only the expired rows of these tables (database/retention.sql). */
  workerPool: Pool
  log: Log
}

export type CleanUpPace = {
  /** Rows of each kind deleted in one transaction. */
  batch?: number
  /** Milliseconds between two runs. */
  everyMs?: number
  /** Milliseconds between the start and the first run. */
  firstMs?: number
  /** Milliseconds between two batches of a run, to leave room for other work. */
  pauseMs?: number
}

const BATCH = 500
const BATCHES_MAX = 200

type OldRows = {
  table: string
  key: readonly string[]
  oldest: string
  /** Narrows a table of which the worker sees more than expired rows. */
  where?: RawBuilder<unknown>
}

/** What is deleted once expired. The policies of the tables define how long that takes; they show the worker no other rows. */
const kinds: Readonly<Record<string, OldRows>> = {
  'idempotency keys': { table: 'public.idempotency_keys', key: ['user_id', 'key'], oldest: 'created_at' },
  links: { table: 'priv.user_tokens', key: ['token_hash'], oldest: 'expires_at' },
  'invitation links': { table: 'priv.invitation_tokens', key: ['token_hash'], oldest: 'replaced_at' },
  sessions: { table: 'priv.sessions', key: ['token_hash'], oldest: 'expires_at' },
  'known devices': { table: 'priv.known_devices', key: ['token_hash', 'user_id'], oldest: 'last_used_at' },
  throttles: { table: 'priv.throttles', key: ['key'], oldest: 'window_started_at' },
  mails: { table: 'priv.mails', key: ['id'], oldest: 'created_at', where: sql`status <> 'queued'` },
  'contact messages': { table: 'public.contact_messages', key: ['id'], oldest: 'answered_at' },
  'people of a revoked Canvas': {
    table: 'public.canvas_people',
    key: ['id'],
    oldest: 'seen_at',
    where: sql`exists (select from public.canvas_connections c
      where c.id = connection_id and c.status = 'revoked' and c.updated_at < now() - interval '30 days')`,
  },
  jobs: { table: 'public.jobs', key: ['id'], oldest: 'finished_at', where: sql`finished_at is not null` },
}

/** Deletes at most `batch` rows, the oldest first, skipping locked ones; returns how many. */
async function deleteOld(tx: Tx, old: OldRows, batch: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(old.table)} where (${columnsOf(old.key)}) in (${oldRows(old, batch)})`.execute(tx)
  return Number(numAffectedRows)
}

/**
 * How many rows of each kind are expired now, at most `most` of each: the rows that `cleanUp` would delete, found by the same query and not
 * deleted. Throws what the database throws.
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

/** The keys of at most `most` expired rows, the oldest first, skipping locked ones. */
const oldRows = ({ table, key, oldest, where = sql`true` }: OldRows, most: number) => sql`
  select ${columnsOf(key)} from ${sql.table(table)} where ${where} order by ${sql.ref(oldest)} limit ${most} for update skip locked`

const columnsOf = (key: readonly string[]) => sql.join(key.map((column) => sql.ref(column)))

/** Deletes one batch of each kind; returns null while another process cleans up. */
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
 * Deletes expired rows (docs/decisions/011) batch by batch until none is left, at most 200 batches per run; resolves to how many rows of
 * each kind it deleted. Throws what the database throws.
 */
export async function cleanUp(
  { workerPool }: Pick<CleanUpServices, 'workerPool'>,
  {
    batch = BATCH,
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

/**
 * Cleans up a minute after the start and then every hour, or again at once if one run was not enough; any number of processes may do so.
 * Returns a function that stops it after the current batch.
 */
export function startCleanUp(services: CleanUpServices, pace: CleanUpPace = {}): () => Promise<void> {
  const { everyMs = 3_600_000, firstMs = 60_000 } = pace
  return startBackgroundTask(services, {
    name: 'clean-up',
    everyMs,
    firstMs,
    failed: 'what is past its time could not be deleted',
    round: async (signal) => {
      const deleted = await cleanUp(services, { ...pace, signal })
      if (Object.values(deleted).some((count) => count > 0))
        services.log.info({ deleted }, 'what was past its time is deleted')
      return Object.values(deleted).some((count) => count >= (pace.batch ?? BATCH) * BATCHES_MAX)
    },
  })
}
