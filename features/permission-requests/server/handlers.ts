import { implement } from '@orpc/server'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals, refuseByConstraint } from '#platform/server/pg-errors.ts'
import type { SessionReader } from '#platform/server/session.ts'
import { permissionRequestsContract, type PermissionRequest } from '../contract.ts'
import { requestRefusals } from '../messages.ts'
import { decideRequest } from './commands/decide-request.ts'
import { saveRequest } from './commands/save-request.ts'
import { submitRequest } from './commands/submit-request.ts'
import { withdrawRequest } from './commands/withdraw-request.ts'
import { findRequest, listEvents, listRequests } from './queries/list-requests.ts'
import { listPeople, listFacilities } from './queries/list-wishable.ts'

refuseByConstraint('permission_requests_one_open', 'permission_request.waits')

explainRefusals(requestRefusals)

export function permissionRequestHandlers(services: { sessions: SessionReader }) {
  const api = implement(permissionRequestsContract)
    .$context<RequestContext>()
    .$config(validateAfterGuard)
    .use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => listRequests(tx, input))),

    get: api.get.handler(({ input, context }) =>
      context.act(async (tx) => ({
        ...(await found(tx, input.id)),
        events: await listEvents(tx, input.id),
      })),
    ),

    people: api.people.handler(({ input, context }) => context.act((tx) => listPeople(tx, input.q))),

    facilities: api.facilities.handler(({ input, context }) =>
      context.act((tx) => listFacilities(tx, input.target_user_id, input.permission)),
    ),

    save: api.save.handler(({ input, context }) =>
      context.act(async (tx) => {
        const { submit, ...draft } = input
        await saveRequest(tx, draft)
        if (submit) await submitRequest(tx, draft.id)
        return found(tx, draft.id)
      }),
    ),

    submit: api.submit.handler(({ input, context }) =>
      context.act(async (tx) => {
        await submitRequest(tx, input.id)
        return found(tx, input.id)
      }),
    ),

    withdraw: api.withdraw.handler(({ input, context }) =>
      context.act(async (tx) => {
        await withdrawRequest(tx, input.id)
        return found(tx, input.id)
      }),
    ),

    decide: api.decide.handler(async ({ input, context }) => {
      const decided = await context.act(async (tx) => {
        await decideRequest(tx, input)
        return found(tx, input.id)
      })
      services.sessions.forget(decided.target_user_id)
      return decided
    }),
  })
}

async function found(tx: Tx, id: string): Promise<PermissionRequest> {
  return (await findRequest(tx, id)) ?? refuse(requestRefusals, refusal('permission_request.missing'))
}
