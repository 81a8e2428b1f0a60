import { hash } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { settingFor } from '#platform/server/passwords.ts'
import { demoPassword } from './demo-accounts.ts'

/**
 * `priv.credentials.tried` of made-up people: what they sign in with is known, or no one's, so that no thread need try likely passwords
 * against it (docs/decisions/057), a quarter of a core for two days.
 */
export const NEVER_TRIED = 1_000_000

/**
 * The salt setting of every account that signs in with the demonstration's password. They may share one: the password is no secret, and a
 * hash of the browser's takes half a second of a first start.
 */
export const demoSetting = (saltKey: string): string => settingFor('the demonstration', saltKey)

const made = new Map<string, Promise<string>>()

/** What a browser sends for the demonstration's password under this setting. It takes half a second: once in a process. */
export function demoClientHash(setting: string): Promise<string> {
  const known = made.get(setting) ?? prehash(demoPassword).then((pre) => hash(pre, setting))
  made.set(setting, known)
  return known
}
