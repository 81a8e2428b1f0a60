/** The demonstration in production: open to anyone, so never next to real accounts, and never with a superadmin. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoSignIns } from '#database/demo-sign-ins.ts'
import { seed } from '#database/seed.ts'
import { createFixture, type Fixture } from '#database/testing.ts'
import { readConfig } from '#platform/server/config.ts'
import { openDemo } from './installation.ts'

const config = (env: Record<string, string>) => readConfig({ NODE_ENV: 'production', ...env })
let fixture: Fixture
let adminUrl: string
const secrets = () => ({
  ...fixture,
  pepper: 'pepper-in-tests',
  passwords: { appRw: '', appAuth: '', worker: '' },
})
const open = (env: Record<string, string>) => openDemo(config(env), secrets(), adminUrl)
const emails = async () => (await demoSignIns(adminUrl)).map(({ email }) => email)

beforeAll(async () => {
  fixture = await createFixture()
  adminUrl = fixture.database.adminUrl
})
afterAll(() => fixture.close())

it('is seeded in production with every role but the superadmin', async () => {
  await open({ DEMO: 'on' })
  expect(await emails()).toContain('ana.coordinator@lakeshore.example')
  expect(await emails()).not.toContain('sam.superadmin@placewell.example')
  const [sam] = await fixture.rows<{ status: string; credentials: number }>(
    `select u.status, (select count(*)::int from priv.credentials c where c.user_id = u.id) as credentials
     from public.users u where u.email = 'sam.superadmin@placewell.example'`,
  )
  expect(sam).toEqual({ status: 'deactivated', credentials: 0 })
}, 300_000)

it('closes the superadmin of a database that was seeded in development, with or without DEMO', async () => {
  const other = await createFixture()
  const { adminUrl: url } = other.database
  const sam = 'sam.superadmin@placewell.example'
  const listed = async () => (await demoSignIns(url)).map(({ email }) => email)
  await seed('demo', { adminUrl: url, passwords: other.passwords, saltKey: other.saltKey })
  await other.rows(`create table kept as select c.* from priv.credentials c join public.users u on u.id = c.user_id where u.email = '${sam}'`)
  for (const env of [{ DEMO: 'on' }, {}] as Record<string, string>[]) {
    expect(await listed()).toContain(sam)
    await openDemo(config(env), secrets(), url)
    expect(await listed()).not.toContain(sam)
    // As it was seeded, for the other way to start.
    await other.rows(`update public.users set status = 'active' where email = '${sam}'`)
    await other.rows('insert into priv.credentials select * from kept')
  }
  await other.close()
}, 300_000) // prettier-ignore

it('is refused next to accounts of real people, and lists no one who is not there', async () => {
  const other = await createFixture()
  await other.person({ role: 'superadmin', email: 'owner@hospital.org' })
  await expect(openDemo(config({ DEMO: 'on' }), secrets(), other.database.adminUrl)).rejects.toThrow(
    'DEMO: this database has 1 account of real people, and a demonstration lets anyone in; remove DEMO, or name another database in DATABASE_URL or DATA_DIR',
  )
  await openDemo(config({}), secrets(), other.database.adminUrl)
  expect(await demoSignIns(other.database.adminUrl)).toEqual([])
  await other.close()
})
