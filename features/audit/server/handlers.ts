import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { auditContract } from '../contract.ts'
import { idsIn } from '../rules.ts'
import * as audit from './sql.ts'

export function auditHandlers() {
  const api = implement(auditContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(async ({ input, context }) => {
      const { events, names } = await context.act(async (tx) => {
        const found = await audit.list(tx, input)
        return { events: found, names: await audit.namesOf(tx, idsIn(found)) }
      })
      const isLast = events.length < input.limit
      return { events, names, next_before_id: isLast ? null : (events.at(-1)?.id ?? null) }
    }),
  })
}
