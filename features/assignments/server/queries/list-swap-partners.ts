import { sql } from 'kysely'
import { refusal, refuse, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SwapPartner } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'
import { inWords, type SeatFacts } from './seat-facts.ts'
import { swapBlocker, type SwapOption, swapPartnersOf } from '../../rules.ts'

/** Classmates who could take the caller's seat, or exchange it for one of theirs; throws Refused if it cannot be swapped. */
export async function listSwapPartners(tx: Tx, seatId: string): Promise<SwapPartner[]> {
  const seat = await tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as s', 's.id', 'a.shift_id')
    .select(['a.status', 'a.makeup_for', 's.status as shift_status', 's.starts_at'])
    .where('a.id', '=', seatId)
    .executeTakeFirst()
  if (!seat) return refuse(seatRefusals, refusal('seat.not_found'))
  refuseIf(seatRefusals, swapBlocker(seat, new Date().toISOString()))
  return swapPartnersOf(await listSwapOptions(tx, seatId))
}

/** All possible swaps of the caller's seat now; none if it is not theirs or cannot be swapped. */
export async function listSwapOptions(tx: Tx, seatId: string): Promise<SwapOption[]> {
  const { rows } = await sql<Found>`
    select o.student_id, o.full_name, o.assignment_id, f.facts from app.swap_options(${seatId}::uuid) o
    cross join lateral (select app.seat_facts(o.assignment_id)) f (facts)
    order by o.full_name, o.student_id, f.facts ->> 'date' nulls first, f.facts ->> 'start_time', o.assignment_id`.execute(
    tx,
  )
  return rows.map(({ facts, assignment_id: id, ...mate }) =>
    id === null || facts === null
      ? { ...mate, assignment_id: null }
      : { ...mate, assignment_id: id, ...seatOf(facts) },
  )
}
type Found = { student_id: string; full_name: string; assignment_id: string | null; facts: SeatFacts | null }

function seatOf(facts: SeatFacts) {
  const { date, start_time, end_time, unit: location } = inWords(facts)
  return { date, start_time, end_time, location }
}
