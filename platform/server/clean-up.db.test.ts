import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { cleanUp, startCleanUp } from './clean-up.ts'

let fixture: Fixture
let ana: Person
let school: string
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  ana = await fixture.person({ role: 'school_admin', school })
})
afterAll(() => fixture.close())

const hash = (n: number) => n.toString(16).padStart(64, '0')
let counter = 0

/** One row of each kind, this many days old; `which` names those that are left. */
const kinds: Record<string, { keptDays: number; insert: (days: number) => Promise<unknown>; table: string }> =
  {
    'idempotency keys': {
      keptDays: 7,
      table: 'public.idempotency_keys',
      insert: (days) =>
        fixture.rows(
          `insert into public.idempotency_keys (user_id, key, name, request_hash, created_at) values ($1, gen_random_uuid(), 'x', 'x', now() - make_interval(days => $2))`,
          [ana.id, days],
        ),
    },
    links: {
      keptDays: 7,
      table: 'priv.user_tokens',
      insert: (days) =>
        fixture.rows(
          `insert into priv.user_tokens (token_hash, user_id, kind, expires_at, used_at) values ($1, $2, 'verify_email', now() - make_interval(days => $3), now())`,
          [hash(++counter), ana.id, days],
        ),
    },
    'invitation links': {
      keptDays: 30,
      table: 'priv.invitation_tokens',
      insert: async (days) => {
        const [made] = await fixture.rows<{ id: string }>(
          `insert into public.invitations (email, role, school_id, expires_at, invited_by, status, accepted_at)
         values ($1, 'student', $2, now(), $3, 'accepted', now() - make_interval(days => $4)) returning id`,
          [`guest${++counter}@x.example`, school, ana.id, days],
        )
        await fixture.rows('insert into priv.invitation_tokens (token_hash, invitation_id) values ($1, $2)', [
          hash(++counter),
          made!.id,
        ])
      },
    },
    sessions: {
      keptDays: 1,
      table: 'priv.sessions',
      insert: (days) =>
        fixture.rows(
          `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() - make_interval(days => $3))`,
          [hash(++counter), ana.id, days],
        ),
    },
    'known devices': {
      keptDays: 180,
      table: 'priv.known_devices',
      insert: (days) =>
        fixture.rows(
          `insert into priv.known_devices (token_hash, user_id, last_used_at) values ($1, $2, now() - make_interval(days => $3))`,
          [hash(++counter), ana.id, days],
        ),
    },
    throttles: {
      keptDays: 2,
      table: 'priv.throttles',
      insert: (days) =>
        fixture.rows(
          `insert into priv.throttles (key, window_started_at) values ($1, now() - make_interval(days => $2))`,
          [`key ${++counter}`, days],
        ),
    },
    mails: {
      keptDays: 90,
      table: 'priv.mails',
      insert: (days) =>
        fixture.rows(
          `insert into priv.mails (id, kind, to_address, subject, body_text, body_html, message_id, status, created_at)
         values (gen_random_uuid(), 'x', 'a@b.example', 's', 't', 'h', $1, 'sent', now() - make_interval(days => $2))`,
          [`<${++counter}@x>`, days],
        ),
    },
    'contact messages': {
      keptDays: 365,
      table: 'public.contact_messages',
      insert: (days) =>
        fixture.rows(
          `insert into public.contact_messages (name, email, topic, message, answered_at, answered_by)
           values ('Dana', 'dana@x.example', 'other', 'When does a trial end?', now() - make_interval(days => $2), $1)`,
          [ana.id, days],
        ),
    },
    'people of a revoked Canvas': {
      keptDays: 30,
      table: 'public.canvas_people',
      insert: async (days) =>
        fixture.rows(
          `with made as (insert into public.canvas_connections (id, school_id, base_url, auth, status, updated_at)
             values (gen_random_uuid(), $1, 'https://canvas.x.example', 'token', 'revoked', now() - make_interval(days => $2)) returning id, school_id)
           insert into public.canvas_people (connection_id, school_id, canvas_id, name, status) select id, school_id, '7', 'Dana', 'new' from made`,
          [await fixture.school(), days],
        ),
    },
  }
const count = async (table: string) =>
  (await fixture.rows<{ n: number }>(`select count(*)::int as n from ${table}`))[0]!.n

beforeEach(async () => {
  for (const { table } of Object.values(kinds)) await fixture.rows(`delete from ${table}`)
})

it.each(Object.entries(kinds))(
  '%s are deleted after their time, and not a day earlier',
  async (kind, each) => {
    await each.insert(each.keptDays + 1)
    await each.insert(each.keptDays - 1)
    expect((await cleanUp(fixture))[kind]).toBe(1)
    expect(await count(each.table)).toBe(1)
    expect((await cleanUp(fixture))[kind]).toBe(0)
  },
)

it('keeps what still counts: a live session, an open link, a waiting email, a locked-out account, the trail', async () => {
  await fixture.rows(
    `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [hash(++counter), ana.id],
  )
  await fixture.rows(
    `insert into priv.user_tokens (token_hash, user_id, kind, expires_at) values ($1, $2, 'verify_email', now() + interval '1 hour')`,
    [hash(++counter), ana.id],
  )
  await kinds['mails']!.insert(400)
  await fixture.rows(`update priv.mails set status = 'queued'`)
  await kinds['throttles']!.insert(30)
  await fixture.rows(`update priv.throttles set blocked_until = now() + interval '1 minute'`)
  // An invitation that expired last month: its link can still request a new one.
  await kinds['invitation links']!.insert(0)
  // Acceptance cannot be undone, so the guards of its steps are disabled for this test row.
  await fixture.rows('alter table public.invitations disable trigger user')
  await fixture.rows(
    `update public.invitations set status = 'sent', accepted_at = null, expires_at = now() - interval '30 days'`,
  )
  await fixture.rows('alter table public.invitations enable trigger user')
  const trail = await count('public.audit_events')
  expect(Object.values(await cleanUp(fixture)).every((n) => n === 0)).toBe(true)
  for (const kind of ['sessions', 'links', 'mails', 'throttles', 'invitation links'])
    expect([kind, await count(kinds[kind]!.table)]).toEqual([kind, 1])
  expect(await count('public.audit_events')).toBe(trail)
})

it('works in small batches until nothing is left, and skips locked rows', async () => {
  for (let n = 0; n < 7; n++) await kinds['sessions']!.insert(9)
  expect((await cleanUp(fixture, { batch: 3, pauseMs: 0 }))['sessions']).toBe(7)
  await kinds['sessions']!.insert(9)
  await kinds['sessions']!.insert(10)
  await fixture.rows('begin')
  await fixture.rows(`select 1 from priv.sessions order by expires_at limit 1 for update`)
  expect((await cleanUp(fixture))['sessions']).toBe(1)
  await fixture.rows('rollback')
  expect((await cleanUp(fixture))['sessions']).toBe(1)
})

it('is for the worker alone, which sees and deletes only expired rows', async () => {
  for (const [kind, { insert, keptDays, table }] of Object.entries(kinds)) {
    await insert(keptDays - 1)
    expect([kind, (await fixture.workerPool.query(`delete from ${table}`)).rowCount]).toEqual([kind, 0])
    // A superadmin may delete what was read from Canvas, when a school connects another: without one, no row is there.
    const byApp = await fixture.pool.query(`delete from ${table}`).then(
      ({ rowCount }) => rowCount,
      ({ code }) => code,
    )
    expect([kind, byApp]).toEqual([kind, table === 'public.canvas_people' ? 0 : '42501'])
  }
  // Sign-in deletes unused links, counts again, and ends the sessions of the current person: here of no one.
  const { links: _links, throttles: _throttles, sessions, ...others } = kinds
  for (const { table } of Object.values(others))
    await expect(fixture.authPool.query(`delete from ${table}`)).rejects.toMatchObject({ code: '42501' })
  expect((await fixture.authPool.query(`delete from ${sessions!.table}`)).rowCount).toBe(0)
  await kinds['sessions']!.insert(9)
  const revive = `update priv.sessions set expires_at = now() + interval '1 day'`
  await expect(fixture.workerPool.query(revive)).rejects.toMatchObject({ code: '42501' })
  await expect(fixture.workerPool.query('select user_id from priv.sessions')).rejects.toMatchObject({
    code: '42501',
  })
})

it('runs on its own, and stops when asked', async () => {
  const stop = startCleanUp(fixture, { firstMs: 5, everyMs: 20 })
  await kinds['mails']!.insert(91)
  await expect.poll(() => count('priv.mails'), { timeout: 5_000, interval: 20 }).toBe(0)
  await kinds['mails']!.insert(91)
  await expect.poll(() => count('priv.mails'), { timeout: 5_000, interval: 20 }).toBe(0)
  await stop()
})

it('goes on at once if a run was not enough', async () => {
  await fixture.rows(
    `insert into priv.throttles (key, window_started_at) select 'old ' || n, now() - interval '90 days' from generate_series(1, 210) n`,
  )
  const stop = startCleanUp(fixture, { firstMs: 5, everyMs: 3_600_000, batch: 1, pauseMs: 0 })
  await expect.poll(() => count('priv.throttles'), { timeout: 20_000, interval: 20 }).toBe(0)
  await stop()
})
