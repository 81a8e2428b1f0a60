/** A cohort’s requirements begin and end for a student with the school’s date, not with that of another time zone. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays, todayHere, todayIn } from '#core/plain-date.ts'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { refreshClearances } from './commands/refresh-clearances.ts'
import { clearanceOnShift } from './queries/clearance-on-shift.ts'
import { ownClearance } from './queries/own-clearance.ts'
import { readinessOf } from './queries/readiness-of.ts'

let fixture: Fixture
let school: string
let ana: Person
let stella: Person
// One of these always has another date than this process.
const zone = ['Pacific/Kiritimati', 'Pacific/Pago_Pago'].find((one) => todayIn(one) !== todayHere())!

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

it('a credential has expired on the school’s day, also in what is kept of a clearance', async () => {
  await fixture.rows(
    `insert into public.credential_requirements (type_id, school_id, active_from) select id, $1, '2020-01-01' from public.credential_types where code = 'BLS'`,
    [school],
  )
  const today = todayIn(zone)
  const lasts = today < todayHere() ? today : todayHere()
  await fixture.rows(
    `insert into public.credentials (school_id, person_id, type_id, status, issued_on, expires_on)
     select $1, $2, id, 'approved', $3::date - 100, $3::date from public.credential_types where code = 'BLS'`,
    [school, stella.id, lasts],
  )
  const hospital = await fixture.facility({ name: 'Harborview' })
  await fixture.partnership(school, hospital)
  const site = await fixture.facility({ kind: 'site', parent: hospital })
  const unit = await fixture.facility({ kind: 'unit', parent: site, name: 'ICU' })
  const marcus = await fixture.person({ role: 'proctor', school })
  const [{ id: shift }] = (await fixture.rows<{ id: string }>(
    `with term as (insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active)
       values ($1, 'Fall', current_date - 60, current_date + 200, 'custom', '2026', false) returning id)
     insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, proctor_id, seats, submitted_at, published_at)
     select $1, id, $2::date, '09:00', '15:00', 'UTC', $2::date + time '09:00', $2::date + time '15:00', $3, 'published', $4, 8, now(), now() from term returning id`,
    [school, addDays(today, 10), unit, marcus.id],
  )) as [{ id: string }]
  await fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, during, busy)
     select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from public.shifts s where s.id = $1`,
    [shift, stella.id],
  )
  await withActor(fixture.workerPool, null, (tx) => refreshClearances(tx), { deadlineMs: 10_000 })
  const kept = await fixture.rows<{ missing: string[] }>(
    'select missing from public.seat_clearances where shift_id = $1',
    [shift],
  )
  const live = await fixture.act(ana, async (tx) => [
    (await clearanceOnShift(tx, shift, [stella.id])).get(stella.id),
    (await readinessOf(tx, [stella.id])).get(stella.id),
  ])
  const own = await fixture.act(stella, (tx) => ownClearance(tx, [shift]))
  const word = lasts < today ? /^BLS certification expired/ : /^BLS certification expires/
  expect([...kept, ...live, ...own].map((one) => one?.missing)).toEqual(
    Array.from({ length: 4 }, () => [expect.stringMatching(word)]),
  )
})
