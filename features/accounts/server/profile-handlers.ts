import { ORPCError } from '@orpc/server'
import { normaliseEmail } from '#core/email.ts'
import { newToken } from '#platform/server/session.ts'
import { endMySessions } from './commands/end-my-sessions.ts'
import { issueLink } from './commands/issue-link.ts'
import { replacePassword } from './commands/replace-password.ts'
import { accountMails } from './mails.ts'
import { storedHash } from './public.ts'
import { mySessions } from './queries/my-sessions.ts'
import { type AccountsApi, type AccountServices, asAuth, asSelf, sendMail } from './services.ts'
import { checkPassword, wrongPassword } from './check-password.ts'
import { refuseIfTooMany, spendQuota } from '#platform/server/rate-limits.ts'
import { updateProfile } from './commands/update-profile.ts'
import { findForLogin } from './queries/find-for-login.ts'
import { ownProfile } from './queries/own-profile.ts'
import { stillHasPassword } from './queries/still-has-password.ts'
import { startSession } from './start-session.ts'

/** A person's own profile, password, address and sessions. */
export function profileHandlers(api: AccountsApi, services: AccountServices) {
  const mails = accountMails(services.config.appUrl)

  return {
    profile: api.profile.handler(({ context }) => context.act((tx) => ownProfile(tx, context.me().userId))),

    updateProfile: api.updateProfile.handler(async ({ input, context }) => {
      const { userId, role } = context.me()
      const { version, full_name, phone, graduation_date, license_in_progress, time_format } = input
      const values = {
        full_name,
        phone: phone || null,
        ...(time_format && { time_format }),
        ...(role === 'student' && graduation_date !== undefined ? { graduation_date } : {}),
        ...(role === 'student' && license_in_progress !== undefined ? { license_in_progress } : {}),
      }
      const saved = await context.act((tx) => updateProfile(tx, userId, version, values))
      if (!saved)
        throw new ORPCError('CONFLICT', {
          message:
            'Your profile was just changed somewhere else. Reload the page, then make your change again.',
        })
      services.sessions.forget(userId)
      return saved
    }),

    changePassword: api.changePassword.handler(async ({ input, context }) => {
      const viewer = context.me()
      const current = await checkPassword(services, viewer, input.current_hash)
      const passwordHash = await storedHash(services.passwords, input.password_hash_input)
      // Ends every session; the current browser continues with a new token.
      const enter = await asAuth(services, async (tx) => {
        if (!(await stillHasPassword(tx, viewer.userId, current))) throw wrongPassword()
        await replacePassword(tx, viewer.userId, passwordHash, 'change_password')
        await sendMail(tx, viewer.email, mails.passwordChanged(viewer.fullName), viewer.userId)
        return startSession(services, tx, context, viewer.userId)
      })
      services.sessions.forget(viewer.userId)
      await enter()
      return {}
    }),

    changeEmail: api.changeEmail.handler(async ({ input, context }) => {
      const viewer = context.me()
      const newEmail = normaliseEmail(input.new_email)
      if (newEmail === viewer.email) {
        const message = 'This is already your address.'
        throw new ORPCError('BAD_REQUEST', { message, data: { fieldErrors: { new_email: message } } })
      }
      const current = await checkPassword(services, viewer, input.current_hash)
      const newPasswordHash = await storedHash(services.passwords, input.password_hash_input)
      const { token, hash } = newToken()
      await asAuth(services, async (tx) => {
        if (!(await stillHasPassword(tx, viewer.userId, current))) throw wrongPassword()
        refuseIfTooMany(await spendQuota(tx, `change email of ${viewer.userId}`, 5, '1 hour'))
        // Only the owner of the mailbox learns that the address is taken: the
        // response, the caller's email and the caller's older link are the same in
        // both cases. The link to a taken address is sent to no one.
        const isTaken = Boolean(await findForLogin(tx, newEmail))
        await issueLink(tx, {
          userId: viewer.userId,
          kind: 'change_email',
          tokenHash: hash,
          newEmail,
          newPasswordHash,
        })
        if (isTaken) await sendMail(tx, newEmail, mails.emailTaken(), null)
        else await sendMail(tx, newEmail, mails.changeEmail(token), viewer.userId)
        await sendMail(tx, viewer.email, mails.changeEmailAsked(viewer.fullName, newEmail), viewer.userId)
      })
      return {}
    }),

    sessions: api.sessions.handler(({ context }) => asSelf(services, context, mySessions)),

    endSession: api.endSession.handler(async ({ input, context }) => {
      const ended = await asSelf(services, context, (tx, hash) => endMySessions(tx, hash, input.id))
      if (ended === 0) throw new ORPCError('NOT_FOUND', { message: 'This device is already signed out.' })
      services.sessions.forget(context.me().userId)
      return {}
    }),

    endOtherSessions: api.endOtherSessions.handler(async ({ context }) => {
      const ended = await asSelf(services, context, (tx, hash) => endMySessions(tx, hash, null))
      services.sessions.forget(context.me().userId)
      return { ended }
    }),
  }
}
