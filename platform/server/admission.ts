import type { FastifyReply } from 'fastify'

/** Whether a request is made by someone who is signed in, or may be anyone's. */
export type Caller = 'person' | 'stranger'

/** One request in line: since when, and how it learns whether it is in. */
type Waiting = {
  reply: FastifyReply
  caller: Caller
  since: number
  isOver: boolean
  settle: (isIn: boolean) => void
}

/** A line in which someone has waited for longer (ms) is an overload. */
const QUICK_MS = 100
/** While both wait, every so many-th slot goes to someone who is not signed in: people who sign in begin as strangers. */
const STRANGERS_TURN = 8
/**
 * Of the slots given in a second, so many are meant for those who were asked to come back in that second: a share, and at least a
 * few. Each of them comes for a slot that someone else then has to be refused: the share is how many refusals an overload keeps.
 */
const RETURNING = { share: 0.02, least: 4 }
/** While the server has no time to spare, so many strangers are let in each so many milliseconds. */
const STRANGERS_WHEN_BUSY = { count: 10, eachMs: 100 }
/** No one is asked to come back later than this (s). */
const LATEST_S = 90
/**
 * A page that is refused tries twice more at once (Spec §9). Anyone who then still comes before the second they were asked to come back
 * in waits for each answer so long: refusing them hundreds of times a second would take the time of those who are inside.
 */
const HOLD = { afterRefusals: 3, ms: 5_000 }

/**
 * Lets at most `max` requests be under way at once, and `maxStrangers` of those whose caller is not signed in. The next
 * `maxWaiting` wait up to `waitMs` for a slot and are then asked to come back: an overloaded server keeps its pace for those
 * inside, and a client that calls again without waiting is held up instead of being turned away thousands of times a second.
 * Signed-in people go first. First come, first served, while the line is quick; in an overload the newest goes first, so that
 * most are answered soon and some are refused, instead of everyone waiting for as long as anyone may.
 * Slots alone do not hold back many who each ask for little: while the server `isBusy`, strangers are let in at a pace, or the thread
 * would have no time left for signed-in people.
 */
export class Admission {
  readonly #max: number
  readonly #maxStrangers: number
  readonly #maxWaiting: number
  readonly #waitMs: number
  readonly #isBusy: () => boolean
  readonly #inside = new Map<FastifyReply, Caller>()
  /** The oldest first; a request that gave up in the middle is passed over later. */
  readonly #lines: Record<Caller, Waiting[]> = { person: [], stranger: [] }
  readonly #waiting: Record<Caller, number> = { person: 0, stranger: 0 }
  /** How many were asked to come back in which second. */
  readonly #asked: Record<Caller, Map<number, number>> = { person: new Map(), stranger: new Map() }
  /** Who was asked to come back in which second, and how often in a row they were refused; gone once they are in. */
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
   * Takes a slot until `leave`, or until the connection is gone; false when there was none in time, which counts from `since`
   * (ms of `performance.now()`).
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

  /** Takes a slot if one is free at this moment. */
  enterNow(reply: FastifyReply, caller: Caller): boolean {
    if (!this.#hasSlotFor(caller)) return false
    this.#seat(reply, caller)
    return true
  }

  /** Gives the slot back: the work is done, or (a live stream) there is none for hours. */
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

  /** As long as strangers wait: those whose turn the pace is are let in, also when no one leaves. */
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
   * Whether someone (`who`, a session) is to be refused without a position in line: they were refused several times in a row and come
   * again before the second they were asked to. They learn it only after a while.
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

  /** Someone (`who`, a session) is in: what they were asked before no longer counts. */
  forget(who: string): void {
    this.#refused.delete(who)
  }

  /**
   * Seconds after which someone who is refused now is asked to come back: the next second for which no more were asked than find a
   * slot in it. Anyone who keeps to it is served, instead of coming in vain with all the others again and again. Anyone who (`who`, a
   * session) was asked before is meant for that same second still: several slots would be kept for one who comes once.
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

  /** Once in each second: who does not come at all is not remembered for ever. */
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

  /** Slots given in the last whole second. */
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

  /** How many strangers were let in since the pace began to count again. */
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
    reply.raw.once('close', () => this.leave(reply))
  }
}

const secondNow = (): number => Math.floor(performance.now() / 1_000)
