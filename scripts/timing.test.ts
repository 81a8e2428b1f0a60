/**
 * No test depends on how long something took, because that depends on the machine. bench/ measures speed, as a ratio within one run; a test
 * counts statements, requests or steps, or waits for the event itself.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HOME = join(import.meta.dirname, '..')

/** Tests that may read a clock, and why. */
const ALLOWED: Record<string, string> = {
  'e2e/clicks.e2e.ts': 'it prints the seconds beside the presses, and judges the presses alone',
  'features/accounts/server/links.db.test.ts': 'a least time, which a slow machine only lengthens',
  'features/accounts/server/sign-in.db.test.ts': 'how many attempts the time that passed has earned',
  'platform/server/admission.test.ts':
    'the clock is the test’s own: a simulated minute takes as long as the test says',
}

/** The lines of a test that measure how long something takes. */
const clocksIn = (text: string): string[] =>
  text
    .split('\n')
    .filter(
      (line) =>
        /\bperformance\s*\.\s*now\(|\bhrtime\b|console\.time\(/.test(line) ||
        /\bDate\.now\(\)\s*-\s*(began|begun|start|started|from|before|t0|since)\w*\b/i.test(line) ||
        /\b(elapsed|took|waited|duration)(Ms)?\b[^'"`]*\)\s*\.\s*toBe(Less|Greater)Than/.test(line),
    )
    .map((line) => line.trim())

test('finds a measured time, but not a date', () => {
  expect(clocksIn('const began = performance.now()')).toHaveLength(1)
  expect(clocksIn('expect(Date.now() - started).toBeLessThan(5)')).toHaveLength(1)
  expect(clocksIn('expect(waited).toBeLessThan(250)')).toHaveLength(1)
  expect(clocksIn('expect(Date.now() - Date.parse(row.updated_at)).toBeLessThan(60_000)')).toEqual([])
  expect(clocksIn('expect(count).toBeLessThan(3)')).toEqual([])
})

test('no test depends on how long something took', () => {
  const files = globSync(
    '{app,routes,features,ui,platform,core,database,scripts,e2e}/**/*.{test,e2e}.{ts,tsx}',
    {
      cwd: HOME,
      exclude: ['scripts/law-fixtures/**', 'scripts/timing.test.ts'],
    },
  )
  expect(files.length).toBeGreaterThan(200)
  const found = files.filter((file) => clocksIn(readFileSync(join(HOME, file), 'utf8')).length > 0)
  expect(found.toSorted()).toEqual(Object.keys(ALLOWED))
})
