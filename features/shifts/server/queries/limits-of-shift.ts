import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { SeatLimit } from '../../contract.ts'

/** The parts of a plan that the limits on its seats depend on. */
export type PlanChange = Partial<{
  date: string
  start_time: string
  end_time: string
  starts_at: string
  ends_at: string
  facility_id: string | null
}>

/**
 * Every limit on the seats of a shift, as it is or with some of its plan changed. Keeps its unit until the end of the transaction: of
 * two who fill it at once the second counts what the first took.
 */
export async function holdLimits(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<SeatLimit[]> {
  const { rows } = await sql<SeatLimit>`
    select * from app.hold_limits(${id}::uuid, ${JSON.stringify(plan)}::jsonb, ${seats}::integer)`.execute(tx)
  return rows
}

/** Where there would be room for so many instead, in words; null when nowhere near. */
export async function roomInstead(
  tx: Tx,
  id: string,
  seats: number,
  plan: PlanChange = {},
): Promise<string | null> {
  const { rows } = await sql<{ words: string | null }>`
    select app.room_instead(${id}::uuid, ${JSON.stringify(plan)}::jsonb, ${seats}::integer) as words`.execute(
    tx,
  )
  return rows[0]?.words ?? null
}
