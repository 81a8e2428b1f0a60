import { receivedBy } from '#app/testing-notifications.ts'
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays, type PlainDate, todayIn, weekdayOf } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { sql } from 'kysely'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import type { Decision } from '../contract.ts'
import { holdingCommands } from '#app/holding-commands.ts'
import { departureHandlers } from './handlers.ts'
import { startDue } from './commands/start-due.ts'
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

/** The next second Sunday of March at least a day ahead: clocks go forward. */
function nextClockChange(today: PlainDate): PlainDate {
  const inYear = (year: number) => addDays(`${year}-03-14`, -(weekdayOf(`${year}-03-14`) % 7))
  const year = Number(today.slice(0, 4))
  return [year, year + 1].map(inYear).find((day) => day > addDays(today, 1))!
}

const as = async (who: Person | null) => ({ context: await at.fixture.as(who) })
const planOf = async (person: Person, by: Person | null = at.people.ana) =>
  call(api.plan, { user_id: person.id }, await as(by))
async function leave(
  person: Person,
  lastDay: string | null,
  { by = at.people.ana, decisions }: { by?: Person; decisions?: Decision[] } = {},
) {
  const { person: seen, holdings, departure } = await planOf(person, by)
  const free = holdings
    .filter(({ date }) => lastDay === null || date === null || date > lastDay)
    .map(({ kind, id }): Decision => ({ kind, id, action: 'free', successor_id: null }))
  return call(
    api.deactivate,
    {
      user_id: person.id,
      version: seen.version,
      departure_version: departure?.version ?? null,
      reason: 'Moves to another city',
      last_day: lastDay,
      decisions: decisions ?? free,
      idempotency_key: randomUUID(),
    },
    await as(by),
  )
}
const cancel = async (person: Person, by: Person = at.people.ana) =>
  call(
    api.cancel,
    {
      user_id: person.id,
      departure_version: (await planOf(person, by)).departure?.version ?? 0,
      reason: 'Stays',
    },
    await as(by),
  )
const statusOf = async ({ id }: Person) =>
  (await at.fixture.rows('select status from public.users where id = $1', [id]))[0]!['status']
const leaderOf = async (id: string) =>
  (await at.fixture.rows('select proctor_id from public.shifts where id = $1', [id]))[0]!['proctor_id']
const titlesOf = async (person: Person) => (await receivedBy(at.fixture, person)).map(({ title }) => title)
const led = (days: number) => at.published({ date: addDays(at.today, days), proctor_id: iris.id })

/** Runs the worker at a given time: starts due departures, and runs the jobs. */
async function pass(now: string): Promise<number> {
  const started = await withActor(at.fixture.workerPool, null, (tx) => startDue(tx, now))
  const jobs = await at.fixture.rows<{ id: string }>(
    `select id from public.jobs where kind = 'departure' and status = 'queued'`,
  )
  for (const { id } of jobs)
    await runJob(at.fixture, departureJobs(holdingCommands), id, new AbortController().signal)
  return started
}
/** Moves the last day into the past. */
const endDay = (person: Person) =>
  at.fixture.rows(
    `update public.departures set ends_at = now() - interval '1 minute' where user_id = $1 and status = 'planned'`,
    [person.id],
  )
const NOW = () => new Date().toISOString()

describe('leaving after a last day', () => {
  it('frees later holdings at once, keeps the account and earlier ones, and notifies everyone affected of the day', async () => {
    const [before, after] = [await led(12), await led(33)]
    const lastDay = addDays(at.today, 20)
    const done = await leave(iris, lastDay)
    expect(done).toMatchObject({ last_day: lastDay, freed: 1 })
    expect(await statusOf(iris)).toBe('active')
    expect(await leaderOf(before)).toBe(iris.id)
    expect(await leaderOf(after)).toBeNull()
    const { departure } = await planOf(iris)
    expect(departure).toMatchObject({
      last_day: lastDay,
      reason: 'Moves to another city',
      is_own: false,
      failure: null,
    })
    expect(await call(api.planned, { user_id: iris.id }, await as(iris))).toMatchObject({ last_day: lastDay })
    expect((await titlesOf(iris)).join()).toContain('Your account closes after')
    expect((await titlesOf(at.people.una)).join()).toContain('Iris Holm leaves after')
  })

  it('gets nothing for a later day, and everything for an earlier one', async () => {
    await leave(iris, addDays(at.today, 20))
    await led(19)
    await expect(led(21)).rejects.toMatchObject({
      message: expect.stringContaining('Iris Holm leaves after'),
    })
    const student = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Jenna Park' })
    await leave(student, addDays(at.today, 20))
    const [near, far] = [
      await at.published({ date: addDays(at.today, 18) }),
      await at.published({ date: addDays(at.today, 25) }),
    ]
    const put = (shift: string) =>
      at.fixture.rows(
        `insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
         select $1, x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $3`,
        [randomUUID(), student.id, shift],
      )
    await put(near)
    await expect(put(far)).rejects.toMatchObject({
      message: 'departure.after_last_day',
      detail: expect.stringContaining('Jenna Park'),
    })
  })

  it("ends at midnight after the last day in the school's time zone, including daylight saving", async () => {
    const forward = nextClockChange(todayIn('America/Chicago'))
    await at.fixture.rows(`update public.schools set time_zone = 'America/Chicago' where id = $1`, [
      at.school,
    ])
    await leave(iris, addDays(forward, -1))
    const end = async () =>
      (
        await at.fixture.rows<{ end: string }>(
          `select to_char(ends_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as end from public.departures where user_id = $1 and status = 'planned'`,
          [iris.id],
        )
      )[0]!.end
    expect(await end()).toBe(`${forward} 06:00`)
    await leave(iris, forward)
    expect(await end()).toBe(`${addDays(forward, 1)} 05:00`)
    const isStarted = async () =>
      (await at.fixture.rows('select job_id from public.departures where user_id = $1', [iris.id]))[0]![
        'job_id'
      ] !== null
    await withActor(at.fixture.workerPool, null, (tx) => startDue(tx, `${addDays(forward, 1)}T04:59:00Z`))
    expect(await isStarted()).toBe(false)
    // Leaves nothing for the next test.
    await cancel(iris)
    await at.fixture.rows(`update public.schools set time_zone = 'America/New_York' where id = $1`, [
      at.school,
    ])
  })

  it('closes the account once the day is over, and frees undated holdings then', async () => {
    const cohort = randomUUID()
    await at.fixture.rows(
      `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status) values ($1, $2, $3, current_date, current_date + 600, 'active')`,
      [cohort, at.school, `Fall ${cohort.slice(0, 4)}`],
    )
    await at.fixture.rows(
      `insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)`,
      [cohort, at.school, iris.id],
    )
    await leave(iris, at.today)
    const advised = () =>
      at.fixture.rows('select 1 from public.cohort_advisors where user_id = $1', [iris.id])
    expect(await advised()).toHaveLength(1)
    await endDay(iris)
    const rounds = await Promise.all(
      [1, 2, 3].map(() => withActor(at.fixture.workerPool, null, (tx) => startDue(tx))),
    )
    expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(await pass(NOW())).toBe(0)
    expect(await statusOf(iris)).toBe('deactivated')
    expect(await advised()).toHaveLength(0)
    expect((await planOf(iris)).departure).toBeNull()
    const trail = await at.fixture.rows(
      `select actor_id, reason from public.audit_events where entity_id = $1 and changes ? 'status'`,
      [iris.id],
    )
    expect(trail).toEqual([{ actor_id: at.people.ana.id, reason: 'The last day is over.' }])
  })

  it('keeps the account of someone whose departure is canceled while it begins', async () => {
    await leave(iris, addDays(at.today, 1))
    await endDay(iris)
    await withActor(at.fixture.workerPool, null, (tx) => startDue(tx, NOW()))
    const { departure } = await planOf(iris)
    const [job] = await at.fixture.rows<{ id: string }>(
      `select job_id as id from public.departures where user_id = $1 and status = 'planned'`,
      [iris.id],
    )
    // Someone else holds the lock, and cancels before the job gets it.
    const client = await at.fixture.workerPool.connect()
    await client.query('begin')
    await client.query(`select pg_advisory_xact_lock(hashtext('departure'), hashtext($1))`, [iris.id])
    const run = runJob(at.fixture, departureJobs(holdingCommands), job!.id, new AbortController().signal)
    await expect
      .poll(
        async () =>
          (await at.fixture.rows(`select 1 from pg_locks where locktype = 'advisory' and not granted`))
            .length,
      )
      .toBe(1)
    await at.fixture.rows(`update public.departures set status = 'canceled' where user_id = $1`, [iris.id])
    await client.query('commit')
    client.release()
    await run
    expect(departure).toMatchObject({ failure: null })
    expect(await statusOf(iris)).toBe('active')
  })

  it('waits for a shift that began on the last day', async () => {
    const shift = await led(10)
    await leave(iris, addDays(at.today, 15))
    await endDay(iris)
    await at.fixture.rows(
      `update public.shifts set starts_at = now() - interval '6 hours', ends_at = now() + interval '2 hours' where id = $1`,
      [shift],
    )
    expect(await pass(NOW())).toBe(0)
    expect(await statusOf(iris)).toBe('active')
    await at.fixture.rows(
      `update public.shifts set starts_at = now() - interval '12 hours', ends_at = now() - interval '2 hours' where id = $1`,
      [shift],
    )
    expect(await pass(NOW())).toBe(1)
    expect(await statusOf(iris)).toBe('deactivated')
  })

  it('is moved: an earlier day needs more decisions, a later one gives back what is before it; a stale tab is refused', async () => {
    const [shift, later] = [await led(62), await led(72)]
    await leave(iris, addDays(at.today, 60))
    expect([await leaderOf(shift), await leaderOf(later)]).toEqual([null, null])
    const stale = {
      user_id: iris.id,
      version: 1,
      departure_version: null,
      reason: 'Late',
      last_day: null,
      decisions: [],
    }
    await expect(call(api.deactivate, stale, await as(at.people.ana))).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You changed this departure in another tab or window: last day.',
      data: { changes: [{ is_me: true, fields: [{ before: null, after: addDays(at.today, 60) }] }] },
    })
    const seen = { ...stale, departure_version: 1 }
    await leave(iris, addDays(at.today, 64), { by: at.people.una })
    await expect(call(api.deactivate, seen, await as(at.people.ana))).rejects.toMatchObject({
      message: 'Test school_super_admin changed this departure in the meantime: last day.',
      data: {
        changes: [
          {
            by: 'Test school_super_admin',
            at: expect.stringMatching(/^\d{4}-/),
            reason: 'Moves to another city',
            fields: [{ label: 'Last day', before: addDays(at.today, 60), after: addDays(at.today, 64) }],
          },
        ],
      },
    })
    await leave(iris, addDays(at.today, 65))
    expect([await leaderOf(shift), await leaderOf(later)]).toEqual([iris.id, null])
    await leave(iris, addDays(at.today, 61))
    expect(await leaderOf(shift)).toBeNull()
    expect(
      await at.fixture.rows(`select 1 from public.departures where user_id = $1`, [iris.id]),
    ).toHaveLength(1)
  })

  it('is canceled: returns what no one else took, and names the rest', async () => {
    const [free, taken] = [await led(82), await led(83)]
    await leave(iris, addDays(at.today, 80))
    await at.fixture.rows(
      'update public.shifts set proctor_id = $2, instructor_to_be_named = false where id = $1',
      [taken, at.people.denise.id],
    )
    const back = await cancel(iris)
    expect(back).toMatchObject({ given_back: 1, left: [{ label: expect.stringContaining('5 East') }] })
    expect([await leaderOf(free), await leaderOf(taken)]).toEqual([iris.id, at.people.denise.id])
    await expect(cancel(iris)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'You changed this departure in another tab or window: status (now canceled).',
    })
    expect((await planOf(iris)).departure).toBeNull()
  })

  it('keeps a shift with a student who leaves from moving past their last day: the school reads who', async () => {
    const [mara, lastDay] = [
      await at.fixture.person({ role: 'student', school: at.school, fullName: 'Mara Lind' }),
      addDays(at.today, 85),
    ]
    const shift = await at.published({ date: addDays(at.today, 84) })
    await call(seatCalls.assign, { shift_id: shift, student_ids: [mara.id] }, await at.as(at.people.ana))
    await leave(mara, lastDay)
    const move = async (date: PlainDate, by: Person) =>
      call(
        at.api.askChange,
        { ...(await at.locked(shift)), change: { date }, reason: 'Storm' },
        await at.as(by),
      )
    await expect(move(addDays(lastDay, 1), at.people.ana)).rejects.toThrow(
      /^Mara Lind leaves after .* Choose another day/,
    )
    // A facility cannot read about a student's departure, and PostgreSQL refuses its agreement.
    await move(addDays(lastDay, 1), at.people.frank)
    await expect(
      at.fixture.act(at.people.ana, (tx) =>
        sql`update public.shifts set date = date + 2, starts_at = starts_at + interval '2 days', ends_at = ends_at + interval '2 days' where id = ${shift}`.execute(
          tx,
        ),
      ),
    ).rejects.toThrow('shift.students_away')
    await call(
      at.api.answerChange,
      { ...(await at.locked(shift)), accept: false, reason: 'Not that day' },
      await at.as(at.people.ana),
    )
    await move(lastDay, at.people.sam)
  })

  it("gives back a student's seat and waitlist position, unless the seat is taken", async () => {
    const student = await at.fixture.person({ role: 'student', school: at.school })
    const mate = await at.fixture.person({ role: 'student', school: at.school })
    const shifts = [
      await at.published({ date: addDays(at.today, 92) }),
      await at.published({ date: addDays(at.today, 93) }),
      await at.published({ date: addDays(at.today, 94) }),
    ]
    const seat = async (who: Person, shift: string, status: string) =>
      at.fixture.rows(
        `insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
         select $1, x.id, x.school_id, $2, $4, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $3`,
        [randomUUID(), who.id, shift, status],
      )
    await seat(student, shifts[0]!, 'assigned')
    await seat(student, shifts[1]!, 'assigned')
    await seat(student, shifts[2]!, 'waitlisted')
    await leave(student, addDays(at.today, 90))
    await at.fixture.rows(`update public.shifts set seats = 1 where id = $1`, [shifts[1]])
    await seat(mate, shifts[1]!, 'assigned')
    const back = await cancel(student)
    expect(back.given_back).toBe(2)
    expect(back.left).toMatchObject([{ reason: expect.stringMatching(/seat|full/i) }])
    const held = await at.fixture.rows(
      `select shift_id, status from public.assignments where student_id = $1 and status in ('assigned', 'waitlisted') order by status`,
      [student.id],
    )
    expect(held).toEqual([
      { shift_id: shifts[0], status: 'assigned' },
      { shift_id: shifts[2], status: 'waitlisted' },
    ])
  })

  it('refuses a past or too distant day, and undecided holdings', async () => {
    await led(102)
    const refused = (day: string) => leave(iris, day).catch((error: unknown) => error)
    expect(await refused(addDays(at.today, -1))).toMatchObject({
      data: { fieldErrors: { last_day: expect.stringContaining('or later') } },
    })
    expect(await refused(addDays(at.today, 1_000))).toMatchObject({ code: 'BAD_REQUEST' })
    await expect(leave(iris, addDays(at.today, 100), { decisions: [] })).rejects.toMatchObject({
      code: 'UNDECIDED',
    })
    await expect(leave(iris, addDays(at.today, 103), { decisions: [] })).resolves.toMatchObject({ freed: 0 })
  })

  it('is not carried out for a decider who no longer may: administrators are notified and decide again', async () => {
    const admin = await at.fixture.person({ role: 'school_admin', school: at.school, fullName: 'Ada Stone' })
    await leave(iris, at.today, { by: admin })
    await leave(admin, null, { by: at.people.una })
    await endDay(iris)
    expect(await pass(NOW())).toBe(0)
    expect(await statusOf(iris)).toBe('active')
    expect((await planOf(iris)).departure?.failure).toContain('Ada Stone')
    expect((await titlesOf(at.people.ana)).join()).toContain('Iris Holm could not be deactivated')
    await leave(iris, null)
    expect(await statusOf(iris)).toBe('deactivated')
  })

  it('does not close an account again that was deactivated earlier and reactivated', async () => {
    await leave(iris, at.today)
    await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [iris.id])
    await endDay(iris)
    const { person } = await planOf(iris)
    await pass(NOW())
    const input = { user_id: iris.id, version: person.version, reason: 'Came back' }
    await call(api.reactivate, input, await as(at.people.ana))
    await pass(NOW())
    expect(await statusOf(iris)).toBe('active')
    expect((await planOf(iris)).departure).toBeNull()
  })

  it('cannot be seen or changed by anyone else', async () => {
    await leave(iris, addDays(at.today, 10))
    const { rob, frank, marcus } = at.people
    for (const by of [rob, frank, marcus]) {
      expect(await call(api.planned, { user_id: iris.id }, await as(by))).toBeNull()
      await expect(
        call(api.cancel, { user_id: iris.id, departure_version: 1, reason: 'Because' }, await as(by)),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    await expect(call(api.planned, { user_id: iris.id }, await as(null))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})

describe("leaving on one's own", () => {
  it('a student frees their own seats and is signed out; they cannot choose a successor', async () => {
    const student = await at.fixture.person({ role: 'student', school: at.school })
    const shift = await at.published({ date: addDays(at.today, 112) })
    await at.fixture.rows(
      `insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
       select $1, x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $3`,
      [randomUUID(), student.id, shift],
    )
    const { holdings, successors } = await planOf(student, student)
    expect([holdings.map(({ kind }) => kind), successors]).toEqual([['seat'], []])
    await expect(leave(student, null, { by: student, decisions: [] })).rejects.toMatchObject({
      code: 'UNDECIDED',
    })
    await leave(student, null, { by: student })
    expect(await statusOf(student)).toBe('deactivated')
    expect(
      await at.fixture.rows(`select status from public.assignments where student_id = $1`, [student.id]),
    ).toEqual([{ status: 'removed' }])
  })

  it('an instructor plans their own last day, the school is notified, and the job closes the account as that person', async () => {
    const shift = await led(122)
    await leave(iris, at.today, { by: iris })
    expect(await leaderOf(shift)).toBeNull()
    expect((await titlesOf(at.people.ana)).join()).toContain('Iris Holm leaves after')
    await endDay(iris)
    expect(await pass(NOW())).toBe(1)
    expect(await statusOf(iris)).toBe('deactivated')
    expect(await at.fixture.rows(`select status from public.jobs where asked_by = $1`, [iris.id])).toEqual([
      { status: 'done' },
    ])
  })

  it('cancels their own plan, and gets the seat back if it is still free', async () => {
    const shift = await led(132)
    await leave(iris, addDays(at.today, 130), { by: iris })
    expect(await cancel(iris, iris)).toEqual({ given_back: 1, left: [] })
    expect(await leaderOf(shift)).toBe(iris.id)
  })

  it('is refused to the only administrator, with the next step', async () => {
    const school = await at.fixture.school('Alone College')
    const admin = await at.fixture.person({ role: 'school_super_admin', school, fullName: 'Ada Alone' })
    expect((await planOf(admin, admin)).blocker).toContain('Invite another administrator first')
    await expect(leave(admin, null, { by: admin })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(leave(admin, todayIn('America/New_York'), { by: admin })).rejects.toMatchObject({
      code: 'CONFLICT',
    })
    expect(await statusOf(admin)).toBe('active')
  })
})
