import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { lengthBlocker, scheduleBlocker, seatBlocker, overrideOf } from '../../rules.ts'
import { blockersOf } from '../queries/blockers-of.ts'
import { giveSeat } from './give-seat.ts'
import { lockRoster } from './lock-roster.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'

type Makeup = { id: string; shiftId: string; reason: string | null }

/** The school assigns a shift for hours to make up; a reason overrides rest and a shorter shift. */
export async function assignMakeup(tx: Tx, { id, shiftId, reason }: Makeup): Promise<{ id: string }> {
  const need = await tx
    .selectFrom('makeup_needs')
    .select(['school_id', 'student_id', 'assignment_id', 'hours', 'status'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!need) return refuse(seatRefusals, refusal('makeup.not_found'))
  refuseIf(seatRefusals, scheduleBlocker(need))
  const roster = await lockRoster(tx, shiftId, 'makeup')
  if (roster.school_id !== need.school_id) refuse(seatRefusals, refusal('seat.no_shift'))
  refuseIf(seatRefusals, lengthBlocker(Number(roster.credited_hours), Number(need.hours), reason))
  const [found] = await blockersOf(tx, shiftId, [need.student_id])
  refuseIf(seatRefusals, seatBlocker(found, reason))
  const seat = await giveSeat(tx, shiftId, {
    studentId: need.student_id,
    source: 'makeup',
    override: overrideOf(found, reason),
    clearance: found?.clearance ?? null,
    makeupFor: need.assignment_id,
  })
  await notifyAboutSeat(
    tx,
    { ...seat, shift_id: shiftId },
    { to: 'student', type: 'shift_assigned', key: `makeup ${seat.id} ${seat.version}` },
    notification(notificationTexts, 'makeup.scheduled', roster.shift_facts),
  )
  return seat
}
