const literal = (text: string): string => text.trim().replace(/[\\%_]/g, '\\$&')

/** The pattern of `ilike` for whatever contains this text, its signs taken as they are. */
export const containing = (text: string): string => `%${literal(text)}%`

/** The pattern of `ilike` for whatever begins with this text. */
export const beginning = (text: string): string => `${literal(text)}%`

/**
 * What contains a text with a blank before its first word, where an index of trigrams is to answer: one or two letters are
 * the beginning of a word ("st" finds St. Mary, not Boston), since an index knows no shorter parts.
 */
export const containingWords = (text: string): string =>
  /^[\p{L}\p{N}]{1,2}$/u.test(text.trim()) ? `% ${literal(text)}%` : containing(text)

/** The same for a text without that blank: one or two letters begin it, or a word in it. */
export const containingOrBeginning = (text: string): string[] =>
  /^[\p{L}\p{N}]{1,2}$/u.test(text.trim()) ? [beginning(text), `% ${literal(text)}%`] : [containing(text)]
