import { randomUUID } from 'node:crypto'
import { notification } from '#core/notification-texts.ts'
import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision } from '../../contract.ts'
import { departureRefusals, notificationTexts } from '../../messages.ts'
import { getChangePlan, type NewRole } from '../queries/get-plan.ts'
import { type DecisionRefusals, decideSteps, lockDeparture } from './decide-steps.ts'
import { recordDeparture } from './record-departure.ts'
import { runDepartureSteps } from './run-departure-steps.ts'
import type { HoldingCommands } from '../holding-commands.ts'

export type RoleChange = {
  userId: string
  version: number
  to: NewRole
  reason: string
  decisions: readonly Decision[]
}

/** Hands over or frees what a person cannot hold in another role or tenant, before the change and in its transaction. */
export async function settleChange(
  tx: Tx,
  commands: HoldingCommands,
  change: RoleChange,
  refusals: DecisionRefusals,
): Promise<void> {
  const { userId, to, reason } = change
  await lockDeparture(tx, userId)
  const plan = await getChangePlan(tx, userId, to)
  if (!plan) return refuse(departureRefusals, { code: 'departure.not_found', values: {} })
  const steps = decideSteps(plan, plan.holdings, change, refusals, 'change')
  if (steps.length === 0) return
  const { full_name: name } = plan.person
  const id = randomUUID()
  await recordDeparture(
    tx,
    { id, userId, kind: 'change', reason, lastDay: null, timeZone: plan.time_zone },
    steps,
  )
  const about = {
    commands,
    id,
    userId,
    isOwn: false,
    why: `${name} changes to another role, school or facility.`,
  }
  await runDepartureSteps(
    tx,
    {
      ...about,
      group: `change ${id}`,
      heading: notification(notificationTexts, 'departure.role_changed', { name }),
    },
    steps,
  )
}

/** Counts the holdings that a person could not keep in this role at this tenant. */
export async function countUnfit(tx: Tx, userId: string, to: NewRole): Promise<number> {
  return (await getChangePlan(tx, userId, to))?.holdings.length ?? 0
}
