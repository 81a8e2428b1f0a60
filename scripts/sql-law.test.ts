import { expect, it } from 'vitest'
import { inSql, rolesWith } from '#database/roles.ts'
import { circlesIn, featureSql, importsBetween, usesIn } from './sql-law.ts'

/** How often a feature's SQL writes a table of another feature. Only ever lowered. */
const FOREIGN_WRITES = 22

const bad = new Map([
  [
    'features/beds/db/kernel.sql',
    `-- app.of_ward() in a comment is no call
create or replace function app.free_bed(p uuid) returns void language sql as $$ select app.of_ward(p) $$;
create policy see on public.beds for select using (true);`,
  ],
  [
    'features/wards/db/kernel.sql',
    `create or replace function app.of_ward(p uuid) returns void language sql as $$ update public.beds set ward = p $$;
create policy see on public.wards for select using (true);`,
  ],
])

it('detects a call, a write and the cycle that they form', () => {
  const uses = usesIn(bad)
  expect(uses).toEqual([
    { from: 'beds', to: 'wards', what: 'app.of_ward()' },
    { from: 'wards', to: 'beds', what: 'writes public.beds' },
  ])
  expect(circlesIn(uses)).toEqual(['beds ↔ wards'])
})

it('the SQL of the features has no cycles, and no additional writes to other features’ tables', async () => {
  const uses = usesIn(await featureSql())
  expect(uses.length).toBeGreaterThan(0)
  expect(circlesIn(uses)).toEqual([])
  const writes = uses.filter(({ what }) => what.startsWith('writes '))
  expect(writes.length).toBeLessThanOrEqual(FOREIGN_WRITES)
})

/** Cycles of an import and SQL, mostly a screen that shows part of another feature. None is added. */
const STILL_MIXED = ['audit ↔ permissions']

it('imports between features form no new cycle with the uses in SQL', async () => {
  const imports = await importsBetween()
  expect(circlesIn(imports)).toEqual([])
  expect(circlesIn([...imports, ...usesIn(await featureSql())])).toEqual(STILL_MIXED)
})

it('no function is defined twice, because the second would replace the first', async () => {
  const seen = new Map<string, string>()
  const again: string[] = []
  for (const [file, text] of await featureSql())
    for (const [, name, types] of text.matchAll(/create or replace function ([\w.]+)\(([^)]*)\)/g)) {
      const signature = `${name}(${types?.replaceAll(/\s+/g, ' ')})`
      if (seen.has(signature)) again.push(`${signature} in ${seen.get(signature)} and ${file}`)
      seen.set(signature, file)
    }
  expect(again).toEqual([])
})

it('SQL uses full role names, because an installation has its own', async () => {
  const parts: string[] = []
  for (const [file, text] of await featureSql())
    for (const [literal] of inSql(text, rolesWith('northwoods')).matchAll(/'app_\w*%?'/g))
      parts.push(`${literal} in ${file}`)
  expect(parts).toEqual([])
})
