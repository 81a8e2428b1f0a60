import { implement } from '@orpc/server'
import { refuseIf } from '#core/refusal.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { messagesContract } from '../contract.ts'
import { messageRefusals } from '../messages.ts'
import { audienceBlocker } from '../rules.ts'
import { cancelMessage, changeMessage } from './commands/change-message.ts'
import { remindReaders } from './commands/remind-readers.ts'
import { sendMessage } from './commands/send-message.ts'
import { findRecipients, findSeries, reachOf } from './queries/find-recipients.ts'
import { findSender } from './queries/find-sender.ts'
import { getMessage, listMessages } from './queries/list-messages.ts'
import { nameAudience } from './queries/name-audience.ts'

explainRefusals(messageRefusals)
refuseByConstraint('message_reminders_once_a_day', 'message.reminded_lately')

export function messageHandlers() {
  const api = implement(messagesContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    reach: api.reach.handler(({ input: { audience }, context }) =>
      context.act(async (tx) => {
        const sender = await findSender(tx)
        refuseIf(messageRefusals, audienceBlocker(sender.party, audience))
        return {
          ...reachOf(await findRecipients(tx, sender, audience)),
          audience_name: await nameAudience(tx, audience),
          time_zone: sender.time_zone,
          series: await findSeries(tx, audience),
        }
      }),
    ),
    send: api.send.handler(async ({ input, context }) => ({
      recipients: await context.act((tx) => sendMessage(tx, input)),
    })),
    change: api.change.handler(async ({ input, context }) => ({
      recipients: await context.act((tx) => changeMessage(tx, input)),
    })),
    cancel: api.cancel.handler(async ({ input: { id }, context }) => {
      await context.act((tx) => cancelMessage(tx, id))
      return { id }
    }),
    remind: api.remind.handler(async ({ input, context }) => ({
      recipients: await context.act((tx) => remindReaders(tx, input)),
    })),
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listMessages(tx, context.me(), input)),
    ),
    get: api.get.handler(({ input, context }) => context.act((tx) => getMessage(tx, input))),
  })
}
