import type { NotificationIn } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Swap } from '../../contract.ts'
import { type notificationTexts, seatRefusals } from '../../messages.ts'

/** Writes the status of a swap; when it is done, PostgreSQL changes both seats and both students, or refuses it. */
export async function writeSwap(
  tx: Tx,
  id: string,
  status: Swap['status'],
  text: string | null,
): Promise<void> {
  const reason = text?.trim() || null
  const written = await tx
    .updateTable('shift_swaps')
    .set({ status, reason })
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  if (!written) refuse(seatRefusals, refusal('swap.not_found'))
}

const OWN_SWAPS = '/student/shifts?show=swaps'

const recipients = {
  proposer: ['from_student_id'],
  classmate: ['to_student_id'],
  both: ['from_student_id', 'to_student_id'],
  school: ['school'],
  platform: ['superadmin'],
} as const

/** Notifies about a change to a swap, each person once per key. */
export async function notifyAboutSwap(
  tx: Tx,
  { id, shiftId }: { id: string; shiftId: string },
  { to, key }: { to: keyof typeof recipients; key: string },
  text: NotificationIn<typeof notificationTexts>,
): Promise<void> {
  const [type, url] = {
    proposer: ['swap', OWN_SWAPS],
    classmate: ['swap', OWN_SWAPS],
    both: ['swap', OWN_SWAPS],
    // The school decides on its dashboard; the shift's page has no swaps.
    school: ['seat_request', '/school/dashboard'],
    platform: ['seat_request', `/shift/${shiftId}`],
  }[to] as [string, string]
  await notifyOfRow(tx, { table: 'shift_swaps', id }, { to: recipients[to], type, url, key }, text)
}
