import { refuse } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { GivenBack } from '../../contract.ts'
import { departureRefusals } from '../../messages.ts'
import { getPlan } from '../queries/get-plan.ts'
import { lockDeparture } from './decide-steps.ts'
import { giveBack } from './give-back.ts'
import { closeDeparture } from './record-departure.ts'
import type { HoldingCommands } from '../holding-commands.ts'

type Input = { user_id: string; departure_version: number }

/** Cancels a planned departure: the person stays, and gets back what was freed and not taken by anyone else. */
export async function cancelDeparture(
  tx: Tx,
  commands: HoldingCommands,
  { user_id: userId, departure_version: version }: Input,
): Promise<GivenBack> {
  await lockDeparture(tx, userId)
  const plan = await getPlan(tx, userId)
  if (!plan) return refuse(departureRefusals, { code: 'departure.not_found', values: {} })
  if (plan.departure?.version !== version)
    return refuse(departureRefusals, { code: 'departure.old_version', values: {} })
  // Closed first, because a person with a planned departure gets nothing after the last day.
  await closeDeparture(tx, plan.departure.id, 'canceled')
  const { id } = plan.departure
  return giveBack(tx, { commands, id, userId, isOwn: plan.is_own, why: `${plan.person.full_name} stays.` })
}
