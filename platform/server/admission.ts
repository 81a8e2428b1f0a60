import type { FastifyReply } from 'fastify'

/** Whether the caller of a request is signed in ("person") or may be anyone ("stranger"). */
export type Caller = 'person' | 'stranger'

/** One waiting request: since when, and how it learns whether it got a slot. */
type Waiting = {
  reply: FastifyReply
  caller: Caller
  since: number
  isOver: boolean
  settle: (isIn: boolean) => void
}

/** A queue in which someone has waited longer than this (ms) is an overload. */
const QUICK_MS = 100
/** While both wait, every nth slot goes to someone who is not signed in, because people who sign in begin as strangers. */
const STRANGERS_TURN = 8
/**
 * How many of the slots given in a second are kept for those asked to come back in that second: a share, and at least a few. Each takes a
 * slot that someone else is then refused, so the share is how many refusals an overload causes.
 */
const RETURNING = { share: 0.02, least: 4 }
/** While the server is busy, this many strangers are let in per interval (ms). */
const STRANGERS_WHEN_BUSY = { count: 10, eachMs: 100 }
/** No one is asked to come back later than this (seconds). */
const LATEST_S = 90
/**
 * A refused page retries twice at once (Spec §9). Anyone who then still comes before their second waits this long for each answer, because
 * refusing them hundreds of times a second would slow down the admitted requests.
 */
const HOLD = { afterRefusals: 3, ms: 5_000 }

/**
 * Lets at most `max` requests run at once, and at most `maxStrangers` of those whose caller is not signed in. The next `maxWaiting` wait up
 * to `waitMs` for a slot and are then asked to come back: an overloaded server stays fast for the admitted requests, and a client that
 * retries without waiting is held up instead of being refused thousands of times a second. Signed-in people go first. The queue is first
 * come, first served while it is quick; in an overload the newest goes first, so that most are answered soon and some are refused, instead
 * of everyone waiting as long as possible. Slots alone do not limit many callers with small requests, so while the server `isBusy`,
 * strangers are let in at a fixed pace to leave time for signed-in people.
 */
export class Admission {
  readonly #max: number
  readonly #maxStrangers: number
  readonly #maxWaiting: number
  readonly #waitMs: number
  readonly #isBusy: () => boolean
  readonly #inside = new Map<FastifyReply, Caller>()
  /** The oldest first; a request that gave up while waiting is skipped later. */
  readonly #lines: Record<Caller, Waiting[]> = { person: [], stranger: [] }
  readonly #waiting: Record<Caller, number> = { person: 0, stranger: 0 }
  /** How many callers were asked to come back in each second. */
  readonly #asked: Record<Caller, Map<number, number>> = { person: new Map(), stranger: new Map() }
  /** The second in which each session was asked to come back, and how often in a row it was refused; deleted once it gets in. */
  readonly #refused = new Map<string, { second: number; count: number }>()
  #lookedAt = 0
  #strangersInside = 0
  #slotsGiven = 0
  #pace = { second: 0, given: 0, before: 0 }
  #strangersPace = { slot: 0, given: 0 }
  #pacing: NodeJS.Timeout | undefined

  constructor(options: {
    max: number
    maxStrangers: number
    maxWaiting: number
    waitMs: number
    isBusy?: () => boolean
  }) {
    this.#max = options.max
    this.#maxStrangers = options.maxStrangers
    this.#maxWaiting = options.maxWaiting
    this.#waitMs = options.waitMs
    this.#isBusy = options.isBusy ?? (() => false)
  }

  /**
   * Takes a slot until `leave`, or until the connection closes. Returns false if none was free in time, counted from `since` (ms of
   * `performance.now()`).
   */
  enter(reply: FastifyReply, caller: Caller, since = performance.now()): boolean | Promise<boolean> {
    if (this.enterNow(reply, caller)) return true
    const left = this.#waitMs - (performance.now() - since)
    if (this.#max === 0 || left <= 0 || this.#waiting[caller] >= this.#maxWaiting) return false
    return new Promise((resolve) => {
      const one: Waiting = {
        reply,
        caller,
        since,
        isOver: false,
        settle: (isIn) => {
          if (one.isOver) return
          one.isOver = true
          this.#waiting[caller]--
          clearTimeout(timer)
          resolve(isIn)
        },
      }
      const timer = setTimeout(one.settle, left, false)
      this.#waiting[caller]++
      this.#lines[caller].push(one)
      if (caller === 'stranger') this.#keepPace()
      reply.raw.once('close', () => one.settle(false))
    })
  }

  /** Takes a slot if one is free right now. */
  enterNow(reply: FastifyReply, caller: Caller): boolean {
    if (!this.#hasSlotFor(caller)) return false
    this.#seat(reply, caller)
    return true
  }

  /** Returns the slot: the work is done, or (for a live stream) there is none for hours. */
  leave(reply: FastifyReply): void {
    const caller = this.#inside.get(reply)
    if (!caller) return
    this.#inside.delete(reply)
    if (caller === 'stranger') this.#strangersInside--
    this.#letNextIn()
  }

  #letNextIn(): boolean {
    const next = this.#next()
    if (!next) return false
    this.#seat(next.reply, next.caller)
    next.settle(true)
    return true
  }

  /** While strangers wait, lets them in at the fixed pace even if no one leaves. */
  #keepPace(): void {
    this.#pacing ??= setInterval(() => {
      while (this.#letNextIn());
      if (this.#waiting.stranger > 0) return
      clearInterval(this.#pacing)
      this.#pacing = undefined
    }, STRANGERS_WHEN_BUSY.eachMs).unref()
  }

  get inside(): number {
    return this.#inside.size
  }

  /**
   * Whether a session (`who`) is refused without waiting in line, because it was refused several times in a row and returned before its
   * second. The answer is delayed.
   */
  holdUp(reply: FastifyReply, who: string): boolean | Promise<boolean> {
    const refused = this.#refused.get(who)
    if (!refused || refused.count < HOLD.afterRefusals || refused.second <= secondNow()) return false
    if (this.#hasSlotFor('person')) return false // the overload is over
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, HOLD.ms, true)
      reply.raw.once('close', () => {
        clearTimeout(timer)
        resolve(true)
      })
    })
  }

  /** A session (`who`) got in: its earlier refusals no longer count. */
  forget(who: string): void {
    this.#refused.delete(who)
  }

  /**
   * Seconds after which a refused caller should come back: the next second that still has a slot to spare, so that a caller who follows it
   * is served instead of failing again with all the others. A session (`who`) that was asked before keeps its second, so that only one slot
   * is kept for it.
   */
  comeBackIn(caller: Caller, who?: string): number {
    const now = secondNow()
    if (who === undefined) return this.#nextFree(caller, now)
    const before = this.#refused.get(who)
    if (before && before.second > now) {
      before.count++
      return before.second - now
    }
    this.#forgetThoseBefore(now)
    const after = this.#nextFree(caller, now)
    this.#refused.set(who, { second: now + after, count: 1 })
    return after
  }

  /** Once per second, forgets those who never came back. */
  #forgetThoseBefore(now: number): void {
    if (this.#lookedAt === now) return
    this.#lookedAt = now
    for (const [one, { second }] of this.#refused) if (second < now) this.#refused.delete(one)
  }

  #nextFree(caller: Caller, now: number): number {
    const asked = this.#asked[caller]
    for (const second of asked.keys()) if (second <= now) asked.delete(second)
    const most = Math.max(RETURNING.least, Math.floor(RETURNING.share * this.#slotsASecond(now)))
    let after = 1
    while (after < LATEST_S && (asked.get(now + after) ?? 0) >= most) after++
    asked.set(now + after, (asked.get(now + after) ?? 0) + 1)
    return after
  }

  /** Slots given in the last full second. */
  #slotsASecond(now: number): number {
    const { second, given, before } = this.#pace
    return second === now ? before : second === now - 1 ? given : 0
  }

  #hasSlotFor(caller: Caller): boolean {
    if (this.#inside.size >= this.#max) return false
    return caller === 'person' || (this.#strangersInside < this.#maxStrangers && this.#isStrangersTime())
  }

  #isStrangersTime(): boolean {
    return this.#strangersGiven() < STRANGERS_WHEN_BUSY.count || !this.#isBusy()
  }

  /** How many strangers were let in during the current interval. */
  #strangersGiven(): number {
    const slot = Math.floor(performance.now() / STRANGERS_WHEN_BUSY.eachMs)
    if (this.#strangersPace.slot !== slot) this.#strangersPace = { slot, given: 0 }
    return this.#strangersPace.given
  }

  #next(): Waiting | undefined {
    const isStrangersTurn = ++this.#slotsGiven % STRANGERS_TURN === 0
    for (const caller of isStrangersTurn
      ? (['stranger', 'person'] as const)
      : (['person', 'stranger'] as const)) {
      const next = this.#hasSlotFor(caller) && this.#firstOf(this.#lines[caller])
      if (next) return next
    }
    return undefined
  }

  #firstOf(line: Waiting[]): Waiting | undefined {
    while (line[0]?.isOver) line.shift()
    while (line.at(-1)?.isOver) line.pop()
    const [oldest] = line
    if (!oldest) return undefined
    return performance.now() - oldest.since > QUICK_MS ? line.pop() : line.shift()
  }

  #seat(reply: FastifyReply, caller: Caller): void {
    this.#inside.set(reply, caller)
    const now = secondNow()
    if (this.#pace.second !== now) this.#pace = { second: now, given: 0, before: this.#slotsASecond(now) }
    this.#pace.given++
    if (caller === 'stranger') {
      this.#strangersInside++
      this.#strangersPace.given = this.#strangersGiven() + 1
    }
    // A connection that has already closed will not say so again.
    if (reply.raw.destroyed) this.leave(reply)
    else reply.raw.once('close', () => this.leave(reply))
  }
}

const secondNow = (): number => Math.floor(performance.now() / 1_000)
