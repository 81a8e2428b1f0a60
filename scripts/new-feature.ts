/** Makes a feature: `node scripts/bootstrap.mjs new-feature site-visits`. What it makes compiles and opens to nobody. */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Writes the files of a feature named by a plural noun, `site-visits`, and returns their paths; throws if it exists. */
export async function newFeature(root: string, name: string): Promise<string[]> {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name))
    throw new Error(`A feature is a plural noun such as site-visits, not "${name}"`)
  const folder = `features/${name}`
  if (existsSync(join(root, folder)) && (await readdir(join(root, folder))).length)
    throw new Error(`${folder} exists already`)
  const files = Object.entries(filesOf(name)).map(([file, text]) => [`${folder}/${file}`, text] as const)
  for (const [path, text] of files) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const paths = files.map(([path]) => path)
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), paths, { cwd: root, stdio: 'ignore' })
  return paths
}

function filesOf(name: string): Record<string, string> {
  const Plural = name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
  const plural = Plural[0]?.toLowerCase() + Plural.slice(1)
  const table = name.replaceAll('-', '_')
  const words = name.replaceAll('-', ' ')
  const Words = words[0]?.toUpperCase() + words.slice(1)
  // categories → category, classes → class, shifts → shift
  const one = (many: string): string =>
    many
      .replace(/ies$/, 'y')
      .replace(/(ss|x|ch|sh)es$/, '$1')
      .replace(/([^s])s$/, '$1')
  const Singular = one(Plural)
  const singular = one(plural)
  const nameOne = one(name)
  const word = nameOne.replaceAll('-', ' ')
  const singularWord = nameOne.replaceAll('-', '_')
  const tableOne = singularWord
  return {
    'contract.ts': `import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

// Nobody but the superadmin, until the specification says who.
const base = oc.$meta<ApiMeta>({ access: [], write: false })
const writing = base.meta({ access: [], write: true })
const tags = ['${Words}']

export const ${singular}Status = z.enum(['draft', 'published'])
export type ${Singular}Status = z.infer<typeof ${singular}Status>

export const ${singular} = z.object({
  id: z.uuid(),
  name: z.string(),
  status: ${singular}Status,
  version: z.int(),
})
export type ${Singular} = z.infer<typeof ${singular}>

export const ${plural}Contract = {
  list: base.route({ method: 'GET', path: '/${name}', tags, summary: 'List ${words}' }).output(z.array(${singular})),

  publish: writing
    .route({ method: 'POST', path: '/${name}/{id}/publish', tags, summary: 'Publish one' })
    .input(z.object({ id: z.uuid(), version: z.int() }))
    .output(${singular}),
}
`,
    'rules.ts': `import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { ${Singular} } from './contract.ts'

/** The steps of one; the database refuses every other once this has its line in database/transitions.ts. */
export const ${singular}Steps: readonly Step<${Singular}['status'], 'platform'>[] = [
  { event: 'publish', from: 'draft', to: 'published', parties: ['platform'] },
]

/** Why one cannot be published now, or null. */
export function publishBlocker({ name, status }: Pick<${Singular}, 'name' | 'status'>) {
  return status === 'draft' ? null : refusal('${singularWord}.not_draft', { name })
}
`,
    'rules.test.ts': `import { expect, it } from 'vitest'
import { publishBlocker } from './rules.ts'

it('is published once', () => {
  expect(publishBlocker({ name: 'First', status: 'draft' })).toBeNull()
  expect(publishBlocker({ name: 'First', status: 'published' })?.code).toBe('${singularWord}.not_draft')
})
`,
    'messages.ts': `import { conflict, notFound } from '#core/refusal.ts'

/** Why something is not done with ${words}: code → text. */
export const ${singular}Refusals = {
  '${singularWord}.missing': notFound(() => 'We can’t find that ${word}.'),
  '${singularWord}.old_version': conflict(() => 'This ${word} was just changed by someone else.'),
  '${singularWord}.not_draft': conflict<{ name: string }>(({ name }) => \`\${name} is published already.\`),
}
`,
    'db/policies.sql': `-- ${Words}: who may see and change which rows, column by column. Re-applied whole at each start.
-- grant select, insert (id, name), update (name, status) on public.${table} to app_rw;
-- create policy superadmin_sees on public.${table} for select to app_rw using ((select app.is_superadmin()));
-- create policy superadmin_changes on public.${table} for update to app_rw
--   using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
`,
    'db/guards.sql': `-- What PostgreSQL refuses of ${words} whoever signed in writes. The steps are those of rules.ts (public.transitions).

-- A step is one of the list.
-- Reason: a trigger needs it.
create or replace function app.guard_${tableOne}() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.status <> old.status then perform app.refuse_illegal_step('${table}', old.status, new.status, 'platform'); end if;
  return new;
end $$;
-- create or replace trigger guard before update on public.${table} for each row
--   when (current_user = 'app_rw') execute function app.guard_${tableOne}();
`,
    'server/handlers.ts': `import { implement } from '@orpc/server'
import { guard, guardFirst, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { ${plural}Contract } from '../contract.ts'
import { ${singular}Refusals } from '../messages.ts'
import { publish${Singular} } from './commands/publish-${nameOne}.ts'
import { find${Singular}, list${Plural} } from './queries/list-${name}.ts'

explainRefusals(${singular}Refusals)

export function ${singular}Handlers() {
  const api = implement(${plural}Contract).$context<RequestContext>().$config(guardFirst).use(guard)

  return api.router({
    list: api.list.handler(({ context }) => context.act(list${Plural})),
    publish: api.publish.handler(({ input, context }) =>
      context.act(async (tx) => {
        await publish${Singular}(tx, input)
        return find${Singular}(tx, input.id)
      }),
    ),
  })
}
`,
    [`server/commands/publish-${nameOne}.ts`]: `import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { ${singular}Refusals } from '../../messages.ts'
import { publishBlocker } from '../../rules.ts'
import { lock${Singular}, type Seen } from './lock-${nameOne}.ts'

/** Publishes one that is a draft. */
export async function publish${Singular}(tx: Tx, seen: Seen): Promise<void> {
  const locked = await lock${Singular}(tx, seen)
  refuseIf(${singular}Refusals, publishBlocker(locked))
  await sql\`update public.${table} set status = 'published' where id = \${locked.id}::uuid\`.execute(tx)
}
`,
    [`server/commands/lock-${nameOne}.ts`]: `import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../../contract.ts'
import { ${singular}Refusals } from '../../messages.ts'

/** One as somebody saw it. */
export type Seen = Pick<${Singular}, 'id' | 'version'>

/** Locks one for a change. Refuses when there is none for them, and when it was changed since they saw it. */
export async function lock${Singular}(tx: Tx, { id, version }: Seen): Promise<${Singular}> {
  const { rows } = await sql<${Singular}>\`
    select id, name, status, version from public.${table} where id = \${id}::uuid for no key update\`.execute(tx)
  const found = rows[0] ?? refuse(${singular}Refusals, refusal('${singularWord}.missing'))
  if (found.version !== version) refuse(${singular}Refusals, refusal('${singularWord}.old_version'))
  return found
}
`,
    [`server/queries/list-${name}.ts`]: `import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../../contract.ts'
import { ${singular}Refusals } from '../../messages.ts'

/** All that the asker may see, by name. Use the typed query builder once the table is in database/tables.gen.ts. */
export async function list${Plural}(tx: Tx): Promise<${Singular}[]> {
  const { rows } = await sql<${Singular}>\`select id, name, status, version from public.${table} order by name, id\`.execute(tx)
  return rows
}

/** One of them; refuses where there is none. */
export async function find${Singular}(tx: Tx, id: string): Promise<${Singular}> {
  const { rows } = await sql<${Singular}>\`
    select id, name, status, version from public.${table} where id = \${id}::uuid\`.execute(tx)
  return rows[0] ?? refuse(${singular}Refusals, refusal('${singularWord}.missing'))
}
`,
    'web/queries.ts': `import { featureApi } from '#platform/web/api.ts'
import type { ${plural}Contract } from '../contract.ts'

export const ${plural} = featureApi<typeof ${plural}Contract>('${plural}')
`,
    [`web/${Plural}Screen.tsx`]: `import { useQuery } from '@tanstack/react-query'
import { Page } from '#ui/Page.tsx'
import { ${plural} } from './queries.ts'

export function ${Plural}Screen() {
  const query = useQuery(${plural}.list.queryOptions())
  return (
    <Page title="${Words}" query={query}>
      {(rows) => (
        <ul>
          {rows.map((row) => (
            <li key={row.id}>{row.name}</li>
          ))}
        </ul>
      )}
    </Page>
  )
}
`,
  }
}

if (import.meta.main) {
  const [name = ''] = process.argv.slice(2)
  try {
    for (const path of await newFeature(resolve(import.meta.dirname, '..'), name)) console.log(path)
    console.log(`
Left to do:
- a line each in app/contract.ts and app/api.ts
- its tables in database/migrations/, then \`node scripts/types.ts\`; the grants, policies and triggers in features/${name}/db/
- its steps a line in database/transitions.ts
- its addresses in routes/_app/, each with who may open it
- server/*.db.test.ts: what each verb does and refuses, and what PostgreSQL refuses by itself`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
