import type { ExpiryBasis } from '../contract.ts'

/** What ends on a day, other than a document that expires. A file of its own, because a page needs no more. */
export const basisWords: Record<ExpiryBasis, string> = {
  condition: 'conditional approval',
  waiver: 'waiver',
}
