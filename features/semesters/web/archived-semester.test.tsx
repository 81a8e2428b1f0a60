import { expect, test, vi } from 'vitest'
import { failingClient, pageAt } from '#platform/web/testing-page.tsx'
import type { SemesterDetail } from '../contract.ts'
import { fakeSemester, fakeSchoolId } from '../fake.ts'
import { SchoolSemestersScreen } from './SchoolSemestersScreen.tsx'

vi.mock('#ui/OpenDialog.tsx', () => import('#platform/web/testing-dialogs.tsx'))

/** The Edit button of the details, and whether it can be pressed. */
async function editOf(changes: Partial<SemesterDetail>): Promise<boolean> {
  const semester = {
    ...fakeSemester(changes),
    school_name: 'Lakeshore',
    shifts_by_status: {},
    reports_missing: 0,
    holidays: [],
  }
  const client = failingClient({
    'accounts.me': { role: 'school_admin', linked_school_id: fakeSchoolId },
    'semesters.list': [],
    'semesters.fill': [],
    'semesters.get': semester,
    'semesters.listCopies': [],
  })
  const { markup } = await pageAt(
    `/school/settings?semester=${semester.id}`,
    <SchoolSemestersScreen />,
    client,
  )
  const [edit] = markup.match(/<button[^>]*>(?:(?!<\/button>).)*Edit(?:(?!<\/button>).)*<\/button>/s) ?? []
  expect(edit).toBeDefined()
  return !/<button[^>]*\sdisabled/.test(edit ?? '')
}

test('the details of an archived semester offer no edit before it is restored', async () => {
  expect(await editOf({ lifecycle: 'draft' })).toBe(true)
  expect(await editOf({ lifecycle: 'archived' })).toBe(false)
})
