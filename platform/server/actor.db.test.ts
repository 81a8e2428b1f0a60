/** One statement in one round trip, as a person: whose it is, that it writes nothing, and that a failure does not affect the next one. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { readAs, withActor } from './actor.ts'
import { createPool, type Pool } from './db.ts'
import { once } from './idempotency.ts'
import { sessionDigest } from './session.ts'

let fixture: Fixture
let pool: Pool
let ana: Person
let tom: Person
beforeAll(async () => {
  fixture = await createFixture()
  // One connection, so that each user gets the one that was used before.
  pool = createPool({ url: fixture.database.urlFor('app_rw'), max: 1, name: 'test' })
  const school = await fixture.school()
  ana = await fixture.person({ role: 'school_admin', school })
  tom = await fixture.person({ role: 'student', school })
})
afterAll(async () => {
  await pool.end()
  await fixture.close()
})

const whoAmI = () => sql<{ id: string | null }>`select app.uid() as id`
const asked = (who: Person | null) => readAs(pool, who?.tokenHash ?? null, whoAmI())

describe('a statement read in one round trip', () => {
  it('runs as the person, or as no one, however many run at once', async () => {
    const people = Array.from({ length: 60 }, (_, turn) => [ana, tom, null][turn % 3]!)
    expect(await Promise.all(people.map(asked))).toEqual(people.map((who) => [{ id: who?.id ?? null }]))
  })

  it('cannot write', async () => {
    const write = sql`update public.users set full_name = 'Someone else' where id = ${ana.id}::uuid`
    await expect(readAs(pool, ana.tokenHash, write)).rejects.toMatchObject({ code: '25006' })
  })

  it('says why it failed, and leaves the connection as the next needs it', async () => {
    await expect(readAs(pool, ana.tokenHash, sql`select 1 / 0`)).rejects.toMatchObject({ code: '22012' })
    await expect(readAs(pool, ana.tokenHash, sql`select nothing from nowhere`)).rejects.toMatchObject({
      code: '42P01',
    })
    expect(await asked(tom)).toEqual([{ id: tom.id }])
    expect(await asked(null)).toEqual([{ id: null }])
    const { rows } = await withActor(pool, ana.tokenHash, (tx) => whoAmI().execute(tx))
    expect(rows).toEqual([{ id: ana.id }])
  })

  it('accepts only token hashes', async () => {
    await expect(readAs(pool, `'; drop table x; --`, whoAmI())).rejects.toThrow(TypeError)
  })
})

describe('a time limit of a database that answers', () => {
  const slowly = (work: Parameters<typeof withActor<unknown>>[2], readOnly = false) =>
    withActor(pool, ana.tokenHash, work, { deadlineMs: 600, readOnly })

  it('stops one long statement, and says that nothing was changed', async () => {
    const long = slowly(async (tx) => {
      await sql`insert into public.saved_views (user_id, page, name, search, position) values (${ana.id}::uuid, '/long', 'Long', '', (select count(*) + 1 from public.saved_views))`.execute(
        tx,
      )
      await sql`select pg_sleep(3)`.execute(tx)
    })
    await expect(long).rejects.toMatchObject({ name: 'TimedOut', outcome: 'unchanged' })
    expect(await fixture.rows(`select from public.saved_views where page = '/long'`)).toEqual([])
  })

  it('stops many short statements too', async () => {
    const many = slowly(async (tx) => {
      for (let count = 0; count < 100; count++) await sql`select pg_sleep(0.02)`.execute(tx)
    })
    await expect(many).rejects.toMatchObject({ name: 'TimedOut', outcome: 'unchanged' })
  })

  it('says of a read that it only read', async () => {
    const read = slowly((tx) => sql`select pg_sleep(3)`.execute(tx), true)
    await expect(read).rejects.toMatchObject({ name: 'TimedOut', outcome: 'read' })
  })

  it('does not affect the next user of the connection', async () => {
    await slowly((tx) => sql`select pg_sleep(3)`.execute(tx)).catch(() => {})
    const { rows } = await withActor(pool, ana.tokenHash, (tx) =>
      sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(tx),
    )
    expect(Number.parseInt(rows[0]!.limit, 10)).toBeGreaterThan(1_500)
  })

  it('does not apply to a database that is down, which stays unavailable', async () => {
    const gone = createPool({ url: 'postgres://app_rw:x@127.0.0.1:9/none', max: 1, name: 'test' })
    await expect(
      withActor(gone, ana.tokenHash, (tx) => sql`select 1`.execute(tx), { deadlineMs: 600 }),
    ).rejects.toMatchObject({ name: 'Unavailable' })
    await gone.end()
  })
})

it('waits for a connection as long as its pool says', async () => {
  const refused = async (name: string, waitMs?: number) => {
    const url = fixture.database.urlFor('app_rw')
    const only = createPool({ url, max: 1, name: 'test', ...(waitMs && { waitMs }) })
    // The first connection has the same limit, and a busy machine may need longer for it.
    const busy = await vi.waitFor(() => only.connect(), { timeout: 10_000 })
    return async () => {
      await expect(only.connect()).rejects.toThrow('timeout')
      busy.release()
      await only.end()
      return name
    }
  }
  const both = [await refused('of a person'), await refused('hasty', 800)].map((wait) => wait())
  expect(await Promise.race(both)).toBe('hasty')
  await Promise.all(both)
})

describe('what other connections of the same login see', () => {
  const HASH = /[0-9a-f]{64}/

  it('never includes the session hash of a running statement', async () => {
    const other = createPool({ url: fixture.database.urlFor('app_rw'), max: 1, name: 'test' })
    const texts = () =>
      readAs(
        other,
        null,
        sql<{
          query: string
        }>`select query from pg_stat_activity where usename = 'app_rw' and pid <> pg_backend_pid()`,
      )
    await withActor(
      pool,
      ana.tokenHash,
      async () => {
        for (let look = 0; look < 5; look++) {
          const seen = await texts()
          expect(seen.length).toBeGreaterThan(0)
          for (const { query } of seen) expect(query).not.toMatch(HASH)
        }
      },
      { reason: 'to be looked at' },
    )
    await asked(ana)
    expect(await texts()).not.toEqual([])
    for (const { query } of await texts()) expect(query).not.toMatch(HASH)
    await other.end()
  })

  it('includes only a digest in a notice, which opens nothing', async () => {
    const listener = await fixture.connect()
    const heard: string[] = []
    listener.on('notification', ({ payload }) => heard.push(payload ?? ''))
    await listener.query('listen session_changed')
    const hash = await fixture.signIn(tom.id)
    await withActor(fixture.authPool, null, (tx) => sql`select app.session_changed(${hash})`.execute(tx))
    await fixture.signIn(tom.id)
    await listener.query('select 1')
    await listener.end()
    expect(heard).toEqual([sessionDigest(hash)])
    expect(heard).not.toContain(hash)
  })
})

describe('with their own rights people can write', () => {
  const claimed = (who: Person | null, key: string, request: unknown) =>
    withActor(pool, who?.tokenHash ?? null, (tx) =>
      once(tx, { key, name: 'semesters.copy', request }, () => Promise.resolve({ by: who?.id })),
    )

  it('their own idempotency keys, each with one answer', async () => {
    const key = randomUUID()
    await claimed(ana, key, { weeks: 1 })
    expect(await claimed(ana, key, { weeks: 1 })).toEqual({ by: ana.id })
    expect(await claimed(tom, key, { weeks: 2 })).toEqual({ by: tom.id })
    await expect(claimed(ana, key, { weeks: 2 })).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    await expect(claimed(null, key, { weeks: 1 })).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const asTom = (statement: ReturnType<typeof sql>) =>
      withActor(pool, tom.tokenHash, (tx) => statement.execute(tx))
    expect((await asTom(sql`select user_id from public.idempotency_keys`)).rows).toEqual([
      { user_id: tom.id },
    ])
    // An answer is final, and no one writes answers for others.
    expect((await asTom(sql`update public.idempotency_keys set answer = '{}'`)).numAffectedRows).toBe(0n)
    for (const forged of [
      sql`insert into public.idempotency_keys (user_id, key, name, request_hash) values (${ana.id}, ${randomUUID()}, 'x', 'x')`,
      sql`update public.idempotency_keys set request_hash = 'x'`,
      sql`delete from public.idempotency_keys`,
    ])
      await expect(asTom(forged)).rejects.toMatchObject({ code: '42501' })
  })

  it('that they exported a list, if they may export it', async () => {
    const noted = (
      who: Person,
      more: Partial<Record<'action' | 'entity' | 'school_id' | 'changes' | 'reason', string>>,
    ) =>
      withActor(pool, who.tokenHash, (tx) =>
        tx
          .insertInto('audit_events')
          .values({ action: 'export', entity: 'users', changes: '{"view": "students", "rows": 1}', ...more })
          .execute(),
      )
    const mine = (
      await fixture.rows('select linked_school_id as id from public.users where id = $1', [ana.id])
    )[0]!.id as string
    await noted(ana, { school_id: mine })
    for (const [who, more] of [
      [tom, { school_id: mine }],
      [ana, {}],
      [ana, { school_id: await fixture.school() }],
      [ana, { school_id: mine, action: 'sign_in' }],
      [ana, { school_id: mine, entity: 'shifts' }],
      [ana, { changes: '{"rows": 1}' }],
      [ana, { changes: '{"view": null, "rows": 1}' }],
      // A line is sealed into the chain of its school, which an unlimited line could block.
      [ana, { school_id: mine, changes: JSON.stringify({ view: 'students', rows: 'x'.repeat(5_000) }) }],
      [ana, { school_id: mine, reason: 'x'.repeat(5_000) }],
    ] as const)
      await expect(noted(who, more)).rejects.toMatchObject({ code: '42501' })
  })
})
