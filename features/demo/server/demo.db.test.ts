import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture } from '#database/testing.ts'
import { openSession } from '#features/accounts/server/public.ts'
import { demoHandlers } from './handlers.ts'

let fixture: Fixture
const ana = {
  key: 'school_admin',
  email: 'ana@lakeshore.example',
  fullName: 'Ana Morales',
  role: 'school_admin',
} as const
const gone = {
  key: 'proctor',
  email: 'gone@lakeshore.example',
  fullName: 'Gone Away',
  role: 'proctor',
} as const
const real = {
  key: 'superadmin',
  email: 'owner@hospital.org',
  fullName: 'A Real Owner',
  role: 'superadmin',
} as const
const handlers = (isDemo: boolean, isProduction = false) =>
  demoHandlers({ config: { isDemo, isProduction }, authPool: fixture.authPool, people: [ana, gone, real] })

beforeAll(async () => {
  fixture = await createFixture()
  const school = await fixture.school()
  await fixture.person({ ...ana, school })
  await fixture.person({ ...gone, school, status: 'deactivated' })
  await fixture.person(real)
})
afterAll(() => fixture.close())

it('signs a visitor in as one of its people, with an ordinary session of 24 hours', async () => {
  const context = await fixture.as(null)
  const api = handlers(true)
  expect(await call(api.get, undefined, { context })).toMatchObject({
    is_open: true,
    people: [{ key: 'school_admin', full_name: 'Ana Morales' }, {}, {}],
  })
  expect(await call(api.signIn, { key: 'school_admin' }, { context })).toEqual({ go_to: '/school/dashboard' })
  expect(context.cookie.session).toBeTruthy()
  const [session] = await fixture.rows<{ hours: number }>(
    `select extract(epoch from expires_at - signed_in_at)::int / 3600 as hours from priv.sessions s
     join public.users u on u.id = s.user_id where u.email = $1 order by signed_in_at desc limit 1`,
    [ana.email],
  )
  expect(session).toEqual({ hours: 24 })
})

it("ends the browser's earlier session, but only if the sign-in succeeds", async () => {
  const before = await fixture.person({ role: 'proctor', school: await fixture.school() })
  const held = () => fixture.rows('select 1 from priv.sessions where user_id = $1', [before.id])
  const context = await fixture.as(before)
  await expect(call(handlers(true).signIn, { key: 'proctor' }, { context })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await held()).toHaveLength(1)
  await call(handlers(true).signIn, { key: 'school_admin' }, { context })
  expect(await held()).toEqual([])
})

it('does not exist without a demo', async () => {
  const context = await fixture.as(null)
  const api = handlers(false)
  expect(await call(api.get, undefined, { context })).toEqual({ is_open: false, people: [] })
  await expect(call(api.signIn, { key: 'school_admin' }, { context })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(context.cookie.session).toBeNull()
})

it("opens neither a deactivated account nor a real person's, whatever the configuration", async () => {
  const context = await fixture.as(null)
  for (const key of ['proctor', 'superadmin', 'student'] as const)
    await expect(call(handlers(true).signIn, { key }, { context })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  expect(context.cookie.session).toBeNull()
})

it('slows one IP address down after twenty entries in a minute', async () => {
  const context = { ...(await fixture.as(null)), addressBlock: '10.9.9.0/24' }
  const enter = () => call(handlers(true).signIn, { key: 'school_admin' }, { context })
  for (let entered = 0; entered < 20; entered++) await enter()
  await expect(enter()).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Rate limit exceeded. Please try again later.',
  })
})

it('only the sign-in login may start a session', async () => {
  const [{ id } = { id: '' }] = await fixture.rows<{ id: string }>(
    'select id from public.users where email = $1',
    [ana.email],
  )
  await expect(
    fixture.act(null, (tx) =>
      openSession(tx, { userId: id, tokenHash: '0'.repeat(64), addressBlock: '', userAgent: '' }),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it('signs no one in as the superadmin in production', async () => {
  const sam = { ...real, email: 'sam@placewell.example', fullName: 'Sam' }
  await fixture.person(sam)
  const apiWith = (isProduction: boolean) =>
    demoHandlers({ config: { isDemo: true, isProduction }, authPool: fixture.authPool, people: [ana, sam] })
  const context = await fixture.as(null)
  await expect(call(apiWith(true).signIn, { key: 'superadmin' }, { context })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect((await call(apiWith(true).get, undefined, { context })).people).toHaveLength(1)
  expect(await call(apiWith(false).signIn, { key: 'superadmin' }, { context })).toEqual({
    go_to: '/admin/dashboard',
  })
})
