import { clockRange, clockRangeShort } from '#core/clock-time.ts'
import { addDays, monthAfter, diffDays, formatDate, type PlainDate, weekdayOf } from '#core/plain-date.ts'
import type { CalendarHue } from './hues.ts'

export type CalendarView = 'month' | 'week' | 'day' | 'list'
export const calendarViews: readonly CalendarView[] = ['month', 'week', 'day', 'list']

/** Something that happens at a facility, in the facility's local time. */
export type CalendarEvent = {
  id: string
  /** Local times, '2026-03-07T19:00'; an end on the next day is a night shift. */
  start: string
  end: string
  /** The facility's time zone: 'CST'. Included where times are read aloud. */
  zone?: string
  title: string
  /** Whose it is and where: a school's name. Shown with the color, which is never the only sign. */
  subtitle?: string
  /** Shown before the state: "3/5" seats. */
  count?: string
  hue?: CalendarHue
  /** A state that is not the usual one: 'Pending', 'Canceled'. */
  status?: string
  /** Rendered as struck out. */
  isOff?: boolean
  href?: string
  /** True if it may be moved, which also needs onMove. */
  isMovable?: boolean
}

/** Where something was moved to, in local time. */
export type CalendarMove = { id: string; start: string; end: string }

/** Moves it, or resolves with the reason why it cannot be moved. */
export type OnMove = (move: CalendarMove) => Promise<string | undefined>

/** The same event on another day, with the same local times: a night stays a night. */
export function movedTo(event: Pick<CalendarEvent, 'id' | 'start' | 'end'>, date: PlainDate): CalendarMove {
  const days = diffDays(dayOf(event.start), date)
  const moved = (time: string) => `${addDays(dayOf(time), days)}${time.slice(10)}`
  return { id: event.id, start: moved(event.start), end: moved(event.end) }
}

/** The day of a local time. */
export const dayOf = (time: string): PlainDate => time.slice(0, 10)

/** '7:00 AM–3:30 PM', or '7:00 PM–7:00 AM next day'. */
export const formatHours = ({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): string =>
  clockRange(start.slice(11, 16), end.slice(11, 16))

/** '7 AM–3:30 PM', or '7 PM–7 AM +1': short enough for a cell of a board or a month. */
export const shortHoursOf = ({ start, end }: Pick<CalendarEvent, 'start' | 'end'>): string =>
  clockRangeShort(start.slice(11, 16), end.slice(11, 16))

/** What a grid shows by an event's position, as text: its day, its zone, and that a night ends on the next day. */
export function describeTime(event: Pick<CalendarEvent, 'start' | 'end' | 'zone'>): string {
  const isNight = dayOf(event.end) > dayOf(event.start)
  return [formatDate(dayOf(event.start), 'full'), event.zone, isNight && 'ends on the next day']
    .filter(Boolean)
    .join(', ')
}

/** The days that a view shows around a date: its month, its week from Sunday, or the day alone; a list shows a month. */
export function daysShown(view: CalendarView, date: PlainDate): { start: PlainDate; end: PlainDate } {
  if (view === 'day') return { start: date, end: date }
  if (view === 'week') {
    const start = weekStart(date)
    return { start, end: addDays(start, 6) }
  }
  const start = `${date.slice(0, 7)}-01`
  return { start, end: addDays(nextStart('month', start, 1), -1) }
}

/** The Sunday on or before a date. */
export function weekStart(date: PlainDate): PlainDate {
  return addDays(date, -(weekdayOf(date) % 7))
}

/** The date to which the view moves forward (1) or back (-1). */
export function nextStart(view: CalendarView, date: PlainDate, step: 1 | -1): PlainDate {
  if (view === 'day') return addDays(date, step)
  if (view === 'week') return addDays(weekStart(date), 7 * step)
  return `${monthAfter(date.slice(0, 7), step)}-01`
}

/** How many events a day, or a list, can show before they overlap. */
const MOST = { month: 4, week: 9, day: 40, list: 80 } as const satisfies Record<CalendarView, number>

export type Shown = {
  events: CalendarEvent[]
  /** For days with more events: how many more. For a list, by its first day. */
  more: ReadonlyMap<PlainDate, number>
  /** All events that begin within the view. */
  total: number
}

/**
 * The events that a view renders, earliest first: of ten thousand in a month, only the first of each day, and in a list those from the date
 * on, before which it is filled with earlier ones.
 */
export function visibleEvents(events: readonly CalendarEvent[], view: CalendarView, date: PlainDate): Shown {
  const { start, end } = daysShown(view, date)
  // A month's first and last weeks show days of the neighboring months; an event that began on the day before extends into the first.
  const [from, until] = view === 'month' ? [addDays(start, -7), addDays(end, 14)] : [addDays(start, -1), end]
  const days = new Map<PlainDate, CalendarEvent[]>()
  let total = 0
  for (const event of events) {
    const day = dayOf(event.start)
    if (day < from || day > until || (view !== 'month' && dayOf(event.end) < start)) continue
    if (day >= start && day <= end) total++
    const key = view === 'list' ? start : day
    const others = days.get(key)
    if (others) others.push(event)
    else days.set(key, [event])
  }
  const more = new Map<PlainDate, number>()
  const shown = [...days].flatMap(([day, all]) => {
    if (all.length > MOST[view]) more.set(day, all.length - MOST[view])
    const sorted = all.toSorted(byStart)
    const next = view === 'list' ? sorted.findIndex((event) => dayOf(event.end) >= date) : 0
    const first = Math.min(next < 0 ? all.length : next, Math.max(0, all.length - MOST[view]))
    return sorted.slice(first, first + MOST[view])
  })
  return { events: shown.sort(byStart), more, total }
}

/** All events that begin in the days of a view, in order: for printing. */
export function eventsOfDays(
  events: readonly CalendarEvent[],
  view: CalendarView,
  date: PlainDate,
): CalendarEvent[] {
  const { start, end } = daysShown(view, date)
  return events.filter((event) => dayOf(event.start) >= start && dayOf(event.start) <= end).toSorted(byStart)
}

const byStart = (a: CalendarEvent, b: CalendarEvent): number =>
  a.start < b.start ? -1 : a.start > b.start ? 1 : a.title < b.title ? -1 : a.title > b.title ? 1 : 0
