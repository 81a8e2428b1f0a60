import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { attempt } from '#platform/server/attempt.ts'
import type { Tx } from '#platform/server/db.ts'
import type { GivenBack, HoldingKind } from '../../contract.ts'
import type { HoldingCommands } from '../holding-commands.ts'

type Taken = {
  kind: HoldingKind
  item_id: string
  label: string
  action: 'hand_over' | 'free'
  was: string | null
  shift_id: string | null
  is_makeup: boolean
  successor_name: string | null
}
type Departure = { id: string; userId: string; isOwn: boolean; why: string; commands: HoldingCommands }

/**
 * Gives back what a departure freed, if no one else has taken it and the rules still allow it; returns the rest with reasons. With `until`,
 * only holdings up to that date. Skips past ones.
 */
export async function giveBack(
  tx: Tx,
  departure: Departure,
  until: string | null = null,
): Promise<GivenBack> {
  const { rows } = await sql<Taken>`
    select s.kind, s.item_id, s.label, s.action, s.was, a.shift_id, a.makeup_for is not null as is_makeup, u.full_name as successor_name
    from public.departure_steps s left join public.users u on u.id = s.successor_id
    left join public.assignments a on s.kind in ('seat', 'request') and a.id::text = s.item_id
    where s.departure_id = ${departure.id} and s.taken_at is not null and s.action <> 'keep' and not s.given_back
      and (s.date is null or s.date >= current_date - 1) and (${until}::date is null or s.date <= ${until}::date)
    order by s.kind, s.date, s.label, s.item_id`.execute(tx)
  const left: GivenBack['left'] = []
  for (const step of rows) {
    const reason = await whyNotReturned(tx, departure, step)
    if (reason !== null) left.push({ label: step.label, reason })
    await sql`update public.departure_steps s set given_back = ${reason === null}, note = ${reason}
      where s.departure_id = ${departure.id} and s.kind = ${step.kind} and s.item_id = ${step.item_id}`.execute(
      tx,
    )
  }
  return { given_back: rows.length - left.length, left }
}

/** Holdings that are never given back automatically, and what to do instead. */
const toRepeat: Partial<Record<HoldingKind, string>> = {
  swap: 'A swap needs both students: it has to be proposed again.',
  capstone: 'The project has ended: it has to be proposed again.',
  capstone_preceptor: 'The school has to ask them again.',
  permission_request: 'It was withdrawn and has to be requested again.',
  invitation: 'Its link was revoked. Send a new invitation.',
}

/** Tries to give one holding back: null when done, else the reason; a failed try is rolled back. */
async function whyNotReturned(tx: Tx, departure: Departure, step: Taken): Promise<string | null> {
  if (step.action === 'hand_over') return `${step.successor_name ?? 'Someone else'} has it now.`
  const instead = toRepeat[step.kind]
  if (instead) return instead
  if (step.kind === 'request' && departure.isOwn) return 'Request it again on the shift’s page.'
  const { value, refused } = await attempt(tx, () => giveOne(tx, departure, step))
  return refused ? refused.message : value
}

/** Gives one holding back with its feature's command: null when done, else the reason. */
async function giveOne(
  tx: Tx,
  { userId, isOwn, why, commands }: Departure,
  step: Taken,
): Promise<string | null> {
  const { kind, item_id: id } = step
  const ask = async (statement: RawBuilder<{ reason: string | null }>) =>
    (await statement.execute(tx)).rows[0]?.reason ?? null
  switch (kind) {
    case 'lead':
    case 'precept':
      return (await commands.replaceLeader(tx, { shiftId: id, userId, successorId: userId, reason: why }))
        ? null
        : 'Someone else leads it now, or it is no longer planned.'
    case 'seat':
      return isOwn ? askAgain(tx, step, commands) : commands.giveSeatBack(tx, id)
    case 'request':
      await commands.returnRequest(tx, { id, status: step.was === 'waitlisted' ? 'waitlisted' : 'requested' })
      return null
    case 'cohort':
      await commands.replaceAdvisor(tx, id, { from: null, to: userId })
      return null
    case 'permission': {
      const [facilityId, type] = id.split(' ')
      return ask(sql`select case when app.switch_permission_of(${userId}::uuid, ${facilityId}::uuid, ${type}, true)
        then null else 'The permission has ended.' end as reason`)
    }
    default:
      return null
  }
}

/** For students themselves, who may not assign seats. */
async function askAgain(
  tx: Tx,
  { shift_id: shiftId, is_makeup: isMakeup }: Taken,
  commands: HoldingCommands,
): Promise<string | null> {
  if (isMakeup) return 'It makes up hours. Ask your school to assign it again.'
  const { status } = await commands.askForSeat(tx, { id: randomUUID(), shiftId: shiftId!, note: null })
  return status === 'assigned' ? null : 'The seat was requested again and is waiting for an answer.'
}
