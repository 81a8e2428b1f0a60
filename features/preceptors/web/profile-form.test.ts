import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { profileVersionFields, sentOf, valuesOf } from './profile-form.ts'

test('what only the other person changed is taken, and what was typed stays until it is settled', () => {
  const base = { ...valuesOf(undefined), full_name: 'Lee Moss', license_state: 'WI' }
  const mine = { ...base, license_state: 'wi', bio: 'Nights.', max_students: 2 }
  const theirs = { ...base, accepts: false, license_expires_on: '2027-03-01', max_students: 3 }
  const differences = differencesIn(profileVersionFields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: other, whose }) => [key, own, other, whose])).toEqual([
    ['license_expires_on', '', 'Mar 1, 2027', 'theirs'],
    ['max_students', '2', '3', 'mine'],
    ['accepts', 'Yes', 'No', 'theirs'],
    ['bio', 'Nights.', '', 'mine'],
  ])
  expect(mergedFrom(profileVersionFields, mine, theirs, differences)).toEqual({
    ...mine,
    accepts: false,
    license_expires_on: '2027-03-01',
  })
})

test('each field that is sent is compared', () => {
  expect(profileVersionFields.map(({ key }) => key).toSorted()).toEqual(
    Object.keys(sentOf(valuesOf(undefined))).toSorted(),
  )
})
