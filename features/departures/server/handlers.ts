import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { departuresContract } from '../contract.ts'
import { deactivatePerson } from './deactivate-person.ts'
import * as departures from './sql.ts'

export function departureHandlers({ sessions }: { sessions: SessionReader }) {
  const api = implement(departuresContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    plan: api.plan.handler(async ({ input, context, errors }) => {
      const plan = await context.act((tx) => departures.plan(tx, input.user_id))
      if (!plan) throw errors.NOT_FOUND()
      return plan
    }),

    deactivate: api.deactivate.handler(async ({ input, context, errors }) => {
      const outcome = await context.act(
        (tx) =>
          deactivatePerson(tx, input, {
            notFound: () => errors.NOT_FOUND(),
            undecided: (holdings) => errors.UNDECIDED({ data: { holdings } }),
            cannotTakeOver: (holdings) => errors.CANNOT_TAKE_OVER({ data: { holdings } }),
          }),
        // Hundreds of shifts are handed over one by one, each with its rules and its notifications.
        { reason: input.reason, deadlineMs: 20_000 },
      )
      sessions.forget(input.user_id)
      return outcome
    }),

    reactivate: api.reactivate.handler(async ({ input, context }) => {
      const version = await context.act((tx) => departures.reactivate(tx, input.user_id, input.version), {
        reason: input.reason,
      })
      sessions.forget(input.user_id)
      return { version }
    }),
  })
}
