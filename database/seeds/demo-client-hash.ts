import { hash } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { demoPassword } from './demo-accounts.ts'

/**
 * `priv.credentials.tried` of made-up people: what they sign in with is known, or no one's, so that no thread need try likely passwords
 * against it (docs/decisions/057), a quarter of a core for two days.
 */
export const NEVER_TRIED = 1_000_000

const made = new Map<string, Promise<string>>()

/** What a browser sends for the demonstration's password under this setting. It takes half a second: once in a process. */
export function demoClientHash(setting: string): Promise<string> {
  const known = made.get(setting) ?? prehash(demoPassword).then((pre) => hash(pre, setting))
  made.set(setting, known)
  return known
}
