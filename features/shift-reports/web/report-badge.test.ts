import { expect, test } from 'vitest'
import { reportWords } from './ReportBadge.tsx'

test('a late report that was returned says both', () => {
  expect(reportWords({ status: 'returned', is_overdue: true })).toBe('Returned, overdue')
  expect(reportWords({ status: 'returned', is_overdue: false })).toBe('Returned')
  expect(reportWords({ status: 'due', is_overdue: true })).toBe('Overdue')
})
