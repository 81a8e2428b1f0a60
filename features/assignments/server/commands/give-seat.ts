import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Override } from '../../rules.ts'

type NewSeat = {
  shiftId: string
  studentId: string
  source: string
  /** The soft rule that is set aside for it, and why. */
  override: Override | null
  /** The seat whose hours it makes up. */
  makeupFor?: string
}

/** Puts a student on a shift, by their request where there is one; PostgreSQL counts, and refuses what stands in the way by then. */
export async function giveSeat(tx: Tx, seat: NewSeat): Promise<string> {
  const { shiftId, studentId, source, override, makeupFor = null } = seat
  const { rows } = await sql<{ id: string }>`
    select app.give_seat_as_school(${shiftId}::uuid, ${studentId}::uuid, ${source}, ${override?.rule ?? null}, ${override?.reason ?? null},
      ${makeupFor}::uuid) as id`.execute(tx)
  return rows[0]!.id
}
