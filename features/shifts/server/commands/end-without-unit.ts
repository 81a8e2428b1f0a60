import { sql } from 'kysely'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftStatus } from '../../contract.ts'
import { agreedStates } from '../../rules.ts'

type Ending = { ids: readonly string[]; reason: string }
type Ended = { id: string; status: ShiftStatus; version: number }

/**
 * Ends shifts that lose their unit: canceled where they were agreed on, else withdrawn. What they were before. Why, as a code, follows
 * from who asks: the calendar where an agreement has ended, else who manages the unit.
 */
export async function endWithoutUnit(tx: Tx, { ids, reason }: Ending): Promise<Ended[]> {
  const { rows } = await sql<Ended>`
    select * from app.end_without_unit(${ids}::uuid[], ${reason})`.execute(tx)
  return rows
}

/** What those who led an agreed shift are notified of, and under which key; null where it was only asked for. */
export const cancellationOf = ({ status, version }: Ended, facts: ShiftFacts, reason: string) =>
  status === 'postponed' || agreedStates.includes(status)
    ? { key: `cancelled ${version}`, values: { ...facts, reason, lost: 0, isMine: true } }
    : null
