const literal = (text: string): string => text.trim().replace(/[\\%_]/g, '\\$&')

/** The `ilike` pattern for everything that contains this text, with its special characters escaped. */
export const containing = (text: string): string => `%${literal(text)}%`

/** The `ilike` pattern for everything that begins with this text. */
export const beginning = (text: string): string => `${literal(text)}%`

/**
 * The pattern for a column with a space before its first word, for a trigram index. One or two letters match the beginning of a word ("st"
 * finds St. Mary, not Boston), because an index knows no shorter parts.
 */
export const containingWords = (text: string): string =>
  /^[\p{L}\p{N}]{1,2}$/u.test(text.trim()) ? `% ${literal(text)}%` : containing(text)

/** The same for a column without that space: one or two letters match its beginning, or that of a word in it. */
export const containingOrBeginning = (text: string): string[] =>
  /^[\p{L}\p{N}]{1,2}$/u.test(text.trim()) ? [beginning(text), `% ${literal(text)}%`] : [containing(text)]
