import { specialties } from '#core/specialties.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { dayParam } from '#platform/web/day-param.ts'
import { choiceParam, definedParams, idParam, semesterParam } from '#platform/web/search-params.ts'
import { daysShown } from '#ui/calendar/event.ts'
import type { AvailableFilter, StudentExport } from '../contract.ts'

export const parts = ['mine', 'open', 'requests', 'swaps', 'makeups'] as const
export type Part = (typeof parts)[number]

/** The search parameters of a student's shifts. */
export type StudentSearch = {
  show?: Part
  /** For the student's own shifts: past ones, and as a calendar. */
  when?: 'past'
  view?: 'calendar'
  span?: 'month' | 'week' | 'day' | 'list'
  on?: string
  /** For open shifts. */
  from?: string
  to?: string
  specialty?: Specialty
  site?: string
  full?: 'yes'
  more?: 'yes'
  /** The seat that is offered in a swap. */
  offer?: string
  /** A semester’s id, or `all`. */
  semester?: string
}
export type SearchChange = { [Key in keyof StudentSearch]?: StudentSearch[Key] | undefined }

/** Parses the search parameters of a student's shifts; ignores anything unknown. */
export function studentSearch(search: Record<string, unknown>): StudentSearch {
  return definedParams({
    show: choiceParam(search['show'], parts),
    when: choiceParam(search['when'], ['past']),
    view: choiceParam(search['view'], ['calendar']),
    span: choiceParam(search['span'], ['month', 'week', 'day', 'list']),
    on: dayParam(search['on']),
    from: dayParam(search['from']),
    to: dayParam(search['to']),
    specialty: choiceParam(search['specialty'], specialties),
    site: idParam(search['site']),
    full: choiceParam(search['full'], ['yes']),
    more: choiceParam(search['more'], ['yes']),
    offer: idParam(search['offer']),
    semester: semesterParam(search['semester']),
  })
}

/** The server filter for these search parameters. */
export const filterOf = ({ from, to, specialty, site }: StudentSearch): Partial<AvailableFilter> =>
  definedParams({ from, to, specialty, site_id: site })

/** The export request for the section shown; the student's own shifts are those of a semester, if one is chosen. */
export function exportOf(search: StudentSearch, today: PlainDate, semester?: string): Partial<StudentExport> {
  const part = search.show ?? 'mine'
  if (part === 'open') return { part, ...filterOf(search), ...(search.full && { full: true }) }
  if (part !== 'mine') return { part }
  const own = definedParams({ semester_id: semester })
  if (search.view !== 'calendar') return { ...own, part: search.when ?? 'upcoming' }
  const { start: from, end: to } = daysShown(search.span ?? 'month', search.on ?? today)
  return { ...own, part: 'calendar', from, to }
}

/** True if open shifts are filtered. */
export const isNarrowed = (search: StudentSearch): boolean => Object.keys(filterOf(search)).length > 0
