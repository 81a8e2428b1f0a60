import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Swap } from '../../contract.ts'
import { seatRefusals } from '../../messages.ts'
import type { SwapParty } from '../../rules.ts'

export type LockedSwap = {
  id: string
  status: Swap['status']
  party: Exclude<SwapParty, 'system'>
  /** Does the school let students choose shifts by themselves? */
  students_choose: boolean
  shift_facts: ShiftFacts
}

/** Locks a swap, after the shifts it is about; refuses when there is none for the asker. */
export async function lockSwap(tx: Tx, id: string): Promise<LockedSwap> {
  const { rows } = await sql<LockedSwap>`select * from app.lock_swap(${id}::uuid)`.execute(tx)
  return rows[0] ?? refuse(seatRefusals, refusal('swap.not_found'))
}
