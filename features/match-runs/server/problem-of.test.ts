import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkedProblem } from '#features/matching/server/public.ts'
import { runSettings } from '../contract.ts'
import { problemOf } from './problem-of.ts'
import type { MatchFacts } from './queries/load-facts.ts'

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
        stillNeeds: ['icu'],
        completed: ['community'],
        hardship: true,
        missedFirst: 20,
        distance: { a: 35 },
      },
    ],
    options: [{ seats: 2, minSeats: 2, levels: [{ level: 'second_year', max: 1 }] }],
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

test('students who still need required hours must get them, as far as their rotations allow', () => {
  const needs: MatchFacts['needs'] = new Map([
    ['1', { gaps: { icu: 20, pediatrics: 8 } as Record<string, number>, completed: [] }],
    ['2', { gaps: { med_surg: 20 }, completed: [] }],
  ])
  const students = [student('1'), student('2'), student('3')]
  const of = (rotations: number) =>
    problemOf(facts({ students, needs }), runSettings.parse({ must_have: ['pediatrics', 'icu'] }), rotations)
  expect(of(1).students.map(({ mustHave }) => mustHave)).toEqual([['pediatrics'], [], undefined])
  expect(of(2).students[0]!.mustHave).toEqual(['pediatrics', 'icu'])
})

test('options are in blocks by their days only if students get more than one rotation', () => {
  const options = [option('a'), option('b', { first_date: '2027-04-01', last_date: '2027-05-01' })]
  const of = (rotations: number) => problemOf(facts({ options }), runSettings.parse({}), rotations)
  expect(of(1).blocks).toBeUndefined()
  expect(of(2).blocks).toEqual(['block 1', 'block 2'])
  expect(of(2).options.map(({ blocks }) => blocks)).toEqual([['block 1'], ['block 2']])
})

test("two-sided matching has the unit's ranking and no levels; by hand no one must be placed", () => {
  const options = [option('a', { level_seats: { second_year: 1 }, student_order: ['1', 'left'] })]
  const of = (mode: 'two_sided' | 'manual') =>
    checkedProblem(problemOf(facts({ options }), runSettings.parse({ mode }), 1))
  expect(of('two_sided')).toMatchObject({ mode: 'stable', options: [{ ranks: ['1'] }] })
  expect(of('two_sided').options[0]!.levels).toBeUndefined()
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
