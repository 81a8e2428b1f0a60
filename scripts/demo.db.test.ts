/** The demonstration in production: open to anyone, so never next to real accounts and never with a superadmin. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { demoSignIns } from '#database/demo-sign-ins.ts'
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
  await open({ DEMO: 'on', APP_URL: 'https://demo.example.edu', TRUST_PROXY: '1' })
  expect(
    await fixture.rows(
      `select distinct substring(body_text from 'https?://[^/]+') as link from priv.mails where kind = 'preceptor_link'`,
    ),
  ).toEqual([{ link: 'https://demo.example.edu' }])
  expect(await emails()).toContain('ana.coordinator@lakeshore.example')
  expect(await emails()).not.toContain('sam.superadmin@placewell.example')
  const [sam] = await fixture.rows<{ status: string; credentials: number }>(
    `select u.status, (select count(*)::int from priv.credentials c where c.user_id = u.id) as credentials
     from public.users u where u.email = 'sam.superadmin@placewell.example'`,
  )
  expect(sam).toEqual({ status: 'deactivated', credentials: 0 })
}, 300_000)

it('closes the superadmin of a database that was seeded in development, with or without DEMO', async () => {
  const sam = 'sam.superadmin@placewell.example'
  const [{ id }] = (await fixture.rows<{ id: string }>('select id from public.users where email = $1', [
    sam,
  ])) as [{ id: string }]
  for (const env of [{ DEMO: 'on' }, {}] as Record<string, string>[]) {
    // As a development database has it.
    await fixture.rows(`update public.users set status = 'active' where id = $1`, [id])
    await fixture.credential({ id, email: sam })
    expect(await emails()).toContain(sam)
    await open(env)
    expect(await emails()).not.toContain(sam)
  }
}, 300_000)

it('closes every account of a database that was seeded in development, once DEMO is off', async () => {
  const ana = 'ana.coordinator@lakeshore.example'
  const [{ id }] = (await fixture.rows<{ id: string }>('select id from public.users where email = $1', [
    ana,
  ])) as [{ id: string }]
  await fixture.rows('delete from priv.credentials where user_id = $1', [id])
  await fixture.credential({ id, email: ana })
  const session = await fixture.signIn(id)
  await open({})
  expect(await emails()).toEqual([])
  expect(await fixture.rows('select 1 from priv.sessions where token_hash = $1', [session])).toEqual([])
}, 300_000)

it('is refused next to accounts of real people, and lists only existing accounts', async () => {
  const other = await createFixture()
  await other.person({ role: 'superadmin', email: 'owner@hospital.org' })
  await expect(openDemo(config({ DEMO: 'on' }), secrets(), other.database.adminUrl)).rejects.toThrow(
    'DEMO: this database has 1 account of real people, and a demonstration lets anyone in; remove DEMO, or name another database in DATABASE_URL or DATA_DIR',
  )
  await openDemo(config({}), secrets(), other.database.adminUrl)
  expect(await demoSignIns(other.database.adminUrl)).toEqual([])
  await other.close()
})

it('shows for each evaluation only the checks that it fails', async () => {
  const shown = await fixture.rows<{ failed_checks: string[]; found: string[] }>(
    `select e.failed_checks, array_remove(array[case when not e.evaluator_id = any (app.instructors_of(s)) then 'supervised' end,
       case when a.status not in ('checked_in', 'completed') then 'attended' end], null) as found
     from public.evaluations e join public.shifts s on s.id = e.shift_id
     join public.assignments a on a.shift_id = s.id and a.student_id = e.student_id
     where e.subject = 'shift' and not e.is_self`,
  )
  expect(shown.filter(({ failed_checks: failed }) => failed.length > 0)).not.toEqual([])
  expect(shown.filter(({ failed_checks: failed, found }) => failed.join() !== found.join())).toEqual([])
})
