import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, offer, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { Decision } from '../contract.ts'
import { holdingCommands } from '#app/holding-commands.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { createLog } from '#platform/server/log.ts'
import { departureHandlers } from './handlers.ts'
import { departureJobs } from './jobs.ts'

let at: ShiftFixture
let api: ReturnType<typeof departureHandlers>
beforeAll(async () => {
  at = await createShiftFixture()
  api = departureHandlers({ ...at.fixture, commands: holdingCommands })
})
afterAll(() => at.fixture.close())

let iris: Person
beforeEach(async () => {
  iris = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Iris Holm' })
})

const { context } = { context: async (who: Person | null) => ({ context: await at.fixture.as(who) }) }
const planOf = async (person: Person, by: Person | null = at.people.ana) =>
  call(api.plan, { user_id: person.id }, await context(by))

async function deactivate(
  person: Person,
  decisions: Decision[],
  by: Person | null = at.people.ana,
  changes: {
    version?: number
    idempotency_key?: string
    last_day?: string
    departure_version?: number
    job_id?: string
  } = {},
) {
  const [row] = await at.fixture.rows<{ version: number }>('select version from public.users where id = $1', [
    person.id,
  ])
  return call(
    api.deactivate,
    {
      user_id: person.id,
      version: row!.version,
      reason: 'Left the school',
      decisions,
      idempotency_key: randomUUID(),
      ...changes,
    },
    await context(by),
  )
}
const statusOf = async (person: Person) =>
  (await at.fixture.rows('select status from public.users where id = $1', [person.id]))[0]!['status']
const shiftOf = async (id: string) =>
  (
    await at.fixture.rows(
      'select proctor_id, preceptor_id, instructor_to_be_named from public.shifts where id = $1',
      [id],
    )
  )[0]!
const notificationsOf = (person: Person) => receivedBy(at.fixture, person)

/** Published shifts led by Iris, on consecutive days starting this many days ahead. */
async function led(count: number, from = 40): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++)
    ids.push(await at.published({ date: addDays(at.today, from + n), proctor_id: iris.id }))
  return ids
}
const freeAll = (holdings: { kind: Decision['kind']; id: string }[]): Decision[] =>
  holdings.map(({ kind, id }) => ({ kind, id, action: 'free', successor_id: null }))

async function seat(student: Person, shift: string, status = 'assigned'): Promise<string> {
  const id = randomUUID()
  await at.fixture.rows(
    `insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
     select $1, x.id, x.school_id, $2, $4, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
     from public.shifts x where x.id = $3`,
    [id, student.id, shift, status],
  )
  return id
}

describe('an instructor leaves', () => {
  it('lists what they hold, presets nothing, and is refused while something is undecided', async () => {
    const shifts = await led(3)
    const cohort = randomUUID()
    await at.fixture.rows(
      `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status) values ($1, $2, $3, current_date, current_date + 600, 'active')`,
      [cohort, at.school, `Fall ${cohort.slice(0, 4)}`],
    )
    await at.fixture.rows(
      `insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)`,
      [cohort, at.school, iris.id],
    )
    const plan = await planOf(iris)
    expect(plan.blocker).toBeNull()
    expect(plan.holdings.map(({ kind, id }) => [kind, id])).toEqual([
      ...shifts.map((id) => ['lead', id]),
      ['cohort', cohort],
    ])
    expect(plan.holdings[0]!.label).toContain('5 East')
    await expect(deactivate(iris, [])).rejects.toMatchObject({ code: 'UNDECIDED' })
    await expect(deactivate(iris, freeAll(plan.holdings).slice(1))).rejects.toMatchObject({
      code: 'UNDECIDED',
      data: { holdings: [{ id: shifts[0] }] },
    })
    expect(await statusOf(iris)).toBe('active')
    expect(await shiftOf(shifts[1]!)).toMatchObject({ proctor_id: iris.id })
  })

  it('hands over, leaves unassigned or keeps, as chosen; each affected person is notified once', async () => {
    const shifts = await led(18, 60)
    const heir = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Nora Bell' })
    const student = await at.fixture.person({ role: 'student', school: at.school })
    for (const shift of shifts) await seat(student, shift)
    await at.fixture.rows('delete from public.notifications')
    const decisions: Decision[] = shifts.map((id, n) => ({
      kind: 'lead',
      id,
      action: n < 12 ? 'hand_over' : n < 17 ? 'free' : 'keep',
      successor_id: n < 12 ? heir.id : null,
    }))
    const key = randomUUID()
    const done = await deactivate(iris, decisions, at.people.ana, { version: 1, idempotency_key: key })
    expect(done).toMatchObject({ handed_over: 12, freed: 5, kept: 1 })
    // Repeating the request does it only once.
    expect(await deactivate(iris, decisions, at.people.ana, { version: 1, idempotency_key: key })).toEqual(
      done,
    )
    expect(await statusOf(iris)).toBe('deactivated')
    expect(await shiftOf(shifts[0]!)).toMatchObject({ proctor_id: heir.id })
    expect(await shiftOf(shifts[12]!)).toMatchObject({ proctor_id: null, instructor_to_be_named: true })
    expect(await shiftOf(shifts[17]!)).toMatchObject({ proctor_id: iris.id })
    for (const person of [heir, student, iris]) {
      const received = await notificationsOf(person)
      expect(received).toHaveLength(1)
      expect(received[0]!['title']).toBe('Iris Holm is leaving: what changes for you')
    }
    const trail = await call(at.api.trail, { id: shifts[0]! }, await at.as(at.people.ana))
    expect(trail.filter(({ event }) => event === 'change')).toMatchObject([
      { details: { proctor_id: ['Iris Holm', 'Nora Bell'] } },
    ])
  })

  it('refuses a successor who has another shift then, names the shift, and changes nothing', async () => {
    const [shift, free] = await led(2, 90)
    const busy = await at.fixture.person({ role: 'proctor', school: at.school })
    await at.published({ date: addDays(at.today, 90), proctor_id: busy.id, facility_id: at.icu })
    const { successors } = await planOf(iris)
    expect(successors.find(({ kind, id }) => kind === 'lead' && id === busy.id)?.clashes).toEqual([shift])
    const to = (id: string): Decision => ({ kind: 'lead', id, action: 'hand_over', successor_id: busy.id })
    await expect(deactivate(iris, [to(shift!), to(free!)])).rejects.toMatchObject({
      code: 'CANNOT_TAKE_OVER',
      data: { holdings: [{ id: shift }] },
    })
    const stranger = await at.fixture.person({ role: 'proctor', school: at.otherSchool })
    await expect(
      deactivate(iris, [
        { ...to(shift!), successor_id: stranger.id },
        { ...to(free!), successor_id: stranger.id },
      ]),
    ).rejects.toMatchObject({ code: 'CANNOT_TAKE_OVER' })
    expect(await shiftOf(free!)).toMatchObject({ proctor_id: iris.id })
    expect(await statusOf(iris)).toBe('active')
  })

  it('of two people at once, one succeeds and the other reads why not', async () => {
    const [shift] = await led(1, 110)
    const decisions = freeAll([{ kind: 'lead', id: shift! }])
    const outcomes = await Promise.allSettled([
      deactivate(iris, decisions, at.people.ana, { version: 1 }),
      deactivate(iris, decisions, at.people.una, { version: 1 }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    const name = outcomes[0]!.status === 'fulfilled' ? 'Test school_admin' : 'Test school_super_admin'
    expect(failed?.reason).toMatchObject({
      code: 'CONFLICT',
      message: `${name} changed this person in the meantime: status (now deactivated).`,
      data: {
        kind: 'version',
        sent_version: 1,
        changes: [{ by: name, is_me: false, fields: [{ before: 'Active', after: 'Deactivated' }] }],
      },
    })
  })
})

it('a student’s seat is freed and offered to the next in line; requests, waitlist positions and swaps end', async () => {
  const student = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Jenna Park' })
  const mate = await at.fixture.person({ role: 'student', school: at.school })
  const shift = await at.published({ date: addDays(at.today, 130) })
  const other = await at.published({ date: addDays(at.today, 131) })
  const mine = await seat(student, shift)
  await seat(student, other, 'waitlisted')
  const theirs = await seat(mate, shift, 'waitlisted')
  await at.fixture.rows('update public.shifts set seats = 1, seats_limit = $2 where id = $1', [
    shift,
    'shift',
  ])
  const swap = randomUUID()
  await at.fixture.rows(
    `insert into public.shift_swaps (id, school_id, assignment_id, from_student_id, to_student_id) values ($1, $2, $3, $4, $5)`,
    [swap, at.school, mine, student.id, mate.id],
  )
  const { holdings } = await planOf(student)
  expect(holdings.map(({ kind }) => kind)).toEqual(['seat', 'request', 'swap'])
  await deactivate(student, freeAll(holdings))
  await offer(at)
  const statuses = await at.fixture.rows<{ id: string; status: string }>(
    'select id, status from public.assignments where id = any ($1)',
    [[mine, theirs]],
  )
  expect(Object.fromEntries(statuses.map(({ id, status }) => [id, status]))).toEqual({
    [mine]: 'removed',
    [theirs]: 'offered',
  })
  expect(await at.fixture.rows('select status from public.shift_swaps where id = $1', [swap])).toEqual([
    { status: 'lapsed' },
  ])
  expect(await planOf(student).then(({ holdings: left }) => left)).toEqual([])
})

it('a classmate reads which swap was called off', async () => {
  const student = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Jenna Park' })
  const mate = await at.fixture.person({ role: 'student', school: at.school })
  const date = addDays(at.today, 132)
  const theirs = await seat(mate, await at.published({ date }))
  await at.fixture.rows(
    `insert into public.shift_swaps (id, school_id, assignment_id, from_student_id, to_student_id) values ($1, $2, $3, $4, $5)`,
    [randomUUID(), at.school, theirs, mate.id, student.id],
  )
  const { holdings } = await planOf(student)
  expect(holdings.map(({ kind }) => kind)).toEqual(['swap'])
  await deactivate(student, freeAll(holdings))
  const received = await receivedBy(at.fixture, mate)
  expect(received.map(({ message }) => message).join()).toMatch(
    /[AP]M\. Jenna Park is leaving\. Your own seats stay yours\./,
  )
})

it('a facility admin who precepts hands the shifts to another preceptor, and loses permissions and requests', async () => {
  const [pat, paul] = [
    await at.fixture.person({ role: 'facility_admin', facility: at.ward, fullName: 'Pat Preceptor' }),
    await at.fixture.person({ role: 'facility_admin', facility: at.ward, fullName: 'Paul Preceptor' }),
  ]
  for (const { id } of [pat, paul])
    await at.fixture.rows(
      `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, 'capstone_preceptor')`,
      [id, at.ward],
    )
  const shift = await at.published({
    date: addDays(at.today, 140),
    preceptor_id: pat.id,
    experience_type: 'precepted',
  })
  // The school is still drafting this one: the facility cannot see it, but it is freed too.
  const draft = await at.draft({ date: addDays(at.today, 141), preceptor_id: pat.id })
  const { holdings, successors } = await planOf(pat, at.people.frank)
  expect(holdings.map(({ kind }) => kind)).toEqual(['precept', 'precept', 'permission'])
  expect(successors.filter(({ kind }) => kind === 'precept').map(({ id }) => id)).toEqual([paul.id])
  await deactivate(
    pat,
    [
      { kind: 'precept', id: shift, action: 'hand_over', successor_id: paul.id },
      ...freeAll(holdings.filter(({ id }) => id !== shift)),
    ],
    at.people.frank,
  )
  expect(await shiftOf(shift)).toMatchObject({ preceptor_id: paul.id })
  expect(await shiftOf(draft)).toMatchObject({ preceptor_id: null })
  expect(
    await at.fixture.rows('select is_enabled from public.facility_admin_permissions where user_id = $1', [
      pat.id,
    ]),
  ).toEqual([{ is_enabled: false }])
})

describe('access', () => {
  it('no one deactivates people of another school or of a higher role', async () => {
    const { ana, una, rob, frank, eve, sam, marcus } = at.people
    const student = await at.fixture.person({ role: 'student', school: at.school })
    const refused = { code: expect.stringMatching(/^(NOT_FOUND|FORBIDDEN|UNAUTHORIZED)$/) }
    for (const [by, whom] of [
      [rob, iris],
      [rob, student],
      [frank, iris],
      [marcus, student],
      [student, iris],
      [null, iris],
      [ana, una],
      [ana, frank],
      [ana, sam],
      [eve, frank],
      [iris, ana],
    ] as const) {
      await expect(planOf(whom, by)).rejects.toMatchObject(refused)
      await expect(deactivate(whom, [], by)).rejects.toMatchObject(refused)
      expect(await statusOf(whom)).toBe('active')
    }
    // The last superadmin, and the only administrator of an organization, stay; the refusal names who could do it.
    await expect(deactivate(sam, [], sam)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(deactivate(frank, [], frank)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('Invite another administrator first'),
    })
    expect(await statusOf(frank)).toBe('active')
    // Called directly in PostgreSQL, the functions refuse too, and the lists are empty.
    const { sql } = await import('kysely')
    const [shift] = await led(1, 150)
    for (const statement of [
      sql`select app.lock_led_shift(${shift!}, ${iris.id}, false)`,
      sql`select app.write_leaders(${shift!}, ${iris.id}, '{"proctor_id": null}', 'Because')`,
      sql`select app.switch_permission_of(${iris.id}, ${at.ward}, 'capstone_preceptor', false)`,
      sql`select app.withdraw_request_of(${randomUUID()}, ${iris.id})`,
      sql`select app.write_person(${iris.id}, 'proctor', ${at.school}, null, 'deactivated')`,
    ])
      for (const by of [rob, frank, marcus, student])
        await expect(at.fixture.act(by, (tx) => statement.execute(tx))).rejects.toMatchObject({
          code: '42501',
        })
    for (const list of [sql`select * from app.held_by(${iris.id})`])
      expect((await at.fixture.act(rob, (tx) => list.execute(tx))).rows).toEqual([])
  })

  it('the last administrator of a school or organization stays until there is another', async () => {
    const { sam } = at.people
    const school = await at.fixture.school('Alone College')
    const admin = await at.fixture.person({ role: 'school_super_admin', school, fullName: 'Ada Alone' })
    const facility = await at.fixture.facility({ name: 'Alone Health' })
    const manager = await at.fixture.person({ role: 'facility_admin', facility })
    const refusal = 'Ada Alone is the last administrator of Alone College. Invite another administrator first'
    const plan = await planOf(admin, sam)
    expect(plan.blocker).toContain(refusal)
    // For a superadmin working in another school, the page to invite another administrator; the tenant's own people have it in their menu.
    expect(plan.last_of).toEqual({ kind: 'school', id: school })
    expect((await planOf(manager, sam)).last_of).toEqual({ kind: 'facility', id: facility })
    expect(await planOf(admin, admin)).toMatchObject({ blocker: plan.blocker, last_of: null })
    await expect(deactivate(admin, [], sam)).rejects.toMatchObject({
      message: expect.stringContaining(refusal),
    })
    await expect(deactivate(manager, [], sam)).rejects.toMatchObject({ code: 'CONFLICT' })
    await at.fixture.person({ role: 'school_admin', school })
    await at.fixture.person({ role: 'facility_admin', facility })
    expect(await planOf(admin, sam)).toMatchObject({ blocker: null, last_of: null })
    await deactivate(admin, [], sam)
    await deactivate(manager, [], sam)
    expect(await statusOf(admin)).toBe('deactivated')
  })

  it('their administrator reactivates them, with the shifts that no one else leads', async () => {
    const [shift, taken, handed] = await led(3, 160)
    const heir = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Nora Bell' })
    const { version } = await deactivate(iris, [
      ...freeAll([
        { kind: 'lead', id: shift! },
        { kind: 'lead', id: taken! },
      ]),
      { kind: 'lead', id: handed!, action: 'hand_over', successor_id: heir.id },
    ])
    await at.fixture.rows(
      'update public.shifts set proctor_id = $2, instructor_to_be_named = false where id = $1',
      [taken, heir.id],
    )
    const input = { user_id: iris.id, version, reason: 'Came back' }
    await expect(call(api.reactivate, input, await context(at.people.rob))).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    const back = await call(api.reactivate, input, await context(at.people.ana))
    expect(await statusOf(iris)).toBe('active')
    expect(await shiftOf(shift!)).toMatchObject({ proctor_id: iris.id, instructor_to_be_named: false })
    expect(await shiftOf(taken!)).toMatchObject({ proctor_id: heir.id })
    expect(back.given_back).toBe(1)
    expect(back.left.map(({ reason }) => reason)).toEqual([
      'Someone else leads it now, or it is no longer planned.',
      'Nora Bell has it now.',
    ])
  })
})

/** Iris leads this many shifts, two a day, starting this many days ahead. */
async function leadsMany(count: number, from: number): Promise<void> {
  const [first] = await led(1, from)
  await at.fixture.rows(
    `insert into public.shifts (school_id, semester_id, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, status, proctor_id, seats, approved_capacity)
     select x.school_id, x.semester_id, x.date + n / 2, '07:00', '08:00', x.time_zone, x.starts_at + make_interval(days => n / 2, hours => 9 + n % 2 * 2),
       x.starts_at + make_interval(days => n / 2, hours => 10 + n % 2 * 2), x.facility_id, 'published', x.proctor_id, 8, 8
     from public.shifts x, generate_series(1, $2::int - 1) n where x.id = $1`,
    [first, count],
  )
}
const runIt = (id: string, signal = new AbortController().signal) =>
  runJob(
    { ...at.fixture, jobPool: at.fixture.pool, log: createLog({ level: 'silent' }) },
    departureJobs(holdingCommands),
    id,
    signal,
  )
const jobOf = async (id: string) =>
  (await at.fixture.rows('select status, result, error_message from public.jobs where id = $1', [id]))[0]!

describe('someone with 200 shifts', () => {
  let heir: Person
  const handAll = async () => {
    const { holdings } = await planOf(iris)
    return holdings.map(({ kind, id }): Decision => ({
      kind,
      id,
      action: 'hand_over',
      successor_id: heir.id,
    }))
  }
  const ledBy = async (person: Person) =>
    (await at.fixture.rows('select 1 from public.shifts where proctor_id = $1', [person.id])).length
  beforeEach(async () => {
    heir = await at.fixture.person({ role: 'proctor', school: at.school, fullName: 'Nora Heir' })
  })

  it('is deactivated by a job with progress, all at once, and each person is notified once', async () => {
    await leadsMany(200, 170)
    const job_id = randomUUID()
    const asked = await deactivate(iris, await handAll(), at.people.ana, { job_id })
    expect(asked).toMatchObject({ job_id, handed_over: 200, freed: 0 })
    expect([await statusOf(iris), await ledBy(heir)]).toEqual(['active', 0])
    const steps = new Set<number>()
    const watching = setInterval(
      () =>
        void at.fixture
          .rows('select done from public.jobs where id = $1', [job_id])
          .then(([row]) => steps.add(row!['done'] as number)),
      50,
    )
    await runIt(job_id)
    clearInterval(watching)
    expect(await jobOf(job_id)).toMatchObject({ status: 'done', result: { handed_over: 200 } })
    expect([await statusOf(iris), await ledBy(heir)]).toEqual(['deactivated', 200])
    expect(steps.size).toBeGreaterThan(1)
    const [received] = await notificationsOf(heir)
    expect(received!['message']).toMatch(/… and \d+ more\.$/)
  })

  it('stays unchanged when the job is canceled or dies midway, and it starts again', async () => {
    await leadsMany(60, 275)
    const job_id = randomUUID()
    await deactivate(iris, await handAll(), at.people.ana, { job_id })
    const dying = new AbortController()
    const late = setTimeout(() => dying.abort(), 150)
    await runIt(job_id, dying.signal).catch(() => {})
    clearTimeout(late)
    const first = [await statusOf(iris), await ledBy(heir)]
    expect([
      ['active', 0],
      ['deactivated', 60],
    ]).toContainEqual(first)
    await runIt(job_id)
    expect([await statusOf(iris), await ledBy(heir)]).toEqual(['deactivated', 60])
    expect((await notificationsOf(heir)).length).toBe(1)
  })

  it('stays, and the refusal names what changed in the meantime', async () => {
    await leadsMany(2, 310)
    const job_id = randomUUID()
    await deactivate(iris, await handAll(), at.people.ana, { job_id })
    await led(1, 315)
    await runIt(job_id)
    expect(await jobOf(job_id)).toMatchObject({
      status: 'failed',
      error_message: expect.stringMatching(
        /^Nothing was changed: there is something new to decide on \(.*\)\. Open the person and decide again\.$/,
      ),
    })
    expect([await statusOf(iris), await ledBy(heir)]).toEqual(['active', 0])
  })

  it('is refused before a job starts if something is undecided, or the caller may not', async () => {
    await leadsMany(2, 320)
    const [, ...rest] = await handAll()
    const job_id = randomUUID()
    await expect(deactivate(iris, rest, at.people.ana, { job_id })).rejects.toMatchObject({
      code: 'UNDECIDED',
    })
    await expect(deactivate(iris, [], at.people.rob, { job_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await at.fixture.rows('select 1 from public.jobs where id = $1', [job_id])).toEqual([])
  })
})
