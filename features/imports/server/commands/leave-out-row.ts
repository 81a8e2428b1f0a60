import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { VerdictCounts } from '../../contract.ts'
import { importRefusals } from '../../messages.ts'
import { judgeRows } from './judge-rows.ts'
import { lockOpenImport } from './lock-import.ts'

type Row = { id: string; line: number; is_left_out: boolean }

/** Leaves a row of a file out, or includes it again, then judges all rows again. */
export async function leaveOutRow(tx: Tx, { id, line, is_left_out }: Row): Promise<VerdictCounts> {
  await lockOpenImport(tx, id)
  const { numUpdatedRows } = await tx
    .updateTable('import_rows')
    .set({ is_left_out })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .executeTakeFirstOrThrow()
  if (!numUpdatedRows) refuse(importRefusals, refusal('import.no_row'))
  return judgeRows(tx, id)
}
