import { expect, test } from 'vitest'
import { reasonProblem } from './reason.ts'

test('a required reason has three characters, unless a question asks for fewer or more', () => {
  const reason = { label: 'Outcome', isRequired: true }
  expect(reasonProblem(' ab ', reason)).toBe('Write at least 3 characters.')
  expect(reasonProblem('abc', reason)).toBeUndefined()
  expect(reasonProblem('abc', { ...reason, minLength: 10 })).toBe('Write at least 10 characters.')
  expect(reasonProblem('  ', { ...reason, minLength: 1 })).toBe('Outcome is required.')
})

test('a reason has at most 500 characters, and one that may be left out may be short', () => {
  const reason = { label: 'Note' }
  expect(reasonProblem('', reason)).toBeUndefined()
  expect(reasonProblem('a', reason)).toBeUndefined()
  expect(reasonProblem('a'.repeat(500), reason)).toBeUndefined()
  expect(reasonProblem('a'.repeat(503), reason)).toBe('At most 500 characters: 3 too many.')
})

test('a field may accept a longer reason', () => {
  const reason = { label: 'Reason', isRequired: true, maxLength: 1000 }
  expect(reasonProblem('a'.repeat(1000), reason)).toBeUndefined()
  expect(reasonProblem('a'.repeat(1001), reason)).toBe('At most 1,000 characters: 1 too many.')
})
