import type { PlainDate } from '#core/plain-date.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'

/** The target of a scenario. */
export type SeedTarget = {
  /** The database's address with an administrator's login (seeds run as its owner). */
  adminUrl: string
  /** Creates verifiers exactly as sign-up does. */
  passwords: { hash(clientHash: string): Promise<string> }
  /** The key of the salt settings that sign-in uses. */
  saltKey: string
  /** Stores the demonstration's documents; without it there are none. */
  objects?: ObjectStore
  /** Where people reach the product, for links in the demonstration's emails. */
  appUrl?: string
  /** The size of the national data set: 1 is all of it. */
  scale?: number
  /** True for the demonstration with the year of two schools, as an installation shows it. */
  isWhole?: boolean
  /** The demonstration's current day; today by default. */
  today?: PlainDate
  /** Logs what has been written. */
  log?: (line: string) => void
}
