import { sql } from 'kysely'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { upcomingStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SeatBlock } from '../../contract.ts'

export type OfferedShift = {
  id: string
  starts_at: string
  drop_cutoff_at: string | null
  time_zone: string
  facts: ShiftFacts
}
export type Waiting = { id: string; student_id: string }

/**
 * Locks those of these shifts on which seats are offered now, then their units that count
 * seats by year. A claim locks in the same order, so there are no deadlocks.
 */
export async function lockOfferedShifts(
  tx: Tx,
  shiftIds: readonly string[],
  now: string,
): Promise<OfferedShift[]> {
  const held = await tx
    .selectFrom('shifts')
    .select('id')
    .where('id', 'in', shiftIds)
    .where('status', 'in', upcomingStates)
    .where('starts_at', '>', now)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  const ids = held.map(({ id }) => id)
  const { rows } = await sql<OfferedShift>`
    select s.id, s.starts_at, s.drop_cutoff_at, s.time_zone, app.shift_facts(s) as facts
    from app.hold_levels(${ids}::uuid[]), public.shifts s where s.id = any (${ids}::uuid[]) order by s.id`.execute(
    tx,
  )
  return rows
}

/** The waitlist of a shift, earliest request first. */
export async function lockNextInLine(tx: Tx, shiftId: string): Promise<Waiting[]> {
  return tx
    .selectFrom('assignments')
    .select(['id', 'student_id'])
    .where('shift_id', '=', shiftId)
    .where('status', '=', 'waitlisted')
    .orderBy('asked_at')
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
}

/** Whether there is a free seat now, and what keeps this student from it. */
export async function findRoom(
  tx: Tx,
  shiftId: string,
  studentId: string,
): Promise<{ is_free: boolean; block: SeatBlock | null }> {
  const { rows } = await sql<{ is_free: boolean; block: SeatBlock | null }>`
    select s.seats_taken < least(s.seats, (app.shift_limits(s, true)).most) as is_free, b.block
    from public.shifts s cross join app.seat_blocks(array[${studentId}::uuid], array[s]) b where s.id = ${shiftId}`.execute(
    tx,
  )
  return rows[0]!
}
