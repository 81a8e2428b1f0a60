import { specialtyLabels } from '#core/specialties.ts'
import type { Role } from '#core/roles.ts'
import { entityFilter } from '#features/entities/web/public.ts'
import {
  choice,
  choices,
  day,
  type Filters,
  oneOf,
  searchText,
  unrendered,
  yesNo,
} from '#platform/web/kit/filters.ts'
import { idParam } from '#platform/web/search-params.ts'
import type { ShiftFilter, ShiftStatus } from '../contract.ts'
import { statusLabels } from '../rules.ts'
import { needsLabels } from './shifts-search.ts'

/** Statuses in which students and instructors see shifts. */
const seen: readonly ShiftStatus[] = ['published', 'full', 'in_progress', 'completed', 'closed', 'cancelled']
const rare = { isRare: true }

/** The filters of a list of shifts for a role; across all schools, school and location are search fields. */
export function shiftFiltersFor(role: Role, { ofAllSchools = false } = {}): Filters<ShiftFilter> {
  const isPlanner = role !== 'student' && role !== 'proctor'
  const statuses = choices('Status', 'All statuses', statusLabels, { param: 'state' })
  return {
    q: searchText('Search shifts', { any: 'Course, unit, school' }),
    status: isPlanner
      ? statuses
      : {
          ...statuses,
          options: statuses.options!.filter(({ value }) => seen.includes(value as ShiftStatus)),
        },
    needs: {
      ...choice('Needs action', 'Needs action: any', { ...needsLabels, inbox: 'Any answer' }),
      options: Object.entries(needsLabels).map(([value, label]) => ({ value, label })),
      ...rare,
      ...(!isPlanner && { kind: 'none' as const }),
    },
    semester_id: oneOf('Semester', 'All semesters', { param: 'semester', ...rare }),
    school_id: ofAllSchools
      ? entityFilter('school', 'School', 'All schools', { param: 'school' })
      : {
          ...oneOf('School', 'All schools', { param: 'school', ...rare }),
          ...(role !== 'facility_admin' && { kind: 'none' as const }),
        },
    facility_id: ofAllSchools
      ? entityFilter('facility', 'Location', 'All locations', { param: 'facility' })
      : oneOf('Location', 'All locations', { param: 'facility', ...rare }),
    from: day('From', rare),
    to: day('To', rare),
    specialty: choice('Specialty', 'All specialties', specialtyLabels, rare),
    proctor_id: oneOf('Instructor', 'All instructors', { param: 'instructor', ...rare }),
    cohort_id: oneOf('Cohort', 'All cohorts', { param: 'cohort', ...rare }),
    mine: {
      ...yesNo('Whose', 'All shifts', { yes: 'Only mine' }, rare),
      ...(isPlanner && { kind: 'none' as const }),
    },
    series_id: { ...unrendered(idParam), param: 'series' },
    here: unrendered<boolean>(
      (text) => (text === 'yes' ? true : undefined),
      () => 'yes',
    ),
  }
}
