import { sql } from 'kysely'

/** What a shift has from when it is sent to its facility, also again: 14 days to answer, at most until it starts (ISO). */
export const sentToFacility = (startsAt: string) => ({
  submitted_at: sql<string>`now()`,
  respond_by: sql<string>`least(now() + interval '14 days', ${startsAt}::timestamptz)`,
})
