/** Email addresses in a text: they identify people, and a plan needs none. */
export const findSigns = (text: string): string[] =>
  text.match(/(?<![^\s@,;<>])[^\s@,;<>]+@[^\s@,;<>]+\.[a-z]{2,}/gi) ?? []
