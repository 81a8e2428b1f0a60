import { choice, type Chosen, type Filters, searchText } from '#platform/web/kit/filters.ts'
import type { Lifecycle, Semester, SemesterType } from '../contract.ts'
import { lifecycleLabels, semesterTypeLabels } from '../rules.ts'

/** All semesters of a school are loaded, and filtered in the browser. */
type SchoolFilter = { q: string; state: Lifecycle; type: SemesterType }

export const semesterFilters: Filters<SchoolFilter> = {
  q: searchText('Search semesters'),
  state: choice('Status', 'All but archived', lifecycleLabels),
  type: choice('Type', 'All types', semesterTypeLabels),
}

/** The semesters of one school that match a filter; archived ones only if the filter asks for them. */
export const fitting = (
  all: readonly Semester[],
  { q = '', state, type }: Chosen<SchoolFilter>,
): Semester[] =>
  all.filter(
    (semester) =>
      (state ? semester.lifecycle === state : semester.lifecycle !== 'archived') &&
      (!type || semester.semester_type === type) &&
      `${semester.name} ${semester.academic_year}`.toLowerCase().includes(q.toLowerCase()),
  )

/** What a list of no fitting semesters says: nothing is archived, if that is all the filter asks for. */
export const noneFitting = ({ q, state, type }: Chosen<SchoolFilter>) =>
  state === 'archived' && !q && !type
    ? { title: 'No archived semesters', description: 'Semesters you archive appear here.' }
    : { title: 'No semesters match', description: 'Try fewer filters, or another part of the name.' }
