import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderNotifications } from '#app/notification-texts.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { Listener } from '#platform/server/listen.ts'
import { notificationHandlers } from './handlers.ts'

let fixture: Fixture
let listener: Listener
let closing: AbortController
let api: ReturnType<typeof notificationHandlers>
let ana: Person
let jenna: Person
let root: Person

beforeAll(async () => {
  fixture = await createFixture()
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
  const school = await fixture.school()
  ana = await fixture.person({ role: 'school_admin', school })
  jenna = await fixture.person({ role: 'student', school })
  root = await fixture.person({ role: 'superadmin' })
})
afterAll(async () => {
  closing.abort()
  await listener.close()
  await fixture.close()
})
beforeEach(async () => {
  await fixture.admin.query(
    'delete from priv.mails; delete from public.notifications; delete from public.notification_preferences',
  )
  await settled()
})

const settled = () => new Promise((resolve) => setTimeout(resolve, 60))

/** Another process notifies someone: nothing of it passes through this one's handlers. */
async function notify(
  person: Person,
  title = 'Title',
  options: { type?: string; url?: string | null; key?: string } = {},
) {
  const [row] = await fixture.rows<{ id: string | null }>(
    `select (app.notify_code(array[$1::uuid], $2, 'announcement.sent', $3, $4, $5))[1] as id`,
    [
      person.id,
      options.type ?? 'invitation_accepted',
      { title, message: `About ${title}` },
      options.url ?? null,
      options.key ?? null,
    ],
  )
  return row!.id
}

const list = async (who: Person | null) => call(api.list, undefined, { context: await fixture.as(who) })
const count = async (who: Person | null) =>
  (await call(api.unreadCount, undefined, { context: await fixture.as(who) })).count
const markRead = async (who: Person | null, id: string) =>
  call(api.markRead, { id }, { context: await fixture.as(who) })
const markAll = async (who: Person | null) =>
  call(api.markAllRead, undefined, { context: await fixture.as(who) })

describe('notifying someone', () => {
  test('happens once per key, and without a key each time', async () => {
    expect(await notify(ana, 'First', { key: 'k' })).not.toBeNull()
    expect(await notify(ana, 'Second', { key: 'k' })).toBeNull()
    expect(await notify(jenna, 'Another person', { key: 'k' })).not.toBeNull()
    await notify(ana, 'Third')
    await notify(ana, 'Third')
    expect((await list(ana)).map(({ title }) => title).sort()).toEqual(['First', 'Third', 'Third'])
  })

  test('accepts only a path of this product', async () => {
    for (const url of [
      '//evil.example',
      '/\\evil.example',
      'https://evil.example',
      'javascript:alert(1)',
      '/\t/evil.example',
    ])
      await expect(notify(ana, 'T', { url })).rejects.toThrow('notification.leads_out')
    await notify(ana, 'T', { url: '/school/dashboard?x=1#y' })
    expect((await list(ana))[0]!.data).toEqual({ action_url: '/school/dashboard?x=1#y' })
  })

  test('does not fail the command if its text is too long, or the person is gone', async () => {
    await notify(ana, 'x'.repeat(500))
    expect((await list(ana))[0]!.title).toHaveLength(200)
    const gone = await fixture.person({ role: 'student', status: 'deactivated' })
    expect(await notify(gone)).toBeNull()
  })

  test('is undone with the transaction, including its email', async () => {
    await fixture.admin.query('begin')
    await notify(ana, 'T', { type: 'signup_requested' })
    await fixture.admin.query('rollback')
    expect(await list(ana)).toEqual([])
    expect(await fixture.rows('select 1 from priv.mails')).toEqual([])
  })

  test('sends an email copy by default or by preference, once, and never to an unverified address', async () => {
    const mails = () =>
      fixture.rows(
        'select to_address, subject, body_text, action_path, status from priv.mails order by created_at',
      )
    await notify(ana, 'Quiet by default', { type: 'invitation_accepted' })
    await notify(ana, 'Nobody listed this type', { type: 'something_else' })
    expect(await mails()).toEqual([])
    await notify(ana, 'Mailed by default', { type: 'signup_requested', url: '/school/students' })
    expect(await mails()).toEqual([
      {
        to_address: ana.email,
        subject: 'New notification',
        body_text: 'Sign in to Placewell to read it.',
        action_path: '/school/students',
        status: 'queued',
      },
    ])
    await fixture.admin.query('delete from priv.mails')

    const setPreference = async (type: string, by_email: boolean) =>
      call(api.setPreference, { type, by_email }, { context: await fixture.as(ana) })
    await setPreference('signup_requested', false)
    await setPreference('invitation_accepted', true)
    await notify(ana, 'Not wanted', { type: 'signup_requested' })
    await notify(ana, 'Wanted', { type: 'invitation_accepted', url: '/wanted' })
    expect((await mails()).map((mail) => mail['action_path'])).toEqual(['/wanted'])

    const unverified = await fixture.person({ role: 'student', isVerified: false, status: 'pending' })
    await notify(unverified, 'T', { type: 'signup_decision' })
    expect(await mails()).toHaveLength(1)
  })
})

describe('reading', () => {
  test('returns the newest 50, newest first, with the fields of the specification', async () => {
    for (let index = 0; index < 53; index++)
      await fixture.admin.query(
        `insert into public.notifications (recipient_id, type, title, message, created_at) values ($1, 'welcome', $2, '', now() - make_interval(mins => $3))`,
        [ana.id, `T${index}`, index],
      )
    await notify(jenna, 'Not hers')
    const rows = await list(ana)
    expect(rows.map(({ title }) => title)).toEqual(Array.from({ length: 50 }, (_, index) => `T${index}`))
    expect(Object.keys(rows[0]!).sort()).toEqual([
      'created_at',
      'data',
      'id',
      'is_read',
      'message',
      'read_at',
      'recipient_id',
      'title',
      'type',
    ])
    expect(new Set(rows.map((row) => row.recipient_id))).toEqual(new Set([ana.id]))
    expect(await count(ana)).toBe(53)
  })

  test('is for signed-in and approved people only', async () => {
    const pending = await fixture.person({ role: 'student', status: 'pending' })
    for (const read of [list, count, markAll]) {
      await expect(read(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
      await expect(read(pending)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    }
    await expect(markRead(null, crypto.randomUUID())).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test("shows the superadmin their own, and while impersonating the impersonated person's", async () => {
    await notify(ana, 'For Ana')
    await notify(root, 'For the superadmin')
    expect((await list(root)).map(({ title }) => title)).toEqual(['For the superadmin'])
    const impersonating = { ...root, tokenHash: await fixture.signIn(root.id) }
    await fixture.admin.query(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'support', impersonation_expires_at = now() + interval '5 minutes' where token_hash = $1`,
      [impersonating.tokenHash, ana.id],
    )
    expect((await list(impersonating)).map(({ title }) => title)).toEqual(['For Ana'])
    expect(await count(impersonating)).toBe(1)
    const [mine] = await list(ana)
    await expect(markRead(impersonating, mine!.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await count(ana)).toBe(1)
  })
})

describe('marking', () => {
  test('sets is_read and the time, and never goes back', async () => {
    const id = (await notify(ana))!
    await markRead(ana, id)
    const [before] = await list(ana)
    expect(before).toMatchObject({ is_read: true, read_at: expect.any(String) })
    await markRead(ana, id)
    expect((await list(ana))[0]!.read_at).toBe(before!.read_at)
    await expect(
      fixture.act(ana, (tx) =>
        sql`update public.notifications set is_read = false, read_at = null where id = ${id}`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: 'PW409' })
    await expect(
      fixture.admin.query('update public.notifications set is_read = false, read_at = null where id = $1', [
        id,
      ]),
    ).rejects.toMatchObject({ code: 'PW409' })
  })

  test("does not reach another person's, and answers as if there were none", async () => {
    const id = (await notify(ana))!
    for (const other of [jenna, root])
      await expect(markRead(other, id)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: 'We can’t find that notification.',
      })
    await expect(markRead(jenna, crypto.randomUUID())).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: 'We can’t find that notification.',
    })
    expect(await markAll(jenna)).toEqual({ marked: 0 })
    expect(await count(ana)).toBe(1)
  })

  test("marks only all of the caller's", async () => {
    await notify(ana, 'One')
    await notify(ana, 'Two')
    await notify(jenna, 'Hers')
    expect(await count(ana)).toBe(2)
    expect(await markAll(ana)).toEqual({ marked: 2 })
    expect(await count(ana)).toBe(0)
    expect(await count(jenna)).toBe(1)
  })

  test('changes only the two columns, and no one inserts or deletes rows', async () => {
    const id = (await notify(ana))!
    for (const statement of [
      sql`update public.notifications set title = 'x' where id = ${id}`,
      sql`update public.notifications set recipient_id = ${jenna.id} where id = ${id}`,
      sql`delete from public.notifications where id = ${id}`,
      sql`insert into public.notifications (recipient_id, title, message, type) values (${ana.id}, 'x', 'x', 'x')`,
      sql`select dedupe_key from public.notifications`,
    ])
      for (const who of [ana, root, null])
        await expect(fixture.act(who, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the cached unread count', () => {
  test("shows another process's write in the next poll, 100 ms later", async () => {
    expect(await count(ana)).toBe(0)
    for (let round = 1; round <= 5; round++) {
      await notify(ana)
      await new Promise((resolve) => setTimeout(resolve, 100))
      expect(await count(ana)).toBe(round)
    }
    await fixture.admin.query(
      'update public.notifications set is_read = true, read_at = now() where recipient_id = $1',
      [ana.id],
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await count(ana)).toBe(0)
  })

  test("shows the caller's own writes at once", async () => {
    for (let round = 0; round < 20; round++) {
      const id = (await notify(ana))!
      await notify(ana)
      await settled()
      expect(await count(ana)).toBe(2)
      await markRead(ana, id)
      expect(await count(ana)).toBe(1)
      await markAll(ana)
      expect(await count(ana)).toBe(0)
    }
  })

  test('is read from the database once, and again after a change', async () => {
    const ben = await fixture.person({ role: 'student' })
    const context = await fixture.as(ben)
    let reads = 0
    const pool = new Proxy(fixture.pool, {
      get(target, name) {
        if (name === 'connect') reads++
        const value: unknown = Reflect.get(target, name)
        return typeof value === 'function' ? value.bind(target) : value
      },
    })
    const ask = () => call(api.unreadCount, undefined, { context: { ...context, pool } })
    await Promise.all(Array.from({ length: 20 }, ask))
    await ask()
    expect(reads).toBe(1)
    await notify(ben)
    await settled()
    expect(await ask()).toEqual({ count: 1 })
    expect(reads).toBe(2)
  })
})

describe('preferences', () => {
  const get = async (who: Person | null) =>
    call(api.getPreferences, undefined, { context: await fixture.as(who) })
  const set = async (who: Person | null, type: string, by_email: boolean) =>
    call(api.setPreference, { type, by_email }, { context: await fixture.as(who) })

  test("have the events of the person's role with their defaults, and keep what was chosen", async () => {
    expect((await get(jenna)).map(({ type }) => type)).toEqual([
      'signup_decision',
      'account_changed',
      'credential_decision',
      'credential_expiring',
      'cohort',
      'shifts_open',
      'shift_changed',
      'shift_cancelled',
      'shift_assigned',
      'shift_reminder',
      'waitlist_offer',
      'swap',
      'seat_changed',
      'attendance',
      'wishlists',
      'capstone',
      'capstone_concern',
      'hours',
      'evaluation',
      'semester_report',
      'release',
      'message',
      'urgent_message',
      'announcement',
    ])
    const before = (await get(ana)).find(({ type }) => type === 'signup_requested')
    expect(before).toMatchObject({ by_email: true, default_by_email: true })
    await set(ana, 'signup_requested', false)
    expect((await get(ana)).find(({ type }) => type === 'signup_requested')).toMatchObject({
      by_email: false,
      default_by_email: true,
    })
    expect((await get(root)).find(({ type }) => type === 'signup_requested')).toMatchObject({
      by_email: true,
    })
  })

  test("are only the person's own, for events they can get", async () => {
    await expect(set(null, 'announcement', true)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(set(jenna, 'signup_requested', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(set(jenna, 'no_such_event', true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const who of [jenna, root, null])
      await expect(
        fixture.act(who, (tx) =>
          sql`insert into public.notification_preferences (user_id, type, by_email) values (${ana.id}, 'announcement', true)`.execute(
            tx,
          ),
        ),
      ).rejects.toMatchObject({ code: '42501' })
    await set(ana, 'announcement', true)
    await fixture.act(jenna, (tx) =>
      sql`update public.notification_preferences set by_email = false`.execute(tx),
    )
    expect((await get(ana)).find(({ type }) => type === 'announcement')).toMatchObject({ by_email: true })
  })
})

describe('the times of emails', () => {
  const chosen = { digest_at: null, quiet_from: '21:00', quiet_until: '06:00', time_zone: 'America/Chicago' }
  const get = async (who: Person | null) =>
    call(api.getDelivery, undefined, { context: await fixture.as(who) })
  const set = async (who: Person | null, delivery: typeof chosen | Record<string, string | null>) =>
    call(api.setDelivery, delivery as typeof chosen, { context: await fixture.as(who) })

  test("are only the person's own, and kept", async () => {
    expect(await get(jenna)).toBeNull()
    await set(jenna, chosen)
    expect(await get(jenna)).toEqual(chosen)
    const digest = { digest_at: '07:30', quiet_from: null, quiet_until: null, time_zone: 'UTC' }
    await set(jenna, digest)
    expect(await get(jenna)).toEqual(digest)
    expect(await get(ana)).toBeNull()
    await expect(set(null, chosen)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  test('have hours that end, in a zone that exists', async () => {
    for (const wrong of [
      { quiet_until: null },
      { quiet_until: '21:00' },
      { time_zone: 'Chicago' },
      { digest_at: '24:00' },
    ])
      await expect(set(jenna, { ...chosen, ...wrong })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})
