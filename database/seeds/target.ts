import type { PlainDate } from '#core/plain-date.ts'
import type { ObjectStore } from '#platform/server/object-store.ts'

/** What a scenario is written into. */
export type SeedTarget = {
  /** An administrator's address of the database itself (seeds run as its owner). */
  adminUrl: string
  /** Makes verifiers exactly as sign-up does. */
  passwords: { hash(clientHash: string): Promise<string> }
  /** The key of the salt settings, as sign-in uses it. */
  saltKey: string
  /** Where the documents of the demonstration go; without it there are none. */
  objects?: ObjectStore
  /** How much of the national data set: 1 is all of it. */
  scale?: number
  /** The demonstration with the year of two schools, as an installation shows it. */
  isWhole?: boolean
  /** The day the demonstration stands at: this one unless told otherwise. */
  today?: PlainDate
  /** Told what has been written, and when. */
  log?: (line: string) => void
}
