import type { CohortHours } from '#features/cohorts/contract.ts'
import type { HeatRow, Progress, ProgressFilter, SchoolProgress, Standing } from '../contract.ts'
import { sum } from './progress.ts'

/** As many schools are looked at at once: each student of each is computed. */
export const SCHOOLS_PAGE = 10

/** How the students of a school are together; more than is asked of one helps no other. */
export function schoolSums(
  all: readonly Progress[],
): Pick<SchoolProgress, 'students' | 'counts' | 'required' | 'projected' | 'gap'> {
  const counts: Record<Standing, number> = { at_risk: 0, on_track: 0, done: 0, unknown: 0 }
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

type Found = Pick<ProgressFilter, 'q' | 'cohort' | 'standing' | 'specialty' | 'sort' | 'dir'>

/** Is this student found by a filter, its standing aside? A specialty finds those who miss hours in it. */
function isFound(one: Progress, { q, cohort, specialty }: Found): boolean {
  const words = q.trim().toLowerCase()
  return (
    (words === '' || `${one.full_name} ${one.cohort_name ?? ''}`.toLowerCase().includes(words)) &&
    (cohort === undefined || one.cohort_id === cohort) &&
    (specialty === undefined ||
      one.by_specialty.some((row) => row.specialty === specialty && (row.gap ?? 0) > 0))
  )
}

/** The students that a filter finds, in its order; how many there are of each standing; and the heat map of those found. */
export function foundIn(all: readonly Progress[], filter: Found) {
  const found = all.filter((one) => isFound(one, filter))
  const counts: Record<Standing, number> = { at_risk: 0, on_track: 0, done: 0, unknown: 0 }
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

/** What each cohort has and is scheduled for of what each specialty asks, over its students; more than is asked of one helps no other. */
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

/** How far each cohort is, over its students of whom hours are asked; more than is asked of one helps no other. */
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
