/**
 * Risks other than hours against real PostgreSQL: absences at the limit, overdue evaluations or those that need improvement, and access.
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { hoursHandlers } from './handlers.ts'

let at: Unit
const api = hoursHandlers()
beforeAll(async () => {
  at = await createUnit()
  await at.fixture.rows(
    `update public.schools set settings = settings || '{"unexcused_absences_max": 2, "lates_per_absence": 3}' where id = $1`,
    [at.school],
  )
})
afterAll(() => at.fixture.close())

const codes = async (who: Person | null, student: Person) => {
  const asked = who?.id === student.id ? {} : { student_ids: [student.id] }
  const { rows } = await call(api.concerns, asked, await at.as(who))
  return rows.flatMap(({ concerns }) => concerns)
}

it('lists absences at the limit, an overdue evaluation and one that needs improvement, to those who may know', async () => {
  const [student, other] = (await at.students(2)) as [Person, Person]
  const { ana, rob, frank, denise } = at.people
  const first = await at.running('40 hours', [student, other])
  await at.mark(first.lead, first.id, first.seats[0]!, 'absent_unexcused')
  expect(await codes(ana, student)).toEqual([])
  const second = await at.running('20 hours', [student])
  await at.mark(second.lead, second.id, second.seats[0]!, 'absent_unexcused')
  const absences = { code: 'absence_limit', count: 2, from_lates: 0, evaluation: null }
  expect(await codes(ana, student)).toEqual([absences])
  expect(await codes(student, student)).toEqual([absences])

  const [midterm, final] = [randomUUID(), randomUUID()]
  await at.fixture.rows('set session_replication_role = replica')
  await at.fixture.rows(
    `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, due_at, submitted_at, outcome)
     select e.id, s.school_id, $3, s.proctor_id, 'semester', s.id, s.semester_id, e.kind, i.id, i.latest_version, e.status, now() - interval '1 day', e.submitted_at, e.outcome
     from public.shifts s, public.evaluation_instruments i,
       (values ($1::uuid, 'midterm', 'submitted', now(), 'needs_improvement'), ($2::uuid, 'final', 'assigned', null, null)) e (id, kind, status, submitted_at, outcome)
     where s.id = $4 and i.key = 'clinical-s-ni-u'`,
    [midterm, final, student.id, second.id],
  )
  await at.fixture.rows('set session_replication_role = origin')
  const toImprove = {
    code: 'eval_ni',
    count: 1,
    evaluation: { id: midterm, kind: 'midterm', shift_id: second.id },
  }
  const overdue = { code: 'evaluation_missing', count: 1, evaluation: { id: final, kind: 'final' } }
  expect(await codes(ana, student)).toMatchObject([absences, toImprove, overdue])
  // Only the instructor and the school know that an evaluation isn't submitted.
  expect(await codes(student, student)).toMatchObject([absences, toImprove])
  expect(await codes(second.lead, student)).toMatchObject([toImprove, overdue])
  // A remediation plan settles it only if it was met.
  await at.fixture.rows('set session_replication_role = replica')
  await at.fixture.rows(
    `insert into public.remediation_plans (id, school_id, student_id, faculty_id, items) values ($1, $2, $3, $4, '[]')`,
    [midterm, at.school, student.id, second.lead.id],
  )
  for (const [status, listed] of [
    ['open', [toImprove]],
    ['not_met', [toImprove]],
    ['void', [toImprove]],
    ['met', []],
  ] as const) {
    await at.fixture.rows('update public.remediation_plans set status = $2 where id = $1', [midterm, status])
    expect([status, ...(await codes(student, student))]).toMatchObject([status, absences, ...listed])
  }
  await at.fixture.rows('delete from public.remediation_plans where id = $1', [midterm])
  await at.fixture.rows('set session_replication_role = origin')
  for (const who of [rob, other, denise]) expect(await codes(who, student)).toEqual([])
  await expect(codes(frank, student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(codes(null, student)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // Of several students, only those with concerns are returned.
  const { rows } = await call(api.concerns, { student_ids: [other.id, student.id] }, await at.as(ana))
  expect(rows.map((row) => row.student_id)).toEqual([student.id])

  // Nothing is left to do in a past semester.
  await at.fixture.rows(`update public.semesters set end_date = $2::date - 1 where id = $1`, [
    at.semesters[at.school],
    at.today,
  ])
  expect(await codes(ana, student)).toEqual([])
})
