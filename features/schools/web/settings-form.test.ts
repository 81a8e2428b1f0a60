import { expect, test } from 'vitest'
import { defaultSettings } from '#core/school-settings.ts'
import { fakeProfile } from '../fake.ts'
import { limitKeys, numberKeys, settingsSchema, switches, valuesOf } from './settings-form.ts'

const board = { ...fakeProfile({ sim_cap_pct: 50 }), school_count: 1, version: 1, updated_at: '' }

test('every setting is on the form', () => {
  const others = [
    'credit_rule',
    'makeup_absences',
    'hours_rounding_min',
    'max_students_by_specialty',
    'reminder_days',
  ]
  const all = [...numberKeys, ...limitKeys, ...switches, ...others]
  expect(all.toSorted()).toEqual(Object.keys(defaultSettings).toSorted())
})

test('saving keeps the stored values of other settings', () => {
  const settings = { ...defaultSettings, late_grace_min: 5, evaluation_due_days: 9 }
  const values = { ...valuesOf({ settings, profile: null }), rest_after_night_h: 10 }
  expect(settingsSchema([], settings).safeParse(values)).toEqual({
    success: true,
    data: { settings: { ...settings, rest_after_night_h: 10 }, regulatory_profile_id: null },
  })
})

test('limits of individual specialties and the credit rule are saved as in the form', () => {
  const settings = { ...defaultSettings, max_students_by_specialty: { pediatrics: 6 } }
  const values = valuesOf({ settings, profile: null })
  expect(values.max_students_by_specialty).toEqual([{ specialty: 'pediatrics', most: 6 }])
  const changed = {
    ...values,
    credit_rule: 'elapsed',
    max_students_by_specialty: [{ specialty: 'icu', most: '4' }],
  }
  expect(settingsSchema([], settings).safeParse(changed)).toMatchObject({
    data: { settings: { credit_rule: 'elapsed', max_students_by_specialty: { icu: 4 } } },
  })
})

test('the rules of attendance are saved as in the form', () => {
  const values = {
    ...valuesOf({ settings: defaultSettings, profile: null }),
    late_grace_min: '10',
    makeup_absences: 'excused',
    hours_rounding_min: '6',
  }
  expect(settingsSchema([], defaultSettings).safeParse(values)).toMatchObject({
    data: { settings: { late_grace_min: 10, makeup_absences: 'excused', hours_rounding_min: 6 } },
  })
})

test.each<[string, number[]]>([
  ['60, 30, 14, 7, 3, 1', [60, 30, 14, 7, 3, 1]],
  [' 45 ', [45]],
  ['30 14 7', [30, 14, 7]],
])('the reminder days are read from %j', (reminder_days, read) => {
  const values = { ...valuesOf({ settings: defaultSettings, profile: null }), reminder_days }
  expect(settingsSchema([], defaultSettings).safeParse(values)).toMatchObject({
    data: { settings: { reminder_days: read } },
  })
})

test.each([
  [{ rest_after_night_h: '' }, 'rest_after_night_h'],
  [{ reminder_days: '' }, 'reminder_days'],
  [{ reminder_days: '7, 14' }, 'reminder_days'],
  [{ reminder_days: '14, 14' }, 'reminder_days'],
  [{ reminder_days: '181, 7' }, 'reminder_days'],
  [{ reminder_days: '7, 0' }, 'reminder_days'],
  [{ reminder_days: '7.5' }, 'reminder_days'],
  [{ reminder_days: 'two weeks' }, 'reminder_days'],
  [{ reminder_days: '9, 8, 7, 6, 5, 4, 3, 2, 1' }, 'reminder_days'],
  [{ rest_after_night_h: 25 }, 'rest_after_night_h'],
  [{ late_grace_min: 121 }, 'late_grace_min'],
  [{ lates_per_absence: '' }, 'lates_per_absence'],
  [{ max_students_per_instructor: 9 }, 'max_students_per_instructor'],
  [{ sim_cap_pct: 60 }, 'sim_cap_pct'],
  [{ sim_cap_pct: 101 }, 'sim_cap_pct'],
  [{ max_students_by_specialty: [{ specialty: 'icu', most: 9 }] }, 'max_students_by_specialty.0.most'],
  [{ max_students_by_specialty: [{ specialty: 'icu', most: '' }] }, 'max_students_by_specialty.0.most'],
  [
    {
      max_students_by_specialty: [
        { specialty: 'icu', most: 4 },
        { specialty: 'icu', most: 5 },
      ],
    },
    'max_students_by_specialty.1.specialty',
  ],
])('%o is an error at its field', (change, field) => {
  const values = { ...valuesOf({ settings: defaultSettings, profile: board }), ...change }
  const read = settingsSchema([board], defaultSettings).safeParse(values)
  expect(read.success ? [] : read.error.issues.map(({ path }) => path)).toEqual([[field]])
})
