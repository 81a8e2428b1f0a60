import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { hashToken } from '#platform/server/session.ts'
import { accountHandlers } from './handlers.ts'
import { clientHashFor, mailTo, someEmail, visitor } from './testing.ts'

let fixture: Fixture
let api: ReturnType<typeof accountHandlers>
let school: string
beforeAll(async () => {
  fixture = await createFixture()
  api = accountHandlers(fixture)
  school = await fixture.school()
})
afterAll(() => fixture.close())

async function member(role: 'student' | 'school_admin' = 'student') {
  const person = await fixture.person({ role, school })
  await fixture.credential(person)
  return person
}
const as = (person: Person | null) => fixture.as(person)
const hash = (email: string, digest: string) => clientHashFor(fixture, email, digest)
const signIn = async (email: string, digest: string) =>
  call(api.signIn, { email, password_hash_input: hash(email, digest) }, { context: await visitor(fixture) })
const live = (id: string) => fixture.rows('select 1 from priv.sessions where user_id = $1', [id])

describe('my profile', () => {
  it('saves my changes, and refuses a change based on an outdated version', async () => {
    const person = await member()
    const seen = await call(api.profile, undefined, { context: await as(person) })
    const changes = {
      version: seen.version,
      full_name: ' Jenna Park ',
      phone: '+1 414 555 0123',
      graduation_date: '2027-05-15',
      license_in_progress: true,
    }
    const saved = await call(api.updateProfile, changes, { context: await as(person) })
    expect(saved).toMatchObject({
      full_name: 'Jenna Park',
      phone: '+1 414 555 0123',
      graduation_date: '2027-05-15',
      license_in_progress: true,
      version: seen.version + 1,
    })
    await expect(call(api.updateProfile, changes, { context: await as(person) })).rejects.toMatchObject({
      code: 'CONFLICT',
      status: 409,
    })
    expect((await as(person)).viewer?.fullName).toBe('Jenna Park')
    expect(
      await fixture.rows(
        `select actor_id from public.audit_events where entity = 'users' and entity_id = $1 and action = 'update'`,
        [person.id],
      ),
    ).toEqual([{ actor_id: person.id }])
  })

  it('refuses the second of two simultaneous changes', async () => {
    const person = await member()
    const { version } = await call(api.profile, undefined, { context: await as(person) })
    const change = async (full_name: string) =>
      call(api.updateProfile, { version, full_name, phone: null }, { context: await as(person) })
    const results = await Promise.allSettled([change('One'), change('Two')])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('has study fields for students only', async () => {
    const person = await member('school_admin')
    const { version } = await call(api.profile, undefined, { context: await as(person) })
    const saved = await call(
      api.updateProfile,
      { version, full_name: 'A', phone: '', graduation_date: '2027-05-15', license_in_progress: true },
      { context: await as(person) },
    )
    expect(saved).toMatchObject({ graduation_date: null, license_in_progress: false, phone: null })
  })

  it('refuses invalid fields', async () => {
    const person = await member()
    const { version } = await call(api.profile, undefined, { context: await as(person) })
    for (const [field, value] of Object.entries({
      full_name: ' ',
      phone: 'call me',
      graduation_date: '2027-02-30',
    }))
      await expect(
        call(
          api.updateProfile,
          { version, full_name: 'A', phone: null, [field]: value },
          { context: await as(person) },
        ),
      ).rejects.toMatchObject({ data: { fieldErrors: { [field]: expect.any(String) } } })
  })

  it("is closed to others: the school's administrator and colleagues; role and school are not fields", async () => {
    const person = await member()
    for (const other of [
      await member('school_admin'),
      await member(),
      await fixture.person({ role: 'superadmin' }),
    ]) {
      const { numUpdatedRows } = await fixture.act(other, (tx) =>
        tx
          .updateTable('users')
          .set({ full_name: 'Changed' })
          .where('id', '=', person.id)
          .executeTakeFirstOrThrow(),
      )
      expect(numUpdatedRows).toBe(0n)
    }
    await expect(
      call(api.updateProfile, { version: 1, full_name: 'A', phone: null }, { context: await as(null) }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    for (const set of [
      { role: 'superadmin' },
      { status: 'active' as const },
      { email: 'x@y.example' },
      { email_verified: true },
      { linked_school_id: school },
    ])
      await expect(
        fixture.act(person, (tx) => tx.updateTable('users').set(set).where('id', '=', person.id).execute()),
      ).rejects.toMatchObject({ code: '42501' })
  })
})

describe('changing my password', () => {
  const change = (current_hash: string, password_hash_input: string) => ({
    current_hash,
    password_hash_input,
  })

  it('ends my other sessions and continues here with a new token', async () => {
    const person = await member()
    const elsewhere = await fixture.signIn(person.id)
    const context = await as(person)
    await call(api.changePassword, change(hash(person.email, 'A'), hash(person.email, 'B')), { context })
    expect(await live(person.id)).toHaveLength(1)
    expect((await fixture.as({ tokenHash: elsewhere })).viewer).toBeNull()
    expect((await fixture.as(person)).viewer).toBeNull()
    expect((await fixture.as({ tokenHash: hashToken(context.cookie.session!) })).viewer?.userId).toBe(
      person.id,
    )
    await expect(signIn(person.email, 'A')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(signIn(person.email, 'B')).resolves.toMatchObject({ id: person.id })
  })

  it('of two simultaneous changes one succeeds, and the other reads that the old password is wrong', async () => {
    const person = await member()
    const contexts = await Promise.all(['B', 'C'].map(() => as(person)))
    const results = await Promise.allSettled(
      ['B', 'C'].map((digest, at) =>
        call(api.changePassword, change(hash(person.email, 'A'), hash(person.email, digest)), {
          context: contexts[at]!,
        }),
      ),
    )
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { data: { fieldErrors: { current_password: 'This is not your current password.' } } },
    })
    expect(await live(person.id)).toHaveLength(1)
  })

  it('requires the old password, counts wrong ones, and changes nothing then', async () => {
    const person = await member()
    for (let i = 0; i < 5; i++)
      await expect(
        call(api.changePassword, change(hash(person.email, 'X'), hash(person.email, 'B')), {
          context: await as(person),
        }),
      ).rejects.toMatchObject({
        data: { fieldErrors: { current_password: 'This is not your current password.' } },
      })
    await expect(
      call(api.changePassword, change(hash(person.email, 'A'), hash(person.email, 'B')), {
        context: await as(person),
      }),
    ).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(signIn(person.email, 'A')).resolves.toMatchObject({ email: person.email })
  })

  it('clears the requirement to change it', async () => {
    const person = await member()
    await fixture.rows('update priv.credentials set must_change = true where user_id = $1', [person.id])
    expect((await as(person)).viewer?.mustChangePassword).toBe(true)
    const context = await as(person)
    await call(api.changePassword, change(hash(person.email, 'A'), hash(person.email, 'B')), { context })
    expect(
      (await fixture.as({ tokenHash: hashToken(context.cookie.session!) })).viewer?.mustChangePassword,
    ).toBe(false)
  })

  it('comes first: until then the server only answers it, the session query and signing out', async () => {
    const person = await member()
    await fixture.rows('update priv.credentials set must_change = true where user_id = $1', [person.id])
    const context = await as(person)
    const refused = { code: 'FORBIDDEN', data: { mustChangePassword: true } }
    for (const ask of [
      () => call(api.updateProfile, { version: 1, full_name: 'A', phone: null }, { context }),
      () => call(api.sessions, undefined, { context }),
      () => call(api.endOtherSessions, {}, { context }),
      () => call(api.myRequest, undefined, { context }),
      () =>
        call(
          api.changeEmail,
          {
            new_email: someEmail(),
            current_hash: hash(person.email, 'A'),
            password_hash_input: hash(person.email, 'A'),
          },
          { context },
        ),
    ])
      await expect(ask()).rejects.toMatchObject(refused)
    expect(await call(api.me, undefined, { context })).toMatchObject({ must_change_password: true })
    expect(await call(api.profile, undefined, { context })).toMatchObject({ id: person.id })
    expect(await call(api.passwordPolicy, undefined, { context })).toMatchObject({ min_length: 15 })
    await call(api.changePassword, change(hash(person.email, 'A'), hash(person.email, 'B')), { context })
    const after = await fixture.as({ tokenHash: hashToken(context.cookie.session!) })
    expect(await call(api.sessions, undefined, { context: after })).toHaveLength(1)
    await fixture.rows('update priv.credentials set must_change = true where user_id = $1', [person.id])
    const again = await fixture.as({ tokenHash: hashToken(context.cookie.session!) })
    expect(await call(api.signOut, {}, { context: again })).toEqual({})
  })

  it('is refused without a session and while impersonating someone', async () => {
    await expect(
      call(api.changePassword, change(hash('x', 'A'), hash('x', 'B')), { context: await as(null) }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    const person = await member()
    const superadmin = await fixture.person({ role: 'superadmin' })
    await fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'help', impersonation_expires_at = now() + interval '10 minutes',
       impersonation_may_write = true where token_hash = $1`,
      [superadmin.tokenHash, person.id],
    )
    await expect(
      call(api.changePassword, change(hash(person.email, 'A'), hash(person.email, 'B')), {
        context: await as(superadmin),
      }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      call(
        api.changeEmail,
        { new_email: someEmail(), ...change(hash(person.email, 'A'), hash(person.email, 'B')) },
        { context: await as(superadmin) },
      ),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('changing my email address', () => {
  const ask = async (person: Person, new_email: string, digest = 'A') =>
    call(
      api.changeEmail,
      {
        new_email,
        current_hash: hash(person.email, digest),
        password_hash_input: hash(new_email.toLowerCase(), 'A'),
      },
      { context: await as(person) },
    )
  const follow = async (token: string) =>
    call(api.verifyEmail, { token }, { context: await visitor(fixture) })

  it('does not bypass a required password change: it stays required, and the new hash is checked like any other', async () => {
    for (const isOldWeak of [true, false]) {
      const person = await member()
      const next = someEmail()
      await ask(person, next)
      // The check runs before the link is followed.
      await fixture.rows('update priv.credentials set must_change = $2, tried = 3060 where user_id = $1', [
        person.id,
        isOldWeak,
      ])
      await follow((await mailTo(fixture, next, 'change_email')).token)
      expect(
        await fixture.rows('select must_change, tried from priv.credentials where user_id = $1', [person.id]),
      ).toEqual([{ must_change: isOldWeak, tried: 0 }])
    }
  })

  it('waits for the link in the new mailbox; the old address is notified, and the password still works', async () => {
    const person = await member()
    const next = someEmail()
    await ask(person, next.toUpperCase())
    expect((await mailTo(fixture, person.email, 'change_email_asked')).text).toContain(next)
    await expect(signIn(person.email, 'A')).resolves.toMatchObject({ email: person.email })
    const { token } = await mailTo(fixture, next, 'change_email')
    expect(await follow(token)).toMatchObject({ kind: 'change_email', email: next })
    expect((await mailTo(fixture, person.email, 'email_changed')).text).toContain(next)
    await expect(signIn(person.email, 'A')).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(signIn(next, 'A')).resolves.toMatchObject({ id: person.id, email: next })
    await expect(follow(token)).rejects.toMatchObject({ message: 'Invalid or expired verification link.' })
  })

  it('returns the same response if the address is taken, and notifies only its owner', async () => {
    const [person, other] = [await member(), await member()]
    expect(await ask(person, other.email)).toEqual(await ask(person, someEmail()))
    expect((await mailTo(fixture, other.email, 'email_taken')).count).toBe(1)
    expect((await mailTo(fixture, other.email, 'change_email')).count).toBe(0)
  })

  it('reveals nothing to the caller through the emails they get or the links they hold', async () => {
    const mine = async (wanted: string) => {
      const person = await member()
      const before = someEmail()
      await ask(person, before)
      const { token } = await mailTo(fixture, before, 'change_email')
      await ask(person, wanted)
      const older = await follow(token).catch((error: Error) => error.message)
      return { notified: (await mailTo(fixture, person.email, 'change_email_asked')).count, older }
    }
    expect(await mine((await member()).email)).toEqual(await mine(someEmail()))
  })

  it('gives an address to the first person who follows the link', async () => {
    const [one, two] = [await member(), await member()]
    const wanted = someEmail()
    await ask(one, wanted)
    const first = (await mailTo(fixture, wanted, 'change_email')).token
    await ask(two, wanted)
    const second = (await mailTo(fixture, wanted, 'change_email')).token
    const results = await Promise.allSettled([follow(first), follow(second)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(results.find((result) => result.status === 'rejected')).toMatchObject({
      reason: { message: 'Invalid or expired verification link.' },
    })
  })

  it('requires the password, and is canceled by a password change', async () => {
    const person = await member()
    const next = someEmail()
    await expect(ask(person, next, 'X')).rejects.toMatchObject({
      data: { fieldErrors: { current_password: expect.any(String) } },
    })
    await expect(ask(person, person.email.toUpperCase())).rejects.toMatchObject({
      data: { fieldErrors: { new_email: 'This is already your address.' } },
    })
    await ask(person, next)
    const { token } = await mailTo(fixture, next, 'change_email')
    await call(
      api.changePassword,
      { current_hash: hash(person.email, 'A'), password_hash_input: hash(person.email, 'B') },
      { context: await as(person) },
    )
    await expect(follow(token)).rejects.toMatchObject({ message: 'Invalid or expired verification link.' })
  })
})

describe('where I am signed in', () => {
  it('lists my sessions without their tokens, ends one, and ends all others', async () => {
    const person = await member()
    const phone = await fixture.signIn(person.id)
    await fixture.signIn(person.id)
    const sessions = await call(api.sessions, undefined, { context: await as(person) })
    expect(sessions).toHaveLength(3)
    expect(sessions.filter((one) => one.is_current)).toHaveLength(1)
    expect(JSON.stringify(sessions)).not.toMatch(/[0-9a-f]{64}/)
    const [{ id }] = (await fixture.rows<{ id: string }>(
      'select id from priv.sessions where token_hash = $1',
      [phone],
    )) as [{ id: string }]
    await call(api.endSession, { id }, { context: await as(person) })
    expect((await fixture.as({ tokenHash: phone })).viewer).toBeNull()
    expect(await call(api.endOtherSessions, undefined, { context: await as(person) })).toEqual({ ended: 1 })
    expect((await as(person)).viewer?.userId).toBe(person.id)
  })

  it("cannot end another person's session, or any without being signed in", async () => {
    const [person, other] = [await member(), await member()]
    const [{ id }] = (await fixture.rows<{ id: string }>('select id from priv.sessions where user_id = $1', [
      other.id,
    ])) as [{ id: string }]
    await expect(call(api.endSession, { id }, { context: await as(person) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(call(api.endSession, { id }, { context: await as(null) })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect(await live(other.id)).toHaveLength(1)
  })
})
