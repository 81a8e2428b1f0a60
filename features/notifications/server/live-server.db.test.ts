import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningServer, startServer } from '#app/server.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { readConfig } from '#platform/server/config.ts'
import { newToken } from '#platform/server/session.ts'

const IN_FLIGHT = 2
let fixture: Fixture
let server: RunningServer
let ana: Person
let cookie: string

beforeAll(async () => {
  fixture = await createFixture()
  server = await startServer({
    config: readConfig({ NODE_ENV: 'test', PORT: '0', HEALTH_PORT: '0', LOG_LEVEL: 'silent' }),
    databaseUrls: {
      appRw: fixture.database.urlFor('app_rw'),
      appAuth: fixture.database.urlFor('app_auth'),
      worker: fixture.database.urlFor('app_worker'),
    },
    secrets: { pepper: 'pepper-in-tests', saltKey: 'salt-key-in-tests' },
    objects: fixture.objects,
    maxInFlight: IN_FLIGHT,
    isBusy: () => false,
  })
  ana = await fixture.person({ role: 'proctor', school: await fixture.school() })
  const { token, hash } = newToken()
  await fixture.rows(
    `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [hash, ana.id],
  )
  cookie = `placewell=${token}`
})
afterAll(async () => {
  await server.close()
  await fixture.close()
})

const get = (path: string) => fetch(`${server.url}${path}`, { headers: { cookie } })

/** A stream as the browser sees it: what has arrived so far, and whether it is over. */
async function stream() {
  const response = await get('/api/notifications/live')
  const state = {
    status: response.status,
    type: response.headers.get('content-type'),
    text: '',
    isOver: false,
  }
  void (async () => {
    const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) state.text += part.value
    state.isOver = true
  })()
  await expect.poll(() => state.text).toContain('ready')
  return state
}

test('open streams do not count as requests, report changes, and end at once when the server stops', async () => {
  const streams: Awaited<ReturnType<typeof stream>>[] = []
  for (let index = 0; index < IN_FLIGHT + 2; index++) streams.push(await stream())
  expect(streams[0]).toMatchObject({ status: 200, type: 'text/event-stream' })
  const answer = await get('/api/notifications/unread-count')
  expect([answer.status, await answer.json()]).toEqual([200, { count: 0 }])

  await fixture.rows(
    `select app.notify_code(array[$1::uuid], 'welcome', 'announcement.sent', '{"title": "T", "message": "M"}')`,
    [ana.id],
  )
  for (const state of streams) await expect.poll(() => state.text).toContain('changed')
  expect(await (await get('/api/notifications/unread-count')).json()).toEqual({ count: 1 })

  // A stream that the server does not end would keep it open, and block this test.
  await server.close()
  await expect.poll(() => streams.every(({ isOver }) => isOver)).toBe(true)
})
