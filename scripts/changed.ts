import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const home = join(import.meta.dirname, '..')

const LISTS_FILES = /\b(?:glob|globSync|readdir|readdirSync)\b[^\n]*from 'node:fs|import\.meta\.glob/

/** The tests that read files of the whole repository without importing them: they, or a file next to them that they import, list files. */
export function treeTests(): string[] {
  const lists = (file: string) => LISTS_FILES.test(readFileSync(join(home, file), 'utf8'))
  return globSync('{scripts,routes,app}/*.test.{ts,tsx}', { cwd: home })
    .filter((file) => !file.includes('.db.test.'))
    .filter((file) => {
      const besides = [...readFileSync(join(home, file), 'utf8').matchAll(/ from '\.\/([\w.-]+\.ts)'/g)]
        .map(([, name]) => join(dirname(file), name!))
        // Some tests contain the text of imports.
        .filter((one) => existsSync(join(home, one)))
      return [file, ...besides].some(lists)
    })
    .sort()
}

const SHARED = /^(?:e2e\/(?!.*\.e2e\.ts$)|(?:ui|platform|core|app)\/(?!.*\.test\.tsx?$))/

/** The journeys that changed files affect: changed ones, and those named after a changed feature; all of them if shared code changed. */
export function journeysOf(
  changed: readonly string[],
  journeys = globSync('e2e/*.e2e.ts', { cwd: home }),
): string[] {
  if (changed.some((file) => SHARED.test(file))) return journeys
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
