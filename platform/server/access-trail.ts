import { createHmac, hkdfSync } from 'node:crypto'
import { sql } from 'kysely'
import { withActor } from './actor.ts'
import type { Pool, Tx } from './db.ts'
import type { Log } from './log.ts'
import { isUnavailable, Unavailable } from './pg-errors.ts'

/** One view, export or refusal, as public.access_events stores it. */
export type AccessEvent = {
  at: string
  kind: 'view' | 'export' | 'refusal'
  outcome: 'ok' | 'refused' | 'failed'
  code: string | null
  call: string
  what: string | null
  subject_id: string | null
  request_id: string
  times: number
  actor_id: string | null
  actor_name: string | null
  actor_role: string | null
  acting_as: string | null
  acting_as_name: string | null
  school_id: string | null
  facility_id: string | null
  /** People whose records were shown. Those who are not students are left out when the event is written. */
  person_ids: readonly string[]
  address_digest: string
  reason: string | null
}

export type FailedAttempt = {
  kind: 'sign_in' | 'call'
  /** The account that was tried; '' for a call without a session. Only its keyed digest is kept. */
  account: string
  addressBlock: string
  /** The person the account belongs to, if it exists. */
  userId: string | null
  /** Refused before the password was checked. */
  isThrottled: boolean
  requestId: string
}

type AttemptRow = {
  kind: string
  at: string
  account_digest: string
  address_digest: string
  user_id: string | null
  times: number
  throttled: number
  request_id: string
}

export type AccessTrailOptions = {
  /** Logged in as app_worker. */
  workerPool: Pool
  log: Log
  /** The installation's secret that keys the digests of addresses. */
  secret: string
  /** Milliseconds between a note and the write of its batch. */
  everyMs?: number
  /** At most this many events wait; further ones are written to the log instead, and counted. */
  max?: number
}

const BATCH = 500
const PAUSE_AFTER_FAILURE_MS = 1_000
const CLOSE_WITHIN_MS = 3_000

/**
 * Collects what the guard notes and writes it in batches with the worker's login, apart from the requests: only exports wait (`keep`). A
 * process that is killed loses at most `everyMs` of views and refusals, and no export (docs/decisions/048). While the database is down, up
 * to `max` events wait here; further ones become log lines.
 */
export class AccessTrail {
  readonly #options: Required<AccessTrailOptions>
  readonly #key: Buffer
  readonly #digests = new Map<string, string>()
  #events: AccessEvent[] = []
  #refusals = new Map<string, AccessEvent>()
  #attempts = new Map<string, AttemptRow>()
  #timer: NodeJS.Timeout | undefined
  #writing: Promise<boolean> = Promise.resolve(true)
  /** Counts for the metrics. */
  readonly counts = { written: 0, overflowed: 0, failures: 0 }

  constructor(options: AccessTrailOptions) {
    this.#options = { everyMs: 1_000, max: 10_000, ...options }
    this.#key = Buffer.from(hkdfSync('sha256', options.secret, '', 'placewell access trail', 32))
  }

  /** How many events and failed attempts wait to be written. */
  get waiting(): number {
    return this.#events.length + this.#attempts.size
  }

  /** The keyed digest of an address or account: always the same for the same text, and useless without the installation's secret. */
  digest(text: string): string {
    const known = this.#digests.get(text)
    if (known) return known
    const digest = createHmac('sha256', this.#key).update(text).digest('base64url').slice(0, 22)
    if (this.#digests.size >= 10_000) this.#digests.clear()
    this.#digests.set(text, digest)
    return digest
  }

  /** Notes an event; identical refusals in one batch are counted on one row. Never waits and never throws. */
  note(event: AccessEvent): void {
    if (event.kind === 'refusal') {
      const { actor_id, acting_as, call, code, subject_id, address_digest } = event
      const key = [actor_id, acting_as, call, code, subject_id, address_digest].join(' ')
      const known = this.#refusals.get(key)
      if (known) return void known.times++
      if (this.#add(event)) this.#refusals.set(key, event)
    } else this.#add(event)
  }

  /** Writes an event with the next batch and resolves once it is written. Throws Unavailable if it cannot be written. */
  async keep(event: AccessEvent): Promise<void> {
    if (!this.#add(event)) throw new Unavailable('The access trail is full')
    if (!(await this.#write())) throw new Unavailable('The access trail could not be written')
  }

  /** Counts a failed sign-in, or a call without a session, under keyed digests of account and address. */
  noteAttempt({ kind, account, addressBlock, userId, isThrottled, requestId }: FailedAttempt): void {
    const account_digest = account && this.digest(account)
    const address_digest = this.digest(addressBlock)
    const key = `${kind} ${account_digest} ${address_digest}`
    const known = this.#attempts.get(key)
    const at = new Date().toISOString()
    if (known) {
      known.times++
      known.throttled += Number(isThrottled)
      Object.assign(known, { at, request_id: requestId })
      return
    }
    const row = {
      kind,
      at,
      account_digest,
      address_digest,
      user_id: userId,
      times: 1,
      throttled: Number(isThrottled),
      request_id: requestId,
    }
    if (this.waiting >= this.#options.max) return this.#overflow(row)
    this.#attempts.set(key, row)
    this.#schedule(this.#options.everyMs)
  }

  /** Writes everything that waits, within 3 s; what could not be written goes to the log. */
  async close(): Promise<void> {
    clearTimeout(this.#timer)
    let timer: NodeJS.Timeout | undefined
    const enough = new Promise<void>((resolve) => (timer = setTimeout(resolve, CLOSE_WITHIN_MS)))
    await Promise.race([this.#write(), enough])
    clearTimeout(timer)
    clearTimeout(this.#timer)
    for (const event of [...this.#events, ...this.#attempts.values()]) this.#overflow(event)
  }

  #add(event: AccessEvent): boolean {
    if (this.waiting >= this.#options.max) {
      this.#overflow(event)
      return false
    }
    this.#events.push(event)
    this.#schedule(this.#options.everyMs)
    return true
  }

  #overflow(event: AccessEvent | AttemptRow): void {
    this.counts.overflowed++
    this.#options.log.error({ access: event }, 'an access event could not be kept in the database')
  }

  #schedule(milliseconds: number): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined
      void this.#write()
    }, milliseconds)
    this.#timer.unref()
  }

  /** Writes one batch after the other. Resolves to true if everything that waited at the time of the call is written. */
  #write(): Promise<boolean> {
    this.#writing = this.#writing.then(() => this.#writeWaiting())
    return this.#writing
  }

  async #writeWaiting(): Promise<boolean> {
    while (this.waiting > 0) {
      const events = this.#events.splice(0, BATCH)
      const attempts = [...this.#attempts.values()]
      this.#refusals.clear()
      this.#attempts.clear()
      try {
        await this.#insert(events, attempts)
        this.counts.written += events.length + attempts.length
      } catch (error) {
        this.counts.failures++
        if (isUnavailable(error) || events.length + attempts.length === 1) {
          this.#putBack(error, events, attempts)
          return false
        }
        if (!(await this.#writeOneByOne(events, attempts))) return false
      }
    }
    return true
  }

  /** A row that PostgreSQL refuses must not block the others: it goes to the log. */
  async #writeOneByOne(events: AccessEvent[], attempts: AttemptRow[]): Promise<boolean> {
    const single = [
      ...events.map((event) => ({ events: [event], attempts: [] as AttemptRow[] })),
      ...attempts.map((attempt) => ({ events: [] as AccessEvent[], attempts: [attempt] })),
    ]
    for (const [at, one] of single.entries())
      try {
        await this.#insert(one.events, one.attempts)
        this.counts.written++
      } catch (error) {
        if (isUnavailable(error)) {
          const rest = single.slice(at)
          this.#putBack(
            error,
            rest.flatMap((each) => each.events),
            rest.flatMap((each) => each.attempts),
          )
          return false
        }
        this.#overflow((one.events[0] ?? one.attempts[0])!)
      }
    return true
  }

  #putBack(error: unknown, events: AccessEvent[], attempts: AttemptRow[]): void {
    if (!isUnavailable(error)) {
      for (const event of [...events, ...attempts]) this.#overflow(event)
      return
    }
    this.#events.unshift(...events)
    for (const row of attempts) {
      const key = `${row.kind} ${row.account_digest} ${row.address_digest}`
      const later = this.#attempts.get(key)
      this.#attempts.set(
        key,
        later
          ? { ...later, times: later.times + row.times, throttled: later.throttled + row.throttled }
          : row,
      )
    }
    this.#options.log.warn({ err: error, waiting: this.waiting }, 'the access trail waits')
    this.#schedule(PAUSE_AFTER_FAILURE_MS)
  }

  async #insert(events: readonly AccessEvent[], attempts: readonly AttemptRow[]): Promise<void> {
    await withActor(
      this.#options.workerPool,
      null,
      async (tx) => {
        if (events.length > 0) await addEvents(tx, events)
        if (attempts.length > 0)
          await sql`select app.record_failed_attempts(${JSON.stringify(attempts)}::jsonb)`.execute(tx)
      },
      { deadlineMs: 2_500 },
    )
  }
}

/** The columns of a stored event. */
const columns = sql.raw(
  'at, kind, outcome, code, call, what, subject_id, request_id, times, actor_id, actor_name, actor_role, acting_as, acting_as_name, school_id, facility_id, student_ids, address_digest, reason',
)

/**
 * Writes events as the worker, each as a row of the trail. A view of students from several schools becomes one row per school; a view of
 * people none of whom is a student is not written.
 */
export async function addEvents(tx: Tx, events: readonly AccessEvent[]): Promise<void> {
  const ids = [...new Set(events.flatMap((event) => event.person_ids))]
  const students = await tx
    .selectFrom('users')
    .select(['id', 'linked_school_id'])
    .where('id', '=', sql<string>`any (${ids}::uuid[])`)
    .where('role', '=', 'student')
    .execute()
  const schools = new Map(students.map((student) => [student.id, student.linked_school_id]))
  const rows = events.flatMap(({ person_ids: people, ...event }) => {
    const seen = [...new Set(people)].filter((id) => schools.has(id)).toSorted()
    if (seen.length === 0)
      return event.kind === 'view' && event.outcome === 'ok' ? [] : [{ ...event, student_ids: [] }]
    return [...Map.groupBy(seen, (id) => schools.get(id))].map(([school, of]) => ({
      ...event,
      school_id: school ?? event.school_id,
      student_ids: of,
    }))
  })
  if (rows.length === 0) return
  await sql`insert into public.access_events (${columns})
    select ${columns} from jsonb_populate_recordset(null::public.access_events, ${JSON.stringify(rows)}::jsonb)`.execute(
    tx,
  )
}
