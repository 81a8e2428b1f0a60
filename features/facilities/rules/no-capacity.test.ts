import { expect, test } from 'vitest'
import { noCapacityReason } from './no-capacity.ts'

test('why a facility has no capacity is said by the code of the finding, whatever its name', () => {
  const message = 'Has No Units has no units yet, so students can’t be placed there.'
  expect(noCapacityReason({ code: 'no_units', message })).toBe(
    'Has no units yet, so students can’t be placed there.',
  )
  expect(noCapacityReason({ code: 'no_capacity_ahead', message: '' })).toMatch(/^Takes no students/)
  expect(noCapacityReason({ code: 'cycle', message: 'North is below itself.' })).toBe(
    'North is below itself.',
  )
})
