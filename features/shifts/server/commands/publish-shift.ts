import { refuseIf } from '#core/refusal.ts'
import { notification } from '#core/notification-texts.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { dropCutoff, fewSeatsBlocker, needsInstructor, publishBlocker, seatsFor } from '../../rules.ts'
import { lockLimits } from '../queries/lock-limits.ts'
import { settingsOfSchool } from '../queries/settings-of-school.ts'
import { type Actor, type Locked, lockShift } from './lock-shift.ts'
import { factsOf, notifyShift } from './notify-shift.ts'
import { writeShift } from './write-shift.ts'

type Publishing = Locked & { toBeNamed: boolean; reason?: string | null }

/** Publishes an approved shift to its students, before an instructor is named if the school allows that. */
export async function publishShift(tx: Tx, me: Actor, { toBeNamed, reason = null, ...sent }: Publishing) {
  const { shift } = await lockShift(tx, me, sent, 'publish')
  // Both queries are sent at once; PostgreSQL answers in order.
  const [settings, limits] = await Promise.all([
    settingsOfSchool(tx, shift.school_id),
    lockLimits(tx, shift.id, shift.approved_capacity ?? shift.capacity),
  ])
  const now = new Date().toISOString()
  const schoolAllows = settings.publish_without_instructor
  refuseIf(shiftRefusals, publishBlocker(shift, { now, schoolAllows, toBeNamed }))

  const room = seatsFor(limits)!
  refuseIf(shiftRefusals, fewSeatsBlocker(room, shift.seats_taken))

  const changes = {
    status: 'published' as const,
    published_at: now,
    seats: room.seats,
    seats_limit: room.limit_name,
    instructor_to_be_named: toBeNamed && needsInstructor(shift),
    change: null,
    drop_cutoff_at: dropCutoff(shift.starts_at, settings.drop_cutoff_h),
  }
  const written = await writeShift(tx, shift, changes, { reason })
  await notifyShift(
    tx,
    shift,
    { audience: 'seats', type: 'shift_assigned', key: 'published' },
    notification(notificationTexts, 'shift.published', factsOf(shift)),
  )
  return written
}
