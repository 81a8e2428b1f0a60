import { hash } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { settingFor } from '#platform/server/passwords.ts'
import { demoPassword } from './demo-accounts.ts'

/**
 * `priv.credentials.tried` of seeded people: their password is known, or no one has one, so no thread needs to try likely passwords
 * (docs/decisions/057), which would use a quarter of a core for two days.
 */
export const NEVER_TRIED = 1_000_000

/**
 * The salt setting of every account with the demonstration's password. They can share one, because the password is public, and the
 * browser's hash takes half a second of a first start.
 */
export const demoSetting = (saltKey: string): string => settingFor('the demonstration', saltKey)

const made = new Map<string, Promise<string>>()

/**
 * The hash that a browser sends for the demonstration's password with this setting. Takes half a second, so it is computed once per
 * process.
 */
export function demoClientHash(setting: string): Promise<string> {
  const known = made.get(setting) ?? prehash(demoPassword).then((pre) => hash(pre, setting))
  made.set(setting, known)
  return known
}
