import { implement, ORPCError } from '@orpc/server'
import { toCsv } from '#core/csv.ts'
import { normaliseEmail } from '#core/email.ts'
import { exportName } from '#platform/server/export.ts'
import { withActor } from '#platform/server/actor.ts'
import { limitAttempts } from '#platform/server/rate-limits.ts'
import type { Pool } from '#platform/server/db.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { contactMessagesContract, type ReceivedMessage } from '../contract.ts'
import { problemsOf, stateLabels, stateOf, topicLabels } from '../rules.ts'
import { saveMessage } from './commands/save-message.ts'
import { confirmation, noticeToOperator } from './mails.ts'
import { markRead } from './commands/mark-read.ts'
import { setAnswered } from './commands/set-answered.ts'
import { countByState, findMessage, listMessages } from './queries/list-messages.ts'

type ContactServices = {
  settings: SettingsReader
  /** Logged in as app_auth, which counts attempts. */
  authPool: Pool
  /** Logged in as app_worker, which stores messages. */
  workerPool: Pool
}

export function contactMessageHandlers(services: ContactServices) {
  const api = implement(contactMessagesContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)
  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act(async (tx) => {
        const counts = await countByState(tx, input)
        return {
          rows: await listMessages(tx, input, input),
          total: counts[input.state ?? 'all'],
          counts,
        }
      }),
    ),

    get: api.get.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        const found = await findMessage(tx, input.id)
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),

    markRead: api.markRead.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        await markRead(tx, input.id)
        const found = await findMessage(tx, input.id)
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),

    setAnswered: api.setAnswered.handler(({ input, context, errors }) =>
      context.act(async (tx) => {
        await setAnswered(tx, input.id, input.answered)
        const found = await findMessage(tx, input.id)
        if (!found) throw errors.NOT_FOUND()
        return found
      }),
    ),

    exportCsv: api.exportCsv.handler(({ input, context }) =>
      context.act(async (tx) => {
        const rows = await listMessages(tx, input, 'all')
        return {
          filename: exportName('messages'),
          csv: toCsv(exportColumns, rows.map(exportRow)),
          rows: rows.length,
        }
      }),
    ),

    send: api.send.handler(async ({ input, context }) => {
      const fieldErrors = problemsOf(input)
      if (Object.keys(fieldErrors).length)
        throw new ORPCError('BAD_REQUEST', {
          message: 'Some of the information you entered isn’t valid.',
          data: { fieldErrors },
        })
      // A bot gets the same thanks and learns nothing.
      if (input.website) return {}
      const kept = {
        id: input.id,
        topic: input.topic,
        name: input.name.trim(),
        email: normaliseEmail(input.email),
        organization: input.organization.trim(),
        message: input.message.trim(),
      }
      // Counted in a separate transaction: a message that cannot be stored is also an attempt.
      await limitAttempts(services.authPool, `contact from ${context.addressBlock.slice(0, 60)}`, 5, '1 hour')
      const operator = await services.settings.get('contact_email')
      await withActor(services.workerPool, null, (tx) =>
        saveMessage(tx, kept, {
          operator,
          toOperator: noticeToOperator(kept),
          toSender: confirmation(),
        }),
      )
      return {}
    }),
  })
}

const exportColumns = [
  'Received',
  'Name',
  'Email',
  'Organization',
  'About',
  'Message',
  'Status',
  'Answered',
  'Answered by',
]

function exportRow(row: ReceivedMessage): (string | null)[] {
  return [
    row.created_at,
    row.name,
    row.email,
    row.organization,
    topicLabels[row.topic],
    row.message,
    stateLabels[stateOf(row)],
    row.answered_at,
    row.answered_by_name,
  ]
}
