import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { attempt } from '#platform/server/attempt.ts'
import type { Tx } from '#platform/server/db.ts'
import type { GivenBack, HoldingKind } from '../../contract.ts'
import { type LeftCode, leftWords } from '../../messages.ts'
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
/** Why something was not given back: its code is stored with the step, and its words are for the person who asked. */
type Left = { code: string; words: string }
const left = (code: LeftCode, holder: string | null = null): Left => ({
  code,
  words: leftWords(code, holder),
})
/** The code of a refusal without one. */
const REFUSED = 'refused'
const codeOf = ({ data }: { data: unknown }) => (data as { code?: string } | undefined)?.code

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
  const remaining: GivenBack['left'] = []
  for (const step of rows) {
    const why = await whyNotReturned(tx, departure, step)
    if (why) remaining.push({ label: step.label, reason: why.words })
    await sql`update public.departure_steps s set given_back = ${why === null}, note = ${why?.code ?? null}
      where s.departure_id = ${departure.id} and s.kind = ${step.kind} and s.item_id = ${step.item_id}`.execute(
      tx,
    )
  }
  return { given_back: rows.length - remaining.length, left: remaining }
}

/** Holdings that are never given back automatically. */
const toRepeat: readonly HoldingKind[] = [
  'swap',
  'capstone',
  'capstone_preceptor',
  'permission_request',
  'invitation',
]
const isToRepeat = (kind: HoldingKind): kind is HoldingKind & LeftCode => toRepeat.includes(kind)

/** Tries to give one holding back: null when done, else why not; a failed try is rolled back. */
async function whyNotReturned(tx: Tx, departure: Departure, step: Taken): Promise<Left | null> {
  if (step.action === 'hand_over') return left('taken_over', step.successor_name)
  if (isToRepeat(step.kind)) return left(step.kind)
  if (step.kind === 'request' && departure.isOwn) return left('own_request')
  const { value, refused } = await attempt(tx, () => giveOne(tx, departure, step))
  return refused ? { code: codeOf(refused) ?? REFUSED, words: refused.message } : value
}

/** Gives one holding back with its feature's command: null when done, else why not. */
async function giveOne(
  tx: Tx,
  { userId, isOwn, why, commands }: Departure,
  step: Taken,
): Promise<Left | null> {
  const { kind, item_id: id } = step
  switch (kind) {
    case 'lead':
    case 'precept': {
      const isGiven = await commands.replaceLeader(tx, {
        shiftId: id,
        userId,
        successorId: userId,
        reason: why,
      })
      return isGiven ? null : left('other_leader')
    }
    case 'seat': {
      if (isOwn) return askAgain(tx, step, commands)
      const words = await commands.giveSeatBack(tx, id)
      return words === null ? null : { code: REFUSED, words }
    }
    case 'request':
      await commands.returnRequest(tx, { id, status: step.was === 'waitlisted' ? 'waitlisted' : 'requested' })
      return null
    case 'cohort':
      await commands.replaceAdvisor(tx, id, { from: null, to: userId })
      return null
    case 'permission':
      return (await switchOn(tx, userId, id)) ? null : left('permission_over')
    default:
      return null
  }
}

/** Switches a permission on again, unless it has ended. */
async function switchOn(tx: Tx, userId: string, id: string): Promise<boolean> {
  const [facilityId, type] = id.split(' ')
  const { rows } = await sql<{ is_on: boolean }>`
    select app.switch_permission_of(${userId}::uuid, ${facilityId}::uuid, ${type}, true) as is_on`.execute(tx)
  return rows[0]!.is_on
}

/** For students themselves, who may not assign seats. */
async function askAgain(
  tx: Tx,
  { shift_id: shiftId, is_makeup: isMakeup }: Taken,
  commands: HoldingCommands,
): Promise<Left | null> {
  if (isMakeup) return left('own_makeup')
  const { status } = await commands.askForSeat(tx, { id: randomUUID(), shiftId: shiftId!, note: null })
  return status === 'assigned' ? null : left('requested')
}
