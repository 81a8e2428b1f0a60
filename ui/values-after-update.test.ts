import { expect, test } from 'vitest'
import { mergedChoice, valuesAfterUpdate } from './values-after-update.ts'

const opened = { comment: '', strengths: 'Calm' }
const typed = { comment: 'Steady hands', strengths: 'Calm' }

test('a newer version replaces a form that was not changed', () => {
  const stored = { comment: 'From the school', strengths: 'Calm' }
  expect(valuesAfterUpdate(opened, opened, stored)).toBe(stored)
})

test('a newer version with the same texts, or with those typed here, leaves what is typed', () => {
  expect(valuesAfterUpdate(typed, opened, { ...opened })).toBe(typed)
  expect(valuesAfterUpdate(typed, opened, { ...typed })).toBe(typed)
})

test('a newer version with other texts does not reach the form while something is typed', () => {
  expect(valuesAfterUpdate(typed, opened, { comment: 'From the school', strengths: 'Calm' })).toBeUndefined()
})

test('several choices keep what others chose, and what was chosen and removed here', () => {
  expect(mergedChoice(['ana', 'ben'], ['ana', 'cleo'], ['ana', 'ben', 'dana'])).toEqual([
    'ana',
    'dana',
    'cleo',
  ])
  expect(mergedChoice(['ana'], ['ana'], ['ben'])).toEqual(['ben'])
  expect(mergedChoice(['ana'], ['ana', 'ben'], ['ana', 'ben'])).toEqual(['ana', 'ben'])
})
