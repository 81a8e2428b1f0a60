/**
 * So many of something a minute for each key (an address block), kept in this process alone: for answers that cost bytes
 * rather than secrets. What guesses are bounded by lies in the database.
 */
export class Throttle {
  readonly #perMinute: number
  readonly #counts = new Map<string, number>()
  #minute = 0

  constructor(perMinute: number) {
    this.#perMinute = perMinute
  }

  /** Counts one; false when it is one too many. */
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
