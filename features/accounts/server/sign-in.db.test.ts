import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sessionDigest } from '#platform/server/session.ts'
import { createFixture, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { Unavailable } from '#platform/server/pg-errors.ts'
import { knowsDevice, rememberDevice } from './commands/know-device.ts'
import { bindPassword, replacePassword } from './commands/replace-password.ts'
import { accountHandlers } from './handlers.ts'
import { clientHashFor, someEmail, visitor } from './testing.ts'

let fixture: Fixture
let api: ReturnType<typeof accountHandlers>
beforeAll(async () => {
  fixture = await createFixture()
  api = accountHandlers(fixture)
})
afterAll(() => fixture.close())

it('returns the same for a known and an unknown address before sign-in', async () => {
  const person = await fixture.person({ role: 'student' })
  await fixture.credential(person)
  const context = await fixture.as(null)
  const known = await call(api.preLogin, { email: person.email }, { context })
  const unknown = await call(api.preLogin, { email: 'nobody@test.example' }, { context })
  expect(Object.keys(known)).toEqual(Object.keys(unknown))
  expect(unknown.setting).toMatch(/^\$2b\$12\$.{22}$/)
})

it('signs in with the right hash, and refuses a wrong one and an unknown address with the same message', async () => {
  const person = await fixture.person({ role: 'student' })
  const right = await fixture.credential(person)
  const context = await fixture.as(null)
  const me = await call(
    api.signIn,
    { email: ` ${person.email.toUpperCase()} `, password_hash_input: right },
    { context },
  )
  expect(me.id).toBe(person.id)
  expect(context.cookie.session).toBeTruthy()
  const wrong = right.slice(0, 29) + 'B'.repeat(31)
  for (const email of [person.email, 'nobody@test.example'])
    await expect(call(api.signIn, { email, password_hash_input: wrong }, { context })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      message: 'Invalid email or password.',
    })
})

it('refuses an unverified account only after the right password', async () => {
  const person = await fixture.person({ role: 'student', isVerified: false })
  const right = await fixture.credential(person)
  const context = await fixture.as(null)
  await expect(
    call(api.signIn, { email: person.email, password_hash_input: right }, { context }),
  ).rejects.toMatchObject({
    message: 'Please verify your email address before signing in.',
  })
  const wrong = right.slice(0, 29) + 'B'.repeat(31)
  await expect(
    call(api.signIn, { email: person.email, password_hash_input: wrong }, { context }),
  ).rejects.toMatchObject({
    message: 'Invalid email or password.',
  })
})

it('counts attempts before it checks: of forty simultaneous guesses five are checked, the others have to wait', async () => {
  const person = await fixture.person({ role: 'student' })
  await fixture.credential(person)
  const began = performance.now()
  const guesses = await Promise.allSettled(
    Array.from({ length: 40 }, async (_, i) =>
      call(
        api.signIn,
        {
          email: person.email,
          password_hash_input: clientHashFor(fixture, person.email, String.fromCharCode(66 + (i % 20))),
        },
        { context: await visitor(fixture) },
      ),
    ),
  )
  const codes = guesses.map((guess) =>
    guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'in',
  )
  const lookedAt = codes.filter((code) => code === 'UNAUTHORIZED').length
  expect(codes.filter((code) => code === 'TOO_MANY_REQUESTS')).toHaveLength(40 - lookedAt)
  // Then one after 1 s, one 2 s later, one 4 s later: for machines that take so long for forty.
  const later = Math.floor(Math.log2((performance.now() - began) / 1_000 + 1))
  expect(lookedAt).toBeGreaterThanOrEqual(5)
  expect(lookedAt).toBeLessThanOrEqual(5 + later)
})

it("lets the owner's own browser in while others guess", async () => {
  const person = await fixture.person({ role: 'student' })
  const right = await fixture.credential(person)
  const owner = await visitor(fixture)
  await call(api.signIn, { email: person.email, password_hash_input: right }, { context: owner })
  expect(owner.device.value).toBeTruthy()
  const stranger = await visitor(fixture)
  const guess = () =>
    call(
      api.signIn,
      { email: person.email, password_hash_input: clientHashFor(fixture, person.email, 'Z') },
      { context: stranger },
    )
  for (let i = 0; i < 5; i++) await guess().catch(() => {})
  await expect(guess()).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'Rate limit exceeded. Please try again later.',
  })
  await expect(
    call(api.signIn, { email: person.email, password_hash_input: right }, { context: stranger }),
  ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await expect(
    call(api.signIn, { email: person.email, password_hash_input: right }, { context: owner }),
  ).resolves.toMatchObject({ id: person.id })
  // The device only helps its owner's account.
  const other = await fixture.person({ role: 'student' })
  const theirs = await fixture.credential(other)
  for (let i = 0; i < 5; i++)
    await call(
      api.signIn,
      { email: other.email, password_hash_input: clientHashFor(fixture, other.email, 'Z') },
      { context: stranger },
    ).catch(() => {})
  await expect(
    call(api.signIn, { email: other.email, password_hash_input: theirs }, { context: owner }),
  ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

it('slows a network down after 150 wrong passwords in a minute or 600 in an hour, and never for right ones', async () => {
  const context = await visitor(fixture)
  for (let i = 0; i < 30; i++) {
    const person = await fixture.person({ role: 'student' })
    const right = await fixture.credential(person)
    await call(
      api.signIn,
      { email: person.email, password_hash_input: right },
      { context: { ...context, tokenHash: null } },
    )
    context.device.value = null
  }
  const spent = await fixture.rows('select attempts from priv.throttles where key like $1', [
    `%${context.addressBlock}`,
  ])
  expect(spent).toEqual([{ attempts: 0 }, { attempts: 0 }])
  const wrong = async () => {
    const email = someEmail()
    return call(api.signIn, { email, password_hash_input: clientHashFor(fixture, email) }, { context }).catch(
      (error: { code: string }) => error.code,
    )
  }
  for (const [key, spentBefore] of [
    [`sign-in from ${context.addressBlock}`, 148],
    [`sign-ins from ${context.addressBlock}`, 598],
  ] as const) {
    await fixture.rows('update priv.throttles set attempts = $2 where key = $1', [key, spentBefore])
    expect([await wrong(), await wrong(), await wrong()]).toEqual([
      'UNAUTHORIZED',
      'UNAUTHORIZED',
      'TOO_MANY_REQUESTS',
    ])
    await fixture.rows('update priv.throttles set attempts = 0 where key = $1', [key])
  }
})

it('lets in a class of 120 that signs in from one address at the same moment', async () => {
  const context = await visitor(fixture)
  const people = await Promise.all(
    Array.from({ length: 120 }, async () => {
      const person = await fixture.person({ role: 'student' })
      return { email: person.email, password_hash_input: await fixture.credential(person) }
    }),
  )
  const answers = await Promise.allSettled(
    people.map((person) =>
      call(api.signIn, person, { context: { ...context, tokenHash: null, device: { value: null } } }),
    ),
  )
  expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
})

it('says so if a verified account has no password, and nothing about a deactivated one', async () => {
  const person = await fixture.person({ role: 'student' })
  const context = await visitor(fixture)
  const attempt = (email: string) =>
    call(api.signIn, { email, password_hash_input: clientHashFor(fixture, email) }, { context })
  await expect(attempt(person.email)).rejects.toMatchObject({
    message: 'Account not properly configured. Please contact support.',
  })
  const gone = await fixture.person({ role: 'student', status: 'deactivated' })
  await expect(attempt(gone.email)).rejects.toMatchObject({ message: 'Invalid email or password.' })
  await fixture.credential(gone)
  await expect(attempt(gone.email)).rejects.toMatchObject({ message: 'Invalid email or password.' })
})

it('ends the session that the browser had before, and notifies every other process', async () => {
  const person = await fixture.person({ role: 'student' })
  const right = await fixture.credential(person)
  const context = await fixture.as(person)
  await call(api.signIn, { email: person.email, password_hash_input: right }, { context })
  expect((await fixture.as(person)).viewer).toBeNull()

  const heard: string[] = []
  fixture.admin.on('notification', ({ channel, payload }) => heard.push(`${channel} ${payload}`))
  await fixture.rows('listen session_changed')
  await fixture.rows('listen person_changed')
  const token = await fixture.signIn(person.id)
  await call(api.signOut, {}, { context: await fixture.as({ tokenHash: token }) })
  await fixture.rows(`update public.users set role = 'proctor' where id = $1`, [person.id])
  await fixture.rows('select 1')
  expect(heard).toEqual([`session_changed ${sessionDigest(token)}`, `person_changed ${person.id}`])
})

async function reset(id: string): Promise<void> {
  const [row] = await fixture.rows<{ setting: string }>(
    'select client_setting as setting from priv.credentials where user_id = $1',
    [id],
  )
  await withActor(fixture.authPool, null, (tx) =>
    replacePassword(tx, id, `${row!.setting}a2id$another`, 'reset_password'),
  )
}

it.each([
  ['a new password', reset],
  [
    'a deactivation',
    (id: string) => fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [id]),
  ],
])('%s while the old one is being checked leaves no session behind', async (_, meanwhile) => {
  const person = await fixture.person({ role: 'student' })
  const right = await fixture.credential(person)
  const slow = accountHandlers({
    ...fixture,
    passwords: {
      async verify(clientHash: string, verifier: string | null) {
        const matches = await fixture.passwords.verify(clientHash, verifier)
        await meanwhile(person.id)
        await fixture.rows('delete from priv.sessions where user_id = $1', [person.id])
        return matches
      },
    } as typeof fixture.passwords,
  })
  await expect(
    call(
      slow.signIn,
      { email: person.email, password_hash_input: right },
      { context: await visitor(fixture) },
    ),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED', message: 'Invalid email or password.' })
  expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [person.id])).toEqual([])
})

it('does not count attempts that the server had no time to check', async () => {
  const person = await fixture.person({ role: 'student' })
  const right = await fixture.credential(person)
  const context = await visitor(fixture)
  const signIn = (services: typeof fixture) =>
    call(accountHandlers(services).signIn, { email: person.email, password_hash_input: right }, { context })
  const busy = {
    verify: () => Promise.reject(new Unavailable('Too many sign-ins at once')),
  } as unknown as typeof fixture.passwords
  for (let i = 0; i < 25; i++)
    await expect(signIn({ ...fixture, passwords: busy })).rejects.toMatchObject({ status: 503 })
  await expect(signIn(fixture)).resolves.toMatchObject({ id: person.id })
})

it('twenty sign-ins and a new password at once: no session survives it', async () => {
  const person = await fixture.person({ role: 'student' })
  const right = await fixture.credential(person)
  await Promise.all([
    ...Array.from({ length: 20 }, async () =>
      call(
        api.signIn,
        { email: person.email, password_hash_input: right },
        { context: await visitor(fixture) },
      ).catch(() => {}),
    ),
    fixture.rows(`select pg_sleep(0.1)`).then(() => reset(person.id)),
  ])
  expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [person.id])).toEqual([])
})

it.each([
  ['22 hours 59 minutes', 'as it was', '1 hour 1 minute'],
  ['23 hours 1 minute', 'renewed', '24 hours'],
  ['24 hours 1 minute', 'gone', null],
])('a session that began %s ago is %s when read', async (ago, _, remains) => {
  const person = await fixture.person({ role: 'student' })
  await fixture.rows(
    `update priv.sessions set signed_in_at = signed_in_at - $2::interval, expires_at = expires_at - $2::interval, last_seen_at = last_seen_at - $2::interval
     where token_hash = $1`,
    [person.tokenHash, ago],
  )
  const { viewer } = await fixture.as(person)
  const rows = await fixture.rows<{ near: boolean }>(
    `select abs(extract(epoch from expires_at - now() - $2::interval)) < 5 as near from priv.sessions where token_hash = $1`,
    [person.tokenHash, remains ?? '0'],
  )
  expect(viewer === null).toBe(remains === null)
  expect(rows).toEqual(remains === null ? [] : [{ near: true }])
})

it('of two simultaneous sign-ins in one browser, the one that began first may finish last', async () => {
  const person = await fixture.person({ role: 'student' })
  const device = 'd'.repeat(64)
  const signsIn = (work: Parameters<typeof withActor<void>>[2]) => withActor(fixture.authPool, null, work)
  await signsIn(async (first) => {
    await first.selectNoFrom((eb) => eb.fn('now').as('begun')).execute()
    await signsIn((second) => rememberDevice(second, person.id, device))
    expect(await knowsDevice(first, person.id, device)).toBe(true)
    await rememberDevice(first, person.id, device)
  })
})

it('of two simultaneous sign-ups with one form, the one that began first may finish last', async () => {
  const person = await fixture.person({ role: 'student', isVerified: false })
  await fixture.credential(person)
  await withActor(fixture.authPool, null, async (first) => {
    await first.selectNoFrom((eb) => eb.fn('now').as('begun')).execute()
    await reset(person.id)
    await bindPassword(first, person.id, 'b'.repeat(64))
  })
  expect(
    await fixture.rows('select chosen_in from priv.credentials where user_id = $1', [person.id]),
  ).toEqual([{ chosen_in: 'b'.repeat(64) }])
})
