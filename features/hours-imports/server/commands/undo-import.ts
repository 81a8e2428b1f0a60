import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursImportRefusals } from '../../messages.ts'
import { undoBlocker } from '../../rules.ts'
import { undoItemsOf } from '../jobs.ts'
import { findImport, findImportedLines } from '../queries/find-import.ts'

type Asked = { job_id: string; undo_id: string; reason: string }

/** Starts the job that takes back every line of an import that still counts; repeating it starts only one. */
export async function undoImport(tx: Tx, { job_id, undo_id, reason }: Asked): Promise<{ job_id: string }> {
  const found = await findImport(tx, job_id)
  if (!found) refuse(hoursImportRefusals, refusal('hours_import.not_found'))
  const known = await tx.selectFrom('jobs').where('id', '=', undo_id).select('id').executeTakeFirst()
  const lines = await findImportedLines(tx, job_id)
  if (!known) refuseIf(hoursImportRefusals, undoBlocker(found.status, lines.length))
  return startJob(tx, {
    id: undo_id,
    kind: 'undo_hours_import',
    title: `Undo the import of ${found.file_name}`.slice(0, 200),
    school_id: found.school_id,
    input: { reason },
    items: undoItemsOf(lines),
  })
}
