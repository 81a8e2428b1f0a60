/** Notifies students who fall behind on hours, and their advisors, once a semester: against real PostgreSQL. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture as createFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { notifyAtRisk, schoolsAtHour } from './commands/notify-at-risk.ts'
import { loadCohortHours, loadProgress } from './queries/load-progress.ts'

let at: Awaited<ReturnType<typeof createFixture>>
beforeAll(async () => {
  at = await createFixture()
})
afterAll(() => at.fixture.close())

const look = (school = at.school) => withActor(at.fixture.workerPool, null, (tx) => notifyAtRisk(tx, school))
const titles = async (who: Person) =>
  (await receivedBy(at.fixture, who)).filter(({ type }) => type === 'hours').map(({ title }) => title)

/** A cohort in the middle of its program, whose students have these numbers of its 400 hours. */
async function cohort(hours: readonly number[], advisors: readonly Person[]): Promise<Person[]> {
  const students: Person[] = []
  for (const _ of hours) students.push(await at.fixture.person({ role: 'student', school: at.school }))
  const [made] = await at.fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation, status, required_hours_total) values ($1, $2, $3, $4, 'active', 400) returning id`,
    [at.school, `Class of ${students[0]!.id}`, addDays(at.today, -200), addDays(at.today, 200)],
  )
  for (const [n, { id }] of students.entries()) await addTo(made!.id, id, hours[n]!)
  for (const { id } of advisors)
    await at.fixture.rows(
      'insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)',
      [made!.id, at.school, id],
    )
  return students
}

async function addTo(cohortId: string, student: string, hours: number): Promise<void> {
  await at.fixture.rows(
    'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
    [cohortId, at.school, student, addDays(at.today, -190)],
  )
  await at.fixture.rows(
    `insert into public.hours_entries (school_id, student_id, date, minutes, kind, specialty, source, source_key)
     select $1::uuid, $2::uuid, $3::date - d, $4::int, 'direct_care', 'med_surg', 'import', 'risk ' || $2::uuid || d from generate_series(1, 10) d`,
    [at.school, student, addDays(at.today, -20), hours * 6],
  )
}

it('waits until a student is back from leave', async () => {
  const [away] = (await cohort([60], [])) as [Person]
  await at.fixture.rows(
    `insert into public.student_leaves (id, school_id, student_id, starts_on, reason, recorded_by) values (gen_random_uuid(), $1, $2, $3, 'family', $4)`,
    [at.school, away.id, addDays(at.today, -3), at.people.ana.id],
  )
  expect(await look()).toBe(0)
  expect(await titles(away)).toEqual([])
  await at.fixture.rows('update public.student_leaves set ends_on = $2 where student_id = $1', [
    away.id,
    addDays(at.today, -1),
  ])
  expect(await look()).toBe(1)
})

it('notifies each student who is behind, and the advisors of newly notified ones, once a semester', async () => {
  const { marcus, ana, rob } = at.people
  const [behind, fine] = (await cohort([60, 395], [marcus, ana])) as [Person, Person]
  expect(await look()).toBe(1)
  expect(await look()).toBe(0)
  expect(await titles(behind)).toEqual([expect.stringMatching(/^You are behind on clinical hours in /)])
  expect(await titles(fine)).toEqual([])
  const name = (
    await at.fixture.rows<{ full_name: string }>('select full_name from public.users where id = $1', [
      behind.id,
    ])
  )[0]!.full_name
  for (const advisor of [marcus, ana])
    expect(await titles(advisor)).toEqual([`${name} is behind on clinical hours`])
  const urls = await at.fixture.rows<{ url: string }>(
    `select n.data ->> 'action_url' as url from public.notifications n where n.code = 'hours.students_at_risk' order by 1`,
  )
  expect(urls.map(({ url }) => url.split('?')[0])).toEqual([
    '/proctor/student-progress',
    '/school/student-progress',
  ])

  // Someone else falls behind: their advisor is notified only about them.
  const [cohortId] = await at.fixture.rows<{ cohort_id: string }>(
    'select cohort_id from public.cohort_memberships where student_id = $1',
    [behind.id],
  )
  const later = await at.fixture.person({ role: 'student', school: at.school })
  await addTo(cohortId!.cohort_id, later.id, 40)
  expect(await look()).toBe(1)
  expect(await titles(marcus)).toHaveLength(2)
  expect(await titles(behind)).toHaveLength(1)
  expect(await titles(rob)).toEqual([])
})

it('is the same for the student, the school and the worker, whichever semesters they see', async () => {
  const [one] = (await cohort([60], [])) as [Person]
  const semester = async (name: string, from: number, to: number, more: object) => {
    const [made] = await at.fixture.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active, activated_at, archived_at)
       select $1, $2, $3, $4, 'custom', '2025', false, m.activated_at, m.archived_at
       from jsonb_to_record($5) m (activated_at timestamptz, archived_at timestamptz) returning id`,
      [at.school, name, addDays(at.today, from), addDays(at.today, to), JSON.stringify(more)],
    )
    return made!.id
  }
  const over = await semester('Over', -190, -40, { activated_at: '2025-01-01' })
  await semester('Archived', -400, -191, { activated_at: '2024-01-01', archived_at: '2025-01-01' })
  await semester('Copy of this year', -5, 60, {})
  await at.fixture.rows('update public.semesters set end_date = $2 where id = $1', [
    at.semesters[at.school],
    addDays(at.today, 30),
  ])
  // Today's rule credits all simulation; the one of that semester a quarter.
  const [board] = await at.fixture.rows<{ id: string }>(
    `insert into public.regulatory_profiles (jurisdiction, level, effective_from, effective_to, sim_cap_pct, sim_exchange_ratio)
     values ('Old rules', 'BSN', '2020-01-01', $1::date, 25, 1), ('Old rules', 'BSN', $1::date + 1, null, 100, 1) returning id`,
    [addDays(at.today, -20)],
  )
  await at.fixture.rows('update public.schools set regulatory_profile_id = $2 where id = $1', [
    at.school,
    board!.id,
  ])
  await at.fixture.rows(
    `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, course_code, source, source_key)
     select $1, $2, $3, $4::date - d, 600, 'simulation', 'med_surg', 'NUR 301', 'import', 'sim ' || $2::uuid || d from generate_series(1, 10) d`,
    [at.school, one.id, over, addDays(at.today, -50)],
  )
  const students = [one.id]
  const [own] = await at.fixture.act(one, (tx) => loadProgress(tx, { students }))
  const [theirs] = await at.fixture.act(at.people.ana, (tx) => loadProgress(tx, { students }))
  const all = await withActor(at.fixture.workerPool, null, (tx) => loadProgress(tx, { school: at.school }))
  const found = all.find(({ student_id: id }) => id === one.id)
  expect(theirs).toMatchObject({ credited: 85, over: 75, standing: 'at_risk', target: 230 })
  const { by_semester, weeks: _weeks, ...same } = theirs!
  for (const each of [own, found]) expect(each).toMatchObject(same)
  // A student does not learn the name of a semester that they cannot see, only what it counts for.
  expect(by_semester.map(({ name }) => name)).toEqual(['Earlier hours', 'Over'])
  expect(own!.by_semester).toMatchObject([{ name: 'Earlier hours', credited: 160 }])
  await at.fixture.rows('update public.semesters set end_date = $2 where id = $1', [
    at.semesters[at.school],
    addDays(at.today, 330),
  ])
})

it("shows a school its cohorts' progress, and nothing of another school's", async () => {
  const [student] = (await cohort([100, 500, 40], [])) as [Person]
  const [{ id }] = (await at.fixture.rows<{ id: string }>(
    'select cohort_id as id from public.cohort_memberships where student_id = $1',
    [student.id],
  )) as [{ id: string }]
  const { ana, rob } = at.people
  const of = (who: Person) => at.fixture.act(who, loadCohortHours)
  const found = await of(ana)
  expect(found.find((row) => row.cohort_id === id)).toEqual({
    cohort_id: id,
    students: 3,
    required: 1200,
    done: 540,
    projected: 540,
  })
  const others = await of(rob)
  expect(others.some((row) => row.cohort_id === id)).toBe(false)
})

it('notifies no one between semesters, and checks a school in its own morning', async () => {
  await cohort([10], [at.people.marcus])
  await at.fixture.rows(`update public.semesters set is_active = false where school_id = $1`, [at.school])
  expect(await look()).toBe(0)
  const [{ hour } = { hour: -1 }] = await at.fixture.rows<{ hour: number }>(
    `select extract(hour from now() at time zone time_zone)::int as hour from public.schools where id = $1`,
    [at.school],
  )
  const found = (of: number) => withActor(at.fixture.workerPool, null, (tx) => schoolsAtHour(tx, of))
  expect(await found(hour)).toContain(at.school)
  expect(await found((hour + 12) % 24)).not.toContain(at.school)
  await at.fixture.rows(`update public.schools set is_active = false where id = $1`, [at.school])
  expect(await found(hour)).not.toContain(at.school)
  await at.fixture.rows(`update public.schools set is_active = true where id = $1`, [at.school])
})
