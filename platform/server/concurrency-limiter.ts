/**
 * Lets at most `most` callers do something at once. Others wait up to `waitMs` for their turn, first come, first served; at most
 * `maxWaiting` wait, and the rest are turned away at once.
 */
export class ConcurrencyLimiter {
  readonly #most: number
  readonly #maxWaiting: number
  readonly #waitMs: number
  readonly #waiting = new Set<() => void>()
  #taken = 0

  constructor(options: { most: number; maxWaiting: number; waitMs: number }) {
    this.#most = options.most
    this.#maxWaiting = options.maxWaiting
    this.#waitMs = options.waitMs
  }

  /** Does `work` when its turn comes; returns null if it does not come in time. Throws what the work throws. */
  async take<Result>(work: () => Promise<Result>): Promise<Result | null> {
    if (this.#taken < this.#most) this.#taken++
    else if (!(await this.#isTurn())) return null
    try {
      return await work()
    } finally {
      const [next] = this.#waiting
      if (next) next()
      else this.#taken--
    }
  }

  #isTurn(): Promise<boolean> {
    if (this.#waiting.size >= this.#maxWaiting) return Promise.resolve(false)
    return new Promise((resolve) => {
      const settle = (isTurn: boolean) => {
        clearTimeout(timer)
        this.#waiting.delete(come)
        resolve(isTurn)
      }
      const come = () => settle(true)
      const timer = setTimeout(settle, this.#waitMs, false)
      this.#waiting.add(come)
    })
  }
}
