import { implement, ORPCError } from '@orpc/server'
import { dashboardOf } from '#core/access.ts'
import type { Role } from '#core/roles.ts'
import { endSession } from '#features/accounts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { Pool } from '#platform/server/db.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { refuseIfTooMany, reserveAttempt } from '#platform/server/rate-limits.ts'
import { newToken } from '#platform/server/session.ts'
import { demoContract, type DemoKey } from '../contract.ts'
import { startSession } from './commands/start-session.ts'

export type DemoServices = {
  config: Pick<Config, 'isDemo' | 'isProduction'>
  /** Connects as app_auth, which may start sessions. */
  authPool: Pool
  /** The demo's existing people, as seeded. */
  people: readonly { key: DemoKey; email: string; fullName: string; role: Role }[]
}

export function demoHandlers({ config, authPool, people: everyone }: DemoServices) {
  // In production visitors are strangers, who must not become the superadmin.
  const people = everyone.filter(({ role }) => !config.isProduction || role !== 'superadmin')
  const api = implement(demoContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const closed = () => new ORPCError('NOT_FOUND', { message: 'There is no demonstration here.' })

  return api.router({
    get: api.get.handler(() => ({
      // Other data sets, such as the nation's, have none of these people.
      is_open: config.isDemo && people.length > 0,
      people: config.isDemo ? people.map(({ key, fullName }) => ({ key, full_name: fullName })) : [],
    })),

    signIn: api.signIn.handler(async ({ input, context }) => {
      const person = people.find(({ key }) => key === input.key)
      if (!config.isDemo || !person) throw closed()
      const { token, hash } = newToken()
      const ends = await withActor(authPool, null, async (tx) => {
        refuseIfTooMany(await reserveAttempt(tx, `demo from ${context.addressBlock}`, 20, '1 minute'))
        const started = await startSession(tx, {
          email: person.email,
          tokenHash: hash,
          addressBlock: context.addressBlock,
          userAgent: context.userAgent,
        })
        if (started && context.tokenHash) await endSession(tx, context.tokenHash)
        return started
      })
      if (!ends) throw closed()
      context.cookies.startSession(token, new Date(ends))
      return { go_to: person.key === 'preceptor' ? '/preceptor/dashboard' : dashboardOf(person.role) }
    }),
  })
}
