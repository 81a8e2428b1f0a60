import { expect, it } from 'vitest'
import { storedText, wordsOfStored } from './stored-text.ts'

const texts = {
  'offer.expired': () => 'This offer expired.',
  'offer.left': ({ name }: { name: string }) => `${name} has left.`,
}

it('stores a code, with its values if it has any, and words it when it is read', () => {
  expect(storedText(texts, { code: 'offer.expired', values: {} })).toBe('offer.expired')
  const left = storedText(texts, { code: 'offer.left', values: { name: 'Ana “{Ruiz}”\nHall' } })
  expect(left).toMatch(/^offer\.left \{/)
  expect(wordsOfStored(texts, 'offer.expired')).toBe('This offer expired.')
  expect(wordsOfStored(texts, left)).toBe('Ana “{Ruiz}”\nHall has left.')
})

it.each([
  'This offer expired.',
  'offer.unknown',
  'offer.expired today',
  'offer.left {Ana}',
  'constructor',
  '',
])('leaves the words of a person as they are: %o', (written) =>
  expect(wordsOfStored(texts, written)).toBe(written),
)
