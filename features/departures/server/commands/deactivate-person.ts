import { randomUUID } from 'node:crypto'
import { notification } from '#core/notification-texts.ts'
import { refuse, refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision } from '../../contract.ts'
import { departureRefusals, notificationTexts } from '../../messages.ts'
import { countSteps, heldAfter, isDated, lastDayRefusal } from '../../rules.ts'
import { getPlan } from '../queries/get-plan.ts'
import { type DecisionRefusals, decideSteps, lockDeparture } from './decide-steps.ts'
import { giveBack } from './give-back.ts'
import { closeDeparture, moveDeparture, recordDeparture } from './record-departure.ts'
import { takeSteps } from './take-steps.ts'
import type { HoldingCommands } from '../holding-commands.ts'

type Input = {
  user_id: string
  version: number
  reason: string
  decisions: readonly Decision[]
  last_day: string | null
  departure_version: number | null
}
type Outcome = { version: number; last_day: string | null; handed_over: number; freed: number; kept: number }

/**
 * Hands over, frees or keeps all that a person holds, and deactivates them: at once, or after a last day. What has a later day of its
 * own is settled now, so that others can plan; the rest when the last day is over. Sent again, it changes the plan.
 */
export async function deactivatePerson(
  tx: Tx,
  commands: HoldingCommands,
  input: Input,
  refusals: DecisionRefusals,
): Promise<Outcome> {
  const { user_id: userId, last_day: lastDay, reason } = input
  await lockDeparture(tx, userId)
  const plan = await getPlan(tx, userId)
  if (!plan) return refuse(departureRefusals, { code: 'departure.not_found', values: {} })
  const { person, departure, time_zone: timeZone } = plan
  if (person.version !== input.version || (departure?.version ?? null) !== input.departure_version)
    refuse(departureRefusals, { code: 'departure.old_version', values: {} })
  refuseIf(departureRefusals, lastDayRefusal(lastDay, plan.today))
  if (person.status !== 'active')
    refuse(departureRefusals, { code: 'departure.not_active', values: { name: person.full_name } })
  const steps = decideSteps(plan, heldAfter(plan.holdings, lastDay), input, refusals)

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
  await takeSteps(tx, { ...about, ...group }, lastDay ? steps.filter(isDated) : steps)
  const counts = { ...countSteps(steps), last_day: lastDay }
  if (lastDay) return { version: person.version, ...counts }
  if (departure) await closeDeparture(tx, id, 'done')
  const closing = { id: userId, version: person.version, status: 'deactivated' } as const
  return { version: await commands.setPersonStatus(tx, closing), ...counts }
}
