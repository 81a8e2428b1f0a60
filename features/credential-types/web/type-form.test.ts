import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { typeChanges } from '../contract.ts'
import { FLU_BY_SEASON } from '../rules.ts'
import { typeValuesOf, typeVersionFields } from './type-form.ts'

const base = { ...typeValuesOf(undefined), code: 'CPR', name: 'CPR' }
const dated = { key: 'issued', label: 'Issued', kind: 'date' as const, options: [], is_required: true }
const choice = { ...dated, key: 'color', label: 'Color', kind: 'choice' as const, options: ['Red'] }

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

test.each([
  [
    'the day from which a season’s documents count',
    { validity: FLU_BY_SEASON },
    { validity: { ...FLU_BY_SEASON, start: { month: 9, day: 1 } } },
  ],
  ['what a field is saved as', { fields: [dated] }, { fields: [{ ...dated, key: 'field_1' }] }],
  ['whether a field is required', { fields: [dated] }, { fields: [{ ...dated, is_required: false }] }],
  ['the options of a field', { fields: [choice] }, { fields: [{ ...choice, options: ['Red', 'Blue'] }] }],
])('a change of %s alone is taken, not overwritten', (_, was, is) => {
  const [opened, mine, theirs] = [was, { ...was, instructions: 'Both pages.' }, is].map((some) => ({
    ...base,
    ...some,
  })) as [typeof base, typeof base, typeof base]
  const differences = differencesIn(typeVersionFields, opened, mine, theirs)
  expect(mergedFrom(typeVersionFields, mine, theirs, differences)).toEqual({ ...mine, ...is })
})

test('each field that can change is compared', () => {
  expect(typeVersionFields.map(({ key }) => key).toSorted()).toEqual(
    Object.keys(typeChanges.shape).toSorted(),
  )
})
