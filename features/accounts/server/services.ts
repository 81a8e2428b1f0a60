import { setTimeout as sleep } from 'node:timers/promises'
import { implement, ORPCError } from '@orpc/server'
import { withActor } from '#platform/server/actor.ts'
import type { Config } from '#platform/server/config.ts'
import type { SettingsReader } from '#platform/server/system-settings.ts'
import type { Pool, Tx } from '#platform/server/db.ts'
import type { PasswordHasher } from '#platform/server/passwords.ts'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { Refused } from '#core/refusal.ts'
import { asContractError, explainRefusals } from '#platform/server/pg-errors.ts'
import { hashToken, newToken, type SessionReader } from '#platform/server/session.ts'
import { accountsContract } from '../contract.ts'
import { accountRefusals } from '../messages.ts'
import type { AccountMail } from './mails.ts'
import { spendQuota } from '#platform/server/count-guess.ts'
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

/** The contract under the guard, to which each part of the handlers adds its own. */
export function implemented() {
  return implement(accountsContract).$context<RequestContext>().$config(guardFirst).use(guard)
}
export type AccountsApi = ReturnType<typeof implemented>

/** One transaction of the login that may see credentials and links; no one is signed in there. */
export function asAuth<T>({ authPool }: AccountServices, work: (tx: Tx) => Promise<T>): Promise<T> {
  return withActor(authPool, null, work)
}

/**
 * How much may be tried (docs/decisions/012). A network (the /24 or /64 a caller comes from) may be a whole campus behind one
 * address: it is given a class's worth, and what goes well is given back. What guesses could gain is bounded by account,
 * address or link, wherever they come from.
 */
export const limits = {
  /** Sign-ups a network may send in an hour. */
  signUpsPerNetwork: 400,
  /** Of them those in an hour that were refused: "already have an account" and wrong join codes tell something. */
  refusedSignUpsPerNetwork: 60,
  /** Sign-ups with one e-mail address in an hour. */
  signUpsPerAddress: 10,
  /** Links to verify or to reset that a network may ask for in an hour, of each kind. */
  linksPerNetwork: 300,
  /** Links of a kind that one mailbox is sent in an hour. */
  linksPerMailbox: 5,
  /** Searches for a school or facility by a network in a minute: everyone in the room types at once. */
  searchesPerNetwork: 1_500,
  /** Sign-ins of a network in a minute and in an hour that were wrong, or are being looked at. */
  signInsPerNetwork: { minute: 150, hour: 600 },
} as const

/** The hash of the cookie that names this browser as the one in which a password was chosen; sets the cookie where there is none. */
export function browserHashOf({ cookies }: Pick<RequestContext, 'cookies'>): string {
  const browser = cookies.readSignUp() ?? newToken().token
  cookies.rememberSignUp(browser)
  return hashToken(browser)
}

/** Refuses with 429 when there are seconds to wait. Outside the counting transaction: a refusal must not undo the count. */
export function refuseIfTooMany(wait: number): void {
  if (wait > 0)
    throw new ORPCError('TOO_MANY_REQUESTS', {
      message: 'Rate limit exceeded. Please try again later.',
      data: { retryAfter: wait },
    })
}

/** Counts one of `limit` calls in a window (an interval of PostgreSQL) and refuses the ones above. */
export async function spend(
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

/**
 * Takes 300 ms in any case: an answer that may not tell whether an address is registered must not tell it by its
 * time either.
 */
export async function inEqualTime<T>(
  work: () => Promise<T>,
  wait: () => Promise<unknown> = () => sleep(300),
): Promise<T> {
  const [result] = await Promise.all([work(), wait()])
  return result
}

/** A refusal of the database that names a field of the form reaches that field; `fallback` stands for what it does not explain. */
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
