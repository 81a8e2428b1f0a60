import { constants } from '#core/constants.ts'

/**
 * Caches database answers that seldom change, for at most five minutes and up to a maximum number; the least recently used goes first (Spec
 * §9, service cache). Code that hears of a change forgets the answer at once.
 */
export class ServiceCache<Value> {
  readonly #kept = new Map<string, { value: Value; until: number }>()
  readonly #ttlMs: number
  readonly #maxSize: number
  /** Counts what was forgotten: an answer loaded meanwhile may be older than the change and is not kept. */
  #changes = 0

  constructor({
    ttlMs = constants.serviceCache.ttlMs,
    maxSize = constants.serviceCache.maxSize,
  }: { ttlMs?: number; maxSize?: number } = {}) {
    this.#ttlMs = ttlMs
    this.#maxSize = maxSize
  }

  get size(): number {
    return this.#kept.size
  }

  /** The cached value of a key, or else the loaded one, which is then cached. Throws what `load` throws. */
  async get(key: string, load: () => Promise<Value>): Promise<Value> {
    const known = this.#kept.get(key)
    this.#kept.delete(key)
    if (known && known.until > Date.now()) {
      this.#kept.set(key, known)
      return known.value
    }
    const changes = this.#changes
    const value = await load()
    if (changes !== this.#changes) return value
    if (this.#kept.size >= this.#maxSize) this.#kept.delete(this.#kept.keys().next().value!)
    this.#kept.set(key, { value, until: Date.now() + this.#ttlMs })
    return value
  }

  /** Forgets one key, or everything. */
  forget(key?: string): void {
    this.#changes++
    if (key === undefined || key === '') this.#kept.clear()
    else this.#kept.delete(key)
  }
}
