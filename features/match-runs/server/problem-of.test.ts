import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedProblem, evaluateMatch, runMatch } from '#features/matching/server/public.ts'
import { runSettings } from '../contract.ts'
import { levelLimits, problemOf, yearsOf } from './problem-of.ts'
import type { MatchFacts, OptionDay } from './queries/load-facts.ts'

const option = (id: string, more: Partial<MatchFacts['options'][number]> = {}) => ({
  id,
  name: `Unit ${id}`,
  series_id: id,
  preceptor_id: null,
  unit_id: `u${id}`,
  site_id: 'north',
  specialty: 'icu',
  first_date: '2027-01-10',
  last_date: '2027-03-10',
  hours: 60,
  latitude: 43,
  longitude: -88,
  seats: 2,
  min_seats: 0,
  taken: 0,
  level_seats: {},
  requires: [],
  student_order: [],
  facility_ids: [],
  ...more,
})
const student = (id: string, more: Partial<MatchFacts['students'][number]> = {}) => ({
  id,
  name: `Student ${id}`,
  starts: '2025-08-20',
  choices: [],
  is_hardship: false,
  conflicts: [],
  latitude: null,
  longitude: null,
  missed_first: 0,
  visited: [],
  ...more,
})
const facts = (more: Partial<MatchFacts> = {}): MatchFacts => ({
  students: [student('1')],
  options: [option('a')],
  closed: [],
  needs: new Map(),
  days: [],
  ...more,
})

test('the facts become the problem: years, needs, distance, hardship, conflicts and clashes', () => {
  const problem = checkedProblem(
    problemOf(
      facts({
        students: [
          student('1', {
            choices: ['a', 'gone'],
            is_hardship: true,
            conflicts: [{ option_id: 'a', kind: 'employer' }],
            latitude: 43.5,
            longitude: -88,
            missed_first: 30,
          }),
        ],
        options: [option('a', { level_seats: { second_year: 1 }, min_seats: 9 })],
        closed: [{ student_id: '1', option_id: 'a', reason: 'another shift on March 3' }],
        needs: new Map([['1', { gaps: { icu: 20 }, completed: ['community'] }]]),
      }),
      runSettings.parse({}),
      1,
    ),
  )
  expect(problem).toMatchObject({
    mode: 'ranked',
    students: [
      {
        level: 'second_year',
        choices: ['a'],
        stillNeeds: ['intensive care'],
        completed: ['community'],
        hardship: true,
        missedFirst: 20,
        distance: { a: 35 },
      },
    ],
    options: [{ seats: 2, minSeats: 2 }],
    limits: [{ name: 'Unit a, second year', options: ['a'], max: 1 }],
    forbidden: [{ reason: 'another shift on March 3' }, { reason: 'a declared conflict of interest' }],
  })
})

test('students already on an option count toward its minimum', () => {
  const least = (taken: number, seats: number) =>
    problemOf(facts({ options: [option('a', { min_seats: 4, taken, seats })] }), runSettings.parse({}), 1)
      .options[0]!.minSeats
  expect([least(0, 8), least(3, 5), least(4, 4), least(5, 3)]).toEqual([4, 1, 0, 0])
  // No more than it has seats.
  expect(least(1, 2)).toBe(2)
})

const day = (option_id: string, hours: [number, number], more: Partial<OptionDay> = {}): OptionDay => ({
  option_id,
  unit_id: 'icu',
  unit: 'ICU',
  date: new Date(Date.UTC(2027, 1, 1, hours[0])).toISOString().slice(0, 10),
  starts_at: new Date(Date.UTC(2027, 1, 1, hours[0])).toISOString(),
  ends_at: new Date(Date.UTC(2027, 1, 1, hours[1])).toISOString(),
  most_by_level: { second_year: 3 },
  holders: [],
  ...more,
})
const holder = { starts: '2025-08-20', is_on_it: true }

test("a unit's limit by year counts all options there at that time, and the students who are there already", () => {
  const first = { starts: '2026-08-20', is_on_it: false }
  const limitsOf = (starts: readonly string[]) => {
    const days = [
      day('a', [7, 15], { holders: [holder, first] }),
      day('b', [7, 15], { holders: [holder, first] }),
      day('b', [31, 39]),
      day('c', [15, 23]),
      day('d', [7, 15], { unit_id: 'er', unit: 'ER', most_by_level: {} }),
    ]
    const students = starts.map((one) => ({ starts: one }))
    return levelLimits([], days, yearsOf(students, [], days))
  }
  const limits = (who: object) => [
    { name: 'ICU, second year', options: ['a', 'b'], ...who, max: 2 },
    { name: 'ICU, second year', options: ['b'], ...who, max: 3 },
    { name: 'ICU, second year', options: ['c'], ...who, max: 3 },
  ]
  expect(limitsOf(['2025-08-20', '2026-08-20'])).toEqual(limits({ level: 'second_year' }))
  // Of students who are all in that year, it counts everyone; without any, there is none.
  expect(limitsOf(['2025-08-20'])).toEqual(limits({}))
  expect(limitsOf(['2026-08-20'])).toEqual([])
  // Seats by year of the option itself lose those on its fullest shift.
  const own = problemOf(
    facts({
      students: [student('1'), student('2', { starts: '2026-08-20' })],
      options: [option('a', { level_seats: { second_year: 2 } })],
      days: [
        day('a', [7, 15], { holders: [holder], most_by_level: {} }),
        day('a', [31, 39], { most_by_level: {} }),
      ],
    }),
    runSettings.parse({}),
    1,
  )
  expect(own.limits).toEqual([{ name: 'Unit a, second year', options: ['a'], level: 'second_year', max: 1 }])
})

test('the year of a student is counted on the day of each shift', async () => {
  const most_by_level = { first_year: 4, second_year: 1 }
  const on = (id: string, date: string) =>
    day(id, [7, 15], {
      date,
      unit_id: id,
      unit: id,
      most_by_level,
      starts_at: `${date}T13:00:00Z`,
      ends_at: `${date}T21:00:00Z`,
    })
  const students = ['1', '2', '3'].map((id) => student(id, { starts: '2026-01-20', choices: ['b', 'a'] }))
  const days = [on('a', '2027-01-11'), on('b', '2027-01-25')]
  const options = [option('a', { seats: 4 }), option('b', { seats: 4 })]
  const problem = checkedProblem(problemOf(facts({ students, options, days }), runSettings.parse({}), 1))
  const { assignments } = await runMatch(problem)
  // The only cohort is in its second year when b begins.
  expect(assignments.map(({ options: [one] }) => one).toSorted()).toEqual(['a', 'a', 'b'])
  // Several cohorts that are in the same year on a day are counted together.
  const mixed = [...students, student('4', { starts: '2026-08-20' }), student('5', { starts: '2025-08-20' })]
  expect(problemOf(facts({ students: mixed, options, days }), runSettings.parse({}), 1)).toMatchObject({
    students: [
      ...students.map(() => ({ level: 'first_year, second_year from 2027-01-25' })),
      { level: 'first_year' },
      { level: 'second_year' },
    ],
    limits: [
      {
        name: 'a, first year',
        options: ['a'],
        levels: ['first_year', 'first_year, second_year from 2027-01-25'],
        max: 4,
      },
      { name: 'a, second year', options: ['a'], level: 'second_year', max: 1 },
      { name: 'b, first year', options: ['b'], level: 'first_year', max: 4 },
      {
        name: 'b, second year',
        options: ['b'],
        levels: ['first_year, second_year from 2027-01-25', 'second_year'],
        max: 1,
      },
    ],
  })
})

test('with all limits kept, no shift ever has more students of a year than its unit takes', () => {
  const span = fc
    .tuple(fc.nat(20), fc.integer({ min: 1, max: 10 }))
    .map(([at, length]): [number, number] => [at, at + length])
  const one = fc.record({ option: fc.constantFrom('a', 'b', 'c'), unit: fc.constantFrom('icu', 'er'), span })
  fc.assert(
    fc.property(
      fc.array(one, { maxLength: 8 }),
      fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 8 }),
      (made, given) => {
        const days = made.map(({ option: id, unit, span: hours }) => day(id, hours, { unit_id: unit, unit }))
        const limits = levelLimits([], days, yearsOf([{ starts: '2025-08-20' }], [], days))
        const placed: string[] = []
        for (const id of given)
          if (
            limits.every(
              (limit) =>
                !limit.options.includes(id) ||
                placed.filter((p) => limit.options.includes(p)).length < limit.max!,
            )
          )
            placed.push(id)
        for (const shift of days) {
          const there = days.filter(
            (other) =>
              other.unit_id === shift.unit_id &&
              other.starts_at < shift.ends_at &&
              shift.starts_at < other.ends_at,
          )
          const ids = new Set(there.map(({ option_id }) => option_id))
          expect(placed.filter((id) => ids.has(id)).length).toBeLessThanOrEqual(3)
        }
      },
    ),
  )
})

test('students who still need required hours must get them, as far as their rotations allow', () => {
  const needs: MatchFacts['needs'] = new Map([
    ['1', { gaps: { icu: 20, pediatrics: 8 } as Record<string, number>, completed: [] }],
    ['2', { gaps: { med_surg: 20 }, completed: [] }],
  ])
  const students = [student('1'), student('2'), student('3')]
  const of = (rotations: number) =>
    problemOf(facts({ students, needs }), runSettings.parse({ must_have: ['pediatrics', 'icu'] }), rotations)
  expect(of(1).students.map(({ mustHave }) => mustHave)).toEqual([['pediatrics'], [], undefined])
  expect(of(2).students[0]!.mustHave).toEqual(['pediatrics', 'intensive care'])
})

test('the sentences of a match name specialties as the school does', () => {
  const problem = checkedProblem(
    problemOf(
      facts({
        students: [student('1', { choices: ['a', 'b'] })],
        options: [option('a', { requires: ['med_surg'] }), option('b', { specialty: 'maternal_newborn' })],
        needs: new Map([['1', { gaps: { geriatrics_ltc: 20 }, completed: [] }]]),
      }),
      runSettings.parse({}),
      1,
    ),
  )
  const [own] = evaluateMatch(problem, [{ student: '1', options: ['b'] }], false).explanations
  expect(own!.sentences[0]).toContain(
    'It requires medical-surgical. You would need to complete medical-surgical first.',
  )
  expect(JSON.stringify(problem)).not.toMatch(/_surg|_newborn|_ltc/)
})

test('options are in blocks by their days only if students get more than one rotation', () => {
  const options = [option('a'), option('b', { first_date: '2027-04-01', last_date: '2027-05-01' })]
  const of = (rotations: number) => problemOf(facts({ options }), runSettings.parse({}), rotations)
  expect(of(1).blocks).toBeUndefined()
  expect(of(2).blocks).toEqual(['block 1', 'block 2'])
  expect(of(2).options.map(({ blocks }) => blocks)).toEqual([['block 1'], ['block 2']])
})

test('an option of the whole semester leaves room for two halves, and clashes with each', () => {
  const options = [
    option('all', { first_date: '2027-01-10', last_date: '2027-05-01' }),
    option('first', { first_date: '2027-01-10', last_date: '2027-03-10' }),
    option('second', { first_date: '2027-03-11', last_date: '2027-05-01' }),
  ]
  const problem = checkedProblem(problemOf(facts({ options }), runSettings.parse({}), 2))
  const broken = (...given: string[]) =>
    evaluateMatch(problem, [{ student: '1', options: given }], true).broken.map(({ rule }) => rule)
  expect(broken('first', 'second')).toEqual([])
  expect(broken('all', 'first')).toEqual(['clash'])
  expect(broken('second', 'all')).toEqual(['clash'])
})

test("two-sided matching has the unit's ranking and no levels; by hand no one must be placed", () => {
  const options = [option('a', { level_seats: { second_year: 1 }, student_order: ['1', 'left'] })]
  const of = (mode: 'two_sided' | 'manual') =>
    checkedProblem(problemOf(facts({ options }), runSettings.parse({ mode }), 1))
  expect(of('two_sided')).toMatchObject({ mode: 'stable', options: [{ ranks: ['1'] }] })
  expect(of('two_sided')).toMatchObject({ limits: [] })
  expect(of('two_sided').students[0]!.level).toBeUndefined()
  expect(of('manual').placeEveryone).toBe(false)
})

test('any facts give a problem that the engine can read', () => {
  const ids = ['a', 'b', 'c']
  fc.assert(
    fc.property(
      fc.array(fc.record({ choices: fc.subarray(['a', 'b', 'c', 'gone']), missed_first: fc.nat(40) }), {
        maxLength: 6,
      }),
      fc.array(fc.record({ seats: fc.nat(5), min_seats: fc.nat(5), taken: fc.nat(5) }), {
        minLength: 3,
        maxLength: 3,
      }),
      fc.constantFrom('fair_match', 'lottery', 'two_sided', 'manual'),
      fc.boolean(),
      (students, options, mode, only_chosen) => {
        const made = facts({
          students: students.map((more, at) => student(String(at), more)),
          options: options.map((more, at) => option(ids[at]!, more)),
        })
        const read = checkedProblem(problemOf(made, runSettings.parse({ mode, only_chosen }), 1))
        expect(read.students).toHaveLength(students.length)
      },
    ),
  )
})
