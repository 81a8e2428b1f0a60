/**
 * PostgreSQL refuses what must never happen; some rules are enforced only in TypeScript (docs/architecture.md). This test derives them from
 * the catalogs of refusals and from the SQL; docs/held-in-typescript.md lists them: read every change of it. After an intended change,
 * write it again with `npm test -- scripts/held-in-typescript.test.ts -u`.
 */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import type { RefusalCatalog, RefusalKind } from '#core/refusal.ts'

const HOME = join(import.meta.dirname, '..')
const read = (pattern: string): string[] => globSync(pattern, { cwd: HOME }).toSorted()

const KINDS: Record<Exclude<RefusalKind, 'not_found'>, string> = {
  forbidden: 'Not theirs to do',
  conflict: 'Not possible now',
  invalid: 'Input',
  limited: 'Too often',
}

/** The codes that no function or trigger of PostgreSQL raises, by kind; "not found" follows from row-level security. */
export function codesOutside(
  sql: string,
  catalogs: readonly RefusalCatalog[],
): Map<keyof typeof KINDS, string[]> {
  const codes = new Map<keyof typeof KINDS, string[]>()
  for (const [code, { kind }] of catalogs.flatMap((catalog) => Object.entries(catalog)))
    if (kind !== 'not_found' && !sql.includes(`'${code}'`))
      codes.set(kind, [...(codes.get(kind) ?? []), code])
  return codes
}

test('leaves out codes that PostgreSQL raises, and "not found"', () => {
  const one = (kind: RefusalKind) => ({ kind, text: () => '' })
  const catalog = {
    'a.full': one('conflict'),
    'a.late': one('conflict'),
    'a.theirs': one('forbidden'),
    'a.not_found': one('not_found'),
  }
  expect(codesOutside("perform app.refuse_code('a.full', '{}')", [catalog])).toEqual(
    new Map([
      ['conflict', ['a.late']],
      ['forbidden', ['a.theirs']],
    ]),
  )
})

test('the rules that only TypeScript enforces are those of the list', async () => {
  const sql = ['features/**/*.sql', 'database/*.sql']
    .flatMap(read)
    .map((file) => readFileSync(join(HOME, file), 'utf8'))
    // Refusals of constraints, by the code that the feature registers for them.
    .concat(
      read('features/*/server/{handlers,refusals}.ts').flatMap(
        (file) => readFileSync(join(HOME, file), 'utf8').match(/refuseByConstraint\([^)]*\)/g) ?? [],
      ),
    )
    .join('\n')
  const sections: string[] = []
  for (const file of read('features/*/messages.ts')) {
    const module = (await import(pathToFileURL(join(HOME, file)).href)) as Record<string, RefusalCatalog>
    const catalogs = Object.entries(module)
      .filter(([name]) => name.endsWith('Refusals'))
      .map(([, catalog]) => catalog)
    const codes = codesOutside(sql, catalogs)
    if (codes.size === 0) continue
    const lines = (Object.keys(KINDS) as (keyof typeof KINDS)[])
      .filter((kind) => codes.has(kind))
      .map(
        (kind) =>
          `- ${KINDS[kind]}: ${codes
            .get(kind)!
            .map((code) => `\`${code}\``)
            .join(', ')}`,
      )
    sections.push(`## ${file.split('/')[1]!}\n\n${lines.join('\n')}\n`)
  }
  await expect(`${HEADER}\n${sections.join('\n')}`).toMatchFileSnapshot('../docs/held-in-typescript.md')
})

const HEADER = `# Rules that TypeScript holds alone

PostgreSQL protects itself: row-level security and column rights decide who reaches a row, constraints hold seats, overlaps, rest and
keys, triggers refuse an illegal step and write the event row. What a statement past the commands could do all the same is listed
here, by the code of its refusal (\`features/*/messages.ts\` has the sentence, \`rules.ts\` the rule). Some of these codes word what a
constraint or a function refuses too, before it does. That something is not there, or not there for them, follows from row-level security.

Written by \`scripts/held-in-typescript.test.ts\`; read every change.
`
