import { implement, ORPCError } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import type { SessionReader } from '#platform/server/session.ts'
import type { Role } from '#core/roles.ts'
import { permissionsContract } from '../contract.ts'
import * as permissions from './sql.ts'

export function permissionHandlers(services: { sessions: SessionReader }) {
  const api = implement(permissionsContract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    ofUser: api.ofUser.handler(({ input, context }) =>
      context.act(async (tx) => {
        const found = await permissions.findPerson(tx, input.user_id)
        if (!found) throw new ORPCError('NOT_FOUND', { message: 'This person does not exist.' })
        const { linked_facility_id: root, ...person } = found
        const nodes = await permissions.listNodes(
          tx,
          person.id,
          person.role === 'facility_admin' ? root : null,
        )
        return { person: { ...person, role: person.role as Role }, nodes }
      }),
    ),

    set: api.set.handler(async ({ input, context }) => {
      await context.act(
        (tx) =>
          permissions.set(tx, {
            userId: input.user_id,
            facilityId: input.facility_id,
            type: input.permission_type,
            isEnabled: input.is_enabled,
          }),
        input.reason ? { reason: input.reason } : {},
      )
      services.sessions.forget(input.user_id)
      return {}
    }),

    mine: api.mine.handler(({ context }) => context.act((tx) => permissions.listMine(tx))),
  })
}
