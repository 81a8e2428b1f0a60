import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { keepFiles } from '#features/files/server/public.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRequestRefusals, notificationTexts } from '../../messages.ts'
import { filesLeft, ownStepBlocker } from '../../rules.ts'
import { findName } from '../queries/find-name.ts'
import { lockRequest } from '../queries/lock-request.ts'

const TO_DECIDE = '/school/reported-hours?status=pending'

type Answer = { id: string; version: number; answer: string; evidence_file_ids: readonly string[] }

/** The student answers the school's question, which makes it pending again; the person who asked is notified. Repeating the same answer changes nothing. */
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
  const { minutes, date } = row
  await notifyOfRow(
    tx,
    { table: 'hours_requests', id },
    { to: ['asker_id'], type: 'hours', url: TO_DECIDE, key: `hours request ${id} ${row.version + 1}` },
    notification(notificationTexts, 'hours_request.answered', {
      student: await findName(tx, row.student_id),
      minutes,
      date,
      answer,
    }),
  )
}

/** The student withdraws undecided hours; repeating it changes nothing. */
export async function withdrawRequest(tx: Tx, id: string): Promise<void> {
  const row = await lockRequest(tx, id)
  if (row.status === 'withdrawn') return
  refuseIf(hoursRequestRefusals, ownStepBlocker(row, 'withdrawn'))
  await tx.updateTable('hours_requests').set({ status: 'withdrawn' }).where('id', '=', id).execute()
}
