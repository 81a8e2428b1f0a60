import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { createCapstones } from '#features/capstone/server/fake.ts'
import { createUnit } from '#features/attendance/server/fake.ts'
import { slotCalls } from '#features/open-slots/server/fake.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import { dashboardHandlers } from './handlers.ts'

let fixture: Fixture
let school: string
let facility: string
let ana: Person
let sam: Person
let frank: Person
let jenna: Person
const api = dashboardHandlers()

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  const elsewhere = await fixture.school('Prairie')
  facility = await fixture.facility({ name: 'Harborview' })
  const site = await fixture.facility({ kind: 'site', parent: facility, name: 'Main' })
  await fixture.facility({ name: 'Another hospital' })
  ana = await fixture.person({ role: 'school_admin', school })
  sam = await fixture.person({ role: 'superadmin' })
  frank = await fixture.person({ role: 'facility_admin', facility })
  await fixture.person({ role: 'facility_admin', facility: site })
  jenna = await fixture.person({ role: 'student', school })
  await fixture.person({ role: 'student', school: elsewhere })
  await fixture.person({ role: 'student', school, status: 'pending' })
  await fixture.admin.query(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
     values ($1, 'Now', current_date - 30, current_date + 30, 'custom', '2026', true),
            ($1, 'Later', current_date + 60, current_date + 120, 'custom', '2026', true),
            ($2, 'Theirs', current_date - 30, current_date + 30, 'custom', '2026', true)`,
    [school, elsewhere],
  )
})
afterAll(() => fixture.close())

it('counts a school’s own people and shows its own terms', async () => {
  const answer = await call(api.school, undefined, { context: await fixture.as(ana) })
  expect(answer).toMatchObject({
    students: 1,
    proctors: 0,
    semester: { name: 'Now' },
    next_semester: { name: 'Later' },
    open_steps: ['program', 'cohort', 'proctors', 'requirements', 'partnership'],
    without_cohort: 0,
  })
})

it('shows a member the active terms of their school', async () => {
  const answer = await call(api.member, undefined, { context: await fixture.as(jenna) })
  expect(answer).toMatchObject({
    school: { name: 'Lakeshore' },
    semester: { name: 'Now' },
    unread_notifications: 0,
  })
})

it('keeps a facility administrator to their part of the hierarchy', async () => {
  const answer = await call(api.facility, undefined, { context: await fixture.as(frank) })
  expect(answer.nodes.map(({ name }) => name)).toEqual(['Harborview', 'Main'])
  expect(answer.people).toBe(2)
  // Details, units, and a partnership; the hours of units come after the units.
  expect(answer.setup_steps).toBe(3)
})

it('counts the preceptors of a facility like its list, and what its verifiers review, only for them', async () => {
  await fixture.rows(
    `insert into public.preceptors (id, facility_id, full_name, email) values (gen_random_uuid(), $1, 'Ruth', 'r@x.example'), (gen_random_uuid(), $1, 'Omar', 'o@x.example')`,
    [facility],
  )
  await fixture.rows(
    `with t as (insert into public.credential_types (code, name, category, validity, needs_file, owner_facility_id)
       values ('BADGE', 'Badge form', 'document', '{"rule": "one_time"}', false, $1) returning id)
     insert into public.credentials (school_id, person_id, type_id, status, values)
     select $2, $3, t.id, 'submitted', '{}' from t`,
    [facility, school, jenna.id],
  )
  const figures = async () => call(api.facility, undefined, { context: await fixture.as(frank) })
  expect(await figures()).toMatchObject({ preceptors: 2, credentials_to_review: 0 })
  await fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type, is_enabled) values ($1, $2, 'verifier', true)`,
    [frank.id, facility],
  )
  expect(await figures()).toMatchObject({ credentials_to_review: 1 })
})

it('counts everything for the superadmin, even without a selected school', async () => {
  expect(await call(api.admin, undefined, { context: await fixture.as(sam) })).toMatchObject({
    schools: 2,
    facilities: 2,
    current_semesters: 2,
  })
  expect(await call(api.school, undefined, { context: await fixture.as(sam) })).toMatchObject({
    school: null,
    students: 0,
  })
})

it('counts the open slots that are still available, for the facility and for the schools they are for', async () => {
  const at = await createShiftFixture()
  const { ana: coordinator, frank: educator, rob } = at.people
  const counts = async () => [
    (await call(api.facility, undefined, await at.as(educator))).open_offers,
    (await call(api.school, undefined, await at.as(coordinator))).open_offers,
    (await call(api.school, undefined, await at.as(rob))).open_offers,
  ]
  const dates = [40, 41, 42].map((days) => addDays(at.today, days))
  await call(
    slotCalls.offer,
    {
      id: randomUUID(),
      facility_id: at.ward,
      dates,
      start_time: '07:00',
      end_time: '15:00',
      experience_type: 'group',
      seats: 4,
      note: null,
      school_ids: [at.school],
    },
    await at.as(educator),
  )
  expect(await counts()).toEqual([3, 3, 0])
  const { rows } = await call(slotCalls.list, {}, await at.as(coordinator))
  await call(
    slotCalls.take,
    { school_id: at.school, slots: [{ id: rows[0]!.id, version: rows[0]!.version }] },
    await at.as(coordinator),
  )
  expect(await counts()).toEqual([2, 2, 0])

  // Recent events are shown only to the school, with the name of the person.
  const activity = await call(api.activity, undefined, await at.as(coordinator))
  const [{ full_name: name }] = (await at.fixture.rows<{ full_name: string }>(
    'select full_name from public.users where id = $1',
    [coordinator.id],
  )) as [{ full_name: string }]
  expect(activity.map(({ text }) => text)).toEqual(
    expect.arrayContaining([expect.stringContaining(`${name} planned “`)]),
  )
  expect(await call(api.activity, undefined, await at.as(rob))).toEqual([])

  // So are the events with its facilities, in order.
  const [{ id: partnership }] = (await at.fixture.rows<{ id: string }>(
    `select id from public.partnerships where school_id = $1 limit 1`,
    [at.school],
  )) as [{ id: string }]
  await at.fixture.rows(
    `insert into public.partnership_events (partnership_id, school_id, actor_id, party, event, to_status)
     values ($1, $2, $3, 'school', 'submitted', 'requested'), ($1, $2, $4, 'facility', 'accepted', 'active'),
       ($1, $2, $4, 'facility', 'file_added', 'active')`,
    [partnership, at.school, coordinator.id, educator.id],
  )
  const [accepted, requested] = await call(api.activity, undefined, await at.as(coordinator))
  const [{ name: hospital }] = (await at.fixture.rows<{ name: string }>(
    `select o.name from public.partnerships p join public.facilities o on o.id = p.organization_id where p.id = $1`,
    [partnership],
  )) as [{ name: string }]
  expect(accepted).toMatchObject({
    text: `${hospital} accepted the partnership`,
    partnership_id: partnership,
  })
  expect(requested).toMatchObject({ text: `${name} requested a partnership with ${hospital}` })
  expect(await call(api.activity, undefined, await at.as(rob))).toEqual([])
  await expect(call(api.activity, undefined, await at.as(educator))).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await at.fixture.close()
})

it('includes the semester in the setup steps: none yet, a draft, an active one', async () => {
  const fresh = await fixture.school('Riverbend')
  const nora = await fixture.person({ role: 'school_admin', school: fresh })
  const steps = async () =>
    (await call(api.school, undefined, { context: await fixture.as(nora) })).open_steps
  const rest = ['program', 'cohort', 'students', 'proctors', 'requirements', 'partnership']
  expect(await steps()).toEqual(['semester', ...rest])
  await fixture.admin.query(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
     values ($1, 'Next', current_date + 30, current_date + 90, 'custom', '2026', false)`,
    [fresh],
  )
  expect(await steps()).toEqual(['activation', ...rest])
  await fixture.admin.query('update public.semesters set is_active = true where school_id = $1', [fresh])
  expect(await steps()).toEqual(rest)
})

it('counts the active students of a school who are in none of its cohorts', async () => {
  const meadow = await fixture.school('Meadow')
  const nora = await fixture.person({ role: 'school_admin', school: meadow })
  const [inside] = [
    await fixture.person({ role: 'student', school: meadow }),
    await fixture.person({ role: 'student', school: meadow }),
  ]
  const count = async () =>
    (await call(api.school, undefined, { context: await fixture.as(nora) })).without_cohort
  expect(await count()).toBe(0)
  const { rows } = await fixture.admin.query(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation)
     values (gen_random_uuid(), $1, 'Fall', current_date, current_date + 700) returning id`,
    [meadow],
  )
  expect(await count()).toBe(2)
  await fixture.admin.query(
    `insert into public.cohort_memberships (cohort_id, student_id, school_id, from_date)
     values ($1, $2, $3, current_date)`,
    [rows[0].id, inside!.id, meadow],
  )
  expect(await count()).toBe(1)
  await fixture.admin.query(
    `update public.cohort_memberships set to_date = current_date, end_reason = 'withdrew' where student_id = $1`,
    [inside!.id],
  )
  expect(await count()).toBe(2)
  // Those who graduated need no cohort.
  await fixture.admin.query(
    `update public.cohort_memberships set end_reason = 'graduated' where student_id = $1`,
    [inside!.id],
  )
  expect(await count()).toBe(1)
})

it('shows a student without a graduation date the one of their cohort', async () => {
  const meadow = await fixture.school('Meadow 2')
  const student = await fixture.person({ role: 'student', school: meadow })
  const date = async () =>
    (await call(api.member, undefined, { context: await fixture.as(student) })).graduation_date
  expect(await date()).toBeNull()
  await fixture.admin.query(
    `with c as (insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'Dated', '2026-01-05', '2028-05-13') returning id)
     insert into public.cohort_memberships (cohort_id, student_id, school_id, from_date) select c.id, $2, $1, '2026-01-05' from c`,
    [meadow, student.id],
  )
  expect(await date()).toBe('2028-05-13')
})

it('counts what people of capstones, reports and plans wait for', async () => {
  const at = await createCapstones()
  const figures = async () => {
    const all = await call(api.school, undefined, await at.as(at.people.ana))
    return [all.capstone_concerns, all.capstones_to_review, all.semester_reports_to_review]
  }
  const id = await at.propose()
  expect(await figures()).toEqual([0, 0, 0])
  await at.move(at.ada, id, 'submit')
  expect(await figures()).toEqual([0, 1, 0])
  const awaiting = await at.awaiting()
  await at.nominate(awaiting, at.named.priya.id, at.people.frank)
  await at.fixture.rows(
    `insert into public.semester_reports (id, school_id, student_id, semester_id, edition, content, status, created_by)
     values (gen_random_uuid(), $1, $2, $3, 1, '{}', 'school_review', $4)`,
    [at.school, at.ada.id, at.semesters[at.school], at.people.ana.id],
  )
  await at.fixture.rows(
    `insert into public.capstone_concerns (id, school_id, project_id, preceptor_id, to_id, severity, text)
     values (gen_random_uuid(), $1, $2, $3, $4, 'minor', 'Left the unit twice.')`,
    [at.school, awaiting, at.named.priya.id, at.people.ana.id],
  )
  expect(await figures()).toEqual([1, 2, 1])
  await at.fixture.close()
})

it('counts what shifts that are over leave to a school: reports, and evaluations to verify', async () => {
  const at = await createUnit()
  const figures = async (who: Person) => {
    const all = await call(api.school, undefined, await at.as(who))
    return [all.reports_to_accept, all.reports_overdue, all.evaluations_to_verify]
  }
  expect(await figures(at.people.ana)).toEqual([0, 0, 0])
  const [student] = await at.students(1)
  for (const [status, due] of [
    ['submitted', '-1 day'],
    ['due', '-1 day'],
    ['returned', '-1 day'],
    ['draft', '1 day'],
  ]) {
    const { id, lead } = await at.running('9 hours', [student!].slice(0, status === 'submitted' ? 1 : 0))
    await at.fixture.rows(
      `insert into public.shift_reports (id, school_id, proctor_id, status, due_at, returned_reason) values ($1, $2, $3, $4, now() + $5::interval, 'Again')`,
      [id, at.school, lead.id, status, due],
    )
    if (status === 'submitted')
      for (const evaluator of [lead.id, student!.id])
        await at.fixture.rows(
          `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, kind, instrument_id, instrument_version, status, submitted_at)
           select $1, $2, $3, $4, 'shift', $5, 'shift', i.id, i.latest_version, 'submitted', now()
           from public.evaluation_instruments i where i.key = 'clinical-s-ni-u'`,
          [randomUUID(), at.school, student!.id, evaluator, id],
        )
  }
  // A self-evaluation is verified by no one.
  expect(await figures(at.people.ana)).toEqual([1, 2, 1])
  expect(await figures(at.people.rob)).toEqual([0, 0, 0])
  await at.fixture.close()
})

it('lists the partnerships that wait for the school: requests of facilities, and their new terms', async () => {
  const college = await fixture.school('Asked school')
  const zoe = await fixture.person({ role: 'school_admin', school: college })
  const partner = async (status: string, direction: string, proposed: string | null) => {
    const id = await fixture.partnership(college, await fixture.facility({}), { status })
    await fixture.rows(
      `update public.partnerships set direction = $2, proposal = case when $3::text is not null then '{}'::jsonb end, proposal_party = $3 where id = $1`,
      [id, direction, proposed],
    )
    return id
  }
  const invited = await partner('requested', 'facility_invited', null)
  const terms = await partner('active', 'school_requested', 'facility')
  await partner('requested', 'school_requested', null)
  await partner('active', 'school_requested', 'school')
  await partner('declined', 'facility_invited', null)
  const { partnerships } = await call(api.school, undefined, { context: await fixture.as(zoe) })
  expect(partnerships.toSorted()).toEqual([invited, terms].toSorted())
})
