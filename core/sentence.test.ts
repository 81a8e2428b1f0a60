import { expect, test } from 'vitest'
import { asSentence } from './sentence.ts'

test.each([
  ['Census is low', 'Census is low.'],
  ['Census is low.', 'Census is low.'],
  ['Why now?', 'Why now?'],
  ['They said “no.”', 'They said “no.”'],
  ['Moved (see the email)', 'Moved (see the email).'],
])('%s → %s', (text, ended) => {
  expect(asSentence(text)).toBe(ended)
})
