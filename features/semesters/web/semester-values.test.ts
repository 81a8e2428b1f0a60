import { describe, expect, it, test } from 'vitest'
import { schemaErrors } from '#ui/form.ts'
import { fakeSchoolId, fakeSemester } from '../fake.ts'
import {
  emptySemester,
  type SemesterValues,
  semesterSchema,
  valuesOf,
  wallTimeOf,
} from './semester-values.ts'

const zone = 'America/Chicago'
const schema = semesterSchema(zone)
const errors = (changes: Partial<SemesterValues>, settings: Partial<SemesterValues['settings']> = {}) => {
  const values = valuesOf(fakeSemester())
  return schemaErrors(schema, { ...values, ...changes, settings: { ...values.settings, ...settings } })
}

describe('an existing semester', () => {
  const semester = fakeSemester({
    settings: {
      holidays: ['2026-10-12'],
      breaks: [{ from: '2026-11-25', to: '2026-11-27', name: 'Thanksgiving break' }],
      release_at: '2026-07-01T14:00:00.000Z',
      signup_opens_at: '2026-07-15T13:00:00.000Z',
      signup_closes_at: '2026-08-14T22:00:00.000Z',
      hours_lock_at: '2027-01-05T06:00:00.000Z',
      grading_window: { from: '2026-12-12', to: '2026-12-20' },
    },
  })

  it('comes out of the form unchanged', () => {
    const parsed = schema.safeParse(valuesOf(semester))
    const { name, start_date, end_date, semester_type, academic_year, is_active, settings } = semester
    expect(parsed).toEqual({
      success: true,
      data: {
        school_id: fakeSchoolId,
        name,
        start_date,
        end_date,
        semester_type,
        academic_year,
        is_active,
        settings,
      },
    })
  })

  it('shows its times in the school’s zone, summer and winter', () => {
    const { settings } = valuesOf(semester)
    expect([settings.signup_opens_at, settings.hours_lock_at]).toEqual([
      '2026-07-15T08:00',
      '2027-01-05T00:00',
    ])
  })
})

test('writes midnight as 00:00 of the day that begins', () =>
  expect(wallTimeOf('2026-11-01T04:00:00Z', 'America/New_York')).toBe('2026-11-01T00:00'))

describe('the form', () => {
  it('lists everything that is missing from an empty one', () =>
    expect(schemaErrors(schema, emptySemester)).toEqual({
      school_id: 'Choose the school.',
      name: 'Give the semester a name.',
      start_date: 'Enter a date.',
      end_date: 'Enter a date.',
      semester_type: 'Choose a type.',
      academic_year: 'Enter the academic year, for example 2026–2027.',
    }))

  it('validates with the server’s own rules, at the field', () => {
    expect(errors({ end_date: '2026-08-24' })).toEqual({ end_date: 'The end must be after the start.' })
    expect(errors({ end_date: '2028-01-01' })).toEqual({
      end_date: 'A semester can last at most 366 days; this is 495.',
    })
    expect(errors({}, { breaks: [{ from: '2026-11-27', to: '2026-11-25', name: 'Thanksgiving' }] })).toEqual({
      'settings.breaks.0.to': 'A break must not end before it starts.',
    })
    expect(errors({}, { signup_opens_at: '2026-08-01T08:00', signup_closes_at: '2026-07-01T08:00' })).toEqual(
      {
        'settings.signup_closes_at': 'Sign-up must close after it opens.',
      },
    )
    // The last day is December 11; its evening is still part of the semester.
    expect(errors({}, { hours_lock_at: '2026-12-12T00:00' })).toEqual({})
    expect(errors({}, { hours_lock_at: '2026-12-11T23:59' })).toEqual({
      'settings.hours_lock_at': 'Hours must not be locked before the semester is over.',
    })
    expect(errors({}, { grading_window: { from: '2026-12-12', to: '' } })).toEqual({
      'settings.grading_window.to': 'Enter a date.',
    })
  })

  it('sends no time before the zone of the school is known', () => {
    const unknown = semesterSchema(null)
    const values = valuesOf(fakeSemester())
    expect(unknown.safeParse(values).success).toBe(true)
    const timed = { ...values, settings: { ...values.settings, signup_opens_at: '2026-08-01T08:00' } }
    expect(schemaErrors(unknown, timed)).toEqual({
      'settings.signup_opens_at': 'The school’s time zone is not known yet. Try again in a moment.',
    })
  })

  it('ignores empty rows, and keeps the position of the wrong one', () => {
    const blank = { from: '', to: '', name: ' ' }
    expect(errors({}, { breaks: [blank], holidays: [''] })).toEqual({})
    expect(errors({}, { breaks: [blank, { from: '2026-11-25', to: '', name: '' }] })).toEqual({
      'settings.breaks.1.to': 'Enter a date.',
      'settings.breaks.1.name': 'Give the break a name.',
    })
  })

  it('sends each day off once, in order', () => {
    const values = valuesOf(fakeSemester())
    const parsed = schema.safeParse({
      ...values,
      settings: { ...values.settings, holidays: ['2026-10-12', '', '2026-09-08', '2026-10-12'] },
    })
    expect(parsed).toMatchObject({ data: { settings: { holidays: ['2026-09-08', '2026-10-12'] } } })
  })
})
