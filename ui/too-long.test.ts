import { expect, test } from 'vitest'
import { tooLong } from './too-long.ts'

test('says how many characters are too many, once there are', () => {
  expect(tooLong('x'.repeat(2_012), 2_000)).toBe('At most 2,000 characters: 12 too many.')
  expect(tooLong(` ${'x'.repeat(40)} `, 40)).toBeNull()
  expect(tooLong(undefined, 40)).toBeNull()
  expect(tooLong('x'.repeat(9_999))).toBeNull()
})
