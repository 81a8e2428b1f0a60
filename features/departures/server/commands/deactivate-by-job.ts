import { refusal, refuse } from '#core/refusal.ts'
import { type JobKind, startJob } from '#features/jobs/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Holding } from '../../contract.ts'
import { departureRefusals } from '../../messages.ts'
import { countSteps } from '../../rules.ts'
import type { HoldingCommands } from '../holding-commands.ts'
import { deactivatePerson, decideDeparture, type Leaving } from './deactivate-person.ts'
import type { DecisionRefusals } from './decide-steps.ts'

/** Hundreds of shifts are handed over one by one, each with its rules. */
const DEADLINE_MS = 10 * 60_000

const labelsOf = (holdings: readonly Holding[]) => holdings.map(({ label }) => label)
/** These name what changed in the meantime, because the dialog is no longer open. */
const namedRefusals: DecisionRefusals = {
  undecided: (holdings) =>
    refuse(departureRefusals, refusal('departure.undecided', { labels: labelsOf(holdings) })),
  cannotTakeOver: (holdings) =>
    refuse(departureRefusals, refusal('departure.cannot_take_over', { labels: labelsOf(holdings) })),
}

/** Checks a departure now and hands it to a job, so that no one waits for hundreds of steps. */
export async function startDeactivation(tx: Tx, jobId: string, input: Leaving, refusals: DecisionRefusals) {
  const { plan, steps } = await decideDeparture(tx, input, refusals)
  const { job_id } = await startJob(tx, {
    id: jobId,
    kind: 'deactivation',
    title: `Deactivate ${plan.person.full_name}`,
    input,
  })
  return { version: plan.person.version, last_day: input.last_day, ...countSteps(steps), job_id }
}

/**
 * Carries out a departure as the person who decided on it, all or nothing. If canceled or killed midway, nothing has changed, and it starts
 * again.
 */
export const deactivateByJob =
  (commands: HoldingCommands): JobKind<Leaving> =>
  async (job) => {
    await job.act(
      async (tx) => {
        await deactivatePerson(tx, commands, job.input, namedRefusals, {
          progress: job.progress,
          // The job ends in the same transaction, before the account closes, because a person who closes their own account has no session
          // afterwards.
          ending: (outcome) => job.finishIn(tx, outcome),
        })
      },
      { reason: job.input.reason, deadlineMs: DEADLINE_MS },
    )
  }
