import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { accountRefusals } from '../../messages.ts'
import { openSecret, recoveryDigest, sealSecret, stepOf } from '../second-factor-codes.ts'

/** In this file everything runs as the sign-in login; all but `acceptCode` in the session of the person it is about. */
type Whose = { userId: string; saltKey: string }

export type SecondFactor = { secret: string; confirmed_at: string | null; last_step: number }

/** The second factor of an account, with its encrypted secret; undefined if none was ever set up. */
export function findFactor(tx: Tx, userId: string): Promise<SecondFactor | undefined> {
  return tx
    .selectFrom('priv.second_factors')
    .select(['secret', 'confirmed_at', 'last_step'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Keeps a new secret that is not confirmed yet, instead of an earlier one; refuses while a confirmed one is in use. */
export async function startFactor(tx: Tx, { userId, saltKey }: Whose, secret: string): Promise<void> {
  if ((await findFactor(tx, userId))?.confirmed_at) refuse(accountRefusals, refusal('two_step.already_on'))
  const sealed = sealSecret(secret, saltKey, userId)
  await tx
    .insertInto('priv.second_factors')
    .values({ user_id: userId, secret: sealed })
    .onConflict((known) =>
      known
        .column('user_id')
        .doUpdateSet({ secret: sealed })
        .where('priv.second_factors.confirmed_at', 'is', null),
    )
    .execute()
}

/**
 * Turns the second factor on with a first code of the app; refuses a wrong one. Locks what sign-in locks, so that a sign-in that found it
 * off is over, and its session there to end.
 */
export async function confirmFactor(
  tx: Tx,
  { userId, saltKey }: Whose,
  code: string,
  recoveryCodes: readonly string[],
): Promise<void> {
  await tx
    .selectFrom('priv.credentials')
    .select('user_id')
    .where('user_id', '=', userId)
    .forUpdate()
    .execute()
  const factor = await findFactor(tx, userId)
  if (!factor) return refuse(accountRefusals, refusal('two_step.not_started'))
  if (factor.confirmed_at) return refuse(accountRefusals, refusal('two_step.already_on'))
  const step = stepOf(openSecret(factor.secret, saltKey, userId), code, Date.now())
  if (step === null) return refuse(accountRefusals, refusal('two_step.wrong_code'))
  const { numUpdatedRows: confirmed } = await tx
    .updateTable('priv.second_factors')
    .set({ confirmed_at: sql<string>`now()`, last_step: step })
    .where('user_id', '=', userId)
    .where('secret', '=', factor.secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst()
  // Another tab started again or was faster.
  if (confirmed === 0n) refuse(accountRefusals, refusal('two_step.not_started'))
  await replaceRecoveryCodes(tx, { userId, saltKey }, recoveryCodes)
  await noteFactor(tx, 'turn_on_two_step', userId)
}

/** Replaces all recovery codes of a second factor that is on; refuses if it is off. */
export async function renewRecoveryCodes(tx: Tx, whose: Whose, codes: readonly string[]): Promise<void> {
  if (!(await findFactor(tx, whose.userId))?.confirmed_at) refuse(accountRefusals, refusal('two_step.is_off'))
  await replaceRecoveryCodes(tx, whose, codes)
  await noteFactor(tx, 'renew_recovery_codes', whose.userId)
}

/** Replaces all recovery codes, used or not. */
async function replaceRecoveryCodes(
  tx: Tx,
  { userId, saltKey }: Whose,
  codes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('priv.recovery_codes').where('user_id', '=', userId).execute()
  await tx
    .insertInto('priv.recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, digest: recoveryDigest(code, saltKey, userId) })))
    .execute()
}

/** Turns the second factor of a person off, with the reason of a superadmin who does it for them; refuses if it is not on. */
export async function endFactor(tx: Tx, userId: string, reason: string | null = null): Promise<void> {
  const ended = await tx
    .deleteFrom('priv.second_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .returning('user_id')
    .executeTakeFirst()
  if (!ended) refuse(accountRefusals, refusal('two_step.is_off'))
  await noteFactor(tx, 'turn_off_two_step', userId, reason)
}

/** How many recovery codes of a person are unused. */
export async function countRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  const { left } = await tx
    .selectFrom('priv.recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('left'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/**
 * At sign-in: true if the code is one of the app, which then works no second time, or an unused recovery code. Returns how many
 * recovery codes are left if one was used.
 */
export async function acceptCode(
  tx: Tx,
  { userId, saltKey }: Whose,
  { secret, last_step }: SecondFactor,
  code: string,
): Promise<{ accepted: boolean; recoveryCodesLeft?: number }> {
  const step = stepOf(openSecret(secret, saltKey, userId), code, Date.now())
  if (step !== null && step > last_step) {
    // Of two sign-ins with one code at once, the second finds its step used.
    const { numUpdatedRows: used } = await tx
      .updateTable('priv.second_factors')
      .set({ last_step: step })
      .where('user_id', '=', userId)
      .where('last_step', '<', step)
      .executeTakeFirst()
    return { accepted: used === 1n }
  }
  const { numUpdatedRows: spent } = await tx
    .updateTable('priv.recovery_codes')
    .set({ used_at: sql<string>`now()` })
    .where('user_id', '=', userId)
    .where('digest', '=', recoveryDigest(code, saltKey, userId))
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (spent !== 1n) return { accepted: false }
  await tx
    .insertInto('audit_events')
    .values({ actor_id: userId, action: 'use_recovery_code', entity: 'users', entity_id: userId })
    .execute()
  return { accepted: true, recoveryCodesLeft: await countRecoveryCodes(tx, userId) }
}

async function noteFactor(
  tx: Tx,
  action: 'turn_on_two_step' | 'turn_off_two_step' | 'renew_recovery_codes',
  userId: string,
  reason: string | null = null,
): Promise<void> {
  await tx.insertInto('audit_events').values({ action, entity: 'users', entity_id: userId, reason }).execute()
}
