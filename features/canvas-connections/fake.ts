type FakeUser = {
  id: string
  name: string
  sis_user_id?: string | null
  login_id?: string
  email?: string | null
}
/** The data of the Canvas for tests and the demo. */
export type FakeData = {
  account: { id: string; name: string }
  terms: { id: string; name: string; start_at: string | null; end_at: string | null }[]
  courses: { id: string; name: string; course_code: string; enrollment_term_id: string }[]
  sections: { id: string; course_id: string; name: string; sis_section_id: string | null }[]
  users: FakeUser[]
  enrollments: { user_id: string; section_id: string; state?: string }[]
}

/** The token of the seeded connection for the demo's Canvas; it works nowhere else. */
export const DEMO_TOKEN = '1~demonstration'

type Row = [name: string, sis: string | null, email: string | null, section: string]
const at = (name: string): string => `${name.toLowerCase().replaceAll(' ', '.')}@lakeshore.example`
const rows: readonly Row[] = [
  ['Jenna Park', 'L-1000', 'jenna.student@lakeshore.example', '341-1'],
  ['Amara Diallo', 'L-1001', at('Amara Diallo'), '341-1'],
  ['Ben Fischer', 'L-1002', at('Ben Fischer'), '210-1'],
  ['Chloe Nguyen', 'L-1003', 'chloe.n@canvas.example', '341-1'],
  ['Elena Petrova', null, at('Elena Petrova'), '210-1'],
  ['Farid Haddad', 'L-1006', at('Farid Haddad'), '341-1'],
  // New, unclear, and two whom a person has to tell apart.
  ['Camila Reyes', 'L-1201', at('Camila Reyes'), '210-1'],
  ['Devon Carlisle', 'L-1202', at('Devon Carlisle'), '210-1'],
  ['Imani Whitfield', 'L-1203', at('Imani Whitfield'), '210-1'],
  ['Oscar Lund', 'L-1204', at('Oscar Lund'), '210-1'],
  ['Test Student', null, null, '210-1'],
  ['Ava Sterling', null, at('A Sterling'), '210-1'],
  ['Alan Sterling', null, at('A Sterling'), '210-1'],
  ['A. Diallo', 'L-1299', at('Amara Diallo'), '210-1'],
  ['Priya Raman', 'L-1205', at('Priya Raman'), '410-1'],
]

/** The roster in the demo's Canvas. */
export function demoRoster(): FakeData {
  return {
    account: { id: '1', name: 'Lakeshore College of Nursing' },
    terms: [
      { id: '26', name: 'Fall 2026', start_at: '2026-08-24T05:00:00Z', end_at: '2026-12-18T06:00:00Z' },
      { id: '27', name: 'Spring 2027', start_at: '2027-01-19T06:00:00Z', end_at: '2027-05-14T05:00:00Z' },
    ],
    courses: [
      {
        id: '341',
        name: 'Nursing Care of Childbearing Families',
        course_code: 'NURS 341',
        enrollment_term_id: '26',
      },
      { id: '210', name: 'Foundations of Nursing', course_code: 'NURS 210', enrollment_term_id: '26' },
      { id: '410', name: 'Community Health Nursing', course_code: 'NURS 410', enrollment_term_id: '26' },
    ],
    sections: [
      { id: '341-1', course_id: '341', name: 'Section 1', sis_section_id: 'F26-341-1' },
      { id: '210-1', course_id: '210', name: 'Section 1', sis_section_id: 'F26-210-1' },
      { id: '410-1', course_id: '410', name: 'Section 1', sis_section_id: 'F26-410-1' },
    ],
    users: rows.map(([name, sis, email], index) => ({
      id: String(500 + index),
      name,
      sis_user_id: sis,
      login_id: `lk${500 + index}`,
      email,
    })),
    enrollments: rows.map(([, , , section_id], index) => ({ user_id: String(500 + index), section_id })),
  }
}
