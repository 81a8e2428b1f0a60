import type { CountedLimit, LimitFacts } from '#features/shifts/rules.ts'
import { expect, it } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { notificationTexts as texts, seatRefusals } from './messages.ts'

const shift = { unit: '5 East', site: 'North', date: '2027-03-02', start_time: '07:00', end_time: '15:00' }

it('an offer says when it expires, by the shift’s clock', () => {
  const offer = { ...shift, until: '2027-03-01T20:30:00+00:00', time_zone: 'America/Chicago' }
  expect(texts['seat.offered'].message(offer)).toBe(
    '5 East, North, Tuesday, March 2, 7:00 AM–3:00 PM. Answer by March 1, 2027 at 2:30 PM, or it goes to the next in line.',
  )
})

it('a round names the position and the hours, and the reason if there is one', () => {
  const round = { ...shift, position: 2, hours: 12.5, reason: null }
  const sentence =
    '5 East, North, Tuesday, March 2, 7:00 AM–3:00 PM. You were number 2 in the round, with 12.5 hours.'
  expect(texts['seat.round_won'].message(round)).toBe(sentence)
  expect(texts['seat.round_declined'].message({ ...round, reason: 'It is full.' })).toBe(
    `${sentence} It is full.`,
  )
})

it('a swap names its shift, with and without a reason', () => {
  const at = '5 East, North, Tuesday, March 2, 7:00 AM–3:00 PM.'
  expect(texts['swap.refused'].message({ ...shift, reason: null })).toBe(`${at} Your seat stays yours.`)
  expect(texts['swap.refused'].message({ ...shift, reason: 'Hours do not fit.' })).toBe(
    `${at} Hours do not fit.`,
  )
})

it('a seat that could not be offered, or hours that need no make-up, name the shift', () => {
  const at = '5 East, North, Tuesday, March 2, 7:00 AM–3:00 PM'
  expect(texts['seat.offer_missed'].message({ ...shift, reason: 'Your cohort changed.' })).toBe(
    `${at}: Your cohort changed.`,
  )
  expect(texts['makeup.waived'].message({ ...shift, hours: 8, reason: 'Enough hours.' })).toBe(
    `${at}. Enough hours.`,
  )
})

it('a swap that was written before it named its shift can still be read', () => {
  const before = (values: object) => values as never
  expect(texts['swap.accepted'].message(before({}))).toBe('Your coordinator decides now.')
  expect(texts['swap.done'].message(before({ reason: null }))).toBe('Both schedules are updated.')
  expect(texts['swap.called_off'].message(before({ student: 'Ben Bright' }))).toBe(
    'Ben Bright is leaving. Your own seats stay yours.',
  )
})

it('a full shift names its limit and the next step, for students and for planners', () => {
  const facts = {
    closed: null,
    unit: null,
    years: null,
    agreement: null,
    rules: null,
    date: '2027-03-02',
    experience_type: 'group',
    specialty: 'icu',
    taken: 2,
  } as const
  const rules = {
    school: 'Lake School',
    jurisdiction: 'Wisconsin',
    source_url: null,
    effective_from: null,
    board: null,
    own: null,
    own_specialty: null,
    preceptor: 1,
    is_instructed: true,
    instructors: 1,
    preceptors: 1,
  }
  const full = (
    limit: CountedLimit['limit_name'],
    seats: number,
    is_student: boolean,
    more: Partial<LimitFacts>,
  ) =>
    refusalMessage(seatRefusals, {
      code: 'seat.full',
      values: { ...facts, capacity: seats, seats, seats_limit: limit, is_student, ...more },
    })
  const wisconsin = { rules: { ...rules, board: 2 } }
  expect(full('shift', 1, true, {})).toBe(
    'This shift is full. Its only seat is taken. Join the waitlist, or take another open shift.',
  )
  expect(full('ratio', 2, false, wisconsin)).toBe(
    'This shift is full. Wisconsin allows 2 students per instructor. 1 instructor may supervise 2 students here. Add an instructor or move a student.',
  )
  expect(full('school', 20, false, { rules: { ...rules, own: 10, instructors: 2 } })).toBe(
    'This shift is full. Lake School allows 10 students per instructor. With 2 instructors that is 20. 2 instructors may supervise 20 students here. Add an instructor or move a student.',
  )
  expect(full('ratio', 2, true, wisconsin)).toBe(
    'This shift is full. All 2 seats are taken: Wisconsin allows 2 students per instructor. Join the waitlist, or take another open shift.',
  )
  expect(full('shift', 2, false, {})).toMatch(/taken\. Add seats to it, /)
  const unit = { name: '5 East', most: 2, taken: 0, ratio: null, has_others: false }
  expect(full('unit', 2, false, { unit })).toMatch(/at a time\. Take someone off it, /)
})

it('sign-up says when it opens and when it closed, by the shift’s clock', () => {
  const values = { at: '2027-03-01T20:30:00+00:00', time_zone: 'America/Chicago' }
  expect(refusalMessage(seatRefusals, { code: 'signup.not_open', values })).toBe(
    'Sign-up opens on March 1, 2027 at 2:30 PM.',
  )
  expect(refusalMessage(seatRefusals, { code: 'signup.closed', values })).toBe(
    'Sign-up closed on March 1, 2027 at 2:30 PM. Ask your coordinator.',
  )
})
