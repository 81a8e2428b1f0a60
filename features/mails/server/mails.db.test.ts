import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { callbackify } from 'node:util'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerDataStream } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { renderNotifications } from '#app/notification-texts.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { startJob } from '#features/jobs/server/public.ts'
import { groupOfJob } from '#features/notifications/rules.ts'
import { Listener } from '#platform/server/listen.ts'
import { withActor } from '#platform/server/actor.ts'
import { claimMails } from './commands/claim-mails.ts'
import { sendEmail } from './commands/send-email.ts'
import { mailHandlers } from './handlers.ts'
import { type MailPace, startMailWorker } from './worker.ts'

let fixture: Fixture
let listener: Listener
let stops: (() => Promise<unknown>)[] = []

beforeAll(async () => {
  fixture = await createFixture()
  listener = new Listener({
    url: fixture.database.urlFor('app_rw'),
    channels: ['mail_queued'],
    log: fixture.log,
  })
  await listener.start()
})
afterAll(async () => {
  await listener.close()
  await fixture.close()
})
beforeEach(() => fixture.admin.query('delete from priv.mails; delete from public.notifications'))
afterEach(async () => {
  for (const stop of stops.toReversed()) await stop()
  stops = []
})

/** A real mail server; `answer` may refuse the nth mail. */
async function mailServer(answer: (count: number) => Error | undefined = () => undefined) {
  const received: Email[] = []
  let count = 0
  const take = async (stream: SMTPServerDataStream): Promise<void> => {
    const parts: Buffer[] = []
    for await (const part of stream) parts.push(part as Buffer)
    const refused = answer(++count)
    if (refused) throw refused
    received.push(await PostalMime.parse(Buffer.concat(parts)))
  }
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    logger: false,
    onData: (stream, _session, done) => callbackify(take)(stream, done),
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  stops.push(() => new Promise<void>((resolve) => server.close(() => resolve())))
  const { port } = server.server.address() as { port: number }
  return { received, url: `smtp://127.0.0.1:${port}` }
}

function startWorker(
  smtpUrl: string | undefined,
  pace: MailPace = {},
  { isDemo = false, isProduction = false } = {},
) {
  const config = {
    smtpUrl,
    isDemo,
    isProduction,
    mailFrom: 'Placewell <no-reply@placewell.example>',
    appUrl: 'https://placewell.example',
  }
  const stop = startMailWorker(
    {
      config,
      log: fixture.log,
      workerPool: fixture.workerPool,
      listener,
      renderNotification: renderNotifications(fixture.log),
      unsubscribeUrl: (userId, event) => `https://placewell.example/unsubscribe?${event}&${userId}`,
    },
    { pollMs: 60_000, ...pace },
  )
  stops.push(stop)
  return stop
}

async function queue(to: string, key: string | null = null, html = '<p>Hello</p>') {
  const [row] = await fixture.rows<{ id: string | null }>(
    `select app.queue_mail('test', $1, 'A subject – with é', 'Hello https://p.example/verify-email?token=SECRET_1-a&x=1', $2, null, $3) as id`,
    [to, html, key],
  )
  return row!.id
}

const rows = () =>
  fixture.rows(
    'select to_address, status, attempts, last_error, body_text, body_html from priv.mails order by created_at, to_address',
  )
const until = (check: () => unknown) => expect.poll(check, { timeout: 5_000, interval: 20 })
const refusal = (code: number) => Object.assign(new Error('Not now'), { responseCode: code })

describe('with a mail server', () => {
  test('sends a mail as soon as it is queued, with the Message-ID of the row, and removes tokens from the record', async () => {
    const server = await mailServer()
    startWorker(server.url)
    const id = await queue(
      'ana@school.example',
      null,
      '<p><a href="https://p.example/verify-email?token=SECRET_1-a&#38;x=1">Verify</a></p>',
    )
    await until(() => server.received.length).toBe(1)
    const [mail] = server.received
    expect(mail).toMatchObject({
      messageId: `<${id}@placewell.example>`,
      subject: 'A subject – with é',
      from: { name: 'Placewell', address: 'no-reply@placewell.example' },
      to: [{ address: 'ana@school.example' }],
    })
    expect(mail!.text).toContain('token=SECRET_1-a&x=1')
    expect(mail!.html).toContain('token=SECRET_1-a')
    await until(async () => (await rows())[0]!['status']).toBe('sent')
    const [row] = await rows()
    expect(row!['body_text']).toBe('Hello https://p.example/verify-email?token=[cut]&x=1')
    expect(row!['body_html']).toContain('token=[cut]&#38;x=1')
    expect(JSON.stringify(row)).not.toContain('SECRET')
  })

  test("renders a notification's copy when it is sent, and stores that text", async () => {
    const ana = await fixture.person({ role: 'school_admin', email: 'ana@worded.example' })
    const send = (code: string, student: string) =>
      fixture.rows(`select app.notify_code(array[$1::uuid], 'release', $2, $3, '/school/students')`, [
        ana.id,
        code,
        { student },
      ])
    await send('release.revoked', 'Stella')
    await send('release.of_tomorrow', 'Stella')
    const server = await mailServer()
    startWorker(server.url)
    await until(() => server.received.map(({ subject }) => subject).toSorted()).toEqual([
      'New notification',
      'Stella revoked a release of information',
    ])
    const mail = server.received.find(({ subject }) => subject?.startsWith('Stella'))!
    expect(mail.text).toContain('Facilities no longer see the name.')
    expect(mail.html).toContain('https://placewell.example/school/students')
    await until(async () =>
      (await fixture.rows('select subject, body_text from priv.mails where status = $1', ['sent'])).map(
        ({ subject, body_text }) => [subject, String(body_text).includes('Facilities no longer')],
      ),
    ).toEqual(expect.arrayContaining([['Stella revoked a release of information', true]]))
  })

  test('sends the complete list of a notification that grew before its copy was sent', async () => {
    const ana = await fixture.person({ role: 'school_admin', email: 'ana@grown.example' })
    await fixture.admin.query('begin')
    await fixture.admin.query(`select set_config('app.notification_group', $1, true)`, [
      JSON.stringify({
        key: 'job',
        heading: { title: 'Releases were revoked' },
        data: { action_url: '/school/students' },
      }),
    ])
    for (const student of ['Stella', 'Paul'])
      await fixture.rows(`select app.notify_code(array[$1::uuid], 'release', 'release.revoked', $2)`, [
        ana.id,
        { student },
      ])
    await fixture.admin.query('commit')
    const server = await mailServer()
    startWorker(server.url)
    await until(() => server.received.length).toBe(1)
    expect(server.received[0]).toMatchObject({
      subject: 'Releases were revoked',
      text: expect.stringMatching(/Stella revoked[\s\S]*Paul revoked[\s\S]*\/school\/students/),
    })
  })

  test("a notification's copy has a one-click unsubscribe link; other mails do not", async () => {
    const server = await mailServer()
    startWorker(server.url)
    const ana = await fixture.person({ role: 'school_admin', email: 'ana@copies.example' })
    await fixture.rows(
      `select app.notify_code(array[$1::uuid], 'partnership', 'announcement.sent', '{"title": "A partnership was asked for", "message": "Look at it."}', '/school/dashboard', 'k1')`,
      [ana.id],
    )
    await queue('ana@copies.example')
    await until(() => server.received.length).toBe(2)
    const header = (subject: RegExp, key: string) =>
      server.received.find((mail) => subject.test(mail.subject ?? ''))!.headers.find((one) => one.key === key)
        ?.value
    expect(header(/partnership/, 'list-unsubscribe')).toBe(
      `<https://placewell.example/unsubscribe?partnership&${ana.id}>`,
    )
    expect(header(/partnership/, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(header(/A subject/, 'list-unsubscribe')).toBeUndefined()
  })

  test('a demo keeps the mails to its own people, whose addresses cannot exist', async () => {
    const server = await mailServer()
    startWorker(server.url, {}, { isDemo: true })
    await queue('ana@lakeshore.example')
    await queue('visitor@school.edu')
    await until(async () => (await rows()).map(({ status }) => status).toSorted()).toEqual(['kept', 'sent'])
    expect(server.received.map(({ to }) => to?.[0]?.address)).toEqual(['visitor@school.edu'])
  })

  test('queues once per key', async () => {
    expect(await queue('ana@school.example', 'k')).not.toBeNull()
    expect(await queue('ana@school.example', 'k')).toBeNull()
    expect(await rows()).toHaveLength(1)
  })

  test('retries after a refusal, under the same Message-ID', async () => {
    const server = await mailServer((count) => (count <= 2 ? refusal(451) : undefined))
    startWorker(server.url, { pollMs: 20, retryDelay: () => 10 })
    const id = await queue('ana@school.example')
    await until(() => server.received.length).toBe(1)
    expect(server.received[0]!.messageId).toBe(`<${id}@placewell.example>`)
    await until(async () => (await rows())[0]).toMatchObject({ status: 'sent', attempts: 3 })
  })

  test('gives up after three final refusals and removes the tokens', async () => {
    const server = await mailServer(() => refusal(550))
    startWorker(server.url, {
      pollMs: 20,
      retryDelay: (attempt, isFinal) => (isFinal && attempt >= 3 ? null : 10),
    })
    await queue('nobody@school.example')
    await until(async () => (await rows())[0]).toMatchObject({ status: 'failed', attempts: 3 })
    const [row] = await rows()
    expect(row!['last_error']).toContain('Not now')
    expect(JSON.stringify(row)).not.toContain('SECRET')
  })

  test('notifies the inviter that the invitation cannot be delivered', async () => {
    const school = await fixture.school()
    const ana = await fixture.person({ role: 'school_admin', school })
    const invite = async (to: string, by: string) => {
      const [made] = await fixture.rows<{ id: string }>(
        `insert into public.invitations (email, role, school_id, expires_at, invited_by)
         values ('typo@school.example', 'student', $1, now() + interval '7 days', $2) returning id`,
        [to, by],
      )
      return made!.id
    }
    const id = await invite(school, ana.id)
    // They are not notified about another school's invitation to the same address.
    const other = await fixture.school()
    await invite(other, (await fixture.person({ role: 'school_admin', school: other })).id)
    await fixture.rows(
      `select app.queue_mail('invitation', 'typo@school.example', 'S', 'T', '<p>T</p>', null, $1)`,
      [`invitation ${id} 0`],
    )
    const server = await mailServer(() => refusal(550))
    startWorker(server.url, { retryDelay: () => null })
    const notified = async () =>
      (await receivedBy(fixture, ana)).map(({ type, title, data }) => ({ type, title, data }))
    await expect.poll(notified, { timeout: 5_000 }).toEqual([
      {
        type: 'invitation_bounced',
        title: 'The invitation to typo@school.example could not be delivered',
        data: { action_url: '/school/students?view=invitations' },
      },
    ])
    expect(await fixture.rows('select 1 from public.notifications')).toHaveLength(1)
  })

  test('sends mails that a worker claimed and lost, when the lease ends', async () => {
    const server = await mailServer()
    await queue('ana@school.example')
    // A worker that was killed between claiming and sending.
    await fixture.workerPool.query(`select * from app.claim_mails(10, interval '300 milliseconds')`)
    startWorker(server.url, { pollMs: 50 })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(server.received).toHaveLength(0)
    await until(() => server.received.length).toBe(1)
  })

  test('two workers send each mail once', async () => {
    const server = await mailServer()
    for (let index = 0; index < 40; index++) await queue(`p${index}@school.example`)
    startWorker(server.url, { batch: 3 })
    startWorker(server.url, { batch: 3 })
    await until(async () => (await rows()).filter((row) => row['status'] === 'sent').length).toBe(40)
    expect(new Set(server.received.map((mail) => mail.messageId)).size).toBe(40)
    expect(server.received).toHaveLength(40)
  })

  test('finishes mails being sent before it stops', async () => {
    const server = await mailServer()
    const stop = startWorker(server.url)
    await queue('ana@school.example')
    await until(async () => (await rows())[0]!['attempts']).toBe(1)
    await stop()
    expect((await rows())[0]).toMatchObject({ status: 'sent' })
  })

  test("renders a notification's copy with a button to its page", async () => {
    const server = await mailServer()
    startWorker(server.url)
    const ana = await fixture.person({ role: 'school_admin', school: await fixture.school() })
    await fixture.rows(
      `select app.notify_code(array[$1::uuid], 'signup_requested', 'announcement.sent', $2::jsonb, '/school/students?tab=waiting')`,
      [ana.id, { title: 'Zoe <b>Hartman</b> asks to join', message: 'Line one\nLine two' }],
    )
    await until(() => server.received.length).toBe(1)
    const [mail] = server.received
    expect(mail!.to).toMatchObject([{ address: ana.email }])
    expect(mail!.text).toContain('Line one\n\nLine two')
    expect(mail!.text).toContain('Open Placewell: https://placewell.example/school/students?tab=waiting')
    expect(mail!.html).toContain('href="https://placewell.example/school/students?tab=waiting"')
    expect(mail!.html).not.toContain('<b>')
  })
})

describe('without a mail server', () => {
  let root: Person
  let ana: Person
  beforeAll(async () => {
    root = await fixture.person({ role: 'superadmin' })
    ana = await fixture.person({ role: 'school_admin', school: await fixture.school() })
  })
  const api = (isProduction: boolean) => mailHandlers({ ...fixture, config: { isProduction } })
  const list = async (who: Person | null, isProduction: boolean, search = '') =>
    call(api(isProduction).listKept, { search }, { context: await fixture.as(who) })
  const get = async (who: Person | null, isProduction: boolean, id: string) =>
    call(api(isProduction).getKept, { id }, { context: await fixture.as(who) })

  test('mails are kept, readable by anyone in development, newest first, searched by address', async () => {
    startWorker(undefined)
    const first = await queue('ana@school.example')
    await queue('ben@college.example')
    await until(async () => (await list(null, false)).total).toBe(2)
    expect((await list(null, false)).rows.map((row) => row.to_address)).toEqual([
      'ben@college.example',
      'ana@school.example',
    ])
    expect(await list(null, false, 'SCHOOL.ex')).toMatchObject({
      open: true,
      total: 1,
      rows: [{ id: first }],
    })
    expect((await list(null, false, '%')).total).toBe(0)
    expect((await get(null, false, first!)).body_text).toContain('token=SECRET_1-a')
  })

  test('in production only the superadmin sees them', async () => {
    startWorker(undefined)
    const id = (await queue('ana@school.example'))!
    await until(async () => (await list(root, true)).total).toBe(1)
    expect((await get(root, true, id)).subject).toBe('A subject – with é')
    const impersonating = { ...root, tokenHash: await fixture.signIn(root.id) }
    await fixture.admin.query(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'x', impersonation_expires_at = now() + interval '5 minutes' where token_hash = $1`,
      [impersonating.tokenHash, ana.id],
    )
    for (const who of [null, ana, impersonating]) {
      expect(await list(who, true)).toEqual({ open: false, rows: [], total: 0 })
      await expect(get(who, true, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(get(root, true, crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('in production no one gets a link that acts as someone else', async () => {
    const before = (await queue('ana@school.example'))!
    startWorker(undefined)
    await until(async () => (await list(root, true)).total).toBe(1)
    expect((await get(root, true, before)).body_text).toContain('token=[cut]')
    await stops.pop()!()
    startWorker(undefined, {}, { isProduction: true })
    const link = '<a href="https://p.example/verify-email?token=SECRET_2&#38;x=1">Verify</a>'
    const after = (await queue('ben@school.example', null, link))!
    await until(async () => (await list(root, true)).total).toBe(2)
    const [kept] = await fixture.rows<{ body_text: string; body_html: string }>(
      'select body_text, body_html from priv.mails where id = $1',
      [after],
    )
    for (const body of [kept!.body_text, kept!.body_html]) {
      expect(body).toContain('token=[cut]')
      expect(body).not.toContain('SECRET')
    }
  })

  test("only the worker's login reads the outbox, and it sees and settles only what it has claimed", async () => {
    await queue('unclaimed@school.example')
    for (const pool of [fixture.pool, fixture.authPool])
      for (const statement of [
        'select 1 from priv.mails',
        `update priv.mails set status = 'sent'`,
        `select * from app.claim_mails(1, interval '1 second')`,
      ])
        await expect(pool.query(statement)).rejects.toMatchObject({ code: '42501' })
    const settle = `update priv.mails set status = 'sent'`
    for (const statement of ['select body_text from priv.mails', settle])
      expect((await fixture.workerPool.query(statement)).rowCount).toBe(0)
    for (const statement of [
      `insert into priv.mails (kind) values ('x')`,
      `update priv.mails set to_address = 'other@school.example'`,
    ])
      await expect(fixture.workerPool.query(statement)).rejects.toMatchObject({ code: '42501' })
    await fixture.workerPool.query(`select * from app.claim_mails(1, interval '1 minute')`)
    expect((await fixture.workerPool.query(settle)).rowCount).toBe(1)
    expect((await fixture.workerPool.query(`update priv.mails set status = 'queued'`)).rowCount).toBe(0)
  })
})

describe('send-email', () => {
  let root: Person
  beforeAll(async () => {
    root = await fixture.person({ role: 'superadmin' })
  })
  const body = {
    to: ' Ana@School.example ',
    subject: 'News',
    html: '<p>Hello</p><script>x</script><a href="https://a.example">here</a><img src=x onerror=y>',
  }
  const send = async (who: Person | null, input: object = body) =>
    call(mailHandlers({ ...fixture, config: { isProduction: true } }).sendEmail, input as typeof body, {
      context: await fixture.as(who),
    })

  test('accepts exactly to, subject and html, keeps paragraphs and links, and is recorded', async () => {
    const { id } = await send(root)
    const [mail] = await fixture.rows(
      'select kind, to_address, subject, body_text, body_html, status from priv.mails where id = $1',
      [id],
    )
    expect(mail).toMatchObject({
      kind: 'free_text',
      to_address: 'ana@school.example',
      subject: 'News',
      status: 'queued',
    })
    expect(mail!['body_text']).toContain('Hello\n\nhere (https://a.example/)')
    expect(mail!['body_html']).toMatch(/<a href="https:&#47;|<a href="https:\/\/a\.example\/"/)
    expect(mail!['body_html']).not.toMatch(/<script|<img|onerror/)
    expect(
      await fixture.rows(
        `select actor_id, changes from public.audit_events where entity = 'mails' and entity_id = $1`,
        [id],
      ),
    ).toEqual([{ actor_id: root.id, changes: { to: 'ana@school.example', subject: 'News' } }])
  })

  test('refuses invalid values, by field', async () => {
    for (const [input, field] of [
      [{ ...body, to: 'nobody' }, 'to'],
      [{ ...body, subject: 'a\r\nBcc: x@y.example' }, 'subject'],
      [{ ...body, html: '<script>only</script>' }, 'html'],
      [{ ...body, cc: 'x@y.example' }, ''],
    ] as const)
      await expect(send(root, input)).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        data: { fieldErrors: { [field]: expect.any(String) } },
      })
  })

  test('sends 5 a day to one address and 60 an hour in total, and says when the limit is reached', async () => {
    const sender = await fixture.person({ role: 'superadmin' })
    const to = (number: number) => ({ ...body, to: `reader${number}@limits.example` })
    for (let count = 0; count < 5; count++) await send(sender, to(0))
    await expect(send(sender, to(0))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/5 emails in the last day.* Try again in 24 hours\.$/),
      data: { retryAfter: expect.any(Number) },
    })
    for (let count = 5; count < 60; count++) await send(sender, to(count))
    await expect(send(sender, to(99))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringMatching(/60 emails in the last hour.* Try again in 60 minutes\.$/),
    })
    // Another superadmin is not limited, and a refused mail is not sent.
    await send(root, to(99))
    expect(
      await fixture.rows(`select 1 from priv.mails where to_address like '%@limits.example'`),
    ).toHaveLength(61)
    await fixture.rows(`delete from priv.mails where to_address like '%@limits.example'`)
  })

  test('is limited to the superadmin', async () => {
    const school = await fixture.school()
    for (const role of [
      'school_super_admin',
      'school_admin',
      'facility_admin',
      'student',
      'proctor',
    ] as const) {
      const person = await fixture.person({ role, ...(role === 'facility_admin' ? {} : { school }) })
      await expect(send(person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
      await expect(
        withActor(fixture.authPool, person.tokenHash, (tx) =>
          sendEmail(tx, person.id, { to: 'a@b.example', subject: 's', html: '<p>t</p>' }),
        ),
      ).rejects.toMatchObject({ code: '42501' })
    }
    await expect(send(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await rows()).toEqual([])
  })
})

describe('a daily digest and quiet hours', () => {
  const NOON = Date.parse('2099-01-12T18:00:00Z')
  let ana: Person
  let people = 0
  const notify = (who: Person, student: string, type = 'release') =>
    fixture.rows(`select app.notify_code(array[$1::uuid], $2, 'release.revoked', $3, '/school/students')`, [
      who.id,
      type,
      { student },
    ])
  const choose = (who: Person, digest: string | null, quiet: [string, string] | null = null) =>
    fixture.rows(
      `insert into public.delivery_preferences values ($1, $2, $3, $4, 'America/Chicago')
       on conflict (user_id) do update set digest_at = excluded.digest_at, quiet_from = excluded.quiet_from, quiet_until = excluded.quiet_until`,
      [who.id, digest, quiet?.[0] ?? null, quiet?.[1] ?? null],
    )
  /** Moves the mails' creation to that instant, and makes held ones due. */
  const writtenAt = (instant: number) =>
    fixture.rows('update priv.mails set created_at = $1, next_attempt_at = now()', [
      new Date(instant).toISOString(),
    ])
  const claim = (now: number, limit = 10) =>
    withActor(fixture.workerPool, null, (tx) => claimMails(tx, limit, 60_000, now))
  const waiting = async () =>
    await fixture.rows<{ at: string; attempts: number }>(
      `select to_char(next_attempt_at at time zone 'UTC', 'MM-DD HH24:MI') as at, attempts from priv.mails where status = 'queued' order by created_at, id`,
    )
  beforeEach(async () => {
    ana = await fixture.person({ role: 'school_admin', email: `ana${(people += 1)}@digest.example` })
  })

  test('a claim reads only the notifications of its mails, however many there are', async () => {
    for (let each = 0; each < 50; each += 1) await notify(ana, `Student ${each}`)
    await fixture.rows('delete from priv.mails')
    for (const student of ['Stella', 'Paul']) await notify(ana, student)
    await withActor(fixture.workerPool, null, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      expect((await claimMails(tx, 10, 60_000)).mails).toHaveLength(2)
      const { rows: tables } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
        where relid = 'public.notifications'::regclass`.execute(tx)
      expect(tables).toEqual([{ read: 2 }])
    })
  })

  test('a mail that someone waits for comes before copies due earlier, however many there are', async () => {
    for (let each = 0; each < 100; each += 1) await notify(ana, `Student ${each}`)
    await fixture.rows(`update priv.mails set next_attempt_at = now() - interval '1 hour'`)
    await queue('reset@school.example')
    await withActor(fixture.workerPool, null, async (tx) => {
      await sql`set local enable_seqscan = off`.execute(tx)
      const { mails } = await claimMails(tx, 2, 60_000)
      expect(mails.map(({ to_address: to }) => to).toSorted()).toEqual([ana.email, 'reset@school.example'])
      const { rows: tables } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
        where relid = 'priv.mails'::regclass`.execute(tx)
      expect(tables[0]!.read).toBeLessThan(30)
    })
  })

  test("copies wait for the digest's hour without counting an attempt, then arrive in one mail, each once", async () => {
    await choose(ana, '07:00')
    for (const student of ['Stella', 'Paul', 'Rita']) await notify(ana, student)
    await writtenAt(NOON)
    expect((await claim(NOON)).mails).toEqual([])
    expect(await waiting()).toEqual(Array.from({ length: 3 }, () => ({ at: '01-13 13:00', attempts: 0 })))
    const server = await mailServer()
    await fixture.rows('update priv.mails set next_attempt_at = now()')
    // Two workers at once: each copy is in one mail.
    for (const _ of [1, 2]) startWorker(server.url, { now: () => Date.parse('2099-01-13T13:00:00Z') })
    await until(async () => (await rows()).every(({ status }) => status === 'sent')).toBe(true)
    const text = server.received.map((mail) => mail.text).join()
    for (const student of ['Stella', 'Paul', 'Rita']) expect(text.split(`${student} revoked`)).toHaveLength(2)
    expect(text).toContain('https://placewell.example/school/students')
  })

  test('one claim puts more copies than its limit into one mail', async () => {
    await choose(ana, '07:00')
    for (let n = 0; n < 7; n++) await notify(ana, `Student ${n}`)
    await writtenAt(NOON)
    const { mails } = await claim(NOON + 86_400_000, 3)
    expect(mails.map(({ joined }) => joined.length)).toEqual([6])
    expect((await claim(NOON + 86_400_000)).mails).toEqual([])
  })

  test('a refused digest is sent again with the same content and Message-ID', async () => {
    await choose(ana, '07:00')
    await notify(ana, 'Stella')
    await notify(ana, 'Paul')
    await writtenAt(NOON)
    const [first] = (await claim(NOON + 86_400_000)).mails
    await notify(ana, 'Rita')
    await fixture.rows('update priv.mails set created_at = $1, next_attempt_at = now()', [
      new Date(NOON).toISOString(),
    ])
    const again = (await claim(NOON + 86_400_000)).mails
    const same = again.find(({ id }) => id === first!.id)!
    expect(same.message_id).toBe(first!.message_id)
    expect(same.joined.map(({ id }) => id)).toEqual(first!.joined.map(({ id }) => id))
    expect(again.map(({ joined }) => joined.length).toSorted()).toEqual([0, 1])
  })

  test('someone who turns the digest off in between still gets everything already joined', async () => {
    await choose(ana, '07:00')
    await notify(ana, 'Stella')
    await notify(ana, 'Paul')
    await writtenAt(NOON)
    await claim(NOON + 86_400_000)
    await choose(ana, null)
    await fixture.rows('update priv.mails set next_attempt_at = now()')
    expect((await claim(NOON + 86_400_000)).mails.map(({ joined }) => joined.length)).toEqual([1])
  })

  test('two people have two digests, and urgent events arrive at once', async () => {
    const ben = await fixture.person({ role: 'student', email: `ben${people}@digest.example` })
    for (const who of [ana, ben]) {
      await choose(who, '07:00')
      await notify(who, 'Stella')
      await notify(who, 'Paul')
    }
    await notify(ben, 'Offer', 'waitlist_offer')
    await writtenAt(NOON)
    expect((await claim(NOON)).mails.map(({ event }) => event)).toEqual(['waitlist_offer'])
    await fixture.rows(`update priv.mails set next_attempt_at = now() where attempts = 0`)
    const { mails } = await claim(NOON + 86_400_000)
    expect(mails.map(({ to_address, joined }) => [to_address, joined.length]).toSorted()).toEqual([
      [`ana${people}@digest.example`, 1],
      [`ben${people}@digest.example`, 1],
    ])
  })

  test('a copy of what a job still adds to waits for the job, but not for hours', async () => {
    const job = randomUUID()
    const by = await fixture.person({ role: 'superadmin' })
    await fixture.act(by, (tx) =>
      startJob(tx, {
        id: job,
        kind: 'shifts_bulk',
        title: 'Cancel',
        school_id: null,
        facility_id: null,
        input: {},
      }),
    )
    const add = (student: string) =>
      fixture.rows(
        `select set_config('app.notification_group', $3, false),
          app.notify_code(array[$1::uuid], 'shift_cancelled', 'release.revoked', $2, '/student/shifts')`,
        [ana.id, { student }, JSON.stringify({ key: groupOfJob(job), heading: {}, data: {} })],
      )
    const due = () => fixture.rows('update priv.mails set next_attempt_at = now()')
    await add('Stella')
    const now = Date.now()
    expect((await claim(now)).mails).toEqual([])
    await due()
    expect((await claim(now + 3_600_000)).mails).toHaveLength(1)
    await fixture.rows('update priv.mails set attempts = 0, next_attempt_at = now()')
    await add('Paul')
    await fixture.rows(`select set_config('app.notification_group', '', false)`)
    expect((await claim(now)).mails).toEqual([])
    await fixture.rows(`update public.jobs set status = 'done', finished_at = now() where id = $1`, [job])
    await due()
    expect((await claim(now)).mails).toMatchObject([
      { attempt: 1, code: 'notification.group', values: { lines: [{}, {}] } },
    ])
  })

  test('quiet hours hold copies one by one, and never other mails', async () => {
    await choose(ana, null, ['21:00', '06:30'])
    await notify(ana, 'Stella')
    await notify(ana, 'Paul')
    await queue(`ana${people}@digest.example`)
    const night = Date.parse('2099-01-13T04:00:00Z')
    expect((await claim(night)).mails.map(({ event }) => event)).toEqual([null])
    await fixture.rows(`update priv.mails set next_attempt_at = now() where attempts = 0`)
    const morning = await claim(Date.parse('2099-01-13T12:30:00Z'))
    expect(morning.mails.map(({ joined }) => joined.length)).toEqual([0, 0])
  })
})
