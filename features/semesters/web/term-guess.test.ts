import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import { fakeSemester, fakeSemesters } from '../fake.ts'
import { problemsOf } from '../rules.ts'
import { academicYearOf, nameOf, nextTerm, typeOf } from './term-guess.ts'

describe('the academic year of a term', () => {
  test.each([
    ['fall', '2026-08-24', '2026-12-11', '2026–2027'],
    ['spring', '2027-01-19', '2027-05-07', '2026–2027'],
    ['first summer', '2027-05-24', '2027-07-02', '2026–2027'],
    ['second summer', '2027-07-06', '2027-08-06', '2026–2027'],
    ['winter across the year', '2026-12-14', '2027-01-15', '2026–2027'],
    ['a whole year', '2026-07-01', '2027-06-30', '2026–2027'],
    ['early fall', '2026-07-27', '2026-11-20', '2026–2027'],
  ])('%s', (_term, start, end, year) => expect(academicYearOf(start, end)).toBe(year))
})

test.each([
  ['2026-08-24', 'fall', 'Fall 2026'],
  ['2027-01-19', 'spring', 'Spring 2027'],
  ['2027-05-24', 'summer', 'Summer 2027'],
  ['2026-12-14', 'winter', 'Winter 2026'],
] as const)('a term that begins on %s is %s, called %s', (start, type, name) => {
  expect(typeOf(start)).toBe(type)
  expect(nameOf(type, start)).toBe(name)
})

describe('the likely target of a copy', () => {
  const fall = fakeSemester()

  it('is the next one', () =>
    expect(nextTerm(fall, [])).toEqual({
      name: 'Spring 2027',
      start_date: '2027-01-18',
      end_date: '2027-05-07',
      semester_type: 'spring',
      academic_year: '2026–2027',
    }))

  it('is one that the school does not have yet', () =>
    expect(
      nextTerm(
        fall,
        fakeSemesters().map(({ name }) => name),
      ),
    ).toEqual({
      name: 'Fall 2027',
      start_date: '2027-08-23',
      end_date: '2027-12-10',
      semester_type: 'fall',
      academic_year: '2027–2028',
    }))

  it('gives a summer the length of a summer, and a fall after it that of a fall', () => {
    const spring = fakeSemester({
      name: 'Spring 2027',
      semester_type: 'spring',
      start_date: '2027-01-18',
      end_date: '2027-05-07',
    })
    const summer = nextTerm(spring, [])
    expect(summer).toMatchObject({ name: 'Summer 2027', start_date: '2027-05-24', end_date: '2027-08-06' })
    expect(nextTerm(summer, [])).toMatchObject({
      name: 'Fall 2027',
      start_date: '2027-08-23',
      end_date: '2027-12-10',
    })
  })

  it('keeps the rest of the name, and adds "copy" if the name has no term', () => {
    expect(nextTerm({ ...fall, name: 'FALL 2026, evening cohort' }, []).name).toBe(
      'Spring 2027, evening cohort',
    )
    expect(nextTerm({ ...fall, name: 'Cohort 7', semester_type: 'custom' }, []).name).toBe('Cohort 7 (copy)')
    expect(nextTerm({ ...fall, name: 'Cohort 7' }, ['cohort 7 (COPY)']).name).toBe('Cohort 7 (copy)')
  })

  it('starts on the same weekday and can be saved, for any source', () =>
    fc.assert(
      fc.property(
        fc.constantFrom('fall', 'spring', 'summer', 'winter', 'intersession', 'custom'),
        fc.integer({ min: 0, max: 2000 }),
        fc.integer({ min: 1, max: 366 }),
        (semester_type, day, length) => {
          const start_date = addDays('2024-01-01', day)
          const source = fakeSemester({ semester_type, start_date, end_date: addDays(start_date, length) })
          const term = nextTerm(source, [])
          expect(weekdayOf(term.start_date)).toBe(weekdayOf(start_date))
          expect(problemsOf({ ...source, ...term })).toEqual({})
        },
      ),
    ))
})
