import { specialties } from '#core/specialties.ts'
import { addDays, ownZone, type PlainDate, todayIn } from '#core/plain-date.ts'
import { choiceParam, definedParams } from '#platform/web/search-params.ts'
import { daysShown, weekStart } from '#ui/calendar/event.ts'
import type { ShiftFilter, ShiftStatus, UnitOfFacility } from '#features/shifts/contract.ts'
import type { SlotStatus } from '#features/open-slots/contract.ts'
import { endStates, statusWords } from '#features/shifts/rules.ts'
import { slotWords } from '#features/open-slots/rules.ts'

/** What the address of a facility's shifts holds. */
export type FacilitySearch = {
  view?: string
  /** A day of what is shown. */
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

/** What a facility is shown unless it asks for something else: all but what was never to be or came to its end before it began. */
export const shownStates = (Object.keys(statusWords) as ShiftStatus[]).filter(
  (status) => status !== 'draft' && !endStates.includes(status),
)
/** States that a facility may look for. */
export const knownStates = (Object.keys(statusWords) as ShiftStatus[]).filter((status) => status !== 'draft')

/** States that an open slot may have. */
export const offerStates = Object.keys(slotWords) as SlotStatus[]

/** What is asked of the server for an address, its days aside. */
export const filterOf = (search: FacilitySearch): Partial<ShiftFilter> =>
  definedParams({
    here: true,
    facility_id: search.facility,
    school_id: search.school,
    specialty: choiceParam(search.specialty, specialties),
    status: choiceParam(search.state, knownStates) ? [search.state as ShiftStatus] : shownStates,
  })

/** The days of the week by unit around a day. */
export function boardDays(day: PlainDate, isPhone: boolean): { first: PlainDate; last: PlainDate } {
  if (isPhone) return { first: day, last: day }
  const first = weekStart(day)
  return { first, last: addDays(first, 6) }
}

/** Open slots from today on, or from the day chosen, as the server is asked for them. */
export const offersOf = (search: FacilitySearch, today: PlainDate) =>
  definedParams({
    here: true,
    facility_id: search.facility,
    specialty: choiceParam(search.specialty, specialties),
    status: choiceParam(search.state, offerStates),
    from: search.on ?? today,
  })

/** The day of the roster, tomorrow unless told, and whose. */
export const rosterOf = (search: FacilitySearch, today: PlainDate) => ({
  date: search.on ?? addDays(today, 1),
  ...(search.facility && { facility_id: search.facility }),
})

/** Where the file of a view lies: the path of its call, and what that is asked for. */
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

/** The units that a facility and a specialty leave; the facility is a unit, or the site of some. */
export const unitsWithin = (units: readonly UnitOfFacility[], search: FacilitySearch): UnitOfFacility[] =>
  units.filter(
    (unit) =>
      (!search.facility || unit.id === search.facility || unit.site_id === search.facility) &&
      (!search.specialty || unit.specialty === search.specialty),
  )

/** The day it is where the units are; where there are none, where the reader is. */
export const todayOf = (units: readonly UnitOfFacility[] | undefined): PlainDate =>
  todayIn(units?.[0]?.time_zone ?? ownZone())

/** The address of what is shown with one shift's drawer open. */
export const hrefOf = (search: FacilitySearch, shift: string): string =>
  `/facility/shifts?${new URLSearchParams({ ...(definedParams(search) as Record<string, string>), shift })}`

/** So many shifts stand on one roster (the server's ROSTER_MOST; the contract stays out of the browser). */
export const ROSTER_MOST = 150

/** Where and of whom, for calls that know no more. */
export const whereOf = (search: FacilitySearch) => ({
  facility_id: search.facility,
  school_id: search.school,
  specialty: choiceParam(search.specialty, specialties),
})
