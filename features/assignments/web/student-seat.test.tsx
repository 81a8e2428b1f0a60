import { expect, test } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { ShiftDetail } from '#features/shifts/contract.ts'
import type { MySeat } from '../contract.ts'
import { SeatNotes } from './SeatNotes.tsx'
import { StudentSeat } from './StudentSeat.tsx'

const at = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const shift = {
  id: 's1',
  status: 'published',
  date: at(9).slice(0, 10),
  starts_at: at(9),
  ends_at: at(9.5),
  start_time: '07:00',
  end_time: '15:00',
  time_zone: 'America/New_York',
} as unknown as ShiftDetail
const seat = {
  id: 'a1',
  shift,
  status: 'assigned',
  asked_at: at(-1),
  is_not_cleared: true,
  missing: [],
} as unknown as MySeat

test('the page of a shift, which lists what is missing, does not say “Not cleared” of the seat again; a card does', async () => {
  const client = failingClient({
    'assignments.mine': [seat],
    'accounts.me': { id: 'jenna', role: 'student' },
  })
  const { words } = await pageAt('/', <StudentSeat shift={shift} />, client)
  expect(words).toContain('Your seat')
  expect(words).toContain('Yours')
  expect(words).not.toContain('Not cleared')
  expect((await pageAt('/', <SeatNotes seat={seat} />, client)).words).toContain('Not cleared')
})
