import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { enterHours } from '#features/hours/server/public.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { studentHandlers } from './handlers.ts'
import { summarizeStudents } from './queries/summarize-students.ts'

let fixture: Fixture
const api = studentHandlers()
let school: string
let otherSchool: string
let ana: Person
let stranger: Person
let sam: Person
let proctor: Person
let otherProctor: Person
let jenna: Person
let ben: Person
let theirs: Person
let cohort: string
let program: string

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school })
  stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
  sam = await fixture.person({ role: 'superadmin' })
  proctor = await fixture.person({ role: 'proctor', school })
  otherProctor = await fixture.person({ role: 'proctor', school })
  jenna = await fixture.person({ role: 'student', school, fullName: 'Jenna Park' })
  ben = await fixture.person({ role: 'student', school, fullName: 'Ben Fischer', status: 'pending' })
  theirs = await fixture.person({ role: 'student', school: otherSchool, fullName: 'Elsewhere' })
  const id = async (text: string, values: unknown[]) =>
    (await fixture.rows<{ id: string }>(text, values))[0]!.id
  program = await id(
    `insert into public.programs (school_id, name, level) values ($1, 'Bachelor', 'BSN') returning id`,
    [school],
  )
  cohort = await id(
    `insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation) values ($1, $2, 'Fall 2025', '2025-08-25', '2027-05-15') returning id`,
    [school, program],
  )
  await fixture.rows(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, '2025-08-25')`,
    [cohort, school, jenna.id],
  )
  await fixture.rows(
    `insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)`,
    [cohort, school, proctor.id],
  )
  await fixture.rows(
    `insert into public.invitations (email, full_name, role, school_id, cohort_name, expires_at) values
       ('nina@test.example', 'Nina Kowalski', 'student', $1, 'fall 2025', now() + interval '3 days'),
       ('omar@test.example', 'Omar Farouk', 'student', $1, 'No such', now() - interval '3 days')`,
    [school],
  )
})
afterAll(() => fixture.close())

const list = async (by: Person | null, input: object = {}) =>
  call(api.list, input as never, { context: await fixture.as(by) })
const names = async (input: object, by: Person = ana) =>
  (await list(by, input)).rows.map(({ full_name }) => full_name)
const get = async (id: string, by: Person | null) => call(api.get, { id }, { context: await fixture.as(by) })

describe('the list', () => {
  it('has students and invitations, with cohort, program and level as filters', async () => {
    const { total, counts, rows } = await list(ana)
    expect({ total, counts }).toMatchObject({
      total: 4,
      counts: { all: 4, active: 1, pending: 1, invited: 1, expired: 1 },
    })
    expect(rows.find(({ id }) => id === jenna.id)).toMatchObject({
      cohort_name: 'Fall 2025',
      program_name: 'Bachelor',
      level: 'BSN',
      last_sign_in: expect.any(String),
    })
    expect(await names({ cohort })).toEqual(['Jenna Park', 'Nina Kowalski'])
    expect(await names({ cohort: 'none' })).toEqual(['Ben Fischer', 'Omar Farouk'])
    // Those who graduated need no cohort.
    const insertPast = (reason: string) =>
      fixture.rows(
        `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, end_reason) values ($1, $2, $3, $4, $5, $6)`,
        reason === 'graduated'
          ? [cohort, school, ben.id, '2025-09-25', '2025-10-25', reason]
          : [cohort, school, ben.id, '2025-08-25', '2025-09-25', reason],
      )
    await insertPast('withdrew')
    expect(await names({ cohort: 'none' })).toEqual(['Ben Fischer', 'Omar Farouk'])
    await insertPast('graduated')
    expect(await names({ cohort: 'none' })).toEqual(['Omar Farouk'])
    await fixture.rows('delete from public.cohort_memberships where student_id = $1', [ben.id])
    expect(await names({ program, level: 'BSN' })).toEqual(['Jenna Park', 'Nina Kowalski'])
    expect(await names({ level: 'PN' })).toEqual([])
    expect(await names({ status: 'invited' })).toEqual(['Nina Kowalski'])
    expect(await names({ status: 'expired' })).toEqual(['Omar Farouk'])
    expect(await names({ q: 'fall 20' })).toEqual(['Jenna Park', 'Nina Kowalski'])
    expect(await names({ q: '%' })).toEqual([])
    expect((await names({ sort: 'cohort_name', dir: 'desc' }))[0]).toBe('Omar Farouk')
    expect((await names({ sort: 'last_sign_in' }))[0]).toMatch(/Jenna|Ben/)
    expect(await call(api.choose, { cohort }, { context: await fixture.as(ana) })).toHaveLength(2)
  })

  it('shows the cohort of today until a planned move or end', async () => {
    const [next] = await fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'Spring 2026', '2026-01-12', '2028-05-15') returning id`,
      [school],
    )
    await fixture.rows(
      `update public.cohort_memberships set to_date = current_date + 30, end_reason = 'transferred' where student_id = $1`,
      [jenna.id],
    )
    const shown = async () => (await list(ana)).rows.find(({ id }) => id === jenna.id)
    // An end that is planned.
    expect(await shown()).toMatchObject({ cohort_name: 'Fall 2025', membership_id: null })
    const [open] = await fixture.rows<{ id: string }>(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, current_date + 30) returning id`,
      [next!.id, school, jenna.id],
    )
    // A move: what may be changed is the membership that is open.
    expect(await shown()).toMatchObject({ cohort_name: 'Fall 2025', membership_id: open!.id })
    expect((await get(jenna.id, ana)).cohort).toMatchObject({ name: 'Fall 2025', membership_id: open!.id })
    await fixture.rows(
      `delete from public.cohort_memberships where student_id = $1 and to_date is not null`,
      [jenna.id],
    )
    // Without an earlier one, the next.
    expect(await shown()).toMatchObject({ cohort_name: 'Spring 2026' })
    await fixture.rows('delete from public.cohort_memberships where student_id = $1', [jenna.id])
    await fixture.rows('delete from public.cohorts where id = $1', [next!.id])
    await fixture.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, '2025-08-25')`,
      [cohort, school, jenna.id],
    )
  })

  it('finds students without a release of information: never had one, revoked or expired', async () => {
    expect(await names({ release: 'none' })).toEqual(['Ben Fischer', 'Jenna Park'])
    const has = async () => (await list(ana)).rows.find(({ id }) => id === jenna.id)!.has_release
    await fixture.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, granted_at, expires_at) values
         ($1, $2, 'x', $2, now() - interval '2 days', now() - interval '1 day'), ($1, $2, 'x', $2, now(), now() + interval '1 day')`,
      [school, jenna.id],
    )
    expect(await names({ release: 'none' })).toEqual(['Ben Fischer'])
    expect(await has()).toBe(true)
    await fixture.rows(
      'update public.consents set revoked_at = now(), revoked_by = $1 where student_id = $1 and expires_at > now()',
      [jenna.id],
    )
    expect(await has()).toBe(false)
    expect((await list(ana)).rows.find(({ kind }) => kind === 'invitation')!.has_release).toBeNull()
  })

  it('finds students who are on leave, and whose leave is upcoming', async () => {
    const record = (student: Person, from: number, to: number | null) =>
      fixture.rows(
        `insert into public.student_leaves (id, school_id, student_id, starts_on, ends_on, reason, recorded_by)
         values (gen_random_uuid(), $1, $2, current_date + $3::integer, current_date + $4::integer, 'family', $5)`,
        [school, student.id, from, to, ana.id],
      )
    expect(await names({ leave: 'now' })).toEqual([])
    await record(jenna, -40, -20)
    await record(jenna, -2, 9)
    expect(await names({ leave: 'now' })).toEqual(['Jenna Park'])
    expect(await names({ leave: 'planned' })).toEqual([])
    expect((await list(ana)).rows.find(({ id }) => id === jenna.id)!.leave).toMatchObject({ is_now: true })
    await fixture.rows('update public.student_leaves set canceled_at = now()')
    await record(jenna, 5, null)
    expect(await names({ leave: 'planned' })).toEqual(['Jenna Park'])
    await fixture.rows('delete from public.student_leaves')
    expect((await list(ana)).rows.every(({ leave }) => leave === null)).toBe(true)
  })

  it('is separate for another school, empty for a superadmin without a school, and closed to everyone else', async () => {
    expect(await names({}, stranger)).toEqual(['Elsewhere'])
    expect((await list(sam)).total).toBe(0)
    for (const by of [proctor, jenna]) await expect(list(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(list(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is recorded in the audit log when it is exported', async () => {
    const rows = await call(api.export, {}, { context: await fixture.as(ana) })
    expect(rows).toHaveLength(4)
    const [event] = await fixture.rows(
      `select actor_id, changes from public.audit_events where action = 'export'`,
    )
    expect(event).toEqual({ actor_id: ana.id, changes: { view: 'students', rows: 4 } })
    await expect(call(api.export, {}, { context: await fixture.as(proctor) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })
})

describe('one student', () => {
  it('is shown with cohorts to administrators, without sign-ins to a proctor of the cohort, and to no one else', async () => {
    const mine = await get(jenna.id, ana)
    expect(mine).toMatchObject({
      full_name: 'Jenna Park',
      cohort: { id: cohort, name: 'Fall 2025' },
      stays: [{ cohort_name: 'Fall 2025', from_date: '2025-08-25', to_date: null }],
      may_change: true,
      last_sign_in: expect.any(String),
    })
    expect(await get(jenna.id, sam)).toMatchObject({ may_change: true })
    expect(await get(jenna.id, proctor)).toMatchObject({
      full_name: 'Jenna Park',
      may_change: false,
      last_sign_in: null,
      invitations: [],
    })
    for (const [by, id] of [
      [otherProctor, jenna.id],
      [proctor, ben.id],
      [stranger, jenna.id],
      [ana, theirs.id],
      [ana, proctor.id],
    ] as const)
      await expect(get(id, by)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(jenna.id, ben)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(get(jenna.id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is no longer visible to the proctor once the membership has ended', async () => {
    const gone = await fixture.person({ role: 'student', school, fullName: 'Gone' })
    await fixture.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, end_reason) values ($1, $2, $3, '2025-08-25', '2026-01-05', 'withdrew')`,
      [cohort, school, gone.id],
    )
    await expect(get(gone.id, proctor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  const fields = {
    full_name: 'Jenna R. Park',
    student_number: 'L-7',
    phone: '414',
    graduation_date: '2027-05-15',
  }
  it('is changed with its version, and reports who saved first', async () => {
    const { version } = await get(jenna.id, ana)
    const changed = await call(
      api.update,
      { id: jenna.id, version, ...fields },
      { context: await fixture.as(ana) },
    )
    expect(changed).toMatchObject(fields)
    await expect(
      call(api.update, { id: jenna.id, version, ...fields, phone: null }, { context: await fixture.as(sam) }),
    ).rejects.toMatchObject({ code: 'CONFLICT', data: { current: { phone: '414' } } })
    const other = await get(ben.id, ana)
    await expect(
      call(api.update, { id: ben.id, version: other.version, ...fields }, { context: await fixture.as(ana) }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('student ID') })
  })

  it('is changed by no one of another school, no lower role, no anonymous caller', async () => {
    const { version } = await get(ben.id, ana)
    for (const by of [stranger, proctor, jenna, ben, null])
      await expect(
        call(api.update, { id: ben.id, version, ...fields }, { context: await fixture.as(by) }),
      ).rejects.toMatchObject({ code: expect.stringMatching(/NOT_FOUND|FORBIDDEN|UNAUTHORIZED/) })
    // Nor does an administrator change anyone who is not their student.
    for (const id of [theirs.id, proctor.id, ana.id])
      await expect(
        call(api.update, { id, version: 1, ...fields }, { context: await fixture.as(ana) }),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await get(ben.id, ana)).full_name).toBe('Ben Fischer')
  })
})

describe('hours, next shift and credentials', () => {
  let at: ShiftFixture
  let cara: Person
  let dan: Person
  let early: string
  const rows = async (by: Person, input: object = {}) =>
    (await call(api.list, input as never, await at.as(by))).rows
  const summaryOf = async (by: Person, { id }: Person) =>
    (await rows(by)).find((row) => row.id === id)?.summary
  const take = (shift: string, { id }: Person) =>
    at.fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
      [shift, id],
    )

  beforeAll(async () => {
    at = await createShiftFixture()
    const person = (fullName: string) => at.fixture.person({ role: 'student', school: at.school, fullName })
    cara = await person('Cara Diaz')
    dan = await person('Dan Reyes')
    await at.fixture.person({ role: 'student', school: at.school, fullName: 'Eli Waits', status: 'pending' })
    await at.fixture.rows(
      `with p as (insert into public.programs (school_id, name, level) values ($1, 'Bachelor', 'BSN') returning id),
         c as (insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation, required_hours_total)
           select $1, p.id, 'Fall', '2025-08-25', '2028-05-15', 720 from p returning id)
       insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select c.id, $1, $2, '2025-08-25' from c`,
      [at.school, cara.id],
    )
    early = await at.published({ date: addDays(at.today, 21) })
    for (const shift of [await at.published({ date: addDays(at.today, 28) }), early]) await take(shift, cara)
    await at.fixture.act(at.people.ana, (tx) =>
      enterHours(tx, {
        id: randomUUID(),
        student_id: cara.id,
        date: addDays(at.today, -7),
        minutes: 450,
        kind: 'direct_care',
        specialty: 'med_surg',
        course_code: null,
        reason: 'A signed log.',
        evidence: null,
        evidence_file_ids: [],
      }),
    )
    await at.fixture.rows(
      `insert into public.credential_requirements (type_id, school_id, active_from)
       select id, $1, '2020-01-01' from public.credential_types where code = 'BLS'`,
      [at.school],
    )
  })
  afterAll(() => at.fixture.close())

  it('are on each row of the list for active students', async () => {
    expect(await summaryOf(at.people.ana, cara)).toMatchObject({
      hours: { credited: 7.5, required: 720, projected: expect.any(Number) },
      next_shift: {
        id: early,
        date: addDays(at.today, 21),
        unit: '5 East',
        site: 'North',
      },
      clearance: { status: 'not_cleared', missing: ['BLS certification'], in_review: [] },
    })
    expect((await summaryOf(at.people.ana, cara))!.hours!.projected).toBeGreaterThan(7.5)
    expect(await summaryOf(at.people.ana, dan)).toMatchObject({
      hours: { credited: 0, required: null, gap: null },
      next_shift: null,
      clearance: { status: 'not_cleared' },
    })
    // Without a date of her own, Cara graduates with her cohort.
    expect((await rows(at.people.ana)).find(({ id }) => id === cara.id)).toMatchObject({
      graduation_date: '2028-05-15',
    })
    expect((await rows(at.people.ana)).find(({ status }) => status === 'pending')?.summary).toBeUndefined()
    const file = await call(api.export, {}, await at.as(at.people.ana))
    expect(file.map(({ id, summary }) => [id, summary])).toEqual(
      (await rows(at.people.ana)).map(({ id, summary }) => [id, summary]),
    )
    // A search by name returns none, nor does the list to select from.
    expect((await rows(at.people.ana, { is_brief: true })).map(({ summary }) => summary)).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const chosen = await call(api.choose, {}, await at.as(at.people.ana))
    expect(chosen.map(({ summary }) => summary)).toEqual([undefined, undefined, undefined])
  })

  it('are only for the student’s own school', async () => {
    const page = async (by: Person) => (await call(api.get, { id: cara.id }, await at.as(by))).summary
    expect(await page(at.people.ana)).toEqual(await summaryOf(at.people.ana, cara))
    expect(await page(at.people.sam)).toMatchObject({ hours: { credited: 7.5 }, next_shift: { id: early } })
    expect(await rows(at.people.rob)).toEqual([])
    await expect(page(at.people.rob)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(page(cara)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // Nor does another school's administrator reach them by their ids.
    await expect(at.fixture.act(at.people.rob, (tx) => summarizeStudents(tx, [cara.id]))).resolves.toEqual(
      new Map([[cara.id, { hours: null, next_shift: null, clearance: null }]]),
    )
  })

  it('find students without an upcoming shift, and sort by the next one', async () => {
    const namesOf = async (input: object) => (await rows(at.people.ana, input)).map((row) => row.full_name)
    expect(await namesOf({ next: 'none' })).toEqual(['Dan Reyes', 'Eli Waits'])
    expect(await namesOf({ next: 'none', status: 'active' })).toEqual(['Dan Reyes'])
    expect(await namesOf({ sort: 'next_shift' })).toEqual(['Cara Diaz', 'Dan Reyes', 'Eli Waits'])
    await take(await at.published({ date: addDays(at.today, 20) }), dan)
    expect(await namesOf({ sort: 'next_shift' })).toEqual(['Dan Reyes', 'Cara Diaz', 'Eli Waits'])
    expect(await namesOf({ next: 'none' })).toEqual(['Eli Waits'])
    // A past or canceled shift is not upcoming.
    await at.fixture.rows(`set session_replication_role = replica`)
    await at.fixture.rows(`update public.shifts set status = 'cancelled' where id = $1`, [early])
    await at.fixture.rows(`set session_replication_role = origin`)
    expect((await summaryOf(at.people.ana, cara))?.next_shift?.date).toBe(addDays(at.today, 28))
  })
})
