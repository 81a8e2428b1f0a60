import { expect, it } from 'vitest'
import { heldSeats } from '#features/attendance/rules.ts'
import { leftStates } from './left-states.ts'

it('counts an absent student among those on the shift', () => {
  expect(heldSeats).toContain('no_show')
  for (const status of heldSeats) expect(leftStates).not.toContain(status)
})
