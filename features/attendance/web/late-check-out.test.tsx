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

const minutes = (from: number) => new Date(Date.now() + from * 60_000).toISOString()
const panelOf = async (record: Partial<OwnAttendance>) => {
  const client = failingClient({
    'attendance.mine': [{ ...forgotten, ...record }],
    'accounts.me': { id: 'jenna' },
  })
  return pageAt('/', <ShiftCheckIn shiftId="s1" />, client)
}

test('before the start there is no check-out, and before the end it is not the filled button', async () => {
  const hours = (start: number) => ({
    starts_at: minutes(start),
    ends_at: minutes(start + 60),
    check_out_until: minutes(start + 120),
  })
  const before = await panelOf(hours(18))
  expect(before.words).toContain('Check-out opens')
  expect(before.words).not.toMatch(/Check out\b/)
  const isSecondary = async (start: number) => {
    const { words, markup } = await panelOf(hours(start))
    expect(words).toContain('Check out')
    return markup.includes('data-variant="default"')
  }
  expect([await isSecondary(-10), await isSecondary(-61)]).toEqual([true, false])
})

test('what asks about an early check-out is on the page before it is pressed, so that it is announced', async () => {
  const { markup } = await panelOf({
    starts_at: minutes(-10),
    ends_at: minutes(50),
    check_out_until: minutes(110),
  })
  expect(markup).toMatch(/<output[^>]*><\/output>/)
})
