import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftDecision } from '../../contract.ts'
import { settleRefusals } from '../../messages.ts'
import { type SettleOccasion, settlementRefusal } from '../../rules.ts'
import { shiftsAhead, unitsBeside } from '../sql.ts'

export type StatusChange = {
  id: string
  version: number
  reason: string
  decisions: readonly ShiftDecision[]
}
export type Settled = { kept: number; cancelled: number; moved: number }
const statusAfter = { pause: 'paused', close: 'closed', archive: 'archived' } as const

/**
 * Pauses, closes or archives a place once every shift ahead there is decided on: kept (at a paused unit alone), canceled, or moved to
 * another unit. Everyone concerned is notified once, each school with its numbers. Undefined when the version is stale.
 */
export async function settleShifts(
  tx: Tx,
  { id, version, reason, decisions }: StatusChange,
  occasion: SettleOccasion,
  undecided: (shiftIds: string[]) => Error,
): Promise<Settled | undefined> {
  const ahead = await shiftsAhead(tx, id)
  const units = await unitsBeside(tx, id)
  const refused = settlementRefusal(ahead, decisions, units, occasion)
  if (refused?.code === 'shift_ahead.undecided') throw undecided(refused.values.shift_ids)
  refuseIf(settleRefusals, refused)
  const { rows: names } = await sql<{
    name: string
  }>`select name from public.facilities where id = ${id}`.execute(tx)
  const why = `${names[0]?.name ?? 'The unit'} is ${statusAfter[occasion]}: ${reason.trim()}`
  const decided = new Map(decisions.map((decision) => [decision.shift_id, decision]))
  const bySchool = new Map<string, { school_id: string; kept: number; canceled: number; moved: number }>()
  // Kept in the trail of each shift.
  await sql`select set_config('app.reason', ${reason.trim()}, true)`.execute(tx)
  await sql`select app.group_notifications(${`${occasion} ${id} ${version}`}, ${`Your shifts in ${names[0]?.name ?? 'a unit'} have changed`})`.execute(
    tx,
  )
  for (const shift of ahead) {
    const { action, unit_id: unitId } = decided.get(shift.id)!
    const counts = bySchool.get(shift.school_id) ?? {
      school_id: shift.school_id,
      kept: 0,
      canceled: 0,
      moved: 0,
    }
    bySchool.set(shift.school_id, counts)
    counts[({ keep: 'kept', cancel: 'canceled', move: 'moved' } as const)[action]] += 1
    if (action !== 'keep')
      await sql`select app.settle_shift_ahead(${shift.id}::uuid, ${action === 'move' ? unitId : null}::uuid, ${why})`.execute(
        tx,
      )
  }
  await sql`select app.group_notifications(null)`.execute(tx)
  const kept = decisions.filter(({ action }) => action === 'keep').map(({ shift_id }) => shift_id)
  const counts = [...bySchool.values()]
  const { rows } = await sql<{ done: boolean }>`
    select app.set_facility_status(${id}, ${version}, ${statusAfter[occasion]}, ${reason}, ${kept}::uuid[], ${JSON.stringify(counts)}::jsonb) as done`.execute(
    tx,
  )
  if (!rows[0]!.done) return undefined
  const sum = (of: 'kept' | 'canceled' | 'moved') => counts.reduce((total, each) => total + each[of], 0)
  return { kept: sum('kept'), cancelled: sum('canceled'), moved: sum('moved') }
}
