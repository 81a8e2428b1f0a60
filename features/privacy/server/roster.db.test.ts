import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { newToken } from '#platform/server/session.ts'
import type { RosterRow } from '../contract.ts'
import { privacyHandlers } from './handlers.ts'
import { rosterAsFacility } from './public.ts'

let fixture: Fixture
let api: ReturnType<typeof privacyHandlers>
let school: string
let otherSchool: string
let hospital: string
let unit: string
let otherUnit: string
let ana: Person
let faye: Person
let priya: Person
let elsewhere: Person
let sam: Person
let stella: Person
let sten: Person

beforeAll(async () => {
  fixture = await createFixture()
  api = privacyHandlers(fixture)
  school = await fixture.school('Modesto Junior College')
  otherSchool = await fixture.school('Prairie')
  hospital = await fixture.facility({ name: 'St. Brigid' })
  const site = await fixture.facility({ kind: 'site', parent: hospital })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: '4 West' })
  otherUnit = await fixture.facility({ kind: 'unit', parent: site, name: '5 East' })
  await fixture.partnership(school, hospital)
  ana = await fixture.person({ role: 'school_admin', school })
  faye = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Faye Facility' })
  priya = await fixture.person({ role: 'facility_admin', facility: otherUnit, fullName: 'Priya Preceptor' })
  elsewhere = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  sam = await fixture.person({ role: 'superadmin', fullName: 'Sam Support' })
  await fixture.rows(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'All', current_date - 180, current_date + 180, 'fall', 'x')`,
    [school],
  )
})
afterAll(() => fixture.close())
beforeEach(async () => {
  stella = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  sten = await fixture.person({ role: 'student', school, fullName: 'Sten Student' })
})

/** A shift this many days from today, from 7 to 7; overnight with `night`. */
async function shift(
  options: { in?: number; status?: string; night?: boolean; preceptor?: string } = {},
): Promise<string> {
  const { in: days = 7, status = 'published', night = false, preceptor = null } = options
  const [row] = await fixture.rows<{ id: string }>(
    `with day as (select (now() at time zone 'America/New_York')::date + $3::integer as date)
     insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, capacity, seats,
       submitted_at, preceptor_id)
     select $1, (select id from public.semesters where school_id = $1), date, case when $4 then '19:00' else '07:00' end::time,
       case when $4 then '07:00' else '19:00' end::time, 'America/New_York',
       (date + case when $4 then time '19:00' else time '07:00' end) at time zone 'America/New_York',
       (date + case when $4 then interval '31 hours' else interval '19 hours' end) at time zone 'America/New_York', $2, $5, 8, 8, now(), $6
     from day returning id`,
    [school, unit, days, night, status, preceptor],
  )
  return row!.id
}
const seat = (shiftId: string, student: Person, status = 'assigned') =>
  fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
     select id, school_id, $2, $3, tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from public.shifts where id = $1`,
    [shiftId, student.id, status],
  )
const release = (student: Person, scope: string | null = null) =>
  fixture.rows(
    `insert into public.consents (school_id, student_id, facility_scope, text_version, granted_by, expires_at)
     values ($1, $2, $3, 'x', $2, now() + interval '1 year')`,
    [school, student.id, scope],
  )
const revoke = (student: Person) =>
  fixture.rows('update public.consents set revoked_at = now(), revoked_by = $1 where student_id = $1', [
    student.id,
  ])
const roster = async (person: Pick<Person, 'tokenHash'> | null, shiftId: string): Promise<RosterRow[]> =>
  call(api.roster, { shift_id: shiftId }, { context: await fixture.as(person) })
const logged = (student: Person) =>
  fixture.rows<{ seen_by_name: string; seen_as: string; fields: string[]; acted_by: string | null }>(
    'select seen_by_name, seen_as, fields, acted_by from public.disclosures where student_id = $1 order by id',
    [student.id],
  )

async function acting(mayWrite: boolean): Promise<{ tokenHash: string }> {
  const { hash } = newToken()
  await fixture.rows(
    `insert into priv.sessions (token_hash, user_id, expires_at, impersonated_user_id, impersonation_reason, impersonation_expires_at,
       impersonation_may_write) values ($1, $2, now() + interval '1 hour', $3, 'Looks into a question', now() + interval '20 minutes', $4)`,
    [hash, sam.id, faye.id, mayWrite],
  )
  return { tokenHash: hash }
}

describe('the roster of a facility', () => {
  it('names students who released it, masks the others, and explains why', async () => {
    const id = await shift()
    await seat(id, stella)
    await seat(id, sten)
    await release(stella)
    const rows = await roster(faye, id)
    expect(rows).toMatchObject([
      {
        number: 1,
        label: 'Stella Student',
        is_named: true,
        masked_because: null,
        seat: 'assigned',
        school_name: 'Modesto Junior College',
      },
      { number: 2, label: 'MJC-2', is_named: false, masked_because: 'no_release' },
    ])
    expect(rows[0]).toMatchObject({ cleared: null, cleared_because: 'not_checked', emergency_contact: null })
    // A masked row contains no name anywhere.
    expect(JSON.stringify(rows)).not.toContain('Sten')
    expect(JSON.stringify(rows)).not.toContain(sten.id)
    // Only for named students, to waive one of the facility's requirements.
    expect(rows.map(({ student_id: student }) => student)).toEqual([stella.id, null])
  })

  it('names students who opted out of the directory if they have a release: care needs to know who comes', async () => {
    await fixture.rows('update public.users set directory_opt_out_at = now() where id = any ($1)', [
      [stella.id, sten.id],
    ])
    const id = await shift()
    await seat(id, stella)
    await seat(id, sten)
    await release(stella)
    expect((await roster(faye, id)).map(({ label }) => label)).toEqual(['Stella Student', 'MJC-2'])
    expect(await logged(stella)).toHaveLength(1)
  })

  it('masks before approval, outside the window and after it', async () => {
    await release(stella)
    for (const [options, because] of [
      [{ in: 30, status: 'pending_facility' }, 'not_approved'],
      [{ in: 42 }, null],
      [{ in: 43 }, 'too_early'],
      [{ in: -14, status: 'completed' }, null],
      [{ in: -15, status: 'completed' }, 'too_late'],
      [{ status: 'cancelled' }, 'called_off'],
    ] as const) {
      const { status = 'published', ...when } = { in: 7, ...options } as { in: number; status?: string }
      const id = await shift(when)
      const student = await fixture.person({ role: 'student', school })
      await seat(id, student)
      await fixture.rows('update public.shifts set status = $2 where id = $1', [id, status])
      await release(student)
      expect((await roster(faye, id))[0]).toMatchObject({
        masked_because: because,
        is_named: because === null,
      })
    }
  })

  it('uses the window that the organization has set', async () => {
    await fixture.rows('update public.organizations set visibility_before_days = 3 where id = $1', [hospital])
    const id = await shift({ in: 4 })
    await seat(id, stella)
    await release(stella)
    expect((await roster(faye, id))[0]).toMatchObject({ masked_because: 'too_early' })
    await fixture.rows('update public.organizations set visibility_before_days = 42 where id = $1', [
      hospital,
    ])
    expect((await roster(faye, id))[0]).toMatchObject({ masked_because: null })
  })

  it('hides the name but not the seat as soon as a release is revoked; the log stays', async () => {
    const id = await shift()
    await seat(id, stella)
    await release(stella, hospital)
    expect((await roster(faye, id))[0]).toMatchObject({ label: 'Stella Student' })
    await revoke(stella)
    expect(await roster(faye, id)).toMatchObject([{ label: 'MJC-1', masked_because: 'no_release' }])
    expect(await logged(stella)).toHaveLength(1)
  })

  it('ignores a release for another facility', async () => {
    const id = await shift()
    await seat(id, stella)
    await release(stella, otherUnit)
    expect((await roster(faye, id))[0]).toMatchObject({ masked_because: 'no_release' })
  })

  it('keeps everyone’s number, no matter who leaves and comes', async () => {
    const id = await shift()
    await seat(id, stella)
    await seat(id, sten)
    await fixture.rows(
      `update public.assignments set status = 'dropped' where shift_id = $1 and student_id = $2`,
      [id, stella.id],
    )
    const third = await fixture.person({ role: 'student', school })
    await seat(id, third)
    await seat(id, stella)
    expect((await roster(faye, id)).map(({ label }) => label)).toEqual(['MJC-1', 'MJC-2', 'MJC-3'])
    await fixture.rows(
      `update public.assignments set status = 'removed' where shift_id = $1 and student_id = $2`,
      [id, sten.id],
    )
    expect((await roster(faye, id)).map(({ label }) => label)).toEqual(['MJC-1', 'MJC-3'])
  })

  it('lists seats that are held, not those only requested', async () => {
    const id = await shift()
    for (const status of ['requested', 'waitlisted', 'declined', 'withdrawn'])
      await seat(id, await fixture.person({ role: 'student', school }), status)
    expect(await roster(faye, id)).toEqual([])
  })

  it('shows the emergency contact only on the day', async () => {
    await fixture.rows(`update public.users set emergency_contact = 'Maria, 414 555 0100' where id = $1`, [
      stella.id,
    ])
    await release(stella)
    const today = await shift({ in: 0 })
    await seat(today, stella)
    const later = await shift({ in: 1 })
    await seat(later, stella)
    expect((await roster(faye, today))[0]).toMatchObject({ emergency_contact: 'Maria, 414 555 0100' })
    expect((await roster(faye, later))[0]).toMatchObject({ is_named: true, emergency_contact: null })
    expect((await logged(stella)).map(({ fields }) => fields.includes('emergency_contact'))).toEqual([
      true,
      false,
    ])
  })

  it('shows the program and the year', async () => {
    const [program] = await fixture.rows<{ id: string }>(
      `insert into public.programs (school_id, name, level) values ($1, $2, 'BSN') returning id`,
      [school, `Bachelor ${stella.id}`],
    )
    await fixture.rows(
      `with c as (insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation)
         values ($1, $2, $4, current_date - 400, current_date + 700) returning id)
       insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select id, $1, $3, current_date - 400 from c`,
      [school, program!.id, stella.id, `C ${stella.id}`],
    )
    const id = await shift()
    await seat(id, stella)
    expect((await roster(faye, id))[0]).toMatchObject({ level: 'BSN', year: 2, is_named: false })
  })
})

describe('the access log', () => {
  it('has one row for each person, shift, student and day, however often they look', async () => {
    const id = await shift()
    await seat(id, stella)
    await seat(id, sten)
    await release(stella)
    await Promise.all([roster(faye, id), roster(faye, id), roster(faye, id)])
    await roster(faye, id)
    expect(await logged(stella)).toEqual([
      {
        seen_by_name: 'Faye Facility',
        seen_as: 'facility_admin',
        fields: ['name', 'level', 'school', 'dates'],
        acted_by: null,
      },
    ])
    expect(await logged(sten)).toEqual([])
  })

  it("is part of the access: nothing is shown that can't be logged", async () => {
    const id = await shift()
    await seat(id, stella)
    await release(stella)
    await expect(
      fixture.act(faye, async (tx) => {
        await rosterAsFacility(tx, id)
        throw new Error('The answer never left')
      }),
    ).rejects.toThrow('The answer never left')
    expect(await logged(stella)).toEqual([])
    // While acting as someone read-only, PostgreSQL could write no log, so nothing is shown.
    expect((await roster(await acting(false), id))[0]).toMatchObject({
      label: 'MJC-1',
      masked_because: 'read_only',
    })
    expect(await logged(stella)).toEqual([])
    expect((await roster(await acting(true), id))[0]).toMatchObject({ label: 'Stella Student' })
    expect(await logged(stella)).toMatchObject([{ seen_by_name: 'Faye Facility', acted_by: sam.id }])
  })

  it('records preceptors and the superadmin in their own roles', async () => {
    const id = await shift({ preceptor: priya.id })
    await seat(id, stella)
    await release(stella)
    await roster(priya, id)
    await roster(sam, id)
    expect((await logged(stella)).map(({ seen_as }) => seen_as)).toEqual(['preceptor', 'superadmin'])
  })

  it('is read by the student, like by the school, and searched by name, facility and day', async () => {
    const id = await shift()
    await seat(id, stella)
    await seat(id, sten)
    await release(stella)
    await release(sten)
    await roster(faye, id)
    const read = async (person: Person, change: Record<string, unknown> = {}) =>
      call(api.disclosures, { q: '', page: 1, ...change }, { context: await fixture.as(person) })
    const mine = await read(stella)
    expect(mine).toMatchObject({
      total: 1,
      rows: [{ seen_by_name: 'Faye Facility', facility_name: '4 West', by_support: false, shift_id: id }],
    })
    // A student reads their own log, regardless of the id sent.
    expect((await read(stella, { student_id: sten.id })).rows).toEqual(mine.rows)
    expect((await read(ana, { student_id: stella.id })).rows).toEqual(mine.rows)
    expect((await read(ana, { student_id: stella.id, q: '4 we' })).total).toBe(1)
    expect((await read(ana, { student_id: stella.id, q: 'nobody' })).total).toBe(0)
    expect((await read(stella, { from: '2099-01-01' })).total).toBe(0)
    const stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
    expect((await read(stranger, { student_id: stella.id })).total).toBe(0)
    await expect(read(faye, { student_id: stella.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await call(api.exportDisclosures, { q: '' }, { context: await fixture.as(stella) })).toEqual(
      mine.rows,
    )
    await call(api.exportDisclosures, { q: '', student_id: stella.id }, { context: await fixture.as(ana) })
    expect(
      await fixture.rows(
        `select changes ->> 'view' as view from public.audit_events where actor_id = $1 and action = 'export'`,
        [ana.id],
      ),
    ).toEqual([{ view: 'disclosures' }])
  })

  it('never changes, not even by the owner of the table', async () => {
    const id = await shift()
    await seat(id, stella)
    await release(stella)
    await roster(faye, id)
    for (const change of [
      'delete from public.disclosures',
      `update public.disclosures set seen_by_name = 'x'`,
      'truncate public.disclosures',
    ])
      await expect(fixture.rows(change)).rejects.toMatchObject({ code: '42501' })
  })
})

it('is not for other facilities, schools, students, anonymous callers, or drafts', async () => {
  const id = await shift()
  await seat(id, stella)
  await release(stella)
  await expect(roster(elsewhere, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(roster(priya, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const person of [ana, stella])
    await expect(roster(person, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(roster(null, id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // Without the guard, PostgreSQL refuses the same.
  for (const person of [ana, stella, elsewhere, null])
    await expect(fixture.act(person, (tx) => rosterAsFacility(tx, id))).rejects.toMatchObject({
      code: 'PW404',
    })
  await expect(roster(faye, await shift({ status: 'draft' }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await logged(stella)).toEqual([])
})
