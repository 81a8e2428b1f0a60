import { implement } from '@orpc/server'
import { refusal, refuse } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import type { Viewer } from '#platform/server/session.ts'
import { mailsContract } from '../contract.ts'
import { mailRefusals } from '../messages.ts'
import { withoutTokens } from '../rules.ts'
import { sendEmail } from './commands/send-email.ts'
import { getKept, listKept } from './queries/list-kept.ts'

explainRefusals(mailRefusals)

export type MailHandlerServices = {
  config: Pick<Config, 'isProduction'>
  /** Connects as app_auth. */
  authPool: Pool
  /** Connects as app_worker, the only login that may read kept mails. */
  workerPool: Pool
}

export function mailHandlers({ config, authPool, workerPool }: MailHandlerServices) {
  const api = implement(mailsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const mayRead = (viewer: Viewer | null) =>
    !config.isProduction ||
    (viewer?.role === 'superadmin' && viewer.status === 'active' && !viewer.impersonation)

  return api.router({
    sendEmail: api.sendEmail.handler(async ({ input, context }) => ({
      id: await withActor(authPool, context.tokenHash, (tx) => sendEmail(tx, context.me().realUserId, input)),
    })),

    listKept: api.listKept.handler(async ({ input, context }) => {
      if (!mayRead(context.viewer)) return { open: false, rows: [], total: 0 }
      return {
        open: true,
        ...(await withActor(workerPool, null, (tx) => listKept(tx, input), { readOnly: true })),
      }
    }),

    getKept: api.getKept.handler(async ({ input, context }) => {
      if (!mayRead(context.viewer)) return refuse(mailRefusals, refusal('mail.not_found'))
      const mail = await withActor(workerPool, null, (tx) => getKept(tx, input.id), { readOnly: true })
      if (!config.isProduction) return mail
      // Earlier releases kept the tokens, with which a superadmin could act as the person it is for.
      return { ...mail, body_text: withoutTokens(mail.body_text), body_html: withoutTokens(mail.body_html) }
    }),
  })
}
