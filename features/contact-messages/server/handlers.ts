import { implement, ORPCError } from '@orpc/server'
import { normaliseEmail } from '#core/email.ts'
import type { Config } from '#platform/server/config.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { contactMessagesContract } from '../contract.ts'
import { problemsOf } from '../rules.ts'
import { confirmation, noticeToOperator } from './mails.ts'
import * as contactMessages from './sql.ts'

export function contactMessageHandlers(services: { config: Pick<Config, 'contactEmail'> }) {
  const api = implement(contactMessagesContract).$context<RequestContext>().$config(guardFirst).use(guard)
  return api.router({
    send: api.send.handler(async ({ input, context }) => {
      const fieldErrors = problemsOf(input)
      if (Object.keys(fieldErrors).length)
        throw new ORPCError('BAD_REQUEST', {
          message: 'Some of what was entered is not valid.',
          data: { fieldErrors },
        })
      // A program is thanked like anybody, and learns nothing.
      if (input.website) return {}
      const kept = {
        id: input.id,
        topic: input.topic,
        name: input.name.trim(),
        email: normaliseEmail(input.email),
        organization: input.organization.trim(),
        message: input.message.trim(),
      }
      // Counted in a transaction of its own: a message that cannot be kept was an attempt too.
      const wait = await context.act((tx) => contactMessages.reserveAttempt(tx, context.addressBlock))
      if (wait > 0)
        throw new ORPCError('TOO_MANY_REQUESTS', {
          message: 'Rate limit exceeded. Please try again later.',
          data: { retryAfter: wait },
        })
      await context.act((tx) =>
        contactMessages.keep(tx, kept, {
          operator: services.config.contactEmail ?? null,
          toOperator: noticeToOperator(kept),
          toSender: confirmation(),
        }),
      )
      return {}
    }),
  })
}
