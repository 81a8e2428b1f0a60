import { visibleText } from './visible-text.ts'

/** An email address as it is stored and compared: trimmed and in lower case (Spec §5). */
export function normaliseEmail(text: string): string {
  return text.trim().toLowerCase()
}

/**
 * True if the address has one @, something before and after it, a dot in the domain, no spaces, and at most 254 characters. Plain letters
 * only, because an address with a look-alike (Cyrillic а, full-width ａ, a soft hyphen) could pass for someone else's.
 */
export function isEmail(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[\w.!#$%&'*+/=?^`{|}~-]+@[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]*[a-z0-9])?)+$/i.test(
      text,
    )
  )
}

/** What is wrong with an address: a sentence for its field that names the character that is not plain, or null. */
export function emailProblem(text: string): string | null {
  const address = normaliseEmail(text)
  if (isEmail(address)) return null
  const odd = /[^\t\n\r -~]/u.exec(address)?.[0]
  if (odd === undefined) return 'Enter a valid email address.'
  const code = `U+${odd.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}`
  const shown = visibleText(odd) === '' ? `an invisible character (${code})` : `“${odd}” (${code})`
  return `An email address can only contain plain letters, digits and symbols; this one has ${shown}. Type it again by hand.`
}

/** The message for an invitation's address that `emailProblem` refuses: the reason for a look-alike, otherwise an example. */
export function invalidEmail(text: string): string {
  const problem = emailProblem(text) ?? ''
  return problem.includes('U+') ? problem : 'Enter an email address, such as name@school.edu.'
}
