import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { type AccessEvent, addEvents } from '#platform/server/access-trail.ts'
import { withActor } from '#platform/server/actor.ts'
import { auditHandlers } from './handlers.ts'

let fixture: Fixture
let superadmin: Person
let admin: Person
let otherAdmin: Person
let student: Person
let classmate: Person
let facilityAdmin: Person
let otherFacilityAdmin: Person
const api = auditHandlers()
const calls = async (by: Person | null) => ({ context: await fixture.as(by) })
const schoolOf = async ({ id }: Person): Promise<string> =>
  (
    await fixture.rows<{ id: string }>('select linked_school_id as id from public.users where id = $1', [id])
  )[0]!.id
const events = async (by: Person | null, input: Record<string, unknown> = {}) =>
  (await call(api.accesses, { limit: 100, q: '', ...input } as never, await calls(by))).events

beforeAll(async () => {
  fixture = await createFixture()
  const [school, other] = [await fixture.school('Birch College'), await fixture.school('Aspen College')]
  const [facility, otherFacility] = [await fixture.facility(), await fixture.facility()]
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
  admin = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Admin' })
  otherAdmin = await fixture.person({ role: 'school_admin', school: other })
  student = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  classmate = await fixture.person({ role: 'student', school, fullName: 'Carl Classmate' })
  facilityAdmin = await fixture.person({ role: 'facility_admin', facility, fullName: 'Fay Facility' })
  otherFacilityAdmin = await fixture.person({ role: 'facility_admin', facility: otherFacility })
  const row = (more: Partial<AccessEvent>): AccessEvent => ({
    at: '2030-01-08T12:00:00Z',
    kind: 'view',
    outcome: 'ok',
    code: null,
    call: 'students.get',
    what: 'profile',
    subject_id: null,
    request_id: 'request',
    times: 1,
    actor_id: admin.id,
    actor_name: 'Ana Admin',
    actor_role: 'school_admin',
    acting_as: null,
    acting_as_name: null,
    school_id: school,
    facility_id: null,
    person_ids: [student.id],
    address_digest: 'digest',
    reason: null,
    ...more,
  })
  await withActor(fixture.workerPool, null, (tx) =>
    addEvents(tx, [
      row({}),
      row({ at: '2030-01-09T12:00:00Z', what: 'list', person_ids: [student.id, classmate.id] }),
      row({
        // In the evening of January 10 in New York.
        at: '2030-01-11T03:30:00Z',
        actor_id: superadmin.id,
        actor_name: 'Sam Super',
        actor_role: 'superadmin',
        acting_as: student.id,
        acting_as_name: 'Stella Student',
        reason: 'The hours look wrong',
      }),
      row({
        at: '2030-01-11T12:00:00Z',
        kind: 'refusal',
        outcome: 'refused',
        code: 'FORBIDDEN',
        call: 'users.list',
        what: null,
        person_ids: [],
      }),
      row({
        at: '2030-01-12T12:00:00Z',
        kind: 'export',
        what: 'data',
        actor_id: facilityAdmin.id,
        actor_name: 'Fay Facility',
        actor_role: 'facility_admin',
        school_id: null,
        facility_id: facility,
        person_ids: [],
      }),
    ]),
  )
  await fixture.workerPool.query('select app.record_failed_attempts($1)', [
    JSON.stringify([
      {
        kind: 'sign_in',
        at: '2030-01-08T12:00:00Z',
        account_digest: 'a',
        address_digest: 'n',
        user_id: student.id,
        times: 3,
        throttled: 1,
        request_id: 'r',
      },
      {
        kind: 'sign_in',
        at: '2030-01-08T12:00:00Z',
        account_digest: 'b',
        address_digest: 'n',
        user_id: null,
        times: 2,
        throttled: 0,
        request_id: 'r',
      },
    ]),
  ])
})
afterAll(() => fixture.close())

describe('reading the access log', () => {
  it('a superadmin sees all, a school its own, a facility what its people did', async () => {
    expect((await events(superadmin)).map(({ kind }) => kind)).toEqual([
      'export',
      'refusal',
      'view',
      'view',
      'view',
    ])
    expect((await events(admin)).map(({ kind }) => kind)).toEqual(['refusal', 'view', 'view', 'view'])
    expect((await events(facilityAdmin)).map(({ actor_name }) => actor_name)).toEqual(['Fay Facility'])
    expect(await events(otherAdmin)).toEqual([])
    expect(await events(otherFacilityAdmin)).toEqual([])
    await fixture.selectSchool(superadmin, await fixture.school())
    expect(await events(superadmin)).toHaveLength(5)
    await fixture.selectSchool(superadmin, null)
  })

  it('a student, an instructor and no one see nothing', async () => {
    await expect(events(student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(events(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    expect(await fixture.act(student, (tx) => tx.selectFrom('access_events').selectAll().execute())).toEqual(
      [],
    )
  })

  it('filters by person, kind, outcome, day and student, and names whose records they were', async () => {
    expect(await events(admin, { q: 'sam' })).toMatchObject([
      { reason: 'The hours look wrong', acting_as_name: 'Stella Student' },
    ])
    expect(await events(superadmin, { kind: 'export' })).toHaveLength(1)
    expect(await events(superadmin, { outcome: 'refused' })).toMatchObject([
      { code: 'FORBIDDEN', call: 'users.list' },
    ])
    expect(await events(superadmin, { from: '2030-01-09', to: '2030-01-10' })).toHaveLength(2)
    expect(await events(superadmin, { by_user_id: facilityAdmin.id })).toHaveLength(1)
    expect(await events(admin, { about_student_id: classmate.id })).toMatchObject([
      { students: 2, student_names: ['Carl Classmate', 'Stella Student'] },
    ])
    expect(await events(admin, { q: '100%' })).toEqual([])
  })

  it('continues page by page', async () => {
    const all = (await events(superadmin)).map(({ id }) => id)
    const paged: number[] = []
    let before: number | null | undefined
    do {
      const page = await call(
        api.accesses,
        { limit: 2, q: '', ...(before && { before_id: before }) },
        await calls(superadmin),
      )
      paged.push(...page.events.map(({ id }) => id))
      before = page.next_before_id
    } while (before)
    expect(paged).toEqual(all)
  })

  it('exports the same rows', async () => {
    expect(await call(api.exportAccesses, { q: '' }, await calls(admin))).toEqual(await events(admin))
    expect(await call(api.exportAccesses, { q: '' }, await calls(otherAdmin))).toEqual([])
  })
})

describe('the reads of a record', () => {
  const looks = async (by: Person | null, student_id?: string) =>
    call(api.looks, { page: 1, ...(student_id && { student_id }) }, await calls(by))

  it('are visible to the student and the school', async () => {
    const own = await looks(student)
    expect(own.total).toBe(3)
    expect(own.rows).toMatchObject([
      {
        actor_name: 'Sam Super',
        actor_role: 'superadmin',
        acting_as_name: 'Stella Student',
        reason: 'The hours look wrong',
      },
      { actor_name: 'Ana Admin', what: 'list' },
      { actor_name: 'Ana Admin', what: 'profile' },
    ])
    expect(JSON.stringify(own)).not.toContain(classmate.id)
    expect((await looks(admin, student.id)).total).toBe(3)
    expect((await looks(superadmin, classmate.id)).total).toBe(1)
  })

  it('are hidden from others: naming another student changes nothing, and another school is refused', async () => {
    expect((await looks(classmate, student.id)).total).toBe(1)
    await expect(looks(otherAdmin, student.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(looks(facilityAdmin, student.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(looks(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
    await expect(
      fixture.act(classmate, (tx) => tx.selectFrom('failed_attempts').selectAll().execute()),
    ).resolves.toEqual([])
  })
})

it('are listed with one permission check, however many reads there are', async () => {
  await fixture.rows(
    `insert into public.access_events (at, kind, outcome, call, request_id, school_id, student_ids, address_digest)
      select '2030-01-01', 'view', 'ok', 'students.get', 'many', u.linked_school_id, array[u.id], ''
      from public.users u cross join generate_series(1, 100) where u.id = $1`,
    [(await fixture.person({ role: 'student', school: await schoolOf(admin) })).id],
  )
  const [many] = await fixture.rows<{ id: string }>(
    `select distinct student_ids[1] as id from public.access_events where request_id = 'many'`,
  )
  const set = (name: string, value: string) => fixture.rows('select set_config($1, $2, false)', [name, value])
  await set('track_functions', 'all')
  for (const by of [admin, superadmin]) {
    await set('app.session', by.tokenHash)
    const [looked] = await fixture.rows(
      `with looks as materialized (select count(*)::integer as looks from app.looks_at_record($1))
        select looks, pg_stat_get_xact_function_calls('app.role()'::regprocedure) < 20 as is_asked_once from looks`,
      [many!.id],
    )
    expect(looked).toEqual({ looks: 100, is_asked_once: true })
  }
  await set('app.session', '')
  await set('track_functions', 'none')
})

it('failed sign-ins are visible to the superadmin, and those to its own accounts to the school', async () => {
  const read = async (by: Person) => (await call(api.failedSignIns, { page: 1 }, await calls(by))).rows
  expect(await read(superadmin)).toHaveLength(2)
  expect(await read(admin)).toMatchObject([{ person_name: 'Stella Student', times: 3, throttled: 1 }])
  expect(await read(otherAdmin)).toEqual([])
  await expect(read(facilityAdmin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
