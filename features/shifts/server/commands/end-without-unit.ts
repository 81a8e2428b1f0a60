import { sql } from 'kysely'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { agreedStates, aheadStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftStatus } from '../../contract.ts'
import { writeShift } from './write-shift.ts'

/** The calendar ends shifts after an agreement ended; a unit's manager ends upcoming shifts there. */
type Ending = { ids: readonly string[]; code: 'agreement_ended' | 'unit_unavailable'; reason: string }
type Ended = { id: string; status: ShiftStatus; version: number }

/** Ends shifts that lose their unit: cancels agreed ones, withdraws the others. Returns them as they were before. */
export async function endWithoutUnit(tx: Tx, { ids, code, reason }: Ending): Promise<Ended[]> {
  if (ids.length === 0) return []
  const shifts = await tx
    .selectFrom('shifts')
    .select(['id', 'version', 'seats_taken', sql<ShiftStatus>`status`.as('status')])
    .where('id', 'in', ids)
    .where('status', 'in', aheadStates)
    .$if(code === 'unit_unavailable', (query) => query.where('starts_at', '>', sql<string>`now()`))
    // In a fixed order, so that concurrent callers wait for each other instead of deadlocking.
    .orderBy('starts_at')
    .orderBy('id')
    .forUpdate()
    .execute()
  for (const shift of shifts) await endShiftThere(tx, shift, code, reason)
  return shifts
}

async function endShiftThere(
  tx: Tx,
  shift: Ended & { seats_taken: number },
  code: Ending['code'],
  reason: string,
): Promise<void> {
  const isAgreed = wasAgreed(shift)
  await writeShift(
    tx,
    shift,
    {
      status: isAgreed ? 'cancelled' : 'withdrawn',
      cancel_code: code,
      status_reason: reason,
      change: null,
      counter: null,
      respond_by: null,
    },
    { reason, isPart: true, details: isAgreed ? { code, students: shift.seats_taken } : { code } },
  )
}

const wasAgreed = ({ status }: Ended): boolean => status === 'postponed' || agreedStates.includes(status)

/** The notification to the leaders of an agreed shift and its key; null if the shift was only requested. */
export const cancellationOf = (ended: Ended, facts: ShiftFacts, reason: string) =>
  wasAgreed(ended)
    ? { key: `cancelled ${ended.version}`, values: { ...facts, reason, lost: 0, isMine: true } }
    : null
