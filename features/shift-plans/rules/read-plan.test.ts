import { describe, expect, it, vi } from 'vitest'
import { findSigns } from './personal-data.ts'
import { QUESTION_KEY_LENGTH } from '#core/shift-plan-limits.ts'
import { readPlan } from './read-plan.ts'
import { sentencesOf, textsOf } from './sentences.ts'
import type { Vocabulary } from './types.ts'

const D8 = { name: 'D8', start: '07:00', end: '15:00', rest: 30 }
const E8 = { name: 'E8', start: '15:00', end: '23:00', rest: 30 }
const D12 = { name: 'D12', start: '07:00', end: '19:00', rest: 30 }
const N12 = { name: 'N12', start: '19:00', end: '07:00', rest: 45 }
const unit = (
  id: string,
  name: string,
  site: string,
  specialty: 'med_surg' | 'icu' | 'pediatrics',
  patterns = [D8, E8],
) => ({ id, name, site, specialty, zone: 'America/Chicago', patterns })
const words: Vocabulary = {
  today: '2026-11-29',
  term: { name: 'Spring 2027', from: '2027-01-11', to: '2027-05-07' },
  off: new Map([
    ['2027-01-18', 'Martin Luther King Jr. Day'],
    ['2027-02-15', 'Washington’s Birthday'],
    ['2027-03-15', 'Spring break'],
    ['2027-03-16', 'Spring break'],
    ['2027-03-17', 'Spring break'],
    ['2027-03-18', 'Spring break'],
    ['2027-03-19', 'Spring break'],
  ]),
  units: [
    unit('4w', '4 West', 'Harborview Medical Center', 'med_surg'),
    unit('5e', '5 East Medical-Surgical', 'Harborview Medical Center', 'med_surg', [D8, E8, D12]),
    unit('micu', 'Medical Intensive Care', 'Harborview Medical Center', 'icu', [D12, N12]),
    unit('ic-a', 'Intensive Care', 'Aurora Sinai', 'icu', [D12]),
    unit('ic-f', 'Intensive Care', 'Froedtert Hospital', 'icu', [D12]),
    unit('peds', 'Pediatrics', 'Harborview West Hospital', 'pediatrics'),
  ],
  people: [
    { id: 'marcus', name: 'Marcus Proctor' },
    { id: 'dana', name: 'Dana Bell' },
    { id: 'dan', name: 'Dan Ortiz' },
    { id: 'dana2', name: 'Dana Reyes' },
    { id: 'april', name: 'April Summers' },
  ],
  preceptors: [
    { id: 'priya', name: 'Priya Raman' },
    { id: 'lee', name: 'Ann Lee' },
    { id: 'dana-p', name: 'Dana Bell' },
  ],
  cohorts: [{ id: 'c1', name: 'BSN Fall 2025' }],
}

const read = (text: string, answers = {}) => readPlan(text, words, answers)
const one = (text: string, answers = {}) => read(text, answers).series[0]!
const asked = (text: string, answers = {}) => read(text, answers).questions.map(({ key }) => key)

describe("the page's example", () => {
  const text =
    'Tuesdays and Thursdays 07:00–15:00 at Harborview 4 West from January 12 to March 5, 8 students, instructor Marcus Proctor, not on February 16'
  it('is read completely without questions', () => {
    expect(read(text).questions).toEqual([])
    expect(one(text)).toMatchObject({
      weekdays: [2, 4],
      from: '2027-01-12',
      to: '2027-03-05',
      start: '07:00',
      end: '15:00',
      unit_id: '4w',
      capacity: 8,
      proctor_ids: ['marcus'],
      left_out: [{ date: '2027-02-16', why: 'Left out by the text' }],
    })
    expect(one(text).days).toHaveLength(15)
    expect(one(text).days).not.toContain('2027-02-16')
  })
  it('says what it assumed', () => {
    expect(read(text).assumptions.some(({ text: said }) => said.startsWith('Dates without a year'))).toBe(
      true,
    )
  })
})

describe('weekdays', () => {
  it.each([
    ['Mondays', [1]],
    ['Mon', [1]],
    ['every Monday', [1]],
    ['Tues and Thurs', [2, 4]],
    ['Tue/Thu', [2, 4]],
    ['Mon-Fri', [1, 2, 3, 4, 5]],
    ['Monday through Wednesday', [1, 2, 3]],
    ['Sun-Thu', [1, 2, 3, 4, 7]],
    ['Friday to Monday', [1, 5, 6, 7]],
    ['Mon-Wed-Fri', [1, 3, 5]],
    ['Tue–Thu–Sat', [2, 4, 6]],
    ['Mon-Tue, Thu-Fri', [1, 2, 4, 5]],
    ['MWF', [1, 3, 5]],
    ['TTh', [2, 4]],
    ['T/Th', [2, 4]],
    ['TR', [2, 4]],
    ['weekdays', [1, 2, 3, 4, 5]],
    ['weekends', [6, 7]],
    ['daily', [1, 2, 3, 4, 5, 6, 7]],
    ['Wed, Fri & Sat', [3, 5, 6]],
  ])('%s', (text, days) => expect(one(`${text} 7a-3p at 4 West, 8 students`).weekdays).toEqual(days))
})

describe('hours', () => {
  it('have the same break if they are the answer to a question', () => {
    const text = 'Mondays 1-5 at 4 West, 8 students'
    const [key] = asked(text)
    expect(one(text, { [key!]: '13:00 17:00' })).toMatchObject({ start: '13:00', end: '17:00', rest: 0 })
  })
  it.each([
    ['07:00–15:00', '07:00', '15:00'],
    ['7a-3p', '07:00', '15:00'],
    ['7am to 3pm', '07:00', '15:00'],
    ['7 a.m. - 3:30 p.m.', '07:00', '15:30'],
    ['0700-1500', '07:00', '15:00'],
    ['7 AM until 3 PM', '07:00', '15:00'],
    ['7-15', '07:00', '15:00'],
    ['19:00-07:00', '19:00', '07:00'],
    ['7p-7a', '19:00', '07:00'],
    ['7-3p', '07:00', '15:00'],
    ['noon to 8pm', '12:00', '20:00'],
    ['15:00 - 23:00', '15:00', '23:00'],
    ['from 0630 to 1530', '06:30', '15:30'],
    ['D12', '07:00', '19:00'],
    ['12-hour days', '07:00', '19:00'],
    ['12 hour nights', '19:00', '07:00'],
    ['E8', '15:00', '23:00'],
    ['evenings', '15:00', '23:00'],
    ['evening shift', '15:00', '23:00'],
    ['8-hour days', '07:00', '15:00'],
    ['twelve-hour day shifts', '07:00', '19:00'],
  ])('%s', (text, start, end) => {
    expect(read(`Mondays ${text} at 4 West, 8 students`).questions).toEqual([])
    expect(one(`Mondays ${text} at 4 West, 8 students`)).toMatchObject({
      start,
      end,
      capacity: 8,
      unit_id: '4w',
    })
  })
  it.each(['7-3', '7–7', '7:00-3:00'])('asks whether %s is AM or PM', (text) => {
    const reading = read(`Mondays ${text} at 4 West, 8 students`)
    expect(reading.questions).toHaveLength(1)
    expect(reading.questions[0]!.choices.map(({ value }) => value)).toHaveLength(2)
    expect(
      one(`Mondays ${text} at 4 West, 8 students`, {
        [reading.questions[0]!.key]: reading.questions[0]!.choices[0]!.value,
      }).start,
    ).toBe('07:00')
  })
  it.each(['mornings', 'in the morning', 'afternoons', 'early shift'])('asks what %s means', (text) =>
    expect(asked(`Mondays ${text} at 4 West, 8 students`)).toEqual([`1 hours ${text}`]),
  )
  it('uses the hours of the unit, and asks if it has two', () => {
    expect(one('Mondays days at 4 West, 8 students').start).toBe('07:00')
    expect(asked('Mondays day shift at 5 East, 8 students')).toEqual(['1 hours day shift'])
    expect(one('Mondays nights at Medical Intensive Care, 2 students')).toMatchObject({
      start: '19:00',
      end: '07:00',
      rest: 45,
    })
  })
  it('asks for missing hours, and about a second time of day', () => {
    expect(asked('Mondays at 4 West, 8 students')).toEqual(['1 no_hours '])
    expect(asked('Mondays 7a-3p and 3p-11p at 4 West, 8 students')).toEqual(['1 more_hours 3p-11p'])
  })
})

describe('dates', () => {
  const span = (text: string) => [
    one(`Mondays 7a-3p at 4 West, 8 students, ${text}`).from,
    one(`Mondays 7a-3p at 4 West, 8 students, ${text}`).to,
  ]
  it.each([
    ['January 12 to March 5', '2027-01-12', '2027-03-05'],
    ['Jan. 12 – Mar. 5', '2027-01-12', '2027-03-05'],
    ['from Jan 12th through Mar 5th, 2027', '2027-01-12', '2027-03-05'],
    ['1/12-3/5', '2027-01-12', '2027-03-05'],
    ['1/12/27 to 3/5/2027', '2027-01-12', '2027-03-05'],
    ['2027-01-12 to 2027-03-05', '2027-01-12', '2027-03-05'],
    ['12 January to 5 March', '2027-01-12', '2027-03-05'],
    ['between January 12 and March 5', '2027-01-12', '2027-03-05'],
    ['starting Jan 12 until Mar 5', '2027-01-12', '2027-03-05'],
    ['from February 1', '2027-02-01', '2027-05-07'],
    ['until March 5', '2027-01-11', '2027-03-05'],
    ['from January 12 for 8 weeks', '2027-01-12', '2027-03-08'],
    ['all semester', '2027-01-11', '2027-05-07'],
    ['from February 1 to the end of the semester', '2027-02-01', '2027-05-07'],
    ['Feb 1-26', '2027-02-01', '2027-02-26'],
    ['Monday, Feb 1 to Friday, Feb 26', '2027-02-01', '2027-02-26'],
  ])('%s', (text, from, to) => {
    expect(read(`Mondays 7a-3p at 4 West, 8 students, ${text}`).questions).toEqual([])
    expect(span(text)).toEqual([from, to])
  })
  it('plans the whole semester without dates, and says so', () => {
    expect(span('')).toEqual(['2027-01-11', '2027-05-07'])
    expect(
      read('Mondays 7a-3p at 4 West, 8 students')
        .assumptions.map(({ text }) => text)
        .join(),
    ).toContain('all of Spring 2027')
  })
  it.each([
    ['January 12', ['2027-01-12']],
    ['Tuesday, January 12', ['2027-01-12']],
    ['January 12 and 14', ['2027-01-12', '2027-01-14']],
    ['January 12, 14 and 19', ['2027-01-12', '2027-01-14', '2027-01-19']],
    ['1/12, 1/14', ['2027-01-12', '2027-01-14']],
    ['2027-01-12', ['2027-01-12']],
    ['Feb 3 and March 4', ['2027-02-03', '2027-03-04']],
  ])('reads single days: %s', (text, days) =>
    expect(one(`${text} 7a-3p at 4 West, 8 students`).days).toEqual(days),
  )
  it('keeps a date of another semester as written: the check reports it', () => {
    expect(one('June 9, 2027 7a-3p at 4 West, 8 students').days).toEqual(['2027-06-09'])
    expect(one('June 9 7a-3p at 4 West, 8 students').days).toEqual(['2027-06-09'])
  })
  it('gives a date without a year the year nearest to the semester', () => {
    const until = (dates: string) => `Tuesdays 7a-3p at 4 West ${dates}, 8 students`
    expect(asked(until('from January 12 until January 5'))).toEqual([expect.stringMatching(/^1 span/)])
    expect(one(until('from January 5 to January 19'))).toMatchObject({ from: '2027-01-05', to: '2027-01-19' })
    expect(one(until('from December 15 to January 19'))).toMatchObject({
      from: '2026-12-15',
      to: '2027-01-19',
    })
    expect(one(until('from April 27 to May 18'))).toMatchObject({ from: '2027-04-27', to: '2027-05-18' })
    const assumed = (dates: string) => read(until(dates)).assumptions.map(({ text }) => text)
    expect(assumed('from January 12 to January 19')).toContain(
      'Dates without a year are those of Spring 2027, Jan 11 – May 7, 2027.',
    )
    expect(assumed('from January 5 to January 19')).toContain(
      'Dates without a year are those nearest to Spring 2027, Jan 11 – May 7, 2027.',
    )
  })
  it('says that a day to leave out is outside of the semester', () => {
    expect(
      read(
        'Fridays 7a-3p at 4 West from January 15 to March 5, 8 students, except January 2',
      ).assumptions.map(({ text }) => text),
    ).toContain('Dates without a year are those nearest to Spring 2027, Jan 11 – May 7, 2027.')
  })
  it("asks if weekday and date don't match", () => {
    expect(asked('Monday, January 12 7a-3p at 4 West, 8 students')[0]).toMatch(/^1 weekday/)
  })
  it('asks if the first day is called another weekday', () => {
    expect(asked('Mondays 7a-3p at 4 West from Monday, January 12 to March 5, 8 students')).toEqual([
      '1 contradiction monday, january 12',
    ])
  })
  it.each(['next Tuesday', 'this Friday', 'tomorrow', 'next week'])('never guesses %s', (text) => {
    const { questions } = read(`${text} 7a-3p at 4 West, 8 students`)
    expect(questions.map(({ quote }) => quote)).toEqual([text])
    expect(questions[0]!.choices.length).toBeGreaterThan(1)
    expect(one(`${text} 7a-3p at 4 West, 8 students`).days).toEqual([])
  })
  it('plans the chosen day', () => {
    const text = 'next Tuesday 7a-3p at 4 West, 8 students'
    const [question] = read(text).questions
    expect(question!.choices[0]!.value).toBe('2026-12-01')
    expect(one(text, { [question!.key]: '2027-01-12' }).days).toEqual(['2027-01-12'])
    expect(read(text, { [question!.key]: 'no such day' }).questions).toHaveLength(1)
  })
  it('asks for weekdays of a range without any', () => {
    const text = 'January 12 to January 22 7a-3p at 4 West, 8 students'
    expect(asked(text)[0]).toMatch(/^1 weekdays/)
    expect(one(text, { [asked(text)[0]!]: '1,2,3,4,5' }).days).toHaveLength(9)
  })
  it('counts every other week from the first', () => {
    expect(one('Every other Tuesday 7a-3p at 4 West from January 12 to February 9, 8 students').days).toEqual(
      ['2027-01-12', '2027-01-26', '2027-02-09'],
    )
    expect(
      one('Tuesdays biweekly 7a-3p at 4 West from January 12 to February 9, 8 students').days,
    ).toHaveLength(3)
  })
})

describe('days left out', () => {
  const left = (text: string) =>
    one(`Mondays and Tuesdays 7a-3p at 4 West, 8 students, from Jan 12 to Mar 31, ${text}`).left_out.map(
      ({ date }) => date,
    )
  it.each([
    ['not on February 16', ['2027-02-16']],
    ['except Feb 16 and 22', ['2027-02-16', '2027-02-22']],
    ['excluding 2/16, 2/22', ['2027-02-16', '2027-02-22']],
    ['skip February 15–22', ['2027-02-15', '2027-02-16', '2027-02-22']],
    ['but not on Monday, February 22', ['2027-02-22']],
    ['except holidays', ['2027-01-18', '2027-02-15', '2027-03-15', '2027-03-16']],
    ['except Spring break', ['2027-03-15', '2027-03-16']],
    ['not during Spring break or on February 22', ['2027-02-22', '2027-03-15', '2027-03-16']],
    ['no class on March 1 and 2', ['2027-03-01', '2027-03-02']],
  ])('%s', (text, days) => expect(left(text)).toEqual(days))
  it('quotes words that are not days', () =>
    expect(asked('Mondays 7a-3p at 4 West, 8 students, except when it snows')).toEqual([
      '1 left_out except when it snows',
    ]))
  it('says when an excluded day is not in the series', () =>
    expect(
      read('Mondays 7a-3p at 4 West, 8 students, not on February 16')
        .assumptions.map(({ text }) => text)
        .join(),
    ).toContain('isn’t a day of this series'))
})

describe('units', () => {
  it.each([
    ['at 4 West', '4w'],
    ['on 4 West', '4w'],
    ['at Harborview 4 West', '4w'],
    ['4 West at Harborview Medical Center', '4w'],
    ['at 5 East', '5e'],
    ['in Pediatrics', 'peds'],
    ['at peds', 'peds'],
    ['at the MICU at Harborview', 'micu'],
    ['at Intensive Care, Froedtert', 'ic-f'],
    ['at Aurora Sinai Intensive Care', 'ic-a'],
    ['@ 5 East', '5e'],
    ['at the 4 West unit', '4w'],
  ])('%s', (text, id) => {
    expect(read(`Mondays 0700-1900 ${text}, 8 students`).questions).toEqual([])
    expect(one(`Mondays 0700-1900 ${text}, 8 students`).unit_id).toBe(id)
  })
  it('asks if a name matches two', () => {
    const { questions } = read('Mondays 0700-1900 at Intensive Care, 2 students')
    expect(questions.map(({ choices }) => choices.map(({ value }) => value))).toEqual([['ic-a', 'ic-f']])
    expect(one('Mondays 0700-1900 at Intensive Care, 2 students').unit_id).toBeNull()
  })
  it('asks if only the site is named', () => {
    expect(
      read('Mondays 7a-3p at Harborview, 8 students').questions[0]!.choices.map(({ value }) => value),
    ).toEqual(['4w', '5e', 'micu', 'peds'])
  })
  it('asks about an unknown unit, the closest first, and accepts no other id', () => {
    const { questions } = read('Mondays 7a-3p at 6 West, 8 students')
    expect(questions.map(({ key }) => key)).toEqual(['1 unknown_unit 6 west'])
    expect(questions[0]!.choices[0]!.value).toBe('4w')
    expect(
      one('Mondays 7a-3p at 6 West, 8 students', { '1 unknown_unit 6 west': 'of-another-school' }).unit_id,
    ).toBeNull()
  })
  it('asks if no unit is named, except for experiences on campus', () => {
    expect(asked('Mondays 7a-3p, 8 students')).toEqual(['1 no_unit '])
    expect(one('Simulation on Mondays 7a-3p on campus, med-surg, 8 students')).toMatchObject({
      unit_id: null,
      experience: 'simulation',
      specialty: 'med_surg',
    })
  })
})

describe('people, seats and course', () => {
  it.each([
    ['instructor Marcus Proctor', ['marcus']],
    ['with Marcus', ['marcus']],
    ['led by Ortiz', ['dan']],
    ['taught by Prof. Summers', ['april']],
    ['instructors Marcus Proctor and Dan Ortiz', ['marcus', 'dan']],
    ['April Summers', ['april']],
  ])('%s', (text, ids) => {
    expect(read(`Mondays 7a-3p at 4 West, 8 students, ${text}`).questions).toEqual([])
    expect(one(`Mondays 7a-3p at 4 West, 8 students, ${text}`).proctor_ids.toSorted()).toEqual(ids.toSorted())
  })
  it('asks which Dana is meant, and who an unknown name is', () => {
    expect(
      read('Mondays 7a-3p at 4 West, 8 students, instructor Dana').questions[0]!.choices.map(
        ({ value }) => value,
      ),
    ).toEqual(['dana', 'dana2', 'none'])
    expect(asked('Mondays 7a-3p at 4 West, 8 students, instructor Zed Nobody')).toEqual([
      '1 instructor zed nobody',
    ])
    expect(
      one('Mondays 7a-3p at 4 West, 8 students, instructor Zed Nobody', { '1 instructor zed nobody': 'none' })
        .proctor_ids,
    ).toEqual([])
  })
  it.each([
    ['8 students', 8],
    ['eight students', 8],
    ['up to 6 students', 6],
    ['6 seats', 6],
    ['a group of 5', 5],
    ['max 4', 4],
    ['students: 7', 7],
  ])('%s', (text, seats) => expect(one(`Mondays 7a-3p at 4 West, ${text}`).capacity).toBe(seats))
  it('says that it assumes the usual seats, and asks about two numbers', () => {
    expect(
      read('Mondays 7a-3p at 4 West')
        .assumptions.map(({ text }) => text)
        .join(),
    ).toContain('8 seats')
    expect(asked('Mondays 7a-3p at 4 West, 6-8 students')).toEqual(['1 seats 6-8 students'])
  })
  it('reads the course and the cohort', () => {
    expect(one('NURS 210 Mondays 7a-3p at 4 West, 8 students of BSN Fall 2025')).toMatchObject({
      course_code: 'NURS 210',
      cohort_ids: ['c1'],
    })
  })
})

describe('several sentences', () => {
  it('splits lines and sentences, not abbreviations', () => {
    expect(
      sentencesOf('Mondays at St. Ann. Tuesdays 7 a.m. to 3 p.m.; Fridays\n- Sundays').map(
        ({ text }) => text,
      ),
    ).toEqual(['Mondays at St. Ann', 'Tuesdays 7 a.m. to 3 p.m.', 'Fridays', 'Sundays'])
  })
  it('adds a sentence without days to the one before', () => {
    expect(
      textsOf(
        'Tuesdays 7a-3p at 4 West. 8 students. Not on February 16.\nFridays 3p-11p at Pediatrics, 6 students',
        words,
      ),
    ).toHaveLength(2)
    const { series, questions } = read(
      'Tuesdays 7a-3p at 4 West. 8 students. From January 12 to March 5. Not on February 16.\nFridays 3p-11p at Pediatrics, 6 students',
    )
    expect(questions).toEqual([])
    expect(series.map(({ unit_id: id, capacity }) => [id, capacity])).toEqual([
      ['4w', 8],
      ['peds', 6],
    ])
    expect(series[0]!.left_out).toHaveLength(1)
  })
  it('adopts what is the same, and says so', () => {
    const { series, assumptions } = read(
      'Tuesdays 7a-3p at 4 West from Jan 12 to Mar 5, 6 students, instructor Marcus Proctor.\nFridays at the same unit and hours',
    )
    expect(series[1]).toMatchObject({
      unit_id: '4w',
      start: '07:00',
      from: '2027-01-12',
      to: '2027-03-05',
      capacity: 6,
      proctor_ids: ['marcus'],
    })
    expect(assumptions.filter(({ series: at }) => at === 2).length).toBeGreaterThanOrEqual(4)
  })
})

describe('no words are dropped', () => {
  it.each([
    ['bring warm jackets', 'bring warm jackets'],
    ['free parking in lot B', 'free parking in lot B'],
  ])('quotes %s', (text, quote) => {
    const { questions } = read(`Mondays 7a-3p at 4 West, 8 students, ${text}`)
    expect(questions.map((question) => question.quote)).toEqual([quote])
    expect(
      read(`Mondays 7a-3p at 4 West, 8 students, ${text}`, { [questions[0]!.key]: 'leave' }).questions,
    ).toEqual([])
  })
  it('asks for everything if the text says nothing', () => {
    expect(asked('Hello there')).toEqual(['1 no_unit ', '1 no_hours ', '1 weekdays ', '1 unread hello'])
    expect(read('').series).toEqual([])
  })
  it('gives the same result twice', () => {
    const text = 'MWF 0700-1500 on 5 East, 6 students with Marcus, Jan 12 - Mar 5, except holidays'
    expect(read(text)).toEqual(read(text))
  })
})

describe('a long text', () => {
  const crowd: Vocabulary = {
    ...words,
    units: [
      ...words.units,
      ...Array.from({ length: 150 }, (_, at) => ({
        ...words.units[0]!,
        id: `u${at}`,
        name: `Ward ${at} North`,
      })),
    ],
    people: [
      ...words.people,
      ...Array.from({ length: 60 }, (_, at) => ({ id: `p${at}`, name: `Denise Carter${at}` })),
    ],
  }
  const patterns = (text: string, vocabulary: Vocabulary): number => {
    const made = vi.spyOn(globalThis, 'RegExp')
    readPlan(text, vocabulary)
    const { length } = made.mock.calls
    made.mockRestore()
    return length
  }
  it('compiles no pattern for names it does not contain, because a school has hundreds and a text as many lines', () => {
    const text = 'Mondays 7 AM–3 PM at 4 West, instructor Marcus Proctor, 8 students'
    expect(patterns(text, crowd)).toBe(patterns(text, words))
  })
  it('is still searched for email addresses', () =>
    expect(findSigns('call (jo.b@lake.example), or x@y')).toEqual(['(jo.b@lake.example']))
})

describe('several instructors and preceptors', () => {
  const leading = 'Tuesdays 7 AM–3 PM at 4 West, 8 students, '
  it.each([
    ['with Marcus Proctor and Dan Ortiz', ['marcus', 'dan']],
    ['with Dan Ortiz and Marcus Proctor', ['dan', 'marcus']],
    ['instructors: Dan Ortiz, Dana Reyes, and April Summers', ['dan', 'dana2', 'april']],
    ['led by Ortiz & Reyes', ['dan', 'dana2']],
    ['instructors Proctor and Dan Ortiz', ['marcus', 'dan']],
    ['with Marcus Proctor, 30-minute break', ['marcus']],
  ])('%s', (text, ids) => {
    expect(asked(leading + text)).toEqual([])
    expect(one(leading + text).proctor_ids).toEqual(ids)
  })
  it('are asked about one by one', () => {
    expect(asked(`${leading}with Marcus Proctor and Bob Unknown`)).toEqual(['1 instructor bob unknown'])
    expect(asked(`${leading}instructors Dana and Dan Ortiz`)).toEqual(['1 instructor dana'])
    expect(
      one(`${leading}instructors Dana and Dan Ortiz`, { '1 instructor dana': 'dana2' }).proctor_ids,
    ).toEqual(['dana2', 'dan'])
  })
  it('a preceptor makes it a precepted shift with one seat', () => {
    const text = 'Tuesdays 7 AM–7 PM at Medical Intensive Care, preceptors Priya Raman and Ann Lee'
    expect(asked(text)).toEqual([])
    expect(one(text)).toMatchObject({
      experience: 'precepted',
      preceptor_ids: ['priya', 'lee'],
      proctor_ids: [],
      capacity: 2,
    })
    expect(
      one(
        'Precepted shifts Tuesdays 7 AM–7 PM at Medical Intensive Care with Raman and instructor Marcus Proctor, preceptor Lee, 1 student',
      ),
    ).toMatchObject({ experience: 'precepted', preceptor_ids: ['lee'], proctor_ids: ['marcus'], capacity: 1 })
  })
  it('of the same name, an instructor and a preceptor are distinguished by the word before', () => {
    expect(one(`${leading}preceptor Dana Bell`)).toMatchObject({ preceptor_ids: ['dana-p'], proctor_ids: [] })
    expect(one(`${leading}instructor Dana Bell`)).toMatchObject({ preceptor_ids: [], proctor_ids: ['dana'] })
  })
  it('an unknown preceptor is asked about, and may be left open', () => {
    const text = 'Tuesdays 7 AM–7 PM at Medical Intensive Care, preceptor Bob Unknown, 1 student'
    expect(asked(text)).toEqual(['1 preceptor bob unknown'])
    expect(one(text, { '1 preceptor bob unknown': 'none' })).toMatchObject({
      experience: 'precepted',
      preceptor_ids: [],
    })
    expect(asked('Tuesdays 7 AM–7 PM at Medical Intensive Care, no preceptor yet')).toEqual([])
  })
})

describe('breaks and objectives', () => {
  const leading = 'Tuesdays 7 AM–3 PM at 4 West, 8 students, no instructor yet, '
  it.each([
    ['with a 45-minute break', 45],
    ['45 min unpaid break', 45],
    ['half-hour lunch', 30],
    ['one hour break', 60],
    ['break of 20 minutes', 20],
    ['lunch: 40 min', 40],
    ['no break', 0],
    ['without a break', 0],
    ['with half an hour lunch break', 30],
  ])('%s', (text, minutes) => {
    expect(asked(leading + text)).toEqual([])
    expect(one(leading + text).rest).toBe(minutes)
  })
  it('asks about two breaks, and about an invalid one', () => {
    expect(asked(`${leading}30 minute break, 1 hour lunch`)).toHaveLength(1)
    expect(asked(`${leading}5 hour break`)).toHaveLength(1)
  })
  it("keeps the unit's break if the text has none", () =>
    expect(one('Tuesdays 7 PM–7 AM at Medical Intensive Care, 4 students').rest).toBe(45))
  it.each([
    ['objectives: safe medication, wound care', ['safe medication', 'wound care']],
    [
      'objectives: give insulin daily, on time; hand off to Dana Bell',
      ['give insulin daily, on time', 'hand off to Dana Bell'],
    ],
    ['with the learning objectives: assess a patient on Mondays', ['assess a patient on Mondays']],
    ['goals are delegation and teamwork', ['delegation and teamwork']],
  ])('%s', (text, objectives) => {
    expect(asked(leading + text)).toEqual([])
    expect(one(leading + text)).toMatchObject({ objectives, weekdays: [2], proctor_ids: [] })
  })
  it('objectives end with their sentence; others may follow', () => {
    const found = read(
      'Tuesdays 7 AM–3 PM at 4 West. Objectives: wound care; 2 dressings on Fridays. 6 students\nFridays 7 AM–3 PM at 4 West, 4 students',
    )
    expect(
      found.series.map(({ objectives, capacity, weekdays }) => [objectives, capacity, weekdays]),
    ).toEqual([
      [['wound care', '2 dressings on Fridays'], 6, [2]],
      [[], 4, [5]],
    ])
    expect(found.questions).toEqual([])
  })
})

it('long passages with the same start are different questions, with keys of the length that an answer may have', () => {
  const long = 'zorbly '.repeat(40)
  const { questions } = read(`Tuesdays 7 AM–3 PM at 4 West, ${long}one, 6 students, ${long}two`)
  const keys = questions.map(({ key }) => key)
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(2)
  for (const key of keys) expect(key.length).toBeLessThanOrEqual(QUESTION_KEY_LENGTH)
})
