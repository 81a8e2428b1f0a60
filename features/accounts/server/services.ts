import { setTimeout as sleep } from 'node:timers/promises'
import { implement, ORPCError } from '@orpc/server'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { PasswordHasher } from '#platform/server/passwords.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { Refused } from '#core/refusal.ts'
import { asContractError, explainRefusals } from '#platform/server/pg-errors.ts'
import { hashToken, newToken, type SessionReader } from '#platform/server/session.ts'
import { accountsContract } from '../contract.ts'
import { accountRefusals } from '../messages.ts'
import type { AccountMail } from './mails.ts'
import { refuseIfTooMany, spendQuota } from '#platform/server/rate-limits.ts'
import { queueMail } from './commands/queue-mail.ts'

explainRefusals(accountRefusals)

export type AccountServices = {
  config: Pick<Config, 'appUrl' | 'setupSecret'>
  settings: SettingsReader
  /** Logged in as app_auth: the only login that may read a verifier. */
  authPool: Pool
  sessions: SessionReader
  passwords: PasswordHasher
  saltKey: string
}

/** The contract behind the guard; each handlers file adds its own procedures. */
export function implemented() {
  return implement(accountsContract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
}
export type AccountsApi = ReturnType<typeof implemented>

/** Runs one transaction of the login that may read credentials and links; it has no actor. */
export function asAuth<T>({ authPool }: AccountServices, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withActor(authPool, null, work)
}

/** As the sign-in login, with the caller's session: it reads and changes the caller's own sessions and second factor. */
export function asSelf<T>(
  { authPool }: AccountServices,
  { tokenHash }: Pick<RequestContext, 'tokenHash'>,
  work: (tx: Tx, tokenHash: string | null) => Promise<T>,
): Promise<T> {
  return withActor(authPool, tokenHash, (tx) => work(tx, tokenHash))
}

/**
 * Rate limits (docs/decisions/012). A network (the /24 or /64 of the caller) may be a whole campus
 * behind one address: it gets enough for a class, and successful attempts are uncounted. What
 * guessing could gain is limited by account, address or link, across all networks.
 */
export const limits = {
  /** Sign-ups per network per hour. */
  signUpsPerNetwork: 400,
  /** Refused sign-ups per network per hour: "already have an account" and wrong join codes reveal something. */
  refusedSignUpsPerNetwork: 60,
  /** Sign-ups per email address per hour. */
  signUpsPerAddress: 10,
  /** Links to verify or to reset that a network may request per hour, of each kind. */
  linksPerNetwork: 300,
  /** Links of a kind sent to one mailbox per hour. */
  linksPerMailbox: 5,
  /** Searches for a school or facility per network per minute: a whole class types at once. */
  searchesPerNetwork: 1_500,
  /** Wrong codes of two-step verification per account and day, from browsers that have not signed in to it before. */
  codesPerDay: 30,
  /** Which of these notifies the person by email. */
  codesBeforeMail: 5,
  /** Wrong or unfinished sign-ins per network, per minute and per hour. */
  signInsPerNetwork: { minute: 150, hour: 600 },
} as const

/** The hash of the cookie that identifies the browser in which a password was chosen; sets the cookie if there is none. */
export function browserHashOf({ cookies }: Pick<RequestContext, 'cookies'>): string {
  const browser = cookies.readSignUp() ?? newToken().token
  cookies.rememberSignUp(browser)
  return hashToken(browser)
}

/** Counts one of `limit` calls in a window (a PostgreSQL interval) and refuses calls above it. */
export async function enforceQuota(
  services: AccountServices,
  key: string,
  limit: number,
  window: string,
): Promise<void> {
  refuseIfTooMany(await asAuth(services, (tx) => spendQuota(tx, key, limit, window)))
}

export async function sendMail(tx: Tx, to: string, mail: AccountMail, userId: string | null): Promise<void> {
  await queueMail(tx, { ...mail, to, userId })
}

/** Takes at least 300 ms, so that the response time does not reveal whether an address is registered. */
export async function withMinimumDuration<T>(
  work: () => Promise<T>,
  wait: () => Promise<unknown> = () => sleep(300),
): Promise<T> {
  const [result] = await Promise.all([work(), wait()])
  return result
}

/** Passes on a database refusal that names a form field; uses `fallback` for errors without an explanation. */
export function asFormError(error: unknown, fallback: { refused: string; unexpected: string }): unknown {
  const { code } = error as { code?: unknown }
  const known = asContractError(error)
  if (!(known instanceof ORPCError))
    return new ORPCError('INTERNAL_SERVER_ERROR', { message: fallback.unexpected, cause: error })
  const isOurs =
    known === error || error instanceof Refused || (typeof code === 'string' && code.startsWith('PW'))
  return isOurs || known.status >= 500
    ? known
    : new ORPCError('BAD_REQUEST', { message: fallback.refused, cause: error })
}
