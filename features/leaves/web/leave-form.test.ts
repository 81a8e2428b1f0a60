import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { leaveValuesOf, leaveVersionFields } from './leave-form.ts'

test('what only the other person changed is taken, and what was typed stays until it is settled', () => {
  const base = { ...leaveValuesOf(null, '2027-02-01'), reason: 'medical' as const }
  const mine = { ...base, note: 'Until the birth.', ends_on: '2027-03-01' }
  const theirs = { ...base, reason: 'family' as const, ends_on: '2027-04-01' }
  const differences = differencesIn(leaveVersionFields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: other, whose }) => [key, own, other, whose])).toEqual([
    ['ends_on', 'Mar 1, 2027', 'Apr 1, 2027', 'mine'],
    ['reason', expect.any(String), expect.any(String), 'theirs'],
    ['note', 'Until the birth.', '', 'mine'],
  ])
  expect(mergedFrom(leaveVersionFields, mine, theirs, differences)).toEqual({ ...mine, reason: 'family' })
})

test('each field of the form is compared', () => {
  expect(leaveVersionFields.map(({ key }) => key).toSorted()).toEqual(
    Object.keys(leaveValuesOf(null, '2027-02-01')).toSorted(),
  )
})
