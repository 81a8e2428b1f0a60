/** A cohort’s requirements begin and end for a student with the school’s date, not with that of another time zone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { todayIn } from '#core/plain-date.ts'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'

let fixture: Fixture
let school: string
let ana: Person
let stella: Person
// One of these always has another date than UTC.
const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => todayIn(one) !== todayIn('UTC'))!

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Island School')
  ana = await fixture.person({ role: 'school_admin', school })
  stella = await fixture.person({ role: 'student', school })
  await fixture.rows('update public.schools set time_zone = $2 where id = $1', [school, zone])
})
afterAll(() => fixture.close())

it('a membership of one day counts on the school’s day', async () => {
  const [cohort] = await fixture.rows<{ id: string }>(
    `insert into public.cohorts (school_id, name, start_date, expected_graduation) values ($1, 'Fall', current_date - 100, current_date + 500) returning id`,
    [school],
  )
  await fixture.rows(
    `insert into public.cohort_memberships (school_id, cohort_id, student_id, from_date, to_date, end_reason)
     values ($1, $2, $3, app.school_today($1), app.school_today($1) + 1, 'transferred')`,
    [school, cohort!.id, stella.id],
  )
  const facts = async () =>
    fixture.act(
      ana,
      async (tx) =>
        (
          await sql<{
            cohort_ids: string[]
          }>`select cohort_ids from app.clearance_facts(array[${stella.id}]::uuid[], null)`.execute(tx)
        ).rows,
    )
  expect(await facts()).toEqual([{ cohort_ids: [cohort!.id] }])
})
