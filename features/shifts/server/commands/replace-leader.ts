import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { ShiftFacts } from '#core/shift-facts.ts'
import { agreedStates } from '#core/shift-statuses.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ShiftStatus } from '../../contract.ts'
import { notificationTexts, shiftRefusals } from '../../messages.ts'
import { leaderColumns, leadersAfter, type Successor, successorBlocker } from '../../rules.ts'
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
  may_drop: boolean
  successor: Successor | null
}

/**
 * Hands an upcoming shift to another instructor or preceptor, or to no one yet, because its leader leaves. If the successor is the person
 * themselves, they get back a shift that no one leads. Returns false if they no longer lead it, or if someone leads it now.
 */
export async function replaceLeader(tx: Tx, handover: Handover): Promise<boolean> {
  const { shiftId: id, userId, reason } = handover
  const shift = await lockLedShift(tx, handover)
  if (!shift) return false
  const leaders = leadersAfter(shift, userId)
  refuseIf(shiftRefusals, successorBlocker(leaders, shift.successor))

  const { rows } = await sql<{ version: number }>`
    select app.write_leaders(${id}::uuid, ${userId}::uuid, ${JSON.stringify(leaderColumns(shift, leaders))}::jsonb, ${reason}) as version`.execute(
    tx,
  )
  const isAgreed = agreedStates.includes(shift.status)
  await notifyLeader(tx, handover, shift, { isAgreed, version: rows[0]!.version })
  if (!isAgreed) return true
  const { title, facts, successor, leader } = shift
  const pair = (before: readonly string[]): [string | null, string | null] => [
    before.includes(userId) ? leader : null,
    successor?.name ?? null,
  ]
  const changes = {
    instructor: leaders.instructs ? pair(shift.proctor_ids) : null,
    preceptor: leaders.precepts ? pair(shift.preceptor_ids) : null,
  }
  await notifyChanged(tx, { id }, { title, before: facts, after: facts, ...changes, reason }, shift.may_drop)
  return true
}

/** If the shift is agreed, notifies the person who no longer leads it; otherwise, the person who leads it now. */
async function notifyLeader(
  tx: Tx,
  { shiftId: id, userId }: Handover,
  { facts, proctor_ids: proctors }: LedShift,
  { isAgreed, version }: { isAgreed: boolean; version: number },
): Promise<void> {
  const ownPage = proctors.includes(userId) ? '/proctor/schedule' : '/facility/shifts'
  await notifyOfRow(
    tx,
    { table: 'shifts', id },
    {
      to: [isAgreed ? 'left_ids' : 'joined_ids'],
      type: 'shift_changed',
      url: isAgreed ? ownPage : `/shift/${id}`,
      key: `shift ${id} ${isAgreed ? 'taken' : 'led'} ${version}`,
    },
    isAgreed
      ? notification(notificationTexts, 'shift.passed_on', facts)
      : notification(notificationTexts, 'shift.led', facts),
  )
}

async function lockLedShift(tx: Tx, { shiftId, userId, successorId }: Handover): Promise<LedShift | null> {
  const { rows } = await sql<{ shift: LedShift | null }>`
    select l.shift || jsonb_build_object('leader', app.name_of_proctor(${userId}::uuid), 'successor', case when ${successorId}::uuid is not null then
      jsonb_build_object('id', ${successorId}::uuid, 'name', app.name_of_proctor(${successorId}::uuid), 'is_proctor', coalesce(u.role = 'proctor', false),
        'is_of_school', coalesce(u.status = 'active' and u.linked_school_id = (l.shift ->> 'school_id')::uuid, false), 'is_preceptor', f.is_preceptor) end) as shift
    from app.lock_led_shift(${shiftId}::uuid, ${userId}::uuid, ${successorId === userId}) l (shift)
    cross join lateral app.facts_of_plan(null, array[${successorId}::uuid]) f left join public.users u on u.id = ${successorId}::uuid`.execute(
    tx,
  )
  return rows[0]!.shift
}
