import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Confirmation } from '../../contract.ts'
import { hoursRequestRefusals, notificationTexts } from '../../messages.ts'
import { confirmBlocker } from '../../rules.ts'
import { findName } from '../queries/find-name.ts'
import { lockRequest } from '../queries/lock-request.ts'

type Sent = { id: string; version: number; confirmation: Confirmation; note?: string | undefined }

/** The named instructor says whether the hours are right; the school reads it when it decides. If it already asked about them, the person who asked hears that they are wrong. Repeating it changes nothing. */
export async function confirmRequest(tx: Tx, { id, version, confirmation, note: text }: Sent): Promise<void> {
  const row = await lockRequest(tx, id)
  const note = text ?? null
  if (row.confirmation === confirmation && row.confirmation_note === note) return
  refuseIf(hoursRequestRefusals, confirmBlocker(row, { confirmation, note, version }))
  await tx
    .updateTable('hours_requests')
    .set({ confirmation, confirmation_note: note, confirmed_at: sql<string>`now()` })
    .where('id', '=', id)
    .execute()
  if (confirmation === 'confirmed' || row.decided_by === null) return
  const { minutes, date } = row
  await notifyOfRow(
    tx,
    { table: 'hours_requests', id },
    {
      to: ['asker_id'],
      type: 'hours',
      url: '/school/reported-hours',
      key: `hours request ${id} ${version + 1}`,
    },
    notification(notificationTexts, 'hours_request.not_confirmed', {
      instructor: await findName(tx, row.instructor_id!),
      // The row has the name: an instructor may not see every student.
      student: '',
      minutes,
      date,
      note: note!,
    }),
  )
}
