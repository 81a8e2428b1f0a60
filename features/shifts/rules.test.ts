import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { addDays, weekdayOf } from '#core/plain-date.ts'
import { endStates, liveStates } from '#core/shift-statuses.ts'
import { limitName, type SeatLimit, shiftStatus } from './contract.ts'
import { fakeShift } from './fake.ts'
import {
  effectiveSeats,
  fitBlocker,
  countedLimits,
  hardLimits,
  hardRoom,
  type LimitFacts,
  freeWindows,
  alternativeRoomText,
  isNight,
  leaderColumns,
  leadersAfter,
  limitWords,
  mayMove,
  nextStatus,
  nextStepOf,
  problemsOf,
  recountedSeats,
  roomBlocker,
  roundBlocker,
  seriesDates,
  shiftMachine,
  successorBlocker,
} from './rules.ts'

describe('the machine', () => {
  it('leads from each status by an event to one status only', () => {
    const keys = shiftMachine.map(({ event, from }) => `${event} ${from}`)
    expect(new Set(keys).size).toBe(keys.length)
  })

  it('is listed completely in docs/shift-lifecycle.md', async () => {
    const steps = shiftMachine.map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`)
    const diagram = ['stateDiagram-v2', '  [*] --> draft: create, copy, series, take an open slot', ...steps]
    await expect(
      `# Shift lifecycle\n\nWritten by a test from the rules; [architecture.md](architecture.md#shift-lifecycle) says who enforces what.\n\n\`\`\`mermaid\n${diagram.join('\n')}\n\`\`\`\n`,
    ).toMatchFileSnapshot('../../docs/shift-lifecycle.md')
  })

  it('ends in the statuses that no transition leaves', () => {
    const goingOn = new Set(shiftMachine.map(({ from }) => from))
    expect(shiftStatus.options.filter((status) => !goingOn.has(status)).sort()).toEqual([...endStates].sort())
  })

  test.each([
    ['pending_facility', 'approve', 'facility', true],
    ['pending_facility', 'approve', 'school', false],
    ['pending_facility', 'approve', 'platform', true],
    ['draft', 'approve', 'facility', false],
    ['published', 'start', 'platform', false],
    ['published', 'cancel', 'school', true],
    ['published', 'cancel', null, false],
    ['closed', 'reopen', 'school', false],
  ] as const)('%s, %s by %s: %s', (status, event, party, may) => {
    expect(mayMove(status, event, party)).toBe(may)
  })

  it('lets only the school’s super admin open a closed shift', () => {
    expect(mayMove('closed', 'reopen', 'school', true)).toBe(true)
    expect(mayMove('closed', 'reopen', 'facility', true)).toBe(false)
  })

  it('returns the status that an event leads to', () => {
    expect(nextStatus('countered', 'accept_counter')).toBe('approved')
    expect(nextStatus('closed', 'cancel')).toBeNull()
    expect(liveStates.every((status) => !endStates.includes(status))).toBe(true)
  })
})

test.each([
  ['23:00', '07:00', true],
  ['19:00', '07:00', true],
  ['15:00', '23:00', false],
  ['19:00', '03:00', false],
  ['19:00', '03:01', true],
  ['03:00', '11:00', true],
  ['07:00', '15:00', false],
])('%s–%s is a night: %s', (start, end, night) => {
  expect(isNight(start, end)).toBe(night)
})

describe('seats', () => {
  const limit = (limit_name: SeatLimit['limit_name'], seats: number): SeatLimit => ({
    limit_name,
    seats,
    why: `${limit_name} ${seats}.`,
    applies: true,
    source_url: null,
  })

  it('are the smallest of all limits, and the first of equal ones', () => {
    expect(effectiveSeats([limit('unit', 4), limit('ratio', 3), limit('shift', 3)])?.limit_name).toBe('ratio')
    expect(effectiveSeats([])).toBeNull()
  })

  it('are not lowered by a rule that does not apply', () => {
    const exempt = { ...limit('ratio', 1), applies: false }
    expect(effectiveSeats([exempt, limit('shift', 3)])?.seats).toBe(3)
    expect(roomBlocker([{ ...limit('unit', 1), applies: false }], 3, 'Approve')).toBeNull()
  })

  it('are recounted below what was approved, but never below the students on the shift', () => {
    const limits = [limit('shift', 8), limit('ratio', 5), limit('closed', 0), limit('exclusive', 0)]
    const shift = { seats: 8, seats_limit: 'shift' as const, seats_taken: 2 }
    expect(recountedSeats(limits, shift)).toMatchObject({ seats: 5, seats_limit: 'ratio', isOver: false })
    expect(recountedSeats(limits, { ...shift, seats_taken: 6 })).toMatchObject({ seats: 6, isOver: true })
    expect(recountedSeats(limits, { seats: 5, seats_limit: 'ratio', seats_taken: 5 })).toBeNull()
    expect(recountedSeats([limit('agreement', 0), limit('shift', 8)], shift)).toMatchObject({
      seats: 2,
      seats_limit: 'agreement',
    })
  })

  it('are refused by each hard limit below the wanted number, and by no other limit', () => {
    expect(roomBlocker([limit('ratio', 3), limit('unit', 5), limit('level', 4)], 6, 'Approve')).toBe(
      'unit 5. level 4. Approve 4 or fewer, or choose another unit, day or time.',
    )
    expect(roomBlocker([limit('unit', 0), limit('unit', 9)], 6, 'Approve')).toBe(
      'unit 0. Choose another unit, day or time.',
    )
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...limitName.options), fc.nat(20))),
        fc.integer({ min: 1, max: 20 }),
        (pairs, wanted) => {
          const limits = pairs.map(([name, seats]) => limit(name, seats))
          const refusal = roomBlocker(limits, wanted, 'Approve')
          const refusing = limits.filter((one) => hardLimits.includes(one.limit_name) && one.seats < wanted)
          expect(refusal === null).toBe(refusing.length === 0)
          for (const { why } of refusing) expect(refusal).toContain(why)
          const offered = Number(/ Approve (\d+) or fewer/.exec(refusal ?? '')?.[1] ?? 0)
          expect(roomBlocker(limits, offered, 'Approve')).toBeNull()
        },
      ),
    )
  })

  it('never exceed any limit', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(50), { minLength: 1 }), (numbers) => {
        const least = effectiveSeats(numbers.map((seats) => limit('unit', seats)))!
        expect(least.seats).toBe(Math.min(...numbers))
      }),
    )
  })
})

describe('a series', () => {
  it('takes its weekdays every nth week, counted from the first week, without skipped days', () => {
    expect(
      seriesDates({
        weekdays: [2, 4],
        every_weeks: 2,
        from: '2026-08-26',
        to: '2026-09-24',
        skipped: [{ date: '2026-09-08', reason: '' }],
      }),
    ).toEqual(['2026-08-27', '2026-09-10', '2026-09-22', '2026-09-24'])
  })

  it('has only days of the pattern, in order and within its span', () => {
    const from = '2026-01-05'
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.integer({ min: 1, max: 4 }),
        fc.nat(200),
        (weekdays, every, length) => {
          const to = addDays(from, length)
          const dates = seriesDates({ weekdays, every_weeks: every, from, to, skipped: [] })
          expect(
            dates.filter(
              (date, at) =>
                weekdays.includes(weekdayOf(date)) &&
                date >= from &&
                date <= to &&
                (at === 0 || dates[at - 1]! < date),
            ),
          ).toEqual(dates)
        },
      ),
    )
  })
})

describe('the fields', () => {
  const term = { name: 'Fall 2026', start_date: '2026-08-24', end_date: '2026-12-11' }
  const fields = fakeShift({ semester_id: 's', date: '2026-09-01', facility_id: 'u' })

  test.each([
    [{}, {}],
    [{ date: '2026-12-12' }, { date: 'Fall 2026 runs from August 24, 2026 to December 11, 2026.' }],
    [{ end_time: '07:00' }, { end_time: expect.any(String) }],
    [{ facility_id: null }, { facility_id: expect.stringContaining('Choose a unit') }],
    [{ facility_id: null, experience_type: 'skills_lab' as const }, {}],
    [{ credited_hours_override: 6 }, { credited_hours_reason: expect.any(String) }],
    [{ signup_policy: 'fair_round' as const }, { signup_closes_at: expect.any(String) }],
  ])('%o', (change, problems) => {
    expect(problemsOf({ ...fields, ...change }, term)).toEqual(problems)
  })

  it('need a semester', () => {
    expect(problemsOf(fields, null)).toEqual({ semester_id: 'Choose a semester.' })
  })
})

describe('a limit on seats', () => {
  const words = (limit_name: SeatLimit['limit_name'], seats: number, values: object) =>
    limitWords({ limit_name, seats, values, applies: true, source_url: null })
  const since = { name: 'Wisconsin', most: 8, from: '2024-07-01', begun: true, exempt: null }

  test.each([
    [
      'closed',
      0,
      { name: 'North', date: '2026-12-25', reason: null, isSite: true },
      'North is closed to students on December 25.',
    ],
    [
      'closed',
      0,
      { name: '5 East', date: '2026-12-25', reason: 'Survey', isSite: false },
      '5 East takes no students on December 25: Survey.',
    ],
    [
      'exclusive',
      0,
      { name: '5 East' },
      'Another school has 5 East at that time, and it takes one school at a time.',
    ],
    [
      'agreement',
      2,
      { reason: 'quota', organization: 'North', most: 8, taken: 6 },
      'The agreement with North allows 8 seats per semester; 6 are taken by other shifts.',
    ],
    ['unit', 1, { name: '5 East', most: 1, taken: 0 }, '5 East takes 1 student at a time.'],
    [
      'unit',
      2,
      { name: '5 East', most: 8, taken: 6 },
      '5 East takes 8 students at a time; 6 of these seats are taken by other shifts.',
    ],
    [
      'level',
      3,
      {
        name: '5 East',
        years: [
          { year: 'first_year', most: 4, taken: 1 },
          { year: 'second_year', most: 2, taken: 0 },
        ],
      },
      '5 East takes 4 first-year students (1 of these seats are taken by other shifts) and 2 second-year students at a time.',
    ],
    ['ratio', 8, since, 'Wisconsin allows 8 students per instructor (in effect since July 1, 2024).'],
    [
      'ratio',
      8,
      { ...since, begun: false, exempt: 'skills_lab' },
      'Wisconsin allows 8 students per instructor (in effect from July 1, 2024). This rule does not apply to the skills lab.',
    ],
    ['ratio', 6, { name: '5 East', most: 6 }, '5 East allows 6 students per instructor.'],
    [
      'school',
      5,
      { name: 'Lake School', most: 5, specialty: 'pediatrics' },
      'Lake School allows 5 students per instructor in Pediatrics.',
    ],
    ['preceptor', 1, {}, 'A preceptor takes 1 student at a time.'],
    ['shift', 1, {}, 'The shift has 1 seat.'],
  ] as const)('%s at %i', (name, seats, values, sentence) => {
    expect(words(name, seats, values)).toBe(sentence)
  })

  const facts: LimitFacts = {
    closed: null,
    agreement: null,
    years: null,
    date: '2027-03-02',
    experience_type: 'group',
    specialty: 'icu',
    capacity: 12,
    unit: { name: '5 East', most: 8, taken: 6, ratio: 3, has_others: true },
    rules: {
      school: 'Lake School',
      jurisdiction: 'Wisconsin',
      source_url: 'https://board.example',
      effective_from: '2027-03-01',
      board: 8,
      own: 2,
      own_specialty: 2,
      preceptor: 1,
      is_instructed: true,
      instructors: 2,
      preceptors: 1,
    },
  }
  const counted = (more: Partial<LimitFacts>, seats?: number) =>
    countedLimits({ ...facts, ...more }, seats).map(({ limit_name: name, seats: most }) => [name, most])
  const rules = (more: object) => ({ rules: { ...facts.rules!, ...more } })

  test('follows from what PostgreSQL counts: the smallest first, equal ones in their order', () => {
    expect(counted({})).toEqual([
      ['exclusive', 0],
      ['unit', 2],
      ['school', 4],
      ['school', 4],
      ['ratio', 6],
      ['shift', 12],
      ['ratio', 16],
    ])
    expect(counted({ unit: { ...facts.unit!, taken: 9, has_others: false } })[0]).toEqual(['unit', 0])
    expect(counted({ unit: null, rules: null }, 3)).toEqual([['shift', 3]])
    const closed = { name: 'North', reason: null, is_site: true }
    expect(counted({ closed, unit: null, rules: null })[0]).toEqual(['closed', 0])
  })

  test('by year of study is what is left of all years of the shift, and for an agreement what it leaves', () => {
    const years = [
      { year: 'first_year', most: 4, taken: 5 },
      { year: 'second_year', most: 3, taken: 0 },
    ]
    expect(counted({ years })).toContainEqual(['level', 3])
    const agreement = (seats: number | null) => ({
      agreement: { seats, facts: { reason: 'quota', most: 8, taken: 6 } as never },
    })
    expect(counted(agreement(2))).toContainEqual(['agreement', 2])
    expect(counted(agreement(null)).map(([name]) => name)).not.toContain('agreement')
  })

  test('per instructor is counted if one leads, listed even if the board exempts the kind; per preceptor applies to precepted shifts', () => {
    const board = (more: Partial<LimitFacts>) =>
      countedLimits({ ...facts, unit: null, ...more }).find(({ source_url: url }) => url !== null)
    expect(board({})).toMatchObject({
      seats: 16,
      applies: true,
      values: { most: 8, instructors: 2, from: '2027-03-01', begun: true, exempt: null },
    })
    expect(board({ date: '2027-02-28' })?.values).toMatchObject({ begun: false })
    const lab = { ...rules({ is_instructed: false }), experience_type: 'skills_lab' as const }
    expect(board(lab)).toMatchObject({ applies: false, values: { exempt: 'skills_lab' } })
    expect(counted({ ...lab, unit: null })).toEqual([
      ['shift', 12],
      ['ratio', 16],
    ])
    const precepted = {
      ...rules({ is_instructed: false, preceptors: 2 }),
      experience_type: 'precepted' as const,
      unit: null,
    }
    expect(counted(precepted)).toEqual([
      ['preceptor', 2],
      ['shift', 12],
    ])
  })

  test('that refuses leaves this many seats, and other limits do not count', () => {
    const unit = { ...facts.unit!, has_others: false }
    expect(hardRoom({ ...facts, unit })).toBe(2)
    expect(hardRoom({ ...facts, unit: null })).toBe(500)
  })

  test('that refuses names where there is room instead', () => {
    const room = { units: ['ICU', '6 West'], day: '2027-03-02', unit: '5 East' }
    expect(alternativeRoomText(room)).toBe(
      'There is room at that time on ICU, 6 West. 5 East has room on Tuesday, March 2.',
    )
    expect(alternativeRoomText({ ...room, units: [] })).toBe('5 East has room on Tuesday, March 2.')
  })
})

describe('an upcoming shift whose unit closes to students', () => {
  const unit = {
    name: 'ICU',
    kind: 'unit',
    status: 'active',
    exclusive_school: false,
    max_students_per_shift: 8,
    capacity_windows: [],
    blackout: [],
  }
  const shift = { date: '2027-03-02', capacity: 4 }
  const none = { seats: 0, has_others: false }
  const march = { from: '2027-03-01', to: '2027-03-31' }

  it.each([
    ['an empty unit', {}, none, null],
    ['a unit with just enough room', {}, { seats: 4, has_others: true }, null],
    ['a unit that is closed then', { blackout: [march] }, none, 'blackout'],
    ['a unit that was closed before', { blackout: [{ from: '2027-02-01', to: '2027-03-01' }] }, none, null],
    [
      'a unit of one school at a time, with another there',
      { exclusive_school: true },
      { seats: 1, has_others: true },
      'exclusive',
    ],
    [
      'a unit of one school at a time, with the same there',
      { exclusive_school: true },
      { seats: 1, has_others: false },
      null,
    ],
    ['a unit without room', {}, { seats: 5, has_others: false }, 'no_room'],
    [
      'a unit with too few seats in the season',
      { capacity_windows: [{ ...march, max: 3 }] },
      none,
      'no_room',
    ],
    ['a unit with enough seats in the season', { capacity_windows: [{ ...march, max: 4 }] }, none, null],
    [
      'a unit out of season',
      { capacity_windows: [{ from: '2027-04-01', to: '2027-04-30', max: 8 }] },
      none,
      'no_room',
    ],
  ] as const)('moves to %s: %#', (_, change, there, blocker) => {
    expect(fitBlocker(shift, { ...unit, ...change }, there)?.values.blocker ?? null).toBe(blocker)
  })
})

describe('a leader who leaves', () => {
  const successor = { id: 'new', name: 'New', is_proctor: true, is_of_school: true, is_preceptor: false }
  const led = { proctor_ids: ['old'], preceptor_ids: ['other'], successor: null }

  it.each([
    ['leaves the position open', led, { proctor_ids: [], preceptor_ids: ['other'] }],
    [
      'leaves the shift to the others',
      { ...led, proctor_ids: ['old', 'x'] },
      { proctor_ids: ['x'], preceptor_ids: ['other'] },
    ],
    ['is followed by someone', { ...led, successor }, { proctor_ids: ['new'], preceptor_ids: ['other'] }],
    [
      'is followed in the same position',
      { ...led, proctor_ids: ['x', 'old'], successor },
      { proctor_ids: ['x', 'new'], preceptor_ids: ['other'] },
    ],
    [
      'is followed by who is there already',
      { ...led, proctor_ids: ['new', 'old'], successor },
      { proctor_ids: ['new'], preceptor_ids: ['other'] },
    ],
    [
      'was the preceptor',
      { ...led, proctor_ids: ['x'], preceptor_ids: ['old'], successor },
      { proctor_ids: ['x'], preceptor_ids: ['new'] },
    ],
    [
      'comes back as instructor',
      { ...led, proctor_ids: [], successor: { ...successor, id: 'old' } },
      { proctor_ids: ['old'], preceptor_ids: ['other'] },
    ],
    [
      'comes back as preceptor',
      { proctor_ids: ['x'], preceptor_ids: [], successor: { ...successor, id: 'old', is_proctor: false } },
      { proctor_ids: ['x'], preceptor_ids: ['old'] },
    ],
  ])('%s', (_, from, after) => expect(leadersAfter(from, 'old')).toMatchObject(after))

  it.each([
    [
      'another instructor is reminded again',
      {},
      ['new', 'also'],
      { proctor_id: 'new', more_proctor_ids: ['also'], instructor_to_be_named: false, reminders_sent: 0 },
    ],
    ['the same are not', {}, ['old'], { proctor_id: 'old', more_proctor_ids: [], reminders_sent: 2 }],
    ['one that students see names another later', {}, [], { proctor_id: null, instructor_to_be_named: true }],
    ['one that they do not see does not', { status: 'approved' }, [], { instructor_to_be_named: false }],
    [
      'nobody before is as it was',
      { status: 'approved', proctor_ids: [], to_be_named: true },
      [],
      { instructor_to_be_named: true },
    ],
  ] as const)('changes the columns of a handed-over shift: %s', (_, more, proctor_ids, columns) => {
    const shift = {
      proctor_ids: ['old'],
      preceptor_ids: [],
      status: 'published' as const,
      to_be_named: false,
      reminders_sent: 2,
      is_of_series: true,
    }
    expect(leaderColumns({ ...shift, ...more }, { proctor_ids, preceptor_ids: ['p', 'q'] })).toMatchObject({
      ...columns,
      preceptor_id: 'p',
      more_preceptor_ids: ['q'],
      is_series_exception: true,
    })
  })

  it.each([
    ['no one', { instructs: true, precepts: false }, null, undefined],
    ['an instructor of the school', { instructs: true, precepts: false }, successor, undefined],
    [
      'an instructor of another school',
      { instructs: true, precepts: false },
      { ...successor, is_of_school: false },
      'shift.no_such_instructor',
    ],
    [
      'someone who is no instructor',
      { instructs: true, precepts: false },
      { ...successor, is_proctor: false, is_preceptor: true },
      'shift.no_such_instructor',
    ],
    ['a preceptor', { instructs: false, precepts: true }, { ...successor, is_preceptor: true }, undefined],
    [
      'someone who is no preceptor',
      { instructs: false, precepts: true },
      successor,
      'shift.no_such_preceptor',
    ],
  ] as const)('hands over to %s', (_, leads, to, code) =>
    expect(successorBlocker(leads, to)?.code).toBe(code),
  )
})

describe('free windows', () => {
  const asked = { facility_id: 'icu', site_id: 'main', date: '2027-03-02', seats: 6 }
  const at = (facility_id: string, date: string, seats = 8, site_id = 'main') => ({
    facility_id,
    unit_name: facility_id,
    site_id,
    site_name: site_id,
    date,
    start_time: '07:00',
    end_time: '15:00',
    seats,
  })
  const chosen = (...candidates: ReturnType<typeof at>[]) =>
    freeWindows(asked, candidates).map(({ facility_id, date }) => `${facility_id} ${date}`)

  test('have room for all students of the shift', () =>
    expect(chosen(at('6w', '2027-03-02', 5), at('7w', '2027-03-02', 6))).toEqual(['7w 2027-03-02']))
  test('are closest to the request: its day, then its weekday, and its site', () =>
    expect(
      chosen(
        at('far', '2027-03-02', 8, 'other'),
        at('icu', '2027-03-03'),
        at('icu', '2027-03-09'),
        at('6w', '2027-03-02'),
        at('6w', '2027-03-16'),
      ),
    ).toEqual(['6w 2027-03-02', 'icu 2027-03-09', 'far 2027-03-02']))
  test('include at most two of one unit, and three in total', () =>
    expect(
      chosen(
        at('icu', '2027-03-09'),
        at('icu', '2027-02-23'),
        at('icu', '2027-03-16'),
        at('6w', '2027-03-03'),
        at('7w', '2027-03-03'),
      ),
    ).toEqual(['icu 2027-02-23', 'icu 2027-03-09', '6w 2027-03-03']))
  test('are none if nothing has room', () => expect(chosen(at('icu', '2027-03-09', 0))).toEqual([]))
})

test('the next step of a published shift says how its seats are filled', () => {
  const words = (signup_mode: 'assigned' | 'self_signup' | 'request') =>
    nextStepOf({ status: 'published', signup_mode }, 'school')
  expect(words('assigned')).toBe('Assign students to this shift.')
  expect(words('self_signup')).toMatch(/^Students take seats/)
  expect(words('request')).toMatch(/^Students request seats/)
  expect(nextStepOf({ status: 'full', signup_mode: 'assigned' }, 'school')).toBe('All seats are taken.')
  expect(nextStepOf({ status: 'published', signup_mode: 'assigned' }, 'facility')).toBe(
    'Seats are being filled.',
  )
})

test('a fair round is decided before the shift begins', () => {
  const start = '2026-11-12T13:00:00.000Z'
  const code = (closes: string | null, more: object = {}) =>
    roundBlocker(
      { signup_mode: 'self_signup', signup_policy: 'fair_round', signup_closes_at: closes, ...more },
      start,
    )?.code
  expect(code('2026-11-12T12:59:00.000Z')).toBeUndefined()
  expect(code(start)).toBe('shift.fair_round_too_late')
  expect(code(null)).toBeUndefined()
  expect(code(start, { signup_policy: 'first_come' })).toBeUndefined()
  expect(code(start, { signup_mode: 'assigned' })).toBeUndefined()
})
