import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'

/** The time by which the calendar works, as an ISO instant, and who is notified of a piece that cannot be done. */
export type Calendar = { now: string; passOver: (id: string, error: Error) => void }

/**
 * Does something with all of these in one go. Where that fails, with each half of them by itself: one that cannot be done keeps no other
 * from it, is left as it was, and is tried again the next time. Returns those that were done; a time limit ends the whole.
 */
export async function piecewise<Row extends { id: string }>(
  tx: Tx,
  rows: readonly Row[],
  { passOver }: Pick<Calendar, 'passOver'>,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<Row[]> {
  if (rows.length === 0) return []
  await sql`savepoint piece`.execute(tx)
  try {
    await work(rows)
    await sql`release savepoint piece`.execute(tx)
    return [...rows]
  } catch (error) {
    if (!isOfRow(error)) throw error
    await sql`rollback to savepoint piece`.execute(tx)
    if (rows.length === 1) {
      passOver(rows[0]!.id, error as Error)
      return []
    }
  }
  const half = Math.ceil(rows.length / 2)
  const first = await piecewise(tx, rows.slice(0, half), { passOver }, work)
  return [...first, ...(await piecewise(tx, rows.slice(half), { passOver }, work))]
}

/** Does PostgreSQL refuse a row, rather than being stopped or away? */
function isOfRow(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57)/.test(code)
}
