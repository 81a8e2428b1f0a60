import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { ShiftStatus } from '#features/shifts/contract.ts'
import type { Tx } from '#platform/server/db.ts'
import { seatRefusals } from '../../messages.ts'
import { assigningBlocker } from '../../rules.ts'

type LockedRoster = {
  id: string
  school_id: string
  party: 'school' | 'platform' | 'proctor' | 'facility'
  status: ShiftStatus
  credited_hours: string
  shift_facts: ShiftFacts
}

/** Locks a shift for who puts students on it. Refuses when there is none for them, and when no one is put on it now. */
export async function lockRoster(tx: Tx, shiftId: string, source: 'admin' | 'makeup'): Promise<LockedRoster> {
  const { rows } = await sql<LockedRoster>`select * from app.lock_roster(${shiftId}::uuid)`.execute(tx)
  const roster = rows[0] ?? refuse(seatRefusals, refusal('seat.no_shift'))
  refuseIf(seatRefusals, assigningBlocker(roster, source))
  return roster
}
