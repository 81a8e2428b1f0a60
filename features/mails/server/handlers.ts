import { implement, ORPCError } from '@orpc/server'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { mailBody } from '#platform/server/mail-layout.ts'
import type { Viewer } from '#platform/server/session.ts'
import { mailsContract } from '../contract.ts'
import { plainParagraphs } from '../rules.ts'
import * as mails from './sql.ts'

export type MailHandlerServices = {
  config: Pick<Config, 'isProduction'>
  /** Logged in as app_worker: the only login that may read what was kept. */
  workerPool: Pool
}

export function mailHandlers({ config, workerPool }: MailHandlerServices) {
  const api = implement(mailsContract).$context<RequestContext>().$config(guardFirst).use(guard)
  const mayRead = (viewer: Viewer | null) =>
    !config.isProduction ||
    (viewer?.role === 'superadmin' && viewer.status === 'active' && !viewer.impersonation)

  return api.router({
    sendEmail: api.sendEmail.handler(async ({ input, context }) => {
      const paragraphs = plainParagraphs(input.html)
      if (paragraphs.length === 0)
        throw new ORPCError('BAD_REQUEST', {
          message: 'There is no text in it.',
          data: { fieldErrors: { html: 'Write a message.' } },
        })
      const body = mailBody({ heading: input.subject, paragraphs })
      return {
        id: await context.act((tx) => mails.sendEmail(tx, { to: input.to, subject: input.subject, ...body })),
      }
    }),

    listKept: api.listKept.handler(async ({ input, context }) => {
      if (!mayRead(context.viewer)) return { open: false, rows: [], total: 0 }
      return {
        open: true,
        ...(await withActor(workerPool, null, (tx) => mails.listKept(tx, input), { readOnly: true })),
      }
    }),

    getKept: api.getKept.handler(async ({ input, context }) => {
      const found = mayRead(context.viewer)
        ? await withActor(workerPool, null, (tx) => mails.findKept(tx, input.id), { readOnly: true })
        : undefined
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'There is no such mail.' })
      return found
    }),
  })
}
