import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRequestRefusals } from '../../messages.ts'
import { filesLeft, ownStepBlocker } from '../../rules.ts'
import { lockRequest } from '../queries/lock-request.ts'

type Answer = { id: string; version: number; answer: string; evidence_file_ids: readonly string[] }

/** The student answers the school's question, which makes it pending again. Repeating the same answer changes nothing. */
export async function answerRequest(
  tx: Tx,
  { id, version, answer, evidence_file_ids: files }: Answer,
): Promise<void> {
  const row = await lockRequest(tx, id)
  if (row.status === 'pending' && row.answer === answer) return
  refuseIf(hoursRequestRefusals, ownStepBlocker(row, 'pending'))
  if (row.version !== version) refuse(hoursRequestRefusals, refusal('hours_request.settled'))
  const all = [...new Set([...row.evidence_file_ids, ...files])]
  const left = filesLeft(row)
  if (all.length > row.evidence_file_ids.length + left)
    refuse(hoursRequestRefusals, refusal('hours_request.too_many_files', { left }))
  await tx
    .updateTable('hours_requests')
    .set({ status: 'pending', answer, evidence_file_ids: all })
    .where('id', '=', id)
    .execute()
  await keepFiles(tx, files, { purpose: 'evidence', ownerId: row.student_id })
}

/** The student withdraws undecided hours; repeating it changes nothing. */
export async function withdrawRequest(tx: Tx, id: string): Promise<void> {
  const row = await lockRequest(tx, id)
  if (row.status === 'withdrawn') return
  refuseIf(hoursRequestRefusals, ownStepBlocker(row, 'withdrawn'))
  await tx.updateTable('hours_requests').set({ status: 'withdrawn' }).where('id', '=', id).execute()
}
