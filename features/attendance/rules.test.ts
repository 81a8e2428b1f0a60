import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { shiftInstants } from '#core/clock-time.ts'
import { defaultSettings } from '#core/school-settings.ts'
import { canTransition } from '#core/steps.ts'
import { attendanceStatus } from './contract.ts'
import {
  addsAbsence,
  absences,
  attendanceSteps,
  callOutBlocker,
  checkInBlocker,
  codeAddress,
  codeIn,
  checkOutBlocker,
  clearanceBlocker,
  creditedMinutes,
  distanceInMeters,
  instantOnShift,
  isArrival,
  isInside,
  isReportedInTime,
  markBlocker,
  markedAs,
  minutesMissed,
  nextCheckInAction,
  type CheckInTimes,
  effectiveTime,
  tally,
  windowsOf,
  withCheckIn,
  withCheckOut,
} from './rules.ts'

const settings = defaultSettings
const zone = { status: 'in_progress' as const, time_zone: 'America/Chicago' }
const hours = { starts_at: '2027-01-12T13:00:00.000Z', ends_at: '2027-01-12T21:00:00.000Z' }
const shift = { ...hours, ...zone }
/** An instant this many minutes after the shift's start. */
const min = (minutes: number) => new Date(Date.parse(hours.starts_at) + minutes * 60_000).toISOString()
const fresh: CheckInTimes = {
  status: 'expected',
  check_in_at: null,
  check_in_method: null,
  check_in_pressed_at: null,
  check_in_offline: false,
  distance_m: null,
  is_inside: null,
  check_in_reason: null,
  check_out_at: null,
  check_out_method: null,
  check_out_pressed_at: null,
  check_out_offline: false,
  check_out_reason: null,
}

describe('steps', () => {
  it('the system only proposes, and a student never decides on an absence', () => {
    const of = (party: 'system' | 'student') =>
      attendanceStatus.options.flatMap((from) =>
        attendanceStatus.options
          .filter((to) => canTransition(attendanceSteps, from, to, party))
          .map((to) => ({ from, to })),
      )
    expect(of('system')).toEqual([{ from: 'expected', to: 'no_show_proposed' }])
    expect(of('student').filter(({ from, to }) => absences.includes(to) || absences.includes(from))).toEqual(
      [],
    )
    expect(of('student')).toHaveLength(6)
  })
  it('once decided, only the school changes whether an absence is excused', () => {
    expect(canTransition(attendanceSteps, 'absent_unexcused', 'absent_excused', 'instructor')).toBe(false)
    expect(canTransition(attendanceSteps, 'absent_unexcused', 'absent_excused', 'school')).toBe(true)
  })
})

describe('windows', () => {
  it('follow the school’s settings', () => {
    const own = { ...settings, check_in_opens_min: 10, check_in_closes_min: 5, no_show_after_min: 20 }
    expect(windowsOf(hours, own)).toMatchObject({
      opensAt: min(-10),
      locationUntil: min(5),
      noShowAt: min(20),
    })
  })
  it.each([
    ['the clocks go forward', '2027-03-13', 11],
    ['the clocks go back', '2027-11-06', 13],
    ['an ordinary night', '2027-01-12', 12],
  ])(
    'a night when %s counts its actual length, and full presence counts as scheduled',
    (_, date, elapsed) => {
      const { startsAt, endsAt } = shiftInstants({
        date,
        start: '19:00',
        end: '07:00',
        timeZone: 'America/Chicago',
      })
      const night = { starts_at: startsAt, ends_at: endsAt }
      expect((Date.parse(endsAt) - Date.parse(startsAt)) / 3_600_000).toBe(elapsed)
      const missed = minutesMissed(night, { check_in_at: startsAt, check_out_at: endsAt })
      expect(missed).toEqual({ late_min: 0, left_early_min: 0 })
      expect(creditedMinutes({ credited_hours: 11.5 }, { status: 'completed', ...missed }, settings)).toBe(
        690,
      )
      // An hour before the end is an hour, whatever the wall clock did that night.
      const early = new Date(Date.parse(endsAt) - 3_600_000).toISOString()
      const left = minutesMissed(night, { check_in_at: startsAt, check_out_at: early })
      expect(left.left_early_min).toBe(60)
      expect(creditedMinutes({ credited_hours: 11.5 }, { status: 'completed', ...left }, settings)).toBe(630)
    },
  )
})

describe('checking in', () => {
  const none = { isCodeRight: null, location: null, reason: null }
  const code = { ...none, isCodeRight: true }
  const near = { ...none, location: { distanceM: 90, accuracyM: 10, radiusM: 250 } }
  const away = { ...none, location: { distanceM: 640, accuracyM: 10, radiusM: 250 } }
  const codeOf = (at: string, proof: Parameters<typeof checkInBlocker>[3], more: object = {}) =>
    checkInBlocker({ ...shift, ...more }, at, at, proof, settings)?.code ?? null

  it.each([
    [-31, code, 'attendance.not_open'],
    [-30, code, null],
    [15, near, null],
    [16, near, 'attendance.location_closed'],
    [200, code, null],
    [480, code, null],
    [481, code, 'attendance.shift_over'],
    [0, none, 'attendance.needs_code'],
    [0, away, 'attendance.outside'],
    [0, { ...away, reason: 'no' }, 'attendance.outside'],
    [0, { ...away, reason: 'We meet in the garage' }, null],
    [0, { ...none, location: { ...away.location, accuracyM: 3_000 } }, 'attendance.location_imprecise'],
    [0, { ...none, location: { distanceM: 90, accuracyM: 3_000, radiusM: 250 } }, null],
    [16, { ...away, reason: 'We meet in the garage' }, 'attendance.location_closed'],
    [0, { ...near, isCodeRight: false }, 'attendance.wrong_code'],
  ])('%i minutes from the start with %o: %s', (minutes, proof, expected) => {
    expect(codeOf(min(minutes), proof)).toBe(expected)
  })
  it('needs a running shift, and arrives within a day', () => {
    for (const status of ['draft', 'approved', 'cancelled', 'closed'])
      expect(codeOf(min(0), code, { status })).toBe('attendance.shift_not_running')
    expect(checkInBlocker(shift, min(0), min(24 * 60 + 1), code, settings)?.code).toBe('attendance.too_old')
  })
  it('records an offline location wherever it was', () => {
    expect(checkInBlocker(shift, min(0), min(30), away, settings)).toBeNull()
  })
  it('uses the time of the press, never later than the server’s, and marks it as offline', () => {
    expect(effectiveTime(min(0), min(1))).toEqual({ at: min(0), isOffline: false })
    expect(effectiveTime(min(0), min(90))).toEqual({ at: min(0), isOffline: true })
    expect(effectiveTime(min(5), min(0))).toEqual({ at: min(0), isOffline: false })
  })
  it('measures a location in meters, and counts the phone’s inaccuracy in the student’s favor', () => {
    const chicago = { latitude: 41.8781, longitude: -87.6298 }
    expect(distanceInMeters(chicago, { ...chicago, latitude: 41.8791 })).toBe(111)
    expect([isInside(260, 20, 250), isInside(300, 20, 250), isInside(9_000, 50_000, 250)]).toEqual([
      true,
      false,
      false,
    ])
  })
})

describe('checking out', () => {
  const out = (
    at: number,
    leftAt: number | null = null,
    reason: string | null = null,
    cameAt: number | null = 0,
  ) =>
    checkOutBlocker(
      shift,
      { check_in_at: cameAt === null ? null : min(cameAt) },
      { at: min(at), leftAt: leftAt === null ? null : min(leftAt), reason, receivedAt: min(at) },
      settings,
    )?.code ?? null

  it.each([
    [480, null, null, null],
    [540, null, null, null],
    [541, null, null, 'attendance.forgotten_check_out'],
    [541, null, 'Phone died.', 'attendance.forgotten_check_out'],
    [541, 480, ' . ', 'attendance.forgotten_check_out'],
    [541, 480, 'Phone died.', null],
    [700, 600, 'Phone died.', 'attendance.left_too_late'],
    [100, 120, null, 'attendance.not_yet'],
    [100, -20, null, 'attendance.left_before_coming'],
    [-1, null, null, 'attendance.not_started', -18],
    [0, null, null, null, -18],
    [700, -1, 'Phone died.', 'attendance.left_before_start', -18],
  ])('pressed at %i, left at %s, because %s: %s', (at, leftAt, reason, expected, cameAt = 0) => {
    expect(out(at, leftAt, reason, cameAt)).toBe(expected)
  })
  it('can arrive before its check-in', () => expect(out(480, null, null, null)).toBeNull())
})

describe('presses that arrive from a phone', () => {
  const ins = [0, 3].map((minutes) => ({
    at: min(minutes),
    isOffline: true,
    method: 'code' as const,
    distanceM: null,
    isInside: null,
    reason: null,
  }))
  const outs = [470, 480].map((minutes) => ({ at: min(minutes), isOffline: true, reason: null }))
  const messages = [
    ...ins.map((sent) => (record: CheckInTimes) => withCheckIn(record, sent)),
    ...outs.map((sent) => (record: CheckInTimes) => withCheckOut(record, sent)),
  ]
  const done = {
    ...fresh,
    status: 'completed',
    check_in_at: min(0),
    check_in_method: 'code',
    check_in_pressed_at: min(0),
    check_in_offline: true,
    check_out_at: min(470),
    check_out_method: 'student',
    check_out_pressed_at: min(470),
    check_out_offline: true,
  }

  test('no order or repetition loses or doubles a check-in', () => {
    fc.assert(
      fc.property(
        fc.constantFrom<CheckInTimes['status']>('expected', 'called_out', 'no_show_proposed'),
        fc.shuffledSubarray([...messages.keys()], { minLength: 4 }),
        fc.array(fc.nat(3), { maxLength: 6 }),
        (status, order, again) => {
          const record = [...order, ...again].reduce((now, n) => messages[n]!(now), { ...fresh, status })
          expect(record).toEqual(done)
        },
      ),
    )
  })
  test('what the instructor recorded stays, and the press is stored next to it', () => {
    for (const status of [...absences, 'checked_in'] as const) {
      const isPresent = status === 'checked_in'
      const recorded: CheckInTimes = {
        ...fresh,
        status,
        ...(isPresent && { check_in_at: min(0), check_in_method: 'instructor' }),
      }
      expect(withCheckIn(recorded, ins[1]!)).toEqual({
        ...recorded,
        check_in_pressed_at: min(3),
        check_in_offline: true,
      })
    }
  })
  test('a check-out that the instructor recorded stays', () => {
    const recorded = {
      ...done,
      check_out_pressed_at: null,
      check_out_at: min(400),
      check_out_method: 'instructor',
    } as CheckInTimes
    expect(withCheckOut(recorded, outs[1]!)).toEqual({ ...recorded, check_out_pressed_at: min(480) })
  })
})

describe('credited time', () => {
  const present = { status: 'completed' as const, left_early_min: 0 }
  it.each([
    [0, 0, 450],
    [15, 0, 450],
    [16, 0, 435],
    [23, 0, 420],
    [0, 7, 450],
    [0, 8, 435],
    [30, 30, 390],
    [400, 100, 0],
  ])('%i minutes late and %i early of 7.5 hours: %i minutes', (late, early, expected) => {
    const record = { ...present, late_min: late, left_early_min: early }
    expect(creditedMinutes({ credited_hours: 7.5 }, record, settings)).toBe(expected)
  })
  it('is rounded to the school’s step, and zero for an absence', () => {
    const record = { ...present, late_min: 20 }
    expect(creditedMinutes({ credited_hours: 7.5 }, record, { ...settings, hours_rounding_min: 1 })).toBe(430)
    for (const status of [...absences, 'expected', 'called_out'] as const)
      expect(creditedMinutes({ credited_hours: 7.5 }, { ...record, status }, settings)).toBe(0)
  })
  it.each([
    [1, 450],
    [30, 450],
    [31, 390],
    [90, 390],
    [91, 330],
  ])(
    '%i minutes missed are rounded to the step, not the whole shift with them',
    (left_early_min, expected) => {
      const record = { ...present, late_min: 0, left_early_min }
      const own = { ...settings, hours_rounding_min: 60 }
      expect(creditedMinutes({ credited_hours: 7.5 }, record, own)).toBe(expected)
    },
  )
  it('is never more than the shift or less than nothing, and less for a student who missed more', () => {
    fc.assert(
      fc.property(fc.nat(900), fc.nat(900), fc.constantFrom(1, 5, 6, 10, 15, 30, 60), (late, early, step) => {
        const own = { ...settings, hours_rounding_min: step }
        const of = (minutes: number) =>
          creditedMinutes(
            { credited_hours: 11.25 },
            { ...present, late_min: minutes, left_early_min: early },
            own,
          )
        expect(of(late)).toBeGreaterThanOrEqual(0)
        expect(of(late)).toBeLessThanOrEqual(675)
        expect(of(late + 1)).toBeLessThanOrEqual(of(late))
      }),
    )
  })
  it('on a night with a clock change is complete for a student who stayed, and reduced by the elapsed time missed otherwise', () => {
    const clock = fc
      .tuple(fc.nat(23), fc.constantFrom('00', '15', '30', '45'))
      .map(([hour, rest]) => `${String(hour).padStart(2, '0')}:${rest}`)
    const nights = fc.constantFrom(
      '2026-03-07',
      '2026-03-08',
      '2026-10-31',
      '2026-11-01',
      '2027-03-13',
      '2027-11-06',
      '2027-06-05',
    )
    const zones = fc.constantFrom(
      'America/New_York',
      'America/Chicago',
      'America/Denver',
      'America/Phoenix',
      'America/Los_Angeles',
      'Pacific/Honolulu',
    )
    fc.assert(
      fc.property(
        nights,
        zones,
        clock,
        clock,
        fc.constantFrom('scheduled', 'elapsed'),
        fc.nat(6),
        (date, timeZone, start, end, rule, quarters) => {
          fc.pre(start !== end)
          const { startsAt: starts_at, endsAt: ends_at } = shiftInstants({ date, start, end, timeZone })
          const lasts = (Date.parse(ends_at) - Date.parse(starts_at)) / 60_000
          const byClock =
            (Number(end.slice(0, 2)) * 60 +
              Number(end.slice(3)) -
              Number(start.slice(0, 2)) * 60 -
              Number(start.slice(3)) +
              1440) %
            1440
          const counts = { credited_hours: (rule === 'elapsed' ? lasts : byClock) / 60 }
          const of = (left: number) => {
            const check_out_at = new Date(Date.parse(ends_at) - left * 60_000).toISOString()
            const missed = minutesMissed({ starts_at, ends_at }, { check_in_at: starts_at, check_out_at })
            return creditedMinutes(counts, { ...present, ...missed }, settings)
          }
          expect(of(0)).toBe(Math.round(counts.credited_hours * 60))
          expect(of(0) - of(quarters * 15)).toBe(Math.min(quarters * 15, of(0)))
        },
      ),
    )
  })
  it('three late arrivals are one unexcused absence, if the school says so', () => {
    const late = { status: 'completed' as const, late_min: 16 }
    const records = [late, late, late, { ...late, late_min: 15 }, { status: 'no_show' as const, late_min: 0 }]
    expect(tally(records, settings)).toEqual({
      present: 4,
      late: 3,
      excused: 0,
      unexcused: 2,
      fromLates: 1,
      isAtRisk: true,
    })
    expect(tally(records, { ...settings, lates_per_absence: 0 })).toMatchObject({
      unexcused: 1,
      isAtRisk: false,
    })
    expect(tally(records, { ...settings, unexcused_absences_max: 0 }).isAtRisk).toBe(false)
  })
  it('only the late arrival that completes the number adds an absence', () => {
    const late = { status: 'completed' as const, late_min: 16 }
    const adds = (count: number, each: number) => {
      const rule = { ...settings, lates_per_absence: each }
      return addsAbsence(
        'checked_in',
        tally(
          Array.from({ length: count }, () => late),
          rule,
        ),
        rule,
      )
    }
    const counts = [0, 1, 2, 3, 4, 5, 6, 7]
    expect(counts.filter((count) => adds(count, 3))).toEqual([3, 6])
    expect(counts.filter((count) => adds(count, 0))).toEqual([])
    expect(addsAbsence('no_show', { late: 4 }, { lates_per_absence: 3 })).toBe(true)
    expect(addsAbsence('absent_unexcused', { late: 0 }, { lates_per_absence: 0 })).toBe(true)
    expect(addsAbsence('absent_excused', { late: 3 }, { lates_per_absence: 3 })).toBe(false)
  })
  it('a notice is in time until the school’s number of minutes before', () => {
    expect([
      isReportedInTime(min(-30), hours, settings),
      isReportedInTime(min(-29), hours, settings),
    ]).toEqual([true, false])
    expect(callOutBlocker(shift, min(481), min(481))?.code).toBe('attendance.shift_over')
    expect(callOutBlocker(shift, min(-600), min(-600))).toBeNull()
    expect(callOutBlocker(shift, min(-600), min(840))).toBeNull()
    expect(callOutBlocker(shift, min(-601), min(840))?.code).toBe('attendance.too_old')
  })
})

describe('marks', () => {
  const here = { status: 'checked_in' as const, check_in_at: min(4), check_out_at: null }
  const blocked = (
    mark: Parameters<typeof markBlocker>[1]['mark'],
    now: number,
    at: number | null = null,
    record: Parameters<typeof markBlocker>[0] = fresh,
  ) =>
    markBlocker(record, { mark, at: at === null ? null : min(at) }, shift, min(now), settings)?.code ?? null

  it.each([
    ['present', -31, null, 'attendance.not_open'],
    ['present', 20, 21, 'attendance.not_yet'],
    ['present', 900, 700, 'attendance.time_outside'],
    ['present', 20, 18, null],
    ['no_show', 59, null, 'attendance.no_show_too_early'],
    ['no_show', 60, null, null],
    ['left', 60, null, 'attendance.not_checked_in'],
    ['absent_excused', -300, null, null],
  ] as const)('%s at %i minutes, for %s: %s', (mark, now, at, expected) => {
    expect(blocked(mark, now, at)).toBe(expected)
  })
  it('present is not later than leaving', () => {
    const gone = { ...here, status: 'completed' as const, check_out_at: min(480) }
    const present = (at: number, record: Parameters<typeof markBlocker>[0] = gone) =>
      blocked('present', 600, at, record)
    expect(present(481)).toBe('attendance.came_after_leaving')
    expect(present(480)).toBeNull()
    expect(present(481, here)).toBeNull()
    expect(blocked('left', 600, 481, gone)).toBeNull()
  })
  it('no one leaves before the start', () => {
    const early: Parameters<typeof markBlocker>[0] = { ...here, check_in_at: min(-18) }
    expect([
      blocked('left', -5, null, early),
      blocked('left', 60, -5, early),
      blocked('left', 0, null, early),
    ]).toEqual(['attendance.not_started', 'attendance.left_before_start', null])
  })
  it('present counts from the start, and keeps what the student pressed', () => {
    const as = (record: Parameters<typeof markedAs>[0], now: number, at: string | null = null) =>
      markedAs(record, { mark: 'present', at }, hours, min(now)).check_in_at
    expect(as(fresh, 40)).toBe(min(0))
    expect(as(fresh, -10)).toBe(min(-10))
    expect(as(here, 40)).toBe(min(4))
    expect(as(here, 40, min(20))).toBe(min(20))
  })
  it('leaving counts at the end, or now during the shift', () => {
    const left = (now: number) => markedAs(here, { mark: 'left', at: null }, hours, min(now)).check_out_at
    expect([left(100), left(480), left(600)]).toEqual([min(100), min(480), min(480)])
  })
})

describe('on screen', () => {
  it('a clock time is the one nearest to the shift', () => {
    const zoned = { time_zone: 'America/Chicago' }
    const day = { ...zoned, starts_at: '2027-01-12T13:00:00.000Z' }
    expect(instantOnShift('06:50', day)).toBe('2027-01-12T12:50:00.000Z')
    expect(instantOnShift('15:00', day)).toBe('2027-01-12T21:00:00.000Z')
    const night = { ...zoned, starts_at: '2027-01-13T01:00:00.000Z' }
    expect(instantOnShift('18:55', night)).toBe('2027-01-13T00:55:00.000Z')
    expect(instantOnShift('06:50', night)).toBe('2027-01-13T12:50:00.000Z')
  })
  it.each([
    ['expected', -31, 'wait'],
    ['expected', -30, 'check_in'],
    ['no_show_proposed', 70, 'check_in'],
    ['expected', 481, 'none'],
    ['called_out', -100, 'come'],
    ['checked_in', -1, 'stay'],
    ['checked_in', 0, 'check_out'],
    ['checked_in', 900, 'check_out'],
    ['completed', 100, 'none'],
    ['absent_excused', 0, 'none'],
  ] as const)('a student who is %s at %i minutes can %s', (status, minutes, expected) => {
    const own = { status, posted_at: null, opens_at: min(-30), ...hours }
    expect(nextCheckInAction(own, min(minutes))).toBe(expected)
    expect(nextCheckInAction({ ...own, posted_at: min(0) }, min(minutes))).toBe('none')
  })
})

describe('the QR code of a check-in code', () => {
  const shiftId = '407a59e7-351c-4154-aac6-96cdc785ec17'
  it('is read back as the code of its shift, and of no other', () => {
    const address = codeAddress('https://placewell.example', shiftId, 'K7QX2M')
    expect(codeIn(address, shiftId)).toBe('K7QX2M')
    expect(codeIn(address, shiftId.replace('4', '5'))).toBeUndefined()
    expect(codeIn(' k7qx2m ', shiftId)).toBe('K7QX2M')
    for (const text of ['', 'K7QX2', 'https://elsewhere.example/?code=K7QX2M', `${address}&x=1`])
      expect(codeIn(text, shiftId)).toBeUndefined()
  })
})

test('a student who is not cleared can attend if the school’s setting allows it, or if the school records it', () => {
  const clearance = { status: 'not_cleared', missing: ['BLS missing (Lakeshore)'] } as const
  const blocked = (strict: boolean, by: 'student' | 'instructor' | 'school', status = 'not_cleared') =>
    clearanceBlocker(
      { ...clearance, missing: [...clearance.missing], status: status as 'cleared' },
      { check_in_only_cleared: strict },
      { by, name: null },
    )?.code
  expect(blocked(true, 'student')).toBe('attendance.not_cleared')
  expect(blocked(true, 'instructor')).toBe('attendance.not_cleared')
  expect(blocked(true, 'school')).toBeUndefined()
  expect(blocked(false, 'student')).toBeUndefined()
  for (const status of ['cleared', 'cleared_with_condition', 'unknown'])
    expect(blocked(true, 'student', status)).toBeUndefined()
  expect(
    clearanceBlocker(undefined, { check_in_only_cleared: true }, { by: 'student', name: null }),
  ).toBeNull()
})

test('a student arrives once, whatever is recorded afterwards', () => {
  expect(isArrival('expected', 'checked_in')).toBe(true)
  expect(isArrival('no_show', 'completed')).toBe(true)
  expect(isArrival('checked_in', 'completed')).toBe(false)
  expect(isArrival('expected', 'absent_excused')).toBe(false)
})
