import { sql } from 'kysely'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'

/** A shift that a command has locked until the end of its transaction; `now` is the database time. */
export type LockedShift = {
  shift_id: string
  school_id: string
  party: 'student' | 'school' | 'platform' | 'proctor' | 'facility'
  shift_status: ShiftStatus
  shift_version: number
  starts_at: string
  /** Until when a student may give up the seat without asking. */
  drop_until: string
  seats_taken: number
  min_to_run: number
  credited_hours: string
  specialty: Specialty
  has_instructor: boolean
  shift_facts: ShiftFacts
  now: string
}

/** Locks a shift, or the shift of a seat, and returns which party the caller acts for; undefined if none. */
export async function lockShift(
  tx: Tx,
  { id = null, seatId = null }: { id?: string | null; seatId?: string | null },
): Promise<LockedShift | undefined> {
  const { rows } = await sql<LockedShift>`
    select (l.shift).id as shift_id, (l.shift).school_id, l.party, (l.shift).status as shift_status, (l.shift).version as shift_version, (l.shift).starts_at,
      coalesce((l.shift).drop_cutoff_at, (l.shift).starts_at - make_interval(hours => app.school_setting((l.shift).school_id, 'drop_cutoff_h')::integer)) as drop_until,
      (l.shift).seats_taken, (l.shift).min_to_run, (l.shift).credited_hours, (l.shift).specialty, (l.shift).proctor_id is not null as has_instructor,
      app.shift_facts(l.shift) as shift_facts, now() as now
    from app.lock_shift(${id}::uuid, ${seatId}::uuid) l`.execute(tx)
  return rows[0]
}
