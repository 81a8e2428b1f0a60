import { formatNumber } from '#core/number-text.ts'

/**
 * The message for a text that is too long, not counting spaces around it; null if it fits. Fields accept it and say so, because a browser's
 * own maximum silently drops the end of what is pasted.
 */
export function tooLong(text: unknown, most = Infinity): string | null {
  const over = (typeof text === 'string' ? text.trim().length : 0) - most
  return over > 0 ? `At most ${formatNumber(most)} characters: ${formatNumber(over)} too many.` : null
}
