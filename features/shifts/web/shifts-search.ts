import { heldStates } from '#core/shift-statuses.ts'
import { specialties } from '#core/specialties.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { dayParam } from '#platform/web/day-param.ts'
import {
  choiceParam,
  definedParams,
  idParam,
  pageParam,
  semesterParam,
  textParam,
} from '#platform/web/search-params.ts'
import type { ShiftFilter, ShiftStatus } from '../contract.ts'
import { statusLabels } from '../rules.ts'

/** The search parameters of a list of shifts. */
export type ShiftsSearch = {
  q?: string
  /** A semester’s id, or `all`; by default the semester that the user works in. */
  semester?: string
  from?: string
  to?: string
  /** Statuses, separated by commas. */
  state?: string
  facility?: string
  specialty?: string
  instructor?: string
  cohort?: string
  school?: string
  series?: string
  needs?: string
  mine?: string
  /** For the table: past or all shifts; by default upcoming ones. */
  when?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  view?: string
  /** A day in the range that a calendar or board shows. */
  on?: string
  span?: string
}
export type SearchChange = { [Key in keyof ShiftsSearch]?: ShiftsSearch[Key] | undefined }

const whens = ['past', 'all'] as const
export const views = ['table', 'series', 'calendar', 'board', 'offered'] as const
export const sorts = ['date', 'status', 'unit', 'school', 'seats'] as const
export const statuses = Object.keys(statusLabels) as ShiftStatus[]
export const needs = ['answer', 'reply', 'instructor', 'publishing', 'students'] as const
/** Labels of the filter by what is needed. */
export const needsLabels: Record<(typeof needs)[number], string> = {
  answer: 'The facility’s answer',
  reply: 'The school’s answer',
  instructor: 'An instructor',
  publishing: 'Ready to publish',
  students: 'More students',
}

/** Reads the search parameters of a list of shifts; ignores anything else. */
export function shiftsSearch(search: Record<string, unknown>): ShiftsSearch {
  return definedParams({
    q: textParam(search['q']),
    semester: semesterParam(search['semester']),
    from: dayParam(search['from']),
    to: dayParam(search['to']),
    state: statesOf(textParam(search['state'])).join(',') || undefined,
    facility: idParam(search['facility']),
    specialty: choiceParam(search['specialty'], specialties),
    instructor: idParam(search['instructor']),
    cohort: idParam(search['cohort']),
    school: idParam(search['school']),
    series: idParam(search['series']),
    needs: choiceParam(search['needs'], needs),
    mine: choiceParam(search['mine'], ['yes']),
    when: choiceParam(search['when'], whens),
    sort: choiceParam(search['sort'], sorts),
    dir: choiceParam(search['dir'], ['asc', 'desc']),
    page: pageParam(search['page']),
    view: choiceParam(search['view'], views),
    on: dayParam(search['on']),
    span: choiceParam(search['span'], ['month', 'week', 'day', 'list']),
  })
}

/** The statuses in an address, in lifecycle order. */
function statesOf(state: string | undefined): ShiftStatus[] {
  const named = new Set((state ?? '').split(','))
  return statuses.filter((status) => named.has(status))
}

/** True if the address does not determine the days. Days, a semester, a series, or a filter by what is needed means all days. */
const leavesDaysOpen = (search: ShiftsSearch): boolean =>
  !(search.from || search.to || search.semester || search.series || search.needs) &&
  (!search.state || statesOf(search.state).some((status) => !heldStates.includes(status)))

/** Which shifts a table shows: upcoming by default, past, or all; null if the address determines the days. */
export const whenOf = (search: ShiftsSearch): 'coming' | 'past' | 'all' | null =>
  leavesDaysOpen(search) ? ((search.when as 'past' | 'all' | undefined) ?? 'coming') : null

/** The days of a part of the table: from today on, or before. */
export function daysOf(
  when: 'coming' | 'past' | 'all',
  today: PlainDate,
): Pick<Partial<ShiftFilter>, 'from' | 'to'> {
  if (when === 'coming') return { from: today }
  return when === 'past' ? { to: addDays(today, -1) } : {}
}
