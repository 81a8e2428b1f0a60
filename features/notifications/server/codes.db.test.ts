/** Notifications as codes with values: stored, grouped, turned into text when they are read. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderNotifications } from '#app/notification-texts.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { Listener } from '#platform/server/listen.ts'
import { notificationHandlers } from './handlers.ts'

let fixture: Fixture
let listener: Listener
let api: ReturnType<typeof notificationHandlers>
let ana: Person
let jenna: Person

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
  api = notificationHandlers({
    config: { appUrl: 'https://placewell.example' },
    workerPool: fixture.workerPool,
    listener,
    renderNotification: renderNotifications(fixture.log),
    sessions: fixture.sessions,
    closing: new AbortController().signal,
  })
  const school = await fixture.school()
  ana = await fixture.person({ role: 'school_admin', school })
  jenna = await fixture.person({ role: 'student', school })
})
afterAll(() => fixture.close())
beforeEach(() =>
  fixture.admin.query(
    'delete from priv.mails; delete from public.notifications; delete from public.notification_preferences',
  ),
)

const REVOKED = 'release.revoked'
async function notify(
  people: readonly Person[],
  options: { code?: string | null; values?: object; url?: string; key?: string; type?: string } = {},
): Promise<string[]> {
  const { code = REVOKED, values = { student: 'Stella' }, url = '/school/students', key, type } = options
  const [row] = await fixture.rows<{ ids: string[] }>(
    'select app.notify_code($1, $2, $3, $4, $5, $6) as ids',
    [people.map(({ id }) => id), type ?? 'release', code, values, url, key ?? null],
  )
  return row!.ids
}
const list = async (who: Person) => call(api.list, undefined, { context: await fixture.as(who) })
const mails = () => fixture.rows('select to_address, subject, body_text from priv.mails order by to_address')

describe('a notification with a code', () => {
  test('reaches each of its people once per key, and gets its text when it is read', async () => {
    expect(await notify([ana, jenna, ana], { key: 'k' })).toHaveLength(2)
    expect(await notify([ana, jenna], { key: 'k' })).toEqual([])
    expect(await notify([ana], { key: 'other' })).toHaveLength(1)
    expect(await list(ana)).toHaveLength(2)
    expect((await list(jenna)).map(({ title, data }) => [title, data])).toEqual([
      ['Stella revoked a release of information', { action_url: '/school/students' }],
    ])
    expect(Object.keys((await list(jenna))[0]!)).not.toContain('code')
  })

  test('reaches no one who is gone, and does not fail because of them', async () => {
    const gone = await fixture.person({ role: 'student', status: 'deactivated' })
    expect(await notify([gone])).toEqual([])
    expect(await notify([])).toEqual([])
  })

  test('does not break the list if its text is not known here', async () => {
    await notify([ana], { code: 'release.of_tomorrow' })
    await notify([ana], { code: REVOKED })
    expect((await list(ana)).map(({ title }) => title).toSorted()).toEqual([
      'New notification',
      'Stella revoked a release of information',
    ])
  })

  test('queues its email copy by default or by preference, without its text', async () => {
    await notify([ana, jenna])
    expect(await mails()).toEqual(
      [ana.email, jenna.email].toSorted().map((to_address) => ({
        to_address,
        subject: 'New notification',
        body_text: 'Sign in to Placewell to read it.',
      })),
    )
    await fixture.admin.query('delete from priv.mails')
    await notify([ana], { type: 'cohort' })
    await notify([ana], { type: 'not listed' })
    expect(await mails()).toEqual([])
    await call(api.setPreference, { type: 'release', by_email: false }, { context: await fixture.as(ana) })
    await notify([ana])
    expect(await mails()).toEqual([])
  })

  test.each([
    `insert into public.notifications (recipient_id, type) values ($1, 'x')`,
    `insert into public.notifications (recipient_id, type, title) values ($1, 'x', 'T')`,
    `insert into public.notifications (recipient_id, type, code) values ($1, 'x', 'a.b')`,
    `insert into public.notifications (recipient_id, type, code, values) values ($1, 'x', 'a.b', '[]')`,
    `insert into public.notifications (recipient_id, type, code, values) values ($1, 'x', 'No code', '{}')`,
    `insert into public.notifications (recipient_id, type, code, values, title, message) values ($1, 'x', 'a.b', '{}', 'T', 'M')`,
  ])('is either text or a code with values: %s', async (statement) => {
    await expect(fixture.rows(statement, [ana.id])).rejects.toMatchObject({ code: '23514' })
  })

  test('cannot be sent by anyone who is signed in', async () => {
    await expect(
      fixture.act(ana, (tx) => sql`select app.notify_code('{}', 'x', 'a.b', '{}')`.execute(tx)),
    ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('of a command about many things', () => {
  const MANY = { heading: { title: 'Your shifts have changed' }, data: { action_url: '/student/shifts' } }
  const group = (key: string | null, heading: object = MANY) =>
    fixture.admin.query(`select set_config('app.notification_group', $1, true)`, [
      key === null ? '' : JSON.stringify({ key, data: {}, ...heading }),
    ])
  beforeEach(() => fixture.admin.query('begin'))
  const commit = () => fixture.admin.query('commit')

  test('is one for each person: a list of what was sent', async () => {
    await group('many')
    await notify([ana, jenna], { values: { student: 'One' }, url: '/shift/1' })
    await notify([ana], { values: { student: 'Two' }, url: '/shift/2' })
    await fixture.admin.query(
      `select app.notify_code(array[$1::uuid], 'release', 'announcement.sent', '{"title": "Third", "message": "In words."}')`,
      [ana.id],
    )
    await group(null)
    await notify([ana], { values: { student: 'Apart' } })
    await commit()
    expect((await list(jenna)).map(({ title, data }) => [title, data])).toEqual([
      ['One revoked a release of information', { action_url: '/shift/1' }],
    ])
    const found = (await list(ana)).find(({ data }) => data['action_url'] === '/student/shifts')!
    expect(found.title).toBe('Your shifts have changed')
    expect(found.message.split('\n')).toEqual([
      expect.stringMatching(/^• One revoked a release of information: /),
      expect.stringMatching(/^• Two revoked a release of information: /),
      '• Third: In words.',
    ])
    expect(await list(ana)).toHaveLength(2)
    expect((await mails()).filter(({ to_address }) => to_address === ana.email)).toHaveLength(2)
  })

  test('begins again, unread and with its own copy, for what is sent after it was read', async () => {
    await group('many times')
    await notify([ana, jenna], { values: { student: 'One' } })
    await fixture.rows(
      `update public.notifications set is_read = true where recipient_id = $1 and dedupe_key = 'group many times'`,
      [ana.id],
    )
    await notify([ana, jenna], { values: { student: 'Two' } })
    await group(null)
    await commit()
    const titles = async (who: Person) =>
      (await list(who))
        .filter(({ message, title }) => /(One|Two) revoked/.test(`${title} ${message}`))
        .map(({ title, is_read }) => [title, is_read])
    expect(await titles(jenna)).toEqual([['Your shifts have changed', false]])
    expect((await titles(ana)).toSorted()).toEqual([
      ['One revoked a release of information', true],
      ['Two revoked a release of information', false],
    ])
    expect((await mails()).map(({ to_address }) => to_address).toSorted()).toEqual(
      [ana.email, ana.email, jenna.email].toSorted(),
    )
  })

  test('counts lines after twenty, under a heading that is a code', async () => {
    await group('many lines', { heading: { code: 'release.revoked', values: { student: 'All' } } })
    await fixture.admin.query(
      `select app.notify_code(array[$1::uuid], 'release', 'announcement.sent', '{"title": "First", "message": "In words."}')`,
      [ana.id],
    )
    for (let n = 0; n < 24; n++)
      await notify([ana], { code: 'announcement.sent', values: { title: `L${n}`, message: 'm' } })
    await commit()
    const [found] = await list(ana)
    expect(found!.title).toBe('All revoked a release of information')
    const lines = found!.message.split('\n')
    expect([lines.length, lines[0], lines.at(-1)]).toEqual([21, '• First: In words.', '… and 5 more.'])
  })
})
