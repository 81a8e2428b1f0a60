/**
 * The product uses every exported rule: a decision that only its tests use decides nothing. Names are searched in every file of the
 * product; tests, test data and benchmarks don't count.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const HOME = join(import.meta.dirname, '..')
const NOT_PRODUCT = /\.(test|e2e)\.tsx?$|(^|\/)(fake|testing[a-z-]*)\.ts$|^(bench|e2e)\//
/** core/refusal.ts and core/steps.ts are the toolkit of commands: complete before every part is used. */
const RULES = /^features\/[^/]+\/rules\.ts$|^core\/(?!(refusal|steps)\.)[^/]+\.ts$/

/** Path → text. */
type Files = Record<string, string>

const codeOf = (text: string): string => text.replace(/\/\*.*?\*\//gs, '').replace(/(^|\s)\/\/[^\n]*/g, '')
const exportsOf = (code: string): string[] =>
  [...code.matchAll(/^export (?:async )?(?:function\*?|const|class) (\w+)/gm)].map(([, name]) => name!)

/** The exported names of rules and core that no file of the product uses, including their own. */
function unasked(files: Files): string[] {
  const product = Object.entries(files)
    .filter(([path]) => !NOT_PRODUCT.test(path))
    .map(([path, text]) => ({ path, code: codeOf(text) }))
  const uses = new Map<string, number>()
  for (const { code } of product)
    for (const word of code.match(/\w+/g) ?? []) uses.set(word, (uses.get(word) ?? 0) + 1)
  return product
    .filter(({ path }) => RULES.test(path))
    .flatMap(({ path, code }) =>
      exportsOf(code)
        // One use is the declaration itself.
        .filter((name) => uses.get(name) === 1)
        .map((name) => `${path}: ${name}`),
    )
}

test('finds only the rule that just its test uses', () => {
  expect(
    unasked({
      'features/shifts/rules.ts': `/** asked, unasked */
export const asked = 1
export function alone() {} // alone
export const inner = 2
export const whole = inner + asked`,
      'features/shifts/rules.test.ts': `alone(); whole`,
      'features/shifts/fake.ts': `alone()`,
      'features/shifts/web/ShiftForm.tsx': `import { asked, whole } from '../rules.ts'`,
      'core/hours.ts': 'export const hours = 1',
      'core/hours.test.ts': 'hours',
    }),
  ).toEqual(['features/shifts/rules.ts: alone', 'core/hours.ts: hours'])
})

test('the product uses every exported rule', () => {
  const paths = globSync('{app,routes,features,ui,platform,core,database,scripts,bench,e2e}/**/*.{ts,tsx}', {
    cwd: HOME,
    exclude: ['scripts/law-fixtures/**'],
  })
  const files = Object.fromEntries(paths.map((path) => [path, readFileSync(join(HOME, path), 'utf8')]))
  expect(Object.keys(files).length).toBeGreaterThan(500)
  expect(unasked(files)).toEqual([])
})
