import { sql } from 'kysely'
import type { NotificationIn } from '#core/notification-texts.ts'
import { endGroup, groupNotifications } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { notificationTexts } from '../../messages.ts'
import type { Step } from '../../rules.ts'
import type { HoldingCommands } from '../holding-commands.ts'

type Departure = {
  commands: HoldingCommands
  id: string
  userId: string
  isOwn: boolean
  /** The key and the heading of the grouped notifications. */
  group: string
  heading: NotificationIn<typeof notificationTexts>
  why: string
}

/** Reports the progress; may throw to roll everything back. */
export type Progress = (counts: { done: number; total: number }) => Promise<void>

/** Carries out the steps of a departure, each with its feature's command; everyone affected is notified once. */
export async function runDepartureSteps(
  tx: Tx,
  departure: Departure,
  steps: readonly Step[],
  progress?: Progress,
): Promise<void> {
  if (steps.length === 0) return
  const { code, values } = departure.heading
  await groupNotifications(tx, departure.group, { code, values })
  for (const [done, step] of steps.entries()) {
    await progress?.({ done, total: steps.length })
    if (step.action === 'keep') continue
    if (step.kind === 'request') await noteStatus(tx, departure.id, step.id)
    await takeStep(tx, departure, step)
  }
  await endGroup(tx)
  await sql`update public.departure_steps s set taken_at = now() from jsonb_to_recordset(${JSON.stringify(
    steps.map(({ kind, id }) => ({ kind, item_id: id })),
  )}::jsonb) x (kind text, item_id text)
    where s.departure_id = ${departure.id} and s.kind = x.kind and s.item_id = x.item_id`.execute(tx)
}

/** Records a request's status, so that it is given back as it was: requested, or waitlisted. */
async function noteStatus(tx: Tx, departureId: string, id: string): Promise<void> {
  await sql`update public.departure_steps s set was = a.status from public.assignments a
    where s.departure_id = ${departureId} and s.kind = 'request' and s.item_id = ${id} and a.id = ${id}::uuid`.execute(
    tx,
  )
}

async function takeStep(tx: Tx, departure: Departure, step: Step): Promise<void> {
  const { userId, isOwn, why, commands } = departure
  const { kind, id } = step
  if (kind === 'seat') return commands.removeSeat(tx, { id, code: null, reason: why })
  if (kind === 'request')
    return isOwn
      ? commands.withdrawRequest(tx, { id })
      : commands.decideRequest(tx, { id, decision: 'decline', reason: why })
  if (kind === 'lead' || kind === 'precept') {
    const successorId = step.successorId ?? null
    await commands.replaceLeader(tx, { shiftId: id, userId, successorId, reason: why })
    return
  }
  if (kind === 'swap') return commands.endSwapOf(tx, { id, userId, reason: why })
  if (kind === 'cohort') return endAdvising(tx, departure, step)
  if (kind === 'capstone' || kind === 'capstone_faculty' || kind === 'capstone_preceptor')
    return commands.leaveProject(tx, { kind, id, isOwn, successorId: step.successorId, reason: why })
  await statementOf(departure, step, kind).execute(tx)
}

/** A person who leaves on their own only gives up their cohorts; an administrator may name a successor. */
async function endAdvising(
  tx: Tx,
  { userId, isOwn, commands }: Departure,
  { id, successorId }: Step,
): Promise<void> {
  if (!isOwn) return commands.replaceAdvisor(tx, id, { from: userId, to: successorId ?? null })
  await sql`delete from public.cohort_advisors a where a.cohort_id = ${id}::uuid and a.user_id = ${userId}::uuid`.execute(
    tx,
  )
}

type OtherKind = Extract<Step['kind'], 'permission' | 'permission_request' | 'invitation'>
function statementOf({ userId }: Departure, { id }: Step, kind: OtherKind) {
  switch (kind) {
    case 'permission': {
      const [facilityId, type] = id.split(' ')
      return sql`select app.switch_permission_of(${userId}::uuid, ${facilityId}::uuid, ${type}, false)`
    }
    case 'permission_request':
      return sql`select app.withdraw_request_of(${id}::uuid, ${userId}::uuid)`
    // An invitation accepted in the meantime stays; its trigger refuses any other transition.
    case 'invitation':
      return sql`update public.invitations i set status = 'revoked' where i.id = ${id}::uuid and i.status in ('sent', 'opened')`
  }
}
