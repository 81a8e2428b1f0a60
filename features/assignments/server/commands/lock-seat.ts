import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import type { AssignmentStatus } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'

/** A seat with its shift, as `app.lock_seat` gives it; `now` is the time of the database. */
export type LockedSeat = {
  id: string
  shift_id: string
  school_id: string
  student_id: string
  student_name: string
  party: 'student' | 'school' | 'platform' | 'proctor' | 'facility'
  status: AssignmentStatus
  source: string
  version: number
  offer_expires_at: string | null
  drop_asked_at: string | null
  conflict_at: string | null
  moved_at: string | null
  shift_status: ShiftStatus
  shift_version: number
  starts_at: string
  drop_until: string
  seats_taken: number
  min_to_run: number
  credited_hours: string
  specialty: Specialty
  has_instructor: boolean
  /** Does this student leave by their own decision? */
  leaves_alone: boolean
  shift_facts: ShiftFacts
  now: string
}

/** Locks a seat, and before it its shift. Refuses when there is none for the asker, and when it is in another state than these. */
export async function lockSeat(tx: Tx, id: string, from: readonly AssignmentStatus[]): Promise<LockedSeat> {
  const { rows } = await sql<LockedSeat>`select * from app.lock_seat(${id}::uuid)`.execute(tx)
  const seat = rows[0] ?? refuse(seatRefusals, refusal('seat.not_found'))
  if (!from.includes(seat.status)) refuse(seatRefusals, refusal('seat.not_now', { status: seat.status }))
  return seat
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
