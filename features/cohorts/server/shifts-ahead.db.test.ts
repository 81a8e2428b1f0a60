import { randomUUID } from 'node:crypto'
import { expect, it, onTestFinished } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import { listOpenItems } from './queries/list-open-items.ts'

it('counts the shifts that students are still expected on before they graduate, published or not', async () => {
  const at = await createShiftFixture()
  onTestFinished(() => at.fixture.close())
  const jenna = await at.fixture.person({ role: 'student', school: at.school })
  const cohort = randomUUID()
  await at.fixture.rows(
    `insert into public.cohorts (id, school_id, name, status, start_date, expected_graduation) values ($1, $2, 'Fall', 'active', $3, $4)`,
    [cohort, at.school, addDays(at.today, -400), addDays(at.today, 100)],
  )
  await at.fixture.rows(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)`,
    [cohort, at.school, jenna.id, addDays(at.today, -400)],
  )
  const [asked, approved, canceled] = [
    await at.draft({ date: addDays(at.today, 40) }),
    await at.draft({ date: addDays(at.today, 42) }),
    await at.draft({ date: addDays(at.today, 46) }),
  ]
  for (const shift of [asked, approved, canceled]) await at.submit(shift)
  for (const shift of [approved, canceled]) await at.approve(shift)
  const published = await at.published({ date: addDays(at.today, 44) })
  for (const shift of [asked, approved, published, canceled])
    await at.fixture.rows(
      `insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
       select $1, x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $3`,
      [randomUUID(), jenna.id, shift],
    )
  await at.cancel(canceled)
  const none = async () => new Map<string, never>()
  const open = await at.fixture.act(at.people.ana, (tx) =>
    listOpenItems(tx, cohort, { readinessOf: none, missingHoursOf: none }),
  )
  expect(open.filter(({ item }) => item === 'shifts_ahead').map(({ detail }) => detail)).toEqual(['3'])
})
