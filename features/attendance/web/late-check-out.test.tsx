import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { OwnAttendance } from '../contract.ts'
import { ShiftCheckIn } from './CheckIn.tsx'

vi.mock('./LateCheckOut.tsx', () => {
  throw new Error('Failed to fetch dynamically imported module')
})

const forgotten = {
  id: 'a1',
  shift_id: 's1',
  status: 'checked_in',
  posted_at: null,
  location: '5 East',
  time_zone: 'America/New_York',
  starts_at: '2026-01-05T12:00:00Z',
  ends_at: '2026-01-06T00:00:00Z',
  opens_at: '2026-01-05T11:30:00Z',
  check_in_at: '2026-01-05T12:00:00Z',
  check_out_until: '2026-01-06T01:00:00Z',
} as OwnAttendance

test('the form of a late check-out that cannot be loaded leaves the page as it is', async () => {
  const client = failingClient({ 'attendance.mine': [forgotten], 'accounts.me': { id: 'jenna' } })
  const { words } = await pageAt('/', <ShiftCheckIn shiftId="s1" />, client)
  expect(words).toContain('Checking out late needs a connection.')
  expect(words).toContain('In 7:00 AM')
})
