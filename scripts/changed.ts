import { globSync } from 'node:fs'
import { join } from 'node:path'

const home = join(import.meta.dirname, '..')

/** Tests that read the files of the whole repository and import none of them. */
export const TREE_TESTS = [
  ...['house', 'spec-map', 'sql-law', 'sql-size', 'timing', 'rules-in-use'].map(
    (name) => `scripts/${name}.test.ts`,
  ),
  'routes/',
  'app/notification-texts.test.ts',
]

/** The journeys that changed files affect: changed ones, and those named after a changed feature; all of them if shared code changed. */
export function journeysOf(
  changed: readonly string[],
  journeys = globSync('e2e/*.e2e.ts', { cwd: home }),
): string[] {
  if (changed.some((file) => /^e2e\/(?!.*\.e2e\.ts$)/.test(file))) return journeys
  const features = featuresOf(changed.filter((file) => !/\.test\.tsx?$/.test(file)))
  return journeys.filter(
    (file) => changed.includes(file) || features.some((name) => file === `e2e/${name}.e2e.ts`),
  )
}

/** The tests that changed SQL files affect, which no test imports: those of the feature, and those of the whole database. */
export function testsOfSql(changed: readonly string[]): string[] {
  const files = changed.filter((file) => file.endsWith('.sql'))
  if (files.length === 0) return []
  const whole = ['catalog', 'matrix', 'spec-procedures'].map((name) => `database/${name}.db.test.ts`)
  return [...whole, ...featuresOf(files).map((name) => `features/${name}/`)]
}

const featuresOf = (files: readonly string[]): string[] => [
  ...new Set(files.flatMap((file) => /^features\/([^/]+)\//.exec(file)?.[1] ?? [])),
]
