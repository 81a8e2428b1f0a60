import type { Tx } from '#platform/server/db.ts'
import type { VerdictCounts } from '../contract.ts'
import * as imports from './sql.ts'

/** As many rows are written by one statement: between two the work can be stopped. */
const SLICE = 2_000

type Progress = (counts: { done: number; total: number }) => Promise<void>

/**
 * Writes a file as it was judged, all of it or nothing: everything happens in the given transaction. Judges it once more first, so
 * that what was written meanwhile is seen; a file that was written before is left as it is. `progress` may throw to undo it all.
 */
export async function writeImport(
  tx: Tx,
  { id, with_changes: withChanges }: { id: string; with_changes: boolean },
  progress: Progress,
): Promise<VerdictCounts> {
  if (await imports.beginCommit(tx, id)) {
    const slices = await imports.slicesOf(tx, id, SLICE)
    const total = slices.reduce((sum, { rows }) => sum + rows, 0)
    let done = 0
    for (const slice of slices) {
      await progress({ done, total })
      await imports.write(tx, id, slice, withChanges)
      done += slice.rows
    }
    await progress({ done, total })
  }
  return imports.finish(tx, id)
}
