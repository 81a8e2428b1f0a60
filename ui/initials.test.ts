import { expect, test } from 'vitest'
import { initialsOf } from './initials.ts'

test.each([
  ['Ruth Calloway', 'RC'],
  ['Maria del Carmen Ortiz', 'MO'],
  ['  cher ', 'C'],
  ['', 'XY'],
  [null, 'XY'],
  [undefined, 'XY'],
  ['𝒜da 𝒪k', '𝒜𝒪'],
])('%j gives %s', (name, initials) => {
  expect(initialsOf(name, 'xy@example.edu')).toBe(initials)
})
