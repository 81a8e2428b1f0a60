import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { LeaveFields } from '../../contract.ts'
import { leaveRefusals, notificationTexts } from '../../messages.ts'
import { findStudent } from '../queries/find-student.ts'
import { whyNotThen } from '../queries/plan-leave.ts'
import type { SeatCommands } from '../seat-commands.ts'
import { freeItems } from './free-items.ts'
import { notifyOfLeave } from './notify-of-leave.ts'

type Started = Omit<LeaveFields, 'idempotency_key'> & { id: string; student_id: string }

/** Records a leave and frees the chosen items within it. Repeating the same id returns the existing leave. */
export async function startLeave(
  tx: Tx,
  commands: SeatCommands,
  actorId: string,
  { id, student_id: studentId, starts_on, ends_on, reason, note, ...choice }: Started,
): Promise<{ version: number; freed: number }> {
  const student = await findStudent(tx, studentId)
  const known = await tx
    .selectFrom('student_leaves')
    .select(['version', 'freed'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (known) return { version: known.version, freed: (known.freed as unknown[]).length }
  const days = { starts_on, ends_on }
  refuseIf(leaveRefusals, await whyNotThen(tx, student, days, null))
  const items = await freeItems(tx, commands, { studentId, days, key: `leave ${id} 1` }, choice)
  const freed = JSON.stringify(items.map((item) => ({ id: item.id, kind: item.kind })))
  await tx
    .insertInto('student_leaves')
    .values({
      id,
      school_id: student.school_id,
      student_id: studentId,
      ...days,
      reason,
      note: note || null,
      freed,
      recorded_by: actorId,
    })
    .execute()
  const written = { id, student_id: studentId, version: 1 }
  await notifyOfLeave(tx, written, {
    student: notification(notificationTexts, 'leave.recorded', { ...days, freed: items.length }),
    advisors: notification(notificationTexts, 'leave.student_away', { ...days, name: student.full_name }),
  })
  return { version: 1, freed: items.length }
}
