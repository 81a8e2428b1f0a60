import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { seatCommands } from '#features/assignments/server/public.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { addDays, todayIn } from '#core/plain-date.ts'
import type { CohortDetail, CohortFields, Verdict } from '../contract.ts'
import { fakeCohort } from '../fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { hashToken } from '#platform/server/session.ts'
import { readinessOf } from '#features/credentials/server/public.ts'
import { missingHoursOf } from '#features/hours/server/public.ts'
import { archiveBlocker } from '../rules.ts'
import { joinNamedCohort } from './commands/join-named-cohort.ts'
import { cohortHandlers } from './handlers.ts'

let fixture: Fixture
let school: string
let otherSchool: string
let ana: Person
let grace: Person
let stranger: Person
let sam: Person
let proctor: Person
let otherProctor: Person
let facilityAdmin: Person
let someStudent: Person
let strangersCohort: string
const api = cohortHandlers({
  readinessOf,
  missingHoursOf,
  loadCohortHours: () => Promise.reject(new Error('not asked')),
  seats: seatCommands,
})
const today = todayIn('America/New_York')

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school, fullName: 'Ana Morales' })
  grace = await fixture.person({ role: 'school_super_admin', school })
  stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
  sam = await fixture.person({ role: 'superadmin' })
  proctor = await fixture.person({ role: 'proctor', school, fullName: 'Marcus Bell' })
  otherProctor = await fixture.person({ role: 'proctor', school })
  facilityAdmin = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  someStudent = await student()
  strangersCohort = (await create({}, stranger, otherSchool)).id
})
afterAll(() => fixture.close())

const student = (fullName = 'Test student', of = school) =>
  fixture.person({ role: 'student', school: of, fullName })

async function create(
  overrides: Partial<CohortFields> = {},
  by: Person = ana,
  of = school,
): Promise<CohortDetail> {
  return call(api.create, { ...fakeCohort(overrides), school_id: of }, { context: await fixture.as(by) })
}
const get = async (id: string, by: Person = ana) => call(api.get, { id }, { context: await fixture.as(by) })

type Options = {
  by?: Person | null
  on?: string
  reason?: 'enrolled' | 'transferred' | 'repeat' | 'leave' | 'withdrew' | 'corrected'
  key?: string
  seen?: string | null
  of?: string
}
async function move(who: readonly { id: string }[], to: string | null, options: Options = {}) {
  const { by = ana, on = today, reason = to ? 'transferred' : 'withdrew', key = randomUUID(), seen } = options
  return call(
    api.changeMemberships,
    {
      idempotency_key: key,
      school_id: options.of ?? school,
      cohort_id: to,
      on_date: on,
      reason,
      students: who.map(({ id }) => ({
        student_id: id,
        ...(seen !== undefined && { membership_id: seen }),
      })),
    },
    { context: await fixture.as(by) },
  )
}
const undo = async (id: string, by: Person | null = ana): Promise<{ undone: number; left_out: number }> =>
  call(api.undoChange, { id }, { context: await fixture.as(by) })
const namesOn = async (id: string, on?: string, by: Person = ana) =>
  (await call(api.roster, { id, ...(on && { on }) }, { context: await fixture.as(by) })).map(
    ({ full_name }) => full_name,
  )
const staysOf = (studentId: string) =>
  fixture.rows<{ cohort_id: string; from_date: string; to_date: string | null; end_reason: string | null }>(
    'select cohort_id, from_date::text, to_date::text, end_reason from public.cohort_memberships where student_id = $1 order by from_date, created_at, to_date nulls last',
    [studentId],
  )

describe('students', () => {
  it('are notified of their cohort by every kind of move, and when a change is undone', async () => {
    const [from, to] = [await create(), await create()]
    const [one, two] = [await student(), await student()]
    const notified = async (who: Person) =>
      (await receivedBy(fixture, who, 'cohort')).map(({ title, data }) => [title, data['action_url']])
    await move([one], from.id)
    await move([one, two], to.id, { key: '00000000-0000-4000-a000-00000000c0de' })
    expect(await notified(one)).toEqual([
      [`You are now in ${from.name}`, `/school/cohorts/${from.id}`],
      [`You are now in ${to.name}`, `/school/cohorts/${to.id}`],
    ])
    await undo('00000000-0000-4000-a000-00000000c0de')
    expect((await notified(one)).at(-1)).toEqual([
      `You are now in ${from.name}`,
      `/school/cohorts/${from.id}`,
    ])
    expect((await notified(two)).at(-1)).toEqual([
      expect.stringMatching(`^You leave ${to.name} on .*, \\d{4}$`),
      '/student/profile',
    ])
    const third = await student()
    await move([third], to.id)
    await move([one, third], null)
    for (const [who, name] of [
      [one, from.name],
      [third, to.name],
    ] as const)
      expect((await notified(who)).at(-1)![0]).toMatch(`You leave ${name} on `)
    expect(await notified(one)).toHaveLength(4)
    await expect(move([someStudent], strangersCohort)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await notified(someStudent)).toEqual([])
  })
})

describe('a cohort', () => {
  it('counts students who join later separately from those in it, and cannot be archived while there are any', async () => {
    const { id } = await create({ start_date: addDays(today, 40) })
    const [jenna, ben, gone] = [await student(), await student(), await student()]
    await move([jenna], id)
    await move([ben, gone], id, { on: addDays(today, 40) })
    await move([gone], null, { on: addDays(today, 40) })
    const planned = await get(id)
    expect(planned).toMatchObject({ student_count: 1, joining_count: 1 })
    expect(archiveBlocker({ ...planned, student_count: 0 })?.values).toMatchObject({ students: 1 })
  })

  it('is created once, changed with its version, and says who saved first', async () => {
    const fields = fakeCohort()
    const context = await fixture.as(ana)
    const made = await call(api.create, { ...fields, school_id: school }, { context })
    expect(made).toMatchObject({ name: fields.name, status: 'active', student_count: 0, version: 1 })
    expect((await call(api.create, { ...fields, school_id: school }, { context })).version).toBe(1)
    const { id, ...rest } = fields
    const changed = await call(api.update, { ...rest, id, size_target: 48, version: 1 }, { context })
    expect(changed).toMatchObject({ size_target: 48, version: 2 })
    await expect(
      call(api.update, { ...rest, id, size_target: 12, version: 1 }, { context: await fixture.as(grace) }),
    ).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { sent_version: 1, current: { size_target: 48, version: 2 } },
    })
    const [event] = await fixture.rows(
      `select actor_id, changes from public.audit_events where entity = 'cohorts' and entity_id = $1 and action = 'update'`,
      [id],
    )
    expect(event).toMatchObject({ actor_id: ana.id, changes: { size_target: [40, 48] } })
  })

  it('refuses reversed dates, a taken name and a program of another school', async () => {
    await expect(create({ expected_graduation: '2025-08-25' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { expected_graduation: expect.any(String) } },
    })
    const { name } = await create()
    await expect(create({ name })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { fieldErrors: { name: 'Another cohort of your school has this name.' } },
    })
    const [program] = await fixture.rows<{ id: string }>(
      `insert into public.programs (school_id, name, level) values ($1, 'Theirs', 'BSN') returning id`,
      [otherSchool],
    )
    await expect(create({ program_id: program!.id })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('goes planned → active (manually or on its date) ⇄ on hold, and keeps the reason in the audit trail', async () => {
    const planned = await create({ start_date: addDays(today, 30), expected_graduation: addDays(today, 400) })
    expect(planned.status).toBe('planned')
    const context = await fixture.as(ana)
    const { id } = planned
    await expect(call(api.setStatus, { id, version: 1, to: 'on_hold' }, { context })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    const active = await call(api.setStatus, { id, version: 1, to: 'active' }, { context })
    const held = await call(
      api.setStatus,
      { id, version: active.version, to: 'on_hold', reason: 'No seats this term' },
      { context },
    )
    expect([active.status, held.status]).toEqual(['active', 'on_hold'])
    const [event] = await fixture.rows(
      `select reason, changes from public.audit_events where entity = 'cohorts' and entity_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(event).toEqual({ reason: 'No seats this term', changes: { status: ['active', 'on_hold'] } })
  })

  it('is archived when empty, then read-only, and restored for 90 days', async () => {
    const { id } = await create()
    const jenna = await student()
    const { change_id } = await move([jenna], id)
    const context = await fixture.as(ana)
    await expect(call(api.archive, { id, version: 1 }, { context })).rejects.toMatchObject({
      message: expect.stringContaining('still has 1 student'),
    })
    await undo(change_id)
    const archived = await call(api.archive, { id, version: 1 }, { context })
    expect(archived.status).toBe('archived')
    const { id: _id, ...fields } = fakeCohort()
    await expect(
      call(api.update, { ...fields, id, version: archived.version }, { context }),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('Restore it first') })
    await expect(move([jenna], id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const restored = await call(api.restore, { id, version: archived.version }, { context })
    expect(restored.status).toBe('active')
    const again = await call(api.archive, { id, version: restored.version }, { context })
    await fixture.rows(`update public.cohorts set archived_at = now() - interval '91 days' where id = $1`, [
      id,
    ])
    await expect(call(api.restore, { id, version: again.version + 1 }, { context })).rejects.toMatchObject({
      message: expect.stringContaining('90 days'),
    })
  })

  it('has advisors only from its own school', async () => {
    const { id } = await create()
    const context = await fixture.as(ana)
    const named = await call(
      api.setAdvisors,
      { id, version: 1, user_ids: [proctor.id, grace.id] },
      { context },
    )
    expect(named.advisors.map(({ full_name }) => full_name)).toContain('Marcus Bell')
    for (const outsider of [stranger, await student()])
      await expect(
        call(api.setAdvisors, { id, version: named.version, user_ids: [outsider.id] }, { context }),
      ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })
})

describe('permissions', () => {
  const outsiders: [string, () => Person | null][] = [
    ['another school', () => stranger],
    ['a student', () => someStudent],
    ['a proctor', () => proctor],
    ['a facility admin', () => facilityAdmin],
    ['nobody', () => null],
  ]
  it.each(outsiders)('refuse every write by %s', async (_who, person) => {
    const mine = await create()
    const jenna = await student()
    const by = person()
    const context = await fixture.as(by)
    const denied = { code: expect.stringMatching(/NOT_FOUND|FORBIDDEN|UNAUTHORIZED/) }
    const { id, version } = mine
    const { id: _id, ...fields } = fakeCohort()
    const writes: (() => Promise<unknown>)[] = [
      () => call(api.create, { ...fakeCohort(), school_id: school }, { context }),
      () => call(api.update, { ...fields, id, version }, { context }),
      () => call(api.setStatus, { id, version, to: 'on_hold' as const }, { context }),
      () => call(api.archive, { id, version }, { context }),
      () => call(api.restore, { id, version }, { context }),
      () => call(api.setAdvisors, { id, version, user_ids: [] }, { context }),
      () => move([jenna], id, { by }),
      () => move([jenna], null, { by }),
      () =>
        call(
          api.planChange,
          { school_id: school, cohort_id: id, on_date: today, students: [{ student_id: jenna.id }] },
          { context },
        ),
      () =>
        call(
          api.graduate,
          {
            idempotency_key: randomUUID(),
            school_id: school,
            on_date: today,
            cohorts: [{ id, version, change_id: randomUUID() }],
          },
          { context },
        ),
    ]
    for (const write of writes) await expect(write()).rejects.toMatchObject(denied)
    const { change_id } = await move([jenna], id)
    await expect(undo(change_id, by)).rejects.toMatchObject(denied)
    expect((await get(id)).version).toBe(version)
    expect(await namesOn(id, today)).toHaveLength(1)
  })

  it('let the superadmin change any school, and a school only its own students and cohorts', async () => {
    const mine = await create({}, sam)
    const theirs = await student('Elsewhere', otherSchool)
    expect((await move([await student()], mine.id, { by: sam })).done).toBe(1)
    await expect(move([await student()], strangersCohort)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const both = await move([theirs, await student()], mine.id)
    expect(both).toMatchObject({
      done: 1,
      left_out: [{ student_id: theirs.id, full_name: null, verdict: 'unknown' }],
    })
    await expect(move([theirs], mine.id, { by: stranger, of: otherSchool })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await staysOf(theirs.id)).toEqual([])
  })

  it('let a proctor read the cohorts they advise, and a student their own and only classmates’ names', async () => {
    const { id, version } = await create()
    const [jenna, ben, gone] = [
      await student('Jenna Park'),
      await student('Ben Fischer'),
      await student('Left'),
    ]
    await move([jenna, ben, gone], id, { on: addDays(today, -20) })
    await move([gone], null)
    await call(api.setAdvisors, { id, version, user_ids: [proctor.id] }, { context: await fixture.as(ana) })

    expect(await namesOn(id, today, proctor)).toEqual(['Ben Fischer', 'Jenna Park'])
    expect((await get(id, proctor)).student_count).toBe(2)
    await expect(namesOn(id, today, otherProctor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(id, otherProctor)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(get(id, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' })

    const own = await get(id, jenna)
    expect(own).toMatchObject({ student_count: null, joining_count: null, invited_count: null })
    expect(own.advisors).toMatchObject([{ full_name: 'Marcus Bell', email: null }])
    const classmates = async (by: Person) => call(api.classmates, { id }, { context: await fixture.as(by) })
    expect(await classmates(jenna)).toEqual(['Ben Fischer'])
    expect(await classmates(gone)).toEqual([])
    expect(await classmates(await student())).toEqual([])
    await expect(namesOn(id, today, jenna)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // Directly on the tables too: only one's own row.
    const seen = await fixture.act(jenna, (tx) =>
      tx.selectFrom('cohort_memberships').select('student_id').execute(),
    )
    expect(seen.map(({ student_id }) => student_id)).toEqual([jenna.id])
    const people = await fixture.act(proctor, (tx) =>
      tx.selectFrom('users').select('id').where('role', '=', 'student').execute(),
    )
    expect(people.map((person) => person.id).toSorted()).toEqual([jenna.id, ben.id].toSorted())
    expect(
      await fixture.act(otherProctor, (tx) =>
        tx.selectFrom('users').select('id').where('role', '=', 'student').execute(),
      ),
    ).toEqual([])
  })
})

describe('moving students', () => {
  it('ends one membership and begins another, and returns who was there on a day', async () => {
    const [first, second] = [await create(), await create()]
    const jenna = await student('Jenna Park')
    await move([jenna], first.id, { on: '2026-01-12', reason: 'enrolled' })
    await move([jenna], second.id, { on: '2026-09-01' })
    expect(await staysOf(jenna.id)).toEqual([
      { cohort_id: first.id, from_date: '2026-01-12', to_date: '2026-09-01', end_reason: 'transferred' },
      { cohort_id: second.id, from_date: '2026-09-01', to_date: null, end_reason: null },
    ])
    expect(await namesOn(first.id, '2026-03-15')).toEqual(['Jenna Park'])
    expect(await namesOn(first.id, '2026-09-01')).toEqual([])
    expect(await namesOn(second.id, '2026-09-01')).toEqual(['Jenna Park'])
    expect(await namesOn(first.id)).toEqual(['Jenna Park'])
  })

  it('says for each who cannot be moved why, before and after, and moves the others', async () => {
    const [from, to] = [await create(), await create()]
    const [able, already, later, off, waiting] = [
      await student('Able'),
      await student('Already'),
      await student('Later'),
      await fixture.person({ role: 'student', school, status: 'deactivated', fullName: 'Off' }),
      await fixture.person({ role: 'student', school, status: 'pending', fullName: 'Waiting' }),
    ]
    await move([able], from.id, { on: addDays(today, -30) })
    await move([already], to.id, { on: addDays(today, -30) })
    await move([later], from.id, { on: addDays(today, 10) })
    const who = [able, already, later, off, waiting, ana, { id: randomUUID() }]
    const planned = await call(
      api.planChange,
      {
        school_id: school,
        cohort_id: to.id,
        on_date: today,
        students: who.map(({ id }) => ({ student_id: id })),
      },
      { context: await fixture.as(ana) },
    )
    const wanted: Record<string, Verdict> = {
      Able: 'ok',
      Already: 'already',
      Later: 'later',
      Off: 'deactivated',
      Waiting: 'waiting',
    }
    expect(
      Object.fromEntries(planned.filter((row) => row.full_name).map((row) => [row.full_name, row.verdict])),
    ).toEqual(wanted)
    const done = await move(who, to.id)
    expect(done.done).toBe(1)
    expect(done.left_out).toHaveLength(6)
    await expect(move([already, off], to.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(move([able], null, { reason: 'enrolled' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('happens once per key, and refuses the same key for something else', async () => {
    const { id } = await create()
    const jenna = await student()
    const key = randomUUID()
    const once = await move([jenna], id, { key })
    expect(await move([jenna], id, { key })).toEqual(once)
    await expect(move([jenna], id, { key, on: addDays(today, 1) })).rejects.toMatchObject({ status: 422 })
    expect(await staysOf(jenna.id)).toHaveLength(1)
  })

  it('tells the second of two administrators that the first was faster', async () => {
    const [a, b] = [await create(), await create()]
    const jenna = await student()
    const both = await Promise.allSettled([
      move([jenna], a.id, { seen: null }),
      move([jenna], b.id, { seen: null, by: grace }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
    expect(await staysOf(jenna.id)).toHaveLength(1)
  })

  it('moves 1,000 at once, and undoes all of them', async () => {
    const [from, to] = [await create(), await create()]
    const ids = Array.from({ length: 1000 }, () => randomUUID())
    await fixture.rows(
      `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id)
       select i, i || '@test.example', 'Many', 'student', 'active', true, $2 from unnest($1::uuid[]) i`,
      [ids, school],
    )
    const who = ids.map((id) => ({ id }))
    await move(who, from.id, { on: addDays(today, -100) })
    const { done, change_id } = await move(who, to.id)
    expect(done).toBe(1000)
    expect((await get(to.id)).student_count).toBe(1000)
    expect(await undo(change_id)).toEqual({ undone: 1000, left_out: 0 })
    expect([(await get(from.id)).student_count, (await get(to.id)).student_count]).toEqual([1000, 0])
  }, 60_000)
})

describe('undoing', () => {
  it('on the same day keeps the mistake as corrected, with no day in it, and continues the former membership', async () => {
    const [from, to] = [await create(), await create()]
    const jenna = await student()
    await move([jenna], from.id, { on: '2026-02-02', reason: 'enrolled' })
    const { change_id } = await move([jenna], to.id)
    expect(await undo(change_id)).toEqual({ undone: 1, left_out: 0 })
    const stays = await staysOf(jenna.id)
    expect(stays).toHaveLength(3)
    expect(stays).toContainEqual({
      cohort_id: to.id,
      from_date: today,
      to_date: today,
      end_reason: 'corrected',
    })
    expect(stays).toContainEqual({ cohort_id: from.id, from_date: today, to_date: null, end_reason: null })
    await expect(undo(change_id)).rejects.toMatchObject({ message: 'This was already undone.' })
  })

  it('on the next day keeps the history, and is refused after 24 hours', async () => {
    const [from, to] = [await create(), await create()]
    const jenna = await student()
    await move([jenna], from.id, { on: '2026-02-02', reason: 'enrolled' })
    const { change_id } = await move([jenna], to.id, { on: addDays(today, -1) })
    await fixture.rows(
      `update public.cohort_changes set created_at = now() - interval '25 hours' where id = $1`,
      [change_id],
    )
    await expect(undo(change_id)).rejects.toMatchObject({ message: expect.stringContaining('24 hours') })
    // Yesterday in the school's time zone, yet less than a day ago: needs a zone where the day has just begun.
    await fixture.rows(
      `update public.cohort_changes set created_at = now() - interval '23 hours 50 minutes' where id = $1`,
      [change_id],
    )
    await undo(change_id)
    const stays = await staysOf(jenna.id)
    const madeToday = todayIn('America/New_York', Date.now() - (24 * 60 - 10) * 60_000) === today
    expect(stays.at(-1)).toMatchObject({ cohort_id: from.id, to_date: null })
    expect(stays.find(({ cohort_id }) => cohort_id === to.id)).toMatchObject(
      madeToday ? { end_reason: 'corrected' } : { to_date: today, end_reason: 'transferred' },
    )
  })

  it('skips students who were changed again since', async () => {
    const [a, b, c] = [await create(), await create(), await create()]
    const [jenna, ben] = [await student(), await student()]
    await move([jenna, ben], a.id, { on: addDays(today, -9) })
    const { change_id } = await move([jenna, ben], b.id, { on: addDays(today, -5) })
    await move([ben], c.id)
    expect(await undo(change_id)).toEqual({ undone: 1, left_out: 1 })
    expect((await staysOf(ben.id)).at(-1)).toMatchObject({ cohort_id: c.id, to_date: null })
  })

  it('brings no one back into a cohort that was archived since', async () => {
    const [from, to] = [await create(), await create()]
    const jenna = await student()
    await move([jenna], from.id, { on: addDays(today, -9) })
    const { change_id } = await move([jenna], to.id)
    await fixture.rows(
      `update public.cohorts set status = 'archived', archived_from = 'active', archived_at = now() where id = $1`,
      [from.id],
    )
    await expect(undo(change_id)).rejects.toMatchObject({
      message: `${from.name} is archived: no one can be moved into it.`,
    })
  })

  it('restores an ended membership', async () => {
    const { id } = await create()
    const jenna = await student()
    await move([jenna], id, { on: addDays(today, -9) })
    const ended = await move([jenna], null, { reason: 'leave' })
    expect(await namesOn(id, today)).toEqual([])
    await undo(ended.change_id)
    expect(await namesOn(id, today)).toHaveLength(1)
  })
})

describe('graduation', () => {
  const graduate = async (id: string, version: number, by: Person, note?: string) =>
    call(
      api.graduate,
      {
        idempotency_key: randomUUID(),
        school_id: school,
        on_date: today,
        cohorts: [{ id, version, change_id: randomUUID() }],
        ...(note && { note }),
      },
      { context: await fixture.as(by) },
    )

  it('is limited to the super admin, names what is open, and can be undone by them', async () => {
    const { id } = await create({ expected_graduation: addDays(today, 1), required_hours_total: 100 })
    const jenna = await student('Jenna Park')
    await move([jenna], id, { on: addDays(today, -400) })
    await expect(graduate(id, 1, ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const open = await call(api.openItems, { id }, { context: await fixture.as(grace) })
    expect(open.map(({ item, detail }) => [item, detail])).toEqual([
      ['no_student_number', null],
      ['hours_missing', '0 of 100 h'],
    ])
    await expect(graduate(id, 1, grace)).rejects.toMatchObject({
      message: expect.stringContaining('open items'),
    })
    const [done] = await graduate(id, 1, grace, 'The registrar has the numbers.')
    expect(done).toMatchObject({ graduated: 1 })
    expect((await get(id)).status).toBe('graduated')
    expect((await staysOf(jenna.id)).at(-1)).toMatchObject({ to_date: today, end_reason: 'graduated' })
    await expect(undo(done!.change_id, ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await undo(done!.change_id, grace)
    expect(await get(id)).toMatchObject({ status: 'active', student_count: 1 })
  })

  it('names the credentials that a student is missing, each with its page', async () => {
    const { id } = await create({ required_hours_total: null })
    const jenna = await student()
    await fixture.rows(
      `update public.users set graduation_date = '2027-01-01', student_number = $2 where id = $1`,
      [jenna.id, randomUUID()],
    )
    await move([jenna], id, { on: addDays(today, -400) })
    await fixture.rows(
      `insert into public.credential_requirements (type_id, school_id, active_from) select t.id, $1, '2020-01-01' from public.credential_types t where t.code = 'BLS'`,
      [school],
    )
    const openItems = async () => call(api.openItems, { id }, { context: await fixture.as(grace) })
    expect(await openItems()).toMatchObject([
      {
        student_id: jenna.id,
        item: 'credentials_missing',
        detail: expect.stringContaining('BLS certification missing'),
      },
    ])
    await expect(graduate(id, 1, grace)).rejects.toMatchObject({
      message: expect.stringContaining('open items'),
    })
    await fixture.rows('delete from public.credential_requirements where school_id = $1', [school])
    expect(await openItems()).toEqual([])
  })

  it('needs no reason if nothing is open', async () => {
    const { id } = await create({ required_hours_total: null })
    const jenna = await student()
    await fixture.rows(
      `update public.users set graduation_date = '2027-01-01', student_number = $2 where id = $1`,
      [jenna.id, randomUUID()],
    )
    await move([jenna], id, { on: addDays(today, -400) })
    expect(await graduate(id, 1, grace)).toMatchObject([{ graduated: 1 }])
  })
})

describe('an accepted invitation that names a cohort', () => {
  /** A student who has accepted, and the transaction of the link. */
  const invited = async (cohortName: string) => {
    const jenna = await student()
    const [made] = await fixture.rows<{ id: string }>(
      `insert into public.invitations (email, role, school_id, cohort_name, expires_at, invited_by)
       values ($1, 'student', $2, $3, now() + interval '1 day', $4) returning id`,
      [jenna.email, school, cohortName, ana.id],
    )
    const hash = hashToken(randomUUID())
    await fixture.rows('insert into priv.invitation_tokens (token_hash, invitation_id) values ($1, $2)', [
      hash,
      made!.id,
    ])
    const byLink = <T>(work: (tx: Tx) => Promise<T>) =>
      withActor(fixture.authPool, null, async (tx) => {
        await sql`select set_config('app.invitation', ${hash}, true)`.execute(tx)
        await sql`update public.invitations set status = 'accepted', accepted_at = now(), accepted_user_id = ${jenna.id} where status = 'sent'`.execute(
          tx,
        )
        return work(tx)
      })
    return { jenna, byLink }
  }
  const accepted = async (cohortName: string) => {
    const { jenna, byLink } = await invited(cohortName)
    await byLink((tx) =>
      joinNamedCohort(tx, { schoolId: school, studentId: jenna.id, cohortName, invitedBy: ana.id }),
    )
    return staysOf(jenna.id)
  }
  it('adds the student to it, by name or code, if it exists and is open', async () => {
    const { id, name } = await create({ code: 'F25-A' })
    expect(await accepted(` ${name.toUpperCase()} `)).toMatchObject([{ cohort_id: id, from_date: today }])
    expect(await accepted('f25-a')).toHaveLength(1)
    expect(await accepted('Unknown cohort')).toEqual([])
    await fixture.rows(`update public.cohorts set status = 'graduated' where id = $1`, [id])
    expect(await accepted(name)).toEqual([])
  })

  it('adds the student to it by a former name or code, unless another cohort has that now', async () => {
    const { id, name, ...fields } = await create({ code: 'F26-R' })
    const context = await fixture.as(ana)
    const rename = async (to: { name: string; code: string }, version: number) =>
      call(api.update, { ...fields, ...to, id, version }, { context })
    await rename({ name: `${name} renamed`, code: 'F26-S' }, fields.version)
    await rename({ name: `${name} again`, code: 'F26-S' }, fields.version + 1)
    for (const former of [name, `${name} RENAMED`, 'f26-r', `${name} again`])
      expect(await accepted(former)).toMatchObject([{ cohort_id: id }])
    const taken = await create({ name })
    expect(await accepted(name)).toMatchObject([{ cohort_id: taken.id }])
  })

  it('leaves a student who is already in a cohort there', async () => {
    const [here, other] = [await create(), await create()]
    const { jenna, byLink } = await invited(other.name)
    await move([jenna], here.id, { on: today })
    await byLink((tx) =>
      joinNamedCohort(tx, {
        schoolId: school,
        studentId: jenna.id,
        cohortName: other.name,
        invitedBy: ana.id,
      }),
    )
    expect(await staysOf(jenna.id)).toMatchObject([{ cohort_id: here.id }])
  })

  it('PostgreSQL itself: the link begins only its own student’s membership, in the cohort it names, today', async () => {
    const [named, other] = [await create(), await create()]
    const { jenna, byLink } = await invited(named.name)
    const someone = await student()
    const begin = (cohort: string, who: string, on = today, by = ana.id) =>
      byLink((tx) =>
        sql`insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, created_by)
        values (${cohort}, ${school}, ${who}, ${on}, ${by})`.execute(tx),
      )
    const refused = { code: '42501' }
    await expect(begin(other.id, jenna.id)).rejects.toMatchObject(refused)
    await expect(begin(named.id, someone.id)).rejects.toMatchObject(refused)
    await expect(begin(named.id, jenna.id, addDays(today, -9))).rejects.toMatchObject(refused)
    await expect(begin(named.id, jenna.id, today, grace.id)).rejects.toMatchObject(refused)
    await expect(
      byLink((tx) => sql`update public.cohort_memberships set to_date = now()`.execute(tx)),
    ).rejects.toMatchObject(refused)
    await begin(named.id, jenna.id)
    expect(await staysOf(jenna.id)).toMatchObject([{ cohort_id: named.id }])
    const seen = await byLink((tx) => sql<{ id: string }>`select id from public.cohorts`.execute(tx))
    expect(seen.rows).toEqual([{ id: named.id }])
    // Not again after the acceptance.
    await fixture.rows('delete from public.cohort_memberships where student_id = $1', [jenna.id])
    await expect(begin(named.id, jenna.id)).rejects.toMatchObject(refused)
  })
})
