/** Email addresses in a text: they identify people, and a plan needs none. */
export const findSigns = (text: string): string[] =>
  text.match(/(?<![^\s@,;<>])[^\s@,;<>]+@[^\s@,;<>]+\.[a-z]{2,}/gi) ?? []

/** Only the words of a text or a name, for comparing them. */
const wordsOf = (text: string): string =>
  ` ${text
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `

/** The names that a text contains, except those that others have as well. */
export function namesIn(text: string, names: readonly string[], except: readonly string[]): string[] {
  const words = wordsOf(text)
  const others = new Set(except.map(wordsOf))
  return names.filter((name) => words.includes(wordsOf(name)) && !others.has(wordsOf(name)))
}
