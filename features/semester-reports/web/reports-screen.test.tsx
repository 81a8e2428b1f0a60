import { expect, test } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { SemesterReportsScreen } from './SemesterReportsScreen.tsx'

const answers = {
  'accounts.me': { role: 'school_admin', linked_school_id: 'x' },
  'semesters.list': [
    { id: 's1', name: 'Fall 2026', start_date: '2026-08-24', time_zone: 'America/Chicago', is_active: true },
  ],
}

test('while the list loads, no button offers to generate nothing', async () => {
  const client = failingClient(answers)
  const { words } = await pageAt('/admin/semester-reports', <SemesterReportsScreen />, client)
  expect(words).toContain('Generate')
  expect(words).not.toContain('Generate 0')
})
