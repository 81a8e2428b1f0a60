import { describe, expect, it } from 'vitest'
import { readPlan } from './read-plan.ts'
import { rosterText } from './roster.ts'
import type { Vocabulary } from './types.ts'

const words: Vocabulary = {
  today: '2026-11-29',
  term: { name: 'Spring 2027', from: '2027-01-11', to: '2027-05-07' },
  off: new Map(),
  units: [
    {
      id: '5e',
      name: '5 East',
      site: 'Harborview',
      specialty: 'med_surg',
      zone: 'America/Chicago',
      patterns: [],
    },
  ],
  people: [{ id: 'dana', name: 'Dana Bell' }],
  cohorts: [],
  preceptors: [{ id: 'priya', name: 'Priya Raman' }],
}

describe('a roster file', () => {
  it('may have a title above its headings', () => {
    const { text, problem } = rosterText([
      ['Clinical roster, Spring 2027'],
      ['Date', 'Start', 'End', 'Unit'],
      ['2027-02-02', '7:00 AM', '3:00 PM', '5 East'],
    ])
    expect(problem).toBeNull()
    expect(text).toContain('5 East')
  })

  it('becomes sentences that are read completely', () => {
    const { text, leftOut, problem } = rosterText([
      ['Date', 'Start', 'End', 'Unit', 'Site', 'Students', 'Instructor', 'Course', 'Student name'],
      ['2027-02-02', '7:00 AM', '3:00 PM', '5 East', 'Harborview', '8', 'Dana Bell', 'NURS 210', 'Jo Wood'],
      ['2/4/2027', '0700', '1500', '5 East', '', '6', '', '', ''],
      ['', '', '', '', '', '', '', '', ''],
    ])
    expect([problem, leftOut]).toEqual([null, ['Student name']])
    expect(text).not.toContain('Jo Wood')
    const { series, questions } = readPlan(text, words)
    expect(questions).toEqual([])
    expect(
      series.map(({ days, start, end, capacity, proctor_ids, course_code }) => [
        days,
        start,
        end,
        capacity,
        proctor_ids,
        course_code,
      ]),
    ).toEqual([
      [['2027-02-02'], '07:00', '15:00', 8, ['dana'], 'NURS 210'],
      [['2027-02-04'], '07:00', '15:00', 6, [], null],
    ])
  })
  it('leaves out what names students in a column of numbers, and a second column of a kind, and names both', () => {
    const { text, leftOut } = rosterText([
      ['Date', 'Hours', 'Unit', 'Students', 'Instructor', 'Instructor'],
      ['2/2/2027', '7a-3p', '5 East', 'Jo Wood, Al Reed', 'Dana Bell', 'Kim Day'],
      ['2/4/2027', '7a-3p', '5 East', '6–8', 'Dana Bell', ''],
      ['2/9/2027', '7a-3p', '5 East', 'max 5', 'Dana Bell', ''],
    ])
    expect(leftOut).toEqual(['Students', 'Instructor'])
    expect(text).not.toMatch(/Jo Wood|Kim Day/)
    expect(text).toContain('6–8 students')
    expect(readPlan(text, words).series.map(({ capacity }) => capacity)).toEqual([8, 6, 5])
  })
  it('reads series by weekday', () => {
    const { text } = rosterText([
      ['Weekday', 'Hours', 'From', 'To', 'Unit', 'Seats', 'Except'],
      ['Tue', '7a-3p', '2/2/2027', '2/23/2027', '5 East', '5', '2/9'],
    ])
    expect(readPlan(text, words).series[0]).toMatchObject({
      days: ['2027-02-02', '2027-02-16', '2027-02-23'],
      capacity: 5,
    })
  })
  it.each([
    [[], 'There are no rows in this file.'],
    [[['Date', 'Unit']], 'There are no rows in this file.'],
    [[['Name'], ['Jo']], 'No column is called “Date” or “Weekday”.'],
    [
      [
        ['Date', 'Instructor'],
        ['2/2/2027', 'dana@lake.example'],
      ],
      'A column that is kept contains email addresses.',
    ],
    [
      [['Date'], ...Array.from({ length: 301 }, () => ['2/2/2027'])],
      'At most 300 rows at a time; this file has 301.',
    ],
  ])('says what is wrong with the file %#', (table, problem) =>
    expect(rosterText(table).problem).toContain(problem),
  )
})
