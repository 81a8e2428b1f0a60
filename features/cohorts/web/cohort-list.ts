import type { Chosen, Filters } from '#platform/web/kit/filters.ts'
import { choice, oneOf, searchText } from '#platform/web/kit/filters.ts'
import type { Cohort, CohortStatus, ProgramLevel } from '../contract.ts'
import { cohortStatusLabels, levelLabels } from '../rules.ts'

/** All cohorts of a school are loaded and filtered in the browser. */
export type CohortFilter = { q: string; state: CohortStatus; program: string; level: ProgramLevel }

export const cohortFilters: Filters<CohortFilter> = {
  q: searchText('Search cohorts'),
  state: choice('Status', 'All but archived', cohortStatusLabels),
  program: oneOf('Program', 'All programs'),
  level: choice('Level', 'All levels', levelLabels),
}
export const cohortOrder = { sorts: ['start_date', 'name', 'student_count'], dir: 'desc' } as const

type CohortSort = { key: (typeof cohortOrder.sorts)[number]; dir: 'asc' | 'desc' }

/** The cohorts that match a filter, sorted; archived ones only if the filter asks for them. */
export function fitting(
  all: readonly Cohort[],
  { q = '', state, program, level }: Chosen<CohortFilter>,
  { key, dir }: CohortSort,
): Cohort[] {
  const words = q.toLowerCase()
  const towards = dir === 'asc' ? 1 : -1
  return all
    .filter(
      (cohort) =>
        (state ? cohort.status === state : cohort.status !== 'archived') &&
        (!program || cohort.program_id === program) &&
        (!level || cohort.program_level === level) &&
        (!words ||
          [cohort.name, cohort.code, cohort.program_name, cohort.admission_term]
            .concat(cohort.advisors.map(({ full_name }) => full_name))
            .some((text) => text?.toLowerCase().includes(words))),
    )
    .toSorted((a, b) => {
      const [left, right] = [a[key] ?? 0, b[key] ?? 0]
      return left < right ? -towards : left > right ? towards : a.name.localeCompare(b.name)
    })
}
