import { expect, it } from 'vitest'
import { mostBlackouts } from '../rules/closing-days.ts'
import { closingBlocker } from './closing-words.ts'

it('says why a unit is left as it is', () => {
  expect(closingBlocker('close')).toBeNull()
  expect(closingBlocker('same')).toBe('It is already closed on these days.')
  expect(closingBlocker('full')).toBe(`It has ${mostBlackouts} blackouts. Remove one in its form first.`)
})
