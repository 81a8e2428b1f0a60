import { endStates } from '#core/shift-statuses.ts'
import { specialties } from '#core/specialties.ts'
import { addDays, ownZone, type PlainDate, todayIn } from '#core/plain-date.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import { daysShown, weekStart } from '#ui/calendar/event.ts'
import type { ShiftFilter, ShiftStatus, UnitOfFacility } from '#features/shifts/contract.ts'
import type { SlotStatus } from '#features/open-slots/contract.ts'
import { statusLabels } from '#features/shifts/rules.ts'
import { slotLabels } from '#features/open-slots/rules.ts'

/** The search parameters of a facility's shifts page. */
export type FacilitySearch = {
  view?: string
  /** A day within what is shown. */
  on?: PlainDate
  /** A site or a unit. */
  facility?: string
  school?: string
  state?: string
  specialty?: string
  /** The shift whose drawer is open. */
  shift?: string
  sort?: string
  dir?: 'asc' | 'desc'
  page?: number
}
export type FacilityChange = { [Key in keyof FacilitySearch]?: FacilitySearch[Key] | undefined }

export const facilityViews = ['board', 'requests', 'offers', 'list', 'month', 'roster'] as const
export type FacilityView = (typeof facilityViews)[number]

/** The statuses that a facility sees by default: all except drafts and shifts that ended before they began. */
export const shownStates = (Object.keys(statusLabels) as ShiftStatus[]).filter(
  (status) => status !== 'draft' && !endStates.includes(status),
)
/** Statuses that a facility may filter by. */
export const knownStates = (Object.keys(statusLabels) as ShiftStatus[]).filter((status) => status !== 'draft')

/** Statuses that an open slot may have. */
export const offerStates = Object.keys(slotLabels) as SlotStatus[]

/** The server filter for the search parameters, without the days. */
export const filterOf = (search: FacilitySearch): Partial<ShiftFilter> =>
  definedParams({
    here: true,
    facility_id: search.facility,
    school_id: search.school,
    specialty: choiceParam(search.specialty, specialties),
    status: choiceParam(search.state, knownStates) ? [search.state as ShiftStatus] : shownStates,
  })

/** The first and last day of the week by unit around a day. */
export function boardDays(day: PlainDate, isPhone: boolean): { first: PlainDate; last: PlainDate } {
  if (isPhone) return { first: day, last: day }
  const first = weekStart(day)
  return { first, last: addDays(first, 6) }
}

/** The server filter for open slots from today on, or from the chosen day. */
export const offersOf = (search: FacilitySearch, today: PlainDate) =>
  definedParams({
    here: true,
    facility_id: search.facility,
    specialty: choiceParam(search.specialty, specialties),
    status: choiceParam(search.state, offerStates),
    from: search.on ?? today,
  })

/** The day of the roster, tomorrow by default, and its facility. */
export const rosterOf = (search: FacilitySearch, today: PlainDate) => ({
  date: search.on ?? addDays(today, 1),
  ...(search.facility && { facility_id: search.facility }),
})

/** The export link of a view: the path of its call and the parameters. */
export function exportOf(
  search: FacilitySearch,
  { view, today, isPhone }: { view: FacilityView; today: PlainDate; isPhone: boolean },
): { path: string; filter: object } {
  if (view === 'offers') return { path: '/shifts/slots/export', filter: offersOf(search, today) }
  if (view === 'roster') return { path: '/shifts/day-roster/export', filter: rosterOf(search, today) }
  return { path: '/shifts/export', filter: shiftsOf(search, { view, today, isPhone }) }
}

function shiftsOf(
  search: FacilitySearch,
  { view, today, isPhone }: { view: FacilityView; today: PlainDate; isPhone: boolean },
): Partial<ShiftFilter> {
  if (view === 'requests') return definedParams({ ...whereOf(search), here: true, needs: 'inbox' as const })
  const day = search.on ?? today
  const shown = filterOf(search)
  if (view === 'list') return { ...shown, from: day }
  if (view === 'month') {
    const { start: from, end: to } = daysShown('month', day)
    return { ...shown, from, to }
  }
  const { first: from, last: to } = boardDays(day, isPhone)
  return { ...shown, from, to }
}

/** The units that match the facility and specialty filters; the facility is a unit or a site. */
export const unitsWithin = (units: readonly UnitOfFacility[], search: FacilitySearch): UnitOfFacility[] =>
  units.filter(
    (unit) =>
      (!search.facility || unit.id === search.facility || unit.site_id === search.facility) &&
      (!search.specialty || unit.specialty === search.specialty),
  )

/** Today in the time zone of the units; without units, in the reader's. */
export const todayOf = (units: readonly UnitOfFacility[] | undefined): PlainDate =>
  todayIn(units?.[0]?.time_zone ?? ownZone())

/** The current address with one shift's drawer open. */
export const hrefOf = (search: FacilitySearch, shift: string): string =>
  `/facility/shifts?${new URLSearchParams({ ...(definedParams(search) as Record<string, string>), shift })}`

/** Maximum number of shifts on one roster (the server's MAX_ROSTER; the contract is not in the browser bundle). */
export const MAX_ROSTER = 150

/** The facility, school and specialty filters, for calls that have no others. */
export const whereOf = (search: FacilitySearch) => ({
  facility_id: search.facility,
  school_id: search.school,
  specialty: choiceParam(search.specialty, specialties),
})
