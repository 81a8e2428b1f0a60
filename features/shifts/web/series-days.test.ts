import { expect, test } from 'vitest'
import { daysOff } from '#core/days-off.ts'
import { closedDaysOf, skippedOf, proposedSeries, seriesProblems } from './series-days.ts'

const off = daysOff({
  holidays: [{ date: '2026-11-26', name: 'Thanksgiving Day' }],
  settings: {
    holidays: ['2026-10-12'],
    breaks: [{ from: '2026-11-25', to: '2026-11-27', name: 'Fall break' }],
  },
})

test('holidays and breaks are days off, and a holiday within a break keeps its own name', () => {
  expect([...off.keys()].toSorted()).toEqual(['2026-10-12', '2026-11-25', '2026-11-26', '2026-11-27'])
  expect(off.get('2026-11-26')).toBe('Thanksgiving Day')
  expect(off.get('2026-11-25')).toBe('Fall break')
})

test('days off are skipped until they are included, other days only when they are removed', () => {
  const days = ['2026-11-19', '2026-11-26', '2026-12-03']
  expect(skippedOf(days, off, new Set())).toEqual([{ date: '2026-11-26', reason: 'Thanksgiving Day' }])
  expect(skippedOf(days, off, new Set(['2026-11-26', '2026-12-03']))).toEqual([
    { date: '2026-12-03', reason: 'Left out by hand' },
  ])
})

test('closed days of a unit are within the span, each with its reason', () => {
  const spans = [
    { from: '2026-12-24', to: '2026-12-26', reason: 'North is closed to students' },
    { from: '2027-01-05', to: '2027-01-05', reason: '' },
  ]
  expect([...closedDaysOf(spans, '2026-12-25', '2027-01-31')]).toEqual([
    ['2026-12-25', 'North is closed to students'],
    ['2026-12-26', 'North is closed to students'],
    ['2027-01-05', 'Closed'],
  ])
  expect(closedDaysOf(spans, '2026-12-25', '')).toEqual(new Map())
})

test('a series is proposed on the weekday of its first day, until the last day of the semester', () => {
  const term = { end_date: '2027-05-07' }
  expect(proposedSeries('2027-02-01', term)).toEqual({ weekdays: ['1'], to: '2027-05-07' })
  expect(proposedSeries('', term)).toEqual({ weekdays: [], to: '2027-05-07' })
  expect(proposedSeries('2027-06-01', term)).toEqual({ weekdays: ['2'], to: '' })
  expect(proposedSeries('2027-02-01', null)).toEqual({ weekdays: ['1'], to: '' })
})

test('shows at its field why a series can’t be planned', () => {
  expect(seriesProblems({ weekdays: [], to: '2027-05-07' }, 0)).toEqual({
    weekdays: 'Choose at least one weekday.',
  })
  expect(seriesProblems({ weekdays: ['1'], to: '' }, 0)).toEqual({ to: 'Enter the last day.' })
  expect(seriesProblems({ weekdays: ['1'], to: '2027-05-07' }, 0)).toEqual({
    to: 'No day is left in this series.',
  })
  expect(seriesProblems({ weekdays: ['1'], to: '2027-05-07' }, 371)).toHaveProperty('to')
  expect(seriesProblems({ weekdays: ['1'], to: '2027-05-07' }, 12)).toEqual({})
})
