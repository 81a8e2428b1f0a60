import { setTimeout as pause } from 'node:timers/promises'
import type { Role } from '#core/roles.ts'
import type { Listener } from '#platform/server/listen.ts'
import { sessionDigest, type SessionReader, type Viewer } from '#platform/server/session.ts'
import type { LiveEvent } from '../contract.ts'

const MAX_PER_PERSON = 6
const MAX_STREAMS = 5_000
/** A burst of notifications becomes one event. */
const BURST_MS = 200

/** Which of a person's data to read again. */
type Change = 'changed' | 'jobs' | 'settings' | 'seats'
/** The roles that read rosters of their school. */
const staff: readonly string[] = ['school_admin', 'school_super_admin', 'proctor'] satisfies Role[]
type Ending = 'ended' | 'replaced'

/** One open stream: the changes to report, and who waits for them. */
class Stream {
  readonly userId: string
  readonly schoolId: string | null
  readonly isStaff: boolean
  readonly tokenHash: string
  /** How the database's notices identify its session. */
  readonly notice: string
  readonly #changes = new Set<Change>()
  #ending: Ending | undefined
  #wake: (() => void) | undefined

  constructor({ userId, linkedSchoolId, role }: Viewer, tokenHash: string) {
    this.userId = userId
    this.schoolId = linkedSchoolId
    this.isStaff = staff.includes(role)
    this.tokenHash = tokenHash
    this.notice = sessionDigest(tokenHash)
  }
  change(what: Change): void {
    this.#changes.add(what)
    this.#wake?.()
  }
  end(ending: Ending = 'ended'): void {
    this.#ending ??= ending
    this.#wake?.()
  }
  async next(): Promise<Change | Ending> {
    while (!this.#ending && this.#changes.size === 0)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    if (this.#ending) return this.#ending
    const [first] = this.#changes
    this.#changes.delete(first!)
    return first!
  }
}

/**
 * The open streams of this process, fed by PostgreSQL's notices. A stream ends with its session, when the server stops, when a newer one of
 * the same person needs its slot, and when a notice may have been missed; the browser then reconnects and reads again.
 */
export class LiveStreams {
  readonly #sessions: Pick<SessionReader, 'read'>
  readonly #byUser = new Map<string, Set<Stream>>()
  #closed = false
  #count = 0

  constructor(options: {
    listener: Pick<Listener, 'on'>
    sessions: Pick<SessionReader, 'read'>
    closing: AbortSignal
  }) {
    this.#sessions = options.sessions
    options.listener.on('notification', (userId) => {
      for (const stream of this.#byUser.get(userId) ?? []) stream.change('changed')
    })
    options.listener.on('job_changed', (userId) => {
      for (const stream of this.#byUser.get(userId) ?? []) stream.change('jobs')
    })
    options.listener.on('settings_changed', () => {
      for (const stream of this.#all()) stream.change('settings')
    })
    // A school that pays again is unlocked at once, on every page, and one that does not shows its notice.
    options.listener.on('billing_changed', (schoolId) => {
      for (const stream of this.#all()) if (stream.schoolId === schoolId) stream.change('settings')
    })
    options.listener.on('seats_changed', (schoolId) => {
      for (const stream of this.#all())
        if (stream.isStaff && stream.schoolId === schoolId) stream.change('seats')
    })
    options.listener.on('session_changed', (notice) => {
      for (const stream of this.#all()) if (stream.notice === notice) void this.#recheck(stream)
    })
    options.listener.on('person_changed', (userId) => {
      for (const stream of this.#byUser.get(userId) ?? []) void this.#recheck(stream)
    })
    options.listener.on('reset', () => this.#endAll())
    options.closing.addEventListener('abort', () => {
      this.#closed = true
      this.#endAll()
    })
  }

  get size(): number {
    return this.#count
  }

  /** True if there is no room for another stream. */
  get isFull(): boolean {
    return this.#count >= MAX_STREAMS
  }

  /** Yields 'ready', then what to read again after each change, until the stream ends or `signal` says that no one listens. */
  async *open(
    viewer: Viewer,
    tokenHash: string,
    signal: AbortSignal | undefined,
  ): AsyncGenerator<LiveEvent, void> {
    const stream = new Stream(viewer, tokenHash)
    const end = () => stream.end()
    if (this.#closed || signal?.aborted) return
    this.#add(stream)
    signal?.addEventListener('abort', end)
    const expiry = setTimeout(end, Math.max(0, endOf(viewer) - Date.now()))
    try {
      yield { kind: 'ready' }
      for (;;) {
        const next = await stream.next()
        if (next === 'ended') return
        yield { kind: next }
        if (next === 'replaced') return
        await pause(BURST_MS)
      }
    } finally {
      clearTimeout(expiry)
      signal?.removeEventListener('abort', end)
      this.#remove(stream)
    }
  }

  /** The session changed: checks that it is still alive and acts as the same person. */
  async #recheck(stream: Stream): Promise<void> {
    const viewer = await this.#sessions.read(stream.tokenHash).catch(() => null)
    if (!viewer || viewer.status !== 'active' || viewer.userId !== stream.userId) stream.end()
  }

  #add(stream: Stream): void {
    const own = this.#byUser.get(stream.userId) ?? new Set()
    const [oldest] = own
    if (oldest && own.size >= MAX_PER_PERSON) {
      this.#remove(oldest)
      oldest.end('replaced')
    }
    this.#byUser.set(stream.userId, own.add(stream))
    this.#count++
  }

  #remove(stream: Stream): void {
    const own = this.#byUser.get(stream.userId)
    if (!own?.delete(stream)) return
    this.#count--
    if (own.size === 0) this.#byUser.delete(stream.userId)
  }

  *#all(): Generator<Stream> {
    for (const own of this.#byUser.values()) yield* own
  }

  #endAll(): void {
    for (const stream of this.#all()) stream.end()
  }
}

/** When this session, or its impersonation, is certain to be over. */
function endOf({ expiresAt, impersonation }: Viewer): number {
  return Math.min(Date.parse(expiresAt), impersonation ? Date.parse(impersonation.expiresAt) : Infinity)
}
