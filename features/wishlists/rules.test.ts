import { describe, expect, test } from 'vitest'
import {
  chooseBlocker,
  clashOf,
  completedOf,
  declareBlocker,
  archiveBlocker,
  distinctNames,
  closeBlocker,
  earlyLastDay,
  announceBlocker,
  extendBlocker,
  fieldsBlocker,
  milesBetween,
  missingOf,
  moved,
  phaseOf,
  progressOf,
  takeBackBlocker,
  yearOfStudy,
} from './rules.ts'

test.each([
  [false, false, undefined],
  [true, false, 'wishlist.has_choices'],
  [false, true, 'wishlist.has_facts'],
  [true, true, 'wishlist.has_choices'],
])(
  'a wishlist with choices (%s) or declarations (%s) is set back to draft or not: %s',
  (chosen, declared, code) => {
    expect(takeBackBlocker({ has_choices: chosen, has_facts: declared })?.code).toBe(code)
  },
)

describe('the phase of a wishlist', () => {
  // The last day is Friday, November 6 in Milwaukee, which is UTC−6 then: closed from midnight on.
  const days = {
    status: 'announced' as const,
    opens_at: '2026-10-26T05:00:00Z',
    closes_at: '2026-11-07T06:00:00Z',
  }
  test.each([
    ['2026-10-26T04:59:59.999Z', 'scheduled'],
    ['2026-10-26T05:00:00Z', 'open'],
    ['2026-11-07T05:59:59.999Z', 'open'],
    ['2026-11-07T06:00:00Z', 'closed'],
  ])('at %s it is %s', (now, phase) => {
    expect(phaseOf(days, Date.parse(now))).toBe(phase)
  })
  test("draft and published don't depend on the day", () => {
    for (const status of ['draft', 'published', 'archived'] as const)
      expect(phaseOf({ ...days, status }, Date.parse('2026-11-01T00:00:00Z'))).toBe(status)
  })
})

describe('choices', () => {
  const wishlist = { max_choices: 2, allow_comments: false, option_ids: ['a', 'b', 'c'] }
  const choices = (...ids: string[]) => ids.map((option_id) => ({ option_id, comment: null }))
  const codeOf = (...[what]: Parameters<typeof chooseBlocker>) => chooseBlocker(what)?.code ?? null

  test('a student may choose while it is open, the school also afterwards', () => {
    const save = { ...wishlist, choices: choices('b', 'a') }
    expect(codeOf({ ...save, phase: 'open', party: 'student' })).toBeNull()
    expect(codeOf({ ...save, phase: 'closed', party: 'student' })).toBe('wishlist.closed')
    expect(codeOf({ ...save, phase: 'closed', party: 'school' })).toBeNull()
    for (const phase of ['draft', 'scheduled', 'published', 'archived'] as const)
      for (const party of ['student', 'school'] as const)
        expect(codeOf({ ...save, phase, party })).toBe('wishlist.not_open')
  })

  test('at most as many as allowed, each once, of this wishlist, and no comments if it takes none', () => {
    const open = { ...wishlist, phase: 'open' as const, party: 'student' as const }
    expect(codeOf({ ...open, choices: choices('a', 'b', 'c') })).toBe('wishlist.too_many')
    expect(codeOf({ ...open, choices: choices('a', 'a') })).toBe('wishlist.choice_unknown')
    expect(codeOf({ ...open, choices: choices('z') })).toBe('wishlist.choice_unknown')
    const said = [{ option_id: 'a', comment: 'My bus stops there.' }]
    expect(codeOf({ ...open, choices: said })).toBe('wishlist.no_comments')
    expect(codeOf({ ...open, allow_comments: true, choices: said })).toBeNull()
    expect(codeOf({ ...open, choices: [] })).toBeNull()
  })

  test('progress is none, some, or enough', () => {
    expect([0, 1, 2, 3].map((count) => progressOf(count, 2))).toEqual([
      'not_started',
      'in_progress',
      'complete',
      'complete',
    ])
  })

  test('moves an item up, down and to the ends', () => {
    expect(moved(['a', 'b', 'c'], 2, 0)).toEqual(['c', 'a', 'b'])
    expect(moved(['a', 'b', 'c'], 0, 1)).toEqual(['b', 'a', 'c'])
    expect(moved(['a', 'b', 'c'], 0, 9)).toEqual(['b', 'c', 'a'])
    expect(moved(['a', 'b', 'c'], 1, -1)).toEqual(['b', 'a', 'c'])
  })
})

test('days and numbers must fit each other', () => {
  const fields = {
    min_choices: 1,
    max_choices: 2,
    opens_on: '2026-10-26',
    closes_on: '2026-10-26',
    kind: 'rotations' as const,
    rotation_ids: ['a'],
    opening_ids: [],
  }
  expect(fieldsBlocker(fields)).toBeNull()
  expect(fieldsBlocker({ ...fields, kind: 'capstone' })?.code).toBe('wishlist.no_options')
  expect(fieldsBlocker({ ...fields, kind: 'capstone', opening_ids: ['p'] })).toBeNull()
  expect(fieldsBlocker({ ...fields, closes_on: '2026-10-25' })?.code).toBe('wishlist.days_reversed')
  expect(fieldsBlocker({ ...fields, min_choices: 3 })?.code).toBe('wishlist.choices_reversed')
  expect(fieldsBlocker({ ...fields, min_choices: 2 })?.code).toBe('wishlist.too_few_options')
})

test('a draft is announced through its last day', () => {
  expect(announceBlocker({ closes_on: '2026-11-06' }, '2026-11-06')).toBeNull()
  expect(announceBlocker({ closes_on: '2026-11-06' }, '2026-11-07')?.code).toBe('wishlist.days_over')
})

test('a wishlist is archived once it is over, and so is the time for reporting errors', () => {
  const now = Date.parse('2026-11-09T12:00:00Z')
  const published = { phase: 'published' as const, concerns_until: '2026-11-09T13:00:00Z' }
  expect(archiveBlocker(published, now)?.code).toBe('wishlist.concerns_open')
  expect(archiveBlocker(published, now + 3_600_000)).toBeNull()
  expect(archiveBlocker({ phase: 'closed', concerns_until: null }, now)).toBeNull()
  for (const phase of ['draft', 'scheduled', 'open'] as const)
    expect(archiveBlocker({ phase, concerns_until: null }, now)?.code).toBe('wishlist.not_over')
})

test('an open wishlist closes early: with yesterday as its last day, or today if it opened today', () => {
  const open = { phase: 'open' as const, opens_on: '2026-11-02', closes_on: '2026-11-20' }
  expect(closeBlocker(open, '2026-11-09')).toBeNull()
  expect(earlyLastDay(open, '2026-11-09')).toBe('2026-11-08')
  expect(closeBlocker(open, '2026-11-02')).toBeNull()
  expect(earlyLastDay(open, '2026-11-02')).toBe('2026-11-02')
  expect(closeBlocker({ ...open, closes_on: '2026-11-02' }, '2026-11-02')?.code).toBe('wishlist.closes_today')
  for (const phase of ['draft', 'scheduled', 'closed', 'published', 'archived'] as const)
    expect(closeBlocker({ ...open, phase }, '2026-11-09')?.code).toBe('wishlist.not_open')
})

test('the last day moves only to a later one that is not past', () => {
  const closed = { phase: 'closed' as const, closes_on: '2026-11-06' }
  expect(extendBlocker(closed, '2026-11-09', '2026-11-09')).toBeNull()
  expect(extendBlocker(closed, '2026-11-08', '2026-11-09')?.code).toBe('wishlist.not_later')
  expect(extendBlocker(closed, '2026-11-06', '2026-11-01')?.code).toBe('wishlist.not_later')
  expect(extendBlocker({ ...closed, phase: 'published' }, '2026-12-01', '2026-11-09')?.code).toBe(
    'wishlist.decided',
  )
})

describe('what a student adds', () => {
  test('Milwaukee to Chicago is 81 miles, and the distance to itself is 0', () => {
    const milwaukee = { latitude: 43.0389, longitude: -87.9065 }
    expect(milesBetween(milwaukee, { latitude: 41.8781, longitude: -87.6298 })).toBe(81)
    expect(milesBetween(milwaukee, milwaukee)).toBe(0)
  })

  test('is saved while the wishlist is open, about its own options, with a hardship if the wishlist asks for one', () => {
    const declared = { hardship_kind: null, conflicts: [{ option_id: 'a', kind: 'employer' as const }] }
    const wishlist = { phase: 'open' as const, allow_hardship: false, option_ids: ['a'] }
    expect(declareBlocker(wishlist, declared)).toBeNull()
    expect(declareBlocker({ ...wishlist, phase: 'closed' }, declared)?.code).toBe('wishlist.closed')
    expect(declareBlocker({ ...wishlist, phase: 'scheduled' }, declared)?.code).toBe('wishlist.not_open')
    expect(declareBlocker({ ...wishlist, option_ids: ['b'] }, declared)?.code).toBe('wishlist.choice_unknown')
    const hard = { ...declared, hardship_kind: 'health' as const }
    expect(declareBlocker(wishlist, hard)?.code).toBe('wishlist.no_hardship')
    expect(declareBlocker({ ...wishlist, allow_hardship: true }, hard)).toBeNull()
  })

  const option = {
    weekdays: [1, 3],
    first_date: '2027-01-11',
    last_date: '2027-02-10',
    start_time: '07:00',
    end_time: '15:00',
  }
  test.each([
    ['the same time', '2027-01-13', '07:00', '15:00', '2027-01-13'],
    ['a minute of it', '2027-01-13', '14:59', '20:00', '2027-01-13'],
    ['right after it', '2027-01-13', '15:00', '20:00', null],
    ['another weekday', '2027-01-14', '07:00', '15:00', null],
    ['after its last day', '2027-02-15', '07:00', '15:00', null],
    ['a night that begins later', '2027-01-13', '19:00', '07:00', null],
    ['the night before, until it has begun', '2027-01-12', '19:00', '07:30', '2027-01-12'],
    ['the night before, until it begins', '2027-01-12', '19:00', '07:00', null],
  ])('a shift at %s clashes on: %s', (_, date, start_time, end_time, clash) => {
    expect(clashOf(option, [{ date, start_time, end_time }])).toBe(clash)
  })
  test('a night rotation extends into the next morning', () => {
    const night = { ...option, start_time: '23:00', end_time: '07:00' }
    const morning = { date: '2027-01-14', start_time: '06:00', end_time: '10:00' }
    expect(clashOf(night, [morning])).toBe('2027-01-14')
    expect(clashOf(night, [{ ...morning, start_time: '07:00' }])).toBeNull()
  })
  test('the first of several clashes is named', () => {
    const on = (date: string) => ({ date, start_time: '08:00', end_time: '10:00' })
    expect(clashOf(option, [on('2027-02-01'), on('2027-01-18')])).toBe('2027-01-18')
  })
})

test('options with the same name are distinguished by their days', () => {
  const option = (id: string, name: string, day: number) => ({
    id,
    name,
    weekdays: [day],
    first_date: '2027-01-19',
  })
  expect([
    ...distinctNames([option('a', '5 East', 2), option('b', '5 East', 4), option('c', 'ICU', 5)]).values(),
  ]).toEqual(['5 East (Tue, from Jan 19, 2027)', '5 East (Thu, from Jan 19, 2027)', 'ICU'])
})

describe('required specialties', () => {
  const rows = [
    { specialty: 'fundamentals', required: 90, credited: 96 },
    { specialty: 'med_surg', required: 120, credited: 40 },
    { specialty: 'community', required: null, credited: 8 },
    { specialty: 'leadership', required: 0, credited: 0 },
  ]
  test('are completed with all of the hours, and more than 0', () => {
    expect(completedOf(rows)).toEqual(['fundamentals', 'community'])
  })
  test('are named if not completed', () => {
    const requires = ['fundamentals', 'med_surg'] as const
    expect(missingOf({ requires }, completedOf(rows))).toEqual(['med_surg'])
    expect(missingOf({ requires: [] }, [])).toEqual([])
  })
})

test.each([
  ['2025-08-25', '2026-08-24', 'first_year'],
  ['2025-08-25', '2026-08-25', 'second_year'],
  ['2020-01-01', '2026-08-25', 'fourth_year'],
  ['2026-08-25', '2026-08-01', 'first_year'],
])('a cohort that began %s is on %s in the %s', (starts, day, year) => {
  expect(yearOfStudy(starts, day)).toBe(year)
})
