/** The progress of cohorts' hours from the ledger, only for a school's administrators. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { seatCommands } from '#features/assignments/server/public.ts'
import { cohortHandlers } from '#features/cohorts/server/handlers.ts'
import { readinessOf } from '#features/credentials/server/public.ts'
import { loadCohortHours, missingHoursOf } from '#features/hours/server/public.ts'
import { createShiftFixture as createFixture } from '#features/shifts/server/fake.ts'
import type { Person } from '#database/testing.ts'

const api = cohortHandlers({ readinessOf, missingHoursOf, loadCohortHours, seats: seatCommands })
let at: Awaited<ReturnType<typeof createFixture>>
let cohort: string
let student: Person
beforeAll(async () => {
  at = await createFixture()
  student = await at.fixture.person({ role: 'student', school: at.school })
  const [made] = await at.fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation, status, required_hours_total) values ($1, 'Fall', $2, $3, 'active', 400) returning id`,
    [at.school, addDays(at.today, -200), addDays(at.today, 200)],
  )
  cohort = made!.id
  await at.fixture.rows(
    'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
    [cohort, at.school, student.id, addDays(at.today, -190)],
  )
  await at.fixture.rows(
    `insert into public.hours_entries (school_id, student_id, date, minutes, kind, specialty, source, source_key)
     values ($1, $2, $3, 6000, 'direct_care', 'med_surg', 'import', 'before')`,
    [at.school, student.id, addDays(at.today, -30)],
  )
})
afterAll(() => at.fixture.close())

const ask = async (who: Person | null) => call(api.hours, undefined, { context: await at.fixture.as(who) })

it('a school reads the hours of its cohorts, and another school none of them', async () => {
  const own = (await ask(at.people.ana)).find(({ cohort_id: id }) => id === cohort)
  expect(own).toMatchObject({ students: 1, required: 400, done: 100 })
  expect((await ask(at.people.rob)).some(({ cohort_id: id }) => id === cohort)).toBe(false)
})

it('is refused to a student, an instructor, a facility and visitors', async () => {
  const facility = await at.fixture.person({ role: 'facility_admin', facility: await at.fixture.facility() })
  for (const who of [student, at.people.marcus, facility])
    await expect(ask(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(ask(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
