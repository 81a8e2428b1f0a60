import type { CohortHours } from '#features/cohorts/contract.ts'
import type { HeatRow, Progress, ProgressFilter, SchoolProgress, ProgressStatus } from '../contract.ts'
import { sum } from './progress.ts'

/** How many schools a page shows: the progress of each of their students is computed. */
export const SCHOOLS_PAGE = 10

/** Sums the progress of a school's students; one student's extra hours don't make up for another's missing ones. */
export function schoolSums(
  all: readonly Progress[],
): Pick<SchoolProgress, 'students' | 'counts' | 'required' | 'projected' | 'gap'> {
  const counts: Record<ProgressStatus, number> = { at_risk: 0, on_track: 0, done: 0, unknown: 0 }
  for (const { standing } of all) counts[standing] += 1
  const asked = all.filter(({ required }) => required !== null)
  return {
    students: all.length,
    counts,
    required: sum(asked, ({ required }) => required!),
    projected: sum(asked, ({ required, projected }) => Math.min(required!, projected)),
    gap: sum(all, ({ gap }) => gap ?? 0),
  }
}

type StudentFilter = Pick<ProgressFilter, 'q' | 'cohort' | 'standing' | 'specialty' | 'sort' | 'dir'>

/** True when a student matches a filter, ignoring its standing. A specialty matches students who miss hours in it. */
function matchesFilter(one: Progress, { q, cohort, specialty }: StudentFilter): boolean {
  const words = q.trim().toLowerCase()
  return (
    (words === '' || `${one.full_name} ${one.cohort_name ?? ''}`.toLowerCase().includes(words)) &&
    (cohort === undefined || one.cohort_id === cohort) &&
    (specialty === undefined ||
      one.by_specialty.some((row) => row.specialty === specialty && (row.gap ?? 0) > 0))
  )
}

/** The students that match a filter, in its order, with the count of each standing and their heat map. */
export function filterProgress(all: readonly Progress[], filter: StudentFilter) {
  const found = all.filter((one) => matchesFilter(one, filter))
  const counts: Record<ProgressStatus, number> = { at_risk: 0, on_track: 0, done: 0, unknown: 0 }
  for (const one of found) counts[one.standing] += 1
  const { sort, dir, standing } = filter
  const rows = found
    .filter((one) => standing === undefined || one.standing === standing)
    .toSorted(
      (a, b) =>
        (dir === 'asc' ? 1 : -1) *
          (sort === 'full_name'
            ? a.full_name.localeCompare(b.full_name)
            : (a[sort] ?? -1) - (b[sort] ?? -1)) ||
        a.full_name.localeCompare(b.full_name) ||
        a.student_id.localeCompare(b.student_id),
    )
  return { rows, counts, heat: heatOf(rows) }
}

/**
 * Each cohort's credited and scheduled hours by specialty, and the required ones. One student's extra hours don't make up for another's.
 */
function heatOf(rows: readonly Progress[]): HeatRow[] {
  return [...Map.groupBy(rows, ({ cohort_id }) => cohort_id)]
    .map(([cohort_id, students]) => {
      const asked = students.flatMap((one) => one.by_specialty.filter(({ required }) => required))
      return {
        cohort_id,
        cohort_name: students[0]!.cohort_name,
        students: students.length,
        at_risk: students.filter(({ standing }) => standing === 'at_risk').length,
        cells: [...Map.groupBy(asked, ({ specialty }) => specialty)]
          .map(([specialty, each]) => ({
            specialty,
            required: sum(each, ({ required }) => required!),
            projected: sum(each, ({ required, credited, scheduled }) =>
              Math.min(required!, credited + scheduled),
            ),
          }))
          .toSorted((a, b) => a.specialty.localeCompare(b.specialty)),
      }
    })
    .toSorted((a, b) => (a.cohort_name ?? '~').localeCompare(b.cohort_name ?? '~'))
}

/** Sums each cohort's progress over its students with required hours. One student's extra hours don't make up for another's. */
export function hoursByCohort(all: readonly Progress[]): CohortHours[] {
  const asked = all.filter(({ cohort_id, required }) => cohort_id !== null && required !== null)
  return [...Map.groupBy(asked, ({ cohort_id }) => cohort_id!)].map(([cohort_id, students]) => ({
    cohort_id,
    students: students.length,
    required: sum(students, ({ required }) => required!),
    done: sum(students, ({ required, credited }) => Math.min(required!, credited)),
    projected: sum(students, ({ required, projected }) => Math.min(required!, projected)),
  }))
}
