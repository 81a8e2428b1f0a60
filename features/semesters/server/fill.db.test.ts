import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person } from '#database/testing.ts'
import { semesterHandlers } from './handlers.ts'

const api = semesterHandlers()
let fixture: Awaited<ReturnType<typeof createFixture>>
let school: string
let other: string
let ana: Person
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  other = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school })
})
afterAll(() => fixture.close())

async function newSemester(of = school): Promise<string> {
  const id = randomUUID()
  await fixture.admin.query(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, $2, $3, current_date - 60, current_date + 60, 'custom', '2026')`,
    [id, of, id],
  )
  return id
}
async function newShift(semester: string, status: string, day: number, of = school): Promise<void> {
  await fixture.admin.query(
    `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, experience_type,
       capacity, credited_hours, submitted_at)
     values ($1, $2, 'Day', current_date + $4::int, '07:00', '15:00', 'America/Chicago', (current_date + $4::int + time '07:00') at time zone 'America/Chicago',
       (current_date + $4::int + time '15:00') at time zone 'America/Chicago', $3, 'skills_lab', 8, 7.5, now())`,
    [of, semester, status, day],
  )
}
const fill = async (by: Person | null, of: string) =>
  call(api.fill, { school_id: of }, { context: await fixture.as(by) })

it('counts seats and hours of published and past shifts, by semester', async () => {
  const [full, bare] = [await newSemester(), await newSemester()]
  await newShift(full, 'completed', -10)
  await newShift(full, 'published', 10)
  await newShift(full, 'draft', 11)
  await newShift(full, 'cancelled', 12)
  await newShift(bare, 'draft', 10)
  expect(await fill(ana, school)).toEqual([
    { semester_id: full, seats: 16, seats_taken: 0, hours: 0, hours_done: 0 },
  ])
  // Four students on each: one of the past shift was absent, one has hours in the ledger, and two wait for the report.
  await fixture.admin.query(`set session_replication_role = replica`)
  for (const status of ['absent_excused', 'completed', 'completed', 'completed'])
    await fixture.admin.query(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $2, $3, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x where x.semester_id = $1 and x.status = 'completed'`,
      [full, (await fixture.person({ role: 'student', school })).id, status],
    )
  await fixture.admin.query(`update public.shifts set seats = 8, seats_taken = 4 where semester_id = $1`, [
    full,
  ])
  await fixture.admin.query(
    `insert into public.hours_entries (school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, source, source_key)
     select a.school_id, a.student_id, $1, a.id, a.shift_id, current_date - 10, 300, 'skills_lab', 'med_surg', 'attendance', 'seat ' || a.id
     from public.assignments a where a.status = 'completed' order by a.id limit 1`,
    [full],
  )
  await fixture.admin.query(`set session_replication_role = origin`)
  expect(await fill(ana, school)).toEqual([
    { semester_id: full, seats: 16, seats_taken: 8, hours: 5 + 2 * 7.5 + 4 * 7.5, hours_done: 5 },
  ])
})

it('is only for administrators of the school', async () => {
  const semester = await newSemester(other)
  await newShift(semester, 'published', 10, other)
  expect(await fill(ana, other)).toEqual([])
  const refusal = { code: expect.stringMatching(/^(FORBIDDEN|UNAUTHORIZED)$/) }
  for (const by of [await fixture.person({ role: 'student', school }), null])
    await expect(fill(by, school)).rejects.toMatchObject(refusal)
})
