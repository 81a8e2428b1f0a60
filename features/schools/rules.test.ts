import { expect, it } from 'vitest'
import { defaultSettings, settingsOf, settingTexts } from '#core/school-settings.ts'
import { schoolSettings } from './contract.ts'
import { fakeProfile, fakeProgram } from './fake.ts'
import {
  boardWords,
  activeBlocker,
  boardBlocker,
  changeBlocker,
  programsBlocker,
  slugOf,
  isInForce,
  problemsOfLimits,
  problemsOfProfile,
  earlierHoursAfter,
  problemsOfProgram,
  profileName,
  requiredHours,
} from './rules.ts'

const board = fakeProfile({ jurisdiction: 'Wisconsin' })

it('a school that has chosen nothing uses the defaults', () => {
  expect(settingsOf({})).toMatchObject({
    late_grace_min: 15,
    absence_notice_min: 30,
    drop_cutoff_h: 48,
    hours_rounding_min: 15,
    evaluation_due_days: 3,
    shift_report_due_h: 48,
  })
  expect(settingsOf({ late_grace_min: 5 })).toEqual({ ...defaultSettings, late_grace_min: 5 })
  expect(schoolSettings.parse(defaultSettings)).toEqual(defaultSettings)
  expect(Object.keys(settingTexts)).toEqual(Object.keys(defaultSettings))
})

it('a school may be stricter than its board, never looser', () => {
  const own = { max_students_per_instructor: 8, max_students_per_preceptor: 1, sim_cap_pct: 50 }
  expect(problemsOfLimits(own, board)).toEqual({})
  expect(problemsOfLimits({ ...own, max_students_per_instructor: 9, sim_cap_pct: 51 }, board)).toEqual({
    max_students_per_instructor: 'Wisconsin allows at most 8.',
    sim_cap_pct: 'Wisconsin allows at most 50%.',
  })
  expect(problemsOfLimits({ ...own, max_students_per_instructor: 30 }, null)).toEqual({})
})

it("a program requires at least what the board requires for its level; 0 means the board's number", () => {
  const program = fakeProgram()
  const row = program.requirements[0]!
  expect(problemsOfProgram(program, board)).toEqual({})
  expect(problemsOfProgram({ ...program, total_required_hours: 599 }, board)).toEqual({
    total_required_hours: 'Wisconsin requires at least 600 hours.',
  })
  expect(problemsOfProgram({ ...program, total_required_hours: 0 }, board)).toEqual({})
  expect(problemsOfProgram({ ...program, level: 'ADN', total_required_hours: 10 }, board)).toEqual({})
  const rows = [
    { ...row, sim_pct: 51 },
    { ...row, specialty: 'pediatrics' as const, min_hours: 59, min_direct_hours: null },
  ]
  expect(problemsOfProgram({ ...program, requirements: rows }, board)).toEqual({
    'requirements.0.sim_pct': 'Wisconsin allows at most 50%.',
    'requirements.1.min_hours': 'Wisconsin requires at least 60 hours of pediatrics.',
  })
  expect(
    problemsOfProgram({ ...program, requirements: [row, { ...row, min_direct_hours: 301 }] }, null),
  ).toEqual({
    'requirements.1.specialty': 'This one is already in the list.',
    'requirements.1.min_direct_hours': 'No more than all of its hours.',
  })
  expect(requiredHours({ level: 'BSN', total_required_hours: 0 }, board)).toBe(600)
  expect(requiredHours({ level: 'BSN', total_required_hours: 720 }, board)).toBe(720)
  expect(requiredHours({ level: 'ADN', total_required_hours: 100 }, board)).toBe(100)
})

it('hours for later cohorts leave the current ones to the cohorts that began earlier', () => {
  const { requirements } = fakeProgram()
  const hours = { total_required_hours: 720, requirements }
  const program = { ...hours, hours_from: null, hours_source: 'Catalog 2024', earlier_hours: [] }
  const more = { total_required_hours: 760, requirements }
  const was2024 = { until: '2026-08-01', ...hours, source: 'Catalog 2024' }
  // The same day corrects the current hours; so does a day for hours that have none yet.
  expect(earlierHoursAfter(program, { ...more, hours_from: null })).toEqual({ hours: [], problems: {} })
  expect(earlierHoursAfter(program, { ...hours, hours_from: '2026-08-01' })).toEqual({
    hours: [],
    problems: {},
  })
  const changed = earlierHoursAfter(program, { ...more, hours_from: '2026-08-01' })
  expect(changed).toEqual({ hours: [was2024], problems: {} })
  const second = { ...program, ...more, hours_from: '2026-08-01', earlier_hours: changed.hours }
  // The same hours with another day move the day.
  expect(earlierHoursAfter(second, { ...more, hours_from: '2026-06-01' }).hours).toEqual([
    { ...was2024, until: '2026-06-01' },
  ])
  const most = { total_required_hours: 800, requirements: [] }
  const third = earlierHoursAfter(second, { ...most, hours_from: '2027-08-01' })
  expect(third.hours.map(({ until, total_required_hours: total }) => [until, total])).toEqual([
    ['2026-08-01', 720],
    ['2027-08-01', 760],
  ])
  const refused = (before: typeof second, after: Parameters<typeof earlierHoursAfter>[1]) =>
    earlierHoursAfter(before, after).problems['hours_from']
  expect(refused(second, { ...most, hours_from: '2026-08-01' })).toBeUndefined()
  expect(refused(second, { ...most, hours_from: '2026-07-31' })).toBe(
    'Different hours apply from Aug 1, 2026. Choose a later day.',
  )
  expect(refused(second, { ...most, hours_from: null })).toBe(
    'Some cohorts have different hours. Enter the first day of the cohorts that these are for.',
  )
  const fourth = { ...second, ...most, hours_from: '2027-08-01', earlier_hours: third.hours }
  expect(refused(fourth, { ...most, hours_from: '2026-08-01' })).toBe(
    'Different hours apply from Aug 1, 2026. Choose a later day.',
  )
  const many = Array.from({ length: 20 }, () => was2024)
  expect(refused({ ...second, earlier_hours: many }, { ...most, hours_from: '2030-01-01' })).toContain(
    'correct those in force instead',
  )
})

it('a profile is checked for inconsistencies', () => {
  expect(problemsOfProfile(board)).toEqual({})
  expect(
    problemsOfProfile({
      ...board,
      effective_to: '2025-12-31',
      min_total_hours: 100,
      min_hours_per_area: [
        { area: 'pediatrics', hours: 60 },
        { area: 'pediatrics', hours: 60 },
      ],
    }),
  ).toEqual({
    effective_to: 'End date must be on or after the start date.',
    'min_hours_per_area.1.area': 'This one is already in the list.',
    min_total_hours: 'The specialties alone require 120 hours.',
  })
  expect(profileName({ jurisdiction: 'Wisconsin', level: 'RN_BSN' })).toBe('Wisconsin · RN-BSN')
  expect(isInForce(board, '2025-12-31')).toBe(false)
  expect(isInForce({ ...board, effective_to: '2026-06-30' }, '2026-06-30')).toBe(true)
  expect(isInForce({ ...board, effective_to: '2026-06-30' }, '2026-07-01')).toBe(false)
})

it('only the superadmin changes a deactivated school', () => {
  expect([changeBlocker(true, false), changeBlocker(false, true)]).toEqual([null, null])
  expect(changeBlocker(false, false)?.code).toBe('school.inactive')
})

it('is deactivated or reactivated once', () => {
  expect([activeBlocker(true, false), activeBlocker(false, true)]).toEqual([null, null])
  expect(activeBlocker(true, true)).toMatchObject({ code: 'school.active_already' })
})

it('is no looser than its board in individual specialties either', () => {
  const own = { max_students_per_instructor: null, max_students_per_preceptor: null, sim_cap_pct: null }
  const looser = { ...own, max_students_by_specialty: { pediatrics: board.max_students_per_instructor! + 1 } }
  expect(Object.keys(problemsOfLimits(looser, board))).toEqual(['max_students_by_specialty.pediatrics'])
  expect(problemsOfLimits({ ...looser, max_students_by_specialty: { pediatrics: 1 } }, board)).toEqual({})
})

it('follows only a board that is in force and whose hours its active programs meet', () => {
  expect(boardBlocker({ effective_to: null }, '2026-05-01')).toBeNull()
  expect(boardBlocker({ effective_to: '2026-05-01' }, '2026-05-01')).toBeNull()
  expect(boardBlocker({ effective_to: '2026-04-30' }, '2026-05-01')?.code).toBe('profile.over')
  const program = { ...fakeProgram({ total_required_hours: 1 }), is_active: true }
  const asking = { ...board, level: program.level, min_total_hours: 600 }
  expect(programsBlocker([program], asking)).toMatchObject({ values: { program: program.name } })
  expect(programsBlocker([{ ...program, is_active: false }], asking)).toBeNull()
})

it.each([
  ['Lakeshore School of Nursing', 'lakeshore-school-of-nursing'],
  [' St. Mary’s (West) ', 'st-mary-s-west'],
  ['护理', 'school'],
])('the slug of %s: %s', (name, slug) => {
  expect(slugOf(name)).toBe(slug)
})

const silent = {
  jurisdiction: 'Texas',
  level: 'BSN' as const,
  effective_from: '2026-01-01',
  effective_to: null,
  max_students_per_instructor: null,
  max_students_per_preceptor: null,
  ratio_covers_simulation: false,
  sim_cap_pct: null,
  sim_cap_scope: 'course' as const,
  sim_exchange_ratio: 1,
  min_total_hours: null,
  min_hours_per_area: [],
  source_url: null,
  verified_on: null,
}
it.each([
  [{}, 'it sets no limits'],
  [
    { max_students_per_instructor: 12, max_students_per_preceptor: 2 },
    'at most 12 students per instructor, at most 2 per preceptor',
  ],
  [{ sim_cap_pct: 50 }, 'at most 50% simulation per course'],
  [
    {
      min_total_hours: 500,
      min_hours_per_area: [
        { area: 'pediatrics' as const, hours: 30 },
        { area: 'med_surg' as const, hours: 30 },
      ],
    },
    'at least 500 clinical hours, at least 30 in pediatrics and 30 in medical-surgical',
  ],
])('the rules of a board in words, %j: %s', (more, words) => {
  expect(boardWords({ ...silent, ...more })).toBe(words)
})
