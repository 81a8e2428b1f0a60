import { expect, test } from 'vitest'
import { containing, containingWords } from './like.ts'

test.each([
  ['mercy', '%mercy%', '%mercy%'],
  [' St ', '%St%', '% St%'],
  ['5', '%5%', '% 5%'],
  ['É', '%É%', '% É%'],
  ['100%', '%100\\%%', '%100\\%%'],
  ['_', '%\\_%', '%\\_%'],
  ['a\\', '%a\\\\%', '%a\\\\%'],
  ['', '%%', '%%'],
])('%j', (text, anywhere, byWords) => {
  expect([containing(text), containingWords(text)]).toEqual([anywhere, byWords])
})
