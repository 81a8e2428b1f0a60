import { implement, ORPCError } from '@orpc/server'
import type { Tx } from '#platform/server/db.ts'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { departuresContract } from '../contract.ts'
import { departureRefusals } from '../messages.ts'
import { cancelDeparture } from './commands/cancel-departure.ts'
import { startDeactivation } from './commands/deactivate-by-job.ts'
import { deactivatePerson } from './commands/deactivate-person.ts'
import type { DecisionRefusals } from './commands/decide-steps.ts'
import { reactivatePerson } from './commands/undo-departure.ts'
import { withConflictDetails } from '#platform/server/version-conflict.ts'
import { changesMeanwhile } from './queries/changes-meanwhile.ts'
import { findPlanned, getChangePlan, getPlan } from './queries/get-plan.ts'
import type { HoldingCommands } from './holding-commands.ts'

explainRefusals(departureRefusals)

// Hundreds of shifts are handed over one by one, each with its rules and notifications.
const DEADLINE_MS = 20_000

type Services = { sessions: SessionReader; commands: HoldingCommands }

export function departureHandlers({ sessions, commands }: Services) {
  const api = implement(departuresContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    plan: api.plan.handler(async ({ input, context, errors }) => {
      const plan = await context.act((tx) => getPlan(tx, input.user_id))
      if (!plan) throw errors.NOT_FOUND()
      return plan
    }),

    planChange: api.planChange.handler(async ({ input, context, errors }) => {
      const to = {
        role: input.role,
        school_id: input.school_id ?? null,
        facility_id: input.facility_id ?? null,
      }
      const plan = await context.act((tx) => getChangePlan(tx, input.user_id, to))
      if (!plan) throw errors.NOT_FOUND()
      return plan
    }),

    planned: api.planned.handler(async ({ input, context }) => {
      const found = await context.act((tx) => findPlanned(tx, input.user_id))
      return found ?? null
    }),

    deactivate: api.deactivate.handler(async ({ input, context, errors }) => {
      const { job_id: jobId, idempotency_key: _, ...leaving } = input
      const refusals: DecisionRefusals = {
        undecided: (holdings) => errors.UNDECIDED({ data: { holdings } }),
        cannotTakeOver: (holdings) => errors.CANNOT_TAKE_OVER({ data: { holdings } }),
      }
      const outcome = await decide(context, input, async (tx) =>
        jobId
          ? startDeactivation(tx, jobId, leaving, refusals)
          : { ...(await deactivatePerson(tx, commands, leaving, refusals)), job_id: null },
      )
      sessions.forget(input.user_id)
      return outcome
    }),

    cancel: api.cancel.handler(({ input, context }) =>
      decide(context, input, (tx) => cancelDeparture(tx, commands, input)),
    ),

    reactivate: api.reactivate.handler(async ({ input, context }) => {
      const outcome = await decide(context, input, (tx) => reactivatePerson(tx, commands, input))
      sessions.forget(input.user_id)
      return outcome
    }),
  })
}

type Seen = { user_id: string; reason: string; version?: number; departure_version?: number | null }

/** Runs one decision about a person; if someone else changed it first, throws a conflict that says who and what. */
function decide<T>({ act }: ActorContext, seen: Seen, command: (tx: Tx) => Promise<T>): Promise<T> {
  return withConflictDetails(
    () => act(command, { reason: seen.reason, deadlineMs: DEADLINE_MS }),
    () =>
      act(
        async (tx) => {
          const plan = await getPlan(tx, seen.user_id)
          if (!plan) throw new ORPCError('NOT_FOUND')
          return changesMeanwhile(tx, seen, plan.person)
        },
        { readOnly: true },
      ),
  )
}
