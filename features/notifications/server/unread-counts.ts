import type { Listener } from '#platform/server/listen.ts'

const MAX_KNOWN = 100_000
/** A notice drops an entry long before; this is the fallback. */
const MAX_AGE_MS = 5 * 60_000

type Entry = { count: Promise<number>; readAt: number }

/**
 * Unread counts this process has read, by person: the call that everyone makes every 30 seconds. A count is dropped when PostgreSQL
 * notifies of a change by anyone, and before the caller's own write is answered. While no notices arrive, nothing is cached. A count whose
 * reading began before a change is never kept.
 */
export class UnreadCounts {
  readonly #known = new Map<string, Entry>()
  readonly #listener: Pick<Listener, 'isListening' | 'on'>

  constructor(listener: Pick<Listener, 'isListening' | 'on'>) {
    this.#listener = listener
    listener.on('notification', (userId) => this.drop(userId))
    listener.on('reset', () => this.#known.clear())
  }

  /** The person's count, cached or by `query`; concurrent requests share one query. */
  async read(userId: string, query: () => Promise<number>): Promise<number> {
    if (!this.#listener.isListening) return query()
    const known = this.#known.get(userId)
    if (known && Date.now() - known.readAt < MAX_AGE_MS) return known.count
    const entry = { count: query(), readAt: Date.now() }
    this.#known.set(userId, entry)
    // Drops the oldest.
    if (this.#known.size > MAX_KNOWN) this.#known.delete(this.#known.keys().next().value!)
    try {
      return await entry.count
    } catch (error) {
      if (this.#known.get(userId) === entry) this.#known.delete(userId)
      throw error
    }
  }

  /** Forgets one person's count. */
  drop(userId: string): void {
    this.#known.delete(userId)
  }
}
