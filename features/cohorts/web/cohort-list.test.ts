import { expect, it } from 'vitest'
import { readList } from '#platform/web/kit/use-list.ts'
import type { Cohort } from '../contract.ts'
import { cohortFilters, cohortOrder, fitting } from './cohort-list.ts'

const cohort = (part: Partial<Cohort>): Cohort => ({
  id: part.name ?? 'x',
  school_id: 's',
  name: 'A',
  code: null,
  admission_term: null,
  program_id: null,
  start_date: '2025-08-25',
  expected_graduation: '2027-05-15',
  size_target: null,
  required_hours_total: null,
  required_specialties: [],
  structured: true,
  status: 'active',
  today: '2026-11-21',
  program_name: null,
  program_level: null,
  student_count: 0,
  joining_count: 0,
  invited_count: 0,
  archived_at: null,
  advisors: [],
  version: 1,
  updated_at: '2026-11-21T00:00:00Z',
  ...part,
})
const PROGRAM = '6c1f6d26-4f7e-4c3b-9a50-0a5f5dd0a111'
const all = [
  cohort({ name: 'Fall 2024', start_date: '2024-08-26', student_count: 30, program_level: 'ADN' }),
  cohort({
    name: 'Fall 2025',
    code: 'F25',
    student_count: 40,
    program_id: PROGRAM,
    program_name: 'Bachelor',
  }),
  cohort({ name: 'Old', status: 'archived', start_date: '2019-08-26' }),
]
const names = (search: Record<string, string>) => {
  const { filter, sort } = readList(cohortFilters, cohortOrder, search)
  return fitting(all, filter, sort!).map(({ name }) => name)
}

it('shows the latest first, and archived ones only when asked', () => {
  expect(names({})).toEqual(['Fall 2025', 'Fall 2024'])
  expect(names({ state: 'archived' })).toEqual(['Old'])
  expect(names({ state: 'nonsense' })).toEqual(['Fall 2025', 'Fall 2024'])
})

it('searches, filters and sorts', () => {
  expect(names({ q: 'f25' })).toEqual(['Fall 2025'])
  expect(names({ q: 'bachelor' })).toEqual(['Fall 2025'])
  expect(names({ program: PROGRAM })).toEqual(['Fall 2025'])
  expect(names({ level: 'ADN' })).toEqual(['Fall 2024'])
  expect(names({ sort: 'student_count' })).toEqual(['Fall 2024', 'Fall 2025'])
  expect(names({ sort: 'name', dir: 'desc' })).toEqual(['Fall 2025', 'Fall 2024'])
})
