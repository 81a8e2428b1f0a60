import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import type { MySeat, OpenShift } from './contract.ts'
import { clashing, type Deed, mayDrop, outlookOf, partsOf, sharesOf, timeLeft, withDeed, withOpen, withoutDeed } from './rules.ts' // prettier-ignore

const now = '2026-03-02T12:00:00Z'
const shift = (more: Partial<OpenShift> = {}): OpenShift => ({
  id: 'a',
  school_id: 's',
  school_name: 'Lake School',
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
  capacity: 2,
  approved_capacity: 2,
  seats: 2,
  seats_limit: 'shift',
  seats_taken: 0,
  waiting: 0,
  min_to_run: 1,
  proctor_id: null,
  proctor_name: null,
  preceptor_id: null,
  preceptor_name: null,
  series_id: null,
  signup_mode: 'self_signup',
  respond_by: null,
  has_change: false,
  my_assignment_id: null,
  my_status: null,
  version: 1,
  credited_hours: 7.5,
  signup_closes_at: null,
  is_first_come: true,
  why_not: null,
  ...more,
})
const seat = (more: Partial<MySeat> = {}): MySeat => ({
  id: 'seat',
  status: 'assigned',
  source: 'signup',
  reason: null,
  asked_at: now,
  offer_expires_at: null,
  place_in_line: null,
  drop_asked_at: null,
  conflict_at: null,
  moved_at: null,
  credited_hours: 7.5,
  drop_cutoff_at: '2026-03-08T12:00:00Z',
  shift: shift(),
  ...more,
})

describe('what a student may do about a shift', () => {
  test.each<[string, Partial<OpenShift>, Partial<MySeat> | null, readonly Deed[]]>([
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
    ['answer an offer', {}, { status: 'offered', offer_expires_at: '2026-03-03T12:00:00Z' }, ['accept', 'decline']],
    ['nothing about an offer that ran out', {}, { status: 'offered', offer_expires_at: now }, []],
    ['drop and swap', {}, {}, ['drop', 'swap']],
    ['drop what was moved, while that is free', {}, { moved_at: now }, ['drop', 'swap']],
    ['ask the coordinator after the cutoff', {}, { drop_cutoff_at: now }, ['ask_drop', 'swap']],
    ['speak of a conflict after the cutoff, where it was moved', {}, { drop_cutoff_at: now, moved_at: now }, ['conflict', 'swap']],
    ['not ask twice', {}, { drop_cutoff_at: now, drop_asked_at: now }, ['swap']],
    ['not speak of one conflict twice', {}, { drop_cutoff_at: now, moved_at: now, conflict_at: now }, ['swap']],
    ['speak of a conflict again when it is moved again', {}, { drop_cutoff_at: now, moved_at: '2026-03-02T12:00:00Z', conflict_at: '2026-03-01T11:00:00Z' }, ['conflict', 'swap']],
    ['take a seat again that was dropped', {}, { status: 'dropped' }, ['take']],
    ['nothing about what is over', { status: 'completed' }, { status: 'completed' }, []],
  ])('%s', (_, shiftMore, seatMore, deeds) => {
    const one = shift(shiftMore)
    expect(outlookOf(one, seatMore ? seat({ shift: one, ...seatMore }) : undefined, now).deeds).toEqual(deeds)
  }) // prettier-ignore

  it('says why where nothing can be done', () => {
    expect(outlookOf(shift({ signup_mode: 'assigned' }), undefined, now).why).toMatch('Ask your coordinator')
    expect(outlookOf(shift({ starts_at: now }), seat(), now).why).toMatch('Talk to your instructor')
  })

  it('may drop until two days before where no cutoff is set', () => {
    const open = { drop_cutoff_at: null, shift: shift() }
    expect(mayDrop(open, '2026-03-08T11:59:59Z')).toBe(true)
    expect(mayDrop(open, '2026-03-08T12:00:00Z')).toBe(false)
  })
})

describe('what is shown before the server has answered', () => {
  const others = [seat({ id: 'x', shift: shift({ id: 'b', starts_at: '2026-03-01T12:00:00Z' }) }), seat({ id: 'y', shift: shift({ id: 'c', starts_at: '2026-04-01T12:00:00Z' }) })] // prettier-ignore

  it('a new seat stands at its place in time, as what was asked', () => {
    const shown = withDeed(others, { deed: 'take', id: 'new', shift: shift(), now })
    expect(shown.map(({ id }) => id)).toEqual(['x', 'new', 'y'])
    expect(shown[1]).toMatchObject({ status: 'assigned' })
    const waits = withDeed([], { deed: 'wait', id: 'new', shift: shift({ waiting: 2 }), now })
    expect(waits[0]).toMatchObject({ status: 'waitlisted', place_in_line: 3 })
  })

  it('is taken back exactly, whatever the deed and whatever came in since', () => {
    const deeds = fc.constantFrom<Deed>('take', 'request', 'wait', 'withdraw', 'accept', 'decline', 'drop', 'ask_drop', 'conflict') // prettier-ignore
    fc.assert(
      fc.property(deeds, fc.constantFrom('x', 'y', 'new'), (deed, id) => {
        const before = others.find((one) => one.id === id)
        const shown = withDeed(others, { deed, id, shift: shift(), now })
        expect(withoutDeed(shown, id, before)).toEqual(others)
        const since = seat({ id: 'z' })
        expect(withoutDeed([...shown, since], id, before)).toEqual([...others, since])
      }),
    )
  })

  it('an open shift goes back to its place, once', () => {
    const open = [shift({ id: 'b', starts_at: '2026-03-01T12:00:00Z' }), shift({ id: 'c', starts_at: '2026-04-01T12:00:00Z' })] // prettier-ignore
    const back = withOpen(open, shift())
    expect(back.map(({ id }) => id)).toEqual(['b', 'a', 'c'])
    expect(withOpen(back, shift())).toEqual(back)
  })
})

test('the seat in the way is the one at that time, else the nearest within a day', () => {
  const night = seat({ id: 'n', shift: shift({ id: 'n', starts_at: '2026-03-10T00:00:00Z', ends_at: '2026-03-10T11:00:00Z' }) }) // prettier-ignore
  const same = seat({ id: 's', shift: shift({ id: 's', starts_at: '2026-03-10T18:00:00Z', ends_at: '2026-03-10T23:00:00Z' }) }) // prettier-ignore
  const far = seat({ id: 'f', shift: shift({ id: 'f', starts_at: '2026-03-12T18:00:00Z', ends_at: '2026-03-12T23:00:00Z' }) }) // prettier-ignore
  expect(clashing(shift(), [night, same, far])?.id).toBe('s')
  expect(clashing(shift(), [night, far])?.id).toBe('n')
  expect(clashing(shift(), [far, { ...same, status: 'dropped' }])).toBeUndefined()
})

test('a student’s seats in parts: what comes, what is over with the latest first, what is offered, what waits', () => {
  const over = { ends_at: '2026-03-01T20:00:00Z' }
  const seats = [
    seat({ id: 'past', shift: shift(over) }),
    seat({ id: 'past 2', status: 'completed', shift: shift(over) }),
    seat({ id: 'next' }),
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
    ['dropped', 'off', 'past 2', 'past'],
    ['offer'],
    ['wish', 'line'],
  ])
})

test('time that is left is told in the largest unit that helps', () => {
  const at = Date.parse(now)
  expect([0, 30_000, 5.2 * 3_600_000, 47 * 3_600_000, 72 * 3_600_000].map((ms) => timeLeft(at + ms, at))).toEqual(
    [null, '1 min', '5 h 12 min', '47 h 0 min', '3 days'],
  ) // prettier-ignore
})

test('hours are shares of what is asked, and never more than the whole', () => {
  expect(sharesOf({ hours_done: 45, hours_scheduled: 30, hours_required: 150 })).toEqual({ done: 30, scheduled: 20 }) // prettier-ignore
  expect(sharesOf({ hours_done: 60, hours_scheduled: 60, hours_required: 100 })).toEqual({ done: 50, scheduled: 50 }) // prettier-ignore
  expect(sharesOf({ hours_done: 0, hours_scheduled: 0, hours_required: null })).toEqual({ done: 0, scheduled: 0 }) // prettier-ignore
})
