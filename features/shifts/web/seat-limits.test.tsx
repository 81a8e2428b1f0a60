import { expect, test } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { SeatLimit } from '../contract.ts'
import { SeatLimits } from './SeatLimits.tsx'
import { ShiftTrail } from './ShiftTrail.tsx'

const limit = (limit_name: SeatLimit['limit_name'], seats: number, why: string) =>
  ({ limit_name, seats, why, applies: true, source_url: null }) as SeatLimit

test('the number of seats is said once', async () => {
  const words = async (limits: SeatLimit[]) => (await pageAt('/', <SeatLimits limits={limits} />)).words
  expect(await words([limit('shift', 2, 'The shift has 2 seats.')])).toBe('The shift has 2 seats.')
  expect(await words([limit('unit', 4, 'The unit takes 4 students.')])).toBe(
    '4 seats: The unit takes 4 students.',
  )
})

test('the history says who took a seat, and names an agreement only where there is one', async () => {
  const event = { at: '2026-11-30T12:00:00Z', acting_as_name: null, reason: null, details: {} }
  const trail = [
    { ...event, id: 2, event: 'seat_assign', actor_name: 'Jenna Park', student_name: 'Jenna Park' },
    { ...event, id: 3, event: 'seat_assign', actor_name: 'Ana Morales', student_name: 'Kai Nakamura' },
    { ...event, id: 1, event: 'agree', actor_name: 'Ana Morales', student_name: null },
  ]
  const { words } = await pageAt('/', <ShiftTrail id="s1" />, failingClient({ 'shifts.trail': trail }))
  expect(words).toContain('Jenna Park: took a seat')
  expect(words).toContain('Kai Nakamura: given a seat')
  expect(words).not.toContain('under the agreement')
})
