import type { ClosingOutcome } from '../contract.ts'

/** Why closing days leaves a unit as it is; null when it is closed on them. */
export function closingBlocker(outcome: ClosingOutcome): string | null {
  if (outcome === 'same') return 'It is already closed on these days.'
  return outcome === 'full' ? 'It has 50 blackouts. Remove one in its form first.' : null
}
