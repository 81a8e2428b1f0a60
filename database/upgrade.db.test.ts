/**
 * A database that was set up by an earlier version becomes what a new one is. The earlier version is kept as the list of its migrations and
 * the heads of its functions with their triggers (earlier/069.sql.br): what they did does not matter, that they were there does.
 */
import { createHash, randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyDatabase, withDatabase } from './apply.ts'
import { createRoles, rolesWith } from './roles.ts'
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from './test-database.ts'

/** Landed before 148 did: a database that was kept up to date got it first. */
const AHEAD = '149-one-trigger-of-clearance.sql'

/** A function with the answer that it had in versions after that one. */
const BETWEEN = `create function app.feedback_in_groups(p_school uuid, p_target uuid default null, p_semester uuid default null)
  returns table (about text, target_id uuid, name text, semester_id uuid, semester_name text, given integer, counts jsonb, comments jsonb)
  language sql stable as $$ select null, null::uuid, null, null::uuid, null, 0, null::jsonb, null::jsonb $$`

const earlier = `test_${randomBytes(6).toString('hex')}`
let today: TestDatabase
let server: string

beforeAll(async () => {
  today = await createTestDatabase()
  server = withDatabase(today.adminUrl, 'postgres')
  await onServer(`create database ${earlier} encoding 'UTF8' template template0 owner app_owner`)
  await setUpEarlier()
  await applyDatabase({
    adminUrl: server,
    database: earlier,
    passwords: TEST_PASSWORDS,
    sharedPrefix: 'app',
  })
}, 120_000)
afterAll(async () => {
  await onServer(`drop database if exists ${earlier} with (force)`)
  await today.drop()
})

async function onServer(statement: string): Promise<void> {
  const client = await connect(server)
  await client.query(statement)
  await client.end()
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
}

/** The migrations of then, its functions and triggers, and the one migration that came before its turn. */
async function setUpEarlier(): Promise<void> {
  const file = await readFile(join(import.meta.dirname, 'earlier/069.sql.br'))
  const text = brotliDecompressSync(file).toString()
  const migrations: string[] = JSON.parse(text.slice(3, text.indexOf('\n')))
  const client = await connect(withDatabase(server, earlier))
  await createRoles(client, earlier, rolesWith('app'), TEST_PASSWORDS)
  await client.query(`set role app_owner; set datestyle = 'ISO, MDY'; set timezone = 'UTC'; create schema deploy;
    create table deploy.applied (name text primary key, hash text not null, applied_at timestamptz not null default now())`)
  for (const name of migrations) await land(client, name)
  await client.query(text)
  await client.query(BETWEEN)
  await land(client, AHEAD)
  await client.end()
}

async function land(client: pg.Client, name: string): Promise<void> {
  const statements = await readFile(join(import.meta.dirname, 'migrations', name), 'utf8')
  await client.query(`begin; ${statements}; commit`)
  const hash = createHash('sha256').update(statements).digest('hex')
  await client.query('insert into deploy.applied (name, hash) values ($1, $2)', [name, hash])
}

const ours = `n.nspname in ('public', 'priv', 'app')`
const rights = (column: string) =>
  `(select coalesce(string_agg(a::text, ' ' order by a::text), '') from unnest(${column}) a)`
const notOfExtension = `not exists (select from pg_depend e where e.classid = 'pg_proc'::regclass and e.objid = p.oid and e.deptype = 'e')`

/** Everything that the catalog of a database says of the product's own objects, a line for each. */
const LINES = {
  functions: `select p.oid::regprocedure || ' ' || ${rights('p.proacl')} || ' ' || pg_get_functiondef(p.oid)
    from pg_proc p join pg_namespace n on n.oid = p.pronamespace where ${ours} and p.prokind in ('f', 'p') and ${notOfExtension}`,
  triggers: `select pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_namespace n on n.oid = c.relnamespace
    where ${ours} and not t.tgisinternal`,
  policies: `select to_jsonb(p)::text from pg_policies p`,
  tables: `select n.nspname || '.' || c.relname || ' ' || c.relkind::text || c.relrowsecurity::text || c.relforcerowsecurity::text || ' ' || ${rights('c.relacl')}
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S')`,
  columns: `select n.nspname || '.' || c.relname || '.' || a.attname || ' ' || format_type(a.atttypid, a.atttypmod) || ' ' || a.attnotnull::text || a.attidentity::text
      || a.attgenerated::text || ' ' || coalesce(pg_get_expr(d.adbin, d.adrelid), '') || ' ' || ${rights('a.attacl')}
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum where ${ours} and c.relkind in ('r', 'p', 'v') and a.attnum > 0 and not a.attisdropped`,
  constraints: `select coalesce(c.conrelid::regclass::text, '') || ' ' || c.conname || ' ' || pg_get_constraintdef(c.oid)
    from pg_constraint c join pg_namespace n on n.oid = c.connamespace where ${ours}`,
  indexes: `select pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where ${ours}`,
  transitions: `select to_jsonb(t)::text from public.transitions t`,
}

async function linesOf(url: string, query: string): Promise<string[]> {
  const client = await connect(url)
  try {
    const { rows } = await client.query<[string]>({ text: query, rowMode: 'array' })
    return rows.map(([line]) => line).toSorted()
  } finally {
    await client.end()
  }
}

/** The lines of the first that the second has not. */
async function left(query: string, of: string, without: string): Promise<string[]> {
  const known = new Set(await linesOf(without, query))
  return (await linesOf(of, query)).filter((line) => !known.has(line))
}

it.each(Object.entries(LINES))('an upgraded database has the %s of a new one', async (_, query) => {
  const upgraded = withDatabase(server, earlier)
  expect((await linesOf(upgraded, query)).length).toBeGreaterThan(10)
  expect(await left(query, upgraded, today.adminUrl)).toEqual([])
  expect(await left(query, today.adminUrl, upgraded)).toEqual([])
})

it('sees a function that an upgrade left behind', async () => {
  const upgraded = withDatabase(server, earlier)
  const client = await connect(upgraded)
  await client.query(`create function app.left_over() returns int language sql return 1`)
  await client.end()
  expect(await left(LINES.functions, upgraded, today.adminUrl)).toEqual([
    expect.stringContaining('app.left_over()'),
  ])
})
