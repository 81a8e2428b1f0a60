import { expect, it } from 'vitest'
import { commonChoice, countUndecided, withChoice } from './choices.ts'

const items = [{ id: 'a' }, { id: 'b' }]

it('shows a choice for a group only when all its items have it', () => {
  expect(commonChoice(items, {})).toBe('')
  expect(commonChoice(items, { a: 'keep' })).toBe('')
  expect(commonChoice(items, { a: 'keep', b: 'cancel' })).toBe('')
  expect(commonChoice(items, { a: 'cancel', b: 'cancel' })).toBe('cancel')
  expect(commonChoice([], {})).toBe('')
})

it('counts undecided items, including those with an empty choice', () => {
  expect(countUndecided(items, {})).toBe(2)
  expect(countUndecided(items, { a: '', b: 'keep' })).toBe(1)
  expect(countUndecided(items, withChoice({}, items, 'keep'))).toBe(0)
})
