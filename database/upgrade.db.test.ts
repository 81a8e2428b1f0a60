/** A database of an earlier release becomes equal to a new one, whatever the release left in it (earlier.ts). */
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connectionFor } from '#platform/server/postgres.ts'
import { applyDatabase } from './apply.ts'
import { differences, readCatalog } from './catalog-lines.ts'
import { readRelease, releases, restoreRelease } from './earlier.ts'
import { createRoles, rolesWith } from './roles.ts'
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from './test-database.ts'

let fresh: TestDatabase
let shouldBe: Map<string, string>
beforeAll(async () => {
  fresh = await createTestDatabase()
  shouldBe = await readCatalog(fresh.adminUrl)
})
afterAll(() => fresh.drop())

const server = () => connectionFor(fresh.adminUrl, { database: 'postgres' })
const urlOf = (database: string) => connectionFor(fresh.adminUrl, { database })

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Runs what every start does. */
const start = (database: string) =>
  applyDatabase({ adminUrl: server(), database, passwords: TEST_PASSWORDS, sharedPrefix: 'app' })

/** Restores a database of the release; returns its name. */
async function restore(release: string): Promise<string> {
  const database = `test_${randomBytes(6).toString('hex')}`
  await withClient(server(), (client) =>
    client.query(`create database ${database} encoding 'UTF8' template template0 owner app_owner`),
  )
  await withClient(urlOf(database), async (client) => {
    await createRoles(client, database, rolesWith('app'), TEST_PASSWORDS)
    await restoreRelease(client, await readRelease(release))
  })
  return database
}

const drop = (database: string) =>
  withClient(server(), (client) => client.query(`drop database ${database} with (force)`))

describe.each(releases)('a database of release %s', (release) => {
  let database: string
  beforeAll(async () => {
    database = await restore(release)
  })
  afterAll(() => drop(database))

  it('starts, keeps its rows, and otherwise equals a new one', async () => {
    const before = await countRows()
    await start(database)
    expect(differences(await readCatalog(urlOf(database)), shouldBe)).toEqual([])
    expect(await countRows()).toEqual(before)
  })

  it('is not changed by the next start', async () => {
    const before = await applied()
    await start(database)
    expect(await applied()).toEqual(before)
  })

  const applied = () =>
    withClient(urlOf(database), async (client) => {
      const { rows } = await client.query<{ name: string }>('select * from deploy.applied order by name')
      return rows
    })
  const countRows = () =>
    withClient(urlOf(database), async (client) => {
      const tables = ['schools', 'users', 'facilities', 'semesters', 'shifts', 'assignments']
      const counts = tables.map((table) => `(select count(*)::int from public.${table}) as ${table}`)
      return (await client.query<Record<string, number>>(`select ${counts.join(', ')}`)).rows[0]
    })
})

it('a database is unchanged if everything is applied again', async () => {
  const database = await restore(releases.at(-1)!)
  await start(database)
  await withClient(urlOf(database), (client) =>
    client.query(`delete from deploy.applied where name in ('functions and policies', 'queue of jobs')`),
  )
  await start(database)
  const found = differences(await readCatalog(urlOf(database)), shouldBe)
  await drop(database)
  expect(found).toEqual([])
})

it('does not start if something depends on what a start drops', async () => {
  const database = await restore(releases[0]!)
  await withClient(urlOf(database), (client) =>
    client.query(`set role app_owner; create view app.leaning as select app.is_step('', '', '', '')`),
  )
  const started = start(database)
  await expect(started).rejects.toThrow(
    /^Database set-up failed in functions and policies: cannot drop function app.is_step/,
  )
  await drop(database)
})

it('the last release is stored with rows', async () => {
  const { rows } = await readRelease(releases.at(-1)!)
  expect(Object.keys(rows).length).toBeGreaterThan(100)
  expect(rows['public.assignments']).toHaveLength(1)
})

it('every difference is named', async () => {
  const { adminUrl, drop: remove } = await createTestDatabase()
  await withClient(adminUrl, (client) =>
    client.query(`set role app_owner;
      create function app.school_today(p_school uuid, p_of_before date) returns date language sql return p_of_before;
      alter function app.uid() volatile;
      create or replace view app.incident_readers as select null::uuid as shift_id, null::uuid as user_id;
      alter policy own on public.saved_views using (false);
      alter table public.shifts disable trigger check_step, alter column capacity set default 3, drop constraint shifts_no_oversell;
      create index left_over on public.shifts (capacity);
      grant select on public.shifts to app_auth;
      revoke all on public.saved_views from app_rw;
      update public.transitions set parties = '{}' where entity = 'shifts' and event = 'publish'`),
  )
  const found = differences(await readCatalog(adminUrl), shouldBe)
  await remove()
  expect(found).toContain('step of a status shifts publish approved published is “{}”, not “{school,system}”')
  expect(found.map((line) => line.split(/ is (?!of)/)[0])).toEqual([
    'column saved_views.is_default',
    'column saved_views.name',
    'column saved_views.updated_at',
    'column shifts.capacity',
    'constraint shifts_no_oversell on shifts',
    'function app.school_today(uuid,date)',
    'function app.uid()',
    'index left_over',
    'policy own on public.saved_views',
    'step of a status shifts publish approved published',
    'table app.incident_readers',
    'table saved_views',
    'table shifts',
    'trigger check_step on shifts',
    'view app.incident_readers',
  ])
})
