import { type RawBuilder, sql } from 'kysely'

/** A range of lines of a file, and whether existing rows are updated. */
export type Slice = { id: string; from: number; to: number; withChanges: boolean }

/** The rows of a slice, as r. */
export const within = ({ id, from, to }: Slice): RawBuilder<unknown> =>
  sql`r.import_id = ${id}::uuid and r.line between ${from}::integer and ${to}::integer`
