import { addDays, todayIn } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { activeSeats } from '#core/seat-statuses.ts'
import type { SemesterSettings } from '#features/semesters/contract.ts'
import { GRADING_DAYS } from '#features/semesters/rules.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { writeShift } from './write-shift.ts'

/** Makes the hours of a shift final, once attendance is recorded for everyone on it and its report is accepted. */
export async function closeShift(tx: Tx, me: Actor, sent: Locked) {
  const { shift } = await lockShift(tx, me, sent, 'close')
  const { open } = await tx
    .selectFrom('assignments')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('shift_id', '=', shift.id)
    .where('status', 'in', activeSeats)
    .executeTakeFirstOrThrow()
  if (open > 0) {
    const { settings, end_date: end } = await tx
      .selectFrom('semesters')
      .select(['settings', 'end_date'])
      .where('id', '=', shift.semester_id)
      .executeTakeFirstOrThrow()
    const { hours_lock_at: at, grading_window: grading } = settings as Partial<SemesterSettings>
    const locks = at
      ? todayIn(shift.time_zone, Date.parse(at))
      : addDays(grading?.to ?? end, grading ? 1 : GRADING_DAYS + 1)
    refuse(shiftRefusals, refusal('shift.attendance_open', { open, locks }))
  }
  // Its hours are credited with the report, and the attendance of a closed shift can't be corrected.
  const report = await tx
    .selectFrom('shift_reports')
    .select('id')
    .where('id', '=', shift.id)
    .where('status', '<>', 'accepted')
    .executeTakeFirst()
  if (report) refuse(shiftRefusals, refusal('shift.report_open'))
  return writeShift(tx, shift, { status: 'closed' })
}
