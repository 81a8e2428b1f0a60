import { createHash } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { commonForms } from '../rules.ts'

/** About 49,000 common passwords, most common first. */
export const commonPasswords: readonly string[] = dictionary['passwords-common']

/** True if the password in any of its forms is common. For the command line, which has the password itself. */
export function isCommonPassword(password: string): boolean {
  const forms = new Set(commonForms(password))
  return commonPasswords.some((common) => forms.has(common))
}

let ranges: Map<string, string[]> | undefined

/**
 * The rest of the SHA-1 of every listed password that begins with these five hexadecimal digits: the browser
 * compares them itself, so the server does not learn which password was checked (sign-in design E4).
 */
export function passwordRange(prefix: string): string[] {
  ranges ??= byPrefix()
  return ranges.get(prefix.toUpperCase()) ?? []
}

function byPrefix(): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const password of commonPasswords) {
    const digest = createHash('sha1').update(password).digest('hex').toUpperCase()
    const prefix = digest.slice(0, 5)
    const rest = found.get(prefix)
    if (rest) rest.push(digest.slice(5))
    else found.set(prefix, [digest.slice(5)])
  }
  return found
}
