import { refuse, refusal } from '#core/refusal.ts'
import { accountRefusals } from '../messages.ts'
import { checkPassword, wrongPassword } from './check-password.ts'
import { refuseIfTooMany, reserveAttempt } from '#platform/server/rate-limits.ts'
import { forgiveAttempts } from './commands/count-attempts.ts'
import { endMySessions } from './commands/end-my-sessions.ts'
import {
  confirmFactor,
  countRecoveryCodes,
  endFactor,
  findFactor,
  renewRecoveryCodes,
  startFactor,
} from './commands/second-factor.ts'
import { accountMails } from './mails.ts'
import { findPerson } from './queries/find-person.ts'
import { stillHasPassword } from './queries/still-has-password.ts'
import { newRecoveryCodes, newSecret, setUpAddress } from './second-factor-codes.ts'
import { type AccountsApi, type AccountServices, asAuth, asSelf, sendMail } from './services.ts'

/** A person's own two-step verification, and its reset by a superadmin (docs/decisions/257). */
export function secondFactorHandlers(api: AccountsApi, services: AccountServices) {
  const mails = accountMails(services.config.appUrl)
  const { saltKey } = services

  return {
    secondFactor: api.secondFactor.handler(({ context }) =>
      asSelf(services, context, async (tx) => {
        const { userId } = context.me()
        const since = (await findFactor(tx, userId))?.confirmed_at ?? null
        return { since, recovery_codes_left: since === null ? 0 : await countRecoveryCodes(tx, userId) }
      }),
    ),

    startSecondFactor: api.startSecondFactor.handler(async ({ input, context }) => {
      const viewer = context.me()
      const verifier = await checkPassword(services, viewer, input.current_hash)
      const secret = newSecret()
      await asSelf(services, context, async (tx) => {
        if (!(await stillHasPassword(tx, viewer.userId, verifier))) throw wrongPassword()
        await startFactor(tx, { userId: viewer.userId, saltKey }, secret)
      })
      return { secret, address: setUpAddress(secret, viewer.email) }
    }),

    confirmSecondFactor: api.confirmSecondFactor.handler(async ({ input, context }) => {
      const { userId, email, fullName } = context.me()
      // Guessing here gains nothing, but is limited as everywhere.
      const key = `two-step of ${userId}`
      refuseIfTooMany(await asAuth(services, (tx) => reserveAttempt(tx, key, 10, '15 minutes')))
      const codes = newRecoveryCodes()
      await asSelf(services, context, async (tx, tokenHash) => {
        await confirmFactor(tx, { userId, saltKey }, input.code, codes)
        await forgiveAttempts(tx, key)
        await endMySessions(tx, tokenHash, null)
        await sendMail(tx, email, mails.twoStepOn(fullName), userId)
      })
      services.sessions.forget(userId)
      return { recovery_codes: codes }
    }),

    renewRecoveryCodes: api.renewRecoveryCodes.handler(async ({ input, context }) => {
      const viewer = context.me()
      const { userId } = viewer
      const verifier = await checkPassword(services, viewer, input.current_hash)
      const codes = newRecoveryCodes()
      await asSelf(services, context, async (tx) => {
        if (!(await stillHasPassword(tx, userId, verifier))) throw wrongPassword()
        await renewRecoveryCodes(tx, { userId, saltKey }, codes)
        await sendMail(tx, viewer.email, mails.recoveryCodesRenewed(viewer.fullName), userId)
      })
      return { recovery_codes: codes }
    }),

    endSecondFactor: api.endSecondFactor.handler(async ({ input, context }) => {
      const viewer = context.me()
      const verifier = await checkPassword(services, viewer, input.current_hash)
      await asSelf(services, context, async (tx) => {
        if (!(await stillHasPassword(tx, viewer.userId, verifier))) throw wrongPassword()
        await endFactor(tx, viewer.userId)
        await sendMail(tx, viewer.email, mails.twoStepOff(viewer.fullName, null), viewer.userId)
      })
      return {}
    }),

    resetSecondFactor: api.resetSecondFactor.handler(async ({ input, context }) => {
      const viewer = context.me()
      const { fullName, userId } = viewer
      if (input.id === userId) refuse(accountRefusals, refusal('two_step.own'))
      // A session alone must not do it.
      const verifier = await checkPassword(services, viewer, input.current_hash)
      await asSelf(services, context, async (tx) => {
        if (!(await stillHasPassword(tx, userId, verifier))) throw wrongPassword()
        await endFactor(tx, input.id, input.reason)
        const person = await findPerson(tx, { id: input.id })
        if (person) await sendMail(tx, person.email, mails.twoStepOff(person.full_name, fullName), input.id)
      })
      return {}
    }),
  }
}
