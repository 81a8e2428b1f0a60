import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { HoursRow } from './contract.ts'
import {
  countHoursVerdicts,
  dayIn,
  hoursColumnsProblem,
  hoursVerdictLabels,
  importKey,
  judgeHours,
  type KnownHours,
  matchHoursColumns,
  minutesIn,
  readHours,
  readHoursRow,
  totalsOnFirst,
  undoBlocker,
} from './rules.ts'

const today = '2026-11-23'
const row = (line: number, more: Partial<HoursRow> = {}): HoursRow => ({
  line,
  email: 'ada@school.edu',
  student_number: '',
  date: '2026-09-14',
  hours: '7.5',
  kind: '',
  specialty: 'Med-Surg',
  course: 'NUR 301',
  note: '',
  ...more,
})

describe('a file', () => {
  it('may have a title above its headings', () => {
    const table = [
      ['Hours of Fall 2026'],
      ['Email', 'Date', 'Hours'],
      ['ada@school.edu', '2026-09-14', '7.5'],
    ]
    expect(readHours(table, ['email', 'date', 'hours'])).toMatchObject({
      rows: [{ line: 3, email: 'ada@school.edu', hours: '7.5' }],
      problem: null,
    })
  })

  it('matches its columns by name, whatever their case, and asks for missing ones', () => {
    const columns = matchHoursColumns(['Student Email', 'DATE', 'Clinical hours', 'Area', 'Advisor', 'Date'])
    expect(columns).toEqual(['email', 'date', 'hours', 'specialty', null, null])
    expect(hoursColumnsProblem(columns)).toBeNull()
    expect(hoursColumnsProblem([null, 'date', 'hours'])).toContain('email addresses or IDs')
    expect(hoursColumnsProblem(['email', 'date'])).toContain('hours')
    expect(hoursColumnsProblem(['email', 'hours'])).toContain('dates')
    expect(hoursColumnsProblem(['email', 'date', 'date', 'hours'])).toContain('Two columns')
  })

  it('is read row by row, with the number of each row', () => {
    const table = [
      ['email', 'date', 'hours'],
      ['ada@school.edu', '9/14/2026', ' 7.5 '],
      ['', '', ''],
      ['ben@school.edu', '2026-09-15', '8'],
    ]
    const { rows, problem } = readHours(table, ['email', 'date', 'hours'])
    expect(problem).toBeNull()
    expect(rows.map(({ line, email, hours }) => [line, email, hours])).toEqual([
      [2, 'ada@school.edu', '7.5'],
      [4, 'ben@school.edu', '8'],
    ])
    expect(readHours([], []).problem).toContain('empty')
    expect(readHours([['email', 'date', 'hours']], ['email', 'date', 'hours']).problem).toContain('no rows')
    expect(
      readHours(
        [
          ['note', 'date', 'hours'],
          ['x'.repeat(300), '', ''],
        ],
        ['note', 'date', 'hours'],
      ).problem,
    ).toContain('longer')
  })
})

it.each([
  ['2026-09-14', '2026-09-14'],
  ['9/14/2026', '2026-09-14'],
  ['09-14-26', '2026-09-14'],
  ['2026-09-14T00:00:00', '2026-09-14'],
  ['14/9/2026', null],
  ['2/30/2026', null],
  ['Monday', null],
  ['', null],
])('parses the date “%s”', (text, day) => {
  expect(dayIn(text)).toBe(day)
})

it('hours are decimal or hh:mm, and never zero', () => {
  expect(['7.5', '7,5', '7:30', '7.5 h', '8 hours', '0.25', '112'].map(minutesIn)).toEqual([
    450, 450, 450, 450, 480, 15, 6720,
  ])
  // 1,040 hours are too many; they were once read as 1.04.
  expect(['1,000', '1,000:00', '1,000.0 h', '0,250', '1,040', '12,000'].map(minutesIn)).toEqual([
    60_000,
    60_000,
    60_000,
    15,
    null,
    null,
  ])
  expect(['0', '-4', '7:75', 'eight', '', '1001', '1e3'].map(minutesIn)).toEqual(Array(7).fill(null))
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 60_000 }), (minutes) => {
      expect(minutesIn(`${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}`)).toBe(minutes)
      expect(minutesIn((minutes / 60).toFixed(4))).toBe(minutes)
    }),
  )
})

it('kind and specialty are recognized by label, code and common words; blank means direct care and other', () => {
  const read = (more: Partial<HoursRow>) => readHoursRow(row(1, more), today)
  expect(read({})).toMatchObject({ kind: 'direct_care', specialty: 'med_surg' })
  expect(read({ kind: 'Simulation', specialty: '' })).toMatchObject({
    kind: 'simulation',
    specialty: 'other',
  })
  expect(read({ kind: 'skills_lab', specialty: 'OB' })).toMatchObject({
    kind: 'skills_lab',
    specialty: 'maternal_newborn',
  })
  expect(read({ kind: 'Dancing', specialty: 'Astronomy' })).toMatchObject({
    problem: expect.stringMatching(/“Dancing” is not a kind.*“Astronomy” is not a specialty/),
  })
  expect(read({ date: '2026-12-24' })).toMatchObject({ problem: expect.stringContaining('in the future') })
  expect(read({ email: '', student_number: '' })).toMatchObject({
    problem: expect.stringContaining('student is missing'),
  })
  expect(read({ note: 'Patient MRN 1234567' })).toMatchObject({
    problem: expect.stringContaining('patient data'),
  })
  expect(read({ date: '', hours: '' })).toMatchObject({
    problem: 'The date is missing. The hours are missing.',
  })
})

describe('each row', () => {
  const ada = { id: 'a1', full_name: 'Ada Abbott' }
  const known = (more: Partial<KnownHours> = {}): KnownHours => ({
    today,
    students: new Map([
      ['ada@school.edu', ada],
      ['0042', ada],
    ]),
    imported: new Set(),
    locked: new Map(),
    ...more,
  })

  it('has a verdict, and only ready ones post', () => {
    const rows = [
      row(2),
      row(3),
      row(4, { email: '', student_number: '0042', date: '2026-09-15' }),
      row(5, { email: 'eve@school.edu' }),
      row(6, { hours: 'x' }),
      row(7, { date: '2026-05-01' }),
    ]
    const judged = judgeHours(rows, known({ locked: new Map([['2026-05-01', 'Spring 2026']]) }))
    expect(judged.map(({ verdict }) => verdict)).toEqual([
      'ok',
      'duplicate',
      'ok',
      'no_student',
      'invalid',
      'locked',
    ])
    expect(judged[1]!.reason).toBe('The same hours are in row 2.')
    expect(judged.filter(({ posts }) => posts).map(({ line }) => line)).toEqual([2, 4])
    expect(countHoursVerdicts(judged)).toMatchObject({ ok: 2, invalid: 1, locked: 1, imported: 0 })
    expect(Object.keys(countHoursVerdicts([]))).toEqual(Object.keys(hoursVerdictLabels))
  })

  it('of an earlier file is not imported again, whatever else the file has', () => {
    const read = readHoursRow(row(2), today)
    if ('problem' in read) throw new Error(read.problem)
    const imported = new Set([importKey('a1', read)])
    fc.assert(
      fc.property(
        fc.shuffledSubarray([
          row(2),
          row(9, { hours: '8' }),
          row(4, { course: '' }),
          row(7, { kind: 'sim' }),
        ]),
        (rows) => {
          const judged = judgeHours(rows, known({ imported }))
          expect(judged.filter(({ line }) => line === 2).every(({ verdict }) => verdict === 'imported')).toBe(
            true,
          )
          expect(judged.filter(({ line }) => line !== 2).every(({ verdict }) => verdict === 'ok')).toBe(true)
        },
      ),
    )
  })

  it('has a key that the ledger accepts', () => {
    const longest = readHoursRow(
      row(2, {
        specialty: 'Geriatrics and long-term care',
        kind: 'indirect_care',
        course: 'N'.repeat(40),
        hours: '1000',
      }),
      today,
    )
    if ('problem' in longest) throw new Error(longest.problem)
    expect(importKey('00000000-0000-4000-8000-000000000000', longest).length).toBeLessThanOrEqual(200)
  })
})

it('an import can be undone once it has ended and while something of it counts', () => {
  expect(undoBlocker('running', 3)?.code).toBe('hours_import.running')
  expect(undoBlocker('queued', 3)?.code).toBe('hours_import.running')
  expect(undoBlocker('done', 0)?.code).toBe('hours_import.nothing_left')
  for (const status of ['done', 'failed', 'canceled']) expect(undoBlocker(status, 1)).toBeNull()
})

it('each student is notified with the first of their lines, about all of them', () => {
  const line = (student_id: string, minutes: number) => ({ student_id, minutes })
  expect(totalsOnFirst([line('a', 60), line('b', 30), line('a', 90)]).map(({ notice }) => notice)).toEqual([
    { minutes: 150, lines: 2 },
    { minutes: 30, lines: 1 },
    null,
  ])
})
