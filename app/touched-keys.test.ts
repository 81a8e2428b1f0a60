import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { contract } from './contract.ts'

const root = join(import.meta.dirname, '..')
const files = globSync('features/*/web/*.{ts,tsx}', { cwd: root })
const sources = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
const listsIn = (text: string): string[][] =>
  [...text.matchAll(/keysOf\(([^)]*)\)/g)].map(([, names]) =>
    [...names!.matchAll(/'(\w+)'/g)].map(([, name]) => name!),
  )

test('what a change is said to be shown in are features of the contract', () => {
  const named = [...sources.values()].flatMap((text) => listsIn(text).flat())
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter((name) => !Object.hasOwn(contract, name))).toEqual([])
})

/** What a change of one feature is shown in by others, whose lists would stay old. */
const shownIn: Record<string, string[]> = {
  approvals: ['students', 'people', 'dashboards'],
  facilities: ['shifts', 'shiftApprovals', 'facilityTeam', 'openSlots', 'dashboards'],
  partnerships: ['siteFinder', 'shifts', 'assignments'],
  automations: ['shifts', 'assignments', 'students', 'dashboards'],
  'match-runs': ['wishlists', 'shifts', 'assignments', 'capstone', 'students'],
  'canvas-connections': ['cohorts', 'students', 'invitations', 'people'],
  hours: ['students', 'assignments'],
  'hours-requests': ['students', 'hours', 'dashboards'],
  credentials: ['students', 'assignments', 'dashboards'],
}

test.each(Object.entries(shownIn))('a change of %s refetches %j', (feature, names) => {
  const found = listsIn(sources.get(`features/${feature}/web/queries.ts`)!)
  expect(found.flat()).toEqual(expect.arrayContaining(names))
})
