/** Capstone projects on the real database: each step, who may take it, who sees what, and hours from the ledger. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql as raw } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { seatCommands } from '#features/assignments/server/public.ts'
import { loadProgress } from '#features/hours/server/public.ts'
import { askChange } from '#features/shifts/server/public.ts'
import { findTerm, knownOf, studentsOf } from '#features/semester-reports/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { issueCertificates } from './commands/issue-certificates.ts'
import { planDays } from './commands/plan-days.ts'
import { type Capstones, createCapstones } from './fake.ts'
import { summarizeProjects } from './queries/summarize-projects.ts'

let at: Capstones
beforeAll(async () => {
  at = await createCapstones()
})
afterEach(() => at.clear())
afterAll(() => at.fixture.close())

const NOT_THEIRS = /sign in|may not|can’t find that project/i
const titles = async (who: { id: string }) => (await receivedBy(at.fixture, who)).map(({ title }) => title)
const ledger = (id: string) =>
  at.fixture.rows<{ minutes: number; source: string; course_code: string; kind: string }>(
    `select e.minutes, e.source, e.course_code, e.kind from public.hours_entries e join public.capstone_days d on d.id = e.capstone_day_id where d.project_id = $1`,
    [id],
  )

describe('a proposal', () => {
  it('goes from draft through revisions to approved, each step by the right party', async () => {
    const id = await at.propose(at.ada)
    await expect(at.move(at.people.ana, id, 'submit')).rejects.toThrow('moved on')
    await at.move(at.ada, id, 'submit')
    expect(await titles(at.people.ana)).toContain('Ada Able submitted a capstone proposal')
    await expect(at.approve(id)).rejects.toThrow('moved on')
    await at.move(at.people.ana, id, 'review')
    await expect(at.move(at.people.ana, id, 'request_revisions')).rejects.toThrow('Give a reason')
    await at.move(at.people.ana, id, 'request_revisions', 'Name a measure for each goal.')
    expect(await at.get(id, at.ada)).toMatchObject({
      status: 'revisions_requested',
      feedback: 'Name a measure for each goal.',
    })
    await call(
      at.api.save,
      { id, version: await at.version(id), ...at.key(), ...at.fields({ title: 'Falls, measured' }) },
      await at.as(at.ada),
    )
    await at.move(at.ada, id, 'submit')
    await at.move(at.people.ana, id, 'review')
    await expect(at.approve(id, { faculty_id: at.people.rob.id })).rejects.toThrow('faculty member')
    await at.approve(id)
    const project = await at.get(id, at.people.marcus)
    expect(project).toMatchObject({
      status: 'approved',
      title: 'Falls, measured',
      party: 'faculty',
      required_hours: 24,
    })
    expect(project.events.map(({ event }) => event)).toEqual([
      'approve',
      'review',
      'submit',
      'request_revisions',
      'review',
      'submit',
    ])
    await expect(
      call(at.api.save, { id, version: project.version, ...at.key(), ...at.fields() }, await at.as(at.ada)),
    ).rejects.toThrow('was submitted')
  })

  it('cannot be submitted without goals, and is not overwritten if it changed since it was read', async () => {
    const id = await at.propose(at.ada, { learning_goals: [] })
    await expect(at.move(at.ada, id, 'submit')).rejects.toThrow('learning goal')
    await expect(
      call(at.api.save, { id, version: 9, ...at.key(), ...at.fields() }, await at.as(at.ada)),
    ).rejects.toThrow('just changed')
    const save = async (version: number, title: string) =>
      call(at.api.save, { id, version, ...at.key(), ...at.fields({ title }) }, await at.as(at.ada))
    const seen = await at.version(id)
    const now = await save(seen, 'First tab')
    // Only what its form shows.
    const refused = await save(seen, 'Second tab').catch((error: unknown) => error)
    expect(refused).toMatchObject({
      code: 'CONFLICT',
      message: 'You changed this proposal in another tab or window.',
      data: {
        kind: 'version',
        sent_version: seen,
        current: { id, version: now.version, title: 'First tab', status: 'draft' },
        changes: [{ version: now.version, is_me: true }],
      },
    })
    expect((refused as { data: { current: object } }).data.current).not.toHaveProperty('events')
    expect(await save(now.version, 'Second tab')).toMatchObject({ version: now.version + 1 })
  })

  it('is visible only to its student and its school', async () => {
    const id = await at.propose()
    const stranger = await at.fixture.person({ role: 'student', school: at.otherSchool })
    for (const who of [
      at.ben,
      stranger,
      at.people.rob,
      at.people.marcus,
      at.people.frank,
      at.people.eve,
      at.priya,
      null,
    ])
      await expect(at.get(id, who)).rejects.toThrow(NOT_THEIRS)
    for (const who of [at.ben, stranger, at.people.rob, at.people.marcus])
      await expect(at.move(who, id, 'withdraw')).rejects.toThrow(NOT_THEIRS)
  })
})

describe('a preceptor', () => {
  it('is nominated by the facility, confirmed by the school, accepts, and all three sign', async () => {
    const id = await at.awaiting()
    expect(await titles(at.people.frank)).toContain('Lake School asks for a capstone preceptor')
    expect((await at.get(id, at.people.frank)).student_name).toBeNull()
    const nomination = await at.nominate(id, at.named.priya.id, at.people.frank)
    await expect(at.answer(nomination)).rejects.toThrow(NOT_THEIRS)
    await expect(at.nominate(id, at.named.lee.id)).rejects.toThrow('already nominated')
    await call(
      at.api.decideNomination,
      { id: nomination, decision: 'ask', reason: null, ...at.key() },
      await at.as(at.people.ana),
    )
    expect(await titles(at.priya)).toContain('Lake School asks you to be a preceptor')
    for (const who of [at.idle, at.people.frank, at.people.eve, at.ada, null])
      await expect(at.answer(nomination, true, who as Person)).rejects.toThrow(NOT_THEIRS)
    await at.answer(nomination)
    const isListed = async (who: Person, more: object = {}) =>
      (await call(at.api.list, { show: 'all', page_size: 100, ...more }, await at.as(who))).rows.some(
        (row) => row.id === id,
      )
    const parties = [at.ada, at.people.ana, at.people.marcus, at.people.frank, at.priya]
    for (const who of parties) expect(await isListed(who)).toBe(true)
    for (const who of [at.ben, at.people.rob, at.people.eve]) expect(await isListed(who)).toBe(false)
    for (const school of [null, at.otherSchool]) {
      await at.fixture.selectSchool(at.people.sam, school)
      expect(await isListed(at.people.sam)).toBe(true)
    }
    expect(await isListed(at.people.ana, { q: 'priya' }), 'by the name of the preceptor').toBe(true)
    expect(await isListed(at.people.ana, { q: 'nothing like it' })).toBe(false)
    await expect(at.answer(nomination)).rejects.toThrow('already answered')
    expect((await at.get(id, at.people.frank)).student_name).toBe('Ada Able')
    await expect(at.sign(at.people.ana, nomination)).rejects.toThrow(
      'The student, the preceptor and the faculty member sign',
    )
    await at.sign(at.ada, nomination)
    await expect(at.sign(at.ada, nomination)).rejects.toThrow('already signed this agreement')
    await at.sign(at.priya, nomination)
    await at.sign(at.people.marcus, nomination)
    expect((await at.get(id)).nominations[0]).toMatchObject({
      status: 'accepted',
      preceptor_name: 'Priya Raman',
    })
    expect(await titles(at.ada)).toContain('The capstone agreement is signed by all three')
  })

  it('who is not eligible cannot be nominated, and every reason is given', async () => {
    const id = await at.awaiting()
    const late = await at.invite('Late License', 'late@river.example', {
      license_expires_on: addDays(at.today, 79),
      orientation_completed_on: null,
    })
    await expect(at.nominate(id, late.id)).rejects.toThrow(/expires on .* No preceptor orientation/)
    const found = await call(at.api.candidates, { id }, await at.as(at.people.ana))
    expect(found.map(({ full_name, blockers }) => [full_name, blockers.length])).toEqual([
      ['Late License', 2],
      ['Lee Moss', 0],
      ['Priya Raman', 0],
      ['Sam Stone', 0],
    ])
    await expect(at.nominate(id, at.named.idle.id)).rejects.toThrow('preceptor of the facility')
    // A student who is also a nurse on the ward cannot be their own preceptor.
    const self = await at.invite('Ada Able', at.ada.email.toUpperCase())
    await expect(at.nominate(id, self.id)).rejects.toThrow('Is the student of this project.')
    await at.fixture.rows('delete from public.preceptors where id = any ($1)', [[self.id, late.id]])
  })

  it('takes no more students than allowed, even if two schools ask at once', async () => {
    const [one, two] = [await at.awaiting(), await at.awaiting(at.ben)]
    const outcomes = await Promise.allSettled([
      at.nominate(one, at.named.priya.id),
      at.nominate(two, at.named.priya.id),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(
      String((outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult).reason),
    ).toContain('the most allowed')
  })

  it('declines, or does not answer in seven days: the search continues', async () => {
    const id = await at.awaiting()
    await at.answer(await at.nominate(id, at.named.priya.id), false)
    expect(await titles(at.people.marcus)).toContain('Priya Raman declined')
    // She works on the ward that was asked, and sees what the facility sees.
    expect(await at.get(id, at.priya)).toMatchObject({ party: 'facility', student_name: null })
    const second = await at.nominate(id, at.named.lee.id)
    await at.fixture.rows(
      `update public.capstone_nominations set answer_by = current_date - 2 where id = $1`,
      [second],
    )
    await at.dueWork()
    expect((await at.get(id)).nominations.map(({ status }) => status).toSorted()).toEqual([
      'declined',
      'expired',
    ])
    expect(await titles(at.people.ana)).toContain('Lee Moss did not answer in seven days')
  })

  it('who leaves does not remove confirmed hours', async () => {
    const { id, nomination } = await at.signed()
    const day = await at.plan(id, addDays(at.today, -3))
    await at.confirm(day)
    const ahead = await at.plan(id, addDays(at.today, 3))
    const { rows } = await call(at.api.list, { show: 'current', as: 'preceptor' }, await at.as(at.priya))
    // The next of their days, on their first page.
    expect(rows.find((row) => row.id === id)?.next_day?.date).toBe(addDays(at.today, 3))
    await call(
      at.api.decideNomination,
      { id: nomination, decision: 'end', reason: 'Moved to another unit.', ...at.key() },
      await at.as(at.people.frank),
    )
    const project = await at.get(id)
    expect(project).toMatchObject({ status: 'awaiting_preceptor', credited_hours: 12 })
    expect(project.days.find((one) => one.id === ahead)).toMatchObject({ status: 'reschedule' })
    await expect(call(at.api.get, { id, as: 'preceptor' }, await at.as(at.priya))).rejects.toThrow(NOT_THEIRS)
  })
})

describe('the hours of a day', () => {
  it('cannot be planned during a leave of absence', async () => {
    const { id } = await at.signed()
    const record = (canceled: string | null) =>
      at.fixture.rows(
        `insert into public.student_leaves (id, school_id, student_id, starts_on, ends_on, reason, recorded_by, canceled_at)
         values (gen_random_uuid(), $1, $2, $3, $3, 'family', $4, $5)`,
        [at.school, at.ada.id, addDays(at.today, 31), at.people.ana.id, canceled],
      )
    await record('2026-01-01')
    await record(null)
    await expect(at.plan(id, addDays(at.today, 31))).rejects.toThrow('On leave until')
    // Nor by people who may not see the leave, nor again with a substitute once the leave has freed the day.
    await expect(at.plan(id, addDays(at.today, 31), at.people.marcus)).rejects.toThrow('on leave on')
    const day = await at.plan(id, addDays(at.today, 32))
    await at.fixture.rows(`update public.capstone_days set status = 'reschedule' where id = $1`, [day])
    await at.fixture.rows(`update public.student_leaves set starts_on = starts_on + 1, ends_on = ends_on + 1`)
    const sent = { id: day, preceptor_id: at.named.lee.id, reason: 'Priya is away.' }
    const substitute = async (who: Person) =>
      call(at.api.substitute, { ...sent, ...at.key() }, await at.as(who))
    await expect(substitute(at.people.marcus)).rejects.toThrow('on leave on')
    await at.fixture.rows('delete from public.student_leaves')
    await at.fixture.rows(
      `update public.units set blackout = jsonb_build_array(jsonb_build_object('from', $2::text, 'to', $2::text)) where id = $1`,
      [at.ward, addDays(at.today, 32)],
    )
    await expect(substitute(at.people.marcus)).rejects.toThrow('closed to students')
    await at.fixture.rows(`update public.units set blackout = '[]' where id = $1`, [at.ward])
    await substitute(at.people.marcus)
  })

  it('cannot be planned at the time of a shift of the student', async () => {
    const { id } = await at.signed()
    const date = addDays(at.today, 40)
    const shift = await at.published({ date })
    const seat = randomUUID()
    await call(seatCalls.ask, { id: seat, shift_id: shift }, await at.as(at.ada))
    for (const who of [at.ada, at.people.ana])
      await expect(at.plan(id, date, who)).rejects.toThrow(
        /^The student has a shift at that time: 5 East, North,/,
      )
    await call(seatCalls.drop, { id: seat }, await at.as(at.ada))
    await at.plan(id, date, at.ada)
  })

  it('keep the student from shifts at the same time, requested or assigned', async () => {
    const { id } = await at.signed()
    const date = addDays(at.today, 41)
    const day = await at.plan(id, date)
    const shift = await at.published({ date })
    const apart = await at.published({ date: addDays(at.today, 43) })
    const found = async () => {
      const rows = await call(seatCalls.available, { from: date, limit: 50 }, await at.as(at.ada))
      return rows.filter((row) => row.id === shift || row.id === apart).map(({ block }) => block)
    }
    expect(await found()).toEqual([{ capstone: true }, null])
    const ask = async () => call(seatCalls.ask, { id: randomUUID(), shift_id: shift }, await at.as(at.ada))
    await expect(ask()).rejects.toThrow('A capstone day, or the rest after it, is at that time')
    const [assigned] = await call(
      seatCalls.assign,
      { shift_id: shift, student_ids: [at.ada.id], override_reason: 'The capstone day is short.' },
      await at.as(at.people.ana),
    )
    expect(assigned).toMatchObject({ rule: 'capstone', assignment_id: null, is_soft: false })
    await call(
      at.api.changeDay,
      { id: day, change: 'remove', reason: 'Moved to another week.', ...at.key() },
      await at.as(at.people.ana),
    )
    expect(await found()).toEqual([null, null])
    await ask()
  })

  it.each(['a seat is being taken', 'a day is being planned'])(
    'and a shift at the same time: one waits for the other and is refused, when %s',
    async (first) => {
      const { id } = await at.signed()
      const date = addDays(at.today, first === 'a seat is being taken' ? 44 : 45)
      const shift = await at.published({ date })
      const ask = async (tx: Tx): Promise<unknown> =>
        raw`select app.ask_for_seat(gen_random_uuid(), ${shift}::uuid)`.execute(tx)
      const day = { id: randomUUID(), date, start_time: '07:00', end_time: '19:00', kind: 'on_unit' as const }
      const plan = (tx: Tx): Promise<unknown> => planDays(tx, id, [day])
      const [one, other] = first === 'a seat is being taken' ? [ask, plan] : [plan, ask]
      const late = oneAfterOther([at.ada, one], [at.ada, other])
      expect(await late).toMatch(/^seat\.capstone$|^The student has a shift at that time/)
    },
  )

  const seatOn = async (shift: string): Promise<string> => {
    const id = randomUUID()
    await call(seatCalls.ask, { id, shift_id: shift }, await at.as(at.ada))
    return id
  }
  const moveTo = async (shift: string, date: string) =>
    call(
      at.shifts.askChange,
      { ...(await at.locked(shift)), change: { date }, reason: 'The ward asks for it.' },
      await at.as(at.people.sam),
    )
  /** Inserts a day directly, bypassing the commands, in its planner's session. */
  const insertDay = (project: string, date: string) => (tx: Tx) =>
    raw`insert into public.capstone_days (id, school_id, project_id, date, start_time, end_time, starts_at, ends_at, kind, preceptor_id, preceptor_name)
      select gen_random_uuid(), n.school_id, n.project_id, ${date}::date, '07:00', '19:00', (${date}::date + time '07:00') at time zone f.time_zone,
        (${date}::date + time '19:00') at time zone f.time_zone, 'on_unit', n.preceptor_id, n.preceptor_name
      from public.capstone_nominations n join public.capstone_projects p on p.id = n.project_id join public.facilities f on f.id = p.facility_id
      where n.project_id = ${project}::uuid and n.status = 'accepted'`.execute(tx)

  it('cannot be planned over a shift that their planner may not see, not even by bypassing the commands', async () => {
    const { id } = await at.signed()
    const date = addDays(at.today, 46)
    const shift = await at.published({ date, facility_id: at.icu })
    const seat = await seatOn(shift)
    await expect(at.plan(id, date, at.priya)).rejects.toThrow(
      /^The student has a shift at that time on .*\. Choose another time, or ask/,
    )
    for (const who of [at.ada, at.people.ana, at.priya])
      await expect(at.fixture.act(who, insertDay(id, date))).rejects.toThrow('capstone.day_at_seat')
    // People who may not plan days do not learn when the student has a shift.
    for (const who of [at.ben, at.idle, at.people.rob])
      await expect(at.fixture.act(who, insertDay(id, date))).resolves.toMatchObject({ numAffectedRows: 0n })
    await call(seatCalls.drop, { id: seat }, await at.as(at.ada))
    await at.plan(id, date, at.priya)
  })

  it('keep a shift with a seat of the student from being moved to the same time', async () => {
    const { id } = await at.signed()
    const [date, free, later] = [47, 48, 49].map((days) => addDays(at.today, days)) as [
      string,
      string,
      string,
    ]
    await at.plan(id, date)
    const shift = await at.published({ date: free })
    const seat = await seatOn(shift)
    await expect(moveTo(shift, date)).rejects.toThrow(
      'A student on this shift has a capstone day at that time. Choose another time, or take the student off first.',
    )
    await moveTo(shift, later)
    await call(seatCalls.drop, { id: seat }, await at.as(at.ada))
    await moveTo(shift, date)
  })

  it('and a shift that is moved to the same time: one waits for the other and is refused', async () => {
    const { id } = await at.signed()
    for (const [days, isPlannedFirst] of [
      [50, true],
      [53, false],
    ] as const) {
      const date = addDays(at.today, days)
      const shift = await at.published({ date: addDays(date, 1) })
      await seatOn(shift)
      const { version } = await at.locked(shift)
      const moved = (tx: Tx) =>
        askChange(
          tx,
          { role: 'superadmin', realUserId: at.people.sam.id, linkedSchoolId: null },
          { id: shift, version, change: { date }, reason: 'The ward asks for it.' },
        )
      const [planner, mover] = [at.ada, at.people.sam]
      const plan = insertDay(id, date)
      const outcome = isPlannedFirst
        ? await oneAfterOther([planner, plan], [mover, moved])
        : await oneAfterOther([mover, moved], [planner, plan])
      expect(outcome).toMatch(isPlannedFirst ? /^shift\.capstone_day$/ : /^capstone\.day_at_seat$/)
    }
  })

  it('and a request that is granted: one waits for the other and is refused', async () => {
    const { id } = await at.signed()
    for (const [days, isPlannedFirst] of [
      [55, true],
      [56, false],
    ] as const) {
      const date = addDays(at.today, days)
      const shift = await at.published({ date, signup_mode: 'request' })
      const seat = await seatOn(shift)
      const plan = insertDay(id, date)
      const grant = (tx: Tx) => seatCommands.decideRequest(tx, { id: seat, decision: 'assign', reason: null })
      const outcome = isPlannedFirst
        ? await oneAfterOther([at.ada, plan], [at.people.ana, grant])
        : await oneAfterOther([at.people.ana, grant], [at.ada, plan])
      expect(outcome).toMatch(
        isPlannedFirst ? /^A capstone day, or the rest after it, is at that time/ : /^capstone\.day_at_seat$/,
      )
    }
  })

  type Work = [who: Person, work: (tx: Tx) => Promise<unknown>]
  /** Starts the second while the first has written and not committed yet; returns the second's result. */
  async function oneAfterOther([first, one]: Work, [second, other]: Work): Promise<string> {
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>()
    const written = Promise.withResolvers<void>()
    const committed = at.fixture.act(first, async (tx) => {
      await one(tx)
      written.resolve()
      await mayCommit
    })
    await Promise.race([written.promise, committed])
    const late = at.fixture.act(second, other).then(
      () => 'written, too',
      (error: Error) => error.message,
    )
    await waitingOrDone(late)
    commit()
    await committed
    return late
  }

  async function waitingOrDone(late: Promise<unknown>): Promise<void> {
    let isDone = false
    void late.then(() => (isDone = true))
    while (!isDone) {
      const waiting = await at.fixture.rows(
        `select from pg_stat_activity where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`,
      )
      if (waiting.length > 0) return
    }
  }

  it('count once, by their preceptor, after the day is over and the agreement is signed', async () => {
    const id = await at.awaiting()
    const nomination = await at.nominate(id, at.named.priya.id)
    await expect(at.plan(id, addDays(at.today, 2))).rejects.toThrow('once a preceptor has accepted')
    await at.answer(nomination)
    const day = await at.plan(id, addDays(at.today, -2))
    const ahead = await at.plan(id, addDays(at.today, 2), at.priya)
    await expect(at.plan(id, addDays(at.today, 2))).rejects.toThrow('already planned at that time')
    await expect(at.confirm(day)).rejects.toThrow('All three sign')
    for (const who of [at.ada, at.priya, at.people.marcus]) await at.sign(who, nomination)
    await expect(at.confirm(ahead)).rejects.toThrow('when the day is over')
    for (const who of [at.ada, at.people.ana, at.people.frank, at.idle, null])
      await expect(at.confirm(day, who)).rejects.toThrow(NOT_THEIRS)
    const outcomes = await Promise.allSettled([at.confirm(day), at.confirm(day)])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await ledger(id)).toEqual([
      { minutes: 720, source: 'preceptor', course_code: 'NUR 499', kind: 'direct_care' },
    ])
    expect(await at.get(id, at.ada)).toMatchObject({ status: 'active', credited_hours: 12 })
    await expect(at.move(at.ada, id, 'withdraw')).rejects.toThrow('has begun')
  })

  it('on a floated day count once the student said that they were ready to go along, and no one can say it for them', async () => {
    const { id } = await at.signed()
    const day = await at.plan(id, addDays(at.today, -2))
    const change = async (who: Person, what: 'float' | 'ready', reason: string | null = null) =>
      call(at.api.changeDay, { id: day, change: what, reason, ...at.key() }, await at.as(who))
    await expect(change(at.ada, 'ready')).rejects.toThrow('removed or has to be rescheduled')
    await expect(change(at.ada, 'float', '5 East')).rejects.toThrow('moved on')
    await expect(change(at.people.frank, 'float', ' ')).rejects.toThrow('the unit, in 2')
    await change(at.people.frank, 'float', '5 East')
    expect(await titles(at.ada)).toContainEqual(expect.stringContaining('Priya Raman is floated to 5 East'))
    await expect(at.confirm(day)).rejects.toThrow('ready to go along')
    for (const who of [at.people.ana, at.people.frank])
      await expect(change(who, 'ready')).rejects.toThrow('moved on')
    // Not by bypassing the commands either.
    for (const who of [at.people.ana, at.priya])
      await expect(
        at.fixture.act(who, (tx) =>
          tx
            .updateTable('capstone_days')
            .set({ student_ready_at: new Date().toISOString() })
            .where('id', '=', day)
            .execute(),
        ),
      ).rejects.toThrow('capstone.not_now')
    await change(at.ada, 'ready')
    expect((await at.get(id, at.ada)).days[0]).toMatchObject({
      floated_to: '5 East',
      student_ready_at: expect.any(String),
      preceptor_ready_at: null,
    })
    await at.confirm(day)
    expect((await at.get(id)).days[0]).toMatchObject({
      status: 'confirmed',
      preceptor_ready_at: expect.any(String),
    })
    expect(await at.get(id)).toMatchObject({ credited_hours: 12 })
  })

  it('serve learning goals, which the faculty member and the school mark, and no one changes afterwards', async () => {
    const { id } = await at.signed({
      learning_goals: [
        { goal: 'Prioritize', measure: 'Log', aacn_domain: '2' },
        { goal: 'Report', measure: '', aacn_domain: null },
      ],
    })
    const mark = async (who: Person | null, at_: number, status: 'met' | 'in_progress' = 'met') =>
      call(
        at.api.markGoal,
        { id, version: await at.version(id), at: at_, status, ...at.key() },
        await at.as(who),
      )
    await mark(at.people.marcus, 1)
    await mark(at.people.ana, 0, 'in_progress')
    expect((await at.get(id, at.ada)).learning_goals).toEqual([
      { goal: 'Prioritize', measure: 'Log', aacn_domain: '2', status: 'in_progress' },
      { goal: 'Report', measure: '', aacn_domain: null, status: 'met' },
    ])
    await expect(mark(at.people.ana, 2)).rejects.toThrow('moved on')
    for (const who of [at.ada, at.priya, at.people.frank, at.people.eve, null])
      await expect(mark(who, 0)).rejects.toThrow(NOT_THEIRS)
  })

  it('continue with a substitute, and no one enters hours in a preceptor’s name', async () => {
    const { id } = await at.signed()
    const day = await at.plan(id, addDays(at.today, -2))
    await call(
      at.api.changeDay,
      { id: day, change: 'reschedule', reason: 'Called in sick.', ...at.key() },
      await at.as(at.priya),
    )
    expect(await titles(at.ada)).toContainEqual(expect.stringContaining('has to be rescheduled'))
    const substitute = async (preceptor_id: string, who: Person) =>
      call(
        at.api.substitute,
        { id: day, preceptor_id, reason: 'Priya is sick.', ...at.key() },
        await at.as(who),
      )
    await expect(substitute(at.named.idle.id, at.people.ana)).rejects.toThrow('preceptor of the facility')
    await expect(substitute(at.named.lee.id, at.people.eve)).rejects.toThrow(NOT_THEIRS)
    await substitute(at.named.lee.id, at.people.frank)
    expect((await at.get(id, at.ada)).days[0]).toMatchObject({
      status: 'planned',
      preceptor_name: 'Lee Moss',
      is_substitute: true,
    })
    await expect(at.confirm(day)).rejects.toThrow(NOT_THEIRS)
    const missing = { id: day, change: 'reschedule', reason: 'Called in sick.' } as const
    await expect(call(at.api.changeDay, { ...missing, ...at.key() }, await at.as(at.priya))).rejects.toThrow(
      'Lee Moss is the preceptor of this day',
    )
    expect((await at.get(id, at.priya)).days[0]!.is_own).toBe(false)
    await expect(
      at.fixture.act(at.priya, (tx) =>
        tx
          .insertInto('hours_entries')
          .values({
            school_id: at.school,
            student_id: at.ada.id,
            capstone_day_id: day,
            source: 'preceptor',
            source_key: `capstone ${day}`,
            date: at.today,
            minutes: 60,
            kind: 'direct_care',
            specialty: 'other',
          })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
    await at.dueWork()
    const [token] = (await at.links('lee@river.example')).slice(-1)
    expect(await at.use(token!, { task: 'confirm', concern: null })).toEqual({
      done: 'confirm',
      to_name: null,
    })
    expect(await at.get(id, at.ada)).toMatchObject({ status: 'active', credited_hours: 12 })
  })
})

/** Priya and Lee get certificates of their hours: each sees their own, the school both, and no one else any. */
async function certificates(project: string, token: string) {
  expect(await titles(at.priya)).toContain('Lake School thanks you for being a preceptor')
  const { certificates: all } = await at.get(project, at.people.marcus)
  expect(all).toMatchObject([
    {
      preceptor_name: 'Lee Moss',
      hours: 12,
      days: 1,
      course_code: 'NUR 499',
      facility_name: '5 East, North',
    },
    { preceptor_name: 'Priya Raman', hours: 12, days: 1, school_name: 'Lake School' },
  ])
  const mine = await call(at.api.certificates, undefined, await at.as(at.priya))
  expect(mine.map(({ preceptor_name: name }) => name)).toEqual(['Priya Raman'])
  const download = async (who: Person | null, certificate: string) =>
    call(at.api.certificate, { id: certificate }, await at.as(who))
  const [lees, priyas] = [all[0]!.id, all[1]!.id]
  const stranger = await at.fixture.person({ role: 'school_admin', school: at.otherSchool })
  for (const who of [at.ada, at.ben, at.idle, at.people.frank, at.people.rob, stranger, null])
    await expect(download(who, priyas)).rejects.toThrow(/sign in|may not|can’t find that certificate/i)
  await expect(download(at.priya, lees)).rejects.toThrow('can’t find that certificate')
  const { body } = await download(at.priya, priyas)
  const text = Buffer.from(await body.arrayBuffer()).toString('latin1')
  expect(text.startsWith('%PDF-1.7')).toBe(true)
  expect(text).toContain('/MarkInfo')
  await download(at.people.ana, priyas)
  expect(await at.open(token)).toMatchObject({
    state: 'live',
    task: 'certificate',
    project: null,
    certificate: { id: lees },
  })
  const save = async (with_: string) => call(at.api.linkedCertificate, { token: with_ }, await at.as(null))
  for (let times = 0; times < 2; times++)
    expect((await save(token)).file.name).toBe('Certificate of hours Lee Moss.pdf')
  await expect(save('x'.repeat(43))).rejects.toThrow('isn’t valid')
  const { events } = await at.get(project)
  expect(
    events
      .filter(({ event }) => event === 'certificate')
      .map(({ by }) => by)
      .toSorted(),
  ).toEqual(['Lee Moss', 'Lee Moss', 'Priya Raman', 'Test school_admin'].toSorted())
}

describe('completion', () => {
  it('needs the hours, every deliverable and the verified final evaluation', async () => {
    const { id } = await at.signed()
    await at.confirm(await at.plan(id, addDays(at.today, -3)))
    // The second day is with a substitute without an account.
    const day = await at.plan(id, addDays(at.today, -2))
    const sick = { id: day, preceptor_id: at.named.lee.id, reason: 'Priya is sick.', ...at.key() }
    await call(at.api.substitute, sick, await at.as(at.people.frank))
    await at.dueWork()
    const lee = async () => (await at.links('lee@river.example')).at(-1)!
    await at.use(await lee(), { task: 'confirm', concern: null })
    const complete = () => at.move(at.people.marcus, id, 'complete')
    await expect(complete()).rejects.toThrow('1 deliverable is not accepted')
    const [deliverable] = (await at.get(id)).deliverables
    const deliver = async (who: Person) =>
      call(
        at.api.deliver,
        { id: deliverable!.id, note: 'What I learned', file_ids: [], ...at.key() },
        await at.as(who),
      )
    const decide = async (decision: 'accept' | 'return', reason: string | null = null) =>
      call(
        at.api.decideDeliverable,
        { id: deliverable!.id, decision, reason, ...at.key() },
        await at.as(at.people.marcus),
      )
    await expect(decide('accept')).rejects.toThrow('handed in or accepted')
    await expect(deliver(at.ben)).rejects.toThrow(NOT_THEIRS)
    await deliver(at.ada)
    await decide('return', 'Add the second week.')
    await deliver(at.ada)
    await decide('accept')
    await expect(complete()).rejects.toThrow('no final evaluation')
    const final = await at.evaluate(id, 'final')
    expect(await at.get(id)).toMatchObject({
      completion_blocker: 'The final evaluation is not verified yet.',
    })
    await expect(complete()).rejects.toThrow('not verified')
    await at.verify(final)
    await expect(at.move(at.ada, id, 'complete')).rejects.toThrow('moved on')
    await complete()
    await at.move(at.people.ana, id, 'close')
    expect(await at.get(id, at.ada)).toMatchObject({ status: 'closed', credited_hours: 24, certificates: [] })
    await certificates(id, await lee())
  })

  it('of a planned day is scheduled, until its preceptor confirms it', async () => {
    const { id } = await at.signed()
    const hours = async () => {
      const [one] = await at.fixture.act(at.ada, (tx) => loadProgress(tx, { students: [at.ada.id] }))
      return { credited: one!.credited, scheduled: one!.scheduled }
    }
    const before = await hours()
    await at.plan(id, addDays(at.today, 20))
    // A night: until the next morning.
    const days = [
      {
        id: randomUUID(),
        date: addDays(at.today, 22),
        start_time: '19:00',
        end_time: '07:30',
        kind: 'on_unit' as const,
      },
    ]
    await call(at.api.plan, { project_id: id, days, ...at.key() }, await at.as(at.ada))
    const past = await at.plan(id, addDays(at.today, -2))
    expect(await hours()).toEqual({ ...before, scheduled: before.scheduled + 36.5 })
    // The student has a semester report, in which the days are not finished.
    const content = await at.fixture.act(at.people.ana, async (tx) => {
      const semester = await findTerm(tx, at.semesters[at.school]!)
      const students = (await studentsOf(tx, semester)).map((one) => one.id)
      expect(students).toContain(at.ada.id)
      // It can be generated, although the student has nothing else in the semester.
      return (await knownOf(tx, semester, at.ada.id)).content
    })
    expect(content.missing).toContainEqual({ code: 'capstone_open', count: expect.any(Number) })
    await at.confirm(past)
    expect(await hours()).toEqual({
      credited: before.credited + 12,
      scheduled: before.scheduled + 24.5,
    })
  })

  it('is undone when the school reverses hours', async () => {
    const { id } = await at.signed()
    await at.confirm(await at.plan(id, addDays(at.today, -2)))
    await at.fixture.act(at.people.ana, async (tx) => {
      const line = await tx
        .selectFrom('hours_entries as e')
        .innerJoin('capstone_days as d', 'd.id', 'e.capstone_day_id')
        .select(['e.id', 'e.school_id', 'e.student_id', 'e.minutes', 'e.kind', 'e.specialty', 'e.date'])
        .where('d.project_id', '=', id)
        .executeTakeFirstOrThrow()
      const { id: reverses, minutes, ...same } = line
      await tx
        .insertInto('hours_entries')
        .values({
          ...same,
          minutes: -minutes,
          source: 'adjustment',
          source_key: `undo ${reverses}`,
          reason: 'Wrong day',
          reverses,
        })
        .execute()
    })
    expect(await at.get(id)).toMatchObject({ credited_hours: 0 })
    // The semester report agrees with the project.
    const asked = { semesterId: at.semesters[at.school]!, studentIds: [at.ada.id] }
    const found = await at.fixture.act(at.people.ana, (tx) => summarizeProjects(tx, asked))
    expect(found.get(at.ada.id)!.find((one) => one.id === id)).toMatchObject({ confirmed_hours: 0 })
  })
})

it('tells its student and preceptor of days that are planned, moved or taken away', async () => {
  const { id } = await at.signed()
  const change = async (day: string, how: 'remove' | 'reschedule', who: Person) =>
    call(
      at.api.changeDay,
      { id: day, change: how, reason: 'The unit is full.', ...at.key() },
      await at.as(who),
    )
  const news = async (who: { id: string }) =>
    (await titles(who)).filter((title) => /apstone day/.test(title)).length
  const counts = async () => Promise.all([at.ada, at.priya].map(news))
  const [ada, priya] = (await counts()) as [number, number]
  const first = await at.plan(id, addDays(at.today, 20), at.people.ana)
  expect(await counts()).toEqual([ada + 1, priya + 1])
  const second = await at.plan(id, addDays(at.today, 21))
  expect(await counts()).toEqual([ada + 1, priya + 2])
  await change(first, 'remove', at.priya)
  expect(await counts()).toEqual([ada + 2, priya + 2])
  await change(second, 'reschedule', at.ada)
  expect(await counts()).toEqual([ada + 2, priya + 3])
})

it('declines the nominee of a facility only with the reason that the facility reads', async () => {
  const nomination = await at.nominate(await at.awaiting(), at.named.priya.id, at.people.frank)
  const decline = async (reason: string | null) =>
    call(
      at.api.decideNomination,
      { id: nomination, decision: 'withdraw', reason, ...at.key() },
      await at.as(at.people.ana),
    )
  await expect(decline(null)).rejects.toThrow('Give a reason')
  await decline('On leave in March.')
})

it('tells who was asked to be a preceptor, and their facility, that they no longer are', async () => {
  const nomination = await at.nominate(await at.awaiting(), at.named.priya.id)
  const sent = { id: nomination, decision: 'withdraw' as const, reason: 'Found someone closer.', ...at.key() }
  await call(at.api.decideNomination, sent, await at.as(at.people.ana))
  for (const who of [at.people.frank, at.priya])
    expect(await titles(who)).toContain('Priya Raman is no longer nominated as a preceptor')
})

describe('a search for a preceptor that begins again', () => {
  const end = async (nomination: string) =>
    call(
      at.api.decideNomination,
      { id: nomination, decision: 'end', reason: 'Moved to another unit.', ...at.key() },
      await at.as(at.people.ana),
    )
  /** Priya left after twelve of 24 hours. */
  const left = async () => {
    const { id, nomination } = await at.signed()
    await at.confirm(await at.plan(id, addDays(at.today, -3)))
    await end(nomination)
    return id
  }
  const statusOf = async (id: string) => (await at.get(id)).status

  it('asks another facility: the first and who was asked there are notified, and hours stay', async () => {
    const id = await left()
    await at.nominate(id, at.named.priya.id)
    const elsewhere = { id, version: await at.version(id), facility_id: at.icu, ...at.key() }
    await call(at.api.askFacility, elsewhere, await at.as(at.people.ana))
    expect(await at.get(id)).toMatchObject({ status: 'awaiting_preceptor', credited_hours: 12 })
    expect((await at.get(id)).nominations.map(({ status }) => status).toSorted()).toEqual([
      'ended',
      'withdrawn',
    ])
    for (const who of [at.people.frank, at.priya])
      expect(await titles(who)).toContain('Lake School no longer needs a capstone preceptor')
  })

  it('certifies the hours at the facility where they were worked', async () => {
    const id = await left()
    const elsewhere = { id, version: await at.version(id), facility_id: at.icu, ...at.key() }
    await call(at.api.askFacility, elsewhere, await at.as(at.people.ana))
    // The rest of the way to its end is that of any project.
    await at.fixture.rows(`update public.capstone_projects set status = 'completed' where id = $1`, [id])
    await at.fixture.act(at.people.ana, (tx) =>
      issueCertificates(tx, { id, title: 'Falls' }, 'https://placewell.example'),
    )
    const issued = await at.fixture.rows(
      'select preceptor_name, facility_name, minutes from public.capstone_certificates where project_id = $1',
      [id],
    )
    expect(issued).toEqual([{ preceptor_name: 'Priya Raman', facility_name: '5 East, North', minutes: 720 }])
  })

  it('certifies also the hours that are confirmed after completion, in a further certificate', async () => {
    const { id } = await at.signed()
    await at.confirm(await at.plan(id, addDays(at.today, -3)))
    const late = await at.plan(id, addDays(at.today, -2))
    await at.fixture.rows(`update public.capstone_projects set status = 'completed' where id = $1`, [id])
    await at.fixture.act(at.people.ana, (tx) =>
      issueCertificates(tx, { id, title: 'Falls' }, 'https://placewell.example'),
    )
    const listed = async (who: Person) => (await at.get(id, who)).certificates.map(({ hours }) => hours)
    const thanks = async () =>
      (await titles(at.priya)).filter((title) => title === 'Lake School thanks you for being a preceptor')
        .length
    const before = await thanks()
    await at.dueWork()
    expect([await listed(at.people.ana), await thanks()]).toEqual([[12], before])
    await at.confirm(late)
    for (const _ of [1, 2]) await at.dueWork()
    expect([await listed(at.people.ana), await thanks()]).toEqual([[24], before + 1])
    const all = await at.fixture.rows(
      `select facility_name, faculty_name, minutes, days from public.capstone_certificates where project_id = $1 order by minutes`,
      [id],
    )
    expect(all).toEqual([
      { ...all[1], minutes: 720, days: 1 },
      { facility_name: '5 East, North', faculty_name: expect.any(String), minutes: 1440, days: 2 },
    ])
  })

  it('continues as active once the next one accepts', async () => {
    const id = await left()
    await at.answer(await at.nominate(id, at.named.priya.id))
    expect(await statusOf(id)).toBe('active')
    await expect(at.move(at.ada, id, 'withdraw')).rejects.toThrow('has begun')
  })

  it('cannot be withdrawn from by the student with credited hours; the school ends it', async () => {
    const id = await left()
    await expect(at.move(at.ada, id, 'withdraw')).rejects.toThrow('has begun')
    await expect(at.move(at.people.ana, id, 'complete')).rejects.toMatchObject({
      data: { code: 'capstone.hours_short' },
    })
    await expect(at.move(at.people.ana, id, 'fail', 'Unsafe care.')).rejects.toMatchObject({
      data: { code: 'capstone.evaluation_missing' },
    })
    const before = await at.awaiting(at.ben)
    await expect(at.move(at.people.ana, before, 'fail', 'Unsafe care.')).rejects.toThrow('moved on')
    await at.move(at.ben, before, 'withdraw')
  })

  it('is completed without a preceptor when nothing is left to do', async () => {
    const { id, nomination } = await at.signed({ deliverables: [] })
    for (const days of [-4, -3]) await at.confirm(await at.plan(id, addDays(at.today, days)))
    await at.verify(await at.evaluate(id, 'final'))
    await end(nomination)
    await at.move(at.people.ana, id, 'complete')
    expect(await statusOf(id)).toBe('completed')
  })
})

describe('the clearance of the student', () => {
  it('is shown on the project, and the faculty member signs without it only for a reason', async () => {
    const [row] = await at.fixture.rows<{ id: string }>(
      `insert into public.credential_requirements (type_id, school_id, active_from)
       select t.id, $1, '2020-01-01' from public.credential_types t where t.code = 'BLS' returning id`,
      [at.school],
    )
    const id = await at.awaiting()
    const nomination = await at.nominate(id, at.named.priya.id)
    await at.answer(nomination)
    for (const who of [at.people.ana, at.people.marcus, at.ada])
      expect((await at.get(id, who)).clearance).toMatchObject({ status: 'not_cleared' })
    for (const who of [at.people.frank, at.priya]) expect((await at.get(id, who)).clearance).toBeNull()
    for (const who of [at.ada, at.priya]) await at.sign(who, nomination)
    await expect(at.sign(at.people.marcus, nomination)).rejects.toThrow('Say why the student begins anyway')
    const sent = { id: nomination, reason: 'The renewal is on its way.', ...at.key() }
    await call(at.api.sign, sent, await at.as(at.people.marcus))
    expect((await at.get(id)).nominations[0]).toMatchObject({
      override_reason: 'The renewal is on its way.',
      faculty_signed_at: expect.anything(),
    })
    await at.fixture.rows('delete from public.credential_requirements where id = $1', [row!.id])
  })
})

it('is in the semester report while a preceptor who left is replaced, and canceled if it has hours', async () => {
  const { id, nomination } = await at.signed()
  await at.confirm(await at.plan(id, addDays(at.today, -2)))
  const asked = { semesterId: at.semesters[at.school]!, studentIds: [at.ada.id] }
  const summary = async (project = id) => {
    const found = await at.fixture.act(at.people.ana, (tx) => summarizeProjects(tx, asked))
    return found.get(at.ada.id)!.find((one) => one.id === project)
  }
  const hours = (await summary())!.confirmed_hours
  expect(hours).toBeGreaterThan(0)
  await call(
    at.api.decideNomination,
    { id: nomination, decision: 'end', reason: 'Moved to another unit.', ...at.key() },
    await at.as(at.people.ana),
  )
  const left = { preceptor_name: 'Priya Raman', confirmed_hours: hours }
  expect(await summary()).toMatchObject({ status: 'awaiting_preceptor', ...left })
  await at.move(at.people.ana, id, 'cancel', 'No one else can be found.')
  expect(await summary()).toMatchObject({ status: 'cancelled', ...left })
  expect(await summary(await at.awaiting())).toBe(undefined)
})

it('bypassing the commands, what is due stays as sent, and a concern goes to the responsible person', async () => {
  const { id } = await at.signed()
  const [{ preceptor_id }] = (await at.fixture.rows(
    'select preceptor_id from public.capstone_nominations where project_id = $1',
    [id],
  )) as [{ preceptor_id: string }]
  const late = { id: randomUUID(), school_id: at.school, project_id: id, name: 'Poster', due: at.today }
  await expect(
    at.fixture.act(at.ada, (tx) => tx.insertInto('capstone_deliverables').values(late).execute()),
  ).rejects.toThrow('row-level security')
  const concern = {
    school_id: at.school,
    project_id: id,
    preceptor_id,
    severity: 'minor',
    text: 'Left the unit twice.',
  }
  for (const forged of [
    { raised_by_name: 'Priya Raman', to_id: at.people.ana.id, to_name: 'Test school_admin' },
    { raised_by_name: 'Someone Else', to_id: at.people.marcus.id, to_name: 'Test proctor' },
  ])
    await expect(
      at.fixture.act(at.priya, (tx) =>
        tx
          .insertInto('capstone_concerns')
          .values({ id: randomUUID(), ...concern, ...forged })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
})

it('bypassing the commands, a day is planned only with the accepted preceptor and at its own instants, and each person signs and nominates only as themselves', async () => {
  const { nomination } = await at.signed()
  const other = at.named.sam.id
  const { sql } = await import('kysely')
  const run = async (who: Person, statement: string) =>
    at.fixture.act(who, async (tx) => Number((await sql.raw(statement).execute(tx)).numAffectedRows ?? 0))
  const plan = (preceptor = `n.preceptor_id, n.preceptor_name`, hours = 12) =>
    `insert into public.capstone_days (id, school_id, project_id, date, start_time, end_time, starts_at, ends_at, kind, preceptor_id, preceptor_name)
      select gen_random_uuid(), n.school_id, n.project_id, d.day, '07:00', '19:00', (d.day + time '07:00') at time zone f.time_zone,
        (d.day + time '07:00') at time zone f.time_zone + interval '${hours} hours', 'on_unit', ${preceptor}
      from public.capstone_nominations n join public.capstone_projects p on p.id = n.project_id join public.facilities f on f.id = p.facility_id
      cross join (values (current_date + 1)) d (day) where n.id = '${nomination}'`
  await expect(run(at.ada, plan(`'${other}', 'Sam Lee'`))).rejects.toThrow('row-level security')
  await expect(run(at.ada, plan(`n.preceptor_id, 'Someone Else'`))).rejects.toThrow('row-level security')
  await expect(run(at.ada, plan(undefined, 24))).rejects.toThrow('row-level security')
  expect(await run(at.ada, plan())).toBe(1)
  const open = await at.awaiting(at.ben)
  const nominate = (status: string) =>
    `insert into public.capstone_nominations (id, school_id, project_id, preceptor_id, preceptor_name, status)
      select gen_random_uuid(), p.school_id, p.id, r.id, r.full_name, '${status}' from public.capstone_projects p, public.preceptors r where p.id = '${open}' and r.id = '${other}'`
  for (const [who, status] of [
    [at.people.ana, 'proposed'],
    [at.people.ana, 'accepted'],
    [at.people.frank, 'asked'],
    [at.people.frank, 'accepted'],
  ] as const)
    await expect(run(who, nominate(status))).rejects.toThrow('row-level security')
  expect(await run(at.people.frank, nominate('proposed'))).toBe(1)
  // No one signs for the faculty member or answers for the preceptor.
  await at.fixture.rows(`update public.capstone_nominations set faculty_signed_at = null where id = $1`, [
    nomination,
  ])
  for (const who of [at.people.ana, at.ada, at.priya])
    await expect(
      run(who, `update public.capstone_nominations set faculty_signed_at = now() where id = '${nomination}'`),
    ).rejects.toThrow('capstone.not_a_signer')
  await expect(
    run(
      at.people.ana,
      `update public.capstone_nominations set status = 'accepted' where project_id = '${open}'`,
    ),
  ).rejects.toThrow('step.illegal')
  // The only entry people may write into the history is a certificate download, in their own name.
  const line = (
    event: string,
  ) => `insert into public.capstone_events (school_id, project_id, party, by_name, event, reason)
    select p.school_id, p.id, 'school', 'Test school_admin', '${event}', 'Priya Raman' from public.capstone_projects p where p.id = '${open}'`
  for (const event of ['certificate', 'complete'])
    await expect(run(at.people.ana, line(event))).rejects.toThrow('row-level security')
  expect(
    await run(
      at.people.marcus,
      `update public.capstone_nominations set faculty_signed_at = now() where id = '${nomination}'`,
    ),
  ).toBe(1)
})

describe('a concern', () => {
  it('reaches a named person immediately, and the school if no one answers that day', async () => {
    const { id } = await at.signed()
    const concern = randomUUID()
    const raise = async (who: Person | null) =>
      call(
        at.api.raiseConcern,
        {
          id: concern,
          project_id: id,
          severity: 'serious',
          narrative: 'Left the unit without a word, twice.',
          ...at.key(),
        },
        await at.as(who),
      )
    for (const who of [at.ada, at.idle, at.people.eve, null])
      await expect(raise(who)).rejects.toThrow(NOT_THEIRS)
    expect(await raise(at.priya)).toEqual({ to_name: 'Test proctor' })
    expect(await titles(at.people.marcus)).toContain('Priya Raman raised a serious concern')
    expect((await at.get(id, at.ada)).concerns).toEqual([])
    expect((await at.get(id, at.priya)).concerns).toHaveLength(1)
    await at.fixture.rows(`alter table public.capstone_concerns disable trigger user`)
    await at.fixture.rows(
      `update public.capstone_concerns set created_at = now() - interval '2 days' where id = $1`,
      [concern],
    )
    await at.fixture.rows(`alter table public.capstone_concerns enable trigger user`)
    await at.dueWork()
    expect(await titles(at.people.ana)).toContain('A preceptor’s concern is waiting for Test proctor')
    const reply = async () =>
      call(
        at.api.answerConcern,
        { id: concern, answer: 'I called her today.', ...at.key() },
        await at.as(at.people.marcus),
      )
    await reply()
    await expect(reply()).rejects.toThrow('already answered')
    expect(await titles(at.priya)).toContain('Your concern about “Falls after surgery” was answered')
  })
})

describe('a concern that no one answered', () => {
  const raise = async (project_id: string) => {
    const id = randomUUID()
    const sent = {
      id,
      project_id,
      severity: 'minor' as const,
      narrative: 'Came late, twice this week.',
      ...at.key(),
    }
    await call(at.api.raiseConcern, sent, await at.as(at.priya))
    return id
  }
  const raisedAt = async (id: string, instant: string) => {
    await at.fixture.rows(`alter table public.capstone_concerns disable trigger user`)
    await at.fixture.rows(`update public.capstone_concerns set created_at = ${instant} where id = $1`, [id])
    await at.fixture.rows(`alter table public.capstone_concerns enable trigger user`)
  }
  const isEscalated = async (id: string) =>
    (
      await at.fixture.rows<{ escalated_at: string | null }>(
        'select escalated_at from public.capstone_concerns where id = $1',
        [id],
      )
    )[0]!.escalated_at !== null
  const inZone = (zone: string) =>
    at.fixture.rows('update public.schools set time_zone = $1 where id = $2', [zone, at.school])
  const waiting = async () =>
    (await titles(at.people.ana)).filter((one) => one.startsWith('A preceptor’s concern is waiting')).length

  it('goes to the school the day after it was raised, by the school’s calendar day', async () => {
    const { id } = await at.signed()
    const [today, yesterday] = [await raise(id), await raise(id)]
    // Fourteen hours ahead of the fixture’s clock, one school day may span two of its dates; eleven behind, one date two school days.
    await inZone('Pacific/Kiritimati')
    await at.dueWork()
    expect(await isEscalated(today)).toBe(false)
    await inZone('Pacific/Niue')
    await raisedAt(
      yesterday,
      `((now() at time zone 'Pacific/Niue')::date - interval '30 minutes') at time zone 'Pacific/Niue'`,
    )
    await at.dueWork()
    await inZone('America/Chicago')
    expect(await isEscalated(yesterday)).toBe(true)
  })

  it('notifies again if another one of the same project is waiting', async () => {
    const { id } = await at.signed()
    const before = await waiting()
    for (const concern of [await raise(id), await raise(id)]) {
      await raisedAt(concern, `now() - interval '2 days'`)
      await at.dueWork()
    }
    expect(await waiting()).toBe(before + 2)
  })
})

describe('a link', () => {
  /** A project whose preceptor has no account. */
  const asked = async () => {
    const id = await at.awaiting(at.ben)
    const nomination = await at.nominate(id, at.named.sam.id)
    const [token] = (await at.links('sam@river.example')).slice(-1)
    return { id, nomination, token: token! }
  }

  it('shows only its task, is not used up by opening, is used up by submitting, and ignores a replay', async () => {
    const { id, nomination, token } = await asked()
    for (let times = 0; times < 3; times++) {
      const seen = await at.open(token)
      expect(seen).toMatchObject({
        state: 'live',
        task: 'accept',
        project: { student_name: 'Ben Bright', title: 'Falls after surgery', day: null },
      })
    }
    await expect(at.use(token, { task: 'sign' })).rejects.toThrow('for something else')
    const accept = { task: 'accept' as const, accepts: true, reason: null }
    const both = await Promise.allSettled([at.use(token, accept), at.use(token, accept)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    await expect(at.use(token, { task: 'accept', accepts: false, reason: null })).rejects.toThrow(
      'already submitted',
    )
    expect(await at.open(token)).toMatchObject({
      state: 'spent',
      project: null,
      message: expect.stringContaining('faculty member'),
    })
    const events = await at.fixture.rows<{ what: string }>(
      'select what from public.preceptor_link_events where project_id = $1 and task = $2 order by id',
      [id, 'accept'],
    )
    expect(events.map(({ what }) => what)).toEqual([
      'sent',
      'opened',
      'opened',
      'opened',
      'submitted',
      'refused',
      'refused',
      'refused',
    ])
    expect(await at.get(id)).toMatchObject({ status: 'matched' })
    const [next] = (await at.links('sam@river.example')).slice(-1)
    await at.use(next!, { task: 'sign' })
    expect((await at.get(id)).nominations.find((one) => one.id === nomination)).toMatchObject({
      preceptor_signed_at: expect.anything(),
    })
  })

  it('that is guessed, expired or replaced opens nothing and names the next step', async () => {
    const { id, nomination, token } = await asked()
    expect(await at.open('x'.repeat(43))).toEqual({
      state: 'unknown',
      message: expect.stringContaining('isn’t valid'),
      task: null,
      expires_at: null,
      certificate: null,
      project: null,
    })
    // The address was cut off before the token.
    expect(await at.open('')).toMatchObject({
      state: 'unknown',
      message: expect.stringContaining('isn’t valid'),
    })
    await call(at.api.sendLink, { id: nomination, task: 'accept', ...at.key() }, await at.as(at.people.ana))
    expect(await at.open(token)).toMatchObject({ state: 'replaced', project: null })
    const [second] = (await at.links('sam@river.example')).slice(-1)
    await at.fixture.rows(
      `update public.preceptor_links set expires_at = now() - interval '1 second' where project_id = $1`,
      [id],
    )
    expect(await at.open(second!)).toMatchObject({ state: 'expired', project: null })
    await expect(at.use(second!, { task: 'accept', accepts: true, reason: null })).rejects.toThrow(
      'expired after 7 days',
    )
    for (const who of [at.people.rob, at.ben, at.people.eve])
      await expect(
        call(at.api.sendLink, { id: nomination, task: 'accept', ...at.key() }, await at.as(who)),
      ).rejects.toThrow(NOT_THEIRS)
  })

  it('gives no access beyond its project, whatever is sent', async () => {
    const other = await at.signed()
    const { id, token } = await asked()
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(token).digest('hex')
    const seen = await at.fixture.act(null, async (tx) => {
      const { sql } = await import('kysely')
      await sql`select set_config('app.preceptor_link', ${hash}, true)`.execute(tx)
      const projects = await tx.selectFrom('capstone_projects').select('id').execute()
      const days = await tx.selectFrom('capstone_days').select('id').execute()
      const people = await tx.selectFrom('users').select('id').execute()
      const hours = await tx.selectFrom('preceptors').select('id').execute()
      const nominations = await tx.selectFrom('capstone_nominations').select('project_id').execute()
      return {
        projects: projects.map((one) => one.id),
        nominations: nominations.map((one) => one.project_id),
        days: days.length,
        people: people.length,
        preceptors: hours.map((one) => one.id),
      }
    })
    expect(seen).toEqual({
      projects: [id],
      nominations: [id],
      days: 0,
      people: 0,
      preceptors: [at.named.sam.id],
    })
    expect(seen.projects).not.toContain(other.id)
  })

  it('bypassing the commands, is read and submitted only with its token, and sent and replaced only by a party', async () => {
    const other = await at.signed()
    const { id, token } = await asked()
    const { sql } = await import('kysely')
    const { createHash } = await import('node:crypto')
    const hash = createHash('sha256').update(token).digest('hex')
    const [{ school_id }] = (await at.fixture.rows<{ school_id: string }>(
      'select school_id from public.capstone_projects where id = $1',
      [id],
    )) as [{ school_id: string }]
    const preceptor = at.named.sam.id
    const run = async (who: typeof at.people.ana | null, statement: string, opened = '') =>
      at.fixture.act(who, async (tx) => {
        await sql`select set_config('app.opened_link', ${opened}, true), set_config('app.preceptor_link', ${opened}, true)`.execute(
          tx,
        )
        return Number((await sql.raw(statement).execute(tx)).numAffectedRows ?? 0)
      })
    const found = async (who: typeof at.people.ana | null, opened = '') =>
      at.fixture.act(who, async (tx) => {
        await sql`select set_config('app.opened_link', ${opened}, true)`.execute(tx)
        return (
          await tx.selectFrom('preceptor_links').select('project_id').where('spent_at', 'is', null).execute()
        ).map((one) => one.project_id)
      })
    expect(await found(null)).toEqual([])
    expect(await found(at.people.rob)).toEqual([])
    expect(await found(null, hash)).toEqual([id])
    expect(await found(at.people.ana, hash)).toContain(id)
    await expect(run(at.people.ana, 'select token_hash from public.preceptor_links')).rejects.toThrow(
      'permission denied',
    )
    // With a link, no other link can be submitted, created or marked as submitted.
    await run(
      null,
      `update public.preceptor_links set replaced_at = now() where project_id = '${other.id}'`,
      hash,
    )
    const add = `insert into public.preceptor_links (preceptor_id, task, school_id, project_id) values ('${preceptor}'`
    await expect(run(null, `${add}, 'accept', '${school_id}', '${id}')`, hash)).rejects.toThrow(
      'row-level security',
    )
    await expect(run(null, `${add}, 'sign', '${school_id}', '${other.id}')`, hash)).rejects.toThrow(
      'row-level security',
    )
    const event = (what: string, project: string) =>
      `insert into public.preceptor_link_events (school_id, project_id, preceptor_id, task, what) values ('${school_id}', '${project}', '${preceptor}', 'accept', '${what}')`
    await expect(run(null, event('submitted', id), hash)).rejects.toThrow('row-level security')
    await expect(run(null, event('refused', other.id), hash)).rejects.toThrow('row-level security')
    await expect(run(at.people.ana, event('opened', id))).rejects.toThrow('row-level security')
    // Someone who is not a party cannot send links, nor can the student or the facility, and neither can disable the one that was sent.
    for (const who of [at.ada, at.ben, at.people.frank]) {
      await expect(run(who, `${add}, 'accept', '${school_id}', '${id}')`)).rejects.toThrow(
        'row-level security',
      )
      expect(
        await run(who, `update public.preceptor_links set replaced_at = now() where project_id = '${id}'`),
      ).toBe(0)
    }
    // People who send links cannot submit them.
    await expect(run(at.people.rob, `${add}, 'accept', '${school_id}', '${id}')`)).rejects.toThrow(
      'row-level security',
    )
    await expect(
      run(at.people.ana, `update public.preceptor_links set spent_at = now() where project_id = '${id}'`),
    ).rejects.toThrow('row-level security')
    await expect(
      run(at.people.ana, `update public.preceptor_links set expires_at = 'infinity'`),
    ).rejects.toThrow('permission denied')
    const send = `${add}, 'accept', '${school_id}', '${id}')`
    await at.fixture.rows(`update public.preceptor_links set created_at = created_at - interval '2 days'`)
    for (let n = 0; n < 8; n++) await run(at.people.ana, send)
    await expect(run(at.people.ana, send)).rejects.toThrow('row-level security')
    // Not even nine at once in one statement.
    await at.fixture.rows(`update public.preceptor_links set created_at = created_at - interval '2 days'`)
    const rows = (
      many: number,
    ) => `insert into public.preceptor_links (preceptor_id, task, school_id, project_id)
      select '${preceptor}', 'accept', '${school_id}', '${id}' from generate_series(1, ${many})`
    await expect(run(at.people.ana, rows(9))).rejects.toThrow('row-level security')
    expect(await run(at.people.ana, rows(8))).toBe(8)
    // An email can be queued only for the link that was just created.
    const mails = async () => (await at.links('sam@river.example')).length
    const before = await mails()
    await run(
      at.people.ana,
      `select app.mail_preceptor_link(l.id, 'A', 'B', 'C') from public.preceptor_links l`,
    )
    expect(await mails()).toBe(before)
  })

  it('bypassing the commands, is opened by a token that only PostgreSQL generates and that leaves only by email', async () => {
    const { nomination } = await asked()
    const { sql } = await import('kysely')
    const { createHash } = await import('node:crypto')
    const own = 'a-token-of-my-own'
    const digest = createHash('sha256').update(own).digest('hex')
    const made = randomUUID()
    const make = (column: string, value: string) => sql`
      insert into public.preceptor_links (id, ${sql.raw(column)} preceptor_id, task, school_id, project_id, nomination_id)
      select ${made}::uuid, ${sql.raw(value)} n.preceptor_id, 'accept', n.school_id, n.project_id, n.id from public.capstone_nominations n where n.id = ${nomination}::uuid`
    const who = at.people.marcus
    // The sender of a link cannot use it to answer for the preceptor.
    await expect(
      at.fixture.act(who, (tx) => make('token_hash,', `'${digest}',`).execute(tx)),
    ).rejects.toThrow('permission denied')
    await expect(
      at.fixture.act(who, (tx) => sql`update public.preceptor_links set token_hash = ${digest}`.execute(tx)),
    ).rejects.toThrow('permission denied')
    expect(await at.open(own)).toMatchObject({ state: 'unknown' })
    await at.fixture.rows(`update public.preceptor_links set created_at = created_at - interval '2 days'`)
    await at.fixture.act(who, async (tx) => {
      await make('', '').execute(tx)
      await sql`select app.mail_preceptor_link(${made}::uuid, 'A', 'B ?token={}', 'C')`.execute(tx)
    })
    const mailed = (await at.links('sam@river.example')).at(-1)!
    expect(mailed).toMatch(/^[0-9a-f-]{72}$/)
    expect(await at.open(mailed)).toMatchObject({ state: 'live', task: 'accept' })
  })

  it('is sent at most eight times a day', async () => {
    const { nomination } = await asked()
    const send = async () =>
      call(at.api.sendLink, { id: nomination, task: 'accept', ...at.key() }, await at.as(at.people.ana))
    await expect(
      (async () => {
        for (let n = 0; n < 9; n++) await send()
      })(),
    ).rejects.toThrow('8 links')
  })
})
