import { describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { specialtyLabels } from '#core/specialties.ts'
import type { Item } from './items.ts'
import { shiftsBeyondRequiredHours, type RequiredHours } from './overshoot.ts'

const item = (at: number, more: Partial<Item> = {}): Item => ({
  temp_id: `1 ${at}`,
  series: 1,
  date: addDays('2027-01-18', at * 7),
  start_time: '07:00',
  end_time: '15:00',
  break_min: 30,
  facility_id: null,
  unit_name: null,
  site_name: null,
  specialty: 'icu',
  experience_type: 'group',
  capacity: 8,
  course_code: null,
  cohort_ids: [],
  proctor_ids: [],
  proctor_names: [],
  preceptor_ids: [],
  preceptor_names: [],
  objectives: [],
  is_left_out: false,
  is_on_day_off: false,
  is_edited: false,
  ...more,
})
const series = (count: number, more: Partial<Item> = {}) =>
  Array.from({ length: count }, (_, at) => item(at, more))
const required: RequiredHours = {
  credit_rule: 'scheduled',
  courses: [{ course_code: 'NURS 210', hours: 60 }],
  cohorts: [
    {
      cohort_id: 'c',
      name: 'BSN Fall 2025',
      total: 120,
      requirements: [{ specialty: 'icu', course_code: null, min_hours: 90 }],
    },
    {
      cohort_id: 'd',
      name: 'BSN Fall 2024',
      total: null,
      requirements: [{ specialty: 'med_surg', course_code: 'NURS-210', min_hours: 75 }],
    },
  ],
}
const over = (items: Item[], facts = required) => [
  ...shiftsBeyondRequiredHours(items, {
    vocabulary: { units: [] },
    zone: 'America/Chicago',
    required: facts,
  }),
]

describe('hours above the requirement', () => {
  it('of the course: the shifts after it is reached, with the numbers', () => {
    expect(over(series(8, { course_code: 'NURS 210' }))).toEqual([])
    expect(over(series(10, { course_code: 'NURS 210' }))).toEqual([
      ['1 8', 'NURS 210 requires 60 h; the 10 shifts of this series give each student 75 h.'],
      ['1 9', 'NURS 210 requires 60 h; the 10 shifts of this series give each student 75 h.'],
    ])
  })
  it('of the course as the cohort requires it, however the course is written', () => {
    expect(over(series(10, { course_code: 'nurs210', cohort_ids: ['d'] }))).toEqual([])
    expect(over(series(11, { course_code: 'nurs210', cohort_ids: ['d'] }))).toHaveLength(1)
  })
  it('of the area, and of the whole program', () => {
    expect(over(series(13, { cohort_ids: ['c'] }))[0]).toEqual([
      '1 12',
      `BSN Fall 2025 in ${specialtyLabels.icu} requires 90 h; the 13 shifts of this series give each student 97.5 h.`,
    ])
    expect(over(series(17, { cohort_ids: ['c'], specialty: 'pediatrics' }))[0]).toEqual([
      '1 16',
      'BSN Fall 2025 requires 120 h; the 17 shifts of this series give each student 127.5 h.',
    ])
  })
  it('are unknown without a requirement', () =>
    expect(over(series(40), { ...required, courses: [] })).toEqual([]))
})
