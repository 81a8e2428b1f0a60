/** Directory opt-out (34 CFR 99.37): who may choose it, and every list in which it counts. */
import { call } from '@orpc/server'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { newToken } from '#platform/server/session.ts'
import { setDirectoryOptOut } from './commands/set-directory-opt-out.ts'
import { privacyHandlers } from './handlers.ts'

let api: ReturnType<typeof privacyHandlers>
let at: ShiftFixture
let stella: Person
let ben: Person
let stranger: Person
let cohort: string

const choose = async (student: Person, out: boolean, by: Person | null) =>
  call(api.setDirectoryOptOut, { student_id: student.id, opted_out: out }, await at.as(by))
/** The names that the functions behind the cohort's page return. */
const namesIn = async (list: 'classmates' | 'cohort_students', who: Person): Promise<string[]> => {
  const found = list === 'classmates' ? sql`app.classmates(${cohort})` : sql`app.cohort_students(${cohort})`
  const { rows } = await at.fixture.act(who, (tx) =>
    sql<{ full_name: string }>`select full_name from ${found} order by 1`.execute(tx),
  )
  return rows.map(({ full_name: name }) => name)
}
const WAITING = `select from pg_locks where not granted and locktype = 'transactionid'
  and pid in (select pid from pg_stat_activity where datname = current_database())`
const sinceOf = async (who: Person) =>
  (
    await at.fixture.rows<{ since: string | null }>(
      'select directory_opt_out_at as since from public.users where id = $1',
      [who.id],
    )
  )[0]!.since

beforeAll(async () => {
  at = await createShiftFixture()
  api = privacyHandlers(at.fixture)
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

it('is the student’s own choice, and can be undone as easily', async () => {
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

it('is one choice and one notification after two simultaneous clicks', async () => {
  const { fixture, people } = at
  const choice = { student_id: stella.id, opted_out: true }
  const again = await withActor(fixture.authPool, people.ana.tokenHash, async (tx) => {
    await setDirectoryOptOut(tx, { userId: people.ana.id }, choice)
    const second = choose(stella, true, people.ana)
    await expect.poll(async () => (await fixture.rows(WAITING)).length).toBe(1)
    return { second }
  })
  expect(await again.second).toMatchObject({ directory_opt_out_at: expect.any(String) })
  expect(await receivedBy(fixture, stella, 'release')).toHaveLength(1)
})

it("can't be chosen by anyone else: a classmate, another school, an instructor, a facility, an anonymous caller", async () => {
  for (const who of [ben, stranger])
    await expect(choose(stella, true, who)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  for (const who of [at.people.marcus, at.people.frank])
    await expect(choose(stella, true, who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(choose(stella, true, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  // PostgreSQL also refuses it without the command: the sign-in login changes no row of theirs, and the application's none at all.
  const optOut = sql`update public.users set directory_opt_out_at = now()`
  for (const who of [ben, stranger, at.people.marcus, at.people.frank, null]) {
    await withActor(at.fixture.authPool, who?.tokenHash ?? null, (tx) => optOut.execute(tx))
    expect(await sinceOf(stella)).toBeNull()
  }
  for (const who of [stella, at.people.ana, at.people.sam])
    await expect(at.fixture.act(who, (tx) => optOut.execute(tx))).rejects.toMatchObject({ code: '42501' })
})

it('is chosen for oneself in person, and changes nothing else about a student', async () => {
  const { authPool } = at.fixture
  const as = (who: Pick<Person, 'tokenHash'>, statement: RawBuilder<unknown>) =>
    withActor(authPool, who.tokenHash, (tx) => statement.execute(tx))
  for (const who of [stella, at.people.ana]) {
    for (const when of [sql`'2020-01-01'`, sql`now() + interval '1 day'`])
      await expect(
        as(who, sql`update public.users set directory_opt_out_at = ${when} where id = ${stella.id}`),
      ).rejects.toMatchObject({ code: '42501' })
    for (const change of [sql`full_name = 'x'`, sql`linked_school_id = null`, sql`email_verified = true`])
      await expect(
        as(who, sql`update public.users set ${change} where id = ${stella.id}`),
      ).rejects.toMatchObject({ code: '42501' })
  }
  // Of a school's people, only its students; while acting as someone, no one.
  const seen = await as(
    at.people.ana,
    sql`select distinct role, linked_school_id as school from public.users`,
  )
  expect(seen.rows).toEqual([{ role: 'student', school: at.school }])
  const { hash } = newToken()
  await at.fixture.rows(
    `insert into priv.sessions (token_hash, user_id, expires_at, impersonated_user_id, impersonation_reason, impersonation_expires_at,
       impersonation_may_write) values ($1, $2, now() + interval '1 hour', $3, 'Looks into a question', now() + interval '20 minutes', true)`,
    [hash, at.people.sam.id, stella.id],
  )
  const changed = await as({ tokenHash: hash }, sql`update public.users set directory_opt_out_at = now()`)
  expect(changed.numAffectedRows).toBe(0n)
  await at.fixture.rows('update public.users set email_verified = false where id = $1', [stella.id])
  await expect(choose(stella, true, at.people.ana)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await sinceOf(stella)).toBeNull()
})

it('removes the name from the list of classmates, but not from the school’s roster', async () => {
  expect(await namesIn('classmates', ben)).toEqual(['Stella Lane'])
  await choose(stella, true, stella)
  expect(await namesIn('classmates', ben)).toEqual([])
  expect(await namesIn('cohort_students', at.people.ana)).toEqual(['Ben Fischer', 'Stella Lane'])
})

it('stays after the student has left the school', async () => {
  await choose(stella, true, stella)
  await at.fixture.rows('update public.users set linked_school_id = null where id = $1', [stella.id])
  expect(await sinceOf(stella)).not.toBeNull()
  expect(await namesIn('classmates', ben)).toEqual([])
})
