import { expect, test } from 'vitest'
import { reportWords, unsubmittedWords } from './ReportBadge.tsx'

test('a late report that was returned says both', () => {
  expect(reportWords({ status: 'returned', is_overdue: true })).toBe('Returned, overdue')
  expect(reportWords({ status: 'returned', is_overdue: false })).toBe('Returned')
  expect(reportWords({ status: 'due', is_overdue: true })).toBe('Overdue')
})

test('a report that is overdue says that its instructor was reminded, and when', () => {
  const report = {
    proctor_name: 'Denise Carter',
    due_at: '2027-10-31T20:00:00Z',
    time_zone: 'America/Chicago',
  }
  expect(unsubmittedWords({ ...report, is_overdue: true })).toBe(
    'Denise Carter has not submitted it yet. It was due Sun, Oct 31, 2027, 3:00 PM, and they were reminded then.',
  )
  expect(unsubmittedWords({ ...report, is_overdue: false })).toBe('Denise Carter has not submitted it yet.')
})
