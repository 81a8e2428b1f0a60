import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderNotifications } from '#app/notification-texts.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { createPool } from '#platform/server/db.ts'
import type { Listener } from '#platform/server/listen.ts'
import type { Audience } from '../contract.ts'
import { continueAnnouncement } from './commands/continue-announcement.ts'
import { startAnnouncer } from './announcer.ts'
import { notificationHandlers, type NotificationServices } from './handlers.ts'

let fixture: Fixture
let services: NotificationServices
let api: ReturnType<typeof notificationHandlers>
let root: Person
const appUrl = 'https://placewell.example'
let lakeshore: string
let prairie: string
let ana: Person
let jenna: Person
let ben: Person

beforeAll(async () => {
  fixture = await createFixture()
  const listener = Object.assign(new EventEmitter(), { isListening: false }) as unknown as Listener
  services = {
    config: { appUrl },
    workerPool: fixture.workerPool,
    listener,
    renderNotification: renderNotifications(fixture.log),
    sessions: fixture.sessions,
    closing: new AbortController().signal,
  }
  api = notificationHandlers(services)
  root = await fixture.person({ role: 'superadmin' })
  lakeshore = await fixture.school('Lakeshore College')
  prairie = await fixture.school('Prairie State')
  ana = await fixture.person({ role: 'school_admin', school: lakeshore, fullName: 'Ana Morales' })
  jenna = await fixture.person({
    role: 'student',
    school: lakeshore,
    fullName: 'Jenna Park',
    email: 'jenna_park@lake.example',
  })
  ben = await fixture.person({ role: 'student', school: prairie })
  await fixture.person({ role: 'student', school: lakeshore, status: 'pending' })
  await fixture.person({ role: 'student', school: lakeshore, status: 'deactivated' })
})
afterAll(() => fixture.close())
beforeEach(() =>
  fixture.admin.query(
    'delete from priv.mails; delete from public.notifications; delete from public.notification_broadcasts; delete from public.notification_preferences',
  ),
)

const words = {
  title: 'Maintenance on Sunday',
  message: 'Placewell rests from 2 to 3.',
  action_url: '/dashboard',
  by_email: false,
}
const send = async (
  who: Person | null,
  audience: Audience,
  some: Partial<typeof words> & { id?: string } = {},
) =>
  call(
    api.sendBroadcast,
    { id: randomUUID(), audience, ...words, ...some },
    { context: await fixture.as(who) },
  )
const recipients = async () =>
  (await fixture.rows<{ recipient_id: string }>('select recipient_id from public.notifications'))
    .map((row) => row.recipient_id)
    .sort()
const toStudents: Audience = { kind: 'role', role: 'student' }

describe('an announcement', () => {
  test('reaches the approved people of a role, a school or one person', async () => {
    expect(await send(root, toStudents)).toEqual({ expected_count: 2 })
    expect(await recipients()).toEqual([jenna.id, ben.id].sort())
    await fixture.rows('delete from public.notifications')
    expect(await send(root, { kind: 'school', school_id: lakeshore })).toEqual({ expected_count: 2 })
    expect(await recipients()).toEqual([ana.id, jenna.id].sort())
    await fixture.rows('delete from public.notifications')
    expect(await send(root, { kind: 'person', user_id: ben.id })).toEqual({ expected_count: 1 })
    const [row] = await call(api.list, undefined, { context: await fixture.as(ben) })
    expect(row).toMatchObject({
      title: words.title,
      message: expect.stringContaining(words.message),
      type: 'announcement',
      data: { action_url: '/dashboard' },
    })
  })

  test('is sent even if no one is reached at once: the worker reaches them later', async () => {
    const nowhere = createPool({ url: 'postgres://app_worker@127.0.0.1:1/none', max: 1, name: 'none' })
    const { sendBroadcast } = notificationHandlers({ ...services, workerPool: nowhere })
    const input = { id: randomUUID(), audience: toStudents, ...words }
    expect(await call(sendBroadcast, input, { context: await fixture.as(root) })).toEqual({
      expected_count: 2,
    })
    await nowhere.end()
    expect(await recipients()).toEqual([])
    await withActor(fixture.workerPool, null, (tx) => continueAnnouncement(tx, { people: 10, appUrl }))
    expect(await recipients()).toEqual([jenna.id, ben.id].sort())
  })

  test('says where to write to Placewell; earlier ones stay as they were sent', async () => {
    await send(root, toStudents)
    const [shown] = await call(api.list, {}, { context: await fixture.as(jenna) })
    expect(shown?.message).toBe(
      `${words.message}\n\nQuestions? Write to Placewell: https://placewell.example/contact`,
    )
    await fixture.rows(`update public.notifications set "values" = "values" - 'contact'`)
    const [earlier] = await call(api.list, {}, { context: await fixture.as(jenna) })
    expect(earlier?.message).toBe(words.message)
  })

  test('is sent once per id, no matter who presses twice; different content under the id is refused', async () => {
    const id = randomUUID()
    const results = await Promise.all(Array.from({ length: 8 }, () => send(root, toStudents, { id })))
    expect(results).toEqual(Array.from({ length: 8 }, () => ({ expected_count: 2 })))
    expect(await recipients()).toHaveLength(2)
    await expect(send(root, toStudents, { id, title: 'Something else' })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await recipients()).toHaveLength(2)
  })

  test("is also emailed if asked, but never against a person's choice", async () => {
    const choose = async (who: Person, by_email: boolean) =>
      call(api.setPreference, { type: 'announcement', by_email }, { context: await fixture.as(who) })
    const mailed = async () =>
      (await fixture.rows<{ to_address: string }>('select to_address from priv.mails')).map(
        (row) => row.to_address,
      )
    await choose(jenna, false)
    const preview = async (by_email: boolean) =>
      call(api.previewBroadcast, { audience: toStudents, by_email }, { context: await fixture.as(root) })
    expect(await preview(true)).toEqual({ people: 2, by_email: 1 })
    await send(root, toStudents, { by_email: true })
    expect(await mailed()).toEqual([ben.email])
    await fixture.rows('delete from priv.mails')
    await choose(jenna, true)
    expect(await preview(false)).toEqual({ people: 2, by_email: 1 })
    await send(root, toStudents, { by_email: false })
    expect(await mailed()).toEqual([jenna.email])
  })

  test('that reaches no one is refused and not stored', async () => {
    await expect(
      send(root, { kind: 'school', school_id: await fixture.school('Empty') }),
    ).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: 'This announcement reaches no one. Choose another role, school or person.',
    })
    expect(await fixture.rows('select 1 from public.notification_broadcasts')).toEqual([])
  })

  test('records who sent it', async () => {
    const id = randomUUID()
    await send(root, toStudents, { id })
    expect(
      await fixture.rows('select actor_id, action from public.audit_events where entity_id = $1', [id]),
    ).toEqual([{ actor_id: root.id, action: 'insert' }])
  })

  test.each([
    [{ title: ' ' }, 'title'],
    [{ message: '' }, 'message'],
    [{ action_url: 'https://other.example' }, 'action_url'],
    [{ action_url: '//other.example' }, 'action_url'],
    [{ action_url: '/\t/other.example' }, 'action_url'],
    [{ title: 'x'.repeat(201) }, 'title'],
  ])('%j is refused at its field', async (some, field) => {
    await expect(send(root, toStudents, some)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { [field]: expect.any(String) } },
    })
  })
})

describe('an announcement to many', () => {
  /** 2,500 proctors, of whom a thousand are notified at once. */
  const toProctors: Audience = { kind: 'role', role: 'proctor' }
  beforeAll(() =>
    fixture.admin.query(
      `insert into public.users (email, full_name, role, status, linked_school_id, email_verified)
       select 'proctor' || n || '@many.example', 'Proctor ' || n, 'proctor', 'active', $1, true from generate_series(1, 2500) n`,
      [lakeshore],
    ),
  )
  const stand = async (id: string) => {
    const { expected_count, recipient_count, finished_at } = await call(
      api.getBroadcast,
      { id },
      { context: await fixture.as(root) },
    )
    return { expected_count, recipient_count, isFinished: finished_at !== null }
  }
  const start = (batch: number) =>
    startAnnouncer(
      {
        config: { appUrl },
        log: fixture.log,
        workerPool: fixture.workerPool,
        listener: new EventEmitter() as unknown as Listener,
      },
      { batch, pollMs: 20 },
    )
  const reached = async () => new Set(await recipients()).size

  test('shows its progress, and continues until everyone was notified once, by email too', async () => {
    const id = randomUUID()
    expect(await send(root, toProctors, { id, by_email: true })).toEqual({ expected_count: 2_500 })
    expect(await stand(id)).toEqual({ expected_count: 2_500, recipient_count: 1_000, isFinished: false })
    // Sent again before it is finished: still one announcement.
    expect(await send(root, toProctors, { id, by_email: true })).toEqual({ expected_count: 2_500 })
    const stops = [start(400), start(400)]
    await expect
      .poll(() => stand(id), { timeout: 15_000, interval: 50 })
      .toEqual({ expected_count: 2_500, recipient_count: 2_500, isFinished: true })
    await Promise.all(stops.map((stop) => stop()))
    expect(await recipients()).toHaveLength(2_500)
    expect(await reached()).toBe(2_500)
    expect(await fixture.rows('select count(*)::int as mails from priv.mails')).toEqual([{ mails: 2_500 }])
  })

  test('leaves nothing behind from a batch that fails, and the next one begins at the same point', async () => {
    const id = randomUUID()
    await send(root, toProctors, { id })
    await expect(
      withActor(fixture.workerPool, null, async (tx) => {
        await continueAnnouncement(tx, { people: 700, appUrl })
        throw new Error('killed')
      }),
    ).rejects.toThrow('killed')
    expect(await stand(id)).toMatchObject({ recipient_count: 1_000, isFinished: false })
    const stop = start(2_000)
    await expect.poll(() => stand(id), { timeout: 15_000 }).toMatchObject({ recipient_count: 2_500 })
    await stop()
    expect(await reached()).toBe(2_500)
  })

  test('does not wait for someone who left in between', async () => {
    const id = randomUUID()
    await send(root, toProctors, { id })
    await fixture.rows(
      `update public.users set status = 'deactivated' where id = (select id from public.users where role = 'proctor' order by id desc limit 1)`,
    )
    const stop = start(2_000)
    await expect
      .poll(() => stand(id), { timeout: 15_000 })
      .toEqual({ expected_count: 2_500, recipient_count: 2_499, isFinished: true })
    await stop()
  })

  test('is continued only by the worker', async () => {
    await send(root, toProctors)
    for (const who of [root, ana, null])
      await expect(
        fixture.act(who, (tx) => continueAnnouncement(tx, { people: 10, appUrl })),
      ).rejects.toMatchObject({
        code: '42501',
      })
    expect(await reached()).toBe(1_000)
  })
})

describe('the history', () => {
  test('is searched and paged, newest first, with its audience', async () => {
    await send(root, toStudents, { title: 'First' })
    await send(root, { kind: 'school', school_id: lakeshore }, { title: 'Second' })
    await send(root, { kind: 'person', user_id: jenna.id }, { title: 'Third 100%' })
    const list = async (input: { search?: string; page?: number; page_size?: number }) =>
      call(api.listBroadcasts, input, { context: await fixture.as(root) })
    const all = await list({})
    expect(
      all.rows.map(({ title, audience_name, audience_role }) => [title, audience_name ?? audience_role]),
    ).toEqual([
      ['Third 100%', 'Jenna Park'],
      ['Second', 'Lakeshore College'],
      ['First', 'student'],
    ])
    expect(await list({ page: 2, page_size: 2 })).toMatchObject({ total: 3, rows: [{ title: 'First' }] })
    expect(await list({ search: 'lakeshore' })).toMatchObject({ total: 1, rows: [{ title: 'Second' }] })
    expect(await list({ search: '100%' })).toMatchObject({ total: 1 })
    expect(await list({ search: '%' })).toMatchObject({ total: 1 })
  })

  test('says how many have read it and what became of its emails', async () => {
    const id = randomUUID()
    await send(root, toStudents, { id, by_email: true })
    await call(api.markAllRead, undefined, { context: await fixture.as(jenna) })
    expect(await call(api.getBroadcast, { id }, { context: await fixture.as(root) })).toMatchObject({
      recipient_count: 2,
      have_read: 1,
      mails_waiting: 2,
      mails_sent: 0,
      mails_failed: 0,
      sender_name: 'Test superadmin',
    })
    await expect(
      call(api.getBroadcast, { id: randomUUID() }, { context: await fixture.as(root) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})

test('everything here is only for the superadmin, in the database too', async () => {
  const id = randomUUID()
  await send(root, toStudents, { id })
  const others = [
    ana,
    jenna,
    await fixture.person({ role: 'school_super_admin', school: lakeshore }),
    await fixture.person({ role: 'facility_admin' }),
    await fixture.person({ role: 'proctor', school: lakeshore }),
  ]
  for (const who of [...others, null]) {
    const code = who ? 'FORBIDDEN' : 'UNAUTHORIZED'
    const context = await fixture.as(who)
    await expect(send(who, toStudents)).rejects.toMatchObject({ code })
    await expect(
      call(api.previewBroadcast, { audience: toStudents, by_email: true }, { context }),
    ).rejects.toMatchObject({ code })
    await expect(call(api.listBroadcasts, {}, { context })).rejects.toMatchObject({ code })
    await expect(call(api.getBroadcast, { id }, { context })).rejects.toMatchObject({ code })
    for (const statement of [
      sql`select * from app.broadcast_outcome(${id}::uuid)`,
      sql`update public.notification_broadcasts set recipient_count = 0`,
      sql`insert into public.notification_broadcasts (id, sent_by, audience, audience_role, title, message) values (${randomUUID()}, ${root.id}, 'role', 'student', 'T', 'M')`,
    ])
      await expect(fixture.act(who, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
    expect(
      (await fixture.act(who, (tx) => sql`select id from public.notification_broadcasts`.execute(tx))).rows,
    ).toEqual([])
    const preferences = sql<{ user_id: string }>`select user_id from public.notification_preferences`
    const seen = await fixture.act(who, (tx) => preferences.execute(tx))
    expect(seen.rows.filter(({ user_id: of }) => of !== who?.id)).toEqual([])
  }
  expect(await recipients()).toHaveLength(2)
})
