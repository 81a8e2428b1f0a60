import { execFile } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { judge } from './law.ts'
import { newFeature } from './new-feature.ts'

const HOME = resolve(import.meta.dirname, '..')
const run = promisify(execFile)

let root: string
let made: string[]

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'feature-'))
  for (const part of [
    'package.json',
    'tsconfig.json',
    '.oxfmtrc.json',
    '.oxlintrc.json',
    'app/contract.ts',
    'app/api.ts',
    'core',
    'platform',
    'ui',
    'database',
  ])
    await cp(join(HOME, part), join(root, part), { recursive: true })
  await symlink(join(HOME, 'node_modules'), join(root, 'node_modules'))
  made = await newFeature(root, 'site-visits')
})
afterAll(() => rm(root, { recursive: true }))

/** What a tool reports about the new files; its reports about other files are ignored. */
async function said(tool: string, ...args: string[]): Promise<string[]> {
  const { stdout } = await run(join(HOME, 'node_modules/.bin', tool), args, { cwd: root }).catch(
    (error: { stdout: string }) => error,
  )
  return stdout.split('\n').filter((line) => line.includes('site-visits'))
}

test('creates the files of the architecture page, and wires them', () => {
  expect(made.map((path) => path.replace(/\/\d{3}-/, '/000-')).sort()).toEqual([
    'app/api.ts',
    'app/contract.ts',
    'database/migrations/000-site-visits.sql',
    'database/tables.gen.ts',
    'database/transitions.ts',
    'features/site-visits/contract.ts',
    'features/site-visits/db/guards.sql',
    'features/site-visits/db/policies.sql',
    'features/site-visits/fake.ts',
    'features/site-visits/messages.ts',
    'features/site-visits/rules.test.ts',
    'features/site-visits/rules.ts',
    'features/site-visits/server/commands/create-site-visit.ts',
    'features/site-visits/server/commands/lock-site-visit.ts',
    'features/site-visits/server/commands/publish-site-visit.ts',
    'features/site-visits/server/handlers.ts',
    'features/site-visits/server/queries/find-site-visit.ts',
    'features/site-visits/server/queries/list-site-visits.ts',
    'features/site-visits/server/site-visits.db.test.ts',
    'features/site-visits/web/SiteVisitsScreen.tsx',
    'features/site-visits/web/queries.ts',
  ])
})

test('compiles', async () => {
  expect(await said('tsc', '--checkers', '1', '-p', '.')).toEqual([])
})

test('is lint-free and formatted', async () => {
  expect(await said('oxlint', 'features')).toEqual([])
  expect(await said('oxfmt', '--list-different', 'features')).toEqual([])
})

test('follows the import rules', async () => {
  const { violations } = await judge(root)
  expect(violations.filter(({ from }) => from.includes('site-visits'))).toEqual([])
})

test('refuses a name that is taken, and one that is not a plural noun', async () => {
  await expect(newFeature(root, 'site-visits')).rejects.toThrow('exists already')
  await expect(newFeature(root, 'SiteVisits')).rejects.toThrow('plural noun')
  await expect(newFeature(root, '../shifts')).rejects.toThrow('plural noun')
})
