import type { Tx } from '#platform/server/db.ts'
import { inSavepoint } from '#platform/server/savepoint.ts'

/** The calendar's current time as an ISO instant, and a callback for each row that can't be processed. */
export type Calendar = { now: string; passOver: (id: string, error: Error) => void }

/**
 * Runs the work on all rows at once. If that fails, runs it on each half separately, so that one bad row doesn't block the others; that row
 * is left unchanged and retried next time. Returns the processed rows; a time limit ends the whole run.
 */
export async function bisectOnFailure<Row extends { id: string }>(
  tx: Tx,
  rows: readonly Row[],
  { passOver }: Pick<Calendar, 'passOver'>,
  work: (rows: readonly Row[]) => Promise<void>,
): Promise<Row[]> {
  if (rows.length === 0) return []
  try {
    await inSavepoint(tx, () => work(rows))
    return [...rows]
  } catch (error) {
    if (!isOfRow(error)) throw error
    if (rows.length === 1) {
      passOver(rows[0]!.id, error as Error)
      return []
    }
  }
  const half = Math.ceil(rows.length / 2)
  const first = await bisectOnFailure(tx, rows.slice(0, half), { passOver }, work)
  return [...first, ...(await bisectOnFailure(tx, rows.slice(half), { passOver }, work))]
}

/** True if PostgreSQL refused a row, as opposed to being stopped or unreachable. */
function isOfRow(error: unknown): boolean {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code) && !/^(08|53|57)/.test(code)
}
