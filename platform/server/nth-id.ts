import { type RawBuilder, sql } from 'kysely'

/** The id of one of a set, for statements that make thousands: the same each time it is asked for, so that a retry makes nothing twice. */
export const nthId = (set: RawBuilder<unknown>, key: string): RawBuilder<string> =>
  sql`overlay(overlay(md5(${set}::text || ' ' || ${key}::text) placing '4' from 13) placing '8' from 17)::uuid`
