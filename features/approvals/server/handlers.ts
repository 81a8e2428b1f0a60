import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { approvalsContract } from '../contract.ts'
import * as approvals from './sql.ts'

export function approvalHandlers() {
  const api = implement(approvalsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => approvals.list(tx, input))),

    decide: api.decide.handler(({ input, context }) =>
      context.act((tx) => approvals.decide(tx, input), input.note ? { reason: input.note } : {}),
    ),

    approveMany: api.approveMany.handler(async ({ input, context }) => {
      const results = await context.act((tx) => approvals.approveMany(tx, input.ids))
      return {
        approved: results.filter(({ reason }) => reason === null).length,
        left: results.flatMap(({ id, full_name, reason }) =>
          reason === null ? [] : [{ id, full_name, reason }],
        ),
      }
    }),
  })
}
