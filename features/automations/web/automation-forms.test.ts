import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { ruleValuesOf, ruleVersionFields } from './rule-form.ts'
import { breakOf, templateValuesOf, templateVersionFields } from './template-form.ts'

const nameOf = (id: string): string => ({ north: '5 East', south: '5 East', fall: 'Fall' })[id] ?? 'Another'
const shown = (differences: ReturnType<typeof differencesIn>) =>
  differences.map(({ key, mine, theirs, whose }) => [key, mine, theirs, whose])

test('a rule: when it runs is settled as one, and what only the other person changed is taken', () => {
  const fields = ruleVersionFields(nameOf)
  const base = {
    ...ruleValuesOf(undefined, 'school'),
    name: 'Weekly',
    action: 'remind',
    facility_id: 'north',
  }
  const mine = { ...base, name: 'Each Tuesday', weekday: '2' }
  const theirs = { ...base, every: 'event', event: 'seat_freed', facility_id: 'south', days_ahead: '14' }
  const differences = differencesIn(fields, base, mine, theirs)
  expect(shown(differences)).toEqual([
    ['name', 'Each Tuesday', 'Weekly', 'mine'],
    ['every', 'Every Tuesday at 6:00 AM', 'After: a student leaves a seat', 'mine'],
    ['days_ahead', '28', '14', 'theirs'],
    ['facility_id', '5 East', '5 East', 'theirs'],
  ])
  expect(mergedFrom(fields, mine, theirs, differences)).toEqual({
    ...mine,
    days_ahead: '14',
    facility_id: 'south',
  })
  const all = differences.map((one) => ({ ...one, whose: 'theirs' as const }))
  expect(differencesIn(fields, base, mergedFrom(fields, mine, theirs, all), theirs)).toEqual([])
})

test('a template: units with one name differ, and what was typed stays until it is settled', () => {
  const fields = templateVersionFields(nameOf)
  const base = { ...templateValuesOf(undefined, 'school'), facility_id: 'north', specialty: 'med_surg' }
  const mine = { ...base, objectives: 'Medication', weekdays: ['3', '1'] }
  const theirs = { ...base, facility_id: 'south', weekdays: ['5'], start_time: '06:30', cohort_ids: ['fall'] }
  expect(shown(differencesIn(fields, base, mine, theirs))).toEqual([
    ['facility_id', '5 East', '5 East', 'theirs'],
    ['weekdays', 'Monday, Wednesday', 'Friday', 'mine'],
    ['start_time', '7:00 AM', '6:30 AM', 'theirs'],
    ['cohort_ids', '', 'Fall', 'theirs'],
    ['objectives', 'Medication', '', 'mine'],
  ])
})

test('a template has the break that fits its hours until someone enters one', () => {
  const empty = templateValuesOf(undefined, 'school')
  expect(breakOf(empty)).toBe(30)
  expect(breakOf({ ...empty, end_time: '11:00' })).toBe(0)
  expect(breakOf({ ...empty, end_time: '11:00', break_min: '15' })).toBe(15)
})

test('each field of both forms is compared, except the school, which stays', () => {
  const compared = (fields: readonly { key: string }[]) => fields.map(({ key }) => key)
  const {
    school_id: _school,
    event: _event,
    time: _time,
    weekday: _weekday,
    day: _day,
    ...rule
  } = ruleValuesOf(undefined, null)
  expect(compared(ruleVersionFields(nameOf)).toSorted()).toEqual(Object.keys(rule).toSorted())
  const { school_id: _of, ...template } = templateValuesOf(undefined, null)
  expect(compared(templateVersionFields(nameOf)).toSorted()).toEqual(Object.keys(template).toSorted())
})
