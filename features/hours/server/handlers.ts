import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { hoursContract } from '../contract.ts'
import { listEntries } from './queries/list-entries.ts'

export function hoursHandlers() {
  const api = implement(hoursContract).$context<RequestContext>().$config(guardFirst).use(guard)
  return api.router({
    entries: api.entries.handler(({ input, context }) => context.act((tx) => listEntries(tx, input))),
  })
}
