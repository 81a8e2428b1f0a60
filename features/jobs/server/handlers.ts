import { implement, ORPCError } from '@orpc/server'
import { type ActorContext, guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { jobsContract } from '../contract.ts'
import { jobRefusals } from '../messages.ts'
import { requestCancel } from './commands/request-cancel.ts'
import { requeue } from './commands/requeue.ts'
import { listItems, listReasons } from './queries/list-items.ts'
import { findJob, listJobs } from './queries/list-jobs.ts'

explainRefusals(jobRefusals)

export function jobHandlers() {
  const api = implement(jobsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const find = (context: ActorContext, id: string) =>
    context.act(async (tx) => {
      const found = await findJob(tx, id)
      if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that job.' })
      return { ...found, reasons: await listReasons(tx, id) }
    })

  return api.router({
    list: api.list.handler(({ input, context }) =>
      context.act((tx) => listJobs(tx, context.me().role, input.limit)),
    ),
    get: api.get.handler(({ input, context }) => find(context, input.id)),
    items: api.items.handler(({ input: { id, status, page, page_size: size }, context }) =>
      context.act((tx) => listItems(tx, id, { status, limit: size, offset: (page - 1) * size })),
    ),
    cancel: api.cancel.handler(({ input, context }) =>
      context.act(async (tx) => {
        if (await requestCancel(tx, input.id)) return { id: input.id }
        const found = await findJob(tx, input.id)
        if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that job.' })
        if (!found.is_mine)
          throw new ORPCError('FORBIDDEN', {
            message: `Only ${found.asked_by_name ?? 'the person who started it'} can cancel this job.`,
          })
        return { id: input.id } // it has ended, so there is nothing to cancel
      }),
    ),
    resume: api.resume.handler(({ input, context }) =>
      context.act(async (tx) => {
        if (await requeue(tx, input.id)) return { id: input.id }
        const found = await findJob(tx, input.id)
        if (!found) throw new ORPCError('NOT_FOUND', { message: 'We can’t find that job.' })
        if (!found.is_mine)
          throw new ORPCError('FORBIDDEN', {
            message: `Only ${found.asked_by_name ?? 'the person who started it'} can resume this job.`,
          })
        if (found.status === 'done')
          throw new ORPCError('CONFLICT', { message: 'This job is done. There is nothing left to resume.' })
        return { id: input.id } // it is already running
      }),
    ),
  })
}
