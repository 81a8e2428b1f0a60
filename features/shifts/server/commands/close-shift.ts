import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { shiftRefusals } from '../../messages.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { writeShift } from './write-shift.ts'

/** Makes the hours of a shift final, once attendance is recorded for everyone on it. */
export async function closeShift(tx: Tx, me: Actor, sent: Locked) {
  const { shift } = await lockShift(tx, me, sent, 'close')
  const { open } = await tx
    .selectFrom('assignments')
    .select(({ fn }) => fn.countAll<number>().as('open'))
    .where('shift_id', '=', shift.id)
    .where('status', 'in', ['assigned', 'checked_in'])
    .executeTakeFirstOrThrow()
  if (open > 0) {
    const { settings } = await tx
      .selectFrom('semesters')
      .select('settings')
      .where('id', '=', shift.semester_id)
      .executeTakeFirstOrThrow()
    const { hours_lock_at: lockAt = null } = settings as { hours_lock_at?: string }
    refuse(shiftRefusals, refusal('shift.attendance_open', { open, lockAt, timeZone: shift.time_zone }))
  }
  return writeShift(tx, shift, { status: 'closed' })
}
