import { createHash } from 'node:crypto'
import { dictionary } from '@zxcvbn-ts/language-common'
import { commonForms } from '../rules.ts'

/** Some 49,000 passwords that everyone tries, the commonest first. */
export const commonPasswords: readonly string[] = dictionary['passwords-common']

/** Is it, in any of its forms, one that everyone tries? For where the password itself is at hand: the command line. */
export function isCommonPassword(password: string): boolean {
  const forms = new Set(commonForms(password))
  return commonPasswords.some((common) => forms.has(common))
}

let ranges: Map<string, string[]> | undefined

/**
 * The rest of every listed password's SHA-1 that begins with these five hexadecimal digits: the browser compares by
 * itself, and the server does not learn which password was asked for (sign-in design E4).
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
