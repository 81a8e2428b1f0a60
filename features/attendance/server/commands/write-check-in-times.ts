import type { Tx } from '#platform/server/db.ts'
import { type CheckInTimes, checkInTimesOf } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'
import { writeAttendance } from './write-attendance.ts'

/** Writes what a student pressed: in two steps if a check-out was waiting for its check-in. */
export async function writeCheckInTimes(tx: Tx, row: LockedAttendance, next: CheckInTimes): Promise<void> {
  const isTwoSteps = next.status === 'completed' && row.record.check_in_at === null
  if (isTwoSteps)
    await writeAttendance(tx, row, {
      ...checkInTimesOf(next),
      status: 'checked_in',
      check_out_at: null,
      check_out_method: null,
    })
  await writeAttendance(tx, isTwoSteps ? { ...row, status: 'checked_in' } : row, checkInTimesOf(next))
}
