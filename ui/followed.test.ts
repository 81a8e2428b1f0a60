import { expect, test } from 'vitest'
import { followed } from './followed.ts'

const opened = { comment: '', strengths: 'Calm' }
const typed = { comment: 'Steady hands', strengths: 'Calm' }

test('a newer version replaces a form that was not changed', () => {
  const stored = { comment: 'From the school', strengths: 'Calm' }
  expect(followed(opened, opened, stored)).toBe(stored)
})

test('a newer version with the same texts, or with those typed here, leaves what is typed', () => {
  expect(followed(typed, opened, { ...opened })).toBe(typed)
  expect(followed(typed, opened, { ...typed })).toBe(typed)
})

test('a newer version with other texts is not followed while something is typed', () => {
  expect(followed(typed, opened, { comment: 'From the school', strengths: 'Calm' })).toBeUndefined()
})
