import { expect, it } from 'vitest'
import * as z from 'zod'
import * as mini from 'zod/mini'
import { issueText } from './issue-text.ts'

const wordsOf = (schema: z.ZodType | mini.ZodMiniType, value: unknown): string => {
  const issue = schema.safeParse(value).error?.issues[0]
  return issue ? issueText(issue) : 'fits'
}

it.each([
  [z.int().min(1), 0, 'At least 1.'],
  [z.int().max(100_000), 99_999_999, 'At most 100,000.'],
  [z.number().gt(0), 0, 'More than 0.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.number(), 'abc', 'Enter a number.'],
  [z.string().min(1), '', 'Fill this in.'],
  [z.string().min(3), 'ab', 'At least 3 characters.'],
  [z.string().max(5), 'abcdef', 'At most 5 characters.'],
  [z.string(), undefined, 'Fill this in.'],
  [z.array(z.string()).min(2), [], 'Choose at least 2.'],
  [z.array(z.string()).max(1), ['a', 'b'], 'At most 1.'],
  [z.enum(['a', 'b']), 'c', 'Choose one of the options.'],
  [z.email(), 'no', 'This isn’t an email address.'],
  [z.url(), 'no', 'This isn’t a web address.'],
  [z.iso.date(), 'no', 'Enter a date.'],
  [z.uuid(), 'no', 'This isn’t valid.'],
  [z.number().multipleOf(0.5), 0.3, 'Enter a multiple of 0.5.'],
  [z.strictObject({}), { a: 1 }, 'This isn’t valid.'],
])('says in plain words what a schema does not say itself: %#', (schema, value, words) => {
  expect(wordsOf(schema, value)).toBe(words)
})

it('says for a field that may be empty what is wrong with the number in it', () => {
  const seats = mini.union([mini.literal(''), mini.number().check(mini.minimum(1), mini.maximum(500))])
  expect(wordsOf(seats, 501)).toBe('At most 500.')
  expect(wordsOf(seats, 0)).toBe('At least 1.')
  expect(wordsOf(seats, 'x')).toBe('This isn’t valid.')
  expect(wordsOf(z.union([z.literal(''), z.int().max(500)]), 501)).toBe('At most 500.')
})

it('keeps what a schema says itself', () => {
  expect(wordsOf(z.int().min(1, 'At least one seat.'), 0)).toBe('At least one seat.')
  expect(wordsOf(mini.string().check(mini.minLength(2, 'Say why.')), 'a')).toBe('Say why.')
  expect(
    wordsOf(
      z.string().refine(() => false, 'Invalid input is what we mean'),
      'a',
    ),
  ).toBe('Invalid input is what we mean')
})
