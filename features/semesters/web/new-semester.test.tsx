import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import { SchoolSemestersScreen } from './SchoolSemestersScreen.tsx'

vi.mock('#ui/OpenDialog.tsx', () => import('#platform/web/testing-dialogs.tsx'))

const client = () =>
  failingClient({
    'accounts.me': { role: 'school_admin', linked_school_id: 'x' },
    'semesters.list': [],
    'semesters.fill': [],
  })

test('the setup checklist opens the form of a new semester, not an empty list', async () => {
  const closed = await pageAt('/school/settings', <SchoolSemestersScreen />, client())
  const open = await pageAt('/school/settings?create=1', <SchoolSemestersScreen />, client())
  expect(closed.words).not.toContain('First day')
  expect(open.words).toContain('First day')
})
