import { expect, it } from 'vitest'
import { valueInWords } from './version-conflict.ts'

const words = { kind: { none: 'No written agreement' }, cents: (cents: number) => `$${cents / 100}` }

it.each([
  ['kind', 'none', 'No written agreement'],
  ['kind', 'new', 'new'],
  ['cents', 2500, '$25'],
  ['cents', null, null],
  ['status', 'under_review', 'Under review'],
  ['city', 'under_review', 'under_review'],
])('%s %s reads %s', (field, value, text) => {
  expect(valueInWords(words, field, value)).toBe(text)
})
