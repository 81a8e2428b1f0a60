import { expect, test } from 'vitest'
import { contentIds } from './use-content-id.ts'

test('the same content has one id; changed content has another, also when it is changed back', () => {
  const idOf = contentIds()
  const first = idOf({ name: 'Fall', days: [1] })
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(idOf({ name: 'Fall', days: [1] })).toBe(first)
  const second = idOf({ name: 'Fall', days: [1, 2] })
  expect(second).not.toBe(first)
  expect([first, second]).not.toContain(idOf({ name: 'Fall', days: [1] }))
  expect(contentIds()({ name: 'Fall', days: [1] })).not.toBe(first)
})
