import { sql } from 'kysely'
import { refusal, refuse, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SwapPartner } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'
import { swapBlocker, type SwapOption, swapPartnersOf } from '../../rules.ts'

/** Classmates who could take the asker's seat, or exchange it for one of theirs; throws Refused where it cannot change hands. */
export async function listSwapPartners(tx: Tx, seatId: string): Promise<SwapPartner[]> {
  const seat = await tx
    .selectFrom('assignments as a')
    .innerJoin('shifts as s', 's.id', 'a.shift_id')
    .select(['a.status', 's.status as shift_status', 's.starts_at'])
    .where('a.id', '=', seatId)
    .executeTakeFirst()
  if (!seat) return refuse(seatRefusals, refusal('seat.not_found'))
  refuseIf(seatRefusals, swapBlocker(seat, new Date().toISOString()))
  return swapPartnersOf(await listSwapOptions(tx, seatId))
}

/** Every way in which the asker's seat could change hands now; none where it is not theirs, or cannot. */
export async function listSwapOptions(tx: Tx, seatId: string): Promise<SwapOption[]> {
  const { rows } = await sql<SwapOption>`select * from app.swap_options(${seatId}::uuid)`.execute(tx)
  return rows
}
