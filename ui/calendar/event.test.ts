import { expect, test } from 'vitest'
import {
  daysShown,
  formatHours,
  movedTo,
  nextStart,
  shortHoursOf,
  visibleEvents,
  weekStart,
  describeTime,
} from './event.ts'

const night = { id: '1', start: '2026-03-07T19:00', end: '2026-03-08T07:00', title: 'Nights', zone: 'CST' }

test('a night shift stays one when it is moved, even across a clock change and the end of a year', () => {
  expect(movedTo(night, '2026-03-08')).toEqual({
    id: '1',
    start: '2026-03-08T19:00',
    end: '2026-03-09T07:00',
  })
  expect(movedTo(night, '2025-12-31')).toEqual({
    id: '1',
    start: '2025-12-31T19:00',
    end: '2026-01-01T07:00',
  })
})

test('hours say that they end on the next day', () => {
  expect(formatHours(night)).toBe('7:00 PM–7:00 AM next day')
  expect(shortHoursOf(night)).toBe('7 PM–7 AM +1')
  expect(formatHours({ start: '2026-03-07T00:05', end: '2026-03-07T12:00' })).toBe('12:05 AM–12:00 PM')
})

test("an event's position is available as text", () => {
  expect(describeTime(night)).toBe('Saturday, March 7, 2026, CST, ends on the next day')
  expect(describeTime({ start: '2026-03-07T07:00', end: '2026-03-07T15:00' })).toBe('Saturday, March 7, 2026')
})

test.each([
  ['month', '2026-02-14', '2026-02-01', '2026-02-28'],
  ['list', '2024-02-14', '2024-02-01', '2024-02-29'],
  ['week', '2026-03-11', '2026-03-08', '2026-03-14'],
  ['week', '2026-03-08', '2026-03-08', '2026-03-14'],
  ['week', '1969-12-31', '1969-12-28', '1970-01-03'],
  ['day', '2026-03-11', '2026-03-11', '2026-03-11'],
] as const)('%s around %s is from %s to %s', (view, date, start, end) =>
  expect(daysShown(view, date)).toEqual({ start, end }),
)

test('moves forward and back by what is shown', () => {
  expect(nextStart('month', '2026-01-31', -1)).toBe('2025-12-01')
  expect(nextStart('month', '2026-12-31', 1)).toBe('2027-01-01')
  expect(nextStart('week', '2026-03-11', 1)).toBe('2026-03-15')
  expect(nextStart('day', '2026-03-01', -1)).toBe('2026-02-28')
  expect(weekStart('2026-11-21')).toBe('2026-11-15')
})

test('a view shows the first events of each day and counts the rest', () => {
  const many = Array.from({ length: 30 }, (_, at) => ({
    id: String(at),
    title: String(at).padStart(2, '0'),
    start: `2026-03-${at < 10 ? '10' : '11'}T07:00`,
    end: `2026-03-${at < 10 ? '10' : '11'}T15:00`,
  }))
  const { events, more, total } = visibleEvents(many.toReversed(), 'month', '2026-03-01')
  expect(events.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '10', '11', '12', '13'])
  expect(Object.fromEntries(more)).toEqual({ '2026-03-10': 6, '2026-03-11': 16 })
  expect(total).toBe(30)
  expect(visibleEvents(many, 'list', '2026-03-01').events).toHaveLength(30)
  expect(visibleEvents(many, 'day', '2026-03-11').events).toHaveLength(20)
})

test('a list that is cut keeps the date, and is filled with the days before it', () => {
  const many = Array.from({ length: 120 }, (_, at) => {
    const day = `2026-11-${String(Math.floor(at / 4) + 1).padStart(2, '0')}`
    return { id: String(at), title: String(at), start: `${day}T07:00`, end: `${day}T15:00` }
  })
  const daysOn = (date: string) =>
    visibleEvents(many, 'list', date).events.map(({ start }) => start.slice(0, 10))
  expect([daysOn('2026-11-01').length, daysOn('2026-11-01')[0]]).toEqual([80, '2026-11-01'])
  expect([daysOn('2026-11-08').length, daysOn('2026-11-08')[0]]).toEqual([80, '2026-11-08'])
  expect([daysOn('2026-11-30').length, daysOn('2026-11-30').at(-1)]).toEqual([80, '2026-11-30'])
})

test('an event that began on the evening before is shown, and counted only on its own day', () => {
  const shown = visibleEvents([night], 'day', '2026-03-08')
  expect([shown.events.length, shown.total]).toEqual([1, 0])
  expect(visibleEvents([night], 'week', '2026-03-08').events).toHaveLength(1)
  expect(visibleEvents([night], 'week', '2026-03-15').events).toHaveLength(0)
})

test('a month shows the days of its neighbors in its first and last weeks, and counts only its own', () => {
  const on = (id: string, day: string) => ({ ...night, id, start: `${day}T07:00`, end: `${day}T13:30` })
  const shown = visibleEvents(
    [on('before', '2026-11-30'), on('in', '2026-12-04'), on('after', '2027-01-01')],
    'month',
    '2026-12-01',
  )
  expect(shown.events.map(({ id }) => id)).toEqual(['before', 'in', 'after'])
  expect(shown.total).toBe(1)
  expect(visibleEvents([on('before', '2026-11-30')], 'list', '2026-12-01').events).toEqual([])
})
