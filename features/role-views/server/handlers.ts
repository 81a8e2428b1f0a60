import { implement } from '@orpc/server'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import { guard, signInFirst, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { newToken, type SessionReader } from '#platform/server/session.ts'
import { roleViewsContract } from '../contract.ts'
import { viewRefusals } from '../messages.ts'
import { endImpersonation, startImpersonation } from './commands/impersonate.ts'
import { noteRefusedContext } from './commands/note-refused-context.ts'
import { refuseImpersonation } from './commands/refuse-impersonation.ts'
import { refuseFacility, selectFacility } from './commands/select-facility.ts'
import { clearContext, setContext } from './commands/set-context.ts'
import { findDefaultFacility, findDefaultSchool } from './queries/find-defaults.ts'
import { getContext } from './queries/get-context.ts'

explainRefusals(viewRefusals)

export type RoleViewServices = {
  config: Pick<Config, 'defaultSchoolId' | 'defaultFacilityId'>
  /** Logged in as app_auth, the only login that may give a session a new token. */
  authPool: Pool
  sessions: SessionReader
}

export function roleViewHandlers(services: RoleViewServices) {
  const api = implement(roleViewsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const { authPool, sessions, config } = services

  return api.router({
    getContext: api.getContext.handler(({ context }) => context.act((tx) => getContext(tx))),

    setContext: api.setContext.handler(async ({ input: { context_data: data }, context }) => {
      try {
        return await context.act((tx) => setContext(tx, data))
      } catch (error) {
        if ((error as { code?: string }).code === '42501') {
          context.log.warn({ id: context.requestId, claimed: data }, 'a session context was refused')
          await withActor(authPool, context.tokenHash, (tx) => noteRefusedContext(tx, data))
        }
        throw error
      } finally {
        forget(context.tokenHash)
      }
    }),

    clearContext: api.clearContext.handler(async ({ context }) => {
      await context.act((tx) => clearContext(tx))
      forget(context.tokenHash)
      return {}
    }),

    defaultSchool: api.defaultSchool.handler(({ context }) =>
      context.act((tx) => findDefaultSchool(tx, config.defaultSchoolId ?? null)),
    ),

    selectFacility: api.selectFacility.handler(async ({ input, context }) => {
      const { tokenHash } = context
      const chosen = await context.act(async (tx) => {
        const id = input.facility_id ?? (await findDefaultFacility(tx, config.defaultFacilityId ?? null))
        await refuseFacility(tx, id)
        return id
      })
      await withActor(authPool, tokenHash, (tx) => selectFacility(tx, tokenHash, chosen))
      forget(tokenHash)
      return context.act((tx) => getContext(tx))
    }),

    startImpersonation: api.startImpersonation.handler(async ({ input, context }) => {
      const { token, hash } = newToken()
      await context.act((tx) => refuseImpersonation(tx, input.user_id))
      const started = await withActor(authPool, context.tokenHash, (tx) =>
        startImpersonation(tx, {
          newHash: hash,
          userId: input.user_id,
          reason: input.reason,
          mayWrite: input.may_write,
        }),
      )
      forget(context.tokenHash)
      const viewer = await sessions.read(hash)
      if (!viewer) throw signInFirst()
      context.cookies.startSession(token, new Date(started.expires_at))
      return { expires_at: started.impersonation_expires_at, role: viewer.role }
    }),

    endImpersonation: api.endImpersonation.handler(async ({ context }) => {
      const { token, hash } = newToken()
      const expiresAt = await withActor(authPool, context.tokenHash, (tx) => endImpersonation(tx, hash))
      forget(context.tokenHash)
      context.cookies.startSession(token, new Date(expiresAt))
      return {}
    }),
  })

  /** Clears this process's cache of the session at once; PostgreSQL notifies the other processes. */
  function forget(tokenHash: string | null): void {
    if (tokenHash) sessions.forgetToken(tokenHash)
  }
}
