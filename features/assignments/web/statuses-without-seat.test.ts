import { expect, it } from 'vitest'
import { heldSeats } from '#core/seat-statuses.ts'
import { statusesWithoutSeat } from './statuses-without-seat.ts'

it('counts an absent student among those on the shift', () => {
  expect(heldSeats).toContain('no_show')
  for (const status of heldSeats) expect(statusesWithoutSeat).not.toContain(status)
})
