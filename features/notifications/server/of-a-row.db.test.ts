/**
 * Whom app.notify_of_row reaches for which caller (database/subjects.sql), without any TypeScript: with the application's own login and a
 * person's session.
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'

let fixture: Fixture
let school: string
let organization: string
const people: Record<'ana' | 'ben' | 'fay' | 'sam' | 'stella' | 'tom' | 'priya', Person> = {} as never
let preceptor: string
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  organization = await fixture.facility()
  const elsewhere = await fixture.facility()
  people.ana = await fixture.person({ role: 'school_admin', school })
  people.ben = await fixture.person({ role: 'school_super_admin', school })
  people.fay = await fixture.person({ role: 'facility_admin', facility: organization })
  people.sam = await fixture.person({ role: 'superadmin' })
  people.stella = await fixture.person({ role: 'student', school })
  people.tom = await fixture.person({ role: 'student', school })
  people.priya = await fixture.person({ role: 'facility_admin', facility: elsewhere })
  preceptor = randomUUID()
  await fixture.rows(
    `insert into public.preceptors (id, facility_id, user_id, full_name, email) values ($1, $2, $3, 'Priya Raman', $4)`,
    [preceptor, elsewhere, people.priya.id, people.priya.email],
  )
})
beforeEach(() => fixture.rows('delete from public.notifications'))
afterAll(() => fixture.close())

type Statement = ReturnType<typeof sql>
/** How many were notified of a row that someone writes in the same transaction. */
const notifiedBy = (
  who: Person,
  write: Statement,
  row: { table: string; id: string },
  to: string[],
  chosen: string[] = [],
) =>
  fixture.act(who, async (tx) => {
    await write.execute(tx)
    const { rows } = await sql<{ n: number }>`
      select app.notify_of_row(${row.table}, ${row.id}::uuid, ${to}::text[], ${chosen}::uuid[], 'welcome', 'announcement.sent',
        '{"title": "Forged", "message": "Words"}', '{}', null) as n`.execute(tx)
    return rows[0]!.n
  })
const reached = async () =>
  (await fixture.rows<{ id: string }>('select recipient_id as id from public.notifications')).map(
    ({ id }) => id,
  )

/** A student reports hours: a row of their own, which names their school. */
const reportsHours = (id: string) => sql`
  insert into public.hours_requests (id, school_id, student_id, date, minutes, kind, specialty, note)
  values (${id}::uuid, ${school}::uuid, ${people.stella.id}::uuid, current_date, 60, 'direct_care', 'icu', 'On the ward')`
/** A facility drafts a partnership: a row of their own, which names a school that does not know of it. */
const invites = (id: string) => sql`
  insert into public.partnerships (id, school_id, organization_id, direction) values (${id}::uuid, ${school}::uuid, ${organization}::uuid, 'facility_invited')`

it('people of a school are notified by its administrators, but not by everyone who writes a row that names it', async () => {
  const { ana, fay, stella, tom } = people
  const [hours, draft] = [randomUUID(), randomUUID()]
  expect(
    await notifiedBy(
      stella,
      reportsHours(hours),
      { table: 'hours_requests', id: hours },
      ['people'],
      [tom.id],
    ),
  ).toBe(0)
  expect(
    await notifiedBy(fay, invites(draft), { table: 'partnerships', id: draft }, ['people'], [tom.id]),
  ).toBe(0)
  expect(await reached()).toEqual([])
  expect(
    await notifiedBy(ana, sql`select 1`, { table: 'schools', id: school }, ['people'], [tom.id, fay.id]),
  ).toBe(1)
  expect(await reached()).toEqual([tom.id])
})

it('a preceptor is notified of a project that names them, and of no other row', async () => {
  const hours = randomUUID()
  const { stella } = people
  expect(
    await notifiedBy(
      stella,
      reportsHours(hours),
      { table: 'hours_requests', id: hours },
      ['preceptors'],
      [preceptor],
    ),
  ).toBe(0)
  const [semester] = await fixture.rows<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, 'Now', current_date - 9, current_date + 90, 'fall', '2026') returning id`,
    [school],
  )
  const [project] = await fixture.rows<{ id: string }>(
    `insert into public.capstone_projects (id, school_id, student_id, semester_id, course_code, title, specialty, start_date, end_date)
     values (gen_random_uuid(), $1, $2, $3, 'NUR 499', 'Falls', 'icu', current_date, current_date + 30) returning id`,
    [school, stella.id, semester!.id],
  )
  expect(
    await notifiedBy(
      stella,
      sql`select 1`,
      { table: 'capstone_projects', ...project! },
      ['preceptors'],
      [preceptor],
    ),
  ).toBe(0)
  expect(await reached()).toEqual([])
})

it("a student's advisor is notified of the rows that are for advisors, and not of every row that names the student", async () => {
  const { ana, stella } = people
  const advisor = await fixture.person({ role: 'proctor', school })
  await fixture.rows(
    `with made as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status)
        values ($1, 'Fall', current_date - 9, current_date + 400, 'active') returning id),
      joined as (insert into public.cohort_memberships (school_id, cohort_id, student_id, from_date) select $1, id, $2, current_date - 9 from made)
     insert into public.cohort_advisors (cohort_id, school_id, user_id) select made.id, $1, $3 from made`,
    [school, stella.id, advisor.id],
  )
  const [hours, leave] = [randomUUID(), randomUUID()]
  expect(
    await notifiedBy(stella, reportsHours(hours), { table: 'hours_requests', id: hours }, [
      'advisors',
      'advisor_ids',
    ]),
  ).toBe(0)
  expect(await reached()).toEqual([])
  const records = sql`insert into public.student_leaves (id, school_id, student_id, starts_on, ends_on, reason, recorded_by)
    values (${leave}::uuid, ${school}::uuid, ${stella.id}::uuid, current_date + 1, current_date + 9, 'medical', ${ana.id}::uuid)`
  expect(await notifiedBy(ana, records, { table: 'student_leaves', id: leave }, ['advisor_ids'])).toBe(1)
  expect(await reached()).toEqual([advisor.id])
})

it('the administrators of a school are all of them, or only its super admins', async () => {
  const { ana, ben, stella } = people
  const [first, second] = [randomUUID(), randomUUID()]
  await notifiedBy(stella, reportsHours(first), { table: 'hours_requests', id: first }, [
    'school',
    'superadmin',
  ])
  expect((await reached()).toSorted()).toEqual([ana.id, ben.id].toSorted())
  await fixture.rows('delete from public.notifications')
  await notifiedBy(stella, reportsHours(second), { table: 'hours_requests', id: second }, ['super_admins'])
  expect(await reached()).toEqual([ben.id])
})

it('a person acted as is notified of what was done in their name', async () => {
  const { ana, ben, sam } = people
  await fixture.rows(
    `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'support', impersonation_may_write = true,
       impersonation_expires_at = now() + interval '5 minutes' where token_hash = $1`,
    [sam.tokenHash, ana.id],
  )
  await notifiedBy(sam, sql`select 1`, { table: 'schools', id: school }, ['school', 'others'])
  expect((await reached()).toSorted()).toEqual([ana.id, ben.id].toSorted())
  await fixture.rows('delete from public.notifications')
  await notifiedBy(ana, sql`select 1`, { table: 'schools', id: school }, ['school', 'others'])
  expect(await reached()).toEqual([ben.id])
})
