import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { jobHandlers, runJob } from '#features/jobs/server/public.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { hashToken } from '#platform/server/session.ts'
import { settingFor } from '#platform/server/passwords.ts'
import type { ImportRow, InvitationRole } from '../contract.ts'
import { invitableRoles } from '#core/roles.ts'
import { sendInvitations } from './commands/send-invitations.ts'
import { invitationHandlers } from './handlers.ts'
import { invitationJobs } from './jobs.ts'
import { followLink } from './queries/find-by-link.ts'

let fixture: Fixture
let api: ReturnType<typeof invitationHandlers>
let school: string
let otherSchool: string
let hospital: string
let unit: string
let otherHospital: string
let people: Record<
  'superadmin' | 'school_super_admin' | 'school_admin' | 'facility_admin' | 'student' | 'proctor',
  Person
>
let stranger: Person

beforeAll(async () => {
  fixture = await createFixture()
  api = invitationHandlers({
    ...fixture,
    config: { appUrl: 'http://localhost:3000' },
  })
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  hospital = await fixture.facility()
  const site = await fixture.facility({ kind: 'site', parent: hospital, name: 'North Campus' })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: '5 East' })
  otherHospital = await fixture.facility({ name: 'Elsewhere General' })
  people = {
    superadmin: await fixture.person({ role: 'superadmin' }),
    school_super_admin: await fixture.person({ role: 'school_super_admin', school }),
    school_admin: await fixture.person({ role: 'school_admin', school, fullName: 'Ana Morales' }),
    facility_admin: await fixture.person({ role: 'facility_admin', facility: site }),
    student: await fixture.person({ role: 'student', school }),
    proctor: await fixture.person({ role: 'proctor', school }),
  }
  stranger = await fixture.person({ role: 'school_super_admin', school: otherSchool })
})
afterAll(() => fixture.close())

let counter = 0
const newEmail = () => `invitee${++counter}@school.example`
const digest = 'B'.repeat(31)

async function invite(
  by: Person | null,
  given: {
    email?: string
    role?: InvitationRole
    school_id?: string
    facility_id?: string
    id?: string
  } = {},
) {
  const role = given.role ?? 'student'
  const tenant =
    role === 'facility_admin'
      ? { facility_id: given.facility_id ?? unit }
      : { school_id: given.school_id ?? school }
  const input = {
    id: given.id ?? crypto.randomUUID(),
    email: given.email ?? newEmail(),
    full_name: 'Amy Tan',
    role,
    ...tenant,
  }
  return call(api.create, input, { context: await fixture.as(by) })
}

/** The token of the newest mail to an address: tokens are not stored anywhere else. */
async function tokenFor(email: string): Promise<string> {
  const [mail] = await fixture.rows<{ body_text: string }>(
    `select body_text from priv.mails where to_address = $1 and kind = 'invitation' order by created_at desc limit 1`,
    [email],
  )
  return /token=([\w-]+)/.exec(mail?.body_text ?? '')![1]!
}

const open = async (token: string, by: Person | null = null) =>
  call(api.open, { token }, { context: await fixture.as(by) })

async function accept(token: string, email: string, by: Person | null = null) {
  const context = await fixture.as(by)
  const password_hash_input = `${settingFor(email, fixture.saltKey)}${digest}`
  const answer = await call(api.accept, { token, full_name: 'Amy  Tan', password_hash_input }, { context })
  return { ...answer, cookie: context.cookie.session }
}

/** Runs as the sign-in login, bypassing TypeScript, with a link and optionally a session. */
const byLink = <T>(token: string, work: (tx: Tx) => Promise<T>, by?: Person) =>
  withActor(fixture.authPool, by?.tokenHash ?? null, async (tx) => {
    await followLink(tx, hashToken(token))
    return work(tx)
  })

async function expire(id: string): Promise<void> {
  await fixture.rows(`update public.invitations set expires_at = now() - interval '1 second' where id = $1`, [
    id,
  ])
}

describe('who may invite whom', () => {
  const targets = ['student', 'proctor', 'school_admin', 'school_super_admin', 'facility_admin'] as const
  it.each(['superadmin', 'school_super_admin', 'school_admin', 'facility_admin'] as const)(
    '%s, as the rules say',
    async (role) => {
      for (const target of targets) {
        const answer = await invite(people[role], { role: target }).then(
          () => 'sent',
          (error: { code: string }) => error.code,
        )
        expect([target, answer]).toEqual([
          target,
          invitableRoles(role).includes(target) ? 'sent' : 'FORBIDDEN',
        ])
      }
    },
  )

  it('refuses another school, a facility outside the scope, lower roles and anonymous callers', async () => {
    await expect(invite(people.school_admin, { school_id: otherSchool })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(
      invite(people.school_super_admin, { role: 'school_admin', school_id: otherSchool }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const facility_id of [otherHospital, hospital])
      await expect(
        invite(people.facility_admin, { role: 'facility_admin', facility_id }),
      ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(invite(people.student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(invite(people.proctor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(invite(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(
      await fixture.rows(`select 1 from public.invitations where school_id = $1`, [otherSchool]),
    ).toHaveLength(0)
  })

  it('PostgreSQL itself refuses other facilities and roles, protected columns, and illegal transitions', async () => {
    const insert = (by: Person, row: object) =>
      fixture.act(by, (tx) =>
        tx
          .insertInto('invitations')
          .values({
            email: newEmail(),
            role: 'student',
            school_id: school,
            expires_at: sql<string>`now() + interval '30 days'`,
            ...row,
          })
          .returning(['id', 'invited_by', 'status', 'resend_count'])
          .executeTakeFirstOrThrow(),
      )
    const set = (by: Person, id: string, change: object) =>
      fixture.act(by, (tx) =>
        tx.updateTable('invitations').set(change).where('id', '=', id).executeTakeFirst(),
      )
    const { school_admin: ana, school_super_admin: grace, facility_admin: frank } = people
    const atHospital = { school_id: null, role: 'facility_admin', facility_id: hospital }
    for (const [by, row] of [
      [ana, { school_id: otherSchool }],
      [ana, { role: 'school_admin' }],
      [grace, { school_id: otherSchool }],
      [frank, {}],
      [frank, atHospital],
      [people.student, {}],
      [people.proctor, {}],
      [ana, { invited_by: grace.id }],
      [ana, { status: 'accepted' }],
      [ana, { resend_count: -100 }],
      [ana, { expires_at: sql<string>`now() + interval '31 days'` }],
      [ana, { accepted_user_id: ana.id }],
    ] as const)
      await expect(insert(by, row)).rejects.toMatchObject({ code: '42501' })
    const made = await insert(ana, {})
    expect(made).toMatchObject({ invited_by: ana.id, status: 'sent', resend_count: 0 })
    const later = sql<string>`now() + interval '1 year'`
    for (const change of [
      { email: 'x@y.z' },
      { role: 'school_admin' },
      { sent_at: '2030-01-01' },
      { expires_at: later },
    ])
      await expect(set(ana, made.id, change)).rejects.toMatchObject({ code: '42501' })
    for (const status of ['accepted', 'opened'])
      await expect(set(ana, made.id, { status })).rejects.toMatchObject({ message: 'step.illegal' })
    await expect(
      fixture.rows(`update public.invitations set status = 'revoked' where id = $1 returning id`, [made.id]),
    ).resolves.toHaveLength(1)
    await expect(
      fixture.rows(`update public.invitations set status = 'opened' where id = $1`, [made.id]),
    ).rejects.toMatchObject({ message: 'step.illegal' })
    const higher = await insert(grace, { role: 'school_admin' })
    for (const by of [ana, frank, people.student])
      expect((await set(by, higher.id, { status: 'revoked' })).numUpdatedRows).toBe(0n)
    // No mail without a token, no token for an invitation that was not just written, and none without counting.
    const mail = { id: higher.id, token_hash: 'a'.repeat(64), subject: 'Come', text: 'here', html: 'now' }
    await fixture.act(grace, (tx) => sendInvitations(tx, [mail]))
    expect(
      await fixture.rows('select 1 from priv.invitation_tokens where invitation_id = $1', [higher.id]),
    ).toEqual([])
    expect(
      await fixture.rows(`select 1 from priv.mails where dedupe_key like 'invitation ' || $1 || '%'`, [
        higher.id,
      ]),
    ).toEqual([])
    for (const text of [
      'select * from priv.invitation_tokens',
      `select * from app.invitation_link()`,
      `select app.spend_allowance('x', 1, 1, '1 day', 'x')`,
    ])
      await expect(fixture.act(people.superadmin, (tx) => sql.raw(text).execute(tx))).rejects.toMatchObject({
        code: '42501',
      })
  })

  it('refuses invitations to a school that is not active', async () => {
    const closed = await fixture.school('Closed')
    await fixture.rows('update public.schools set is_active = false where id = $1', [closed])
    await expect(invite(people.superadmin, { school_id: closed })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This school is not active.',
    })
  })
})

describe('sending', () => {
  it.each([
    ['student', 14, '/accept-student-invitation'],
    ['proctor', 14, '/accept-proctor-invitation'],
    ['school_admin', 30, '/accept-invitation'],
    ['facility_admin', 30, '/accept-invitation'],
  ] as const)("%s: %i days, link to %s, only the token's hash is stored", async (role, days, path) => {
    const { id, email, expires_at } = await invite(people.superadmin, { role })
    expect(Math.round((Date.parse(expires_at) - Date.now()) / 86_400_000)).toBe(days)
    const [mail] = await fixture.rows<{ body_text: string }>(
      `select body_text from priv.mails where to_address = $1`,
      [email],
    )
    expect(mail?.body_text).toContain(`http://localhost:3000${path}?token=`)
    const tokens = await fixture.rows(
      'select token_hash from priv.invitation_tokens where invitation_id = $1',
      [id],
    )
    expect(tokens).toEqual([{ token_hash: hashToken(await tokenFor(email)) }])
  })

  it('to a unit names its site', async () => {
    const { email } = await invite(people.facility_admin, { role: 'facility_admin' })
    const [mail] = await fixture.rows(`select subject from priv.mails where to_address = $1`, [email])
    expect(mail).toEqual({ subject: '5 East, North Campus invites you to Placewell' })
    expect(await open(await tokenFor(email))).toMatchObject({
      invitation: { tenant_name: '5 East, North Campus' },
    })
  })

  it('repeating an id invites only once; the same id for someone else is refused', async () => {
    const id = crypto.randomUUID()
    const email = newEmail()
    const [one, two] = await Promise.all([
      invite(people.school_admin, { id, email }),
      invite(people.school_admin, { id, email }),
    ])
    expect(one).toEqual(two)
    expect(await fixture.rows(`select 1 from priv.mails where to_address = $1`, [email])).toHaveLength(1)
    await expect(invite(people.school_admin, { id })).rejects.toMatchObject({ status: 422 })
  })

  it('refuses members, open invitations and accounts elsewhere, at the field', async () => {
    const { email } = await invite(people.school_admin)
    for (const [taken, message] of [
      [email, 'This person already has an open invitation. Send that one again instead.'],
      [people.student.email, 'This person already has an account here.'],
      [
        stranger.email,
        'This address belongs to an account outside this school. Use another address, or contact support.',
      ],
    ] as const)
      await expect(invite(people.school_admin, { email: taken })).rejects.toMatchObject({
        code: 'CONFLICT',
        data: { fieldErrors: { email: message } },
      })
  })

  it('does not reveal to a facility whether an address has an account elsewhere', async () => {
    await expect(
      invite(people.facility_admin, { role: 'facility_admin', email: stranger.email }),
    ).resolves.toMatchObject({ email: stranger.email })
  })

  it('replaces an expired invitation', async () => {
    const { id, email } = await invite(people.school_admin)
    await expire(id)
    await expect(invite(people.school_admin, { email })).resolves.toMatchObject({ email })
    expect(await fixture.rows('select status from public.invitations where id = $1', [id])).toEqual([
      { status: 'revoked' },
    ])
  })

  it('two administrators invite one person at once: only one invitation', async () => {
    const email = newEmail()
    const results = await Promise.allSettled([
      invite(people.school_admin, { email }),
      invite(people.school_super_admin, { email }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await fixture.rows(`select 1 from public.invitations where email = $1`, [email])).toHaveLength(1)
  })
})

describe('the list', () => {
  it('of a facility covers the current facility, for a superadmin too', async () => {
    const group = await fixture.facility({ name: 'Own Group' })
    const ownSite = await fixture.facility({ kind: 'site', parent: group, name: 'Own Hospital' })
    const boss = await fixture.person({ role: 'facility_admin', facility: group })
    const { email } = await invite(boss, { role: 'facility_admin', facility_id: ownSite })
    const elsewhere = await fixture.facility({ name: 'Far Away' })
    const found = async (by: Person, within: 'facility' | 'facilities', tenant?: string) => {
      if (tenant)
        await fixture.rows('update priv.sessions set selected_facility_id = $1 where user_id = $2', [
          tenant,
          by.id,
        ])
      const { rows } = await call(api.list, { within, q: email }, { context: await fixture.as(by) })
      return rows.map((row) => row.tenant_name)
    }
    const sam = await fixture.person({ role: 'superadmin' })
    expect(await found(sam, 'facility', elsewhere)).toEqual([])
    expect(await found(sam, 'facility', ownSite)).toEqual(['Own Hospital'])
    expect(await found(sam, 'facility', group)).toEqual(['Own Hospital'])
    expect(await found(sam, 'facilities', elsewhere)).toEqual(['Own Hospital'])
    expect(await found(boss, 'facility')).toEqual(['Own Hospital'])
    const farAway = await fixture.person({ role: 'facility_admin', facility: elsewhere })
    for (const within of ['facility', 'facilities'] as const) expect(await found(farAway, within)).toEqual([])
  })

  const listed = async (by: Person, input: object = {}) =>
    call(api.list, { within: 'school', ...input } as never, { context: await fixture.as(by) })

  it('shows a school its own invitations, searched, filtered and counted', async () => {
    const { email, id } = await invite(people.school_admin)
    const found = await listed(people.school_admin, { q: email.toUpperCase() })
    expect(found).toMatchObject({ total: 1, counts: { all: 1, sent: 1 } })
    expect(found.rows[0]).toMatchObject({
      email,
      state: 'sent',
      mail: 'queued',
      tenant_name: 'Lakeshore',
      invited_by_name: 'Ana Morales',
    })
    // Dashboards count as open: sent or opened, and not expired.
    const stillOpen = async () => {
      const { total, counts } = await listed(people.school_admin, { q: email, state: 'open' })
      return [total, counts.open]
    }
    expect(await stillOpen()).toEqual([1, 1])
    await expire(id)
    expect(await stillOpen()).toEqual([0, 0])
    expect(await listed(people.school_admin, { q: email, state: 'expired' })).toMatchObject({
      total: 1,
      rows: [{ state: 'expired' }],
    })
    expect(await listed(people.school_admin, { q: email, role: 'proctor' })).toMatchObject({ total: 0 })
    expect(await listed(people.school_admin, { q: '%' })).toMatchObject({ total: 0 })
  })

  it('is empty for another school, and refused to lower roles and anonymous callers', async () => {
    expect((await listed(stranger)).total).toBe(0)
    await expect(listed(people.student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      call(api.list, { within: 'school' }, { context: await fixture.as(null) }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('shows a facility admin only their scope', async () => {
    await invite(people.superadmin, { role: 'facility_admin', facility_id: otherHospital })
    const { rows } = await listed(people.facility_admin, { within: 'facility' })
    expect(new Set(rows.map(({ facility_id }) => facility_id))).toEqual(new Set([unit]))
    expect((await listed(people.facility_admin, { within: 'school' })).total).toBe(0)
  })
})

describe('resending and revoking', () => {
  const resend = async (by: Person | null, id: string, key = crypto.randomUUID()) =>
    call(api.resend, { id, idempotency_key: key }, { context: await fixture.as(by) })
  const revoke = async (by: Person | null, id: string) =>
    call(api.revoke, { id }, { context: await fixture.as(by) })

  it('sends a new link and invalidates the old one', async () => {
    const { id, email } = await invite(people.school_admin)
    const old = await tokenFor(email)
    const key = crypto.randomUUID()
    expect(await resend(people.school_admin, id, key)).toMatchObject({ resend_count: 1 })
    expect(await resend(people.school_admin, id, key)).toMatchObject({ resend_count: 1 })
    const fresh = await tokenFor(email)
    expect(fresh).not.toBe(old)
    expect(await fixture.rows(`select 1 from priv.mails where to_address = $1`, [email])).toHaveLength(2)
    expect(await open(old)).toEqual({ state: 'replaced', invitation: null })
    expect(await accept(old, email)).toMatchObject({ outcome: 'replaced', cookie: null })
    expect((await open(fresh)).state).toBe('valid')
  })

  it('revokes, and resending undoes it; an expired one becomes valid again', async () => {
    const { id, email } = await invite(people.school_admin)
    await revoke(people.school_admin, id)
    await revoke(people.school_admin, id)
    expect((await open(await tokenFor(email))).state).toBe('revoked')
    expect((await accept(await tokenFor(email), email)).outcome).toBe('revoked')
    await resend(people.school_admin, id)
    expect((await open(await tokenFor(email))).state).toBe('valid')
    await expire(id)
    await resend(people.school_admin, id)
    expect((await open(await tokenFor(email))).state).toBe('valid')
  })

  it('refuses to reopen one while another is open', async () => {
    const { id, email } = await invite(people.school_admin)
    await revoke(people.school_admin, id)
    await invite(people.school_admin, { email })
    await expect(resend(people.school_admin, id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('another open invitation'),
    })
  })

  it('refuses accepted ones', async () => {
    const { id, email } = await invite(people.school_admin)
    await accept(await tokenFor(email), email)
    for (const again of [resend, revoke])
      await expect(again(people.school_admin, id)).rejects.toMatchObject({
        code: 'CONFLICT',
        message: expect.stringContaining('This invitation was already accepted'),
      })
  })

  it('hides it from another school, and a school admin may not change an administrator’s', async () => {
    const { id } = await invite(people.school_super_admin, { role: 'school_admin' })
    for (const by of [stranger, people.school_admin, people.facility_admin])
      for (const again of [resend, revoke])
        await expect(again(by, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(resend(people.student, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(revoke(null, id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('prevents anyone from flooding a mailbox', async () => {
    const { id } = await invite(people.school_admin)
    const answers = []
    for (let n = 0; n < 8; n++)
      answers.push(
        await resend(people.school_admin, id).then(
          () => 'sent',
          (error: { message: string }) => error.message,
        ),
      )
    expect(answers.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'sent'))
    expect(answers.at(-1)).toMatch(
      /^This invitation was sent several times just now\. Try again in \d+ seconds?\.$/,
    )
  })

  const allowanceOf = async (by: Person, attempts: number) =>
    fixture.rows(`insert into priv.throttles (key, attempts) values ($1, $2)`, [
      `invitations by ${by.id}`,
      attempts,
    ])
  const byHand = {
    code: 'TOO_MANY_REQUESTS',
    message: 'You have sent 100 invitations within an hour, which is the limit. Try again in 60 minutes.',
    data: { retryAfter: expect.any(Number) },
  }

  it('limits inviting, revoking and inviting again to eight mails to an address in a day', async () => {
    const email = newEmail()
    let last = ''
    for (let n = 0; n < 8; n++) {
      // No matter who sends: another tenant and another inviter count for the same mailbox.
      const { id } = await invite(n % 2 ? people.school_admin : stranger, {
        email,
        ...(n % 2 ? {} : { school_id: otherSchool }),
      })
      await revoke(n % 2 ? people.school_admin : stranger, id)
      if (n % 2) last = id
    }
    const enough = {
      code: 'TOO_MANY_REQUESTS',
      message: 'This address has reached the daily limit for invitations. Try again in 24 hours.',
      data: { retryAfter: expect.any(Number) },
    }
    await expect(invite(people.school_super_admin, { email })).rejects.toMatchObject(enough)
    await expect(resend(people.school_admin, last)).rejects.toMatchObject(enough)
    expect(await fixture.rows('select 1 from priv.mails where to_address = $1', [email])).toHaveLength(8)
    await fixture.rows(
      `update priv.throttles set window_started_at = now() - interval '25 hours' where key = $1`,
      [`invitations to ${email}`],
    )
    await expect(resend(people.school_admin, last)).resolves.toMatchObject({ id: expect.any(String) })
    expect(await fixture.rows('select 1 from priv.mails where to_address = $1', [email])).toHaveLength(9)
  })

  it('by hand: a hundred an hour, including resends after revoking', async () => {
    const own = await fixture.school('Busy')
    const busy = await fixture.person({ role: 'school_admin', school: own })
    const inviteThere = (email?: string) => invite(busy, { school_id: own, ...(email ? { email } : {}) })
    await allowanceOf(busy, 98)
    const { id } = await inviteThere()
    await revoke(busy, id)
    await resend(busy, id)
    await expect(inviteThere()).rejects.toMatchObject(byHand)
    await expect(resend(busy, id)).rejects.toMatchObject(byHand)
    // A refused invitation sends no mail, and is not counted.
    const email = newEmail()
    await expect(inviteThere(email)).rejects.toMatchObject(byHand)
    expect(
      await fixture.rows('select 1 from priv.throttles where key = $1', [`invitations to ${email}`]),
    ).toEqual([])
    const another = newEmail()
    await expect(invite(people.school_admin, { email: another })).resolves.toMatchObject({ email: another })
    await fixture.rows(
      `update priv.throttles set window_started_at = now() - interval '61 minutes' where key = $1`,
      [`invitations by ${busy.id}`],
    )
    const later = newEmail()
    await expect(inviteThere(later)).resolves.toMatchObject({ email: later })
  })
})

describe('accepting', () => {
  it('shows who invites, marks it opened, and creates a verified, active, linked account that is signed in', async () => {
    const { id, email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    expect(await open(token)).toMatchObject({
      state: 'valid',
      invitation: {
        email,
        full_name: 'Amy Tan',
        role: 'student',
        tenant_name: 'Lakeshore',
        invited_by_name: 'Ana Morales',
        has_account: false,
      },
    })
    expect(await fixture.rows('select status from public.invitations where id = $1', [id])).toEqual([
      { status: 'opened' },
    ])
    const answer = await accept(token, email)
    expect(answer.outcome).toBe('accepted')
    const viewer = await fixture.sessions.read(hashToken(answer.cookie!))
    expect(viewer).toMatchObject({
      email,
      fullName: 'Amy Tan',
      role: 'student',
      status: 'active',
      emailVerified: true,
      linkedSchoolId: school,
    })
    expect(await open(token)).toEqual({ state: 'accepted', invitation: null })
    expect((await accept(token, email)).outcome).toBe('already_accepted')
    const accepted = await receivedBy(fixture, people.school_admin, 'invitation_accepted')
    expect(accepted.filter(({ message }) => message === `${email} has joined as a student.`)).toMatchObject([
      { title: 'Amy Tan accepted your invitation' },
    ])
  })

  it('links an inviter to where they sent it: the superadmin to their own page', async () => {
    const elsewhere = await fixture.school('Of the superadmin')
    for (const [role, page] of [
      ['school_super_admin', '/admin/users?view=invitations'],
      ['facility_admin', '/admin/users?view=invitations&within=facility'],
    ] as const) {
      const { id, email } = await invite(people.superadmin, { role, school_id: elsewhere })
      const token = await tokenFor(email)
      const late = await invite(people.superadmin, { role, school_id: elsewhere })
      await expire(late.id)
      await call(api.askAgain, { token: await tokenFor(late.email) }, { context: await fixture.as(null) })
      await accept(token, email)
      const urls = await fixture.rows(
        `select data ->> 'action_url' as url from public.notifications where dedupe_key = $1 or dedupe_key like $2`,
        [`invitation accepted ${id}`, `invitation renewal ${late.id}%`],
      )
      expect(urls).toEqual([{ url: page }, { url: page }])
    }
  })

  it("ends the browser's earlier session", async () => {
    const before = await fixture.person({ role: 'proctor', school })
    const { email } = await invite(people.school_admin)
    expect((await accept(await tokenFor(email), email, before)).outcome).toBe('accepted')
    expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [before.id])).toEqual([])
  })

  it('accepted twenty times at once: one account, one session', async () => {
    const { id, email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    const answers = await Promise.all(Array.from({ length: 20 }, () => accept(token, email)))
    expect(answers.filter(({ outcome }) => outcome === 'accepted')).toHaveLength(1)
    expect(answers.filter(({ outcome }) => outcome === 'already_accepted')).toHaveLength(19)
    expect(answers.filter(({ cookie }) => cookie)).toHaveLength(1)
    const users = await fixture.rows<{ id: string }>('select id from public.users where email = $1', [email])
    expect(users).toHaveLength(1)
    expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [users[0]!.id])).toHaveLength(
      1,
    )
    expect(await fixture.rows('select accepted_user_id from public.invitations where id = $1', [id])).toEqual(
      [{ accepted_user_id: users[0]!.id }],
    )
  })

  it('the control: without locking the invitation two requests still create one account, because of the unique address', async () => {
    const { email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    let go = (): void => undefined
    const held = new Promise<void>((resolve) => void (go = resolve))
    const join = (then: Promise<void>) =>
      byLink(token, async (tx) => {
        const { rows } = await sql<{ id: string | null }>`select app.join_by_invitation('Amy') as id`.execute(
          tx,
        )
        await then
        return rows[0]!.id
      })
    const first = join(held)
    const second = join(Promise.resolve())
    setTimeout(go, 100)
    const made = await Promise.all([first, second])
    expect(made.filter((id) => id !== null)).toHaveLength(1)
    expect(await fixture.rows('select 1 from public.users where email = $1', [email])).toHaveLength(1)
  })

  it('PostgreSQL itself: only a valid link lets the sign-in login join, see what it names, and write what follows', async () => {
    const { id, email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    const other = await invite(stranger, { school_id: otherSchool })
    const run = (link: string, text: string, by?: Person) =>
      byLink(link, async (tx) => await sql.raw<Record<string, unknown>>(text).execute(tx), by)
    const refused = { code: '42501' }
    // It sees only its own invitation and what that names, and nothing without a link.
    const seen = async (link: string, table: string) =>
      (await run(link, `select id from public.${table}`)).rows.map((row) => row['id'])
    for (const table of ['invitations', 'users', 'schools', 'facilities'])
      expect(await seen('nothing', table)).toEqual([])
    expect(await seen(token, 'invitations')).toEqual([id])
    expect(await seen(token, 'users')).toEqual([people.school_admin.id])
    expect(await seen(token, 'schools')).toEqual([school])
    expect((await run(token, 'select user_id from public.signup_requests')).rows).toEqual([])
    const accepted = `update public.invitations set status = 'accepted', accepted_at = now(), accepted_user_id =`
    const line = (actor: string) =>
      `insert into public.audit_events (actor_id, action, entity, entity_id, school_id) values ('${actor}', 'accept', 'invitations', '${id}', '${school}')`
    for (const text of [
      'select token_hash from priv.invitation_tokens',
      'select email from public.users',
      `update public.users set full_name = 'Eve'`,
      `update public.invitations set email = 'x@y.example'`,
      `update public.invitations set expires_at = now() + interval '9 days'`,
      // No one has joined by it.
      `${accepted} '${people.student.id}'`,
      line(people.student.id),
      line(people.school_admin.id),
    ])
      await expect(run(token, text)).rejects.toMatchObject(refused)
    // Not while someone else is signed in, nor by another link.
    const join = async (link: string, by?: Person) =>
      (await run(link, `select app.join_by_invitation('Eve') as id`, by)).rows[0]!['id']
    expect(await join(token, people.student)).toBeNull()
    expect(await join('nothing')).toBeNull()
    // The invitation and the audit trail name the person who joined, and no one else.
    await expect(
      byLink(token, async (tx) => {
        const { rows } = await sql<{ id: string }>`select app.join_by_invitation('Eve') as id`.execute(tx)
        await sql.raw(`${accepted} '${rows[0]!.id}'`).execute(tx)
        await sql.raw(line(rows[0]!.id)).execute(tx)
        await sql.raw(line(people.school_admin.id)).execute(tx)
      }),
    ).rejects.toMatchObject({ ...refused, message: expect.stringContaining('audit_events') })
    // A pending sign-up with its address stays pending until the account has joined.
    const waiting = await fixture.person({
      role: 'proctor',
      school: otherSchool,
      email,
      status: 'pending',
      isVerified: false,
    })
    await fixture.rows(
      `insert into public.signup_requests (user_id, role, school_id) values ($1, 'proctor', $2)`,
      [waiting.id, otherSchool],
    )
    await expect(
      run(
        token,
        `update public.signup_requests set status = 'approved', decided_at = now(), decided_by = '${people.school_admin.id}'`,
      ),
    ).rejects.toMatchObject(refused)
    expect(
      (await run('nothing', 'update public.signup_requests set decided_at = now()')).numAffectedRows,
    ).toBe(0n)
    // A replaced link and an expired one let no one join.
    await call(
      api.resend,
      { id, idempotency_key: crypto.randomUUID() },
      { context: await fixture.as(people.school_admin) },
    )
    expect(await join(token)).toBeNull()
    const newest = await tokenFor(email)
    await expire(id)
    expect(await join(newest)).toBeNull()
    expect(await fixture.rows('select status from public.users where email = $1', [email])).toEqual([
      { status: 'pending' },
    ])
    expect(await fixture.rows('select status from public.invitations where id = $1', [other.id])).toEqual([
      { status: 'sent' },
    ])
  })

  it('two schools invite one person, who accepts both at once: one account', async () => {
    const email = newEmail()
    await invite(people.school_admin, { email })
    const first = await tokenFor(email)
    await invite(stranger, { email, school_id: otherSchool })
    const second = await tokenFor(email)
    const answers = await Promise.all([accept(first, email), accept(second, email)])
    expect(answers.map(({ outcome }) => outcome).sort()).toEqual(['accepted', 'has_account'])
    expect(await fixture.rows('select 1 from public.users where email = $1', [email])).toHaveLength(1)
  })

  it('sends an address with an account to sign-in, and does not change the account', async () => {
    const email = newEmail()
    await invite(people.school_admin, { email })
    const token = await tokenFor(email)
    const person = await fixture.person({ role: 'student', school: otherSchool, email })
    await fixture.credential(person)
    const before = await fixture.rows('select * from priv.credentials where user_id = $1', [person.id])
    expect((await open(token)).invitation).toMatchObject({ has_account: true })
    expect(await accept(token, email)).toMatchObject({ outcome: 'has_account', cookie: null })
    expect(await fixture.rows('select * from priv.credentials where user_id = $1', [person.id])).toEqual(
      before,
    )
    const signedIn = await call(api.acceptSignedIn, { token }, { context: await fixture.as(person) })
    expect(signedIn.outcome).toBe('other_tenant')
  })

  it('takes over an account that no one ever verified, including its password', async () => {
    const email = newEmail()
    const squatter = await fixture.person({
      role: 'school_admin',
      school: otherSchool,
      email,
      status: 'pending',
      isVerified: false,
    })
    await fixture.credential(squatter)
    await fixture.rows(
      `insert into public.signup_requests (user_id, role, school_id) values ($1, 'school_admin', $2)`,
      [squatter.id, otherSchool],
    )
    await invite(people.school_admin, { email })
    const { outcome, cookie } = await accept(await tokenFor(email), email)
    expect(outcome).toBe('accepted')
    expect(await fixture.sessions.read(hashToken(cookie!))).toMatchObject({
      userId: squatter.id,
      role: 'student',
      linkedSchoolId: school,
      status: 'active',
    })
    expect(await fixture.sessions.read(squatter.tokenHash)).toBeNull()
    const [credential] = await fixture.rows<{ verifier: string }>(
      'select verifier from priv.credentials where user_id = $1',
      [squatter.id],
    )
    expect(
      await fixture.passwords.verify(`${settingFor(email, fixture.saltKey)}${digest}`, credential!.verifier),
    ).toBe(true)
    expect(
      await fixture.rows(`select 1 from public.signup_requests where user_id = $1 and status = 'pending'`, [
        squatter.id,
      ]),
    ).toHaveLength(0)
  })

  it('signed in: a pending account becomes active, a member learns that they belong, others are refused', async () => {
    const { email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    const waiting = await fixture.person({ role: 'proctor', school: otherSchool, email, status: 'pending' })
    expect(
      (await call(api.acceptSignedIn, { token }, { context: await fixture.as(people.student) })).outcome,
    ).toBe('other_person')
    await expect(
      call(api.acceptSignedIn, { token }, { context: await fixture.as(null) }),
    ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect((await call(api.acceptSignedIn, { token }, { context: await fixture.as(waiting) })).outcome).toBe(
      'accepted',
    )
    expect((await fixture.as(waiting)).viewer).toMatchObject({
      role: 'student',
      status: 'active',
      linkedSchoolId: school,
    })
    expect((await call(api.acceptSignedIn, { token }, { context: await fixture.as(waiting) })).outcome).toBe(
      'already_accepted',
    )
  })

  it('gives the same answer to an unknown, an expired and a malformed link', async () => {
    expect(await open('nothing')).toEqual({ state: 'unknown', invitation: null })
    expect(await open('\u0000 or 1=1')).toEqual({ state: 'unknown', invitation: null })
    expect((await accept('nothing', 'x@y.example')).outcome).toBe('unknown')
    const { id, email } = await invite(people.school_admin)
    await expire(id)
    expect(await open(await tokenFor(email))).toEqual({ state: 'expired', invitation: null })
    expect((await accept(await tokenFor(email), email)).outcome).toBe('expired')
  })

  it('counts guesses, not visitors: a person with a link gets in while someone guesses from the same address', async () => {
    const { email } = await invite(people.school_admin)
    const guesses = []
    for (let n = 0; n < 25; n++)
      guesses.push(
        await open(`guess ${n}`).then(
          () => 'unknown',
          (error: { message: string }) => error.message,
        ),
      )
    expect(guesses.at(-1)).toBe('Rate limit exceeded. Please try again later.')
    expect((await accept(await tokenFor(email), email)).outcome).toBe('accepted')
    await fixture.rows(`delete from priv.throttles`)
  })

  it('asks for a new link: always the same response; the inviter is notified once, only for an expired one', async () => {
    const ask = async (token: string) => call(api.askAgain, { token }, { context: await fixture.as(null) })
    const { id, email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    const notices = () =>
      fixture.rows(
        `select 1 from public.notifications where type = 'invitation_renewal' and recipient_id = $1`,
        [people.school_admin.id],
      )
    expect(await ask(token)).toEqual({})
    expect(await notices()).toHaveLength(0)
    await expire(id)
    expect([await ask(token), await ask(token), await ask('nothing')]).toEqual([{}, {}, {}])
    expect(await notices()).toHaveLength(1)
    const [asked] = await fixture.rows('select renewal_asked_at from public.invitations where id = $1', [id])
    expect(asked!['renewal_asked_at']).toBeTruthy()
  })

  it('the inviter is also notified by mail', async () => {
    const { id, email } = await invite(people.school_admin)
    const token = await tokenFor(email)
    await expire(id)
    await call(api.askAgain, { token }, { context: await fixture.as(null) })
    const mails = () =>
      fixture.rows(
        `select m.to_address, m.action_path from priv.mails m join public.notifications n on m.dedupe_key = 'notification ' || n.id
         where n.type = 'invitation_renewal' and n.values ->> 'email' = $1`,
        [email],
      )
    expect(await mails()).toEqual([
      { to_address: people.school_admin.email, action_path: '/school/students?view=invitations' },
    ])
  })

  it('after the inviter left, the administrators of the facility are notified', async () => {
    const leaver = await fixture.person({ role: 'school_admin', school })
    const { id, email } = await invite(leaver)
    await expire(id)
    await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [leaver.id])
    await call(api.askAgain, { token: await tokenFor(email) }, { context: await fixture.as(null) })
    const notified = await fixture.rows<{ recipient_id: string }>(
      `select recipient_id from public.notifications where dedupe_key like $1`,
      [`invitation renewal ${id}%`],
    )
    expect(notified.map((row) => row.recipient_id).sort()).toEqual(
      [people.school_admin.id, people.school_super_admin.id].sort(),
    )
  })

  describe('an invitation that is no longer valid', () => {
    const outcomes = async (token: string, email: string) => {
      const waiting = await fixture.person({ role: 'proctor', school: otherSchool, email, status: 'pending' })
      const signedIn = await call(api.acceptSignedIn, { token }, { context: await fixture.as(waiting) })
      await fixture.rows(`update public.users set email = $2 where id = $1`, [waiting.id, newEmail()])
      return [(await open(token)).state, signedIn.outcome, (await accept(token, email)).outcome]
    }
    const all = (answer: string) => [answer, answer, answer]

    it('because its facility is closed stays unusable until the facility reopens', async () => {
      const closing = await fixture.school('Closing')
      const admin = await fixture.person({ role: 'school_admin', school: closing })
      const { email, id } = await invite(admin, { school_id: closing })
      const token = await tokenFor(email)
      await fixture.rows('update public.schools set is_active = false where id = $1', [closing])
      expect(await outcomes(token, email)).toEqual(all('tenant_closed'))
      await expect(
        call(api.resend, { id, idempotency_key: crypto.randomUUID() }, { context: await fixture.as(admin) }),
      ).rejects.toMatchObject({ code: 'CONFLICT', message: 'This school is not active.' })
      await fixture.rows('update public.schools set is_active = true where id = $1', [closing])
      expect((await accept(token, email)).outcome).toBe('accepted')

      const clinic = await fixture.facility({ name: 'Closing Clinic' })
      const boss = await fixture.person({ role: 'facility_admin', facility: clinic })
      const there = await invite(boss, { role: 'facility_admin', facility_id: clinic })
      const key = await tokenFor(there.email)
      await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [clinic])
      expect(await outcomes(key, there.email)).toEqual(all('tenant_closed'))
    })

    it('because a facility above is closed cannot be used, and none can be sent there', async () => {
      const group = await fixture.facility({ name: 'Closing Group' })
      const closing = await fixture.facility({ kind: 'site', parent: group, name: 'Closing Hospital' })
      const ward = await fixture.facility({ kind: 'unit', parent: closing, name: 'Closing Ward' })
      const boss = await fixture.person({ role: 'facility_admin', facility: group })
      const { email } = await invite(boss, { role: 'facility_admin', facility_id: ward })
      const token = await tokenFor(email)
      expect((await open(token)).state).toBe('valid')
      await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [group])
      expect(await outcomes(token, email)).toEqual(all('tenant_closed'))
      await expect(
        invite(people.superadmin, { role: 'facility_admin', facility_id: ward }),
      ).rejects.toMatchObject({ code: 'CONFLICT' })
    })

    it.each([
      ['left', `status = 'deactivated'`],
      ['lost the role', `role = 'proctor'`],
      ['moved to another school', `linked_school_id = $2`],
      ['is not verified any more', `email_verified = false`],
    ])('because its sender %s cannot be used until someone who may sends it again', async (_, change) => {
      const leaver = await fixture.person({ role: 'school_admin', school })
      const { email, id } = await invite(leaver)
      const token = await tokenFor(email)
      await fixture.rows(`update public.users set ${change} where id = $1 and $2::uuid is not null`, [
        leaver.id,
        otherSchool,
      ])
      expect(await outcomes(token, email)).toEqual(all('inviter_gone'))
      // The administrators of the school or facility are notified that someone wants a new one.
      await call(api.askAgain, { token }, { context: await fixture.as(null) })
      const notified = await fixture.rows<{ recipient_id: string }>(
        `select recipient_id from public.notifications where dedupe_key like $1`,
        [`invitation renewal ${id}%`],
      )
      expect(notified.map((row) => row.recipient_id)).toContain(people.school_admin.id)
      expect(notified.map((row) => row.recipient_id)).not.toContain(leaver.id)
      await call(
        api.resend,
        { id, idempotency_key: crypto.randomUUID() },
        { context: await fixture.as(people.school_admin) },
      )
      expect((await accept(await tokenFor(email), email)).outcome).toBe('accepted')
      expect(await fixture.rows('select invited_by from public.invitations where id = $1', [id])).toEqual([
        { invited_by: people.school_admin.id },
      ])
    })

    it('a school super admin who became a school admin can no longer invite administrators, but still students', async () => {
      const demoted = await fixture.person({ role: 'school_super_admin', school })
      const admin = await invite(demoted, { role: 'school_admin' })
      const student = await invite(demoted)
      await fixture.rows(`update public.users set role = 'school_admin' where id = $1`, [demoted.id])
      expect((await accept(await tokenFor(admin.email), admin.email)).outcome).toBe('inviter_gone')
      expect((await accept(await tokenFor(student.email), student.email)).outcome).toBe('accepted')
    })
  })
})

describe('importing students', () => {
  const row = (line: number, email: string, given: Partial<ImportRow> = {}): ImportRow => ({
    line,
    email,
    first_name: 'Amy',
    last_name: 'Tan',
    student_id: line === 2 ? '00042' : '',
    cohort: 'Fall',
    program: 'BSN',
    phone: '',
    ...given,
  })
  beforeAll(async () => {
    await fixture.rows(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'Fall', '2026-08-24', '2028-05-20')`,
      [school],
    )
  })
  const send = async (
    by: Person | null,
    rows: ImportRow[],
    given: { key?: string; school_id?: string } = {},
  ) =>
    call(
      api.importStudents,
      { idempotency_key: given.key ?? crypto.randomUUID(), school_id: given.school_id ?? school, rows },
      { context: await fixture.as(by) },
    )

  it('sends exactly the ok rows, and says why the others were not sent', async () => {
    const { email: invited } = await invite(people.school_admin)
    const [fresh, second] = [newEmail(), newEmail()]
    const report = await send(people.school_admin, [
      row(2, fresh.toUpperCase()),
      row(3, fresh),
      row(4, 'nonsense'),
      row(5, people.student.email),
      row(6, invited),
      row(7, stranger.email),
      row(8, second, { last_name: '' }),
    ])
    expect(report.sent).toBe(1)
    expect(report.rows.map(({ verdict }) => verdict)).toEqual([
      'ok',
      'duplicate',
      'invalid',
      'member',
      'invited',
      'elsewhere',
      'invalid',
    ])
    const made = await fixture.rows(
      'select email, full_name, student_number, cohort_name, program_name, batch_id from public.invitations where batch_id = $1',
      [report.batch_id],
    )
    expect(made).toEqual([
      {
        email: fresh,
        full_name: 'Amy Tan',
        student_number: '00042',
        cohort_name: 'Fall',
        program_name: 'BSN',
        batch_id: report.batch_id,
      },
    ])
    const answer = await accept(await tokenFor(fresh), fresh)
    expect(answer.outcome).toBe('accepted')
    expect(await fixture.rows('select student_number from public.users where email = $1', [fresh])).toEqual([
      { student_number: '00042' },
    ])
    const batch = await call(
      api.batch,
      { id: report.batch_id },
      { context: await fixture.as(people.school_admin) },
    )
    expect(batch).toEqual({ total: 1, mailed: 0, failed: 0, accepted: 1 })
    expect(
      await call(api.batch, { id: report.batch_id }, { context: await fixture.as(stranger) }),
    ).toMatchObject({ total: 0 })
  })

  it('invites no one into an unknown cohort, and says so before and after', async () => {
    const [a, b, c] = [newEmail(), newEmail(), newEmail()]
    const { cohorts } = await call(
      api.check,
      { school_id: school, emails: [a] },
      { context: await fixture.as(people.school_admin) },
    )
    expect(cohorts).toMatchObject([{ name: 'Fall', code: null }])
    const report = await send(people.school_admin, [
      row(2, a, { cohort: 'Fall 2029' }),
      row(3, b, { cohort: '' }),
      row(4, c, { cohort: ' fall ' }),
    ])
    expect(report.rows.map(({ verdict }) => verdict)).toEqual(['no_cohort', 'ok', 'ok'])
    expect(await fixture.rows('select 1 from public.invitations where email = $1', [a])).toEqual([])
    // Another school does not learn which cohorts exist.
    const { cohorts: theirs } = await call(
      api.check,
      { school_id: otherSchool, emails: [] },
      { context: await fixture.as(stranger) },
    )
    expect(theirs).toEqual([])
  })

  it('remembers the columns a school chose, only for that school', async () => {
    const columns = async (by: Person | null, school_id = school) =>
      (await call(api.columns, { school_id }, { context: await fixture.as(by) })).columns
    const remember = async (
      by: Person | null,
      chosen: Record<string, 'email' | 'full_name' | null>,
      school_id = school,
    ) => call(api.rememberColumns, { school_id, columns: chosen }, { context: await fixture.as(by) })
    await remember(people.school_admin, { 'Log-in': 'email', Who: 'full_name', Hat: null })
    expect(await columns(people.school_super_admin)).toEqual({ login: 'email', who: 'full_name', hat: null })
    // Two administrators at once: each heading has the last choice, and none is lost.
    for (let round = 0; round < 20; round++)
      await Promise.all([
        remember(people.school_admin, { Hat: 'full_name', Who: null }),
        remember(people.school_super_admin, { Who: null, Hat: 'full_name' }),
      ])
    expect(await columns(people.school_admin)).toEqual({ login: 'email', who: null, hat: 'full_name' })
    expect(await columns(stranger, school)).toEqual({})
    await expect(remember(stranger, { Who: 'email' }, school)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const nobody of [null, people.student, people.proctor, people.facility_admin]) {
      await expect(columns(nobody)).rejects.toThrow(/./)
      await expect(remember(nobody, { Who: 'email' })).rejects.toThrow(/./)
    }
  })

  it('with one key sends once, however often it is repeated; another body with the key is refused', async () => {
    const key = crypto.randomUUID()
    const rows = [row(2, newEmail()), row(3, newEmail())]
    const reports = await Promise.all(
      Array.from({ length: 4 }, () => send(people.school_admin, rows, { key })),
    )
    for (const report of reports) expect(report).toEqual(reports[0])
    expect(await fixture.rows('select 1 from public.invitations where batch_id = $1', [key])).toHaveLength(2)
    await expect(send(people.school_admin, [row(2, newEmail())], { key })).rejects.toMatchObject({
      status: 422,
    })
  })

  it('two administrators import the same people at once: everyone is invited once', async () => {
    const rows = Array.from({ length: 60 }, (_, at) => row(at + 2, newEmail()))
    const reports = await Promise.all([
      send(people.school_admin, rows),
      send(people.school_super_admin, rows.toReversed()),
    ])
    expect(reports[0]!.sent + reports[1]!.sent).toBe(60)
    const emails = rows.map(({ email }) => email)
    expect(
      await fixture.rows('select 1 from public.invitations where email = any ($1)', [emails]),
    ).toHaveLength(60)
    expect(await fixture.rows('select 1 from priv.mails where to_address = any ($1)', [emails])).toHaveLength(
      60,
    )
  })

  it('imports a class of 300, even by someone who has used up the limit by hand; 3,000 an hour', async () => {
    const registrar = await fixture.person({ role: 'school_admin', school })
    await fixture.rows(`insert into priv.throttles (key, attempts) values ($1, 100)`, [
      `invitations by ${registrar.id}`,
    ])
    const klass = (size: number) => Array.from({ length: size }, (_, at) => row(at + 2, newEmail()))
    expect((await send(registrar, klass(300))).sent).toBe(300)
    await fixture.rows(`update priv.throttles set attempts = 2900 where key = $1`, [
      `invitations imported by ${registrar.id}`,
    ])
    await expect(send(registrar, klass(101))).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message:
        'You have imported 2900 invitations within an hour, and with these it would be more than 3000. Try again in 60 minutes.',
    })
    expect((await send(registrar, klass(100))).sent).toBe(100)
  })

  it('skips an address that has reached its daily limit, and sends the rest', async () => {
    const [tired, fresh] = [newEmail(), newEmail()]
    await fixture.rows(`insert into priv.throttles (key, attempts) values ($1, 8)`, [
      `invitations to ${tired}`,
    ])
    const report = await send(people.school_admin, [row(2, tired), row(3, fresh)])
    expect(report.rows.map(({ verdict }) => verdict)).toEqual(['too_often', 'ok'])
    expect(await fixture.rows('select 1 from public.invitations where email = $1', [tired])).toEqual([])
  })

  it('accepts 2,000 rows at once, and no more', async () => {
    const rows = Array.from({ length: 2000 }, (_, at) => row(at + 2, newEmail()))
    expect((await send(people.superadmin, rows)).sent).toBe(2000)
    await expect(send(people.superadmin, [...rows, row(2002, newEmail())])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })

  it('refuses another school, lower roles and anonymous callers, and sends nothing', async () => {
    const email = newEmail()
    for (const [by, code] of [
      [stranger, 'FORBIDDEN'],
      [people.facility_admin, 'FORBIDDEN'],
      [people.student, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const)
      await expect(send(by, [row(2, email)])).rejects.toMatchObject({ code })
    expect(await fixture.rows('select 1 from public.invitations where email = $1', [email])).toHaveLength(0)
  })

  it("reveals what is known of addresses only to the school's administrators", async () => {
    const check = async (by: Person | null, emails: string[]) =>
      call(api.check, { school_id: school, emails }, { context: await fixture.as(by) })
    const unverified = await fixture.person({ role: 'student', school: otherSchool, isVerified: false })
    const facts = (
      await check(people.school_admin, [
        people.student.email,
        stranger.email,
        unverified.email,
        'free@x.example',
      ])
    ).facts
    expect(facts).toEqual({ [people.student.email]: 'member', [stranger.email]: 'elsewhere' })
    for (const by of [stranger, people.facility_admin, people.proctor])
      await expect(check(by, ['a@b.example'])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(check(null, ['a@b.example'])).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('counts pending applicants as members, even if their account has no school yet', async () => {
    const waiting = async (request: object, isVerified = true) => {
      const person = await fixture.person({ role: 'student', school: otherSchool, isVerified })
      const given = { school_id: school, facility_id: null, role: 'student', status: 'pending', ...request }
      await fixture.rows(
        `update public.users set status = 'pending', linked_school_id = null where id = $1`,
        [person.id],
      )
      await fixture.rows(
        `insert into public.signup_requests (user_id, role, school_id, facility_id, status, decision_note) values ($1, $2, $3, $4, $5, 'Why')`,
        [person.id, given.role, given.school_id, given.facility_id, given.status],
      )
      return person.email
    }
    const [asked, declined, elsewhere, unverified] = [
      await waiting({}),
      await waiting({ status: 'declined' }),
      await waiting({ school_id: otherSchool }),
      await waiting({}, false),
    ]
    const { facts } = await call(
      api.check,
      { school_id: school, emails: [asked, declined, elsewhere, unverified] },
      { context: await fixture.as(people.school_admin) },
    )
    expect(facts).toEqual({ [asked]: 'member', [declined]: 'elsewhere', [elsewhere]: 'elsewhere' })
    const atUnit = await waiting({ school_id: null, facility_id: unit, role: 'facility_admin' })
    await expect(
      invite(people.facility_admin, { role: 'facility_admin', email: atUnit }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('responds in time at a school with thousands of pending applicants', async () => {
    const large = await fixture.school('Large')
    await fixture.rows(
      `with asked as (insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
         select 'waits' || n || '@test.example', 'Amy Tan', 'student', 'pending', true, $1 from generate_series(1, 10000) n returning id)
       insert into public.signup_requests (user_id, role, school_id) select id, 'student', $1 from asked`,
      [large],
    )
    const context = await fixture.as(await fixture.person({ role: 'school_admin', school: large }))
    const { facts } = await call(
      api.check,
      { school_id: large, emails: ['waits7@test.example', stranger.email] },
      { context },
    )
    expect(facts).toEqual({ 'waits7@test.example': 'member', [stranger.email]: 'elsewhere' })
  })

  it('PostgreSQL itself limits what is revealed of addresses, and counts the requests', async () => {
    const known = async (by: Person, school_id: string | null, emails = [stranger.email]) =>
      fixture.act(by, async (tx) => {
        const { rows } = await sql<object>`
          select * from app.known_addresses(${school_id}::uuid, ${emails}::text[])`.execute(tx)
        return rows
      })
    const { student, proctor, facility_admin: frank, school_admin: ana } = people
    for (const [by, at] of [
      [student, school],
      [proctor, school],
      [frank, school],
      [stranger, school],
      [ana, otherSchool],
      [student, null],
      [proctor, null],
      [ana, null],
    ] as const)
      await expect(known(by, at)).rejects.toMatchObject({ code: '42501' })
    expect(await known(frank, null)).toEqual([
      { email: stranger.email, has_account: false, had_enough: false },
    ])
    const asker = await fixture.person({ role: 'school_admin', school })
    expect(await known(asker, school)).toMatchObject([{ has_account: true }])
    await expect(known(asker, school, Array(20_000).fill('a@b.example'))).rejects.toMatchObject({
      code: 'PW429',
    })
    await fixture.rows('update priv.throttles set attempts = 200 where key = $1', [
      `invitee answers ${asker.id}`,
    ])
    await expect(known(asker, school)).rejects.toMatchObject({ code: 'PW429' })
  })

  it('stops revealing after 200 accounts elsewhere a day', async () => {
    const prober = await fixture.person({ role: 'school_admin', school })
    await fixture.rows(
      `insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
       select 'elsewhere' || n || '@x.example', 'X', 'student', 'active', true, $1 from generate_series(1, 201) n`,
      [otherSchool],
    )
    const ask = async (from: number, to: number) =>
      call(
        api.check,
        {
          school_id: school,
          emails: Array.from({ length: to - from + 1 }, (_, n) => `elsewhere${from + n}@x.example`),
        },
        { context: await fixture.as(prober) },
      )
    expect(Object.keys((await ask(1, 150)).facts)).toHaveLength(150)
    expect(Object.keys((await ask(101, 201)).facts)).toHaveLength(101)
    // From now on the answer is the same whether there is an account or not.
    await expect(ask(1, 1)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    await expect(ask(9_001, 9_001)).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
    // Inviting them one by one reveals and counts the same, although a refused invitation leaves nothing else.
    await expect(invite(prober, { email: 'elsewhere1@x.example' })).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
    })
    const other = await fixture.person({ role: 'school_admin', school })
    await expect(invite(other, { email: 'elsewhere1@x.example' })).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(
      await fixture.rows('select attempts from priv.throttles where key = $1', [
        `invitee answers ${other.id}`,
      ]),
    ).toEqual([{ attempts: 1 }])
  })
})

describe('importing students as a job', () => {
  const kinds = invitationJobs('https://placewell.test')
  const row = (line: number, email: string, given: Partial<ImportRow> = {}): ImportRow => ({
    line,
    email,
    first_name: 'Amy',
    last_name: 'Tan',
    student_id: '',
    cohort: '',
    program: '',
    phone: '',
    ...given,
  })
  const start = async (by: Person | null, rows: ImportRow[], id: string = crypto.randomUUID()) =>
    call(
      api.startImport,
      { job_id: id, school_id: school, message: 'Welcome.', rows },
      { context: await fixture.as(by) },
    )
  const run = (id: string) => runJob(fixture, kinds, id, new AbortController().signal)
  const jobOf = async (id: string) =>
    (
      await fixture.rows(
        'select status, done, total, refused, error_message from public.jobs where id = $1',
        [id],
      )
    )[0]!
  const outcomesOf = async (id: string) =>
    (
      await fixture.rows('select status, code from public.job_items where job_id = $1 order by position', [
        id,
      ])
    ).map(({ status, code }) => code ?? status)
  const mailsTo = async (emails: string[]) =>
    (await fixture.rows('select 1 from priv.mails where to_address = any ($1)', [emails])).length

  it('gives each row its result, and mails the invited ones, once however often it is started', async () => {
    const [fresh, other] = [newEmail(), newEmail()]
    const rows = [
      row(2, fresh),
      row(3, fresh.toUpperCase()),
      row(4, 'nonsense'),
      row(5, people.student.email),
      row(6, stranger.email),
      row(7, other, { cohort: 'None such' }),
      row(8, other),
    ]
    const { job_id: id } = await start(people.school_admin, rows)
    await start(people.school_admin, rows, id)
    expect(await mailsTo([fresh, other])).toBe(0)
    await run(id)
    expect(await outcomesOf(id)).toEqual([
      'done',
      'duplicate',
      'invalid',
      'member',
      'elsewhere',
      'no_cohort',
      'duplicate',
    ])
    expect(await jobOf(id)).toMatchObject({ status: 'done', done: 7, total: 7, refused: 6 })
    expect(await mailsTo([fresh])).toBe(1)
    const batch = await call(api.batch, { id }, { context: await fixture.as(people.school_admin) })
    expect(batch).toMatchObject({ total: 1 })
    expect((await accept(await tokenFor(fresh), fresh)).outcome).toBe('accepted')
  })

  it('stops when the hourly limit is used up, says so, and continues when resumed', async () => {
    const registrar = await fixture.person({ role: 'school_admin', school })
    const emails = [newEmail(), newEmail(), newEmail()]
    await fixture.rows(`insert into priv.throttles (key, attempts) values ($1, 2998)`, [
      `invitations imported by ${registrar.id}`,
    ])
    const { job_id: id } = await start(
      registrar,
      emails.map((email, at) => row(at + 2, email)),
    )
    await run(id)
    const stopped = await jobOf(id)
    expect(stopped).toMatchObject({ status: 'failed', done: 2, total: 3, refused: 0 })
    expect(stopped['error_message']).toMatch(
      /^You have imported 3000 invitations within an hour.*Try again in/,
    )
    await fixture.rows(`delete from priv.throttles where key = $1`, [
      `invitations imported by ${registrar.id}`,
    ])
    await call(jobHandlers().resume, { id }, { context: await fixture.as(registrar) })
    await run(id)
    expect(await outcomesOf(id)).toEqual(['done', 'done', 'done'])
    expect(await jobOf(id)).toMatchObject({ status: 'done', done: 3 })
    expect(await mailsTo(emails)).toBe(3)
  })

  it('two administrators import the same people at once: each is invited once, and each row has a result', async () => {
    const emails = Array.from({ length: 20 }, newEmail)
    const rows = emails.map((email, at) => row(at + 2, email))
    const started = [
      await start(people.school_admin, rows),
      await start(people.school_super_admin, rows.toReversed()),
    ]
    await Promise.all(started.map(({ job_id: id }) => run(id)))
    const outcomes = (await Promise.all(started.map(({ job_id: id }) => outcomesOf(id)))).flat()
    expect(outcomes.toSorted()).toEqual([...Array(20).fill('done'), ...Array(20).fill('invited')])
    expect(await mailsTo(emails)).toBe(20)
  })

  it('refuses another school, lower roles and anonymous callers before queueing, and two rows with one number', async () => {
    for (const [by, code] of [
      [stranger, 'FORBIDDEN'],
      [people.facility_admin, 'FORBIDDEN'],
      [people.student, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const)
      await expect(start(by, [row(2, newEmail())])).rejects.toMatchObject({ code })
    await expect(start(people.school_admin, [row(2, newEmail()), row(2, newEmail())])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  })
})
