import { implement } from '@orpc/server'
import { Refused } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import { countGuess } from '#platform/server/rate-limits.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { hashToken } from '#platform/server/session.ts'
import { requestLinksContract } from '../contract.ts'
import { requestLinkRefusals } from '../messages.ts'
import { answerRequests } from './commands/answer-requests.ts'
import { openRequests } from './queries/open-requests.ts'

explainRefusals(requestLinkRefusals)

type Services = {
  /** Logged in as app_auth; counts attempts with unknown links. */
  authPool: Pool
}

export function requestLinkHandlers({ authPool }: Services) {
  const api = implement(requestLinksContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    open: api.open.handler(async ({ input, context }) => {
      const { isKnown, answer } = await byLink(context, (tx) => openRequests(tx, hashToken(input.token)))
      if (!isKnown) await countGuess(authPool, 'request link', context.addressBlock)
      return answer
    }),
    answer: api.answer.handler(async ({ input: { token, ...sent }, context }) => {
      try {
        return await byLink(context, (tx) => answerRequests(tx, hashToken(token), sent))
      } catch (error) {
        if (error instanceof Refused && error.code === 'request_link.unknown')
          await countGuess(authPool, 'request link', context.addressBlock)
        throw error
      }
    }),
  })
}

/** A link acts as the person it was sent to, regardless of who is signed in. */
const byLink = <T>(context: Pick<RequestContext, 'pool'>, work: (tx: Tx) => Promise<T>) =>
  withActor(context.pool, null, work)
