import type { Tx } from '#platform/server/db.ts'
import type { Pressed } from '../../rules.ts'
import type { LockedAttendance } from './lock-attendance.ts'
import { writeAttendance } from './write-attendance.ts'

/** Writes what a student pressed: one step at a time, where a check-out had waited for its check-in. */
export async function writePressed(tx: Tx, row: LockedAttendance, next: Pressed): Promise<void> {
  const isTwoSteps = next.status === 'completed' && row.record.check_in_at === null
  if (isTwoSteps)
    await writeAttendance(tx, row, {
      ...pressedOf(next),
      status: 'checked_in',
      check_out_at: null,
      check_out_method: null,
    })
  await writeAttendance(tx, isTwoSteps ? { ...row, status: 'checked_in' } : row, pressedOf(next))
}

const pressedOf = (record: Pressed): Pressed => ({
  status: record.status,
  check_in_at: record.check_in_at,
  check_in_method: record.check_in_method,
  check_in_pressed_at: record.check_in_pressed_at,
  check_in_offline: record.check_in_offline,
  distance_m: record.distance_m,
  is_inside: record.is_inside,
  check_out_at: record.check_out_at,
  check_out_method: record.check_out_method,
  check_out_pressed_at: record.check_out_pressed_at,
  check_out_offline: record.check_out_offline,
  check_out_reason: record.check_out_reason,
})
