import { expect, test } from 'vitest'
import { instantIn } from './when.ts'

test.each([
  ['America/Chicago', 'Wed, Nov 25, 7:00 PM'],
  // By the same clock nothing is to be added, whatever the zone is called.
  ['America/Menominee', 'Wed, Nov 25, 7:00 PM'],
  ['UTC', 'Wed, Nov 25, 7:00 PM CST'],
])('a site in Chicago speaks to a reader in %s of %s', (own, words) => {
  expect(instantIn('2026-11-26T01:00:00Z', 'America/Chicago', own)).toBe(words)
})
