import { expect, test } from 'vitest'
import {
  breakPreset,
  emptyShift,
  formProblems,
  hoursToCredit,
  newShift,
  ofUnit,
  shiftOf,
} from './shift-form.ts'

const term = { name: 'Fall 2026', start_date: '2026-08-24', end_date: '2026-12-18' }
const zone = 'America/Chicago'
const ward = '00000000-0000-4000-8000-000000000001'
const whole = {
  ...emptyShift,
  specialty: 'med_surg' as const,
  semester_id: ward,
  facility_id: ward,
  date: '2026-10-06',
}

test('empty fields become null, and times are local to the facility', () => {
  const sent = shiftOf(
    { ...whole, signup_mode: 'self_signup', opens: '2026-09-01T08:00', objectives: 'One\n\n Two ' },
    zone,
  )
  expect(sent).toMatchObject({
    title: null,
    proctor_id: null,
    credited_hours_override: null,
    objectives: ['One', 'Two'],
  })
  expect(sent.signup_opens_at).toBe('2026-09-01T13:00:00.000Z')
  expect(sent).not.toHaveProperty('opens')
})

test('a shift whose seats the school assigns has no sign-up times', () => {
  expect(shiftOf({ ...whole, opens: '2026-09-01T08:00' }, zone).signup_opens_at).toBeNull()
})

test.each([
  [{ date: '' }, 'date'],
  [{ date: '2027-01-06' }, 'date'],
  [{ start_time: '25:00' }, 'start_time'],
  [{ facility_id: '' }, 'facility_id'],
  [{ capacity: 0 }, 'capacity'],
  [{ specialty: '' as const }, 'specialty'],
  [{ credited_hours_override: 4 }, 'credited_hours_reason'],
  [{ signup_mode: 'request' as const, signup_policy: 'fair_round' as const }, 'closes'],
  [
    {
      signup_mode: 'request' as const,
      signup_policy: 'fair_round' as const,
      closes: `${whole.date}T${whole.start_time}`,
    },
    'closes',
  ],
])('%j is reported at %s', (change, field) => {
  expect(Object.keys(formProblems({ ...whole, ...change }, term, zone))).toEqual([field])
})

test('a complete shift has no problems', () => {
  expect(formProblems(whole, term, zone)).toEqual({})
})

test('a new shift starts open for sign-up if students sign up on their own', () => {
  const semesters = [{ id: ward, ...term, is_active: true }]
  expect(newShift({ semesters, self_signup: true })).toMatchObject({
    semester_id: ward,
    signup_mode: 'self_signup',
  })
  expect(newShift({ semesters: [], self_signup: false })).toMatchObject({
    semester_id: '',
    signup_mode: 'assigned',
  })
})

test('a new shift is in the selected semester', () => {
  const semesters = [
    { id: ward, ...term, is_active: true },
    { id: 'next', ...term, is_active: true },
  ]
  expect(newShift({ semesters, self_signup: true }, 'next').semester_id).toBe('next')
  expect(newShift({ semesters, self_signup: true }, 'gone').semester_id).toBe(ward)
})

test('a unit sets its specialty, and its hours unless some were typed', () => {
  const shift_patterns = [{ name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 45 }, { name: 3 }]
  const unit = { specialty: 'maternal_newborn' as const, shift_patterns }
  expect(ofUnit(emptyShift, unit)).toEqual({
    specialty: 'maternal_newborn',
    start_time: '07:00',
    end_time: '19:00',
    break_min: '',
  })
  expect(breakPreset({ start_time: '07:00', end_time: '19:00' }, unit)).toBe(45)
  expect(breakPreset({ start_time: '07:00', end_time: '10:00' }, unit)).toBe(0)
  expect(ofUnit({ ...emptyShift, end_time: '12:00' }, unit)).toEqual({ specialty: 'maternal_newborn' })
  expect(ofUnit(emptyShift, { specialty: 'other', shift_patterns: [] })).toEqual({})
  expect(ofUnit(emptyShift, undefined)).toEqual({})
})

test.each([
  ['16:00', '17:00', '', 0, 1],
  ['08:00', '13:59', '', 0, 5.98],
  ['07:00', '13:00', '', 30, 5.5],
  ['19:00', '07:00', '', 30, 11.5],
  ['16:00', '17:00', 15, 15, 0.75],
])(
  'a shift %s–%s with the break %j has %i minutes of break and credits %d h',
  (start, end, typed, pause, hours) => {
    const values = { ...whole, start_time: start, end_time: end, break_min: typed }
    expect(shiftOf(values, zone).break_min).toBe(pause)
    expect(hoursToCredit(values, breakPreset(values))).toBe(hours)
    expect(hoursToCredit({ ...values, credited_hours_override: 4 }, 0)).toBe(4)
    expect(hoursToCredit({ ...values, end_time: '' }, 0)).toBeUndefined()
  },
)
