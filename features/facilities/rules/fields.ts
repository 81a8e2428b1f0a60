/** What the fields of a facility may be, checked against each other, and what follows from them. */
import { parseClockTime, scheduledMinutes } from '#core/clock-time.ts'
import { comparePlainDates, formatRange, type PlainDate } from '#core/plain-date.ts'
import type { Facility, FacilityKind, ShiftPattern, SiteFields, Unit, UnitFields } from '../contract.ts'

/** Returns the minutes from start to end; an end at or before the start is on the next day. */
export const minutesOf = ({ start, end }: Pick<ShiftPattern, 'start' | 'end'>): number =>
  scheduledMinutes(start, end)

/** Makes a slug of a name: "St. Mary's West" → "st-mary-s-west"; '' when no character of it can be used. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replaceAll(/^-+|-+$/g, '')
}

type Problems = Record<string, string>

/** Checks a site's fields against each other: both coordinates or neither. Returns the problems by field. */
export function problemsOfSite(site: Pick<SiteFields, 'latitude' | 'longitude'>): Problems {
  if ((site.latitude === null) === (site.longitude === null)) return {}
  return { [site.latitude === null ? 'latitude' : 'longitude']: 'Give both coordinates, or neither.' }
}

/** Checks a unit's fields against each other. Returns the problems by the paths of the form (`blackout.0.to`). */
export function problemsOfUnit(unit: UnitFields): Problems {
  const problems: Problems = {}
  const names = new Set<string>()
  unit.shift_patterns.forEach((pattern, index) => {
    const path = `shift_patterns.${index}`
    const name = pattern.name.trim().toLowerCase()
    if (names.has(name)) problems[`${path}.name`] = 'Another shift has this name.'
    names.add(name)
    if (!parseClockTime(pattern.start) || !parseClockTime(pattern.end)) return
    if (pattern.start === pattern.end) problems[`${path}.end`] = 'A shift can’t end at the time it starts.'
    else if (pattern.unpaid_break_min >= minutesOf(pattern))
      problems[`${path}.unpaid_break_min`] = 'The break is as long as the shift.'
  })
  for (const [level, most] of Object.entries(unit.max_students_by_level))
    if (most > unit.max_students_per_shift)
      problems[`max_students_by_level.${level}`] =
        `At most ${unit.max_students_per_shift}, as on every shift.`
  unit.capacity_windows.forEach((window, index) => {
    const path = `capacity_windows.${index}`
    if (comparePlainDates(window.to, window.from) < 0)
      problems[`${path}.to`] = 'End date must be on or after the start date.'
    else if (
      unit.capacity_windows.some(
        (other, at) => at < index && other.from <= window.to && window.from <= other.to,
      )
    )
      problems[`${path}.from`] = 'Two windows overlap.'
    if (window.max > unit.max_students_per_shift)
      problems[`${path}.max`] = `At most ${unit.max_students_per_shift}, as on every shift.`
  })
  unit.blackout.forEach((each, index) => {
    if (comparePlainDates(each.to, each.from) < 0)
      problems[`blackout.${index}.to`] = 'End date must be on or after the start date.'
  })
  if (isCapAboveWindows(unit))
    problems['max_students_per_shift'] = 'More than all its windows together allow.'
  return problems
}

/** True when the unit's cap is more than the sum of its windows; without windows there is no limit. */
export function isCapAboveWindows({
  capacity_windows: windows,
  max_students_per_shift: most,
}: Pick<Unit, 'capacity_windows' | 'max_students_per_shift'>): boolean {
  return windows.length > 0 && most > windows.reduce((sum, { max }) => sum + max, 0)
}

/** Checks a facility's fields against each other. Returns the problems by field. */
export function problemsOf(kind: FacilityKind, fields: object): Record<string, string> {
  if (kind === 'unit') return problemsOfUnit(fields as UnitFields)
  if (kind === 'organization') return {}
  const { latitude = null, longitude = null } = fields as Partial<SiteFields>
  return problemsOfSite({ latitude, longitude })
}

type At = Pick<Facility, 'city' | 'state' | 'time_zone'>

/** The city, state and time zone of a new or moved facility: a unit has those of its site. */
export function addressOf(kind: FacilityKind, fields: object, above: At | null): At {
  if (kind === 'unit' && above) {
    const { city, state, time_zone } = above
    return { city, state, time_zone }
  }
  const {
    city = null,
    state = null,
    time_zone = above?.time_zone ?? 'America/New_York',
  } = fields as Partial<At>
  return { city, state, time_zone }
}

/** Formats the dates of a window or blackout. */
export function spanWords({ from, to }: { from: PlainDate; to: PlainDate }): string {
  return from && to ? formatRange(from, to) : ''
}
