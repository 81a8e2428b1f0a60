import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, eachDay } from '#core/plain-date.ts'
import {
  freeSeats,
  type Eligible,
  eligibilityBlockers,
  linkBlocker,
  linkStateOf,
  loadWith,
  type PreceptorRequirement,
  requirementOn,
} from './rules.ts'

const rule = (more: Partial<PreceptorRequirement> = {}): PreceptorRequirement => ({
  jurisdiction: '*',
  level: '*',
  effective_from: '2020-01-01',
  effective_to: null,
  license_types: ['RN', 'APRN'],
  min_years_experience: 0,
  min_years_in_setting: 0,
  needs_orientation: true,
  max_students: 2,
  source_url: 'https://example.com',
  ...more,
})
const nurse: Eligible = {
  accepts: true,
  license_no: '123',
  license_type: 'RN',
  license_state: 'WI',
  is_multistate: false,
  license_expires_on: '2027-05-14',
  years_experience: 6,
  years_in_setting: 3,
  orientation_completed_on: '2027-01-10',
  max_students: 1,
}
const span = { start: '2027-01-11', end: '2027-05-14' }
const asked = { ...span, state: 'WI', requirement: rule(), most: null, others: [] }
const codes = (one: Partial<Eligible>, more: Partial<Parameters<typeof eligibilityBlockers>[1]> = {}) =>
  eligibilityBlockers({ ...nurse, ...one }, { ...asked, ...more }).map(({ code }) => code)

describe('eligibility as the preceptor of a project (Domain 2.6)', () => {
  test.each<[string, string[], Partial<Eligible>, Partial<Parameters<typeof eligibilityBlockers>[1]>?]>([
    ['a nurse with all of it', [], {}],
    ['a license that ends on the last day', [], { license_expires_on: '2027-05-14' }],
    [
      'a license that ends the day before',
      ['preceptor.license_expires'],
      { license_expires_on: '2027-05-13' },
    ],
    [
      'no license at all',
      ['preceptor.license_missing'],
      { license_no: null, license_type: null, license_state: null, license_expires_on: null },
    ],
    ['an LPN for a program that needs an RN', ['preceptor.license_level'], { license_type: 'LPN' }],
    [
      'an LPN for a PN program',
      [],
      { license_type: 'LPN' },
      { requirement: rule({ license_types: ['LPN', 'RN'] }) },
    ],
    ['a license of another state', ['preceptor.license_state'], { license_state: 'IL' }],
    ['a compact license of another state', [], { license_state: 'IL', is_multistate: true }],
    [
      'one year in the setting where two are asked',
      ['preceptor.setting'],
      { years_in_setting: 1 },
      { requirement: rule({ min_years_in_setting: 2 }) },
    ],
    [
      'two years in the setting where two are asked',
      [],
      { years_in_setting: 2 },
      { requirement: rule({ min_years_in_setting: 2 }) },
    ],
    [
      'years nobody entered',
      ['preceptor.experience'],
      { years_experience: null },
      { requirement: rule({ min_years_experience: 1 }) },
    ],
    ['oriented on the first day', [], { orientation_completed_on: '2027-01-11' }],
    ['oriented a day late', ['preceptor.orientation'], { orientation_completed_on: '2027-01-12' }],
    [
      'not oriented where nobody asks for it',
      [],
      { orientation_completed_on: null },
      { requirement: rule({ needs_orientation: false }) },
    ],
    ['the student, who is a nurse already', ['preceptor.self'], {}, { is_self: true }],
    ['someone who takes no students now', ['preceptor.not_accepting'], { accepts: false }],
    ['a student too many', ['preceptor.load'], {}, { others: [span] }],
    ['a student who is gone before', [], {}, { others: [{ start: '2026-09-01', end: '2027-01-10' }] }],
    [
      'a student who leaves on the first day',
      ['preceptor.load'],
      {},
      { others: [{ start: '2026-09-01', end: '2027-01-11' }] },
    ],
    ['a second student of someone who takes two', [], { max_students: 2 }, { others: [span] }],
    [
      'a second student where the school allows one',
      ['preceptor.load'],
      { max_students: 2 },
      { others: [span], most: 1 },
    ],
    [
      'a third student where the board allows two',
      ['preceptor.load'],
      { max_students: 5 },
      { others: [span, span] },
    ],
    [
      'no rule known: orientation is asked all the same',
      ['preceptor.orientation'],
      { orientation_completed_on: null },
      { requirement: undefined },
    ],
  ])('%s', (_, expected, one, more) => expect(codes(one, more)).toEqual(expected))

  it('lists all reasons at once', () => {
    expect(
      codes({ accepts: false, license_type: 'LPN', license_state: 'IL', license_expires_on: '2026-01-01' }),
    ).toEqual([
      'preceptor.not_accepting',
      'preceptor.license_level',
      'preceptor.license_state',
      'preceptor.license_expires',
    ])
  })

  it('counts concurrent students like a count day by day', () => {
    const day = fc.integer({ min: 0, max: 40 }).map((n) => addDays('2027-03-01', n))
    const days = fc.tuple(day, day).map(([a, b]) => (a <= b ? { start: a, end: b } : { start: b, end: a }))
    fc.assert(
      fc.property(fc.array(days, { maxLength: 6 }), days, (others, one) => {
        const worst = Math.max(
          ...eachDay(one.start, one.end).map((d) => others.filter((o) => o.start <= d && d <= o.end).length),
        )
        expect(loadWith(others, one)).toBe(1 + worst)
      }),
    )
  })
})

describe('the requirement in force', () => {
  const all = [
    rule({ source_url: 'general' }),
    rule({ level: 'PN', license_types: ['LPN', 'RN'], source_url: 'general PN' }),
    rule({ jurisdiction: 'WA', min_years_in_setting: 2, source_url: 'WA' }),
    rule({
      jurisdiction: 'WA',
      effective_from: '2027-01-01',
      min_years_in_setting: 3,
      source_url: 'WA 2027',
    }),
    rule({ jurisdiction: 'OR', effective_to: '2025-12-31', source_url: 'OR before' }),
  ]
  test.each([
    [{ state: 'WI', level: 'BSN', day: '2026-05-01' }, 'general'],
    [{ state: 'WI', level: 'PN', day: '2026-05-01' }, 'general PN'],
    [{ state: 'WA', level: 'PN', day: '2026-05-01' }, 'WA'],
    [{ state: 'WA', level: 'BSN', day: '2027-01-01' }, 'WA 2027'],
    [{ state: 'OR', level: 'BSN', day: '2026-01-01' }, 'general'],
    [{ state: null, level: null, day: '2026-01-01' }, 'general'],
  ])('%j: %s', (where, source) => expect(requirementOn(all, where)?.source_url).toBe(source))
})

describe('a link', () => {
  test.each([
    ['live', undefined],
    ['spent', 'link.spent'],
    ['expired', 'link.expired'],
    ['replaced', 'link.replaced'],
    ['unknown', 'link.unknown'],
  ] as const)('that is %s', (state, code) => expect(linkBlocker(state)?.code).toBe(code))

  it.each([
    ['live', {}],
    ['expired', { is_over: true }],
    ['replaced', { replaced_at: '2030-01-08T12:00Z', is_over: true }],
    ['spent', { spent_at: '2030-01-08T12:00Z', replaced_at: '2030-01-08T12:00Z', is_over: true }],
  ] as const)('is %s', (state, changed) =>
    expect(linkStateOf({ spent_at: null, replaced_at: null, is_over: false, ...changed })).toBe(state),
  )
})

test("a preceptor takes as many more as their own, the board's and the school's limit allow on the busiest day", () => {
  const free = (max_students: number, more: object = {}) =>
    freeSeats(
      { max_students, accepts: true },
      { ...span, requirement: undefined, most: null, others: [], ...more },
    )
  expect(free(2)).toBe(2)
  expect(free(3, { most: 1 })).toBe(1)
  const others = [
    { start: '2027-01-01', end: '2027-02-01' },
    { start: '2027-03-01', end: '2027-03-31' },
    { start: '2026-01-01', end: '2026-02-01' },
  ]
  // One after the other, they count as one at a time.
  expect(free(2, { others })).toBe(1)
  expect(free(1, { others })).toBe(0)
  expect(
    freeSeats(
      { max_students: 2, accepts: false },
      { ...span, requirement: undefined, most: null, others: [] },
    ),
  ).toBe(0)
})
