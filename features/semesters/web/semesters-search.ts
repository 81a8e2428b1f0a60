import { choiceParam } from '#platform/web/search-params.ts'
import type { Lifecycle, Semester, SemesterType } from '../contract.ts'
import { lifecycleLabels, semesterTypeLabels } from '../rules.ts'

/** What the address of a list of semesters holds; the school's own list knows no school, order or page. */
export type SemestersSearch = {
  q?: string
  state?: string
  type?: string
  school?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  /** Whose details are open. */
  semester?: string
}

/** A change of the address; undefined takes a word out of it. */
export type SearchChange = { [Key in keyof SemestersSearch]?: SemestersSearch[Key] | undefined }

export const lifecycles = Object.keys(lifecycleLabels) as Lifecycle[]
export const types = Object.keys(semesterTypeLabels) as SemesterType[]
export const sorts = ['name', 'school_name', 'start_date', 'end_date', 'shift_count'] as const

/** The address as the server's filter; words it does not know count as not chosen. */
export function semesterFilter({ q, state, type, school, sort, dir }: SemestersSearch) {
  const lifecycle = choiceParam(state, lifecycles)
  const semester_type = choiceParam(type, types)
  return {
    search: q ?? '',
    ...(lifecycle && { lifecycle }),
    ...(semester_type && { semester_type }),
    ...(school && { school_id: school }),
    sort: choiceParam(sort, sorts) ?? ('start_date' as const),
    dir: dir ?? ('desc' as const),
  }
}

/** Is the list narrowed down? */
export function hasFilters({ q, state, type, school }: SemestersSearch): boolean {
  return [q, state, type, school].some(Boolean)
}

/** The semesters of one school that fit the address; archived ones only when they are asked for. */
export function fitting(all: readonly Semester[], { q = '', state, type }: SemestersSearch): Semester[] {
  const words = q.trim().toLowerCase()
  const lifecycle = choiceParam(state, lifecycles)
  const semester_type = choiceParam(type, types)
  return all.filter(
    (semester) =>
      (lifecycle ? semester.lifecycle === lifecycle : semester.lifecycle !== 'archived') &&
      (!semester_type || semester.semester_type === semester_type) &&
      `${semester.name} ${semester.academic_year}`.toLowerCase().includes(words),
  )
}
