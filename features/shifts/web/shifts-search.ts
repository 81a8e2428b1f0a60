import { addDays, isPlainDate, type PlainDate } from '#core/plain-date.ts'
import { specialties } from '#features/facilities/rules.ts'
import type { Specialty } from '#features/facilities/contract.ts'
import { choiceParam, definedParams, idParam, pageParam, textParam } from '#platform/web/search-params.ts'
import type { ShiftFilter, ShiftStatus } from '../contract.ts'
import { statusWords } from '../rules.ts'

/** What the address of a list of shifts holds. */
export type ShiftsSearch = {
  q?: string
  semester?: string
  from?: string
  to?: string
  /** States, joined by commas. */
  state?: string
  place?: string
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

/** Reads the address of a list of shifts; whatever else somebody typed is ignored. */
export function shiftsSearch(search: Record<string, unknown>): ShiftsSearch {
  return definedParams({
    q: textParam(search['q']),
    semester: idParam(search['semester']),
    from: dateParam(search['from']),
    to: dateParam(search['to']),
    state: statesOf(textParam(search['state'])).join(',') || undefined,
    place: idParam(search['place']),
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

/** What is asked of the server for an address. */
export function filterOf(search: ShiftsSearch): Partial<ShiftFilter> {
  return definedParams({
    q: search.q,
    semester_id: search.semester,
    from: search.from,
    to: search.to,
    status: search.state ? statesOf(search.state) : undefined,
    facility_id: search.place,
    specialty: search.specialty as Specialty | undefined,
    proctor_id: search.instructor,
    cohort_id: search.cohort,
    school_id: search.school,
    series_id: search.series,
    needs: search.needs as ShiftFilter['needs'],
    mine: search.mine === 'yes' ? true : undefined,
    sort: search.sort as ShiftFilter['sort'] | undefined,
    dir: search.dir,
  })
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

/** What a table asks for: from today on, earliest first; of the past, what was last stands first. */
export function tableFilterOf(search: ShiftsSearch, today: PlainDate): Partial<ShiftFilter> {
  const filter = filterOf(search)
  const when = whenOf(search)
  if (when === 'coming') return { ...filter, from: today }
  if (when === 'past') return { ...filter, to: addDays(today, -1), dir: search.dir ?? 'desc' }
  return filter
}

const filters = [
  'semester', 'from', 'to', 'state', 'place', 'specialty', 'instructor', 'cohort', 'school', 'series', 'needs', 'mine',
] as const // prettier-ignore

const narrowing = ['q', ...filters] as const

/** What the filters beside the search hold. */
export const chosenOf = (search: ShiftsSearch): unknown[] => filters.map((key) => search[key])

/** Is the list narrowed down? */
export const hasFilters = (search: ShiftsSearch): boolean => narrowing.some((key) => search[key])

/** Takes every filter away. */
export const noFilters: SearchChange = Object.fromEntries(narrowing.map((key) => [key, undefined]))
