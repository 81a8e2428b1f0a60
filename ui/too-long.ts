import { formatNumber } from '#core/number-text.ts'

/**
 * What a field says of a text of more characters than it takes, spaces around it not counted; null where it fits. Fields let it in and
 * say so, because a browser's own maximum drops the rest of what is pasted without a word.
 */
export function tooLong(text: unknown, most = Infinity): string | null {
  const over = (typeof text === 'string' ? text.trim().length : 0) - most
  return over > 0 ? `At most ${formatNumber(most)} characters: ${formatNumber(over)} too many.` : null
}
