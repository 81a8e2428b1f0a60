import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { peopleContract } from '../contract.ts'
import { findPerson } from './queries/find-person.ts'
import { allPeople, listPeople } from './queries/list-people.ts'

export function personHandlers() {
  const api = implement(peopleContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listPeople(tx, input))),
    get: api.get.handler(async ({ input, context, errors }) => {
      const found = await context.act((tx) => findPerson(tx, input.id))
      if (!found) throw errors.NOT_FOUND()
      return found
    }),
    export: api.export.handler(({ input, context }) => context.act((tx) => allPeople(tx, input))),
  })
}
