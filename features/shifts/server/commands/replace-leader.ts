import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftStatus } from '../../contract.ts'
import { shiftRefusals } from '../../messages.ts'
import { agreedStates, leaderColumns, leadersAfter, type Successor, successorRefusal } from '../../rules.ts'
import { notifyChanged } from './notify-of-change.ts'

type Handover = { shiftId: string; userId: string; successorId: string | null; reason: string }
type LedShift = {
  title: string | null
  status: ShiftStatus
  facts: ShiftFacts
  proctor_ids: string[]
  preceptor_ids: string[]
  leader: string
  to_be_named: boolean
  reminders_sent: number
  is_of_series: boolean
  successor: Successor | null
}

/**
 * Gives a shift ahead to another instructor or preceptor, or leaves that to be named, because its leader leaves; with the person as
 * successor it gives back a shift that no one leads. False when it is no longer theirs to lead, or someone leads it now.
 */
export async function replaceLeader(tx: Tx, handover: Handover): Promise<boolean> {
  const { shiftId: id, userId, reason } = handover
  const shift = await lockLedShift(tx, handover)
  if (!shift) return false
  const leaders = leadersAfter(shift, userId)
  refuseIf(shiftRefusals, successorRefusal(leaders, shift.successor))

  const { rows } = await sql<{ may_drop: boolean }>`
    select app.write_leaders(${id}::uuid, ${userId}::uuid, ${JSON.stringify(leaderColumns(shift, leaders))}::jsonb, ${reason}) as may_drop`.execute(
    tx,
  )
  if (!agreedStates.includes(shift.status)) return true
  const { title, facts, successor, leader } = shift
  const pair = (before: readonly string[]): [string | null, string | null] => [
    before.includes(userId) ? leader : null,
    successor?.name ?? null,
  ]
  const changes = {
    instructor: leaders.instructs ? pair(shift.proctor_ids) : null,
    preceptor: leaders.precepts ? pair(shift.preceptor_ids) : null,
  }
  await notifyChanged(
    tx,
    { id },
    { title, before: facts, after: facts, ...changes, reason },
    rows[0]!.may_drop,
  )
  return true
}

async function lockLedShift(tx: Tx, { shiftId, userId, successorId }: Handover): Promise<LedShift | null> {
  const { rows } = await sql<{ shift: LedShift | null }>`
    select app.lock_led_shift(${shiftId}::uuid, ${userId}::uuid, ${successorId}::uuid) as shift`.execute(tx)
  return rows[0]!.shift
}
