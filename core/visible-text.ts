/** Invisible characters: ignorable by Unicode (Hangul fillers too), formatting, lone surrogates, the Braille blank. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Cs}\u2800]/gu

/** A text without invisible characters (zero width, soft hyphens, marks that change the reading direction) and repeated spaces. */
export function visibleText(text: string): string {
  return text
    .replace(INVISIBLE, '')
    .normalize('NFC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim()
}

/** What is wrong with a person's name: a sentence for its field, or null. At least one letter, at most 200 characters. */
export function nameProblem(text: string): string | null {
  const name = visibleText(text)
  if (name === '') return 'Enter your full name.'
  if (name.length > 200) return 'At most 200 characters.'
  return /\p{L}/u.test(name) ? null : 'Enter at least one letter.'
}
