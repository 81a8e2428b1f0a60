/**
 * Creates a whole feature: `node scripts/bootstrap.mjs new-feature site-visits`. Its tests pass; only administrators of a school may use
 * it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'

/** Writes the files of a feature named by a plural noun, such as `site-visits`, and wires it; returns the paths. Throws if it exists. */
export async function newFeature(root: string, name: string): Promise<string[]> {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(name))
    throw new Error(`A feature is a plural noun such as site-visits, not "${name}"`)
  const folder = `features/${name}`
  if (existsSync(join(root, folder)) && (await readdir(join(root, folder))).length)
    throw new Error(`${folder} exists already`)
  const names = namesOf(name)
  const created = [
    ...Object.entries(filesOf(names)).map(([file, text]) => [`${folder}/${file}`, text] as const),
    [`database/migrations/${await nextNumber(root)}-${name}.sql`, migrationOf(names)] as const,
  ]
  for (const [path, text] of created) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const wired = wiringOf(names)
  for (const [path, edits] of Object.entries(wired)) {
    const before = await readFile(join(root, path), 'utf8')
    await writeFile(join(root, path), edits.reduce(insert, before))
  }
  const paths = [...created.map(([path]) => path), ...Object.keys(wired)]
  const formatted = paths.filter((path) => /\.tsx?$/.test(path) && !path.includes('.gen.'))
  execFileSync(join(root, 'node_modules/.bin/oxfmt'), formatted, { cwd: root, stdio: 'ignore' })
  return paths
}

/** The next migration number, with three digits. */
async function nextNumber(root: string): Promise<string> {
  const files = await readdir(join(root, 'database/migrations'))
  const highest = Math.max(...files.map((file) => Number.parseInt(file, 10)).filter(Number.isFinite))
  return String(highest + 1).padStart(3, '0')
}

type Edit = { after: RegExp; text: string }

/** The text with a line inserted after the first match of `after`; throws if nothing matches, so that a moved file is noticed. */
function insert(text: string, { after, text: added }: Edit): string {
  const found = after.exec(text)
  if (!found) throw new Error(`Nothing matches ${after}`)
  const at = found.index + found[0].length
  return `${text.slice(0, at)}${added}${text.slice(at)}`
}

type Names = ReturnType<typeof namesOf>

/** site-visits: SiteVisits, siteVisits, SiteVisit, siteVisit, site-visit, site_visits, site_visit, "site visits", "site visit". */
function namesOf(name: string) {
  const Plural = name.replace(/(^|-)([a-z])/g, (_, _dash, letter: string) => letter.toUpperCase())
  const plural = Plural[0]?.toLowerCase() + Plural.slice(1)
  const words = name.replaceAll('-', ' ')
  // categories → category, classes → class, shifts → shift
  const one = (many: string): string =>
    many
      .replace(/ies$/, 'y')
      .replace(/(ss|x|ch|sh)es$/, '$1')
      .replace(/([^s])s$/, '$1')
  return {
    name,
    Plural,
    plural,
    Singular: one(Plural),
    singular: one(plural),
    fileOfOne: one(name),
    table: name.replaceAll('-', '_'),
    row: one(name).replaceAll('-', '_'),
    words,
    Words: words[0]?.toUpperCase() + words.slice(1),
    word: one(name).replaceAll('-', ' '),
  }
}

/** The lines that add the feature to the product. */
function wiringOf({ name, Plural, plural, singular, table }: Names): Record<string, Edit[]> {
  return {
    'app/contract.ts': [
      { after: /^/, text: `import { ${plural}Contract } from '#features/${name}/contract.ts'\n` },
      { after: /export const contract = \{\n/, text: `  ${plural}: ${plural}Contract,\n` },
    ],
    'app/api.ts': [
      { after: /^/, text: `import { ${singular}Handlers } from '#features/${name}/server/handlers.ts'\n` },
      { after: /savedViews: savedViewHandlers\(\),\n/, text: `    ${plural}: ${singular}Handlers(),\n` },
    ],
    'database/transitions.ts': [
      { after: /^/, text: `import { ${singular}Steps } from '#features/${name}/rules.ts'\n` },
      { after: /readonly Step\[\]>> = \{\n/, text: `  ${table}: ${singular}Steps,\n` },
    ],
    'database/tables.gen.ts': [
      {
        after: /(?=export interface DB \{)/,
        text: `export interface ${Plural} {
  created_at: Generated<string>;
  created_by: string | null;
  id: string;
  name: string;
  school_id: string;
  status: Generated<string>;
  updated_at: Generated<string>;
  updated_by: string | null;
  version: Generated<number>;
}

`,
      },
      { after: /export interface DB \{\n/, text: `  ${table}: ${Plural};\n` },
    ],
  }
}

function migrationOf({ Words, table }: Names): string {
  return `-- ${Words} of a school.
create table public.${table} (
  id uuid primary key,
  school_id uuid not null references public.schools (id),
  name text not null check (length(btrim(name)) between 1 and 120),
  status text not null default 'draft' check (status in ('draft', 'published')),
  created_at timestamptz not null default now(),
  created_by uuid,
  updated_at timestamptz not null default now(),
  updated_by uuid,
  version integer not null default 1,
  unique (id, school_id)
);
create index ${table}_school on public.${table} (school_id, name);
select app.protect('public.${table}');
create trigger touch before update on public.${table} for each row execute function app.touch();
create trigger audit after insert or update or delete on public.${table} for each row execute function app.audit_row();
`
}

function filesOf(names: Names): Record<string, string> {
  const { name, Plural, plural, Singular, singular, fileOfOne, table, row, words, Words, word } = names
  return {
    'contract.ts': `import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

const base = oc.$meta<ApiMeta>({ access: ['school_admin'], write: false })
const writing = base.meta({ access: ['school_admin'], write: true })
const tags = ['${Words}']

export const ${singular}Status = z.enum(['draft', 'published'])

export const ${singular} = z.object({
  id: z.uuid(),
  school_id: z.uuid(),
  name: z.string().trim().min(1).max(120),
  status: ${singular}Status,
  version: z.int(),
})
export type ${Singular} = z.infer<typeof ${singular}>

export const ${plural}Contract = {
  list: base
    .route({ method: 'GET', path: '/${name}', tags, summary: 'List ${words}' })
    .input(z.object({ school_id: z.uuid() }))
    .output(z.array(${singular})),

  create: writing
    .route({ method: 'POST', path: '/${name}', tags, summary: 'Create a ${word}' })
    .input(${singular}.pick({ id: true, school_id: true, name: true }))
    .output(${singular}),

  publish: writing
    .route({ method: 'POST', path: '/${name}/{id}/publish', tags, summary: 'Publish a ${word}' })
    .input(${singular}.pick({ id: true, version: true }))
    .output(${singular}),
}
`,
    'rules.ts': `import { refusal } from '#core/refusal.ts'
import type { Step } from '#core/steps.ts'
import type { ${Singular} } from './contract.ts'

/** The steps of the status; each start writes them to \`public.transitions\`, and the guard refuses every other step. */
export const ${singular}Steps: readonly Step<${Singular}['status'], 'administrator'>[] = [
  { event: 'publish', from: 'draft', to: 'published', parties: ['administrator'] },
]

/** The reason why it cannot be published now, or null. */
export function publishBlocker({ name, status }: Pick<${Singular}, 'name' | 'status'>) {
  return status === 'draft' ? null : refusal('${row}.not_draft', { name })
}
`,
    'rules.test.ts': `import { expect, it } from 'vitest'
import { fake${Singular} } from './fake.ts'
import { publishBlocker } from './rules.ts'

it('can be published once', () => {
  expect(publishBlocker(fake${Singular}())).toBeNull()
  expect(publishBlocker(fake${Singular}({ status: 'published' }))?.code).toBe('${row}.not_draft')
})
`,
    'fake.ts': `import type { ${Singular} } from './contract.ts'

export const fake${Singular} = (changes: Partial<${Singular}> = {}): ${Singular} => ({
  id: '6f0c6d2e-0000-4000-8000-000000000001',
  school_id: '6f0c6d2e-0000-4000-8000-000000000002',
  name: 'First',
  status: 'draft',
  version: 1,
  ...changes,
})
`,
    'messages.ts': `import { conflict, notFound } from '#core/refusal.ts'

/** The refusals of ${words}: code → sentence. */
export const ${singular}Refusals = {
  '${row}.missing': notFound(() => 'We can’t find that ${word}.'),
  '${row}.old_version': conflict(() => 'This ${word} was just changed by someone else. Check it, then try again.'),
  '${row}.not_draft': conflict<{ name: string }>(({ name }) => \`\${name} is published already.\`),
}
`,
    'db/policies.sql': `-- The school's administrators see and change its ${words}; the superadmin sees all. Re-applied as a whole at each start.
grant select, insert (id, school_id, name), update (name, status) on public.${table} to app_rw;

create policy superadmin_sees_${table} on public.${table} for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_${table} on public.${table} for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_create_${table} on public.${table} for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_change_${table} on public.${table} for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
`,
    'db/guards.sql': `-- What PostgreSQL refuses, regardless of who writes ${words}. The steps are those of rules.ts (public.transitions).

-- Each row begins as a draft and takes only steps of the transition table.
-- Reason: a trigger needs it.
create or replace function app.guard_${row}() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := app.real_uid();
    return new;
  end if;
  if new.status <> old.status then perform app.refuse_illegal_step('${table}', old.status, new.status, 'administrator'); end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.${table} for each row
  when (current_user = 'app_rw') execute function app.guard_${row}();
`,
    'server/handlers.ts': `import { implement } from '@orpc/server'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { explainRefusals } from '#platform/server/pg-errors.ts'
import { ${plural}Contract } from '../contract.ts'
import { ${singular}Refusals } from '../messages.ts'
import { create${Singular} } from './commands/create-${fileOfOne}.ts'
import { publish${Singular} } from './commands/publish-${fileOfOne}.ts'
import { find${Singular} } from './queries/find-${fileOfOne}.ts'
import { list${Plural} } from './queries/list-${name}.ts'

explainRefusals(${singular}Refusals)

export function ${singular}Handlers() {
  const api = implement(${plural}Contract).$context<RequestContext>().$config(validateAfterGuard).use(guard)

  return api.router({
    list: api.list.handler(({ input, context }) => context.act((tx) => list${Plural}(tx, input.school_id))),

    create: api.create.handler(({ input, context }) =>
      context.act(async (tx) => {
        await create${Singular}(tx, input)
        return find${Singular}(tx, input.id)
      }),
    ),

    publish: api.publish.handler(({ input, context }) =>
      context.act(async (tx) => {
        await publish${Singular}(tx, input)
        return find${Singular}(tx, input.id)
      }),
    ),
  })
}
`,
    [`server/commands/create-${fileOfOne}.ts`]: `import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../../contract.ts'

/** Creates a draft; the same id again creates nothing. */
export async function create${Singular}(tx: Tx, given: Pick<${Singular}, 'id' | 'school_id' | 'name'>): Promise<void> {
  const { id, school_id, name } = given
  const values = { id, school_id, name }
  await tx.insertInto('${table}').values(values).onConflict((conflict) => conflict.doNothing()).execute()
}
`,
    [`server/commands/publish-${fileOfOne}.ts`]: `import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { ${singular}Refusals } from '../../messages.ts'
import { publishBlocker } from '../../rules.ts'
import { lock${Singular}, type Seen } from './lock-${fileOfOne}.ts'

/** Publishes a draft. */
export async function publish${Singular}(tx: Tx, seen: Seen): Promise<void> {
  const locked = await lock${Singular}(tx, seen)
  refuseIf(${singular}Refusals, publishBlocker(locked))
  await tx.updateTable('${table}').set({ status: 'published' }).where('id', '=', locked.id).execute()
}
`,
    [`server/commands/lock-${fileOfOne}.ts`]: `import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../../contract.ts'
import { ${singular}Refusals } from '../../messages.ts'
import { find${Singular} } from '../queries/find-${fileOfOne}.ts'

/** The version that the actor saw. */
export type Seen = Pick<${Singular}, 'id' | 'version'>

/** Locks the row; throws NOT_FOUND if the actor may not see it, and CONFLICT if it changed since they saw it. */
export async function lock${Singular}(tx: Tx, { id, version }: Seen): Promise<${Singular}> {
  await tx.selectFrom('${table}').select('id').where('id', '=', id).forNoKeyUpdate().execute()
  const found = await find${Singular}(tx, id)
  if (found.version !== version) refuse(${singular}Refusals, refusal('${row}.old_version'))
  return found
}
`,
    [`server/queries/find-${fileOfOne}.ts`]: `import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../../contract.ts'
import { ${singular}Refusals } from '../../messages.ts'

/** The ${word} with this id; throws NOT_FOUND if the actor may not see it. */
export async function find${Singular}(tx: Tx, id: string): Promise<${Singular}> {
  const found = await tx
    .selectFrom('${table}')
    .select(['id', 'school_id', 'name', 'status', 'version'])
    .where('id', '=', id)
    .executeTakeFirst()
  return (found as ${Singular} | undefined) ?? refuse(${singular}Refusals, refusal('${row}.missing'))
}
`,
    [`server/queries/list-${name}.ts`]: `import type { Tx } from '#platform/server/db.ts'
import type { ${Singular} } from '../../contract.ts'

/** The ${words} of a school that the actor may see, by name. */
export async function list${Plural}(tx: Tx, schoolId: string): Promise<${Singular}[]> {
  const rows = await tx
    .selectFrom('${table}')
    .select(['id', 'school_id', 'name', 'status', 'version'])
    .where('school_id', '=', schoolId)
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows as ${Singular}[]
}
`,
    [`server/${name}.db.test.ts`]: `import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { ${Singular} } from '../contract.ts'
import { ${singular}Handlers } from './handlers.ts'

let fixture: Fixture
let school: string
let ana: Person
let others: Record<string, Person | null>
const api = ${singular}Handlers()
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  const elsewhere = await fixture.school('Another School')
  ana = await fixture.person({ role: 'school_admin', school })
  others = {
    'administrator of another school': await fixture.person({ role: 'school_admin', school: elsewhere }),
    student: await fixture.person({ role: 'student', school }),
    'no session': null,
  }
})
afterAll(() => fixture.close())
beforeEach(() => fixture.rows('delete from public.${table}'))

const list = async (by: Person | null) => call(api.list, { school_id: school }, { context: await fixture.as(by) })
const create = async (by: Person | null, id: string = randomUUID(), name = 'First') =>
  call(api.create, { id, school_id: school, name }, { context: await fixture.as(by) })
const publish = async (by: Person | null, { id, version }: Pick<${Singular}, 'id' | 'version'>) =>
  call(api.publish, { id, version }, { context: await fixture.as(by) })

it('creates a draft, once however often it is sent', async () => {
  const created = await create(ana)
  await create(ana, created.id)
  expect(created).toMatchObject({ name: 'First', status: 'draft', version: 1 })
  expect(await list(ana)).toEqual([created])
})

it('publishes a draft, and refuses an old version and a second time', async () => {
  const created = await create(ana)
  const published = await publish(ana, created)
  expect(published).toMatchObject({ status: 'published', version: 2 })
  await expect(publish(ana, created)).rejects.toMatchObject({ data: { code: '${row}.old_version' } })
  await expect(publish(ana, published)).rejects.toMatchObject({ data: { code: '${row}.not_draft' } })
})

it.each(['administrator of another school', 'student', 'no session'])('is closed to: %s', async (who) => {
  const created = await create(ana)
  const other = others[who]!
  const seen = await list(other).catch(() => [])
  expect(seen).toEqual([])
  const refused = { code: expect.stringMatching(/^(UNAUTHORIZED|FORBIDDEN|NOT_FOUND)$/) }
  await expect(create(other)).rejects.toMatchObject(refused)
  await expect(publish(other, created)).rejects.toMatchObject(refused)
  expect(await list(ana)).toEqual([created])
})

it('PostgreSQL alone refuses a step back, a column that is not granted, and another school’s row', async () => {
  const published = await publish(ana, await create(ana))
  const write = (by: Person, values: Partial<Record<'status' | 'version' | 'name', string | number>>) =>
    fixture.act(by, async (tx) => {
      const { numUpdatedRows } = await tx
        .updateTable('${table}')
        .set(values as { name: string })
        .where('id', '=', published.id)
        .executeTakeFirst()
      return Number(numUpdatedRows)
    })
  await expect(write(ana, { status: 'draft' })).rejects.toThrow('step.illegal')
  await expect(write(ana, { version: 9 })).rejects.toThrow('permission denied')
  expect(await write(others['administrator of another school']!, { name: 'Theirs' })).toBe(0)
  expect(await write(ana, { name: 'Ours' })).toBe(1)
})
`,
    'web/queries.ts': `import { featureApi } from '#platform/web/api.ts'
import type { ${plural}Contract } from '../contract.ts'

export const ${plural} = featureApi<typeof ${plural}Contract>('${plural}')
`,
    [`web/${Plural}Screen.tsx`]: `import { useQuery } from '@tanstack/react-query'
import { Page } from '#ui/Page.tsx'
import { ${plural} } from './queries.ts'

/** The ${words} of a school. */
export function ${Plural}Screen({ schoolId }: { schoolId: string }) {
  const query = useQuery(${plural}.list.queryOptions({ input: { school_id: schoolId } }))
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
Next:
- node scripts/types.ts, then vitest run --project=db features/${name} database/matrix -u: read what the matrix opens
- its columns in the migration, contract.ts and db/policies.sql
- its page: a file in routes/_app/ that renders web/…Screen.tsx, at an address of the specification, and a line in features/shell/web/pages.ts
- a journey in e2e/ and a row in docs/spec-map.md`)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exitCode = 1
  }
}
