import { createHash, timingSafeEqual } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { normaliseEmail } from '#core/email.ts'
import { hashToken, newToken } from '#platform/server/session.ts'
import { issueLinkFor } from './commands/issue-link.ts'
import { bindPassword } from './commands/replace-password.ts'
import { findResetLink, resetPassword } from './commands/reset-password.ts'
import { findVerificationLink, verifyEmail } from './commands/verify-email.ts'
import { accountMails, type AccountMail } from './mails.ts'
import { storedHash } from './public.ts'
import {
  type AccountsApi,
  type AccountServices,
  asAuth,
  asFormError,
  browserHashOf,
  withMinimumDuration,
  limits,
  sendMail,
  enforceQuota,
} from './services.ts'
import { BOOTSTRAP_FAILED } from '../messages.ts'
import { bootstrapSuperadmin } from './commands/bootstrap-superadmin.ts'
import { forgiveAttempts } from './commands/count-attempts.ts'
import { spendQuota } from '#platform/server/rate-limits.ts'
import { startSession } from './start-session.ts'

const RESET_ANSWER = 'If this email is registered, you will receive a password reset link.'
const RESEND_ANSWER = 'If this address is waiting for verification, a new link is on its way.'
const VERIFY_FAILED = 'Email verification failed. Please try again.'
const RESET_FAILED = 'Failed to update password. Please try again.'

/** One-time links: verify an address, reset a password (Spec §4, §8); and the first superadmin's password. */
export function linkHandlers(api: AccountsApi, services: AccountServices) {
  const mails = accountMails(services.config.appUrl)

  /** Sends a link to the address if it is registered. The response does not reveal whether it is. */
  async function sendLink(
    kind: 'verify_email' | 'reset_password',
    email: string,
    addressBlock: string,
    render: (token: string) => AccountMail,
  ): Promise<void> {
    await enforceQuota(services, `${kind} from ${addressBlock}`, limits.linksPerNetwork, '1 hour')
    const { token, hash } = newToken()
    await withMinimumDuration(() =>
      asAuth(services, async (tx) => {
        // Protects mailboxes from floods; counted the same for unregistered addresses, and never revealed.
        if ((await spendQuota(tx, `${kind} to ${email}`, limits.linksPerMailbox, '1 hour')) > 0) return
        const owner = await issueLinkFor(tx, email, kind, hash)
        const mail = render(token)
        if (owner) await sendMail(tx, email, mail, owner.id)
      }),
    )
  }

  return {
    verifyEmail: api.verifyEmail.handler(async ({ input, context }) => {
      const tokenHash = hashToken(input.token)
      const clientHash = input.password_hash_input
      try {
        // Refuses a dead link before anything costly is done.
        if (clientHash) await asAuth(services, (tx) => findVerificationLink(tx, tokenHash))
        const passwordHash = clientHash ? await storedHash(services.passwords, clientHash) : null
        const browser = context.cookies.readSignUp()
        const link = await asAuth(services, async (tx) => {
          const followed = await verifyEmail(tx, tokenHash, {
            browserHash: browser && hashToken(browser),
            passwordHash,
          })
          const { kind, old_email, full_name, email, user_id } = followed
          if (kind === 'change_email')
            await sendMail(tx, old_email, mails.emailChanged(full_name, email), user_id)
          // The cookie proves that the password was chosen in this browser, so the person has both password and mailbox (decision 174).
          const isOwnBrowser = kind === 'verify_email' && passwordHash === null && !context.viewer
          const enter = isOwnBrowser ? await startSession(services, tx, context, user_id) : null
          return { ...followed, enter }
        })
        const { kind, email, full_name, enter } = link
        if (kind !== 'choose_password') services.sessions.forget(link.user_id)
        return { kind, email, full_name, me: (await enter?.()) ?? null }
      } catch (error) {
        throw asFormError(error, { refused: VERIFY_FAILED, unexpected: VERIFY_FAILED })
      }
    }),

    resendVerification: api.resendVerification.handler(async ({ input, context }) => {
      await sendLink('verify_email', normaliseEmail(input.email), context.addressBlock, mails.verifyEmail)
      return { message: RESEND_ANSWER }
    }),

    requestReset: api.requestReset.handler(async ({ input, context }) => {
      await sendLink('reset_password', normaliseEmail(input.email), context.addressBlock, mails.resetPassword)
      return { message: RESET_ANSWER }
    }),

    resetLink: api.resetLink.handler(async ({ input }) => {
      const { email, full_name } = await asAuth(services, (tx) => findResetLink(tx, hashToken(input.token)))
      return { email, full_name }
    }),

    resetPassword: api.resetPassword.handler(async ({ input, context }) => {
      const tokenHash = hashToken(input.token)
      try {
        // Refuses a dead link before anything costly is done.
        await asAuth(services, (tx) => findResetLink(tx, tokenHash))
        const passwordHash = await storedHash(services.passwords, input.password_hash_input)
        const { user_id: userId } = await asAuth(services, async (tx) => {
          const person = await resetPassword(tx, tokenHash, passwordHash)
          await bindPassword(tx, person.user_id, browserHashOf(context))
          await sendMail(tx, person.email, mails.passwordChanged(person.full_name), person.user_id)
          await forgiveAttempts(tx, `sign-in account ${person.email}`)
          return person
        })
        services.sessions.forget(userId)
        return {}
      } catch (error) {
        throw asFormError(error, { refused: RESET_FAILED, unexpected: RESET_FAILED })
      }
    }),

    bootstrapSuperadmin: api.bootstrapSuperadmin.handler(async ({ input, context }) => {
      await enforceQuota(services, `bootstrap from ${context.addressBlock}`, 5, '1 hour')
      const { setupSecret } = services.config
      if (!setupSecret || !isSame(input.setup_secret, setupSecret))
        throw new ORPCError('BAD_REQUEST', { message: BOOTSTRAP_FAILED })
      const passwordHash = await storedHash(services.passwords, input.password_hash_input)
      await asAuth(services, (tx) =>
        bootstrapSuperadmin(tx, normaliseEmail(input.email), passwordHash),
      ).catch((error: unknown) => {
        throw asFormError(error, { refused: BOOTSTRAP_FAILED, unexpected: BOOTSTRAP_FAILED })
      })
      return {}
    }),
  }
}

function isSame(given: string, secret: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(secret))
}
