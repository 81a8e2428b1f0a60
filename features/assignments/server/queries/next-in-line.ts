import { sql } from 'kysely'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SeatBlock } from '../../contract.ts'

export type OfferedShift = {
  starts_at: string
  drop_cutoff_at: string | null
  time_zone: string
  facts: ShiftFacts
}
export type Waiting = { id: string; student_id: string }

/** Locks a shift, and its unit where that counts seats by year; undefined where no seats are offered on it now. */
export async function holdOfferedShift(
  tx: Tx,
  shiftId: string,
  now: string,
): Promise<OfferedShift | undefined> {
  const held = await tx
    .selectFrom('shifts')
    .select('id')
    .where('id', '=', shiftId)
    .where('status', 'in', ['published', 'full'])
    .where('starts_at', '>', now)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!held) return undefined
  const { rows } = await sql<OfferedShift>`
    select s.starts_at, s.drop_cutoff_at, s.time_zone, app.shift_facts(s) as facts
    from app.hold_levels(array[${shiftId}::uuid]), public.shifts s where s.id = ${shiftId}::uuid`.execute(tx)
  return rows[0]
}

/** Who waits for a seat on a shift, who asked first comes first. */
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

/** Is there a seat by now, and what stands between this student and it? */
export async function findRoom(
  tx: Tx,
  shiftId: string,
  studentId: string,
): Promise<{ is_free: boolean; block: SeatBlock | null }> {
  const { rows } = await sql<{ is_free: boolean; block: SeatBlock | null }>`
    select s.seats_taken < least(s.seats, (app.shift_limits(s, true)).most) as is_free, b.block
    from public.shifts s cross join app.seat_blocks(array[${studentId}::uuid], s) b where s.id = ${shiftId}`.execute(
    tx,
  )
  return rows[0]!
}
