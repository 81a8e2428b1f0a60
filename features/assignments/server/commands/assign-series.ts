import { randomUUID } from 'node:crypto'
import { notification } from '#core/notification-texts.ts'
import { refuse, refusal } from '#core/refusal.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Placed } from '../../contract.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { assigningBlocker } from '../../rules.ts'
import { assignStudents } from './assign-students.ts'

/** The most shifts of a series in one call: a semester with two a week. */
const AT_ONCE = 60

type OnShift = { shift_id: string; date: PlainDate; placed: Placed[] }

/**
 * Assigns students to a shift and the later ones of its series; each student on each shift
 * succeeds or fails separately. Notifies every student once for all shifts of a call. Returns
 * the first shift that it did not reach, from which the next call continues.
 */
export async function assignSeries(
  tx: Tx,
  { shiftId, students, reason }: { shiftId: string; students: readonly string[]; reason: string | null },
  atOnce = AT_ONCE,
): Promise<{ shifts: OnShift[]; next: Pick<OnShift, 'shift_id' | 'date'> | null }> {
  const shifts = await tx
    .selectFrom('shifts as first')
    .innerJoin('shifts as one', (on) =>
      on
        .onRef('one.school_id', '=', 'first.school_id')
        .on((eb) =>
          eb.or([eb('one.series_id', '=', eb.ref('first.series_id')), eb('one.id', '=', eb.ref('first.id'))]),
        )
        .onRef('one.date', '>=', 'first.date'),
    )
    .select(['one.id', 'one.date', 'one.status'])
    .where('first.id', '=', shiftId)
    .orderBy('one.date')
    .orderBy('one.id')
    .execute()
  // Callers who may not see the shift get the same refusal as for a single shift.
  if (shifts.length === 0) refuse(seatRefusals, refusal('seat.no_shift'))
  const { code, values } = notification(notificationTexts, 'seat.assigned_several', {})
  await groupNotifications(tx, `series ${randomUUID()}`, { code, values })
  const done: OnShift[] = []
  const open = shifts.filter(
    ({ id, status }) =>
      id === shiftId || !assigningBlocker({ party: 'school', status: status as ShiftStatus }, 'admin'),
  )
  // One after the other, because a seat on one day can block the next.
  for (const { id, date } of open.slice(0, atOnce))
    // oxlint-disable-next-line no-await-in-loop -- in the order of their days
    done.push({ shift_id: id, date, placed: await assignStudents(tx, { shiftId: id, students, reason }) })
  await endGroup(tx)
  const next = open[atOnce]
  return { shifts: done, next: next ? { shift_id: next.id, date: next.date } : null }
}
