import { expect, it } from 'vitest'
import type { ShiftRow } from '../contract.ts'
import { legendOf } from './shift-events.ts'

const row = (status: ShiftRow['status'], school = 'Lakeshore') => ({
  school_id: school,
  school_name: school,
  status,
})

it('a color of a school’s calendar stands for the statuses that share it, most shifts first', () => {
  const rows = [row('completed'), row('published'), row('closed'), row('completed')]
  expect(legendOf(rows, false)).toEqual([
    { hue: 'teal', words: 'Completed, Closed', count: 3 },
    { hue: 'blue', words: 'Published', count: 1 },
  ])
  expect(legendOf([], false)).toEqual([])
})

it('each color stands for a school if shifts are colored by school', () => {
  const legend = legendOf([row('published'), row('full'), row('published', 'Prairie')], true)
  expect(legend.map(({ words, count }) => [words, count])).toEqual([
    ['Lakeshore', 2],
    ['Prairie', 1],
  ])
  expect(new Set(legend.map(({ hue }) => hue)).size).toBe(2)
})
