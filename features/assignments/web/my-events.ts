import { isOvernight } from '#core/clock-time.ts'
import { addDays } from '#core/plain-date.ts'
import { calledOffStates } from '#core/shift-statuses.ts'
import { nameOf, facilityLabel, zoneWords } from '#features/shifts/web/public.ts'
import type { CalendarEvent } from '#ui/calendar/event.ts'
import type { StudentShift } from '../contract.ts'

/** A student's own shift as a calendar event; `more` sets its color and status. */
export function eventOf(
  shift: StudentShift,
  more: Pick<CalendarEvent, 'hue' | 'status'> = {},
): CalendarEvent {
  const { date, start_time: start, end_time: end } = shift
  const isOff = calledOffStates.includes(shift.status)
  return {
    id: shift.id,
    start: `${date}T${start}`,
    end: `${isOvernight(start, end) ? addDays(date, 1) : date}T${end}`,
    zone: zoneWords(shift.time_zone, shift.starts_at),
    title: nameOf(shift),
    subtitle: facilityLabel(shift),
    href: `/shift/${shift.id}`,
    hue: 'evergreen',
    ...more,
    ...(isOff && { isOff, hue: 'clay', status: shift.status === 'cancelled' ? 'Canceled' : 'Postponed' }),
  }
}
