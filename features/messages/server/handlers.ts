import { implement } from '@orpc/server'
import { refuseIf } from '#core/refusal.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { messagesContract } from '../contract.ts'
import { messageRefusals } from '../messages.ts'
import { audienceBlocker } from '../rules.ts'
import { sendMessage } from './commands/send-message.ts'
import { findRecipients, reachOf } from './queries/find-recipients.ts'
import { findSender } from './queries/find-sender.ts'
import { getMessage, listMessages } from './queries/list-messages.ts'
import { nameAudience } from './queries/name-audience.ts'

explainRefusals(messageRefusals)

export function messageHandlers() {
  const api = implement(messagesContract).$context<RequestContext>().$config(guardFirst).use(guard)
  return api.router({
    reach: api.reach.handler(({ input: { audience }, context }) =>
      context.act(async (tx) => {
        const { party } = await findSender(tx)
        refuseIf(messageRefusals, audienceBlocker(party, audience))
        return {
          ...reachOf(await findRecipients(tx, audience)),
          audience_name: await nameAudience(tx, audience),
        }
      }),
    ),
    send: api.send.handler(async ({ input, context }) => ({
      recipients: await context.act((tx) => sendMessage(tx, input)),
    })),
    list: api.list.handler(({ input, context }) => context.act((tx) => listMessages(tx, input))),
    get: api.get.handler(({ input, context }) => context.act((tx) => getMessage(tx, input))),
  })
}
