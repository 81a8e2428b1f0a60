import { type RawBuilder, sql } from 'kysely'

/** The nth id of a set, for statements that insert thousands of rows: always the same, so that a retry creates nothing twice. */
export const nthId = (set: RawBuilder<unknown>, key: string): RawBuilder<string> =>
  sql`overlay(overlay(md5(${set}::text || ' ' || ${key}::text) placing '4' from 13) placing '8' from 17)::uuid`
