import { specialties } from '#core/specialties.ts'
import { addDays, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import {
  choiceParam,
  definedParams,
  idParam,
  pageParam,
  semesterParam,
  textParam,
} from '#platform/web/search-params.ts'
import type { ShiftFilter, ShiftStatus } from '../contract.ts'
import { statusWords } from '../rules.ts'

/** What the address of a list of shifts holds. */
export type ShiftsSearch = {
  q?: string
  /** A semester’s id, or `all`; without it the one that the person works in. */
  semester?: string
  from?: string
  to?: string
  /** States, joined by commas. */
  state?: string
  facility?: string
  specialty?: string
  instructor?: string
  cohort?: string
  school?: string
  series?: string
  needs?: string
  mine?: string
  /** Of the table: what is over, or all; without it what comes. */
  when?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
  view?: string
  /** A day of what a calendar or board shows. */
  on?: string
  span?: string
}
export type SearchChange = { [Key in keyof ShiftsSearch]?: ShiftsSearch[Key] | undefined }

export const whens = ['past', 'all'] as const
export const views = ['table', 'series', 'calendar', 'board', 'offered'] as const
export const sorts = ['date', 'status', 'unit', 'school', 'seats'] as const
export const statuses = Object.keys(statusWords) as ShiftStatus[]
export const needs = ['answer', 'reply', 'instructor', 'publishing', 'students'] as const
/** What waits, in the words of the filter. */
export const needsWords: Record<(typeof needs)[number], string> = {
  answer: 'The facility’s answer',
  reply: 'The school’s answer',
  instructor: 'An instructor',
  publishing: 'Ready to publish',
  students: 'More students',
}
const dateParam = (value: unknown): string | undefined =>
  typeof value === 'string' && isPlainDate(value) ? value : undefined

/** Reads the address of a list of shifts; whatever else someone typed is ignored. */
export function shiftsSearch(search: Record<string, unknown>): ShiftsSearch {
  return definedParams({
    q: textParam(search['q']),
    semester: semesterParam(search['semester']),
    from: dateParam(search['from']),
    to: dateParam(search['to']),
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
    on: dateParam(search['on']),
    span: choiceParam(search['span'], ['month', 'week', 'day', 'list']),
  })
}

/** The states that an address names, in the order of a shift's life. */
export function statesOf(state: string | undefined): ShiftStatus[] {
  const named = new Set((state ?? '').split(','))
  return statuses.filter((status) => named.has(status))
}

/** What is over by its state can lie behind only. */
const behind: readonly ShiftStatus[] = ['completed', 'closed']

/** Does an address leave open which days it means? What names days, a term, or something that waits means all of them. */
const leavesDaysOpen = (search: ShiftsSearch): boolean =>
  !(search.from || search.to || search.semester || search.series || search.needs) &&
  (!search.state || statesOf(search.state).some((status) => !behind.includes(status)))

/** What part of its shifts a table shows: what comes, unless it is asked for the past, or means all days; null where that is no question. */
export const whenOf = (search: ShiftsSearch): 'coming' | 'past' | 'all' | null =>
  leavesDaysOpen(search) ? ((search.when as 'past' | 'all' | undefined) ?? 'coming') : null

/** The days that a part of a table means: from today on, or before. */
export function daysOf(
  when: 'coming' | 'past' | 'all',
  today: PlainDate,
): Pick<Partial<ShiftFilter>, 'from' | 'to'> {
  if (when === 'coming') return { from: today }
  return when === 'past' ? { to: addDays(today, -1) } : {}
}
