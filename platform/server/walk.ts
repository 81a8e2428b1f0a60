import { type RawBuilder, sql } from 'kysely'

/** Where a row stands in the order of a walk: by an instant, then by id. */
export type Stop = { at: string; id: string }

/**
 * The way of periodic work through rows that may wait for months, so that a round looks at some of them however many there are: each goes on
 * where the last one ended, and begins again after the last row. A process keeps its own and begins with the first row.
 */
export class Walk {
  readonly #atOnce: number
  #after: Stop | null = null

  constructor(atOnce: number) {
    this.#atOnce = atOnce
  }

  /** For a query in the order of `at`, then `id`: its condition, order and limit. `where` comes after another condition. */
  next(at: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<unknown> {
    const after = this.#after
    const isAhead = after ? sql`and (${at}, ${id}) > (${after.at}::timestamptz, ${after.id}::uuid)` : sql``
    return sql`${isAhead} order by ${at}, ${id} limit ${sql.lit(this.#atOnce)}`
  }

  /** Goes on after these rows of `next`; `until` is the last one that was dealt with, if not all were. */
  pass(rows: readonly Stop[], until?: Stop): void {
    this.#after = until ?? (rows.length < this.#atOnce ? null : rows.at(-1)!)
  }
}
