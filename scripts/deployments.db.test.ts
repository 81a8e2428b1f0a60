/** Database servers that are not our own: shared, managed, prepared in advance, or unsuitable. Each works or is refused in one line. */
import { randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testFolder } from '#database/test-folder.ts'
import { type Config, readConfig } from '#platform/server/config.ts'
import { connectionFor, type Postgres, startPostgres } from '#platform/server/postgres.ts'
import type { Secrets } from '#platform/server/secrets.ts'
import { readAs } from '#platform/server/actor.ts'
import { createPool } from '#platform/server/db.ts'
import { type Installation, openInstallation } from './installation.ts'
import { sql } from 'kysely'

const folder = testFolder('placewell-deployments-')
let server: Postgres
let admin: pg.Client
beforeAll(async () => {
  server = await startPostgres({ dataDir: folder, settings: { fsync: 'off', datestyle: 'German, DMY' } })
  admin = new pg.Client({ connectionString: server.adminUrl })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const generated = () => randomBytes(32).toString('base64url')
const newSecrets = (): Secrets => ({
  pepper: generated(),
  saltKey: generated(),
  passwords: { appRw: generated(), appAuth: generated(), worker: generated() },
})

function configFor(url: string): Config {
  return readConfig({ NODE_ENV: 'test', DEMO: 'off', DATABASE_URL: url })
}

const open = (url: string, secrets = newSecrets()): Promise<Installation> =>
  openInstallation(configFor(url), secrets, () => {})

/** The one line that a start prints before it exits; fails if the start works, or if it prints a stack trace. */
async function refusal(url: string, secrets?: Secrets): Promise<string> {
  const error = await open(url, secrets).then(
    () => new Error('it started'),
    (reason: Error) => reason,
  )
  expect(['ConfigError', 'SetupError']).toContain(error.name)
  expect(error.message).not.toContain('\n')
  return error.message
}

const inDatabase = (database: string, user?: string) =>
  connectionFor(server.adminUrl, user ? { database, user, password: 'secret' } : { database })

/** How many of the logins read dates and instants as the product does. */
async function answers({ databaseUrls }: Installation): Promise<number> {
  let count = 0
  for (const url of Object.values(databaseUrls)) {
    const pool = createPool({ url, max: 1, name: 'test' })
    const [row] = await readAs(
      pool,
      null,
      sql<{
        day: string
        at: string
      }>`select date '2026-03-08' as day, timestamptz '2026-03-08T12:00Z' as at`,
    )
    if (row?.day === '2026-03-08' && row.at === '2026-03-08T12:00:00.000Z') count++
    await pool.end()
  }
  return count
}

describe('two installations on one server', () => {
  const secrets = newSecrets()
  let first: Installation

  it('have separate roles, and neither can enter the other', async () => {
    first = await open(inDatabase('first'), secrets)
    const second = await open(inDatabase('second'))
    expect(await answers(first)).toBe(3)
    expect(await answers(second)).toBe(3)
    const { rows } = await admin.query<{ role: string; database: string; may: boolean }>(
      `select r.rolname as role, d.datname as database, has_database_privilege(r.oid, d.oid, 'connect') as may
       from pg_roles r, pg_database d where r.rolname ~ '^(first|second)_' and d.datname in ('first', 'second')`,
    )
    expect(rows).toHaveLength(16)
    for (const { role, database, may } of rows)
      expect([role, database, may]).toEqual([role, database, role.startsWith(database)])
  })

  it('are refused in one database, before a password is changed', async () => {
    expect(await refusal(inDatabase('first'))).toBe(
      'The database "first" belongs to an installation with other secrets: bring its secrets.json to this DATA_DIR, or name another database in DATABASE_URL',
    )
    expect(await answers(first)).toBe(3)
    expect(await answers(await open(inDatabase('first'), secrets))).toBe(3)
  })

  it('keep the passwords of their logins at the next start, and set those that do not work', async () => {
    const verifiers = async () => {
      const { rows } = await admin.query<{ rolpassword: string }>(
        `select rolpassword from pg_authid where rolname like 'first\\_%' and rolcanlogin order by rolname`,
      )
      return rows.map(({ rolpassword }) => rolpassword)
    }
    const before = await verifiers()
    expect(before).toHaveLength(3)
    await open(inDatabase('first'), secrets)
    expect(await verifiers()).toEqual(before)
    await admin.query(`alter role first_rw password 'another'`)
    expect(await answers(await open(inDatabase('first'), secrets))).toBe(3)
  })

  it('are refused with the same roles', async () => {
    await admin.query('create database sibling owner second_owner')
    expect(await refusal(inDatabase('sibling'))).toMatch(
      /^DATABASE_URL: the database "second" of this server already uses the role second_owner, /,
    )
  })
})

describe('an administrator who is not a superuser', () => {
  beforeAll(async () => {
    await admin.query(`create role managed login createrole createdb password 'secret'`)
    await admin.query(`create role plain login password 'secret'`)
    for (const database of ['postgres', 'template1'])
      await admin.query(`grant connect on database ${database} to public`)
  })

  it('sets up an installation in a database that does not exist yet, and starts it again', async () => {
    const secrets = newSecrets()
    expect(await answers(await open(inDatabase('managed-new', 'managed'), secrets))).toBe(3)
    expect(await answers(await open(inDatabase('managed-new', 'managed'), secrets))).toBe(3)
  })

  it('sets one up in a database that was created in advance', async () => {
    await admin.query('create database managed_given owner managed')
    expect(await answers(await open(inDatabase('managed_given', 'managed')))).toBe(3)
  })

  it('reads what to ask for', async () => {
    expect(await refusal(inDatabase('not_there', 'plain'))).toBe(
      `DATABASE_URL: plain may not create the database "not_there": run "create database "not_there" encoding 'UTF8' template template0 owner "plain"" as an administrator`,
    )
    await admin.query('create database plain_given owner plain')
    expect(await refusal(inDatabase('plain_given', 'plain'))).toMatch(
      /^DATABASE_URL: plain may not create roles, and plain_given_owner, .* do not exist: run "alter role plain createrole" as an administrator, or create them as docs\/deployment\.md says$/,
    )
  })

  it('works with roles and a database that were created in advance', async () => {
    const secrets = newSecrets()
    const { appRw, appAuth, worker } = secrets.passwords
    await admin.query('create role ready_owner nologin; grant ready_owner to plain')
    for (const [role, password] of [
      ['ready_rw', appRw],
      ['ready_auth', appAuth],
      ['ready_worker', worker],
    ])
      await admin.query(`create role ${role} login noinherit password '${password}'`)
    await admin.query('create database ready owner ready_owner')
    expect(await answers(await open(inDatabase('ready', 'plain'), secrets))).toBe(3)
    expect(await answers(await open(inDatabase('ready', 'plain'), secrets))).toBe(3)
  })

  it('reads which password is wrong', async () => {
    const secrets = newSecrets()
    await admin.query('create role unfit_owner nologin; grant unfit_owner to plain')
    for (const role of ['unfit_rw', 'unfit_auth', 'unfit_worker'])
      await admin.query(`create role ${role} login noinherit password 'another'`)
    await admin.query('create database unfit owner unfit_owner')
    expect(await refusal(inDatabase('unfit', 'plain'), secrets)).toMatch(
      /^DATABASE_URL: unfit_rw cannot log in \(.*\): run "alter role unfit_rw login password '…'" as an administrator, with the value of APP_RW_PASSWORD$/,
    )
  })
})

describe('an unsuitable server', () => {
  it('is refused if its database is not UTF8', async () => {
    await admin.query(`create database ascii encoding 'SQL_ASCII' locale 'C' template template0`)
    expect(await refusal(inDatabase('ascii'))).toMatch(/"ascii" is encoded as SQL_ASCII; expected UTF8/)
  })

  it('is refused if nothing listens, or if the password is wrong', async () => {
    expect(await refusal('postgres://nobody@127.0.0.1:1/x')).toMatch(
      /^DATABASE_URL: its server cannot be used \(/,
    )
    expect(await refusal(inDatabase('postgres', 'missing'))).toMatch(
      /^DATABASE_URL: its server cannot be used \(/,
    )
  })

  it('is refused if one of its roles writes dates in another format and can’t be changed', async () => {
    await admin.query(`alter role ready_rw in database ready set datestyle = 'SQL, DMY'`)
    const secrets = newSecrets()
    for (const [role, password] of [
      ['ready_rw', secrets.passwords.appRw],
      ['ready_auth', secrets.passwords.appAuth],
      ['ready_worker', secrets.passwords.worker],
    ])
      await admin.query(`alter role ${role} password '${password}'`)
    const owner = new pg.Client({ connectionString: inDatabase('ready') })
    await owner.connect()
    await owner.query(`delete from deploy.applied where name = 'secrets'`)
    await owner.end()
    expect(await refusal(inDatabase('ready', 'plain'), secrets)).toBe(
      'DATABASE_URL: sessions of ready_rw have datestyle SQL, DMY: run "alter role ready_rw in database ready reset datestyle" as an administrator',
    )
  })
})
