import { setTimeout } from 'node:timers/promises'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type PersonOptions, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { hashToken } from '#platform/server/session.ts'
import { replacePassword } from './commands/replace-password.ts'
import { verifyEmail } from './commands/verify-email.ts'
import { accountHandlers } from './handlers.ts'
import { clientHashFor, mailTo, someEmail, visitor } from './testing.ts'

let fixture: Fixture
let api: ReturnType<typeof accountHandlers>
beforeAll(async () => {
  fixture = await createFixture()
  api = accountHandlers({
    ...fixture,
    config: { ...fixture.config, setupSecret: 'the secret of this installation' },
  })
})
afterAll(() => fixture.close())

const signIn = async (email: string, digest = 'A') =>
  call(
    api.signIn,
    { email, password_hash_input: clientHashFor(fixture, email, digest) },
    { context: await visitor(fixture) },
  )

/** What a caller can see of a response: status, body and text. */
async function seen(answer: Promise<unknown>): Promise<unknown> {
  return answer.catch((error: { code: string; status: number; message: string; data: unknown }) => ({
    code: error.code,
    status: error.status,
    message: error.message,
    data: error.data,
  }))
}

/** Makes a link older, as if it had been sent that long ago. */
const age = (token: string, interval: string) =>
  fixture.rows(
    'update priv.user_tokens set created_at = created_at - $2::interval, expires_at = expires_at - $2::interval where token_hash = $1',
    [hashToken(token), interval],
  )

describe('verifying an address', () => {
  async function waiting(options: Partial<PersonOptions> = {}) {
    const person = await fixture.person({ role: 'student', status: 'pending', isVerified: false, ...options })
    await fixture.credential(person)
    await fixture.rows('update priv.credentials set chosen_in = $2 where user_id = $1', [
      person.id,
      hashToken('the browser that signed up'),
    ])
    await call(api.resendVerification, { email: person.email }, { context: await visitor(fixture) })
    return { person, ...(await mailTo(fixture, person.email, 'verify_email')) }
  }
  /** Follows the link in the browser that signed up, or in another one. */
  const verify = async (
    token: string,
    browser: string | null = 'the browser that signed up',
    hash?: string,
  ) => {
    const context = await visitor(fixture)
    context.signUp.value = browser
    return call(api.verifyEmail, { token, ...(hash ? { password_hash_input: hash } : {}) }, { context })
  }
  const refused = { code: 'BAD_REQUEST', message: 'Invalid or expired verification link.' }

  it('allows sign-in, which was refused before, and leads to the pending page', async () => {
    const { person, token } = await waiting()
    await expect(signIn(person.email)).rejects.toMatchObject({
      message: 'Please verify your email address before signing in.',
    })
    expect(await verify(token)).toMatchObject({ kind: 'verify_email', email: person.email })
    expect(await signIn(person.email)).toMatchObject({
      id: person.id,
      status: 'pending',
      email_verified: true,
    })
  })

  it('signs in the browser that signed up, because the person who chose the password followed the link', async () => {
    const { person, token } = await waiting()
    const context = await visitor(fixture)
    context.signUp.value = 'the browser that signed up'
    expect(await call(api.verifyEmail, { token }, { context })).toMatchObject({
      me: { id: person.id, status: 'pending', email_verified: true },
    })
    expect(context.cookie.session).toBeTruthy()
    expect(await fixture.sessions.read(hashToken(context.cookie.session!))).toMatchObject({
      userId: person.id,
    })
  })

  it.each([
    ['another browser', 'another', undefined],
    ['a browser without a cookie', null, undefined],
    ['another browser that chooses a password, which may then sign in with it', 'another', 'K'],
  ])('opens no session from the link in %s', async (_, browser, digest) => {
    const { person, token } = await waiting()
    await fixture.rows('delete from priv.sessions where user_id = $1', [person.id])
    const context = await visitor(fixture)
    context.signUp.value = browser
    const hash = digest && clientHashFor(fixture, person.email, digest)
    const answer = await call(
      api.verifyEmail,
      { token, ...(hash ? { password_hash_input: hash } : {}) },
      { context },
    )
    expect(answer).toMatchObject({ me: null })
    expect(context.cookie.session).toBeNull()
    expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [person.id])).toEqual([])
  })

  it('leaves a person who is signed in there unchanged', async () => {
    const { token } = await waiting()
    const other = await fixture.person({ role: 'student' })
    const context = { ...(await visitor(fixture)), ...(await fixture.as(other)) }
    const signUp = await visitor(fixture)
    signUp.signUp.value = 'the browser that signed up'
    context.cookies = { ...context.cookies, readSignUp: signUp.cookies.readSignUp }
    const before = context.cookie.session
    expect(await call(api.verifyEmail, { token }, { context })).toMatchObject({
      kind: 'verify_email',
      me: null,
    })
    expect(context.cookie.session).toBe(before)
  })

  it('does not accept the password of someone who signed up with another person’s address', async () => {
    // The attacker signs up with the owner's address, in their own browser, and waits.
    const attacker = await visitor(fixture)
    const email = someEmail()
    const school = await fixture.school()
    await call(
      api.signUp,
      {
        request_id: crypto.randomUUID(),
        email,
        password_hash_input: clientHashFor(fixture, email, 'E'),
        full_name: 'Olive Owner',
        role: 'proctor',
        school_id: school,
      },
      { context: attacker },
    )
    const { token } = await mailTo(fixture, email, 'verify_email')
    // The owner follows the link: it is not used up, and they are asked to choose a password.
    for (const browser of [null, 'another', ''])
      expect(await verify(token, browser)).toEqual({
        kind: 'choose_password',
        email,
        full_name: 'Olive Owner',
        me: null,
      })
    await expect(signIn(email, 'E')).rejects.toMatchObject({
      message: 'Please verify your email address before signing in.',
    })
    expect(await verify(token, null, clientHashFor(fixture, email, 'G'))).toMatchObject({
      kind: 'verify_email',
    })
    await expect(signIn(email, 'E')).rejects.toMatchObject({ message: 'Invalid email or password.' })
    await expect(signIn(email, 'G')).resolves.toMatchObject({
      email,
      status: 'pending',
      email_verified: true,
    })
    await expect(verify(token, attacker.signUp.value)).rejects.toMatchObject(refused)
    expect(
      await fixture.rows(
        `select e.action from public.audit_events e join public.users u on u.id::text = e.entity_id
         where u.email = $1 and e.action = 'choose_password'`,
        [email],
      ),
    ).toHaveLength(1)
  })

  it('asks for no password in the browser that signed up, including for a second account and a new link', async () => {
    const browser = await visitor(fixture)
    const school = await fixture.school()
    const emails = [someEmail(), someEmail()]
    for (const email of emails)
      await call(
        api.signUp,
        {
          request_id: crypto.randomUUID(),
          email,
          password_hash_input: clientHashFor(fixture, email),
          full_name: 'Nora Lind',
          role: 'proctor',
          school_id: school,
        },
        { context: browser },
      )
    for (const email of emails) {
      await call(api.resendVerification, { email }, { context: await visitor(fixture) })
      const { token } = await mailTo(fixture, email, 'verify_email')
      expect(await verify(token, browser.signUp.value)).toMatchObject({ kind: 'verify_email', email })
      await expect(signIn(email)).resolves.toMatchObject({ email })
    }
  })

  it('asks for no password if it was reset by a link to the same mailbox', async () => {
    const { person, token } = await waiting()
    await call(api.requestReset, { email: person.email }, { context: await visitor(fixture) })
    const owner = await visitor(fixture)
    await call(
      api.resetPassword,
      {
        token: (await mailTo(fixture, person.email, 'reset_password')).token,
        password_hash_input: clientHashFor(fixture, person.email, 'H'),
      },
      { context: owner },
    )
    // No longer in the browser that signed up: its password was replaced.
    expect(await verify(token)).toMatchObject({ kind: 'choose_password' })
    expect(await verify(token, owner.signUp.value)).toMatchObject({ kind: 'verify_email' })
    await expect(signIn(person.email, 'H')).resolves.toMatchObject({ id: person.id })
  })

  it('does not hash for a dead link', async () => {
    let hashed = 0
    const watched = accountHandlers({
      ...fixture,
      passwords: { hash: async (text: string) => (hashed++, fixture.passwords.hash(text)) } as never,
    })
    const { person, token } = await waiting()
    const follow = async (given: string) =>
      call(
        watched.verifyEmail,
        { token: given, password_hash_input: clientHashFor(fixture, person.email, 'J') },
        { context: await visitor(fixture) },
      )
    await expect(follow('nonsense')).rejects.toMatchObject(refused)
    expect(hashed).toBe(0)
    await follow(token)
    await expect(follow(token)).rejects.toMatchObject(refused)
    expect(hashed).toBe(1)
  })

  it('works once, also when followed twice at the same moment', async () => {
    const { token } = await waiting()
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => verify(token)))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(verify(token)).rejects.toMatchObject(refused)
  })

  it('a call that waits for another one with the same link finds it used', async () => {
    const { token } = await waiting()
    const by = { browserHash: hashToken('the browser that signed up'), passwordHash: null }
    const follow = (before: () => Promise<unknown> = async () => {}) =>
      withActor(fixture.authPool, null, async (tx) => {
        const { kind } = await verifyEmail(tx, hashToken(token), by)
        await before()
        return kind
      })
    let second: Promise<string> | undefined
    const first = await follow(async () => {
      second = follow()
      second.catch(() => {})
      await setTimeout(200)
    })
    expect(first).toBe('verify_email')
    await expect(second).rejects.toMatchObject({ code: 'link.not_valid' })
  })

  it.each([
    ['23 hours 59 minutes', 'verified'],
    ['24 hours 1 minute', refused.message],
  ])('after %s: %s', async (interval, outcome) => {
    const { token } = await waiting()
    await age(token, interval)
    const result = await verify(token).then(
      () => 'verified',
      (error: Error) => error.message,
    )
    expect(result).toBe(outcome)
  })

  it('refuses an unknown link, a reset link, and a link that a newer one replaced', async () => {
    const { person, token } = await waiting()
    await call(api.requestReset, { email: person.email }, { context: await visitor(fixture) })
    const reset = await mailTo(fixture, person.email, 'reset_password')
    await call(api.resendVerification, { email: person.email }, { context: await visitor(fixture) })
    for (const dead of ['', 'nonsense', reset.token, token])
      await expect(verify(dead)).rejects.toMatchObject(refused)
    await expect(verify((await mailTo(fixture, person.email, 'verify_email')).token)).resolves.toMatchObject({
      kind: 'verify_email',
    })
  })

  it('notifies those who decide, and only now', async () => {
    const school = await fixture.school()
    const admin = await fixture.person({ role: 'school_admin', school })
    const elsewhere = await fixture.person({ role: 'school_admin', school: await fixture.school() })
    const { person, token } = await waiting({ school })
    await fixture.rows(
      `insert into public.signup_requests (user_id, role, school_id) values ($1, 'student', $2)`,
      [person.id, school],
    )
    const notified = () =>
      fixture.rows('select recipient_id from public.notifications where recipient_id = any ($1)', [
        [admin.id, elsewhere.id],
      ])
    expect(await notified()).toEqual([])
    await verify(token)
    expect(await notified()).toEqual([{ recipient_id: admin.id }])
  })

  it('shows the specification’s message when the database fails', async () => {
    const broken = accountHandlers({
      ...fixture,
      authPool: {
        connect: async () => ({
          query: async () => Promise.reject(new Error('boom')),
          escapeLiteral: String,
          release() {},
        }),
      } as never,
    })
    await expect(
      call(broken.verifyEmail, { token: 'x' }, { context: await visitor(fixture) }),
    ).rejects.toMatchObject({
      message: 'Email verification failed. Please try again.',
    })
  })
})

describe('resetting a password', () => {
  async function asked(options: Partial<PersonOptions> = {}) {
    const person = await fixture.person({ role: 'student', ...options })
    await fixture.credential(person)
    await call(api.requestReset, { email: person.email }, { context: await visitor(fixture) })
    return { person, ...(await mailTo(fixture, person.email, 'reset_password')) }
  }
  const reset = async (token: string, email: string, digest = 'B') =>
    call(
      api.resetPassword,
      { token, password_hash_input: clientHashFor(fixture, email, digest) },
      { context: await visitor(fixture) },
    )

  it('sets the new password, ends every session, and sends an email', async () => {
    const { person, token } = await asked()
    expect(await call(api.resetLink, { token }, { context: await visitor(fixture) })).toEqual({
      email: person.email,
      full_name: 'Test student',
    })
    await reset(token, person.email)
    expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [person.id])).toEqual([])
    expect((await fixture.as(person)).viewer).toBeNull()
    await expect(signIn(person.email, 'A')).rejects.toMatchObject({ message: 'Invalid email or password.' })
    await expect(signIn(person.email, 'B')).resolves.toMatchObject({ id: person.id })
    expect((await mailTo(fixture, person.email, 'password_changed')).count).toBe(1)
  })

  it('works once, also when used twice at the same moment', async () => {
    const { person, token } = await asked()
    const results = await Promise.allSettled(
      ['B', 'C', 'D', 'E', 'F'].map((digest) => reset(token, person.email, digest)),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const reasons = results.flatMap((result) =>
      result.status === 'rejected' ? [(result.reason as Error).message] : [],
    )
    expect(reasons).toEqual(Array.from({ length: 4 }, () => 'Invalid reset token.'))
  })

  it.each([
    ['59 minutes 59 seconds', 'changed'],
    ['60 minutes 1 second', 'Reset token has expired. Please request a new password reset.'],
  ])('after %s: %s', async (interval, outcome) => {
    const { person, token } = await asked()
    await age(token, interval)
    const words = (error: Error) => error.message
    const look = await call(api.resetLink, { token }, { context: await visitor(fixture) }).then(
      () => 'changed',
      words,
    )
    expect([look, await reset(token, person.email).then(() => 'changed', words)]).toEqual([outcome, outcome])
  })

  it('shows the errors of the specification', async () => {
    const { person, token } = await asked()
    await expect(reset('nonsense', person.email)).rejects.toMatchObject({ message: 'Invalid reset token.' })
    const verification = await fixture.person({ role: 'student', isVerified: false })
    await call(api.resendVerification, { email: verification.email }, { context: await visitor(fixture) })
    await expect(
      reset((await mailTo(fixture, verification.email, 'verify_email')).token, verification.email),
    ).rejects.toMatchObject({ message: 'Invalid reset token.' })
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [person.id])
    await expect(reset(token, person.email)).rejects.toMatchObject({ message: 'User not found.' })
    await fixture.rows(`update public.users set status = 'active' where id = $1`, [person.id])
    const failing = accountHandlers({
      ...fixture,
      passwords: { hash: async () => 'not a verifier' } as never,
    })
    await expect(
      call(
        failing.resetPassword,
        { token, password_hash_input: clientHashFor(fixture, person.email) },
        { context: await visitor(fixture) },
      ),
    ).rejects.toMatchObject({ message: 'Failed to update password. Please try again.' })
    // The failure rolled back the use of the link.
    await expect(reset(token, person.email)).resolves.toEqual({})
  })

  it('invalidates the older link when a newer one is requested', async () => {
    const { person, token } = await asked()
    await call(api.requestReset, { email: person.email }, { context: await visitor(fixture) })
    await expect(reset(token, person.email)).rejects.toMatchObject({ message: 'Invalid reset token.' })
  })

  it('serves a whole class behind one address: 120 request a link within the hour', async () => {
    const context = await visitor(fixture)
    const answers = await Promise.allSettled(
      Array.from({ length: 120 }, () => call(api.requestReset, { email: someEmail() }, { context })),
    )
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  it('sends at most five links to a mailbox in an hour, and never says so', async () => {
    const { person } = await asked()
    for (let i = 0; i < 6; i++)
      expect(
        await call(api.requestReset, { email: person.email }, { context: await visitor(fixture) }),
      ).toEqual({
        message: 'If this email is registered, you will receive a password reset link.',
      })
    expect((await mailTo(fixture, person.email, 'reset_password')).count).toBe(5)
  })
})

describe('the sign-in login', () => {
  it('creates links of a day at most, uses and deletes open ones, and reads no password that comes with one', async () => {
    const person = await fixture.person({ role: 'student' })
    const as = (statement: string, hash: string | null = null) =>
      withActor(fixture.authPool, hash, async (tx) => (await sql.raw(statement).execute(tx)).rows)
    const refused = { code: '42501' }
    const add = (hash: string, hours: number) =>
      `insert into priv.user_tokens (token_hash, user_id, kind, expires_at)
         values ('${hash.repeat(64)}', '${person.id}', 'reset_password', now() + interval '${hours} hours')`
    await as(add('a', 24))
    await expect(as(add('b', 25))).rejects.toMatchObject(refused)
    await expect(as('select new_password_hash from priv.user_tokens')).rejects.toMatchObject(refused)
    await expect(as('update priv.user_tokens set user_id = user_id')).rejects.toMatchObject(refused)
    const use = (at: string) =>
      as(`update priv.user_tokens set used_at = ${at} where user_id = '${person.id}' returning kind`)
    await expect(use(`now() - interval '1 day'`)).rejects.toMatchObject(refused)
    expect(await use('now()')).toHaveLength(1)
    expect(await use('now()')).toEqual([])
    expect(await as(`delete from priv.user_tokens where user_id = '${person.id}' returning kind`)).toEqual([])
    // A password is stored only in its format.
    for (const other of ['secret', `$2b$12$${'a'.repeat(21)}.secret`, `${'x'.repeat(29)}a2id$a$b`])
      await expect(
        withActor(fixture.authPool, null, (tx) => replacePassword(tx, person.id, other, 'change_password')),
      ).rejects.toMatchObject({ code: '23514' })
    // People and their requests can only be read one at a time.
    expect(await as(`select id from public.users`)).toEqual([])
    await expect(as(`select id from public.signup_requests`)).rejects.toMatchObject(refused)
    expect(await as(`select full_name from app.person_of_sign_in('${person.id}', null)`)).toHaveLength(1)
    // Only the sessions of the caller are visible, and none without a session.
    const sessions = 'select user_id from priv.sessions'
    expect(await as(sessions)).toEqual([])
    expect(await as(sessions, person.tokenHash)).toEqual([{ user_id: person.id }])
    await expect(as(`update priv.sessions set expires_at = now()`, person.tokenHash)).rejects.toMatchObject(
      refused,
    )
  })
})

describe('the sign-in login, bypassing the server,', () => {
  const as = (statement: string, hash: string | null = null) =>
    withActor(fixture.authPool, hash, async (tx) => (await sql.raw(statement).execute(tx)).rows)
  const refused = { code: '42501' }
  const noted = (id: string) =>
    fixture.rows('select action from public.audit_events where actor_id = $1 order by id', [id])

  it('reads no verifier from the table, and changes none without ending sessions and an audit entry', async () => {
    const person = await fixture.person({ role: 'student' })
    await fixture.credential(person)
    for (const column of ['verifier', 'client_setting', 'chosen_in'])
      await expect(as(`select ${column} from priv.credentials`)).rejects.toMatchObject(refused)
    await expect(
      as(`update priv.credentials set verifier = 'a2id$x' where verifier like 'a%'`),
    ).rejects.toMatchObject(refused)
    await expect(as('delete from priv.credentials')).rejects.toMatchObject(refused)
    // Neither by the setting alone, nor can a password that must be changed be accepted without a new one.
    const change = (what: string) => as(`update priv.credentials set ${what} where user_id = '${person.id}'`)
    await expect(change(`client_setting = '$2b$12$${'a'.repeat(21)}u'`)).rejects.toMatchObject({
      code: '23502',
    })
    await change('must_change = true')
    await expect(change('must_change = false')).rejects.toMatchObject(refused)
    await as(
      `update priv.credentials set verifier = 'a2id$x', set_by = 'reset_password' where user_id = '${person.id}'`,
    )
    expect(await noted(person.id)).toEqual([{ action: 'reset_password' }])
    expect((await fixture.as(person)).viewer).toBeNull()
  })

  it('starts sessions of a day at most, each with an audit entry, and none that impersonates another person', async () => {
    const person = await fixture.person({ role: 'student' })
    const start = (digit: string, hours: number, more = '', value = '') =>
      as(`insert into priv.sessions (user_id, token_hash, expires_at ${more})
        values ('${person.id}', '${digit.repeat(64)}', now() + interval '${hours} hours' ${value})`)
    await expect(start('1', 25)).rejects.toMatchObject(refused)
    for (const column of ['impersonated_user_id', 'job_id', 'id'])
      await expect(start('2', 1, `, ${column}`, `, '${person.id}'`)).rejects.toMatchObject(refused)
    await start('3', 24)
    expect(await noted(person.id)).toEqual([{ action: 'sign_in' }])
    // It cannot end a session whose token it does not know.
    await as(`delete from priv.sessions where user_id = '${person.id}'`)
    expect((await fixture.as(person)).viewer).not.toBeNull()
  })
})

describe('whether an address is registered', () => {
  it('is not revealed by any response: status, message or shape', async () => {
    const active = await fixture.person({ role: 'student' })
    await fixture.credential(active)
    const unverified = await fixture.person({ role: 'student', isVerified: false })
    await fixture.credential(unverified)
    const deactivated = await fixture.person({ role: 'student', status: 'deactivated' })
    await fixture.credential(deactivated)
    const emails = [active.email, unverified.email, deactivated.email, someEmail()]
    const answers = async (ask: (email: string) => Promise<unknown>) => {
      const all = []
      for (const email of emails) all.push(await seen(ask(email)))
      return all
    }
    const same = (all: unknown[]) => {
      for (const one of all) expect(one).toEqual(all[0])
    }
    same(
      await answers(async (email) => call(api.requestReset, { email }, { context: await visitor(fixture) })),
    )
    same(
      await answers(async (email) =>
        call(api.resendVerification, { email }, { context: await visitor(fixture) }),
      ),
    )
    same(await answers((email) => signIn(email, 'Z')))
    const settings = (await answers(async (email) =>
      call(api.preLogin, { email }, { context: await visitor(fixture) }),
    )) as { setting: string }[]
    for (const { setting } of settings) expect(setting).toMatch(/^\$2b\$12\$[./A-Za-z0-9]{21}[.Oeu]$/)
    // The salt does not change by signing up.
    const email = someEmail()
    const before = await call(api.preLogin, { email }, { context: await visitor(fixture) })
    await fixture.credential(await fixture.person({ role: 'student', email }))
    expect(await call(api.preLogin, { email }, { context: await visitor(fixture) })).toEqual(before)
  })

  it('is not revealed by the response time', async () => {
    const person = await fixture.person({ role: 'student' })
    const time = async (email: string) => {
      const context = await visitor(fixture)
      const started = performance.now()
      await call(api.requestReset, { email }, { context })
      return performance.now() - started
    }
    // Both wait until the same moment, after all their work is done.
    for (const email of [person.email, someEmail()]) expect(await time(email)).toBeGreaterThan(295)
  })

  it('is not revealed by the rate limit', async () => {
    const person = await fixture.person({ role: 'student' })
    const outcome = async (email: string) => {
      const context = await visitor(fixture)
      const all = []
      await fixture.rows(`insert into priv.throttles (key, attempts) values ($1, 280)`, [
        `reset_password from ${context.addressBlock}`,
      ])
      for (let i = 0; i < 22; i++) all.push(await seen(call(api.requestReset, { email }, { context })))
      return all.map((one) => (one as { code?: string }).code ?? 'answered')
    }
    const [known, unknown] = await Promise.all([outcome(person.email), outcome(someEmail())])
    expect(known).toEqual(unknown)
    expect(known.at(-1)).toBe('TOO_MANY_REQUESTS')
  })
})

describe("the first superadmin's password", () => {
  const bootstrap = async (email: string, setup_secret = 'the secret of this installation') =>
    call(
      api.bootstrapSuperadmin,
      { email, password_hash_input: clientHashFor(fixture, email), setup_secret },
      { context: await visitor(fixture) },
    )
  const refused = { code: 'BAD_REQUEST', message: 'Failed to bootstrap superadmin' }

  it('is set once, with the secret, for a superadmin without a password', async () => {
    const person = await fixture.person({ role: 'superadmin' })
    await expect(bootstrap(person.email, 'a guess')).rejects.toMatchObject(refused)
    const results = await Promise.allSettled([bootstrap(person.email), bootstrap(person.email)])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    await expect(bootstrap(person.email)).rejects.toMatchObject(refused)
    await expect(signIn(person.email)).resolves.toMatchObject({ role: 'superadmin' })
  })

  it('is set for no one else, and never if the settings have no secret', async () => {
    const admin = await fixture.person({ role: 'school_admin' })
    for (const email of [admin.email, someEmail()])
      await expect(bootstrap(email)).rejects.toMatchObject(refused)
    const person = await fixture.person({ role: 'superadmin' })
    const unset = accountHandlers(fixture)
    await expect(
      call(
        unset.bootstrapSuperadmin,
        { email: person.email, password_hash_input: clientHashFor(fixture, person.email), setup_secret: '' },
        { context: await visitor(fixture) },
      ),
    ).rejects.toMatchObject(refused)
  })
})
