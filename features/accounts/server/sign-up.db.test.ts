import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { accountHandlers } from './handlers.ts'
import { clientHashFor, mailTo, someEmail, visitor } from './testing.ts'

let fixture: Fixture
let api: ReturnType<typeof accountHandlers>
let school: string
let code: string
beforeAll(async () => {
  fixture = await createFixture()
  api = accountHandlers(fixture)
  school = await fixture.school('Lakeside College of Nursing')
  code = school.slice(0, 8).toUpperCase()
})
afterAll(() => fixture.close())

const form = (changes: Record<string, unknown> = {}) => {
  const email = (changes['email'] as string) ?? someEmail()
  return {
    request_id: randomUUID(),
    email,
    password_hash_input: clientHashFor(fixture, email.trim().toLowerCase()),
    full_name: 'Nora Lind',
    role: 'student',
    school_id: school,
    join_code: code,
    ...changes,
  }
}
const signUp = async (changes: Record<string, unknown> = {}, context?: Awaited<ReturnType<typeof visitor>>) =>
  call(api.signUp, form(changes), { context: context ?? (await visitor(fixture)) })

describe('signing up', () => {
  it('creates an unverified account pending approval, its request, and the email', async () => {
    const email = someEmail()
    expect(await signUp({ email: ` ${email.toUpperCase()} `, message: 'Evening programme' })).toEqual({
      email,
    })
    const [user] = await fixture.rows('select * from public.users where email = $1', [email])
    expect(user).toMatchObject({
      role: 'student',
      status: 'pending',
      email_verified: false,
      linked_school_id: school,
    })
    const requests = await fixture.rows('select * from public.signup_requests where user_id = $1', [
      user!['id'],
    ])
    expect(requests).toMatchObject([
      { role: 'student', status: 'pending', school_id: school, message: 'Evening programme' },
    ])
    const mail = await mailTo(fixture, email, 'verify_email')
    expect(mail.count).toBe(1)
    expect(mail.token).toMatch(/^[\w-]{43}$/)
    expect(await fixture.rows('select 1 from priv.user_tokens where token_hash = $1', [mail.token])).toEqual(
      [],
    )
  })

  it('accepts each of the four roles with what it needs', async () => {
    const facility = await fixture.facility()
    const cases: [Record<string, unknown>, Record<string, unknown>][] = [
      [{ role: 'student' }, { school_id: school }],
      [{ role: 'proctor', join_code: undefined }, { school_id: school }],
      [
        { role: 'school_admin', join_code: undefined },
        { school_id: school, tenant_name: null },
      ],
      [
        { role: 'school_admin', school_id: undefined, tenant_name: ' New School ' },
        { school_id: null, tenant_name: 'New School' },
      ],
      [
        { role: 'facility_admin', facility_id: facility },
        { facility_id: facility, school_id: null },
      ],
      [
        { role: 'facility_admin', tenant_name: 'New Clinic' },
        { facility_id: null, tenant_name: 'New Clinic' },
      ],
    ]
    for (const [changes, expected] of cases) {
      const { email } = await signUp(changes)
      const rows = await fixture.rows(
        'select r.* from public.signup_requests r join public.users u on u.id = r.user_id where u.email = $1',
        [email],
      )
      expect(rows).toMatchObject([expected])
    }
  })

  it.each(['superadmin', 'school_super_admin', 'preceptor', 'Student', ''])(
    'refuses the role %j with the specification’s message',
    async (role) => {
      await expect(signUp({ role })).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        message: `Invalid role: ${role}. Valid roles are: student, facility_admin, school_admin, proctor`,
      })
    },
  )

  it.each([
    [{ role: 'proctor', school_id: undefined }, 'school_id', 'Proctor role requires a school ID'],
    [{ role: 'proctor', school_id: '  ' }, 'school_id', 'Proctor role requires a school ID'],
    [
      { role: 'proctor', school_id: randomUUID() },
      'school_id',
      'Invalid school ID provided for proctor role',
    ],
    [{ role: 'proctor', school_id: 'Lakeside' }, 'school_id', 'Invalid school ID provided for proctor role'],
    [{ role: 'student', school_id: undefined }, 'school_id', 'Choose your school from the list.'],
    [
      { role: 'student', join_code: 'WRONG' },
      'join_code',
      'That isn’t this school’s join code. Your school can give you the code.',
    ],
    [
      { role: 'school_admin', school_id: undefined },
      'school_id',
      'Choose your school, or type the name of a new one.',
    ],
    [{ role: 'facility_admin' }, 'facility_id', 'Choose your facility, or type the name of a new one.'],
  ])('refuses %j at its field', async (changes, field, message) => {
    await expect(signUp(changes)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message,
      data: { fieldErrors: { [field]: message } },
    })
  })

  it('refuses an invalid email address, name or hash before anything is counted', async () => {
    for (const changes of [
      { email: 'nora at school' },
      { full_name: '  ' },
      { password_hash_input: 'secret' },
    ])
      await expect(
        signUp({ email: someEmail(), password_hash_input: clientHashFor(fixture, 'x'), ...changes }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('says that an address has an account, with the specification’s message', async () => {
    const { email } = await signUp()
    await expect(signUp({ email: email.toUpperCase() })).rejects.toMatchObject({
      code: 'CONFLICT',
      message:
        'Looks like you already have an account with this email address. Please click here to log into your account or click here to reset your password.',
    })
  })

  it('creates one account if the same form is sent twice, at the same moment or later', async () => {
    const sent = form()
    const context = await visitor(fixture)
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(api.signUp, sent, { context })))
    answers.push(await call(api.signUp, sent, { context }))
    const { email } = sent
    expect(answers).toEqual(Array.from({ length: 6 }, () => ({ email })))
    expect(await fixture.rows('select 1 from public.users where email = $1', [email])).toHaveLength(1)
    expect((await mailTo(fixture, email, 'verify_email')).count).toBe(1)
  })

  it('creates one account if two people use the same address at the same moment', async () => {
    const email = someEmail()
    const results = await Promise.allSettled([signUp({ email }), signUp({ email })])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it('accepts a whole class from one address: 120 sign up within the hour, some of them with a mistake first', async () => {
    const context = await visitor(fixture)
    const answers = await Promise.allSettled(
      Array.from({ length: 120 }, async (_, at) => {
        if (at % 4 === 0) await signUp({ join_code: 'WRONG' }, context).catch(() => {})
        return signUp({}, { ...context, signUp: { value: null } })
      }),
    )
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
  })

  const rateLimited = {
    code: 'TOO_MANY_REQUESTS',
    message: 'Rate limit exceeded. Please try again later.',
    data: { retryAfter: expect.any(Number) },
  }
  const later = (key: string) =>
    fixture.rows(
      `update priv.throttles set window_started_at = now() - interval '61 minutes' where key = $1`,
      [key],
    )

  it('shows a network at most sixty refusals per hour: for taken addresses, for wrong codes', async () => {
    const context = await visitor(fixture)
    const { email: taken } = await signUp()
    for (let i = 0; i < 60; i++)
      await expect(
        signUp(
          i % 2 ? { join_code: 'WRONG' } : { email: i ? someEmail() : taken, join_code: 'WRONG' },
          context,
        ),
      ).rejects.not.toMatchObject(rateLimited)
    await expect(signUp({ join_code: 'WRONG' }, context)).rejects.toMatchObject(rateLimited)
    await expect(signUp({ email: taken }, context)).rejects.toMatchObject(rateLimited)
    await later(`sign-up refused from ${context.addressBlock}`)
    const fresh = someEmail()
    await expect(signUp({ email: fresh }, context)).resolves.toEqual({ email: fresh })
  })

  it('limits attempts for one email address, across all networks', async () => {
    const email = someEmail()
    for (let i = 0; i < 10; i++) await signUp({ email, join_code: 'WRONG' }).catch(() => {})
    await expect(signUp({ email })).rejects.toMatchObject(rateLimited)
    await later(`sign-up as ${email}`)
    await expect(signUp({ email })).resolves.toEqual({ email })
  })

  it('limits attempts per network as well', async () => {
    const context = await visitor(fixture)
    await fixture.rows(`insert into priv.throttles (key, attempts) values ($1, 400)`, [
      `sign-up from ${context.addressBlock}`,
    ])
    await expect(signUp({}, context)).rejects.toMatchObject(rateLimited)
  })

  it('is closed to the application login: only app_auth may create, and nothing returns a secret', async () => {
    const secrets = ['password_hash', 'verifier', 'client_setting', 'token']
    const rows = await fixture.rows<{ args: string; result: string; rw: boolean; auth: boolean }>(
      `select pg_get_function_arguments(p.oid) as args, pg_get_function_result(p.oid) as result,
        has_function_privilege('app_rw', p.oid, 'execute') as rw, has_function_privilege('app_auth', p.oid, 'execute') as auth
       from pg_proc p where p.proname = 'custom_auth_create_user'`,
    )
    expect(rows).toMatchObject([{ rw: false, auth: true }])
    expect(rows[0]!.args).toMatch(
      /^email_input text, password_hash_input text, full_name_input text, role_input text, school_id_input text DEFAULT/,
    )
    for (const secret of secrets) expect(rows[0]!.result).not.toContain(secret)
  })
})

describe('PostgreSQL itself, bypassing TypeScript,', () => {
  const create = (given: Record<string, string>) =>
    withActor(fixture.authPool, null, async (tx) => {
      const of: Record<string, string | null> = {
        role: 'student',
        email: someEmail(),
        school: null,
        code: null,
        facility: null,
        name: null,
        ...given,
      }
      const { rows } = await sql`select id from public.custom_auth_create_user(${of['email']},
        ${clientHashFor(fixture, 'x').slice(0, 29) + 'a2id$v'}, 'Amy', ${of['role']}, ${of['school']}, ${of['code']}, ${of['facility']}, ${of['name']})`.execute(
        tx,
      )
      return rows
    })

  it('creates no account for a closed role, for an unknown school, or for a student without the code', async () => {
    const refused: Record<string, string>[] = [
      { role: 'superadmin', name: 'New' },
      { role: 'school_super_admin', school },
      { school },
      { school, code: 'WRONG' },
      { name: 'New' },
      { role: 'proctor', name: 'New' },
      { role: 'proctor', school, name: 'New' },
      { role: 'school_admin' },
      { role: 'facility_admin', school },
    ]
    for (const given of refused) {
      const email = someEmail()
      await expect(create({ ...given, email })).rejects.toMatchObject({ code: '23514' })
      expect(await fixture.rows('select 1 from public.users where email = $1', [email])).toEqual([])
    }
    expect(await create({ role: 'proctor', school })).toHaveLength(1)
    // Nothing about an existing account.
    const { email } = await fixture.person({ role: 'student', school })
    expect(await create({ role: 'proctor', school, email })).toEqual([])
  })

  it('resends a request only for its own applicant, and for a student only with the code', async () => {
    const person = await fixture.person({ role: 'student', school, status: 'returned' })
    const [request] = await fixture.rows<{ version: number }>(
      `insert into public.signup_requests (user_id, role, school_id, status, decision_note) values ($1, 'student', $2, 'returned', 'Why?') returning version`,
      [person.id, school],
    )
    const send = (by: Person, role: string, name: string | null = null) =>
      withActor(fixture.authPool, by.tokenHash, async (tx) => {
        const { rows } = await sql<{
          is_sent: boolean | null
        }>`select app.send_signup_again(${request!.version}::integer, ${role}, 'Amy', ${school}, 'WRONG', null, ${name}, null) as is_sent`.execute(
          tx,
        )
        return rows[0]!.is_sent
      })
    await expect(send(person, 'student')).rejects.toMatchObject({ code: '23514' })
    await expect(send(person, 'student', 'New')).rejects.toMatchObject({ code: '23514' })
    expect(await send(person, 'proctor')).toBeNull()
    expect(await send(await fixture.person({ role: 'student', school }), 'student')).toBeNull()
  })
})

describe('looking for a school or facility', () => {
  it('shows only names and towns, at most twenty, and accepts a pasted id', async () => {
    for (let i = 0; i < 22; i++) await fixture.school(`Hill School ${i}`)
    const context = await visitor(fixture)
    const found = await call(api.signUpSchools, { query: 'hill school' }, { context })
    expect(found).toHaveLength(20)
    expect(Object.keys(found[0]!).sort()).toEqual(['city', 'id', 'name', 'state'])
    expect(await call(api.signUpSchools, { query: school.toUpperCase() }, { context })).toMatchObject([
      { id: school },
    ])
    expect(await call(api.signUpSchools, { query: '%%' }, { context })).toEqual([])
    await fixture.rows('update public.schools set is_active = false where name = $1', ['Hill School 3'])
    expect(await call(api.signUpSchools, { query: 'Hill School 3' }, { context })).toEqual([])
  })

  it('offers organizations and sites, never units', async () => {
    const organization = await fixture.facility({ name: 'Meadow Health' })
    const site = await fixture.facility({ kind: 'site', parent: organization, name: 'Meadow Hospital' })
    await fixture.facility({ kind: 'unit', parent: site, name: 'Meadow Ward' })
    const found = await call(api.signUpFacilities, { query: 'meadow' }, { context: await visitor(fixture) })
    expect(found.map(({ name }) => name)).toEqual(['Meadow Health', 'Meadow Hospital'])
  })
})

describe('a returned request', () => {
  async function returned() {
    const { email } = await signUp()
    const [{ id }] = (await fixture.rows<{ id: string }>(
      `update public.users set email_verified = true, status = 'returned' where email = $1 returning id`,
      [email],
    )) as [{ id: string }]
    const decider = await fixture.person({ role: 'superadmin' })
    const { version } = await fixture.act(decider, (tx) =>
      tx
        .updateTable('signup_requests')
        .set({ status: 'returned', decision_note: 'Which program?' })
        .where('user_id', '=', id)
        .returning('version')
        .executeTakeFirstOrThrow(),
    )
    const person = { id, email, tokenHash: await fixture.signIn(id) }
    return {
      person,
      version,
      input: {
        version,
        full_name: 'Nora Lindgren',
        school_id: school,
        join_code: code,
        message: 'The evening one',
      },
    }
  }

  it('is visible only to the applicant, and goes back to those who decide, who are notified', async () => {
    const admin = await fixture.person({ role: 'school_admin', school })
    const { person, input } = await returned()
    const context = await fixture.as(person)
    expect(await call(api.myRequest, undefined, { context })).toMatchObject({ contact: null })
    const contact = 'Ana Morales, placements@lakeside.example'
    await fixture.rows('update public.schools set primary_contact = $2 where id = $1', [school, contact])
    expect(await call(api.myRequest, undefined, { context })).toMatchObject({
      contact,
      status: 'returned',
      decision_note: 'Which program?',
      tenant_label: 'Lakeside College of Nursing',
    })
    const other = await fixture.person({ role: 'student', school })
    expect(await call(api.myRequest, undefined, { context: await fixture.as(other) })).toBeNull()

    await call(api.resubmit, input, { context })
    expect(await call(api.myRequest, undefined, { context: await fixture.as(person) })).toMatchObject({
      status: 'pending',
      decision_note: null,
      message: 'The evening one',
    })
    expect((await fixture.as(person)).viewer).toMatchObject({ status: 'pending', fullName: 'Nora Lindgren' })
    expect(await receivedBy(fixture, admin)).toMatchObject([
      {
        type: 'signup_requested',
        title: 'Nora Lindgren asks to join',
        data: { action_url: '/school/students?view=approvals' },
      },
    ])
  })

  it('goes back once, and only if unchanged', async () => {
    const { person, input } = await returned()
    const context = await fixture.as(person)
    const results = await Promise.allSettled([
      call(api.resubmit, input, { context }),
      call(api.resubmit, input, { context }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const second = await returned()
    await expect(
      call(
        api.resubmit,
        { ...second.input, version: second.version - 1 },
        { context: await fixture.as(second.person) },
      ),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(
      call(
        api.resubmit,
        { ...second.input, join_code: 'WRONG' },
        { context: await fixture.as(second.person) },
      ),
    ).rejects.toMatchObject({
      data: { fieldErrors: { join_code: expect.any(String) } },
    })
  })

  it('cannot be sent without a session, by a declined applicant, or by an active member', async () => {
    const { input } = await returned()
    await expect(call(api.resubmit, input, { context: await fixture.as(null) })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    for (const status of ['declined', 'active', 'pending'] as const) {
      const person = await fixture.person({ role: 'student', school, status })
      await expect(call(api.resubmit, input, { context: await fixture.as(person) })).rejects.toMatchObject({
        code: 'CONFLICT',
      })
    }
    // Not through the table either.
    const { person } = await returned()
    const changed = await fixture.act(person, (tx) =>
      tx
        .updateTable('signup_requests')
        .set({ status: 'approved' })
        .where('user_id', '=', person.id)
        .executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
    await expect(
      fixture.act(person, (tx) =>
        tx.updateTable('users').set({ status: 'active' }).where('id', '=', person.id).execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
