import { cp, glob, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import extractConfig from 'dependency-cruiser/config-utl/extract-depcruise-config'
import { afterEach, describe, expect, test } from 'vitest'
import { importsOf, judge, proveSeen } from './law.ts'

const HOME = resolve(import.meta.dirname, '..')
const FIXTURES = join(import.meta.dirname, 'law-fixtures')

/** Rules with a fixture folder of the same name; a rule without one fails below. */
const rules = [
  'no-cycles-between-files',
  'no-cycles-between-features',
  'core-imports-only-core',
  'rules-stay-pure',
  'contract-stays-light',
  'browser-never-imports-server',
  'browser-never-reaches-server',
  'server-never-imports-browser',
  'only-sql-files-touch-sql',
  'features-through-public-api',
  'tests-through-public-api',
  'seeds-through-public-api',
  'frames-only-frame',
  'foundations-know-no-feature',
  'nothing-imports-app',
  'ui-knows-no-router',
  'routes-only-name',
  'imports-resolve',
]

const made: string[] = []

/** Creates a product from a fixture: its files, the real package.json with its `imports`, the real packages. */
async function tree(fixture: string, more: Record<string, string> = {}): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'law-'))
  made.push(root)
  await cp(join(FIXTURES, fixture), root, { recursive: true })
  await cp(join(HOME, 'package.json'), join(root, 'package.json'))
  await symlink(join(HOME, 'node_modules'), join(root, 'node_modules'))
  for (const [file, text] of Object.entries(more)) {
    await mkdir(dirname(join(root, file)), { recursive: true })
    await writeFile(join(root, file), text)
  }
  return root
}

/** The files of a tree that have an import marked with `// bad`. */
async function marked(root: string): Promise<string[]> {
  const bad: string[] = []
  for await (const file of glob('**/*.{ts,tsx}', { cwd: root, exclude: ['node_modules'] }))
    if ((await readFile(join(root, file), 'utf8')).includes('// bad')) bad.push(file)
  return bad.sort()
}

afterEach(async () => {
  for (const root of made.splice(0)) await rm(root, { recursive: true })
})

describe('the import rules', () => {
  test.each(rules)('reports %s and nothing else, wherever it is broken', async (rule) => {
    const root = await tree(rule)
    const { violations } = await judge(root)
    expect([...new Set(violations.map((violation) => violation.rule))]).toEqual([rule])
    expect([...new Set(violations.map((violation) => violation.from))].sort()).toEqual(await marked(root))
    for (const { why } of violations) expect(why).toMatch(/^\S.{20,}\.$/)
  })

  test('has a bad example for each of its rules', async () => {
    const { forbidden = [] } = await extractConfig(join(HOME, '.dependency-cruiser.mjs'))
    const names = forbidden.map(({ name }) => name)
    expect([...new Set([...names, 'no-cycles-between-features'])].sort()).toEqual(rules.toSorted())
  })

  test('accepts a well-built product', async () => {
    const { violations, modules } = await judge(await tree('good'))
    expect(violations).toEqual([])
    expect(modules).toBeGreaterThan(20)
  })

  test('lets tests use SQL, the whole app and the example data of other features', async () => {
    const root = await tree('good', {
      'features/shifts/server/shifts.db.test.ts': `
        import pg from 'pg'
        import { api } from '#app/api.ts'
        import { fakeSemester } from '#features/semesters/fake.ts'
        export const all = [pg, api, fakeSemester]`,
    })
    expect((await judge(root)).violations).toEqual([])
  })

  test('keeps tests out of what is behind the public API of other features', async () => {
    const root = await tree('good', {
      'features/shifts/server/shifts.db.test.ts': `export { all } from '#features/semesters/server/queries/all.ts'`,
    })
    expect((await judge(root)).violations).toMatchObject([{ rule: 'tests-through-public-api' }])
  })

  test('refuses to check an empty product', async () => {
    await expect(judge(await mkdtemp(join(tmpdir(), 'law-')))).rejects.toThrow(/saw no file/)
  })

  test('refuses to check if fewer modules than files were seen', async () => {
    const root = await tree('good')
    const seen = [{ source: 'core/roles.ts', dependencies: [] }]
    await expect(proveSeen(root, ['core'], seen)).rejects.toThrow('never saw core/plain-date.ts')
  })

  test('refuses to check what it can’t see', async () => {
    const root = await tree('good', {
      'core/seen.ts': `export type Seen = Promise<import('./roles.ts').Role>`,
    })
    await expect(judge(root)).rejects.toThrow('core/seen.ts imports ./roles.ts')
  })
})

describe('importsOf', () => {
  test.each([
    [`import { a } from './a.ts'`, ['./a.ts']],
    [`import type {\n  A,\n  B,\n} from "./a.ts"`, ['./a.ts']],
    [`import './a.css'`, ['./a.css']],
    [`export * from './a.ts'\nexport { b } from './b.ts'`, ['./a.ts', './b.ts']],
    [`const a = () => import('./a.ts')`, ['./a.ts']],
    [`type A = import('./a.ts').A`, ['./a.ts']],
    [`// import './a.ts'\n/* import './b.ts' */`, []],
    [`export const a = 'from'\nconst b = "import './c.ts'"`, []],
  ])('%j has the imports %j', (text, names) => {
    expect(importsOf(text)).toEqual(names)
  })
})
