import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture } from '#database/testing.ts'
import { SystemSettingsReader } from '#platform/server/system-settings.ts'
import { contactMessageHandlers } from './handlers.ts'

let fixture: Fixture
let api: ReturnType<typeof contactMessageHandlers>
beforeAll(async () => {
  fixture = await createFixture()
  api = contactMessageHandlers({
    settings: new SystemSettingsReader({
      ...fixture,
      config: { contactEmail: 'operator@placewell.example', passwordMinLength: 15 },
    }),
    authPool: fixture.authPool,
    workerPool: fixture.workerPool,
  })
})
afterAll(() => fixture.close())

const message = (changes = {}) => ({
  id: randomUUID(),
  name: 'Dana Ruiz',
  email: ' Dana@College.example ',
  organization: 'Cedar College',
  topic: 'school' as const,
  message: 'We place 140 students a term and would like to see Placewell.',
  website: '',
  ...changes,
})
/** Each test writes from its own address, so that tests do not share a rate limit. */
let blocks = 0
const somewhere = async () => ({ ...(await fixture.as(null)), addressBlock: `10.0.${++blocks}.0/24` })
const kept = (id: string) => fixture.rows('select * from public.contact_messages where id = $1', [id])
const mailsOf = (id: string) =>
  fixture.rows<{ kind: string; to_address: string; body_text: string; body_html: string }>(
    `select kind, to_address, body_text, body_html from priv.mails where dedupe_key like $1 order by kind desc`,
    [`contact ${id}%`],
  )

it('stores the message, notifies the operator and confirms to the sender without repeating the text', async () => {
  const given = message({ message: 'First line <b>bold</b>\n\nSecond line' })
  await call(api.send, given, { context: await somewhere() })
  expect(await kept(given.id)).toMatchObject([
    { name: 'Dana Ruiz', email: 'dana@college.example', organization: 'Cedar College', topic: 'school' },
  ])
  const [toOperator, toSender] = await mailsOf(given.id)
  expect(toOperator).toMatchObject({ kind: 'contact_message', to_address: 'operator@placewell.example' })
  expect(toOperator!.body_text).toContain('Second line')
  expect(toOperator!.body_html).not.toContain('<b>')
  expect(toSender).toMatchObject({ kind: 'contact_confirmation', to_address: 'dana@college.example' })
  for (const words of ['Dana', 'Cedar', 'Second line']) expect(toSender!.body_text).not.toContain(words)
})

it('stores one message and one pair of emails however often it is sent', async () => {
  const given = message()
  const context = await somewhere()
  await call(api.send, given, { context })
  await call(api.send, given, { context })
  expect(await kept(given.id)).toHaveLength(1)
  expect(await mailsOf(given.id)).toHaveLength(2)
})

it('notifies every active superadmin if no operator is set, and no one else', async () => {
  const open = contactMessageHandlers({
    settings: fixture.settings,
    authPool: fixture.authPool,
    workerPool: fixture.workerPool,
  })
  const superadmin = await fixture.person({ role: 'superadmin' })
  await fixture.person({ role: 'superadmin', status: 'deactivated' })
  await fixture.person({ role: 'school_admin', school: await fixture.school() })
  const given = message({ organization: '' })
  await call(open.send, given, { context: await somewhere() })
  const addresses = (await mailsOf(given.id)).filter(({ kind }) => kind === 'contact_message')
  expect(addresses.map((mail) => mail.to_address)).toEqual([superadmin.email])
  expect(await kept(given.id)).toMatchObject([{ organization: null }])
})

it.each([
  ['name', { name: '  ' }],
  ['email', { email: 'dana at college' }],
  ['topic', { topic: 'nonsense' }],
  ['message', { message: 'short' }],
  ['message', { message: 'x'.repeat(5001) }],
  ['organization', { organization: 'x'.repeat(201) }],
])('names the field %s if it cannot be sent, and stores nothing', async (field, changes) => {
  const given = message(changes)
  const failure = await call(api.send, given as ReturnType<typeof message>, {
    context: await somewhere(),
  }).catch((error: unknown) => error)
  expect(failure).toMatchObject({
    code: 'BAD_REQUEST',
    data: { fieldErrors: { [field]: expect.any(String) } },
  })
  expect(await kept(given.id)).toEqual([])
})

it('thanks a bot that fills in the hidden field, and stores nothing', async () => {
  const given = message({ website: 'https://spam.example' })
  await expect(call(api.send, given, { context: await somewhere() })).resolves.toEqual({})
  expect(await kept(given.id)).toEqual([])
})

it('slows one address down after five messages in an hour, and no other', async () => {
  const context = await somewhere()
  for (let sent = 0; sent < 5; sent++)
    await call(api.send, message({ email: `writer${sent}@college.example` }), { context })
  const last = message()
  await expect(call(api.send, last, { context })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Rate limit exceeded. Please try again later.',
  })
  expect(await kept(last.id)).toEqual([])
  await call(api.send, message(), { context: await somewhere() })
})

it('stores and lists every message, but sends at most sixty an hour by email', async () => {
  await fixture.rows(
    `insert into priv.throttles (key, attempts, window_started_at) values ('contact mails', 60, now())
     on conflict (key) do update set attempts = 60, window_started_at = now()`,
  )
  const given = message({ email: 'late@college.example' })
  await call(api.send, given, { context: await somewhere() })
  expect(await kept(given.id)).toHaveLength(1)
  expect(await mailsOf(given.id)).toEqual([])
  await fixture.rows(`delete from priv.throttles where key = 'contact mails'`)
})

it('confirms to one address at most three times a day, from any sender', async () => {
  const ids = Array.from({ length: 4 }, () => randomUUID())
  for (const id of ids)
    await call(api.send, message({ id, email: 'stranger@town.example' }), { context: await somewhere() })
  const confirmations = await Promise.all(
    ids.map(async (id) => (await mailsOf(id)).filter((mail) => mail.kind === 'contact_confirmation').length),
  )
  expect(confirmations).toEqual([1, 1, 1, 0])
})

it('is readable only by the superadmin', async () => {
  const given = message()
  await call(api.send, given, { context: await somewhere() })
  const read = (person: { tokenHash: string } | null) =>
    fixture.act(person, (tx) =>
      tx.selectFrom('contact_messages').select('id').where('id', '=', given.id).execute(),
    )
  expect(await read(await fixture.person({ role: 'superadmin' }))).toHaveLength(1)
  expect(
    await read(await fixture.person({ role: 'school_super_admin', school: await fixture.school() })),
  ).toEqual([])
  expect(await read(null)).toEqual([])
  await expect(
    fixture.act(null, (tx) =>
      tx
        .insertInto('contact_messages')
        .values({ name: 'x', email: 'x@y.zz', topic: 'other', message: 'past the door' })
        .execute(),
    ),
  ).rejects.toMatchObject({ code: '42501' })
  // The login that stores it cannot read it: it only finds those it deletes after a year.
  await expect(fixture.workerPool.query('select message from public.contact_messages')).rejects.toMatchObject(
    { code: '42501' },
  )
  expect((await fixture.workerPool.query('select id from public.contact_messages')).rows).toEqual([])
})
