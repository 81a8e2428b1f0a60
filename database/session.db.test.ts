import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashToken, newToken } from '#platform/server/session.ts'
import { createFixture, type Person, type Fixture } from './testing.ts'

// What app.read_session does with a session (Spec §4), by the database's clock.
let fixture: Fixture
let ana: Person
beforeAll(async () => {
  fixture = await createFixture()
  ana = await fixture.person({ role: 'student' })
})
afterAll(() => fixture.close())

type Session = { signedIn: string; ends: string; seen: string }

/** Creates a session with times relative to now, such as "-23 hours". */
async function sessionOf({ signedIn, ends, seen }: Session): Promise<string> {
  const { hash } = newToken()
  await fixture.rows(
    `insert into priv.sessions (token_hash, user_id, signed_in_at, expires_at, last_seen_at)
     values ($1, $2, now() + $3::interval, now() + $4::interval, now() + $5::interval)`,
    [hash, ana.id, signedIn, ends, seen],
  )
  return hash
}

/** Reads it as the server does; returns its returned and stored end, or null if it is removed from both. */
async function readAndLook(hash: string) {
  const { rows } = await fixture.authPool.query<{ expires_at: string }>(
    'select * from app.read_session($1)',
    [hash],
  )
  const [kept] = await fixture.rows<{ minutes: number; seen: number; ends: string }>(
    `select round(extract(epoch from expires_at - now()) / 60)::int as minutes,
       round(extract(epoch from now() - last_seen_at))::int as seen, expires_at as ends
     from priv.sessions where token_hash = $1`,
    [hash],
  )
  if (rows[0]?.expires_at !== kept?.ends) throw new Error('What was told is not what was kept')
  return kept ? { minutes: kept.minutes, seen: kept.seen } : null
}

const H = 60
test.each<[what: string, Session, minutes: number | null]>([
  ['new: kept', { signedIn: '0', ends: '24 hours', seen: '-6 s' }, 24 * H],
  ['61 minutes left: kept', { signedIn: '-22:59', ends: '61 min', seen: '-1 min' }, 61],
  ['59 minutes left: 24 hours from now', { signedIn: '-23:01', ends: '59 min', seen: '-1 min' }, 24 * H],
  [
    'the last minute counts: 24 hours from now',
    { signedIn: '-23:59', ends: '1 min', seen: '-1 min' },
    24 * H,
  ],
  ['over: removed', { signedIn: '-24:00:01', ends: '-1 s', seen: '-1 min' }, null],
  ['over, and seen a moment ago: removed', { signedIn: '-24 hours', ends: '-1 s', seen: '-2 s' }, null],
  ['6 days old: renewed in full', { signedIn: '-6 days', ends: '30 min', seen: '-1 min' }, 24 * H],
  ['6 days and 20 hours: to 7 days', { signedIn: '-6 days -20:00', ends: '30 min', seen: '-1 min' }, 4 * H],
  ['about 7 days: no further', { signedIn: '-6 days -23:30', ends: '30 min', seen: '-1 min' }, 30],
  ['past 7 days: never shortened', { signedIn: '-8 days', ends: '30 min', seen: '-1 min' }, 30],
])('%s', async (_what, session, minutes) => {
  expect((await readAndLook(await sessionOf(session)))?.minutes ?? null).toBe(minutes)
})

test('last_seen_at is written at most once in 5 seconds (Spec §4, §9)', async () => {
  const due = { signedIn: '-23:30', ends: '30 min' }
  const seen = async (ago: string) => readAndLook(await sessionOf({ ...due, seen: ago }))
  expect(await seen('-1 s')).toEqual({ minutes: 30, seen: expect.toBeOneOf([1, 2, 3, 4]) })
  expect(await seen('-5 s')).toEqual({ minutes: 24 * H, seen: 0 })
})

test('an unknown token, and the session of a deactivated person, return nothing', async () => {
  expect(await readAndLook(hashToken('made up'))).toBeNull()
  const bob = await fixture.person({ role: 'student', status: 'deactivated' })
  expect(await fixture.sessions.read(bob.tokenHash)).toBeNull()
})

test('recording last_seen_at does not wait for the disk; later commits are as durable as ever', async () => {
  const hash = await sessionOf({ signedIn: '-23:30', ends: '30 min', seen: '-1 min' })
  const client = await fixture.authPool.connect()
  const commits = async () => (await client.query('show synchronous_commit')).rows[0].synchronous_commit
  try {
    await client.query('set synchronous_commit to on') // as on the product's server; off in tests
    await client.query('begin')
    await client.query('select * from app.read_session($1)', [hash])
    const whileSeen = await commits()
    await client.query('commit')
    expect([whileSeen, await commits()]).toEqual(['off', 'on'])
  } finally {
    client.release(true)
  }
})
