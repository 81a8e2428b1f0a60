import type { Listener } from '#platform/server/listen.ts'

const MAX_KNOWN = 100_000
/** Dropped by notice long before; this is the net below. */
const MAX_AGE_MS = 5 * 60_000

type Entry = { count: Promise<number>; readAt: number }

/**
 * Unread counts this process has read, by person: the call that everyone makes every 30 seconds. A count is dropped as
 * soon as PostgreSQL tells of a change, no matter who made it, and before the answer to an own write. While no notices come
 * in nothing is remembered. A count whose reading began before a change is never kept.
 */
export class UnreadCounts {
  readonly #known = new Map<string, Entry>()
  readonly #listener: Pick<Listener, 'isListening' | 'on'>

  constructor(listener: Pick<Listener, 'isListening' | 'on'>) {
    this.#listener = listener
    listener.on('notification', (userId) => this.drop(userId))
    listener.on('reset', () => this.#known.clear())
  }

  /** The person's count, from memory or by `query`; requests that come while one reads share its answer. */
  async read(userId: string, query: () => Promise<number>): Promise<number> {
    if (!this.#listener.isListening) return query()
    const known = this.#known.get(userId)
    if (known && Date.now() - known.readAt < MAX_AGE_MS) return known.count
    const entry = { count: query(), readAt: Date.now() }
    this.#known.set(userId, entry)
    // The oldest makes room.
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
