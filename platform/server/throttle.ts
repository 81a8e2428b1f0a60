/**
 * Allows at most this many uses a minute for each key (an address block), counted in this process alone: for answers that cost bytes rather
 * than reveal secrets. Limits on guessing are counted in the database.
 */
export class Throttle {
  readonly #perMinute: number
  readonly #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one use; false if it is over the limit. */
  allows(key: string): boolean {
    const minute = Math.floor(performance.now() / 60_000)
    if (minute !== this.#minute) {
      this.#minute = minute
      this.#counts.clear()
    }
    const count = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, count)
    return count <= this.#perMinute
  }
}
