import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { readUnsubscribe, unsubscribeUrl } from './unsubscribe-links.ts'
import { serveUnsubscribe } from './unsubscribe-routes.ts'

const KEY = 'key-in-tests'
let fixture: Fixture
let app: FastifyInstance
let ana: Person

beforeAll(async () => {
  fixture = await createFixture()
  ana = await fixture.person({ role: 'school_admin' })
  app = Fastify()
  await app.register(async (scope) =>
    serveUnsubscribe(scope, { saltKey: KEY, workerPool: fixture.workerPool }),
  )
})
afterAll(async () => {
  await app.close()
  await fixture.close()
})

const link = (userId = ana.id, event = 'partnership') =>
  unsubscribeUrl('https://placewell.example', KEY, { userId, event }).replace('https://placewell.example', '')
const chosen = () =>
  fixture.rows('select type, by_email from public.notification_preferences where user_id = $1', [ana.id])
const press = (url: string) =>
  app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  })

test('opening the link changes nothing; one click in a mail program stops the emails about its event, and a second changes nothing', async () => {
  const look = await app.inject(link())
  expect([look.statusCode, look.body]).toEqual([200, expect.stringContaining('Stop these emails')])
  expect(look.body).toContain('about “Partnerships”')
  expect(look.headers['cache-control']).toBe('no-store')
  expect(await chosen()).toEqual([])
  for (const _ of [1, 2]) {
    const done = await press(link())
    expect([done.statusCode, done.body]).toEqual([200, expect.stringContaining('“Partnerships”')])
  }
  expect(await chosen()).toEqual([{ type: 'partnership', by_email: false }])
})

test('a link that this product did not write, or for no one, changes nothing', async () => {
  const own = link()
  const other = await fixture.person({ role: 'school_admin' })
  for (const url of [
    '/unsubscribe',
    own.replace('partnership', 'announcement'),
    own.replace(ana.id, other.id),
    own.replace(/signature=.*/, 'signature=x'),
    `${own}&person=${other.id}`,
    unsubscribeUrl('', 'another key', { userId: other.id, event: 'partnership' }),
    link(randomUUID()),
    link(other.id, 'no such event'),
  ]) {
    expect([url, (await press(url)).statusCode]).toEqual([url, 404])
  }
  expect(
    await fixture.rows('select 1 from public.notification_preferences where user_id = $1', [other.id]),
  ).toEqual([])
})

test("a link's parameters are read back", () => {
  const words = Object.fromEntries(new URL(link(), 'https://placewell.example').searchParams)
  expect(readUnsubscribe(KEY, words)).toEqual({ userId: ana.id, event: 'partnership' })
  // An earlier email names the event by its earlier name.
  const before = new URL(unsubscribeUrl('https://x.example', KEY, { userId: ana.id, event: 'place_offered' }))
  expect(readUnsubscribe(KEY, Object.fromEntries(before.searchParams))?.event).toBe('slot_offered')
})
