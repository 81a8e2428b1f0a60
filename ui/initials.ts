import { constants } from '#core/constants.ts'

const { maxLength } = constants.initials

/** At most 2 characters from the full name, or the first two letters of the email if there is no name (Spec §2, §9). */
export function initialsOf(fullName: string | null | undefined, email: string): string {
  const words = (fullName ?? '').trim().split(/\s+/).filter(Boolean)
  const ends = words.length > 1 ? [words[0]!, words.at(-1)!] : words
  const letters = ends.length > 0 ? ends.map((word) => [...word][0]!) : [...email.trim()]
  return letters.slice(0, maxLength).join('').toUpperCase()
}
