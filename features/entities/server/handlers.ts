import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { entitiesContract } from '../contract.ts'
import { findPeople, findEntities } from './queries/find-entities.ts'

export function entityHandlers() {
  const api = implement(entitiesContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  return api.router({
    find: api.find.handler(({ input, context }) =>
      context.act((tx) => findEntities(tx, input, context.me().role === 'facility_admin')),
    ),
    people: api.people.handler(({ input, context }) => context.act((tx) => findPeople(tx, input))),
  })
}
