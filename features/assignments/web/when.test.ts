import { expect, test } from 'vitest'
import { instantIn } from './when.ts'

test.each([
  ['America/Chicago', 'Wed, Nov 25, 7:00 PM'],
  // With the same clock, nothing is added, whatever the zone is called.
  ['America/Menominee', 'Wed, Nov 25, 7:00 PM'],
  ['UTC', 'Wed, Nov 25, 7:00 PM CST'],
])('a site in Chicago shows a reader in %s: %s', (own, words) => {
  expect(instantIn('2026-11-26T01:00:00Z', 'America/Chicago', own)).toBe(words)
})
