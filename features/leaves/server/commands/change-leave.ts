import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { LeaveFields } from '../../contract.ts'
import { leaveRefusals, notificationTexts } from '../../messages.ts'
import { openBlocker, returnBlocker, startBlocker } from '../../rules.ts'
import { addDays } from '#core/plain-date.ts'
import { lockLeave } from '../queries/find-leaves.ts'
import { findStudent } from '../queries/find-student.ts'
import { whyNotThen } from '../queries/plan-leave.ts'
import type { SeatCommands } from '../seat-commands.ts'
import { freeItems } from './free-items.ts'
import { notifyOfLeave } from './notify-of-leave.ts'

type Changed = Omit<LeaveFields, 'idempotency_key'> & { id: string; version: number }

/** Changes a leave's days, reason or note, and frees the chosen items within the new days. */
export async function changeLeave(
  tx: Tx,
  commands: SeatCommands,
  { id, version, starts_on, ends_on, reason, note, ...choice }: Changed,
): Promise<{ version: number; freed: number }> {
  const leave = await lockLeave(tx, id)
  refuseIf(leaveRefusals, openBlocker(leave, version) ?? startBlocker(leave, starts_on))
  const student = await findStudent(tx, leave.student_id)
  const days = { starts_on, ends_on }
  refuseIf(leaveRefusals, await whyNotThen(tx, student, days, id))
  const about = { studentId: leave.student_id, days, key: `leave ${id} ${version + 1}` }
  const items = await freeItems(tx, commands, about, choice)
  const freed = [...leave.freed_items, ...items.map((item) => ({ id: item.id, kind: item.kind }))]
  await tx
    .updateTable('student_leaves')
    .set({ ...days, reason, note: note || null, freed: JSON.stringify(freed) })
    .where('id', '=', id)
    .execute()
  await notifyOfLeave(
    tx,
    { ...leave, version: version + 1 },
    {
      student: notification(notificationTexts, 'leave.changed', { ...days, freed: items.length }),
      advisors: notification(notificationTexts, 'leave.student_away', { ...days, name: student.full_name }),
    },
  )
  return { version: version + 1, freed: items.length }
}

/** The student is back on a day: the leave ends the day before. Freed seats stay with the students who have them now. */
export async function returnFromLeave(
  tx: Tx,
  { id, version, first_day: day }: { id: string; version: number; first_day: string },
): Promise<{ version: number }> {
  const leave = await lockLeave(tx, id)
  refuseIf(leaveRefusals, openBlocker(leave, version) ?? returnBlocker(leave, day))
  const student = await findStudent(tx, leave.student_id)
  const last = addDays(day, -1)
  await tx.updateTable('student_leaves').set({ ends_on: last }).where('id', '=', id).execute()
  await notifyOfLeave(
    tx,
    { ...leave, version: version + 1 },
    {
      student: notification(notificationTexts, 'leave.ended', { ends_on: last }),
      advisors: notification(notificationTexts, 'leave.student_back', {
        name: student.full_name,
        first_day: day,
      }),
    },
  )
  return { version: version + 1 }
}
