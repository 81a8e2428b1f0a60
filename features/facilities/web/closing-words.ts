import type { ClosingOutcome } from '../contract.ts'

/** Why a unit is left as it is when days are closed; null when it is closed then. */
export function closingBlocker(outcome: ClosingOutcome): string | null {
  if (outcome === 'same') return 'It is closed on these days already.'
  return outcome === 'full' ? 'It has 50 blackouts. Remove one in its form first.' : null
}
