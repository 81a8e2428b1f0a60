import { type RawBuilder, sql } from 'kysely'

/**
 * Values as a list in the text of a statement: `status in ${listed(liveStates)}`. As parameters they would keep PostgreSQL from using an
 * index on the rows with these values, because it plans a statement once for all parameters. Only for values of the code.
 */
export const listed = (values: readonly string[]): RawBuilder<unknown> =>
  sql`(${sql.join(values.map((value) => sql.lit(value)))})`
