import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { peopleContract } from '../contract.ts'
import * as people from './sql.ts'

export function personHandlers() {
  const api = implement(peopleContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => people.list(tx, input))),
    export: api.export.handler(({ input, context }) => context.act((tx) => people.all(tx, input))),
  })
}
