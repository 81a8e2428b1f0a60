import { choiceParam } from '#platform/web/search-params.ts'
import type { Cohort, CohortStatus, ProgramLevel } from '../contract.ts'
import { cohortStatusLabels, levelLabels } from '../rules.ts'

/** What the address of the page of cohorts holds. */
export type CohortsSearch = {
  q?: string
  state?: string
  program?: string
  level?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}

/** What the address of one cohort's page holds. */
export type CohortSearch = { view?: string; on?: string; q?: string }

export const statuses = Object.keys(cohortStatusLabels) as CohortStatus[]
export const levels = Object.keys(levelLabels) as ProgramLevel[]
export const sorts = ['name', 'start_date', 'student_count'] as const

/** The cohorts that the address asks for, in its order; archived ones only when they are asked for. */
export function fitting(all: readonly Cohort[], search: CohortsSearch): Cohort[] {
  const words = (search.q ?? '').trim().toLowerCase()
  const state = choiceParam(search.state, statuses)
  const level = choiceParam(search.level, levels)
  const sort = choiceParam(search.sort, sorts) ?? 'start_date'
  const dir = (search.dir ?? (sort === 'start_date' ? 'desc' : 'asc')) === 'asc' ? 1 : -1
  return all
    .filter(
      (cohort) =>
        (state ? cohort.status === state : cohort.status !== 'archived') &&
        (!search.program || cohort.program_id === search.program) &&
        (!level || cohort.program_level === level) &&
        (!words ||
          [cohort.name, cohort.code, cohort.program_name, cohort.admission_term]
            .concat(cohort.advisors.map(({ full_name }) => full_name))
            .some((text) => text?.toLowerCase().includes(words))),
    )
    .toSorted((a, b) => {
      const [left, right] = [a[sort] ?? 0, b[sort] ?? 0]
      return left < right ? -dir : left > right ? dir : a.name.localeCompare(b.name)
    })
}

/** Is the list narrowed down? */
export const hasFilters = ({ q, state, program, level }: CohortsSearch): boolean =>
  [q, state, program, level].some(Boolean)
