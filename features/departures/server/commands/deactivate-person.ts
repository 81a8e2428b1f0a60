import { randomUUID } from 'node:crypto'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision } from '../../contract.ts'
import { departureRefusals, notificationTexts } from '../../messages.ts'
import { countSteps, heldAfter, isDated, lastDayBlocker } from '../../rules.ts'
import { getPlan } from '../queries/get-plan.ts'
import { type DecisionRefusals, decideSteps, lockDeparture } from './decide-steps.ts'
import { giveBack } from './give-back.ts'
import { closeDeparture, moveDeparture, recordDeparture } from './record-departure.ts'
import { type Progress, runDepartureSteps } from './run-departure-steps.ts'
import type { HoldingCommands } from '../holding-commands.ts'

/** The request to deactivate a person. */
export type Leaving = {
  user_id: string
  version: number
  reason: string
  decisions: readonly Decision[]
  last_day: string | null
  departure_version: number | null
}
type Outcome = { version: number; last_day: string | null; handed_over: number; freed: number; kept: number }
/** Callbacks for the progress, and for the outcome before the account closes. */
type Hooks = { progress?: Progress; ending?: (outcome: Omit<Outcome, 'version'>) => Promise<void> }

/** Checks the decisions about a person who leaves against what they hold now, without carrying anything out. Refuses invalid ones. */
export async function decideDeparture(tx: Tx, input: Leaving, refusals: DecisionRefusals) {
  const { user_id: userId, last_day: lastDay } = input
  await lockDeparture(tx, userId)
  const plan = await getPlan(tx, userId)
  if (!plan) return refuse(departureRefusals, { code: 'departure.not_found', values: {} })
  const { person, departure } = plan
  if (person.version !== input.version || (departure?.version ?? null) !== input.departure_version)
    refuse(departureRefusals, { code: 'departure.old_version', values: {} })
  refuseIf(departureRefusals, lastDayBlocker(lastDay, plan.today))
  if (person.status !== 'active')
    refuse(departureRefusals, { code: 'departure.not_active', values: { name: person.full_name } })
  return { plan, steps: decideSteps(plan, heldAfter(plan.holdings, lastDay), input, refusals) }
}

/**
 * Hands over, frees or keeps everything a person holds, and deactivates them: now, or after a last day. Holdings dated after the last day
 * are settled now, so that others can plan; the rest afterwards. Sending it again changes the plan.
 */
export async function deactivatePerson(
  tx: Tx,
  commands: HoldingCommands,
  input: Leaving,
  refusals: DecisionRefusals,
  { progress, ending }: Hooks = {},
): Promise<Outcome> {
  const { user_id: userId, last_day: lastDay, reason } = input
  const { plan, steps } = await decideDeparture(tx, input, refusals)
  const { person, departure, time_zone: timeZone } = plan

  const id = departure?.id ?? randomUUID()
  const change = { id, reason, timeZone, lastDay: lastDay ?? departure?.last_day ?? null }
  if (departure) await moveDeparture(tx, change, steps)
  else await recordDeparture(tx, { ...change, userId, kind: 'leave' }, steps)
  const { full_name: name } = person
  const about = { commands, id, userId, isOwn: plan.is_own, why: `${name} is leaving.` }
  if (departure && lastDay) await giveBack(tx, about, lastDay)
  const group = {
    group: `departure ${id} ${departure?.version ?? 0}`,
    heading: notification(notificationTexts, 'departure.leaving', { name }),
  }
  await runDepartureSteps(tx, { ...about, ...group }, lastDay ? steps.filter(isDated) : steps, progress)
  const counts = { ...countSteps(steps), last_day: lastDay }
  await ending?.(counts)
  if (lastDay) return { version: person.version, ...counts }
  if (departure) await closeDeparture(tx, id, 'done')
  const closing = { id: userId, version: person.version, status: 'deactivated' } as const
  return { version: await commands.setPersonStatus(tx, closing), ...counts }
}
