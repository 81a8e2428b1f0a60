import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = new Date('2026-09-10T12:00:00Z')

test.each([
  ['2026-09-10T11:59:40Z', 'less than a minute ago'],
  ['2026-09-10T12:00:20Z', 'less than a minute ago'],
  ['2026-09-10T11:59:00Z', '1 minute ago'],
  ['2026-09-10T09:30:00Z', '2 hours ago'],
  ['2026-09-09T11:00:00Z', '1 day ago'],
  ['2026-06-01T12:00:00Z', '3 months ago'],
  ['2024-09-01T12:00:00Z', '2 years ago'],
  ['2026-09-10T14:00:00Z', 'in 2 hours'],
])('%s reads "%s"', (instant, words) => {
  expect(timeAgo(instant, now)).toBe(words)
})
