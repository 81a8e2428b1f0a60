import { ORPCError } from '@orpc/server'
import { type ActOptions, withActor } from '#platform/server/actor.ts'
import { attempt } from '#platform/server/attempt.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { startJobQueue } from '#platform/server/job-queue.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Log } from '#platform/server/log.ts'
import { asContractError, isUnavailable, TimedOut } from '#platform/server/pg-errors.ts'
import type { SessionReader, Viewer } from '#platform/server/session.ts'
import { claimItem, waitingItems } from './commands/claim-item.ts'
import { finishJob } from './commands/finish-job.ts'
import { type OpenedJob, closeSession, failJob, openJob } from './commands/open-job.ts'
import { writeCounts, writeOutcome, writeProgress } from './commands/write-outcome.ts'
import { toQueue } from './queries/queued-jobs.ts'
import type { WaitingItem } from './commands/claim-item.ts'
import { type ItemOutcome, SessionEnded } from './commands/write-outcome.ts'

/** What the work of one kind gets: its input, and ways to act as the person who asked. */
export type RunningJob<Input> = {
  id: string
  input: Input
  /** The person who asked, as the guard of a request knows them. */
  viewer: Viewer
  /** Aborted when the process stops: end between two steps, and the rest is resumed later. */
  signal: AbortSignal
  /** One transaction as the person who asked; 60 seconds by default. */
  act: <T>(work: (tx: Tx) => Promise<T>, options?: ActOptions) => Promise<T>
  /**
   * Runs the waiting rows, each in a transaction of its own that commits its effect and its outcome together, so after a crash each row has
   * exactly one. A refusal that `work` throws is that row's outcome. Stops when the job is canceled.
   */
  eachItem: (work: (tx: Tx, item: WaitingItem) => Promise<ItemOutcome | void>) => Promise<void>
  /**
   * The same for rows that are tried and undone: `group` says which are tried together, so that each sees those before it. Only the
   * outcomes are kept.
   */
  tryItems: (
    group: (item: WaitingItem) => string,
    work: (tx: Tx, item: WaitingItem) => Promise<ItemOutcome | void>,
  ) => Promise<void>
  /** Reports the progress of a job without rows; throws when it is canceled. */
  progress: (counts: { done: number; total: number }) => Promise<void>
  /** Ends the job in the given transaction, with its result: atomic work calls it in the transaction of its effect. */
  finishIn: (tx: Tx, result: object | null) => Promise<void>
}

/** The work of one kind; the returned value is kept as the job's result, unless it has ended the job itself. */
export type JobKind<Input = never> = (job: RunningJob<Input>) => Promise<object | void>
export type JobKinds = Record<string, JobKind>

export type JobServices = {
  /** Logged in as app_rw: jobs act under the same policies as requests, on connections of their own. */
  jobPool: Pool
  workerPool: Pool
  sessions: Pick<SessionReader, 'read'>
  log: Log
  listener?: Pick<Listener, 'on' | 'off'>
  /** Why a job is refused, checked when it starts, because much may have changed since it was requested. */
  refusalFor?: (viewer: Viewer, kind: string, input: unknown) => Promise<Error | null>
}

const AT_ONCE = 2
const PROGRESS_MS = 300
const DEADLINE_MS = 60_000
const ITEM_MS = 15_000
const LOOK_AGAIN_MS = 200
const TRIES_PER_ITEM = 4
/** What takes too long this often would always take too long. */
const TRIES_TOO_LONG = 3
/** If a process died this often during a job, the job is the cause. */
const MAX_ATTEMPTS = 20

class Canceled extends Error {
  override name = 'Canceled'
}
class Stopped extends Error {
  override name = 'Stopped'
}

/** Takes jobs from the queue and runs them as the person who asked. Returns a function that stops it after the current row. */
export function startJobWorker(
  services: JobServices,
  kinds: JobKinds,
  options: { firstMs?: number } = {},
): () => Promise<void> {
  return startJobQueue({
    pool: services.workerPool,
    log: services.log,
    ...(services.listener && { listener: services.listener }),
    atOnce: AT_ONCE,
    ...(options.firstMs !== undefined && { firstMs: options.firstMs }),
    waiting: () => withActor(services.workerPool, null, toQueue, { deadlineMs: 10_000 }),
    work: (id, signal) => runJob(services, kinds, id, signal),
  })
}

/**
 * Runs one job to its end: done, canceled, or failed with the reason. Throws if it has to be resumed: the process is stopping, or the
 * database is down.
 */
export async function runJob(
  services: JobServices,
  kinds: JobKinds,
  id: string,
  signal: AbortSignal,
): Promise<void> {
  const asWorker = <T>(work: (tx: Tx) => Promise<T>) =>
    withActor(services.workerPool, null, work, { deadlineMs: 10_000 })
  const opened = await asWorker((tx) => openJob(tx, id))
  if (!opened) return
  const end = (code: string, message: string, values?: object) =>
    asWorker((tx) => failJob(tx, id, { code, message, ...(values && { values }) }))
  const kind = kinds[opened.kind]
  if (!kind) return end('job.unknown_kind', 'This version of Placewell can’t run this job.')
  if (opened.attempts > MAX_ATTEMPTS)
    return end(
      'job.gave_up',
      `This was started ${MAX_ATTEMPTS} times and never finished. Placewell won’t try again.`,
    )
  const viewer = opened.session_hash ? await services.sessions.read(opened.session_hash) : null
  if (!viewer) return end('job.session_ended', SESSION_ENDED)

  const job = new Running(services.jobPool, id, opened, viewer, signal)
  try {
    if (opened.cancel_requested) throw new Canceled()
    const refused = await services.refusalFor?.(viewer, opened.kind, opened.input)
    if (refused) throw refused
    const result = await kind(job as never)
    if (!job.isFinished) await job.act((tx) => job.finishIn(tx, result ?? null))
  } catch (error) {
    if (error instanceof Canceled)
      return await job.act((tx) => finishJob(tx, id, { status: 'canceled', result: null }))
    if (error instanceof Stopped || signal.aborted) throw error
    if (error instanceof SessionEnded) return await end('job.session_ended', SESSION_ENDED)
    if (error instanceof TimedOut && opened.attempts >= TRIES_TOO_LONG)
      return await end('job.too_long', error.message)
    if (isUnavailable(error)) throw error
    const known = asContractError(error)
    if (known instanceof ORPCError && known.status < 500)
      return await end(ruleOf(known), known.message, (known.data as { values?: object } | undefined)?.values)
    services.log.error(
      { job: id, kind: opened.kind, err: (error as Error).message, stack: (error as Error).stack },
      'a job failed',
    )
    await end(
      'job.failed',
      'Something went wrong on our end. Rows that are done stay as they are; the others can be resumed.',
    )
  } finally {
    await asWorker((tx) => closeSession(tx, id)).catch(() => {})
  }
}

const SESSION_ENDED =
  'This stopped because the account that started it was signed out everywhere, or may no longer do this. Rows that are done stay as they are.'

class Running implements RunningJob<never> {
  readonly id: string
  readonly input: never
  readonly viewer: Viewer
  readonly signal: AbortSignal
  readonly #pool: Pool
  readonly #sessionHash: string | null
  isFinished = false
  #notedAt = 0

  constructor(pool: Pool, id: string, opened: OpenedJob, viewer: Viewer, signal: AbortSignal) {
    this.#pool = pool
    this.id = id
    this.input = opened.input as never
    this.viewer = viewer
    this.signal = signal
    this.#sessionHash = opened.session_hash
  }

  act: RunningJob<never>['act'] = (work, options) =>
    withActor(this.#pool, this.#sessionHash, work, { deadlineMs: DEADLINE_MS, ...options })

  finishIn: RunningJob<never>['finishIn'] = async (tx, result) => {
    await finishJob(tx, this.id, { status: 'done', result })
    this.isFinished = true
  }

  progress: RunningJob<never>['progress'] = async (counts) => {
    this.#stopIfAsked()
    if (!this.#isDue()) return
    throwIfStopped(await this.act((tx) => writeCounts(tx, this.id, counts)))
  }

  eachItem: RunningJob<never>['eachItem'] = async (work) => {
    // A row that another process is working on still waits: it is checked again until it has its outcome, so that the job ends after it.
    for (let isMore = true; isMore;) {
      isMore = false
      for await (const item of this.#waiting()) if (!(await this.#once(item, work))) isMore = true
      if (isMore) await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS))
    }
    await this.#tell()
  }

  tryItems: RunningJob<never>['tryItems'] = async (groupOf, work) => {
    const groups = new Map<string, WaitingItem[]>()
    for await (const item of this.#waiting())
      groups.set(groupOf(item), [...(groups.get(groupOf(item)) ?? []), item])
    for (const group of groups.values()) {
      this.#stopIfAsked()
      const found = await this.#retried(() => this.#tryGroup(group, work))
      await this.act(async (tx) => {
        for (const [position, outcome] of found)
          if (await claimItem(tx, this.id, position)) await writeOutcome(tx, this.id, position, outcome)
      })
      if (this.#isDue()) await this.#tell()
    }
    await this.#tell()
  }

  /** Tries several in one transaction that is always undone. */
  async #tryGroup(
    group: readonly WaitingItem[],
    work: (tx: Tx, item: WaitingItem) => Promise<ItemOutcome | void>,
  ): Promise<Map<number, ItemOutcome>> {
    const found = new Map<number, ItemOutcome>()
    const undo = new Error('Tried, and undone')
    await this.act(
      async (tx) => {
        for (const item of group) found.set(item.position, await outcomeOf(tx, () => work(tx, item)))
        throw undo
      },
      { deadlineMs: ITEM_MS },
    ).catch((error: unknown) => {
      if (error !== undo) throw error
    })
    return found
  }

  async *#waiting(): AsyncGenerator<WaitingItem> {
    for (let after = -1; ;) {
      const page = await this.act((tx) => waitingItems(tx, this.id, after, 200))
      if (page.length === 0) return
      for (const item of page) {
        this.#stopIfAsked()
        yield item
      }
      after = page.at(-1)!.position
    }
  }

  /** Returns false if another process is working on the row. */
  async #once(
    item: WaitingItem,
    work: (tx: Tx, item: WaitingItem) => Promise<ItemOutcome | void>,
  ): Promise<boolean> {
    let isOurs = true
    try {
      isOurs = await this.#retried(() =>
        this.act(
          async (tx) => {
            if (!(await claimItem(tx, this.id, item.position))) return false
            const outcome = await outcomeOf(tx, () => work(tx, item))
            await writeOutcome(tx, this.id, item.position, outcome)
            return true
          },
          { deadlineMs: ITEM_MS },
        ),
      )
    } catch (error) {
      if (!(error instanceof TimedOut)) throw error
      // The database answers, and only this row takes too long: its outcome says so, and the others continue.
      await this.act(async (tx) => {
        if (await claimItem(tx, this.id, item.position))
          await writeOutcome(tx, this.id, item.position, { status: 'failed', ...TOO_LONG })
      })
    }
    if (this.#isDue()) await this.#tell()
    return isOurs
  }

  /** Tries again after a deadlock or a lock that was held too long; nothing of the earlier try remains. */
  async #retried<T>(work: () => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++)
      try {
        return await work()
      } catch (error) {
        if (!isUnavailable(error) || tries >= TRIES_PER_ITEM) throw error
        this.#stopIfAsked()
        await new Promise((resolve) => setTimeout(resolve, 100 * 2 ** tries * (0.5 + Math.random() / 2)))
      }
  }

  async #tell(): Promise<void> {
    throwIfStopped(await this.act((tx) => writeProgress(tx, this.id)))
  }

  #isDue(): boolean {
    if (performance.now() - this.#notedAt < PROGRESS_MS) return false
    this.#notedAt = performance.now()
    return true
  }

  #stopIfAsked(): void {
    if (this.signal.aborted) throw new Stopped()
  }
}

const TOO_LONG = {
  code: 'job.too_long',
  message: `This row took longer than ${ITEM_MS / 1000} seconds ${TRIES_PER_ITEM} times and was left as it was. Try it on its own, or later.`,
}

function throwIfStopped(state: { cancel_requested: boolean } | null): void {
  if (!state) throw new SessionEnded()
  if (state.cancel_requested) throw new Canceled()
}

/** The outcome of a row's work: a refusal is an outcome, and undoes what the row had done so far. */
export async function outcomeOf(tx: Tx, work: () => Promise<ItemOutcome | void>): Promise<ItemOutcome> {
  // If the person is signed out or has reached a limit, the job ends, and its rows wait until it is resumed.
  const { value, refused } = await attempt(tx, work)
  return refused
    ? { status: 'refused', code: ruleOf(refused), message: refused.message }
    : (value ?? { status: 'done' })
}

/** The rule that refused a row or the whole job, by its name, or the contract's code. */
function ruleOf(error: ORPCError<string, unknown>): string {
  const { rule, code } = (error.data ?? {}) as { rule?: unknown; code?: unknown }
  return [rule, code].find((one) => typeof one === 'string') ?? error.code
}
