import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { typeChanges } from '../contract.ts'
import { typeValuesOf, typeVersionFields } from './type-form.ts'

const base = { ...typeValuesOf(undefined), code: 'CPR', name: 'CPR' }
const dated = { key: 'issued', label: 'Issued', kind: 'date' as const, options: [], is_required: true }

test('what only the other person changed is taken, and what was typed stays until it is settled', () => {
  const mine = { ...base, instructions: 'Both pages.', grace_days: 5 }
  const theirs = {
    ...base,
    grace_days: 10,
    fields: [dated],
    validity: { rule: 'one_time' as const },
    needs_file: false,
  }
  const differences = differencesIn(typeVersionFields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: other, whose }) => [key, own, other, whose])).toEqual([
    ['validity', expect.any(String), expect.any(String), 'theirs'],
    ['fields', '', 'Issued (date)', 'theirs'],
    ['needs_file', 'Yes', 'No', 'theirs'],
    ['grace_days', '5', '10', 'mine'],
    ['instructions', 'Both pages.', '', 'mine'],
  ])
  expect(mergedFrom(typeVersionFields, mine, theirs, differences)).toEqual({
    ...theirs,
    instructions: 'Both pages.',
    grace_days: 5,
  })
})

test('each field that can change is compared', () => {
  expect(typeVersionFields.map(({ key }) => key).toSorted()).toEqual(
    Object.keys(typeChanges.shape).toSorted(),
  )
})
