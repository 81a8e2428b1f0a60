import { hash as bcrypt } from 'bcryptjs'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prehash } from '#core/password-prehash.ts'
import { createFixture, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { PasswordHasher, settingFor } from '#platform/server/passwords.ts'
import { startPasswordWalk, type WalkOptions } from './password-walk.ts'
import { walkPasswords } from './commands/walk-passwords.ts'

const PEPPER = 'pepper-of-the-walk'
const hasher = new PasswordHasher({ pepper: PEPPER })
const warn = vi.fn<() => void>()
let fixture: Fixture
beforeAll(async () => {
  fixture = await createFixture()
})
beforeEach(() => fixture.rows('delete from priv.credentials'))
afterAll(() => fixture.close())

async function personWith(password: string): Promise<string> {
  const { id, email } = await fixture.person({ role: 'student' })
  const clientHash = await bcrypt(await prehash(password), settingFor(email, fixture.saltKey))
  await fixture.rows(
    'insert into priv.credentials (user_id, client_setting, verifier) values ($1, left($2, 29), $3)',
    [id, clientHash, await hasher.hash(clientHash)],
  )
  return id
}

const stateOf = async (userId: string) =>
  (await fixture.rows('select tried, must_change from priv.credentials where user_id = $1', [userId]))[0]!

/** Walks until nothing is left to try. */
async function walk(options: Partial<WalkOptions>): Promise<void> {
  const stop = startPasswordWalk({
    authPool: fixture.authPool,
    log: { warn } as never,
    pepper: PEPPER,
    own: () => [],
    share: 1,
    firstMs: 0,
    everyMs: 20,
    ...options,
  })
  const left = `select from priv.credentials c join public.users u on u.id = c.user_id
    where c.tried < ${60 + options.candidates!.length} and not must_change and u.status <> 'deactivated'`
  await vi.waitFor(async () => expect(await fixture.rows(left)).toEqual([]), {
    timeout: 240_000,
    interval: 50,
  })
  await stop()
  expect(warn).not.toHaveBeenCalled()
}

it(
  'finds a common password that was chosen long ago, and one made of the person’s own words',
  { timeout: 300_000 },
  async () => {
    const [weak, own, strong] = [
      await personWith('123456'),
      await personWith('lakeshore'),
      await personWith('three herons'),
    ]
    await fixture.rows(`update priv.credentials set changed_at = now() - interval '5 years'`)
    await walk({ candidates: ['letmein', '123456'], own: () => ['', 'lakeshore'] })
    expect(await stateOf(weak)).toMatchObject({ must_change: true })
    expect(await stateOf(own)).toMatchObject({ must_change: true })
    expect(await stateOf(strong)).toEqual({ tried: 62, must_change: false })
    const noted = await fixture.rows(
      `select count(*)::int as times from public.audit_events where action = 'require_password_change'`,
    )
    expect(noted).toEqual([{ times: 2 }])
  },
)

it('continues after a restart, and starts over with a new password', { timeout: 300_000 }, async () => {
  const weak = await personWith('123456')
  await fixture.rows('update priv.credentials set tried = 61 where user_id = $1', [weak])
  await walk({ candidates: ['123456', 'letmein'] })
  expect(await stateOf(weak)).toEqual({ tried: 62, must_change: false })
  await fixture.rows(`update priv.credentials set verifier = $2 where user_id = $1`, [
    weak,
    await hasher.hash('other'),
  ])
  expect(await stateOf(weak)).toMatchObject({ tried: 0 })
})

it('gives a password to one process at a time, the least tried first, and none of a deactivated account', async () => {
  const ids = [await personWith('a'), await personWith('b'), await personWith('c')]
  await fixture.rows('update priv.credentials set tried = 40 where user_id = $1', [ids[0]])
  await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [ids[2]])
  const take = () => withActor(fixture.authPool, null, (tx) => walkPasswords(tx, 60))
  expect((await take())?.user_id).toBe(ids[1])
  expect((await take())?.user_id).toBe(ids[0])
  expect(await take()).toBeUndefined()
  await fixture.rows(`update priv.credentials set being_tried_until = now() - interval '1 second'`)
  expect((await take())?.user_id).toBe(ids[1])
})

it('gets past many deactivated accounts, some at a time', async () => {
  const school = await fixture.school()
  await fixture.rows(
    `with gone as (insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
       select 'graduate' || n || '@test.example', 'Amy Tan', 'student', 'deactivated', true, $1 from generate_series(1, 150) n returning id)
     insert into priv.credentials (user_id, client_setting, verifier) select id, left($2, 29), 'a2id$x' from gone`,
    [school, '$2b$12$' + 'a'.repeat(21) + 'O'],
  )
  const id = await personWith('a')
  await fixture.rows(
    `update priv.credentials set changed_at = now() - interval '1 year', tried = 1 where user_id = $1`,
    [id],
  )
  const take = () => withActor(fixture.authPool, null, (tx) => walkPasswords(tx, 60))
  // All 150 at once would work; with thousands the transaction would time out and skip none.
  expect(await take()).toBeUndefined()
  expect((await take())?.user_id).toBe(id)
})

it('saves nothing for a password that was changed while it was tried', async () => {
  const id = await personWith('a')
  const taken = await withActor(fixture.authPool, null, (tx) => walkPasswords(tx, 60))
  await fixture.rows('update priv.credentials set verifier = $2 where user_id = $1', [
    id,
    await hasher.hash('new'),
  ])
  await withActor(fixture.authPool, null, (tx) => walkPasswords(tx, 60, { ...taken!, tried: 20 }))
  expect(await stateOf(id)).toMatchObject({ tried: 0 })
})

it('stops in the middle of a slice', { timeout: 30_000 }, async () => {
  const id = await personWith('four herons')
  let isAtWork = false
  const stop = startPasswordWalk({
    authPool: fixture.authPool,
    log: { warn } as never,
    pepper: PEPPER,
    firstMs: 0,
    own: () => {
      isAtWork = true
      return Array.from({ length: 60 }, (_, at) => `not this ${at}`)
    },
  })
  await expect.poll(() => isAtWork).toBe(true)
  await stop()
  // An interrupted slice is not saved: the next process tries it again.
  expect(await stateOf(id)).toMatchObject({ tried: 0 })
})
