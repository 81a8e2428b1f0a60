import { expect, it } from 'vitest'
import { reasonWords } from './automatic-reasons.ts'

it.each([
  ['seat.offer_expired', 'This offer expired.'],
  ['This offer expired.', 'This offer expired.'],
  ['swap.makeup_seat', 'One of the seats makes up hours.'],
  ['Moved to nights', 'Moved to nights'],
  ['toString', 'toString'],
  [null, null],
])('%o reads as %o', (stored, words) => expect(reasonWords(stored)).toBe(words))
