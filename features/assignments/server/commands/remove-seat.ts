import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf, refusal } from '#core/refusal.ts'
import { takenSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { notificationTexts, seatRefusals } from '../../messages.ts'
import { makesNeed, removalBlocker, rosterBlocker } from '../../rules.ts'
import { lockShiftOf, seatOn } from './lock-seat.ts'
import type { LockedShift } from './lock-shift.ts'
import { notifyAboutSeat } from './notify-about-seat.ts'
import { reasonOf } from './reason-of.ts'
import { endedSeat, writeSeat } from './write-seat.ts'

type Removal = { id: string; code: string | null; reason: string; makeup?: boolean }

/**
 * Takes a student off a shift: the school for any reason, the facility for conduct,
 * safety or non-compliance, students themselves when leaving the school. It also grants a
 * request to be taken off; with `makeup` the hours need to be made up.
 */
export async function removeSeat(tx: Tx, { id, code, reason: text, makeup = false }: Removal): Promise<void> {
  const shift = await lockShiftOf(tx, id)
  if (shift.party === 'facility') return removeForFacility(tx, shift, { id, code, reason: text })
  const seat = await seatOn(tx, shift, id, takenSeats)
  refuseIf(seatRefusals, removalBlocker(seat, code))
  const reason = reasonOf(text, refusal('seat.both_read_reason'))
  refuseIf(seatRefusals, rosterBlocker(seat))
  await writeSeat(tx, seat, endedSeat('removed', reason, code), reason)
  if (makeup && makesNeed(seat)) await noteNeed(tx, id, reason)
  await notifyOfRemoval(tx, id, shift, code, reason)
}

/**
 * Records hours to make up for a removed seat: the seat determines the student and
 * the number. For a make-up seat, its hours are already open again.
 */
async function noteNeed(tx: Tx, seatId: string, reason: string): Promise<void> {
  await tx
    .insertInto('makeup_needs')
    .columns(['assignment_id', 'school_id', 'student_id', 'hours', 'specialty', 'reason'])
    .expression((db) =>
      db
        .selectFrom('assignments as a')
        .innerJoin('shifts as x', (on) =>
          on.onRef('x.id', '=', 'a.shift_id').onRef('x.school_id', '=', 'a.school_id'),
        )
        .select(['a.id', 'a.school_id', 'a.student_id', 'x.credited_hours', 'x.specialty'])
        .select(sql<string>`${reason}::text`.as('reason'))
        .where('a.id', '=', seatId)
        .where('a.source', '<>', 'makeup'),
    )
    .onConflict((known) => known.column('assignment_id').doNothing())
    .execute()
}

/** For a facility, which cannot see seats. */
async function removeForFacility(
  tx: Tx,
  shift: LockedShift,
  { id, code, reason: text }: Removal,
): Promise<void> {
  refuseIf(seatRefusals, removalBlocker({ ...shift, leaves_alone: false }, code))
  const reason = reasonOf(text, refusal('seat.both_read_reason'))
  refuseIf(seatRefusals, rosterBlocker(shift))
  await sql`select app.remove_for_facility(${id}::uuid, ${code}, ${reason})`.execute(tx)
  await notifyOfRemoval(tx, id, shift, code, reason)
}

/**
 * The school and the instructor read who it was; a facility that removes a student
 * may not, so the name comes from the seat (`database/subjects.ts`).
 */
const NAMED_BY_THE_SEAT = ''

async function notifyOfRemoval(
  tx: Tx,
  id: string,
  { shift_id, shift_facts: facts, has_instructor: hasInstructor, party }: LockedShift,
  code: string | null,
  reason: string,
): Promise<void> {
  const notify = (
    to: 'student' | 'school' | 'instructor',
    key: string,
    text: Parameters<typeof notifyAboutSeat>[3],
  ) => notifyAboutSeat(tx, { id, shift_id }, { to, type: 'seat_changed', key }, text)
  await notify(
    'student',
    `removed ${id}`,
    notification(notificationTexts, 'seat.removed', { ...facts, reason }),
  )
  if (hasInstructor)
    await notify(
      'instructor',
      `removed ${id} proctor`,
      notification(notificationTexts, 'seat.removed_from_yours', { ...facts, student: NAMED_BY_THE_SEAT }),
    )
  if (party === 'facility')
    await notify(
      'school',
      `removed ${id}`,
      notification(notificationTexts, 'seat.removed_by_facility', {
        ...facts,
        student: NAMED_BY_THE_SEAT,
        why: code ?? '',
        reason,
      }),
    )
}
