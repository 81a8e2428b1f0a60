import type { FastifyReply } from 'fastify'

/** Somebody in the line: since when, and how they are told whether they are in. */
type Waiting = { reply: FastifyReply; since: number; isOver: boolean; settle: (isIn: boolean) => void }

/** A line in which somebody has waited for longer is an overload. */
const QUICK_MS = 100

/**
 * Lets at most `max` requests be under way at once. The next `maxWaiting` wait up to `waitMs` for a place and are then
 * asked to come back: an overloaded server keeps its pace for those inside, and whoever calls again without waiting is held
 * up at the door instead of being turned away thousands of times a second. First come, first served, while the line is
 * quick; in an overload the newest goes first, so that most are answered soon and some are refused, instead of everybody
 * waiting for as long as anybody may.
 */
export class Admission {
  readonly #max: number
  readonly #maxWaiting: number
  readonly #waitMs: number
  readonly #inside = new Set<FastifyReply>()
  /** The oldest first; who gave up in the middle is passed over later. */
  readonly #line: Waiting[] = []
  #waiting = 0

  constructor(options: { max: number; maxWaiting: number; waitMs: number }) {
    this.#max = options.max
    this.#maxWaiting = options.maxWaiting
    this.#waitMs = options.waitMs
  }

  /** Takes a place until the answer is sent or the connection is gone; false when there was none in time. */
  enter(reply: FastifyReply): boolean | Promise<boolean> {
    if (this.#inside.size < this.#max) {
      this.#seat(reply)
      return true
    }
    if (this.#max === 0 || this.#waiting >= this.#maxWaiting) return false
    return new Promise((resolve) => {
      const one: Waiting = {
        reply,
        since: performance.now(),
        isOver: false,
        settle: (isIn) => {
          if (one.isOver) return
          one.isOver = true
          this.#waiting--
          clearTimeout(timer)
          resolve(isIn)
        },
      }
      const timer = setTimeout(one.settle, this.#waitMs, false)
      this.#waiting++
      this.#line.push(one)
      reply.raw.once('close', () => one.settle(false))
    })
  }

  /** Gives the place back early: a live stream stays open for hours and does no work. */
  leave(reply: FastifyReply): void {
    if (!this.#inside.delete(reply)) return
    const next = this.#next()
    if (!next) return
    this.#seat(next.reply)
    next.settle(true)
  }

  get inside(): number {
    return this.#inside.size
  }

  #next(): Waiting | undefined {
    while (this.#line[0]?.isOver) this.#line.shift()
    while (this.#line.at(-1)?.isOver) this.#line.pop()
    const [oldest] = this.#line
    if (!oldest) return undefined
    return performance.now() - oldest.since > QUICK_MS ? this.#line.pop() : this.#line.shift()
  }

  #seat(reply: FastifyReply): void {
    this.#inside.add(reply)
    reply.raw.once('close', () => this.leave(reply))
  }
}
