import { isOvernight } from '#core/clock-time.ts'
import { addDays } from '#core/plain-date.ts'
import { endStates } from '#core/shift-statuses.ts'
import { type CalendarHue, huesOf } from '#ui/calendar/hues.ts'
import type { CalendarEvent } from '#ui/calendar/event.ts'
import type { ShiftRow, ShiftStatus } from '../contract.ts'
import { statusLabels } from '../rules.ts'
import type { Party } from './shift-actions.ts'
import { nameOf, facilityLabel, seatsWords, zoneWords } from './shift-words.ts'

/** The color of each status is the same as elsewhere. */
const hues: Partial<Record<ShiftStatus, CalendarHue>> = {
  pending_facility: 'yellow',
  needs_info: 'orange',
  countered: 'orange',
  approved: 'green',
  published: 'blue',
  full: 'violet',
  in_progress: 'teal',
  completed: 'teal',
  closed: 'teal',
  postponed: 'clay',
  declined: 'red',
}

/** Statuses in which a planner can drag a shift, because no facility has agreed to it yet. */
const movable: readonly ShiftStatus[] = ['draft', 'pending_facility', 'needs_info', 'postponed']

/**
 * Shifts as calendar events: colored by status within one school, by school otherwise. `hasFacilities` means that the view already names
 * the facility.
 */
export function eventsOf(
  rows: readonly ShiftRow[],
  {
    party,
    bySchool,
    hasFacilities = false,
  }: { party: Party | null; bySchool: boolean; hasFacilities?: boolean },
): CalendarEvent[] {
  const schools = bySchool ? huesOf(rows.map(({ school_id: id }) => id)) : undefined
  return rows.map((row) => ({
    id: row.id,
    start: `${row.date}T${row.start_time}`,
    end: `${isOvernight(row.start_time, row.end_time) ? addDays(row.date, 1) : row.date}T${row.end_time}`,
    zone: zoneWords(row.time_zone, row.starts_at),
    title: nameOf(row),
    subtitle: [bySchool ? row.school_name : !hasFacilities && facilityLabel(row), seatsWords(row)]
      .filter(Boolean)
      .join(', '),
    hue: schools?.get(row.school_id) ?? hues[row.status] ?? 'evergreen',
    status: statusLabels[row.status],
    href: `/shift/${row.id}`,
    ...(endStates.includes(row.status) && { isOff: true }),
    ...((party === 'school' || party === 'platform') && movable.includes(row.status) && { isMovable: true }),
  }))
}

/** What each color stands for: a school, or the statuses that share it; most shifts first. */
export function legendOf(
  rows: readonly Pick<ShiftRow, 'school_id' | 'school_name' | 'status'>[],
  bySchool: boolean,
): { hue: CalendarHue; words: string; count: number }[] {
  const schools = bySchool ? huesOf(rows.map(({ school_id: id }) => id)) : undefined
  const hueOf = ({ school_id, status }: (typeof rows)[number]) =>
    schools?.get(school_id) ?? hues[status] ?? 'evergreen'
  const groups = Map.groupBy(rows, (row) => (bySchool ? row.school_id : hueOf(row)))
  return [...groups.values()]
    .map((group) => ({
      hue: hueOf(group[0]!),
      words: bySchool
        ? group[0]!.school_name
        : [...new Set(group.map(({ status }) => statusLabels[status]))].join(', '),
      count: group.length,
    }))
    .toSorted((a, b) => b.count - a.count || a.words.localeCompare(b.words))
}
