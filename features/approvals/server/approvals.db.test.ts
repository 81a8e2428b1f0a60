import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import { writePerson } from '#features/users/server/public.ts'
import { approvalHandlers } from './handlers.ts'

let fixture: Fixture
const api = approvalHandlers({ writePerson })
let school: string
let otherSchool: string
let site: string
let unit: string
let otherHospital: string
let deciders: Record<
  'superadmin' | 'school_super_admin' | 'school_admin' | 'facility_admin' | 'student' | 'proctor',
  Person
>
let stranger: Person

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  const hospital = await fixture.facility()
  site = await fixture.facility({ kind: 'site', parent: hospital })
  unit = await fixture.facility({ kind: 'unit', parent: site })
  otherHospital = await fixture.facility()
  deciders = {
    superadmin: await fixture.person({ role: 'superadmin' }),
    school_super_admin: await fixture.person({ role: 'school_super_admin', school, fullName: 'Grace Dean' }),
    school_admin: await fixture.person({ role: 'school_admin', school, fullName: 'Ana Morales' }),
    facility_admin: await fixture.person({ role: 'facility_admin', facility: site }),
    student: await fixture.person({ role: 'student', school }),
    proctor: await fixture.person({ role: 'proctor', school }),
  }
  stranger = await fixture.person({ role: 'school_super_admin', school: otherSchool })
})
afterAll(() => fixture.close())

type Asked = {
  role?: 'student' | 'proctor' | 'school_admin' | 'facility_admin'
  tenant?: string | null
  isVerified?: boolean
  tenantName?: string
}

async function request({ role = 'student', tenant, isVerified = true, tenantName }: Asked = {}) {
  const at = tenant === undefined ? (role === 'facility_admin' ? unit : school) : tenant
  const target = at === null ? {} : role === 'facility_admin' ? { facility: at } : { school: at }
  const person = await fixture.person({
    role,
    ...target,
    status: 'pending',
    isVerified,
    fullName: 'Zoe Hartman',
  })
  const [row] = await fixture.rows<{ id: string }>(
    'insert into public.signup_requests (user_id, role, school_id, facility_id, tenant_name) values ($1, $2, $3, $4, $5) returning id',
    [
      person.id,
      role,
      target.school ?? null,
      target.facility ?? null,
      tenantName ?? (at === null ? 'A new one' : null),
    ],
  )
  return { id: row!.id, person }
}

type Decision = {
  decision?: 'approved' | 'declined' | 'returned'
  note?: string
  school_id?: string
  facility_id?: string
}
const decide = async (by: Person | null, id: string, { decision = 'approved', ...rest }: Decision = {}) =>
  call(api.decide, { id, decision, ...rest }, { context: await fixture.as(by) })
const listed = async (by: Person | null, input: object = {}) =>
  call(api.list, input as never, { context: await fixture.as(by) })
const userOf = async (id: string) =>
  (
    await fixture.rows(
      'select status, role, linked_school_id, linked_facility_id from public.users where id = $1',
      [id],
    )
  )[0]

const set = (by: Person | null, id: string, change: object) =>
  fixture.act(by, (tx) =>
    tx.updateTable('signup_requests').set(change).where('id', '=', id).executeTakeFirst(),
  )

describe('PostgreSQL refuses by itself', () => {
  it('automatic columns, schools and facilities that are not theirs to choose, and steps that do not exist', async () => {
    const { id, person } = await request()
    const by = deciders.school_admin
    for (const change of [
      { decided_by: deciders.school_super_admin.id },
      { decided_at: '2030-01-01' },
      { role: 'school_admin' },
      { user_id: deciders.student.id },
    ])
      await expect(set(by, id, change)).rejects.toMatchObject({ code: '42501' })
    for (const tenant of [{ school_id: otherSchool }, { facility_id: site }])
      for (const who of [by, deciders.superadmin])
        await expect(set(who, id, { status: 'approved', ...tenant })).rejects.toMatchObject({ code: '42501' })
    const { sql } = await import('kysely')
    for (const who of [by, stranger, person])
      await fixture.act(who, (tx) =>
        sql`select app.set_applicant_tenant(${id}::uuid, ${otherSchool}::uuid, null)`.execute(tx),
      )
    expect(await fixture.rows('select school_id from public.signup_requests where id = $1', [id])).toEqual([
      { school_id: school },
    ])
    await expect(set(by, id, { decision_note: 'Only a word.' })).rejects.toMatchObject({
      message: 'step.illegal',
    })
    await expect(set(by, id, { status: 'declined' })).rejects.toMatchObject({ code: '23514' })
    await set(by, id, { status: 'declined', decision_note: 'No.' })
    // The account changes in the same statement, and no one can reuse it.
    expect(await userOf(person.id)).toMatchObject({ status: 'declined' })
    for (const status of ['approved', 'pending', 'returned'])
      await expect(set(deciders.superadmin, id, { status })).rejects.toMatchObject({
        message: 'step.illegal',
      })
  })

  it('an account that must not get in, and the account of anyone else', async () => {
    const unverified = await request({ isVerified: false })
    await expect(set(deciders.school_admin, unverified.id, { status: 'approved' })).rejects.toMatchObject({
      message: 'signup.not_approvable',
    })
    const nowhere = await request({ role: 'facility_admin', tenant: null })
    await expect(set(deciders.superadmin, nowhere.id, { status: 'approved' })).rejects.toMatchObject({
      message: 'signup.not_approvable',
    })
    const waiting = await request()
    const { sql } = await import('kysely')
    for (const by of [deciders.school_admin, stranger, waiting.person])
      await expect(
        fixture.act(by, (tx) =>
          sql`select app.notify_of_row('signup_requests', ${waiting.id}::uuid, '{user_id}', '{}', 'signup_decision', 'signup.approved',
            '{"tenant": "X", "note": null}', '{}', 'forged')`.execute(tx),
        ),
      ).rejects.toMatchObject({ code: '42501' })
    expect(await userOf(waiting.person.id)).toMatchObject({ status: 'pending' })
    expect(await receivedBy(fixture, waiting.person)).toEqual([])
    const seen = await fixture.act(stranger, (tx) =>
      sql`select * from app.applicants_to_decide(array[${waiting.id}::uuid])`.execute(tx),
    )
    expect(seen.rows).toEqual([])
  })
})

describe('who may decide', () => {
  it('includes the administrators of the facility, for reading and for deciding', async () => {
    const anywhere = [school, otherSchool, null]
    const members = { superadmin: anywhere, school_super_admin: [school], school_admin: [school] }
    const decides: Record<string, Partial<Record<keyof typeof deciders, (string | null)[]>>> = {
      student: members,
      proctor: members,
      school_admin: { superadmin: anywhere, school_super_admin: [school] },
      facility_admin: { superadmin: [unit, otherHospital, null], facility_admin: [unit] },
    }
    for (const role of ['student', 'proctor', 'school_admin', 'facility_admin'] as const)
      for (const tenant of role === 'facility_admin'
        ? [unit, otherHospital, null]
        : role === 'school_admin'
          ? [school, otherSchool, null]
          : [school, otherSchool])
        for (const [name, by] of Object.entries(deciders)) {
          const { id } = await request({ role, tenant })
          const allowed = decides[role]![name as keyof typeof deciders]?.includes(tenant) ?? false
          const declined = await decide(by, id, { decision: 'declined', note: 'No.' }).then(
            () => true,
            (error: { code: string }) => error.code,
          )
          const refused = name === 'student' || name === 'proctor' ? 'FORBIDDEN' : 'NOT_FOUND'
          expect([name, role, declined]).toEqual([name, role, allowed ? true : refused])
          const { sql } = await import('kysely')
          const seen = await fixture.act(by, (tx) =>
            sql`select 1 from public.signup_requests where id = ${id}`.execute(tx),
          )
          expect([name, role, seen.rows.length > 0]).toEqual([name, role, allowed])
        }
  })

  it('excludes another school, no one, and the applicant', async () => {
    const { id, person } = await request()
    await expect(decide(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(decide(null, id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(decide(person, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await userOf(person.id)).toMatchObject({ status: 'pending' })
    for (const by of [person, stranger, deciders.student, deciders.facility_admin])
      expect(await set(by, id, { status: 'approved' })).toMatchObject({ numUpdatedRows: 0n })
    expect(await userOf(person.id)).toMatchObject({ status: 'pending' })
  })

  it('an administrator with a pending request cannot decide it', async () => {
    const self = await fixture.person({ role: 'school_super_admin', school })
    const [row] = await fixture.rows<{ id: string }>(
      `insert into public.signup_requests (user_id, role, school_id) values ($1, 'school_admin', $2) returning id`,
      [self.id, school],
    )
    await expect(decide(self, row!.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await listed(self)).rows.map(({ id }) => id)).not.toContain(row!.id)
  })
})

describe('deciding', () => {
  it('approves: active immediately, linked, notified, and audited with the decider', async () => {
    const { id, person } = await request({ role: 'proctor' })
    expect(await decide(deciders.school_admin, id)).toEqual({
      id,
      status: 'approved',
      full_name: 'Zoe Hartman',
    })
    expect((await fixture.as(person)).viewer).toMatchObject({
      status: 'active',
      role: 'proctor',
      linkedSchoolId: school,
    })
    expect(await receivedBy(fixture, person)).toMatchObject([
      {
        type: 'signup_decision',
        code: 'signup.approved',
        title: 'Welcome to Lakeshore',
        message: 'Your account is approved. You can start right away.',
        data: { action_url: '/proctor/dashboard' },
      },
    ])
    expect(await fixture.rows(`select 1 from priv.mails where user_id = $1`, [person.id])).toHaveLength(1)
    const [event] = await fixture.rows(
      `select actor_id, changes from public.audit_events where entity = 'signup_requests' and entity_id = $1 and action = 'update'`,
      [id],
    )
    expect(event).toMatchObject({
      actor_id: deciders.school_admin.id,
      changes: { status: ['pending', 'approved'] },
    })
  })

  it.each([
    ['declined', '/student-pending-approval'],
    ['returned', '/student-pending-approval'],
  ] as const)('%s needs a note, which the applicant reads', async (decision, url) => {
    const { id, person } = await request()
    await expect(decide(deciders.school_admin, id, { decision })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { note: 'Give a reason. The applicant will read it.' } },
    })
    await expect(decide(deciders.school_admin, id, { decision, note: '  ' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await decide(deciders.school_admin, id, { decision, note: 'Which cohort are you in?' })
    expect(await userOf(person.id)).toMatchObject({ status: decision })
    const [notified] = await receivedBy(fixture, person)
    expect(notified!.message).toContain('Which cohort are you in?')
    expect(notified!.data).toEqual({ action_url: url })
  })

  it('happens once: of two simultaneous deciders, the second reads what the first decided', async () => {
    const { id, person } = await request()
    const results = await Promise.allSettled([
      decide(deciders.school_admin, id),
      decide(deciders.school_super_admin, id, { decision: 'declined', note: 'Unknown here.' }),
    ])
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const { reason } = results.find(({ status }) => status === 'rejected') as PromiseRejectedResult
    expect(reason).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^This request was already (approved by Ana Morales|declined by Grace Dean)\.$/,
      ),
    })
    expect(
      await fixture.rows('select 1 from public.notifications where recipient_id = $1', [person.id]),
    ).toHaveLength(1)
  })

  it('returns the same when repeated by the same person, and notifies no one twice', async () => {
    const { id, person } = await request()
    const answers = await Promise.all([decide(deciders.school_admin, id), decide(deciders.school_admin, id)])
    expect(answers[0]).toEqual(answers[1])
    expect(
      await fixture.rows('select 1 from public.notifications where recipient_id = $1', [person.id]),
    ).toHaveLength(1)
    await expect(
      decide(deciders.school_admin, id, { decision: 'declined', note: 'After all, no.' }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('does not approve an unverified address, or a returned request', async () => {
    const unverified = await request({ isVerified: false })
    await expect(decide(deciders.school_admin, unverified.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The email address is not verified yet. Ask the person to open the link in their email.',
    })
    const returned = await request()
    await decide(deciders.school_admin, returned.id, { decision: 'returned', note: 'Which school?' })
    await expect(decide(deciders.school_admin, returned.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('sent back'),
    })
  })

  it('makes the first administrator of a school its super admin, and no one after that', async () => {
    const fresh = await fixture.school('Brand New College')
    await fixture.person({ role: 'school_admin', school: fresh, status: 'deactivated' })
    const first = await request({ role: 'school_admin', tenant: null, tenantName: 'Brand New College' })
    const teacher = await request({ role: 'proctor', tenant: fresh })
    await decide(deciders.superadmin, teacher.id)
    expect(await userOf(teacher.person.id)).toMatchObject({ role: 'proctor' })
    await decide(deciders.superadmin, first.id, { school_id: fresh })
    expect(await userOf(first.person.id)).toMatchObject({
      status: 'active',
      role: 'school_super_admin',
      linked_school_id: fresh,
    })
    // The person who runs the school can decide on the next administrator.
    const second = await request({ role: 'school_admin', tenant: fresh })
    expect((await listed(first.person)).rows).toMatchObject([{ id: second.id, is_first_admin: false }])
    await decide(first.person, second.id)
    expect(await userOf(second.person.id)).toMatchObject({ status: 'active', role: 'school_admin' })
  })

  it('says whose approval makes them the first administrator, and of several approved at once the one who asked first is', async () => {
    const fresh = await fixture.school('Another New College')
    const [earlier, later] = [
      await request({ role: 'school_admin', tenant: fresh }),
      await request({ role: 'school_admin', tenant: fresh }),
    ]
    await fixture.rows(
      `update public.signup_requests set created_at = now() - interval '1 day' where id = $1`,
      [earlier.id],
    )
    const { rows } = await listed(deciders.superadmin, { q: 'Another New' })
    expect(rows.map(({ id, is_first_admin: isFirst }) => [id, isFirst])).toEqual([
      [earlier.id, true],
      [later.id, true],
    ])
    await call(
      api.approveMany,
      { ids: [later.id, earlier.id] },
      { context: await fixture.as(deciders.superadmin) },
    )
    expect(await userOf(earlier.person.id)).toMatchObject({ role: 'school_super_admin' })
    expect(await userOf(later.person.id)).toMatchObject({ role: 'school_admin' })
  })

  it('lets only the superadmin choose the tenant of an applicant with an unknown facility', async () => {
    const atSchool = await request({ role: 'school_admin', tenant: null, tenantName: 'New College' })
    await expect(decide(deciders.superadmin, atSchool.id)).rejects.toMatchObject({
      message: 'Choose the school this person belongs to first.',
    })
    await decide(deciders.superadmin, atSchool.id, { school_id: otherSchool })
    expect(await userOf(atSchool.person.id)).toMatchObject({
      status: 'active',
      linked_school_id: otherSchool,
    })

    const atFacility = await request({ role: 'facility_admin', tenant: null, tenantName: 'New Hospital' })
    await decide(deciders.superadmin, atFacility.id, { facility_id: otherHospital })
    expect(await userOf(atFacility.person.id)).toMatchObject({
      status: 'active',
      linked_facility_id: otherHospital,
    })

    const student = await request()
    await decide(deciders.school_admin, student.id, { school_id: otherSchool })
    expect(await userOf(student.person.id)).toMatchObject({ linked_school_id: school })
  })

  it('approves many: all that can be approved, with a reason for the rest, in any order', async () => {
    const [one, two, three] = [await request(), await request({ isVerified: false }), await request()]
    const foreign = await request({ tenant: otherSchool })
    await decide(deciders.school_super_admin, three.id, { decision: 'declined', note: 'No.' })
    const many = async (by: Person | null) =>
      call(
        api.approveMany,
        { ids: [one.id, two.id, three.id, foreign.id] },
        { context: await fixture.as(by) },
      )
    const { approved, left } = await many(deciders.school_admin)
    expect(approved).toBe(1)
    expect(Object.fromEntries(left.map(({ id, reason }) => [id, reason]))).toEqual({
      [two.id]: 'The email address is not verified yet. Ask the person to open the link in their email.',
      [three.id]: 'This request was already declined by Grace Dean.',
      [foreign.id]: 'We can’t find that request.',
    })
    expect(left.find(({ id }) => id === foreign.id)?.full_name).toBeNull()
    expect(await userOf(one.person.id)).toMatchObject({ status: 'active' })
    expect(await userOf(foreign.person.id)).toMatchObject({ status: 'pending' })
    await expect(many(deciders.student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(many(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})

describe('the time limit of a request', () => {
  it('is not exceeded by approving many: the rest is reported, and approved next time', async () => {
    const ids = [(await request()).id, (await request()).id]
    const context = await fixture.as(deciders.school_admin)
    const hurried = (of: string[]) =>
      withTimeLimit(1_900, () => call(api.approveMany, { ids: of }, { context }))
    const { approved, left } = await hurried(ids)
    expect([approved, left.map(({ reason }) => reason)]).toEqual([
      1,
      ['We ran out of time before this one. It hasn’t changed. Try it again.'],
    ])
    expect(await hurried(left.map(({ id }) => id))).toEqual({ approved: 1, left: [] })
  })
})

describe('the queue', () => {
  it('shows each decider their own, the longest waiting first, with counts', async () => {
    const { id } = await request({ role: 'school_admin' })
    expect((await listed(deciders.school_admin)).rows.map((row) => row.id)).not.toContain(id)
    const found = await listed(deciders.school_super_admin, { q: 'zoe' })
    expect(found.rows.find((row) => row.id === id)).toMatchObject({
      full_name: 'Zoe Hartman',
      tenant_name: 'Lakeshore',
      status: 'pending',
      email_verified: true,
    })
    expect(found.total).toBe(found.counts.pending)
    const times = found.rows.map((row) => row.created_at)
    expect(times).toEqual([...times].sort())
    const foreign = await request({ tenant: otherSchool })
    const theirs = (await listed(stranger)).rows
    expect(theirs.map((row) => row.id)).toContain(foreign.id)
    expect(theirs.every((row) => row.school_id === otherSchool)).toBe(true)
    const atUnit = await request({ role: 'facility_admin' })
    const ofUnit = (await listed(deciders.facility_admin)).rows
    expect(ofUnit.map((row) => row.id)).toContain(atUnit.id)
    expect(ofUnit.every((row) => row.facility_id === unit)).toBe(true)
  })

  it('shows the superadmin the selected school in the school area', async () => {
    await fixture.rows('update priv.sessions set selected_school_id = $1 where token_hash = $2', [
      otherSchool,
      deciders.superadmin.tokenHash,
    ])
    const { rows } = await listed(deciders.superadmin, { within: 'school', status: 'all' })
    expect(new Set(rows.map((row) => row.school_id))).toEqual(new Set([otherSchool]))
  })

  it('shows the superadmin the selected facility in the facility area, plus requests for facilities that do not exist yet', async () => {
    await fixture.rows('update priv.sessions set selected_facility_id = $1 where token_hash = $2', [
      site,
      deciders.superadmin.tokenHash,
    ])
    const { rows } = await listed(deciders.superadmin, { within: 'facility', status: 'all' })
    expect(rows.length).toBeGreaterThan(0)
    expect(new Set(rows.map((row) => row.role))).toEqual(new Set(['facility_admin']))
    for (const { facility_id } of rows) expect([site, unit, null]).toContain(facility_id)
  })

  it('is closed to lower roles and without a session', async () => {
    await expect(listed(deciders.proctor)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(listed(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
