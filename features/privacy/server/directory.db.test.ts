/** Who is left out of the directory (34 CFR 99.37): who may say so, and every list in which it counts. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { privacyHandlers } from './handlers.ts'

const api = privacyHandlers()
let at: ShiftFixture
let stella: Person
let ben: Person
let stranger: Person
let cohort: string

const choose = async (student: Person, out: boolean, by: Person | null) =>
  call(api.setDirectoryOptOut, { student_id: student.id, opted_out: out }, await at.as(by))
/** The names that the functions behind the cohort's page give. */
const namesIn = async (list: 'classmates' | 'cohort_students', who: Person): Promise<string[]> => {
  const found = list === 'classmates' ? sql`app.classmates(${cohort})` : sql`app.cohort_students(${cohort})`
  const { rows } = await at.fixture.act(who, (tx) =>
    sql<{ full_name: string }>`select full_name from ${found} order by 1`.execute(tx),
  )
  return rows.map(({ full_name: name }) => name)
}
const sinceOf = async (who: Person) =>
  (
    await at.fixture.rows<{ since: string | null }>(
      'select directory_opt_out_at as since from public.users where id = $1',
      [who.id],
    )
  )[0]!.since

beforeAll(async () => {
  at = await createShiftFixture()
  stranger = await at.fixture.person({ role: 'school_admin', school: at.otherSchool })
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  const { fixture, school, today } = at
  stella = await fixture.person({ role: 'student', school, fullName: 'Stella Lane' })
  ben = await fixture.person({ role: 'student', school, fullName: 'Ben Fischer' })
  const [made] = await fixture.rows<{ cohort_id: string }>(
    `with class as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, $4, $2, $3, 'active') returning *)
     insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) select c.id, c.school_id, u.id, c.start_date from class c, unnest($5::uuid[]) u (id) returning cohort_id`,
    [school, addDays(today, -10), addDays(today, 600), stella.id, [stella.id, ben.id]],
  )
  cohort = made!.cohort_id
})

it('is the student’s own choice, taken back as easily', async () => {
  expect(await choose(stella, true, stella)).toMatchObject({ directory_opt_out_at: expect.any(String) })
  const since = await sinceOf(stella)
  await choose(stella, true, stella)
  expect(await sinceOf(stella)).toBe(since)
  expect(await choose(stella, false, stella)).toMatchObject({ directory_opt_out_at: null })
})

it('is recorded by the school for a student, who is notified', async () => {
  expect(await choose(stella, true, at.people.ana)).toMatchObject({ student_id: stella.id })
  expect((await receivedBy(at.fixture, stella, 'release')).map(({ title }) => title)).toEqual([
    'Your name is off the lists that other students see',
  ])
  const changes = await at.fixture.rows<{ changes: object }>(
    `select changes from public.audit_events where entity = 'users' and entity_id = $1 and actor_id = $2`,
    [stella.id, at.people.ana.id],
  )
  expect(changes).toMatchObject([{ changes: { directory_opt_out_at: [null, expect.any(String)] } }])
})

it('is no one else’s to choose: a classmate, another school, an instructor, a facility, no one', async () => {
  for (const who of [ben, stranger])
    await expect(choose(stella, true, who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const who of [at.people.marcus, at.people.frank])
    await expect(choose(stella, true, who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(choose(stella, true, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // The function refuses as well, asked without the command.
  for (const who of [ben, stranger, at.people.marcus])
    await expect(
      at.fixture.act(who, (tx) =>
        tx
          .selectNoFrom((eb) =>
            eb.fn<unknown>('app.set_directory_opt_out', [eb.val(stella.id), eb.val(true)]).as('done'),
          )
          .execute(),
      ),
    ).rejects.toThrow('student.not_found')
  expect(await sinceOf(stella)).toBeNull()
})

it('takes the name off the list of classmates, and not off the school’s roster', async () => {
  expect(await namesIn('classmates', ben)).toEqual(['Stella Lane'])
  await choose(stella, true, stella)
  expect(await namesIn('classmates', ben)).toEqual([])
  expect(await namesIn('cohort_students', at.people.ana)).toEqual(['Ben Fischer', 'Stella Lane'])
})

it('holds after the student has left the school', async () => {
  await choose(stella, true, stella)
  await at.fixture.rows('update public.users set linked_school_id = null where id = $1', [stella.id])
  expect(await sinceOf(stella)).not.toBeNull()
  expect(await namesIn('classmates', ben)).toEqual([])
})
