import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { AssignmentStatus } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'
import { type LockedShift, lockShift } from './lock-shift.ts'

/** A seat with its shift. */
export type LockedSeat = LockedShift & Awaited<ReturnType<typeof readSeat>>

/** Locks the shift of a seat, and so the seat. Refuses if the caller may not see it, or if its status is not one of these. */
export async function lockSeat(tx: Tx, id: string, from: readonly AssignmentStatus[]): Promise<LockedSeat> {
  return seatOn(tx, await lockShiftOf(tx, id), id, from)
}

/** Locks the shift of a seat; refuses if it is none of the caller's. */
export const lockShiftOf = async (tx: Tx, id: string): Promise<LockedShift> =>
  (await lockShift(tx, { seatId: id })) ?? refuse(seatRefusals, refusal('seat.not_found'))

/** Reads a seat on a locked shift. Refuses if the caller may not see it, or if its status is not one of these. */
export async function seatOn(
  tx: Tx,
  shift: LockedShift,
  id: string,
  from: readonly AssignmentStatus[],
): Promise<LockedSeat> {
  const seat = await readSeat(tx, id)
  if (!from.includes(seat.status)) refuse(seatRefusals, refusal('seat.not_now', { status: seat.status }))
  return { ...shift, ...seat }
}

async function readSeat(tx: Tx, id: string) {
  const seat = await tx
    .selectFrom('assignments as a')
    .leftJoin('users as u', 'u.id', 'a.student_id')
    .where('a.id', '=', id)
    .select(['a.id', 'a.student_id', 'a.source', 'a.makeup_for', 'a.version', 'a.offer_expires_at'])
    .select(['a.drop_asked_at', 'a.conflict_at', 'a.moved_at'])
    .select([
      sql<AssignmentStatus>`a.status`.as('status'),
      sql<string>`coalesce(u.full_name, '')`.as('student_name'),
      // True if this student is leaving by their own decision.
      sql<boolean>`exists (select from public.departures d where d.user_id = a.student_id and d.decided_by = d.user_id
        and (d.status = 'planned' or d.created_at = now()))`.as('leaves_alone'),
    ])
    .executeTakeFirst()
  return seat ?? refuse(seatRefusals, refusal('seat.not_found'))
}

/** Locks a student's own seat for them; refuses everyone else with this sentence. */
export async function lockOwnSeat(
  tx: Tx,
  id: string,
  from: readonly AssignmentStatus[],
  sentence: string,
): Promise<LockedSeat> {
  const seat = await lockSeat(tx, id, from)
  if (seat.party !== 'student') refuse(seatRefusals, refusal('seat.only_student', { sentence }))
  return seat
}
