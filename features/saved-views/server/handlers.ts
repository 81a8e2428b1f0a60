import { implement, ORPCError } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import { savedViewsContract } from '../contract.ts'
import { savedViewRefusals } from '../messages.ts'
import { createView } from './commands/create-view.ts'
import { removeView } from './commands/remove-view.ts'
import { updateView } from './commands/update-view.ts'
import { listViews } from './queries/list-views.ts'

explainRefusals(savedViewRefusals)
refuseByConstraint('saved_views_name', 'view.name_taken')

export function savedViewHandlers() {
  const api = implement(savedViewsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const gone = () => new ORPCError('NOT_FOUND', { message: 'This view is no longer there.' })

  return api.router({
    list: api.list.handler(({ context }) => context.act((tx) => listViews(tx))),

    create: api.create.handler(async ({ input, context }) => {
      if (!(await context.act((tx) => createView(tx, context.me().userId, input)))) throw gone()
      return { id: input.id }
    }),

    update: api.update.handler(async ({ input, context }) => {
      if (!(await context.act((tx) => updateView(tx, context.me().userId, input)))) throw gone()
      return { id: input.id }
    }),

    // Removing twice is not an error.
    remove: api.remove.handler(async ({ input, context }) => {
      await context.act((tx) => removeView(tx, input.id))
      return { id: input.id }
    }),
  })
}
