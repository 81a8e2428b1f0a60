import { ORPCError } from '@orpc/server'
import { normaliseEmail } from '#core/email.ts'
import { refuseIf } from '#core/refusal.ts'
import { withActor } from '#platform/server/actor.ts'
import { newToken } from '#platform/server/session.ts'
import { accountRefusals } from '../messages.ts'
import { closedBlocker } from '../rules.ts'
import { issueLink } from './commands/issue-link.ts'
import { bindPassword } from './commands/replace-password.ts'
import { resubmit } from './commands/resubmit.ts'
import { signUp } from './commands/sign-up.ts'
import { accountMails } from './mails.ts'
import { storedHash } from './public.ts'
import {
  type AccountsApi,
  type AccountServices,
  asAuth,
  asFormError,
  browserHashOf,
  limits,
  sendMail,
  enforceQuota,
} from './services.ts'
import { returnQuota } from './commands/count-attempts.ts'
import { myRequest } from './queries/my-request.ts'
import { signUpTenants } from './queries/sign-up-tenants.ts'

const failed = { refused: 'Failed to create user', unexpected: 'An unexpected error occurred' }

/** Signing up, and the applicant's actions on the resulting request (Spec §5, §8). */
export function signUpHandlers(api: AccountsApi, services: AccountServices) {
  const mails = accountMails(services.config.appUrl)
  const searchQuota = (block: string) =>
    enforceQuota(services, `sign-up search from ${block}`, limits.searchesPerNetwork, '1 minute')

  return {
    signUp: api.signUp.handler(async ({ input, context }) => {
      const email = normaliseEmail(input.email)
      const refused = `sign-up refused from ${context.addressBlock}`
      refuseIf(accountRefusals, closedBlocker(input.role, await services.settings.get('sign_up_roles')))
      await enforceQuota(services, `sign-up from ${context.addressBlock}`, limits.signUpsPerNetwork, '1 hour')
      await enforceQuota(services, `sign-up as ${email}`, limits.signUpsPerAddress, '1 hour')
      const passwordHash = await storedHash(services.passwords, input.password_hash_input)
      // Counted before the result is known, and uncounted if not refused.
      await enforceQuota(services, refused, limits.refusedSignUpsPerNetwork, '1 hour')
      const { token, hash } = newToken()
      try {
        const user = await asAuth(services, async (tx) => {
          const created = await signUp(tx, { ...input, email }, passwordHash)
          await returnQuota(tx, refused)
          if (created.is_new) {
            await issueLink(tx, { userId: created.id, kind: 'verify_email', tokenHash: hash })
            await sendMail(tx, created.email, mails.verifyEmail(token), created.id)
          }
          // Also when the same form is sent again: the first response, and its cookie, may have been lost.
          await bindPassword(tx, created.id, browserHashOf(context))
          return created
        })
        return { email: user.email }
      } catch (error) {
        throw asFormError(error, failed)
      }
    }),

    signUpSchools: api.signUpSchools.handler(async ({ input, context }) => {
      await searchQuota(context.addressBlock)
      return asAuth(services, (tx) => signUpTenants(tx, 'school', input.query))
    }),

    signUpFacilities: api.signUpFacilities.handler(async ({ input, context }) => {
      await searchQuota(context.addressBlock)
      return asAuth(services, (tx) => signUpTenants(tx, 'facility', input.query))
    }),

    myRequest: api.myRequest.handler(async ({ context }) => {
      const request = await context.act(myRequest)
      // Pending applicants may not read the list of facilities; the name of their own comes with the session.
      return request ? { ...request, tenant_label: request.tenant_label ?? context.me().facilityName } : null
    }),

    resubmit: api.resubmit.handler(async ({ input, context }) => {
      const { userId, status } = context.me()
      if (status !== 'returned')
        throw new ORPCError('CONFLICT', {
          message: 'Your request was not sent back, so there is nothing to correct.',
        })
      // Counted because a join code could be guessed here too.
      await enforceQuota(services, `resubmit ${userId}`, 10, '1 hour')
      const request = await context.act(myRequest)
      await withActor(services.authPool, context.tokenHash, (tx) => resubmit(tx, request, input)).catch(
        (error: unknown) => {
          throw asFormError(error, {
            refused: 'Some of the information you entered isn’t valid.',
            unexpected: failed.unexpected,
          })
        },
      )
      services.sessions.forget(userId)
      return {}
    }),
  }
}
