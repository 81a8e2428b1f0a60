import { expect, test, vi } from 'vitest'
import { zoneName } from '#core/zone-name.ts'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { SchoolSemestersScreen } from './SchoolSemestersScreen.tsx'

vi.mock('#ui/OpenDialog.tsx', () => import('#platform/web/testing-dialogs.tsx'))

const client = (more: Record<string, unknown> = {}) =>
  failingClient({
    'accounts.me': { role: 'school_admin', linked_school_id: 'x' },
    'semesters.list': [],
    'semesters.fill': [],
    ...more,
  })

test('the setup checklist opens the form of a new semester, not an empty list', async () => {
  const closed = await pageAt('/school/settings', <SchoolSemestersScreen />, client())
  const open = await pageAt('/school/settings?create=1', <SchoolSemestersScreen />, client())
  expect(closed.words).not.toContain('First day')
  expect(open.words).toContain('First day')
})

test('the form names the zone of the school, and never that of the browser', async () => {
  const wordsWith = async (more?: Record<string, unknown>) =>
    (await pageAt('/school/settings?create=1', <SchoolSemestersScreen />, client(more))).words
  expect(await wordsWith()).toContain('Times are the school’s.')
  const calendar = { time_zone: 'Pacific/Guam', holidays: [] }
  expect(await wordsWith({ 'semesters.calendar': calendar })).toContain(
    `school’s: ${zoneName('Pacific/Guam')}.`,
  )
})
