import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { sessionDigest } from '#platform/server/session.ts'
import { renderNotifications } from '#app/notification-texts.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { Listener } from '#platform/server/listen.ts'
import type { LiveEvent } from '../contract.ts'
import { notificationHandlers } from './handlers.ts'

let fixture: Fixture
let listener: Listener
let closing: AbortController
let api: ReturnType<typeof notificationHandlers>
let school: string
let ana: Person
let jenna: Person
let leaving: AbortController[] = []

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  ana = await fixture.person({ role: 'school_admin', school })
  jenna = await fixture.person({ role: 'student', school })
})
afterEach(async () => {
  for (const one of leaving) one.abort()
  leaving = []
  closing.abort()
  await listener.close()
})
afterAll(() => fixture.close())

async function start() {
  listener = new Listener({
    url: fixture.database.urlFor('app_rw'),
    channels: [
      'notification',
      'session_changed',
      'person_changed',
      'job_changed',
      'settings_changed',
      'billing_changed',
      'seats_changed',
    ],
    log: fixture.log,
  })
  // As the server does, and before any other listener.
  listener.on('person_changed', (userId) => fixture.sessions.forget(userId))
  listener.on('session_changed', (notice) => fixture.sessions.forgetNotice(notice))
  await listener.start()
  closing = new AbortController()
  api = notificationHandlers({
    config: { appUrl: 'https://placewell.example' },
    workerPool: fixture.workerPool,
    listener,
    renderNotification: renderNotifications(fixture.log),
    sessions: fixture.sessions,
    closing: closing.signal,
  })
}

/** Opens a stream and collects its events; `done` resolves when it ends. */
async function open(who: Person) {
  const leave = new AbortController()
  leaving.push(leave)
  let admissionsEnded = 0
  const stream = (await call(api.live, undefined, {
    context: { ...(await fixture.as(who)), endAdmission: () => void admissionsEnded++ },
    signal: leave.signal,
  })) as AsyncIterator<LiveEvent>
  const heard: string[] = []
  const done = (async () => {
    for (let next = await stream.next(); !next.done; next = await stream.next()) heard.push(next.value.kind)
  })()
  await expect.poll(() => heard).toEqual(['ready'])
  return { heard, done, leave: () => leave.abort(), admissionsEnded: () => admissionsEnded }
}

const notify = (person: Person) =>
  fixture.rows(
    `select app.notify_code(array[$1::uuid], 'welcome', 'announcement.sent', '{"title": "T", "message": "M"}')`,
    [person.id],
  )
const ended = (done: Promise<void>) =>
  Promise.race([done.then(() => 'ended'), new Promise((resolve) => setTimeout(resolve, 2_000, 'open'))])

test('notifies only the recipient that something changed, and frees its slot', async () => {
  await start()
  const [hers, other] = [await open(ana), await open(jenna)]
  expect(hers.admissionsEnded()).toBe(1)
  await notify(ana)
  await expect.poll(() => hers.heard).toEqual(['ready', 'changed'])
  expect(other.heard).toEqual(['ready'])
  await fixture.rows(
    'update public.notifications set is_read = true, read_at = now() where recipient_id = $1',
    [ana.id],
  )
  await expect.poll(() => hers.heard).toEqual(['ready', 'changed', 'changed'])
  expect(other.heard).toEqual(['ready'])
})

test('joins a burst into a few events, and does not miss its end', async () => {
  await start()
  const { heard } = await open(ana)
  for (let index = 0; index < 100; index++) await notify(ana)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const before = heard.length
  expect(before).toBeLessThan(15)
  await notify(ana)
  await expect.poll(() => heard.length).toBeGreaterThan(before)
})

test('notifies the staff of a school that its seats have changed, and no one else', async () => {
  await start()
  const proctor = await fixture.person({ role: 'proctor', school })
  const outside = await fixture.school('Outside')
  const others = await Promise.all([
    fixture.person({ role: 'school_admin', school: outside }),
    fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
  ])
  const streams = await Promise.all([ana, proctor, jenna, ...others].map(open))
  await fixture.rows(`select pg_notify('seats_changed', $1)`, [school])
  await expect
    .poll(() => streams.map(({ heard }) => heard.slice(1)))
    .toEqual([['seats'], ['seats'], [], [], []])
})

test('ends when the browser leaves', async () => {
  await start()
  const { done, leave } = await open(ana)
  leave()
  expect(await ended(done)).toBe('ended')
})

test('ends when its session does, and no other stream does', async () => {
  await start()
  const second = { ...ana, tokenHash: await fixture.signIn(ana.id) }
  const [one, two] = [await open(ana), await open(second)]
  await fixture.rows('delete from priv.sessions where token_hash = $1', [second.tokenHash])
  await fixture.rows(`select pg_notify('session_changed', $1)`, [sessionDigest(second.tokenHash)])
  expect(await ended(two.done)).toBe('ended')
  await notify(ana)
  await expect.poll(() => one.heard).toContain('changed')
})

test('ends when the person is deactivated, and when they begin to act as another', async () => {
  await start()
  const ben = await fixture.person({ role: 'student' })
  const { done } = await open(ben)
  await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [ben.id])
  expect(await ended(done)).toBe('ended')

  const root = await fixture.person({ role: 'superadmin' })
  const impersonating = await open(root)
  await fixture.rows(
    `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'x', impersonation_expires_at = now() + interval '1 minute' where token_hash = $1`,
    [root.tokenHash, ana.id],
  )
  await fixture.rows(`select pg_notify('session_changed', $1)`, [sessionDigest(root.tokenHash)])
  expect(await ended(impersonating.done)).toBe('ended')
  const asAna = await open(root)
  await notify(ana)
  await expect.poll(() => asAna.heard).toEqual(['ready', 'changed'])
})

test('ends exactly when the session ends', async () => {
  await start()
  const short = { ...ana, tokenHash: await fixture.signIn(ana.id) }
  await fixture.rows(
    `update priv.sessions set expires_at = now() + interval '700 milliseconds' where token_hash = $1`,
    [short.tokenHash],
  )
  const { done } = await open(short)
  expect(await ended(done)).toBe('ended')
})

test('the seventh stream of a person replaces the first', async () => {
  await start()
  const streams = []
  for (let index = 0; index < 7; index++) streams.push(await open(ana))
  expect(await ended(streams[0]!.done)).toBe('ended')
  expect(streams[0]!.heard).toEqual(['ready', 'replaced'])
  await notify(ana)
  for (const { heard } of streams.slice(1)) await expect.poll(() => heard).toEqual(['ready', 'changed'])
})

test('ends when the server stops, and none begins', async () => {
  await start()
  const { done } = await open(ana)
  closing.abort()
  expect(await ended(done)).toBe('ended')
  const late = (await call(api.live, undefined, {
    context: await fixture.as(ana),
  })) as AsyncIterator<LiveEvent>
  expect(await late.next()).toEqual({ done: true, value: undefined })
})

test('ends when a notice may have been missed', async () => {
  await start()
  const { done } = await open(ana)
  await fixture.rows(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'placewell listener' and datname = current_database()`,
  )
  expect(await ended(done)).toBe('ended')
})

test('is for signed-in and approved people', async () => {
  await start()
  const pending = await fixture.person({ role: 'student', status: 'pending' })
  await expect(call(api.live, undefined, { context: await fixture.as(null) })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
  await expect(call(api.live, undefined, { context: await fixture.as(pending) })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})
