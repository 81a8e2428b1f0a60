import { ORPCError } from '@orpc/server'
import { normaliseEmail } from '#core/email.ts'
import { Refused, refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { settingFor } from '#platform/server/passwords.ts'
import { hashToken, newToken } from '#platform/server/session.ts'
import type { Me } from '../contract.ts'
import { accountRefusals } from '../messages.ts'
import { knowsDevice } from './commands/know-device.ts'
import { endSession } from './commands/open-session.ts'
import { acceptCode, findFactor, type SecondFactor } from './commands/second-factor.ts'
import { passwordRange } from './common-passwords.ts'
import { linkHandlers } from './link-handlers.ts'
import { profileHandlers } from './profile-handlers.ts'
import { secondFactorHandlers } from './second-factor-handlers.ts'
import { type AccountServices, asAuth, asFormError, implemented, limits, sendMail } from './services.ts'
import { signUpHandlers } from './sign-up-handlers.ts'
import { forgiveAttempts, returnQuota } from './commands/count-attempts.ts'
import { countUse, refuseIfTooMany, reserveAttempt, spendQuota } from '#platform/server/rate-limits.ts'
import { findForLogin } from './queries/find-for-login.ts'
import { findPerson } from './queries/find-person.ts'
import { stillHasPassword } from './queries/still-has-password.ts'
import { accountMails } from './mails.ts'
import { maintenanceNow } from './maintenance-now.ts'
import { showMe, startSession } from './start-session.ts'

const WRONG = 'Invalid email or password.'
const FAILED = 'Sign in failed. Please try again.'
/** An id that no account has. */
const NOBODY = '00000000-0000-0000-0000-000000000000'

export function accountHandlers(services: AccountServices) {
  const api = implemented()

  return api.router({
    ...signUpHandlers(api, services),
    ...linkHandlers(api, services),
    ...profileHandlers(api, services),
    ...secondFactorHandlers(api, services),

    me: api.me.handler(({ context }) =>
      context.viewer ? showMe(services, context.schools, context.viewer) : null,
    ),

    siteSettings: api.siteSettings.handler(async () => ({
      sign_up_roles: await services.settings.get('sign_up_roles'),
      maintenance: await maintenanceNow(services),
    })),

    preLogin: api.preLogin.handler(async ({ input, context }) => {
      const email = normaliseEmail(input.email)
      // Always computes both, then chooses: otherwise the response time would reveal which it was.
      const computed = settingFor(email, services.saltKey)
      const stored = await asAuth(services, (tx) => lookUp(tx, email, context))
      return { setting: stored?.client_setting ?? computed }
    }),

    signIn: api.signIn.handler(({ input, context }) => {
      const attempt: Attempt = { userId: null }
      return signIn(services, input, context, attempt).catch((error: unknown) => {
        noteFailedSignIn(error, input.email, attempt, context)
        throw asFormError(error, { refused: FAILED, unexpected: FAILED })
      })
    }),

    signOut: api.signOut.handler(async ({ context }) => {
      const { tokenHash } = context
      if (tokenHash) {
        await asAuth(services, (tx) => endSession(tx, tokenHash))
        services.sessions.forgetToken(tokenHash)
      }
      context.cookies.endSession()
      return {}
    }),

    passwordPolicy: api.passwordPolicy.handler(async () => ({
      min_length: await services.settings.get('password_min_length'),
    })),

    passwordRange: api.passwordRange.handler(({ input }) => ({ suffixes: passwordRange(input.prefix) })),
  })
}

/**
 * The account of an address; throws UNAUTHORIZED with the wrong-password message if the
 * lookup itself fails (Spec §8). A database that is down has its own error.
 */
async function lookUp(
  tx: Tx,
  email: string,
  { log, requestId }: RequestContext,
): ReturnType<typeof findForLogin> {
  try {
    return await findForLogin(tx, email)
  } catch (error) {
    const { code } = error as { code?: string }
    // Insufficient privileges, or no such function: all other errors concern the connection or a timeout.
    if (!code?.startsWith('42')) throw error
    log.error({ id: requestId, err: error }, 'the look-up of a sign-in failed')
    throw new ORPCError('UNAUTHORIZED', { message: WRONG })
  }
}

const isWrongCode = (error: unknown) => error instanceof Refused && error.code === 'two_step.wrong_code'

/** The account that a sign-in named, once known. */
type Attempt = { userId: string | null }

/** Counts a refused sign-in in the access log; the address is stored as a keyed digest. */
function noteFailedSignIn(
  error: unknown,
  email: string,
  { userId }: Attempt,
  { trail, addressBlock, requestId }: RequestContext,
): void {
  if (!isWrongCode(error) && (!(error instanceof ORPCError) || error.status >= 500)) return
  const isThrottled = error instanceof ORPCError && error.status === 429
  trail?.noteAttempt({
    kind: 'sign_in',
    account: normaliseEmail(email),
    addressBlock,
    userId,
    isThrottled,
    requestId,
  })
}

/** Signs in (Spec §5, §8): problems with an account are shown only to a caller who knows its password. */
async function signIn(
  services: AccountServices,
  input: { email: string; password_hash_input: string; code?: string | undefined },
  context: RequestContext,
  attempt: Attempt,
): Promise<Me> {
  const email = normaliseEmail(input.email)
  const device = context.cookies.readDevice()
  const deviceHash = device && hashToken(device)
  const { minute, hour } = limits.signInsPerNetwork
  const [block, blockHour] = [`sign-in from ${context.addressBlock}`, `sign-ins from ${context.addressBlock}`]
  const returnNetwork = async (tx: Tx): Promise<void> => {
    if (isKnown) return
    await returnQuota(tx, block)
    await returnQuota(tx, blockHour)
  }
  // Counted before anything costly. Someone who guesses locks out the account, but not its owner's own browsers.
  const { account, wait, key, isKnown } = await asAuth(services, async (tx) => {
    const found = await lookUp(tx, email, context)
    // Also looked up for an unknown address: leaving it out would show in the response time.
    const known = deviceHash !== null && (await knowsDevice(tx, found?.id ?? NOBODY, deviceHash))
    const counter = known ? `sign-in device ${deviceHash}` : `sign-in account ${email}`
    const ofAccount = await reserveAttempt(tx, counter, 5, '15 minutes')
    const ofBlock = known ? 0 : await spendQuota(tx, block, minute, '1 minute')
    const ofHour = known ? 0 : await spendQuota(tx, blockHour, hour, '1 hour')
    return {
      key: counter,
      isKnown: known,
      wait: Math.max(ofAccount, ofBlock, ofHour),
      account: found,
    }
  })
  attempt.userId = account?.id ?? null
  refuseIfTooMany(wait)
  // Hashes have their own queue, so waiting there does not hold up database requests.
  context.endAdmission?.()
  const matches = await services.passwords
    .verify(input.password_hash_input, account?.password_hash ?? null)
    .catch(async (error: unknown) => {
      // Nothing was checked, so nothing was guessed: under load, trying again locks no one out.
      await asAuth(services, async (tx) => {
        await returnQuota(tx, key)
        await returnNetwork(tx)
      })
      throw error
    })
  if (account?.status !== 'deactivated' && account?.email_verified && account.password_hash === null)
    throw new ORPCError('UNAUTHORIZED', {
      message: 'Account not properly configured. Please contact support.',
    })
  if (!account || !matches || account.status === 'deactivated')
    throw new ORPCError('UNAUTHORIZED', { message: WRONG })
  if (!account.email_verified)
    throw new ORPCError('FORBIDDEN', { message: 'Please verify your email address before signing in.' })

  // The caller knows the password: codes are few, so that guessing them takes years.
  const codes = `codes of ${account.id}`
  const isCounted = Boolean(input.code) && !isKnown
  const { spent, seconds } = isCounted
    ? await asAuth(services, (tx) => countUse(tx, codes, '1 day'))
    : { spent: 0, seconds: 0 }
  if (spent > limits.codesPerDay) refuseIfTooMany(seconds)
  const trusted = device && isKnown ? { token: device, hash: hashToken(device) } : newToken()
  const enter = await asAuth(services, async (tx) => {
    if (!(await stillHasPassword(tx, account.id, account.password_hash)))
      throw new ORPCError('UNAUTHORIZED', { message: WRONG })
    const factor = await findFactor(tx, account.id)
    if (factor?.confirmed_at) {
      if (!input.code) {
        // The password was right: asking for the code is not a failed attempt.
        await returnQuota(tx, key)
        await returnNetwork(tx)
        return null
      }
      await passSecondFactor(services, tx, { userId: account.id, email }, factor, input.code)
    }
    await forgiveAttempts(tx, key)
    if (isCounted) await returnQuota(tx, codes)
    await returnNetwork(tx)
    if (context.tokenHash) await endSession(tx, context.tokenHash)
    return startSession(services, tx, context, account.id, trusted)
  }).catch(async (error: unknown) => {
    if (spent === limits.codesBeforeMail && isWrongCode(error))
      await asAuth(services, async (tx) => {
        const { full_name: name = '' } = (await findPerson(tx, { id: account.id })) ?? {}
        await sendMail(tx, email, accountMails(services.config.appUrl).wrongCodes(name), account.id)
      })
    throw error
  })
  if (!enter) return refuse(accountRefusals, refusal('two_step.code_required'))
  if (context.tokenHash) services.sessions.forgetToken(context.tokenHash)
  const me = await enter()
  if (!me) throw new ORPCError('INTERNAL_SERVER_ERROR', { message: FAILED })
  return me
}

/** Accepts the code of the second step, or refuses at its field. The person is notified that a recovery code was used. */
async function passSecondFactor(
  { saltKey, config }: AccountServices,
  tx: Tx,
  { userId, email }: { userId: string; email: string },
  factor: SecondFactor,
  code: string,
): Promise<void> {
  const { accepted, recoveryCodesLeft: left } = await acceptCode(tx, { userId, saltKey }, factor, code)
  if (!accepted) refuse(accountRefusals, refusal('two_step.wrong_code'))
  if (left === undefined) return
  const name = (await findPerson(tx, { id: userId }))?.full_name ?? ''
  await sendMail(tx, email, accountMails(config.appUrl).recoveryCodeUsed(name, left), userId)
}
