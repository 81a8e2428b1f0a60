/**
 * The rules for SQL: a function calls only its own feature and those upstream of it, and writes only its own feature's tables. A use of
 * another feature's SQL is an arrow; two arrows in opposite directions are a cycle that no import shows.
 */
import { glob, readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

const HOME = resolve(import.meta.dirname, '..')

type SqlFiles = ReadonlyMap<string, string>

/** Every SQL file of every feature, by path. */
export async function featureSql(): Promise<SqlFiles> {
  const paths: string[] = []
  for await (const path of glob('features/*/db/*.sql', { cwd: HOME })) paths.push(path)
  const files = new Map<string, string>()
  for (const path of paths.toSorted()) files.set(path, await readFile(resolve(HOME, path), 'utf8'))
  return files
}

const featureOf = (path: string): string => path.split('/')[1]!
const withoutComments = (sql: string): string => sql.replaceAll(/--.*$/gm, '')

/** What each feature defines: its functions, and the tables for which it writes policies, except policies for access by link or address. */
function ownersIn(files: SqlFiles): { functions: Map<string, string>; tables: Map<string, string> } {
  const functions = new Map<string, string>()
  const tables = new Map<string, string>()
  for (const [path, sql] of files) {
    for (const [, name] of sql.matchAll(/create or replace function (app\.\w+)/g))
      functions.set(name!, featureOf(path))
    for (const [, table] of sql.matchAll(/create policy \w+ on (public\.\w+)(?! for \w+ to app_auth)/g))
      if (!tables.has(table!)) tables.set(table!, featureOf(path))
  }
  return { functions, tables }
}

/** One use of another feature in SQL: "a → b: app.f()" or "a → b writes public.t". */
export type Use = { from: string; to: string; what: string }

/** All uses of one feature's SQL by another's. */
export function usesIn(files: SqlFiles): Use[] {
  const { functions, tables } = ownersIn(files)
  const uses = new Map<string, Use>()
  const note = (from: string, to: string | undefined, what: string): void => {
    if (to && to !== from) uses.set(`${from} ${to} ${what}`, { from, to, what })
  }
  for (const [path, text] of files) {
    const from = featureOf(path)
    const sql = withoutComments(text)
    for (const [, name] of sql.matchAll(/\b(app\.\w+)\s*\(/g)) note(from, functions.get(name!), `${name}()`)
    for (const [, table] of sql.matchAll(/\b(?:insert into|update|delete from) (public\.\w+)/g))
      note(from, tables.get(table!), `writes ${table}`)
  }
  return [...uses.values()]
}

/** Pairs of features whose SQL needs each other, "a ↔ b", in alphabetical order. */
export function circlesIn(uses: readonly Use[]): string[] {
  const arrows = new Set(uses.map(({ from, to }) => `${from} ${to}`))
  const pairs = uses.filter(({ from, to }) => from < to && arrows.has(`${to} ${from}`))
  return [...new Set(pairs.map(({ from, to }) => `${from} ↔ ${to}`))].toSorted()
}

/** Imports between features' TypeScript, as arrows, without tests and their data. */
export async function importsBetween(): Promise<Use[]> {
  const uses = new Map<string, Use>()
  for await (const path of glob(['features/**/*.ts', 'features/**/*.tsx'], { cwd: HOME })) {
    if (/\.test\.|\bfake\b|\btesting\b/.test(path)) continue
    const text = await readFile(resolve(HOME, path), 'utf8')
    const from = featureOf(path)
    for (const [, to] of text.matchAll(/from '#features\/([\w-]+)\//g))
      if (to !== from) uses.set(`${from} ${to}`, { from, to: to!, what: path })
  }
  return [...uses.values()]
}
