import { expect, test } from 'vitest'
import { differencesIn, mergedFrom } from '#ui/use-versions.ts'
import { emptyWishlist, wishlistVersionFields } from './wishlist-form.ts'

const names: Record<string, string> = { r1: 'Pediatrics', r2: 'Pediatrics', c1: 'Fall', s1: 'Spring 2027' }
const fields = wishlistVersionFields((id) => names[id] ?? 'Another')
const base = { ...emptyWishlist, name: 'Spring', semester_id: 's1', rotation_ids: ['r1'] }

test('what only the other person changed is taken, and what was typed stays until it is settled', () => {
  const mine = { ...base, instructions: 'Rank five.', max_choices: '4' }
  const theirs = { ...base, max_choices: 6, policy: 'lottery' as const, allow_comments: true }
  const differences = differencesIn(fields, base, mine, theirs)
  expect(differences.map(({ key, mine: own, theirs: other, whose }) => [key, own, other, whose])).toEqual([
    ['max_choices', '4', '6', 'mine'],
    ['policy', 'Fair match', 'Lottery', 'theirs'],
    ['allow_comments', 'No', 'Yes', 'theirs'],
    ['instructions', 'Rank five.', '', 'mine'],
  ])
  expect(mergedFrom(fields, mine, theirs, differences)).toEqual({
    ...mine,
    policy: 'lottery',
    allow_comments: true,
  })
})

test('two rotations with one name are a difference', () => {
  const theirs = { ...base, rotation_ids: ['r2'] }
  expect(differencesIn(fields, base, base, theirs)).toEqual([
    { key: 'rotation_ids', label: 'Rotations', mine: 'Pediatrics', theirs: 'Pediatrics', whose: 'theirs' },
  ])
})

test('each field of the form is compared', () => {
  expect(fields.map(({ key }) => key).toSorted()).toEqual(Object.keys(emptyWishlist).toSorted())
})
