import { hash } from 'bcryptjs'
import { prehash } from '#core/password-prehash.ts'
import { demoPassword } from './demo-accounts.ts'

const made = new Map<string, Promise<string>>()

/** What a browser sends for the demonstration's password under this setting. It takes half a second: once in a process. */
export function demoClientHash(setting: string): Promise<string> {
  const known = made.get(setting) ?? prehash(demoPassword).then((pre) => hash(pre, setting))
  made.set(setting, known)
  return known
}
