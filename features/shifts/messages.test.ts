import { expect, it } from 'vitest'
import { refusalMessage } from '#core/refusal.ts'
import { notificationTexts, shiftRefusals } from './messages.ts'

const shift = {
  unit: 'ICU',
  site: 'North',
  date: '2027-01-25',
  start_time: '07:00',
  end_time: '13:30',
}

it('a reason ends before the next sentence begins', () => {
  const ended = { ...shift, reason: 'Census is low', lost: 3, isMine: true }
  const at = 'ICU, North, Monday, January 25, 7:00 AM–1:30 PM'
  expect(notificationTexts['shift.canceled'].message(ended)).toBe(
    `${at}: Census is low. 3 students were on it.`,
  )
  expect(
    notificationTexts['shift.declined'].message({ ...shift, reason: 'no_capacity', note: 'Try the fall' }),
  ).toMatch(/\. Try the fall\. Copy it to resubmit\.$/)
  const covers = [{ name: 'Ana', until: '2027-02-01' }]
  expect(notificationTexts['shift.answered'].message({ ...shift, covers, answer: 'Yes' })).toBe(
    `${at}: Yes. For Ana, who is away until February 1, 2027.`,
  )
})

it('fewer seats name the shift, unless it was written before shifts were named', () => {
  const { title } = notificationTexts['shift.fewer_seats']
  expect(title(shift)).toBe('You are on the waitlist for ICU, North, Monday, January 25, 7:00 AM–1:30 PM')
  expect(title({} as never)).toBe('You are on the waitlist now')
})

it.each([
  ['school', 1, 'has another shift at that time, or needs rest', 'Take the student off first, or choose'],
  ['facility', 2, 'have another shift at that time, or need rest', 'or have the school take them off first.'],
] as const)('for the %s, %d busy students: %s', (by, busy, fact, wayOut) => {
  const sentence = refusalMessage(shiftRefusals, { code: 'shift.students_busy', values: { busy, by } })
  expect(sentence).toContain(fact)
  expect(sentence).toContain(wayOut)
})

it('one seat is one seat', () => {
  const sentence = (code: 'shift.seats_out_of_range' | 'shift_ahead.no_fit', values: object) =>
    refusalMessage(shiftRefusals, { code, values } as never)
  expect(sentence('shift.seats_out_of_range', { capacity: 1 })).toBe(
    'The school requested 1 seat: approve 1.',
  )
  expect(
    sentence('shift_ahead.no_fit', { date: '2027-01-25', unit: '5 East', seats: 1, blocker: 'no_room' }),
  ).toContain('no room for 1 student then')
})

it('a counteroffer names only what it changes', () => {
  const message = (proposed: object, seats: number | null) =>
    notificationTexts['shift.countered'].message({
      ...shift,
      proposed: { ...shift, ...proposed },
      seats,
      note: null,
    })
  expect(message({}, 3)).toBe('Monday, January 25, 7:00 AM–1:30 PM → 3 seats.')
  expect(message({ unit: 'CCU' }, 1)).toBe('Monday, January 25, 7:00 AM–1:30 PM → CCU, North, 1 seat.')
  expect(message({ date: '2027-01-26' }, null)).toBe(
    'Monday, January 25, 7:00 AM–1:30 PM → Tuesday, January 26, 7:00 AM–1:30 PM.',
  )
})
