import { implement, ORPCError } from '@orpc/server'
import type { Tx } from '#platform/server/db.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { explainConstraint } from '#platform/server/pg-errors.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { permissionRequestsContract, type PermissionRequest } from '../contract.ts'
import * as requests from './sql.ts'

explainConstraint('permission_requests_one_open', 'This has been asked for already and waits for an answer.')

export function permissionRequestHandlers(services: { sessions: SessionReader }) {
  const api = implement(permissionRequestsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => requests.list(tx, input))),

    get: api.get.handler(({ input, context }) =>
      context.act(async (tx) => ({
        ...(await found(tx, input.id)),
        events: await requests.eventsOf(tx, input.id),
      })),
    ),

    people: api.people.handler(({ input, context }) => context.act((tx) => requests.people(tx, input.q))),

    places: api.places.handler(({ input, context }) =>
      context.act((tx) => requests.places(tx, input.target_user_id, input.permission)),
    ),

    save: api.save.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { submit, ...draft } = input
        await requests.save(tx, draft)
        if (submit) await requests.submit(tx, draft.id)
        return found(tx, draft.id)
      }),
    ),

    submit: api.submit.handler(({ input, context }) =>
      context.act(async (tx) => {
        await requests.submit(tx, input.id)
        return found(tx, input.id)
      }),
    ),

    withdraw: api.withdraw.handler(({ input, context }) =>
      context.act(async (tx) => {
        await requests.withdraw(tx, input.id)
        return found(tx, input.id)
      }),
    ),

    decide: api.decide.handler(async ({ input, context }) => {
      const decided = await context.act(async (tx) => {
        await requests.decide(tx, input)
        return found(tx, input.id)
      })
      services.sessions.forget(decided.target_user_id)
      return decided
    }),
  })
}

async function found(tx: Tx, id: string): Promise<PermissionRequest> {
  const request = await requests.findById(tx, id)
  if (!request) throw new ORPCError('NOT_FOUND', { message: 'There is no such request.' })
  return request
}
