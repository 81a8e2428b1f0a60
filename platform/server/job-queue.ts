import { createHash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import type pg from 'pg'
import type { Listener } from './listen.ts'
import type { Log } from './log.ts'

/** pg-boss keeps to its own schema, which only the worker's login may enter. */
const SCHEMA = 'boss'
const QUEUE = 'jobs'
/** Exactly the version in package.json: another one migrates the schema at the next start. */
const VERSION = '12.35.0'

/**
 * A dead worker is noticed by its missing heartbeat, and any process resumes its work. The job's own row decides whether to retry, so
 * pg-boss must never give up first.
 */
const OPTIONS = {
  heartbeatSeconds: 20,
  expireInSeconds: 6 * 60 * 60,
  retryLimit: 1_000,
  retryDelay: 1,
  retentionSeconds: 30 * 24 * 60 * 60,
  deleteAfterSeconds: 24 * 60 * 60,
}

/** A job announced while no one listened is found within this time. */
const QUEUE_EVERY_MS = 5_000

const GRANTS = `
  grant usage on schema ${SCHEMA} to app_worker;
  grant select, insert, update, delete on all tables in schema ${SCHEMA} to app_worker;
  grant execute on all functions in schema ${SCHEMA} to app_worker;
  revoke execute on function ${SCHEMA}.create_queue(text, jsonb), ${SCHEMA}.delete_queue(text) from app_worker;`

/**
 * Installs the queue's schema or upgrades it to the pinned version, as the role that owns the database's tables. Does nothing if `isKnown`
 * says that this exact state is installed; returns that state's name for the caller to remember. `worker` is the login that enters it.
 */
export async function installJobQueue(
  client: pg.Client,
  worker: string,
  isKnown: (state: string) => boolean,
): Promise<string> {
  const state = createHash('sha256').update(JSON.stringify({ VERSION, OPTIONS, GRANTS })).digest('hex')
  if (isKnown(state)) return state
  const { PgBoss } = await import('pg-boss')
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values as unknown[]) },
    schema: SCHEMA,
    supervise: false,
    schedule: false,
    reindex: false,
  })
  boss.on('error', () => {}) // a failure here is thrown as well
  await boss.start()
  await boss.createQueue(QUEUE, OPTIONS)
  const { heartbeatSeconds: _fixed, ...changeable } = OPTIONS
  await boss.updateQueue(QUEUE, changeable)
  await boss.stop({ graceful: false, close: false })
  await client.query(GRANTS.replaceAll('app_worker', worker))
  return state
}

/** A job to do: the id of its entry in the queue, which it keeps, and whose it is, such as a school's id. */
export type WaitingJob = { id: string; jobId: string; party: string }
/** An entry that waits or is being worked on. */
type Entry = { id: string; isActive: boolean; priority: number; party: string | null }

/**
 * The entries to add, and those whose turn has changed. Next is the job of the party that has the fewest running and ahead of it, so that
 * many jobs of one don't delay the first of another; among equals, the oldest.
 */
export function turnsOf(
  waiting: readonly WaitingJob[],
  entries: readonly Entry[],
): { added: (WaitingJob & { priority: number })[]; moved: { id: string; priority: number }[] } {
  const ahead = new Map<string, number>()
  for (const { isActive, party } of entries)
    if (isActive && party) ahead.set(party, (ahead.get(party) ?? 0) + 1)
  const known = new Map(entries.map((entry) => [entry.id, entry]))
  const turns: ReturnType<typeof turnsOf> = { added: [], moved: [] }
  for (const job of waiting) {
    const entry = known.get(job.id)
    if (entry?.isActive) continue
    const before = ahead.get(job.party) ?? 0
    ahead.set(job.party, before + 1)
    const priority = 0 - before
    if (!entry) turns.added.push({ ...job, priority })
    else if (entry.priority !== priority) turns.moved.push({ id: job.id, priority })
  }
  return turns
}

type Options = {
  /** The worker's login. */
  pool: pg.Pool
  log: Log
  listener?: Pick<Listener, 'on' | 'off'>
  /** Jobs that one process runs at once. */
  atOnce: number
  /** Milliseconds before pg-boss is loaded, because a starting process has more urgent work. */
  firstMs?: number
  /** The jobs to do, the oldest first. */
  waiting: () => Promise<WaitingJob[]>
  /** Runs one job; a throw returns it to the queue, for this or another process. `signal` asks to stop between two steps. */
  work: (jobId: string, signal: AbortSignal) => Promise<void>
}

/**
 * Takes jobs from the queue until it is stopped; any number of processes may do so. Starts in the background and returns at once. The
 * returned function stops it: the current step is finished, and the rest goes back to the queue.
 */
export function startJobQueue({
  pool,
  log,
  listener,
  atOnce,
  waiting,
  work,
  firstMs,
}: Options): () => Promise<void> {
  const stopping = new AbortController()
  const running = new Set<Promise<void>>()
  let boss: PgBoss | undefined
  let worker: string | undefined
  let queueing = Promise.resolve()
  let isDue = false
  /** Queues the waiting jobs; any number of processes may do so at once. Jobs announced meanwhile are found by one more run. */
  const wake = (): Promise<void> => {
    if (isDue) return queueing
    isDue = true
    return (queueing = queueing.then(queueWaiting))
  }
  async function queueWaiting(): Promise<void> {
    isDue = false
    if (!boss || stopping.signal.aborted) return
    try {
      const due = await waiting()
      const { rows } = await pool.query<Entry & { hasEnded: boolean }>(
        `select id, state = 'active' as "isActive", state > 'active' as "hasEnded", priority, group_id as party
         from ${SCHEMA}.job where name = $1 and (state <= 'active' or id = any ($2::uuid[]))`,
        [QUEUE, due.map(({ id }) => id)],
      )
      const ended = new Set(rows.filter(({ hasEnded }) => hasEnded).map(({ id }) => id))
      const { added, moved } = turnsOf(
        due.filter(({ id }) => !ended.has(id)),
        rows,
      )
      for (const { id, jobId, party, priority } of added)
        await boss.send(QUEUE, { job_id: jobId }, { id, priority, group: { id: party } })
      if (moved.length > 0)
        await pool.query(
          `update ${SCHEMA}.job j set priority = w.priority from jsonb_to_recordset($2) w (id uuid, priority integer)
           where j.name = $1 and j.id = w.id and j.state < 'active'`,
          [QUEUE, JSON.stringify(moved)],
        )
    } catch (error) {
      log.warn({ err: error }, 'jobs could not be queued, trying again')
    }
    if (worker) boss.notifyWorker(worker)
  }

  async function start(): Promise<void> {
    if (firstMs) await pause(firstMs, undefined, { signal: stopping.signal }).catch(() => {})
    if (stopping.signal.aborted) return
    const { PgBoss } = await import('pg-boss')
    while (!stopping.signal.aborted) {
      const next = new PgBoss({
        db: { executeSql: (text, values) => pool.query(text, values as unknown[]) },
        schema: SCHEMA,
        migrate: false,
        schedule: false,
        reindex: false,
        monitorVacuum: false,
        superviseIntervalSeconds: 15,
        monitorIntervalSeconds: 15,
      })
      next.on('error', (error) => {
        if (!stopping.signal.aborted) log.warn({ err: error }, 'the queue of jobs failed, trying again')
      })
      try {
        await next.start()
        boss = next
        await wake()
        worker = await next.work<{ job_id: string }>(
          QUEUE,
          { batchSize: 1, localConcurrency: atOnce, pollingIntervalSeconds: 5 },
          async ([job]) => {
            const task = work(job!.data.job_id, AbortSignal.any([stopping.signal, job!.signal]))
            const settled = task.catch(() => {})
            running.add(settled)
            await task.finally(() => running.delete(settled))
          },
        )
        return
      } catch (error) {
        log.warn({ err: error }, 'the queue of jobs did not start, trying again')
        await next.stop({ graceful: false, close: false }).catch(() => {})
        await pause(1_000, undefined, { signal: stopping.signal }).catch(() => {})
      }
    }
  }

  for (const channel of ['job_queued', 'reset']) listener?.on(channel, wake)
  const again = setInterval(() => void wake(), QUEUE_EVERY_MS)
  const starting = start()
  return async () => {
    stopping.abort()
    for (const channel of ['job_queued', 'reset']) listener?.off(channel, wake)
    clearInterval(again)
    await starting
    await queueing
    await Promise.all(running)
    await boss?.stop({ graceful: false, close: false })
  }
}
