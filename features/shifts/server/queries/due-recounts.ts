import { sql } from 'kysely'
import { agreedStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import type { SeatLimit } from '../../contract.ts'
import { withLimits } from './with-limits.ts'

type Recount = {
  id: string
  school_id: string | null
  facility_id: string | null
  day: string | null
  last_shift_id: string
  is_first: boolean
}

/** A locked upcoming shift whose seats need a recount, with its current limits. */
export type RecountedShift = {
  id: string
  school_id: string
  facility_id: string | null
  seats: number
  seats_limit: SeatLimit['limit_name'] | null
  seats_taken: number
  limits: SeatLimit[]
}

/** The oldest rule change that no other process holds, locked for this transaction; undefined if there is none. */
export async function nextRecount(tx: Tx): Promise<Recount | undefined> {
  const { rows } = await sql<Recount>`
    select id, school_id, facility_id, day, last_shift_id, last_shift_id = '00000000-0000-0000-0000-000000000000' as is_first from priv.seat_recounts order by id limit 1 for update skip locked`.execute(
    tx,
  )
  return rows[0]
}

/** The next shifts that the rule change affects, in order of id. Their units are locked, so that no concurrent approval is missed. */
export async function shiftsOfRecount(tx: Tx, recount: Recount, most: number): Promise<RecountedShift[]> {
  const { rows } = await sql<Omit<RecountedShift, 'limits'>>`
    select x.id, x.school_id, x.facility_id, x.seats, x.seats_limit, x.seats_taken from public.shifts x
    where x.status in ${listed(agreedStates)} and x.starts_at > now() and x.id > ${recount.last_shift_id}::uuid
      and (${recount.school_id}::uuid is null or x.school_id = ${recount.school_id}::uuid)
      and (${recount.facility_id}::uuid is null or x.facility_id in (select app.facility_scope(${recount.facility_id}::uuid)))
      and (${recount.day}::date is null or x.date between ${recount.day}::date - 1 and ${recount.day}::date + 1)
    order by x.id limit ${most} for no key update of x`.execute(tx)
  return withLimits(tx, rows)
}

/** Stores the progress of a recount, or removes it when it is done. */
export async function advanceRecount(tx: Tx, id: string, lastShiftId: string | null): Promise<void> {
  await (
    lastShiftId
      ? sql`update priv.seat_recounts set last_shift_id = ${lastShiftId}::uuid where id = ${id}::bigint`
      : sql`delete from priv.seat_recounts where id = ${id}::bigint`
  ).execute(tx)
}
