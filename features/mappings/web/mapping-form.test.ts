import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import type { Mapping } from '../contract.ts'
import { termsTextOf, termsVersionFields } from './mapping-form.ts'

const row = {
  min_hours: null,
  priority: 3,
  rationale: null,
  specialties: ['pediatrics'],
} as unknown as Mapping
const base = termsTextOf(row)

test('what only the other party changed is taken, and what was typed stays until it is settled', () => {
  const mine = { ...base, rationale: 'All of NURS 341.', min_hours: '20' }
  const theirs = termsTextOf({ ...row, min_hours: 40, specialties: ['pediatrics', 'med_surg'] })
  const differences = differencesIn(termsVersionFields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: other, whose }) => [key, own, other, whose])).toEqual([
    ['specialties', 'Pediatrics', 'Medical-surgical, Pediatrics', 'theirs'],
    ['min_hours', '20', '40', 'mine'],
    ['rationale', 'All of NURS 341.', '', 'mine'],
  ])
  expect(mergedFrom(termsVersionFields, mine, theirs, differences)).toEqual({
    ...mine,
    specialties: theirs.specialties,
  })
})

test('each field of the form is compared', () => {
  expect(termsVersionFields.map(({ key }) => key).toSorted()).toEqual(Object.keys(base).toSorted())
})
