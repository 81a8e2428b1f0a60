import { sql } from 'kysely'
import { notification } from '#core/notification-texts.ts'
import { refuseIf } from '#core/refusal.ts'
import type { JobKind } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Decision } from '../../contract.ts'
import { departureRefusals, notificationTexts } from '../../messages.ts'
import { planSteps } from '../../rules.ts'
import { getPlan } from '../queries/get-plan.ts'
import { lockDeparture } from './decide-steps.ts'
import { closeDeparture } from './record-departure.ts'
import { runDepartureSteps } from './run-departure-steps.ts'
import type { HoldingCommands } from '../holding-commands.ts'

type Due = { id: string; user_id: string }

/**
 * Closes an account after its last day, as the person who decided on it. Ignores a departure that was canceled or changed in the meantime.
 */
export const finishDeparture =
  (commands: HoldingCommands): JobKind<{ departure_id: string }> =>
  async (job) => {
    const { departure_id: id } = job.input
    await job.act(
      async (tx) => {
        const due = await lockDue(tx, id, job.id)
        // The job ends in the same transaction, because a person who closes their own account has no session afterwards.
        await job.finishIn(tx, { closed: due !== undefined })
        if (due) await finish(tx, commands, due)
      },
      { reason: 'The last day is over.' },
    )
  }

async function finish(tx: Tx, commands: HoldingCommands, { id, user_id: userId }: Due): Promise<void> {
  const plan = (await getPlan(tx, userId))!
  refuseIf(
    departureRefusals,
    plan.blocker === null
      ? null
      : { code: 'departure.last_administrator', values: { blocker: plan.blocker } },
  )
  const { rows } =
    await sql<Decision>`select s.kind, s.item_id as id, s.action, s.successor_id from public.departure_steps s
    where s.departure_id = ${id} and s.taken_at is null`.execute(tx)
  // Newer holdings without a decision are kept: they wait for the person, and grant no access.
  const { steps } = planSteps(plan.holdings, rows)
  const name = plan.person.full_name
  const about = { commands, id, userId, isOwn: plan.is_own, why: `${name} has left.` }
  await runDepartureSteps(
    tx,
    {
      ...about,
      group: `departed ${id}`,
      heading: notification(notificationTexts, 'departure.left', { name }),
    },
    steps,
  )
  await closeDeparture(tx, id, 'done')
  await commands.setPersonStatus(tx, { id: userId, version: plan.person.version, status: 'deactivated' })
}

/** The departure of this job, if it is still planned and its last day is over. Asked under the lock, because someone may be canceling it. */
async function lockDue(tx: Tx, id: string, jobId: string): Promise<Due | undefined> {
  const person = await tx.selectFrom('departures').select('user_id').where('id', '=', id).executeTakeFirst()
  if (!person) return undefined
  await lockDeparture(tx, person.user_id)
  const { rows } = await sql<Due>`select d.id, d.user_id from public.departures d
    where d.id = ${id}::uuid and d.job_id = ${jobId}::uuid and d.status = 'planned' and d.ends_at <= now()`.execute(
    tx,
  )
  return rows[0]
}
