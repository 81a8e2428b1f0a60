import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { AssignmentStatus } from '#core/seat-statuses.ts'
import { inTimeFormat } from '#core/time-format.ts'
import { shiftStatus } from '#features/shifts/contract.ts'
import type { MySeat, OpenShift, SeatBlock } from './contract.ts'
import {
  answerBlocker,
  askBlocker,
  blockerOf,
  storedAction,
  answerOfSwap,
  assigningBlocker,
  assigningOutlook,
  decisionBlocker,
  lengthBlocker,
  optionBlocker,
  scheduleBlocker,
  clashing,
  clashLink,
  conflictBlocker,
  countdown,
  type SeatAction,
  dropBlocker,
  emptyRosterWords,
  fullBlocker,
  hoursNotScheduled,
  isClearanceAsked,
  isOfferComing,
  keepBlocker,
  makesNeed,
  mayDrop,
  offerBlocker,
  availableActions,
  partsOf,
  removalBlocker,
  returnBlocker,
  rosterBlocker,
  roundOrder,
  roundOutcome,
  isUnderfilledAfterDrop,
  seatBlocker,
  seatLabels,
  overrideOf,
  sharesOf,
  shiftsToKeep,
  suggestedShifts,
  swapLabels,
  timeLeft,
  waiveBlocker,
  withClearance,
  withSeatAction,
  withOpen,
  withoutSeatAction,
} from './rules.ts'

const now = '2026-03-02T12:00:00Z'
const shift = (more: Partial<OpenShift> = {}): OpenShift => ({
  id: 'a',
  semester_id: 't',
  title: null,
  course_code: null,
  date: '2026-03-10',
  start_time: '07:00',
  end_time: '15:00',
  time_zone: 'America/Chicago',
  starts_at: '2026-03-10T12:00:00Z',
  ends_at: '2026-03-10T20:00:00Z',
  facility_id: null,
  unit_name: '5 East',
  site_id: null,
  site_name: 'North',
  specialty: 'med_surg',
  experience_type: 'group',
  status: 'published',
  seats: 2,
  seats_taken: 0,
  waiting: 0,
  proctor_name: null,
  preceptor_name: null,
  more_proctor_names: [],
  more_preceptor_names: [],
  signup_mode: 'self_signup',
  my_assignment_id: null,
  my_status: null,
  version: 1,
  credited_hours: 7.5,
  signup_closes_at: null,
  is_first_come: true,
  block: null,
  ...more,
})
const seat = (more: Partial<MySeat> = {}): MySeat => ({
  id: 'seat',
  status: 'assigned',
  source: 'signup',
  reason: null,
  asked_at: now,
  offer_expires_at: null,
  waitlist_position: null,
  drop_asked_at: null,
  conflict_at: null,
  moved_at: null,
  credited_hours: 7.5,
  drop_cutoff_at: '2026-03-08T12:00:00Z',
  shift: shift(),
  ...more,
})

describe('what a student may do about a shift', () => {
  test.each<[string, Partial<OpenShift>, Partial<MySeat> | null, readonly SeatAction[]]>([
    ['take the seat, first come', {}, null, ['take']],
    ['ask for it where the school decides', { is_first_come: false }, null, ['request']],
    ['wait when it is full', { seats_taken: 2 }, null, ['wait']],
    ['wait when others wait already', { waiting: 1 }, null, ['wait']],
    ['wait when its state says so', { status: 'full' }, null, ['wait']],
    ['nothing once it has begun', { starts_at: now }, null, []],
    ['nothing where the school assigns', { signup_mode: 'assigned' }, null, []],
    ['nothing once sign-up is closed', { signup_closes_at: now }, null, []],
    ['nothing on one that is cancelled', { status: 'cancelled' }, null, []],
    ['take a request back', {}, { status: 'requested' }, ['withdraw']],
    ['leave the waitlist', {}, { status: 'waitlisted' }, ['withdraw']],
    [
      'answer an offer',
      {},
      { status: 'offered', offer_expires_at: '2026-03-03T12:00:00Z' },
      ['accept', 'decline'],
    ],
    ['nothing about an offer that ran out', {}, { status: 'offered', offer_expires_at: now }, []],
    ['drop and swap', {}, {}, ['swap', 'drop']],
    ['drop what was moved, while that is free', {}, { moved_at: now }, ['swap', 'drop']],
    ['ask the coordinator after the cutoff', {}, { drop_cutoff_at: now }, ['swap', 'ask_drop']],
    [
      'speak of a conflict after the cutoff, where it was moved',
      {},
      { drop_cutoff_at: now, moved_at: now },
      ['swap', 'conflict'],
    ],
    ['not ask twice, but stay', {}, { drop_cutoff_at: now, drop_asked_at: now }, ['stay', 'swap']],
    [
      'not speak of one conflict twice, but stay',
      {},
      { drop_cutoff_at: now, moved_at: now, conflict_at: now },
      ['stay', 'swap'],
    ],
    ['drop or stay where the cutoff has moved', {}, { drop_asked_at: now }, ['stay', 'swap', 'drop']],
    [
      'speak of a conflict again when it is moved again',
      {},
      { drop_cutoff_at: now, moved_at: '2026-03-02T12:00:00Z', conflict_at: '2026-03-01T11:00:00Z' },
      ['stay', 'swap', 'conflict'],
    ],
    ['take a seat again that was dropped', {}, { status: 'dropped' }, ['take']],
    ['nothing about what is over', { status: 'completed' }, { status: 'completed' }, []],
  ])('%s', (_, shiftMore, seatMore, actions) => {
    const one = shift(shiftMore)
    expect(
      availableActions(one, seatMore ? seat({ shift: one, ...seatMore }) : undefined, now).actions,
    ).toEqual(actions)
  })

  it('says why nothing can be done', () => {
    expect(availableActions(shift({ signup_mode: 'assigned' }), undefined, now).why).toMatch(
      'Ask your coordinator',
    )
    expect(availableActions(shift({ starts_at: now }), seat(), now).why).toMatch('Talk to your instructor')
  })

  it('lets a student drop until two days before if no cutoff is set', () => {
    const open = { drop_cutoff_at: null, shift: shift() }
    expect(mayDrop(open, '2026-03-08T11:59:59Z')).toBe(true)
    expect(mayDrop(open, '2026-03-08T12:00:00Z')).toBe(false)
  })
})

describe('what is shown before the server has answered', () => {
  const others = [
    seat({ id: 'x', shift: shift({ id: 'b', starts_at: '2026-03-01T12:00:00Z' }) }),
    seat({ id: 'y', shift: shift({ id: 'c', starts_at: '2026-04-01T12:00:00Z' }) }),
  ]

  it('inserts a new seat by time, with the status of the action', () => {
    const shown = withSeatAction(others, { action: 'take', id: 'new', shift: shift(), now })
    expect(shown.map(({ id }) => id)).toEqual(['x', 'new', 'y'])
    expect(shown[1]).toMatchObject({ status: 'assigned' })
    const waits = withSeatAction([], { action: 'wait', id: 'new', shift: shift({ waiting: 2 }), now })
    expect(waits[0]).toMatchObject({ status: 'waitlisted', waitlist_position: 3 })
  })

  it('reads actions stored by tabs opened before the rename', () => {
    expect(storedAction({ action: 'drop' })).toBe('drop')
    expect(storedAction({ ['deed']: 'wait' })).toBe('wait')
  })

  it('reverts exactly, regardless of the action and of what arrived since', () => {
    const actions = fc.constantFrom<SeatAction>(
      'take',
      'request',
      'wait',
      'withdraw',
      'accept',
      'decline',
      'drop',
      'ask_drop',
      'conflict',
      'stay',
    )
    fc.assert(
      fc.property(actions, fc.constantFrom('x', 'y', 'new'), (action, id) => {
        const before = others.find((one) => one.id === id)
        const shown = withSeatAction(others, { action, id, shift: shift(), now })
        expect(withoutSeatAction(shown, id, before)).toEqual(others)
        const since = seat({ id: 'z' })
        expect(withoutSeatAction([...shown, since], id, before)).toEqual([...others, since])
      }),
    )
  })

  it('puts an open shift back at its position, once', () => {
    const open = [
      shift({ id: 'b', starts_at: '2026-03-01T12:00:00Z' }),
      shift({ id: 'c', starts_at: '2026-04-01T12:00:00Z' }),
    ]
    const back = withOpen(open, shift())
    expect(back.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(withOpen(back, shift())).toEqual(back)
  })
})

test('the conflicting seat is the one at that time, otherwise the nearest within a day', () => {
  const night = seat({
    id: 'n',
    shift: shift({ id: 'n', starts_at: '2026-03-10T00:00:00Z', ends_at: '2026-03-10T11:00:00Z' }),
  })
  const same = seat({
    id: 's',
    shift: shift({ id: 's', starts_at: '2026-03-10T18:00:00Z', ends_at: '2026-03-10T23:00:00Z' }),
  })
  const far = seat({
    id: 'f',
    shift: shift({ id: 'f', starts_at: '2026-03-12T18:00:00Z', ends_at: '2026-03-12T23:00:00Z' }),
  })
  expect(clashing(shift(), [night, same, far])?.id).toBe('s')
  expect(clashing(shift(), [night, far])?.id).toBe('n')
  expect(clashing(shift(), [far, { ...same, status: 'dropped' }])).toBeUndefined()
  expect(
    ['overlap', 'rest', 'capstone', 'cohort', null].map((rule) => clashLink(rule, shift(), [night])?.href),
  ).toEqual(['/shift/n', '/shift/n', '/student/capstone', undefined, undefined])
})

test('a student’s seats by section: upcoming, past with the newest first, offered, waiting', () => {
  const over = { ends_at: '2026-03-01T20:00:00Z' }
  const seats = [
    seat({ id: 'past', shift: shift(over) }),
    seat({ id: 'past 2', status: 'completed', shift: shift(over) }),
    seat({ id: 'next' }),
    // Left before its end.
    seat({ id: 'gone', status: 'completed' }),
    seat({ id: 'off', shift: shift({ status: 'cancelled' }) }),
    seat({ id: 'dropped', status: 'dropped' }),
    seat({ id: 'offer', status: 'offered' }),
    seat({ id: 'wish', status: 'requested' }),
    seat({ id: 'line', status: 'waitlisted' }),
  ]
  const ids = (list: readonly MySeat[]) => list.map(({ id }) => id)
  const { upcoming, past, offers, waiting } = partsOf(seats, now)
  expect([upcoming, past, offers, waiting].map(ids)).toEqual([
    ['next'],
    ['dropped', 'off', 'gone', 'past 2', 'past'],
    ['offer'],
    ['wish', 'line'],
  ])
})

test('a shift that has begun is not shown as about to begin', () => {
  const words = { until: '2026-11-28T01:00:00Z', before: 'begins in ', over: 'has begun' }
  expect(countdown(words, '2026-11-28T00:55:30Z')).toBe('begins in 5 min')
  expect(countdown(words, '2026-11-28T01:00:00Z')).toBe('has begun')
  expect(countdown(words, '2026-11-28T01:24:00Z')).toBe('has begun')
})

test('the time left is shown in the largest useful unit', () => {
  const at = Date.parse(now)
  expect(
    [0, 30_000, 5.2 * 3_600_000, 47 * 3_600_000, 72 * 3_600_000].map((ms) => timeLeft(at + ms, at)),
  ).toEqual([null, '1 min', '5 h 12 min', '47 h 0 min', '3 days'])
})

test('hours are percentages of what is required, and never exceed the whole', () => {
  expect(sharesOf({ hours_done: 45, hours_scheduled: 30, hours_required: 150 })).toEqual({
    done: 30,
    scheduled: 20,
  })
  expect(sharesOf({ hours_done: 60, hours_scheduled: 60, hours_required: 100 })).toEqual({
    done: 50,
    scheduled: 50,
  })
  expect(sharesOf({ hours_done: 0, hours_scheduled: 0, hours_required: null })).toEqual({
    done: 0,
    scheduled: 0,
  })
})

it('hours not scheduled are summed by specialty if that exceeds the total', () => {
  const part = (done: number, scheduled: number, required: number | null) => ({
    hours_done: done,
    hours_scheduled: scheduled,
    hours_required: required,
  })
  const left = (all: ReturnType<typeof part>, ...by_specialty: ReturnType<typeof part>[]) =>
    hoursNotScheduled({ ...all, by_specialty })
  expect(left(part(550, 50, 720))).toBe(120)
  expect(left(part(550, 50, 720), part(68, 0, 150), part(115, 35, null), part(259, 18, 300))).toBe(120)
  expect(left(part(550, 50, 720), part(60, 0, 150), part(36, 0, 90))).toBe(144)
  expect(left(part(800, 0, 720), part(150, 0, 150))).toBe(0)
  expect(left(part(10, 0, null))).toBe(0)
})

describe('blockers of commands on a seat', () => {
  const held = {
    starts_at: '2026-03-10T12:00:00Z',
    drop_until: '2026-03-08T12:00:00Z',
    now: '2026-03-02T12:00:00Z',
    shift_status: 'published' as const,
    moved_at: null,
    conflict_at: null,
    drop_asked_at: null,
  }
  const late = { ...held, now: '2026-03-09T12:00:00Z' }
  const begun = { ...held, now: '2026-03-10T12:00:00Z' }
  const moved = { ...late, moved_at: '2026-03-09T10:00:00Z' }

  it('lets a student drop until the cutoff, and ask to be taken off after it', () => {
    expect(dropBlocker(held)).toBeNull()
    expect(dropBlocker({ ...held, now: held.drop_until })?.code).toBe('seat.drop_too_late')
    expect(dropBlocker(begun)?.code).toBe('seat.shift_begun')
  })

  it('allows one conflict report per move, after the drop cutoff', () => {
    expect(conflictBlocker(moved)).toBeNull()
    expect(conflictBlocker({ ...moved, now: held.now })?.code).toBe('seat.drop_it')
    expect(conflictBlocker(late)?.code).toBe('seat.not_moved')
    expect(conflictBlocker({ ...moved, now: begun.now })?.code).toBe('seat.shift_begun')
    expect(conflictBlocker({ ...moved, shift_status: 'cancelled' })).toEqual({
      code: 'seat.nothing_to_come_to',
      values: { status: 'cancelled' },
    })
    expect(conflictBlocker({ ...moved, conflict_at: moved.moved_at })?.code).toBe('seat.conflict_known')
    expect(conflictBlocker({ ...moved, drop_asked_at: moved.now })?.code).toBe('seat.conflict_known')
    expect(conflictBlocker({ ...moved, conflict_at: '2026-03-09T09:00:00Z' })).toBeNull()
  })

  it('lets a student ask to be taken off once per move, until the shift begins', () => {
    expect(askBlocker(late)).toBeNull()
    expect(askBlocker({ ...late, now: begun.now })?.code).toBe('seat.shift_begun')
    expect(askBlocker({ ...late, now: '2026-03-11T12:00:00Z', shift_status: 'completed' })?.code).toBe(
      'seat.shift_begun',
    )
    expect(askBlocker({ ...late, drop_asked_at: held.now })?.code).toBe('seat.conflict_known')
    expect(askBlocker({ ...moved, drop_asked_at: held.now })).toBeNull()
    expect(askBlocker({ ...moved, drop_asked_at: moved.now })?.code).toBe('seat.conflict_known')
    expect(askBlocker({ ...moved, conflict_at: moved.now })).toBeNull()
  })

  it('lets the school refuse only what was asked', () => {
    expect(keepBlocker(held)?.code).toBe('seat.nothing_asked')
    expect(keepBlocker({ ...held, conflict_at: held.now })).toBeNull()
    expect(keepBlocker({ ...held, drop_asked_at: held.now })).toBeNull()
  })

  it('lets an offer be accepted until it expires', () => {
    expect(offerBlocker({ offer_expires_at: '2026-03-02T12:00:01Z', now: held.now })).toBeNull()
    expect(offerBlocker({ offer_expires_at: held.now, now: held.now })?.code).toBe('seat.offer_over')
  })

  it('lets hours be waived while they are not arranged', () => {
    expect(waiveBlocker({ status: 'open' })).toBeNull()
    expect(waiveBlocker({ status: 'scheduled' })).toEqual({
      code: 'makeup.settled',
      values: { status: 'scheduled' },
    })
  })

  it('says that a shift runs short if fewer students are left than it needs', () => {
    expect(isUnderfilledAfterDrop({ seats_taken: 2, min_to_run: 2 })).toBe(true)
    expect(isUnderfilledAfterDrop({ seats_taken: 3, min_to_run: 2 })).toBe(false)
  })

  it.each([
    ['school', false, null, undefined],
    ['platform', false, null, undefined],
    ['student', true, null, undefined],
    ['student', false, null, 'seat.school_removes'],
    ['proctor', false, 'safety', 'seat.school_removes'],
    ['facility', false, 'safety', undefined],
    ['facility', false, 'schedule', 'seat.no_code'],
    ['facility', false, null, 'seat.no_code'],
  ])('%s (leaving: %s) removing a student for %s: %s', (party, leaves, code, blocked) => {
    expect(removalBlocker({ party, leaves_alone: leaves }, code)?.code).toBe(blocked)
  })

  it('does not change the roster of a shift that is over', () => {
    expect(rosterBlocker({ shift_status: 'in_progress' })).toBeNull()
    expect(rosterBlocker({ shift_status: 'completed' })?.values).toEqual({ status: 'completed' })
  })

  it('hours of a held seat need to be made up, unless the facility removed the student for conduct', () => {
    expect(makesNeed({ party: 'school', status: 'assigned' })).toBe(true)
    expect(makesNeed({ party: 'school', status: 'offered' })).toBe(false)
    expect(makesNeed({ party: 'facility', status: 'assigned' })).toBe(false)
  })

  it('a request can be restored while its shift takes requests', () => {
    expect(returnBlocker({ ...held, shift_status: 'full' })).toBeNull()
    expect(returnBlocker({ ...held, shift_status: 'in_progress' })?.code).toBe('seat.no_requests')
    expect(returnBlocker(begun)?.code).toBe('seat.no_requests')
  })

  it('a reason overrides a soft rule, never a hard one', () => {
    const rest = { student_id: 'a', rule: 'rest', message: 'Too close.', is_soft: true }
    const clash = { ...rest, rule: 'overlap', is_soft: false }
    expect(seatBlocker({ ...rest, rule: null }, null)).toBeNull()
    expect(seatBlocker(rest, ' She slept. ')).toBeNull()
    expect(overrideOf(rest, ' She slept. ')).toEqual({ rule: 'rest', reason: 'She slept.' })
    expect(seatBlocker(rest, 'ok')).toEqual({
      code: 'seat.blocked',
      values: { rule: 'rest', sentence: 'Too close.' },
    })
    expect(seatBlocker(clash, 'She slept.')?.values.rule).toBe('overlap')
  })

  it('the first blocker counts, and only rest is soft', () => {
    const night = { date: '2027-03-02', start_time: '23:00', end_time: '07:00' }
    const said = (block: SeatBlock | null) => blockerOf(block).message
    expect(blockerOf(null)).toEqual({ rule: null, message: null, is_soft: false })
    expect(blockerOf({ rest: { ...night, hours: '8' } })).toEqual({
      rule: 'rest',
      message:
        'Too close to a night shift: 8 hours of rest are needed after Tuesday, March 2, 11:00 PM–7:00 AM next day.',
      is_soft: true,
    })
    expect(blockerOf({ level: { year: 'first_year', most: 1 }, cohort: true })).toMatchObject({
      rule: 'cohort',
    })
    expect(said({ overlap: { ...night, unit: '5 East', site: 'North' } })).toBe(
      'Another shift is at that time: 5 East, North, Tuesday, March 2, 11:00 PM–7:00 AM next day.',
    )
    expect(said({ overlap: night })).toContain('on campus, ')
    expect(said({ level: { year: 'first_year', most: 1 } })).toBe(
      'The unit takes 1 first-year student at a time and is at that limit.',
    )
    expect(said({ level: { year: 'first_year', most: 2 } })).toBe(
      'The unit takes 2 first-year students at a time and is at that limit.',
    )
    inTimeFormat('24h', () => expect(said({ rest: { ...night, hours: '8' } })).toContain('2300–0700'))
    expect(said({ on_leave: {} })).toBe('On leave, with no return date. The school can end the leave.')
    expect(said({ on_leave: { until: '2027-03-02' } })).toMatch(/^On leave until Mar 2, 2027\./)
  })

  it('a student who is not cleared can be assigned with a reason, and hard rules stay hard', () => {
    const free = { student_id: 'a', rule: null, message: null, is_soft: false }
    const why = 'Not cleared: BLS missing (Lakeshore).'
    expect(withClearance(free, null)).toBe(free)
    expect(withClearance(free, why)).toEqual({ ...free, rule: 'not_cleared', message: why, is_soft: true })
    const rest = { ...free, rule: 'rest', message: 'Too close.', is_soft: true }
    expect(withClearance(rest, why)).toEqual({ ...rest, message: `Too close. ${why}` })
    const clash = { ...rest, rule: 'overlap', is_soft: false }
    expect(withClearance(clash, why)).toBe(clash)
  })
})

describe('a swap', () => {
  const swap = {
    status: 'proposed',
    party: 'classmate',
    students_choose: false,
    has_moved: false,
    has_makeup: false,
  } as const

  it('is called withdrawn like a seat request that is', () => {
    expect(swapLabels.withdrawn).toBe(seatLabels.withdrawn)
  })

  it('is answered by the classmate and withdrawn by the proposer while it is open', () => {
    expect(answerBlocker(swap, true)).toBeNull()
    expect(answerBlocker({ ...swap, party: 'proposer' }, false)).toBeNull()
    expect(answerBlocker({ ...swap, party: 'proposer' }, true)?.code).toBe('swap.classmate_answers')
    expect(answerBlocker({ ...swap, party: 'school' }, true)?.code).toBe('swap.not_found')
    expect(answerBlocker({ ...swap, status: 'done' }, true)).toEqual({
      code: 'swap.settled',
      values: { status: 'done' },
    })
  })

  it('is completed by a yes if students choose shifts, and otherwise goes to the school', () => {
    expect(answerOfSwap(swap, true)).toBe('accepted')
    expect(answerOfSwap({ ...swap, students_choose: true }, true)).toBe('done')
    expect(answerOfSwap({ ...swap, status: 'accepted', students_choose: true }, true)).toBe('accepted')
    expect(answerOfSwap(swap, false)).toBe('declined')
    expect(answerOfSwap({ ...swap, party: 'proposer' }, false)).toBe('withdrawn')
  })

  it('is decided by the school once both students agreed', () => {
    const agreed = { status: 'accepted', party: 'school', has_moved: false, has_makeup: false } as const
    expect(decisionBlocker(agreed, true)).toBeNull()
    expect(decisionBlocker({ ...agreed, status: 'proposed' }, true)?.code).toBe('swap.not_answered')
    expect(decisionBlocker({ ...agreed, status: 'refused' }, true)?.code).toBe('swap.settled')
    expect(decisionBlocker({ ...agreed, party: 'classmate' }, true)?.code).toBe('swap.not_found')
  })

  it('is not accepted once one of its shifts has moved, but can be declined', () => {
    const moved = { ...swap, has_moved: true }
    expect(answerBlocker(moved, true)?.code).toBe('swap.moved')
    expect(answerBlocker(moved, false)).toBeNull()
    const agreed = { status: 'accepted', party: 'school', has_moved: true, has_makeup: false } as const
    expect(decisionBlocker(agreed, true)?.code).toBe('swap.moved')
    expect(decisionBlocker(agreed, false)).toBeNull()
    const owed = { ...swap, has_makeup: true }
    expect(answerBlocker(owed, true)?.code).toBe('swap.makeup_seat')
    expect(answerBlocker(owed, false)).toBeNull()
    expect(decisionBlocker({ ...agreed, has_makeup: true }, true)?.code).toBe('swap.makeup_seat')
  })

  it('can only be proposed if both students could take part', () => {
    const options = [{ student_id: 'tom', full_name: 'Tom', assignment_id: null }] as const
    expect(optionBlocker(options, 'tom', null)).toBeNull()
    expect(optionBlocker(options, 'tom', 'other seat')?.code).toBe('swap.not_possible')
    expect(optionBlocker(options, 'zoe', null)?.code).toBe('swap.not_possible')
  })
})

describe('making up hours', () => {
  it('is possible while they are not arranged, on an approved shift that is long enough', () => {
    expect(scheduleBlocker({ status: 'open' })).toBeNull()
    expect(scheduleBlocker({ status: 'waived' })?.code).toBe('makeup.settled')
    expect(lengthBlocker(7.5, 7.5, null)).toBeNull()
    expect(lengthBlocker(3.5, 7.5, ' x ')).toEqual({
      code: 'makeup.too_short',
      values: { hours: 3.5, needed: 7.5 },
    })
    expect(lengthBlocker(3.5, 7.5, 'It is enough.')).toBeNull()
    expect(assigningBlocker({ party: 'school', status: 'pending_facility' }, 'admin')).toBeNull()
    expect(assigningBlocker({ party: 'school', status: 'pending_facility' }, 'makeup')?.code).toBe(
      'seat.not_assigned_now',
    )
    expect(assigningBlocker({ party: 'facility', status: 'published' }, 'admin')?.code).toBe(
      'seat.school_assigns',
    )
  })
})

it('a device keeps a student’s next shifts for a day and a half', () => {
  const on = (id: string, hours: number, status: AssignmentStatus = 'assigned') => ({
    status,
    shift: {
      id,
      starts_at: new Date(Date.parse(now) + hours * 3_600_000).toISOString(),
      ends_at: new Date(Date.parse(now) + (hours + 8) * 3_600_000).toISOString(),
    },
  })
  const seats = [
    on('late', 37),
    on('night', 30),
    on('now', -2, 'checked_in'),
    on('over', -9),
    on('asked', 3, 'requested'),
    on('next', 5),
  ]
  expect(shiftsToKeep(seats, now)).toEqual(['now', 'next', 'night'])
  expect(
    shiftsToKeep(
      Array.from({ length: 9 }, (_, n) => on(String(n), n)),
      now,
    ),
  ).toEqual(['0', '1', '2', '3', '4'])
})

describe('a fair round', () => {
  it.each([
    [null, 2, 'assigned', null],
    [null, 1, 'assigned', null],
    [null, 0, 'waitlisted', 'The seats went to those with fewer hours.'],
    [null, -1, 'waitlisted', 'The seats went to those with fewer hours.'],
    ['This shift is for another cohort.', 3, 'declined', 'This shift is for another cohort.'],
    ['This shift is for another cohort.', 0, 'declined', 'This shift is for another cohort.'],
  ])('blocker %o, %i free: %s', (blocker, free, status, reason) => {
    expect(roundOutcome({ blocker, free })).toEqual({ status, reason })
  })
})

it('a fair round is ordered by hours, ties by lot', () => {
  const request = (student_id: string, hours: number, lot: string) => ({
    assignment_id: 'x',
    student_id,
    hours,
    lot,
  })
  const order = roundOrder([request('much', 40, 'a'), request('second', 8, 'f'), request('first', 8, 'e')])
  expect(order.map(({ student_id: who }) => who)).toEqual(['first', 'second', 'much'])
})

it('an empty roster suggests the next step for the shift’s status and sign-up mode', () => {
  const words = (status: OpenShift['status'], signup_mode: OpenShift['signup_mode']) =>
    emptyRosterWords({ status, signup_mode })
  expect(words('draft', 'assigned')).toBe('Submit the shift before assigning students.')
  expect(words('postponed', 'request')).toMatch(/^Give the shift a new date/)
  expect(words('completed', 'assigned')).toBe('This shift is completed. Students can’t be assigned to it.')
  expect(words('published', 'assigned')).toBe('Assign students to this shift.')
  expect(words('approved', 'self_signup')).toMatch(/when it is published\.$/)
  expect(words('published', 'self_signup')).toMatch(/^Students take seats/)
  expect(words('published', 'request')).toMatch(/^Students request seats/)
})

it('students are assigned now, later with what comes first, or never again', () => {
  const offered = (status: OpenShift['status']) => assigningOutlook(status).isOffered
  expect(shiftStatus.options.filter((status) => !offered(status))).toEqual([
    'declined',
    'expired',
    'withdrawn',
    'completed',
    'closed',
    'cancelled',
  ])
  // Whatever is offered now is what the server accepts.
  for (const status of shiftStatus.options) {
    const { isOffered, blocker } = assigningOutlook(status)
    expect(isOffered && blocker === null).toBe(
      assigningBlocker({ party: 'school', status }, 'admin') === null,
    )
  }
})

it('a request on a full shift gets no seat, and the blocker names the next step', () => {
  expect(fullBlocker(false)).toBeNull()
  expect(fullBlocker(true)).toBe('All seats are taken. Use the waitlist, or add seats on the shift.')
})

it('a free seat is about to be offered if someone is waiting for it on a visible shift', () => {
  const freed = { status: 'published', seats: 8, seats_taken: 7, waiting: 2 } as const
  expect(isOfferComing(freed)).toBe(true)
  const not = [
    { status: 'full', seats_taken: 8 },
    { waiting: 0 },
    { seats: null },
    { status: 'in_progress' },
  ] as const
  expect(not.map((more) => isOfferComing({ ...freed, ...more }))).toEqual([false, false, false, false])
})

it('suggests the first three open shifts that are not blocked, and counts them all', () => {
  const one = (id: string, isBlocked = false) => ({
    id,
    block: isBlocked ? ({ code: 'seat.own_overlap' } as never) : null,
  })
  const open = [one('a'), one('b', true), one('c'), one('d'), one('e')]
  expect(suggestedShifts(open)).toEqual({ shown: [open[0], open[2], open[3]], count: 4 })
  expect(suggestedShifts([one('b', true)])).toEqual({ shown: [], count: 0 })
})

it('asks for the clearance of a student only until a shift ends or is canceled', () => {
  const asked = shiftStatus.options.filter((status) => isClearanceAsked({ status }))
  expect(asked).toEqual(expect.arrayContaining(['published', 'full', 'in_progress', 'postponed']))
  for (const over of ['completed', 'closed', 'cancelled']) expect(asked).not.toContain(over)
})
