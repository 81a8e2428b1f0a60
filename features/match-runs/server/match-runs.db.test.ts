/** Match runs against real PostgreSQL: from a closed wishlist through runs, edits and publishing to concerns. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, formatDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { seatCommands } from '#features/assignments/server/public.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { createWishlistFixture, type WishlistFixture } from '#features/wishlists/server/fake.ts'
import type { RunSettings } from '../contract.ts'
import { assignStudent } from './commands/assign-student.ts'
import { matchRunHandlers } from './handlers.ts'
import { matchRunJobs } from './public.ts'

let at: WishlistFixture
const api = matchRunHandlers()
beforeAll(async () => {
  at = await createWishlistFixture()
})
afterAll(() => at.fixture.close())

const key = () => ({ idempotency_key: randomUUID() })
const as = async (who: Person | null) => ({ context: await at.fixture.as(who) })
const ana = () => at.people.ana
const work = (id: string, signal = new AbortController().signal) =>
  runJob(at.fixture, matchRunJobs('https://placewell.example'), id, signal)

const start = async (campaign: string, settings: Partial<RunSettings> = {}, who: Person = ana()) => {
  const [id, job] = [randomUUID(), randomUUID()]
  const run = await call(
    api.start,
    { campaign_id: campaign, id, job_id: job, settings: { require_clearance: false, ...settings }, ...key() },
    await as(who),
  )
  return { ...run, id, job }
}
const get = async (id: string, who: Person = ana()) => call(api.get, { id }, await as(who))
const run = async (campaign: string, settings: Partial<RunSettings> = {}) => {
  const { id, job } = await start(campaign, settings)
  await work(job)
  return get(id)
}
const publish = async (id: string, who: Person = ana()) => {
  const job = randomUUID()
  await call(api.publish, { id, job_id: job, ...key() }, await as(who))
  return job
}
const jobOf = async (id: string) =>
  (
    await at.fixture.rows<{ status: string; error_message: string | null }>(
      'select status, error_code, error_message from public.jobs where id = $1',
      [id],
    )
  )[0]!
const seatsOf = async (student: Person) =>
  (
    await at.fixture.rows<{ n: number }>(
      `select count(*)::integer as n from public.assignments where student_id = $1 and status = 'assigned'`,
      [student.id],
    )
  )[0]!.n

/** Ada and Ben want the one seat of the first rotation; Cora has not chosen. */
async function contested() {
  const { id, options } = await at.open({ min_choices: 1, max_choices: 3 })
  const [ada, ben, cora] = at.students as [Person, Person, Person]
  await at.choose(ada, id, [options[0]!, options[1]!])
  await at.choose(ben, id, [options[0]!, options[2]!])
  await at.close(id)
  return { id, options, ada, ben, cora }
}
beforeEach(async () => {
  await at.fixture.rows(
    `update public.assignments set status = 'removed', reason = 'A test begins.' where status = 'assigned'`,
  )
})

describe('a run', () => {
  it('places everyone with the fewest points, with its proof, metrics and a reason for each', async () => {
    const { id, ada, ben, cora } = await contested()
    const found = await run(id)
    expect(found).toMatchObject({
      phase: 'done',
      number: 1,
      proof: { status: 'optimal', gap: 0, conflict: [] },
      figures: { students: 3, placed: 3, unplaced: 0, first_choice: 1, worst_rank: 2, edits: 0 },
      created_by_name: expect.any(String),
    })
    const of = (who: Person) => found.placements.find(({ student_id }) => student_id === who.id)!
    const one = [of(ada), of(ben)].find(({ sentences }) => sentences[0]!.includes('You have a seat there'))!
    const other = one === of(ada) ? of(ben) : of(ada)
    expect(one.sentences).toHaveLength(1)
    expect(other.sentences[0]).toMatch(/^Your choice 1 \(.*\) had 1 seat and fewer than 5 requests\./)
    expect(other.sentences.join(' ')).not.toMatch(/Ada|Ben|Cora/)
    expect(of(cora).sentences[0]).toContain('You listed no choices.')
    expect(found.options[0]).toMatchObject({ seats: 1, requests: 2, first_choices: 2 })
  })

  it('gives the same result for the same seed, and a second run gets another number', async () => {
    const { id } = await contested()
    const [first, again] = [await run(id, { seed: 7 }), await run(id, { seed: 7 })]
    expect(again.number).toBe(2)
    expect(again.placements).toEqual(first.placements)
    expect((await call(api.list, { campaign_id: id }, await as(ana()))).map(({ number }) => number)).toEqual([
      2, 1,
    ])
  })

  it('cannot be started before the wishlist has closed, nor by others', async () => {
    const open = await at.open()
    await expect(start(open.id)).rejects.toThrow('Students can still change')
    const { id } = await contested()
    for (const who of [at.people.rob, at.students[0]!, at.people.marcus])
      await expect(start(id, {}, who)).rejects.toThrow(/may not|find that wishlist/i)
    const { id: runId } = await run(id)
    await expect(get(runId, at.people.rob)).rejects.toThrow('find that run')
    await expect(get(runId, at.students[0]!)).rejects.toThrow(/may not/i)
  })

  it('resumes the stored problem after the process died, and does not resume once canceled', async () => {
    const { id } = await contested()
    const { id: runId, job } = await start(id)
    const dying = new AbortController()
    dying.abort()
    await expect(work(job, dying.signal)).rejects.toMatchObject({ name: 'Stopped' })
    expect((await get(runId)).phase).toMatch(/queued|running/)
    await work(job)
    expect((await get(runId)).phase).toBe('done')
    const stopped = await start(id)
    await at.fixture.rows('update public.jobs set cancel_requested = true where id = $1', [stopped.job])
    await work(stopped.job)
    expect((await get(stopped.id)).phase).toBe('stopped')
  })

  it("closes options that clash with a student's shifts, have a declared conflict, or lack clearance", async () => {
    const { id, options } = await at.open({ min_choices: 1, max_choices: 3 })
    const [ada, ben] = at.students as [Person, Person]
    for (const who of [ada, ben]) await at.choose(who, id, [options[2]!, options[1]!])
    const [shift] = await at.fixture.rows<{ id: string; date: string }>(
      'select id, date from public.shifts where series_id = $1 order by date limit 1',
      [at.series[2]],
    )
    const other = await at.published({ date: shift!.date, facility_id: at.ward })
    await at.fixture.act(ana(), (tx) =>
      seatCommands.assignStudents(tx, { shiftId: other, students: [ada.id], reason: null }),
    )
    await at.fixture.rows(
      `insert into public.wishlist_submissions (campaign_id, student_id, school_id, conflicts) values ($1, $2, $3, $4)`,
      [id, ben.id, at.school, JSON.stringify([{ option_id: options[2], kind: 'employer' }])],
    )
    await at.close(id)
    const found = await run(id)
    const of = (who: Person) => found.placements.find(({ student_id }) => student_id === who.id)!
    expect(of(ada)).toMatchObject({ option_ids: [options[1]] })
    expect(of(ada).sentences[0]).toContain('It was closed to you: another shift on')
    expect(of(ben).sentences[0]).toContain('It was closed to you: a declared conflict of interest.')
    await at.fixture.rows(
      'update public.wishlist_submissions set allowed_options = $2 where campaign_id = $1',
      [id, [options[2]]],
    )
    expect((await run(id)).placements.find(({ student_id }) => student_id === ben.id)).toMatchObject({
      option_ids: [options[2]],
    })
  })

  it('closes options for what would prevent giving the seat: rest, a capstone day, a year that is full, a last day', async () => {
    const { id, options } = await at.open({ min_choices: 1, max_choices: 3 })
    const [ada, ben, cora] = at.students as [Person, Person, Person]
    for (const who of [ada, ben, cora]) await at.choose(who, id, [options[2]!, options[1]!, options[0]!])
    const shifts = await at.fixture.rows<{ id: string; date: string; facility_id: string }>(
      'select id, date, facility_id from public.shifts where series_id = $1 order by date',
      [at.series[2]],
    )
    // A night that ends on the morning of the first shift.
    const night = await at.published({
      date: addDays(shifts[0]!.date, -1),
      facility_id: at.ward,
      start_time: '19:00',
      end_time: '05:00',
    })
    await at.fixture.act(ana(), (tx) =>
      seatCommands.assignStudents(tx, { shiftId: night, students: [ada.id], reason: null }),
    )
    await at.fixture.rows(
      `insert into public.departures (id, user_id, kind, status, last_day, ends_at, reason, decided_by)
       values (gen_random_uuid(), $1, 'leave', 'planned', $2, $2::date + 1, 'Moves away.', $3)`,
      [ben.id, shifts[0]!.date, ana().id],
    )
    await at.close(id)
    const reasons = async () => {
      const { id: runId } = await run(id, { place_everyone: false })
      const rows = await at.fixture.rows<{ student: string; reason: string }>(
        `select f ->> 'student' as student, f ->> 'reason' as reason
         from public.wishlist_runs r, jsonb_array_elements(r.problem -> 'forbidden') f where r.id = $1 and f ->> 'option' = $2`,
        [runId, options[2]],
      )
      return Object.fromEntries(rows.map(({ student, reason }) => [student, reason]))
    }
    try {
      const first = formatDate(shifts[0]!.date, 'long')
      expect(await reasons()).toEqual({
        [ada.id]: `too little rest around a night shift near ${first}`,
        [ben.id]: `the last day here is ${first}`,
      })
      await at.fixture.rows('update public.units set max_students_by_level = $2 where id = $1', [
        shifts[0]!.facility_id,
        { first_year: 0 },
      ])
      expect((await reasons())[cora.id]).toBe(`no more students of this year may come there on ${first}`)
    } finally {
      await at.fixture.rows(`update public.units set max_students_by_level = '{}' where id = $1`, [
        shifts[0]!.facility_id,
      ])
      await at.fixture.rows('delete from public.departures where user_id = $1', [ben.id])
    }
  })

  it("closes options with shifts during a student's leave", async () => {
    const { id, options } = await at.open({ min_choices: 1, max_choices: 3 })
    const [ada] = at.students as [Person]
    await at.choose(ada, id, [options[2]!, options[1]!])
    const [shift] = await at.fixture.rows<{ date: string }>(
      'select date from public.shifts where series_id = $1 order by date limit 1',
      [at.series[2]],
    )
    await at.fixture.rows(
      `insert into public.student_leaves (id, school_id, student_id, starts_on, ends_on, reason, recorded_by)
       values (gen_random_uuid(), $1, $2, $3, $3, 'family', $4)`,
      [at.school, ada.id, shift!.date, ana().id],
    )
    await at.close(id)
    const placed = (await run(id)).placements.find(({ student_id }) => student_id === ada.id)!
    await at.fixture.rows('delete from public.student_leaves where student_id = $1', [ada.id])
    expect(placed.sentences[0]).toContain('It was closed to you: on leave until')
    expect(placed.option_ids).not.toContain(options[2])
  })

  it('counts students already on the shifts toward the minimum of an option', async () => {
    const { id, options } = await at.open({ min_choices: 1, max_choices: 3 })
    const [ada, ben] = at.students as [Person, Person]
    for (const who of [ada, ben]) await at.choose(who, id, [options[1]!, options[0]!])
    await at.close(id)
    await at.fixture.rows('update public.wishlist_options set min_seats = 1 where id = $1', [options[2]])
    const shifts = await at.fixture.rows<{ id: string }>(
      'select id from public.shifts where series_id = $1',
      [at.series[2]],
    )
    const least = async () => {
      const { id: runId } = await run(id)
      const [row] = await at.fixture.rows<{ least: number }>(
        `select (o ->> 'minSeats')::integer as least from public.wishlist_runs, jsonb_array_elements(problem -> 'options') o
         where wishlist_runs.id = $1 and o ->> 'id' = $2`,
        [runId, options[2]],
      )
      return row!.least
    }
    const put = (shiftId: string) =>
      at.fixture.act(ana(), (tx) =>
        seatCommands.assignStudents(tx, { shiftId, students: [at.outsider.id], reason: null }),
      )
    await put(shifts[0]!.id)
    expect(await least()).toBe(1) // the other shift has no one yet
    await put(shifts[1]!.id)
    expect(await least()).toBe(0)
  })

  it('explains which rules cannot all hold', async () => {
    const { id } = await contested()
    await at.fixture.rows('update public.wishlist_options set min_seats = 0 where campaign_id = $1', [id])
    await at.fixture.rows(
      `insert into public.wishlist_submissions (campaign_id, student_id, school_id, conflicts)
       select $1, $2, $3, jsonb_agg(jsonb_build_object('option_id', o.id, 'kind', 'relative')) from public.wishlist_options o where o.campaign_id = $1`,
      [id, at.students[0]!.id, at.school],
    )
    const found = await run(id)
    expect(found).toMatchObject({
      phase: 'done',
      figures: null,
      proof: { status: 'infeasible', irreducible: true },
    })
    expect(found.proof!.conflict.join(' ')).toContain('Ada Able')
    await expect(publish(found.id)).rejects.toThrow('found no match')
    expect((await run(id, { place_everyone: false })).figures).toMatchObject({ unplaced: 1 })
  })

  it('draws lots, or leaves everyone to the school', async () => {
    const { id } = await contested()
    expect((await run(id, { mode: 'lottery' })).proof).toMatchObject({ status: 'drawn' })
    expect(await run(id, { mode: 'manual' })).toMatchObject({
      proof: { status: 'by_hand' },
      figures: { placed: 0, unplaced: 3 },
    })
  })
})

it("two-sided: the facility's preferred student gets the seat, and students it does not rank get none", async () => {
  const { id, options } = await at.open({ min_choices: 1, max_choices: 3, partners_rank: true })
  const [ada, ben, cora] = at.students as [Person, Person, Person]
  await at.choose(ada, id, [options[0]!, options[1]!])
  await at.choose(ben, id, [options[0]!, options[1]!])
  await at.choose(cora, id, [options[1]!, options[2]!])
  await at.close(id)
  const order = async (option: string, students: readonly Person[]) => {
    const { rows } = await at.fixture.act(at.people.frank, (tx) =>
      sql<{
        option_id: string
        key: string
        student_id: string
      }>`select * from app.students_to_rank()`.execute(tx),
    )
    const keys = students.map(
      (student) => rows.find((row) => row.option_id === option && row.student_id === student.id)!.key,
    )
    return call(at.api.rankStudents, { id: option, keys, ...key() }, await as(at.people.frank))
  }
  await order(options[0]!, [ben, ada])
  await order(options[1]!, [ada, ben])
  const found = await run(id, { mode: 'two_sided', place_everyone: false })
  expect(found.proof).toMatchObject({ status: 'stable' })
  // Cora also chose an option that ranks only the others.
  expect(found.unranked).toBe(1)
  const placed = Object.fromEntries(found.placements.map((one) => [one.student_id, one.option_ids[0]]))
  expect(placed).toEqual({ [ben.id]: options[0], [ada.id]: options[1], [cora.id]: options[2] })
})

describe('an edit', () => {
  const assign = async (id: string, student: Person, to: string[], who: Person = ana()) =>
    call(
      api.assign,
      {
        id,
        student_id: student.id,
        option_ids: to,
        edit_id: randomUUID(),
        reason: 'Agreed by phone.',
        ...key(),
      },
      await as(who),
    )

  it('is refused if it breaks a hard rule, else shows its cost, flags the student, and can be undone', async () => {
    const { id, options, ada, ben } = await contested()
    const before = await run(id)
    const winner = before.placements.find(({ option_ids }) => option_ids[0] === options[0])!
    const loser = [ada, ben].find(({ id: student }) => student !== winner.student_id)!
    const won = [ada, ben].find(({ id: student }) => student === winner.student_id)!
    const looked = await call(
      api.preview,
      { id: before.id, student_id: loser.id, option_ids: [options[0]!] },
      await as(ana()),
    )
    expect(looked.blockers[0]).toMatch(/has 2 students; 0 to 1 may come/)
    await expect(assign(before.id, loser, [options[0]!])).rejects.toThrow('has 2 students')
    await expect(assign(before.id, loser, [randomUUID()])).rejects.toThrow('not part of this run')
    await expect(assign(before.id, at.outsider, [options[1]!])).rejects.toThrow('not part of this run')
    await expect(assign(before.id, won, [options[2]!], at.people.rob)).rejects.toThrow('find that run')

    const changed = await assign(before.id, won, [options[2]!])
    expect(changed.edits).toMatchObject([{ student_id: won.id, cost: expect.any(Number), undone_at: null }])
    expect(changed.edits[0]!.cost).toBeGreaterThan(0)
    expect(changed.figures).toMatchObject({
      edits: 1,
      total: before.figures!.total! + changed.edits[0]!.cost,
    })
    const moved = changed.placements.find(({ student_id }) => student_id === won.id)!
    expect(moved).toMatchObject({ is_edited: true, option_ids: [options[2]] })
    expect(moved.sentences[0]).toBe('Your school decided your placement by hand.')
    expect(JSON.stringify(changed.placements)).not.toContain('One more seat there')

    const undo = async (edit_id: string) =>
      call(api.undo, { id: before.id, edit_id, ...key() }, await as(ana()))
    const undone = await undo(changed.edits[0]!.id)
    expect(undone.placements).toEqual(before.placements)
    expect(undone.figures).toEqual(before.figures)
    await expect(undo(changed.edits[0]!.id)).rejects.toThrow('was undone')

    // A colleague's edit of the same student that is about to commit is the last one.
    const again = await assign(before.id, won, [options[2]!])
    const first = again.edits.find(({ undone_at }) => undone_at === null)!
    const newer = {
      id: before.id,
      student_id: won.id,
      option_ids: [],
      edit_id: randomUUID(),
      reason: 'Left.',
    }
    const [undoing] = await at.fixture.act(ana(), async (tx) => {
      await assignStudent(tx, ana().id, newer)
      const begun = undo(first.id).then(
        () => 'undone',
        (error: { data?: { code?: string } }) => error.data?.code,
      )
      await new Promise((resolve) => setTimeout(resolve, 300))
      return [begun]
    })
    expect(await undoing).toBe('run.edit_unknown')
  })
})

describe('publishing', () => {
  it('gives the seats with the usual commands, notifies everyone once, and opens the time for concerns', async () => {
    const { id, ada, ben, cora } = await contested()
    const { id: runId } = await run(id)
    await expect(publish(runId, at.people.rob)).rejects.toThrow('find that run')
    const job = await publish(runId)
    await work(job)
    expect(await jobOf(job)).toMatchObject({ status: 'done' })
    for (const who of [ada, ben, cora]) {
      expect(await seatsOf(who)).toBe(2)
      const notified = (await receivedBy(at.fixture, who)).filter(({ title }) =>
        title.includes('your result is here'),
      )
      expect(notified).toHaveLength(1) // only this test has published so far
    }
    const [row] = await at.fixture.rows<{ status: string; hours: number }>(
      `select status, extract(epoch from concerns_until - published_at)::float8 / 3600 as hours from public.wishlist_campaigns where id = $1`,
      [id],
    )
    expect(row!.status).toBe('published')
    expect(row!.hours).toBeCloseTo(72, 1)
    const mine = await call(api.mine, { campaign_id: id }, await as(ada))
    expect(mine).toMatchObject({ may_raise: true, options: [{ name: expect.any(String) }], concerns: [] })
    expect(await call(api.mine, { campaign_id: id }, await as(at.outsider))).toBeNull()
    await expect(publish(runId)).rejects.toThrow('already published')
    await expect(start(id)).rejects.toThrow('already published')
  })

  it('gives no one a seat when one cannot have it, and says who and why', async () => {
    const { id, options } = await contested()
    const found = await run(id)
    const placed = found.placements.find(({ option_ids }) => option_ids[0] === options[0])!
    const [shift] = await at.fixture.rows<{ id: string }>(
      'select id from public.shifts where series_id = $1 limit 1',
      [at.series[0]],
    )
    await at.fixture.act(ana(), (tx) =>
      seatCommands.assignStudents(tx, { shiftId: shift!.id, students: [at.outsider.id], reason: null }),
    )
    const job = await publish(found.id)
    await work(job)
    const { status, error_message } = await jobOf(job)
    expect(status).toBe('failed')
    expect(error_message).toMatch(/^Nothing was published: 1 placement cannot be made\./)
    // Each on its own line.
    expect(error_message).toContain(`\n${placed.full_name}, `)
    for (const who of at.students) expect(await seatsOf(who)).toBe(0)
    // The page of the run repeats it, with the students to place elsewhere.
    const refused = await get(found.id)
    expect(refused).toMatchObject({
      phase: 'done',
      not_published: {
        count: 1,
        placements: [
          {
            student_id: placed.student_id,
            sentence: expect.stringContaining(placed.full_name),
            is_changed: false,
          },
        ],
      },
    })
    expect(found.not_published).toBeNull()
    const taken = (option: string) =>
      found.placements.filter(({ option_ids }) => option_ids.includes(option)).length
    const free = found.options.find(
      (option) => !placed.option_ids.includes(option.id) && taken(option.id) < option.seats,
    )!
    await call(
      api.assign,
      {
        id: found.id,
        student_id: placed.student_id,
        edit_id: randomUUID(),
        option_ids: [free.id],
        reason: 'No room there.',
        ...key(),
      },
      await as(ana()),
    )
    expect((await get(found.id)).not_published!.placements[0]!.is_changed).toBe(true)
  })

  it('is refused against a conflict that was declared, or is no longer allowed, after the run', async () => {
    const { id, options, ada, ben } = await contested()
    const found = await run(id)
    expect(found.changes).toEqual({ choices: 0, declared: 0, joined: 0, left: 0 })
    const placed = found.placements.find(({ option_ids }) => option_ids[0] === options[0])!
    const other = [ada, ben].find((who) => who.id !== placed.student_id)!
    const declare = (student: string, kind: string, allowed: string[]) =>
      at.fixture.rows(
        `insert into public.wishlist_submissions (campaign_id, student_id, school_id, conflicts, allowed_options) values ($1, $2, $3, $4, $5)
         on conflict (campaign_id, student_id) do update set allowed_options = excluded.allowed_options`,
        [id, student, at.school, JSON.stringify([{ option_id: options[0], kind }]), allowed],
      )
    await declare(placed.student_id, 'employer', [])
    expect((await get(found.id)).changes).toMatchObject({ choices: 0, declared: 1 })
    const job = await publish(found.id)
    await work(job)
    expect((await jobOf(job)).error_message).toContain(`\n${placed.full_name}, `)
    expect((await jobOf(job)).error_message).toContain('a declared conflict of interest.')
    for (const who of at.students) expect(await seatsOf(who)).toBe(0)

    // Neither can anyone with such a conflict be placed there by hand.
    const move = async (student_id: string, option_ids: string[]) =>
      call(
        api.assign,
        { id: found.id, student_id, edit_id: randomUUID(), option_ids, reason: 'By phone.', ...key() },
        await as(ana()),
      )
    await declare(other.id, 'relative', [])
    await move(placed.student_id, [])
    const looked = await call(
      api.preview,
      { id: found.id, student_id: other.id, option_ids: [options[0]!] },
      await as(ana()),
    )
    expect(looked.blockers).toEqual([
      expect.stringMatching(/ is closed to .*: a declared conflict of interest\.$/),
    ])
    await expect(move(other.id, [options[0]!])).rejects.toThrow('a declared conflict of interest')

    await declare(placed.student_id, 'employer', [options[0]!])
    await move(placed.student_id, [options[0]!])
    const again = await publish(found.id)
    await work(again)
    expect(await jobOf(again)).toMatchObject({ status: 'done' })
    expect((await get(found.id)).changes).toBeNull()
  })

  it('names what changed since the run: choices, declarations, new students and those who left', async () => {
    const { id, options, cora } = await contested()
    const found = await run(id)
    await call(
      at.api.chooseFor,
      {
        id,
        student_id: cora.id,
        seen: [],
        choices: [{ option_id: options[1]!, comment: null }],
        ...key(),
      },
      await as(ana()),
    )
    expect((await get(found.id)).changes).toEqual({ choices: 1, declared: 0, joined: 0, left: 0 })
    const isActive = (student: Person, is: boolean) =>
      at.fixture.rows('update public.users set status = $2 where id = $1', [
        student.id,
        is ? 'active' : 'deactivated',
      ])
    await isActive(cora, false)
    try {
      expect((await get(found.id)).changes).toEqual({ choices: 0, declared: 0, joined: 0, left: 1 })
      // A student who joined after the run has no result, and so gets no notice of one.
      const later = await run(id)
      await isActive(cora, true)
      expect((await get(later.id)).changes).toEqual({ choices: 0, declared: 0, joined: 1, left: 0 })
      const notices = async () =>
        (await receivedBy(at.fixture, cora)).filter(({ title }) => title.includes('your result is here'))
      const before = (await notices()).length
      const job = await publish(later.id)
      await work(job)
      expect(await jobOf(job)).toMatchObject({ status: 'done' })
      expect(await notices()).toHaveLength(before)
    } finally {
      await isActive(cora, true)
    }
  })

  it('finds no year over its limit on a unit, because the match counts who is there already', async () => {
    const { id, options } = await at.open({ min_choices: 1, max_choices: 3 })
    const [ada, ben, cora] = at.students as [Person, Person, Person]
    for (const who of [ada, ben]) await at.choose(who, id, [options[2]!, options[1]!])
    const shifts = await at.fixture.rows<{ id: string; facility_id: string }>(
      'select id, facility_id from public.shifts where series_id = $1',
      [at.series[2]],
    )
    const limit = (most: object) =>
      at.fixture.rows('update public.units set max_students_by_level = $2 where id = $1', [
        shifts[0]!.facility_id,
        most,
      ])
    for (const { id: shiftId } of shifts)
      await at.fixture.act(ana(), (tx) =>
        seatCommands.assignStudents(tx, { shiftId, students: [cora.id], reason: null }),
      )
    await at.close(id)
    await limit({ first_year: 2 })
    try {
      const found = await run(id, { place_everyone: false })
      const there = found.placements.filter(({ option_ids }) => option_ids[0] === options[2])
      expect(there).toHaveLength(1)
      const other = [ada, ben].find((who) => who.id !== there[0]!.student_id)!
      expect(found.placements.find(({ student_id }) => student_id === other.id)!.sentences[0]).toMatch(
        /, first year takes at most 1 student, and that seat is taken\./,
      )
      const job = await publish(found.id)
      await work(job)
      expect(await jobOf(job)).toMatchObject({ status: 'done' })
    } finally {
      await limit({})
    }
  })

  it('by two people at once produces one result', async () => {
    const { id } = await contested()
    const runs = [await run(id, { seed: 1 }), await run(id, { seed: 2 })]
    const jobs = [await publish(runs[0]!.id), await publish(runs[1]!.id, at.people.una)]
    await Promise.all(jobs.map((job) => work(job)))
    const ends = await Promise.all(jobs.map(async (job) => (await jobOf(job)).status))
    expect(ends.toSorted()).toEqual(['done', 'failed'])
    for (const who of at.students) expect(await seatsOf(who)).toBe(2)
    const phases = await Promise.all(runs.map(async (one) => (await get(one.id)).phase))
    expect(phases.toSorted()).toEqual(['done', 'published'])
  })

  // PostgreSQL ends the connection midway: for the transaction that equals a killed process.
  it.each([
    'assignments insert 1',
    'assignments insert 4',
    'assignments insert 6',
    'wishlist_campaigns update 1',
    'notifications insert 3',
  ])('that breaks off at %s leaves nothing, and is completed when resumed', async (step) => {
    const [table, event, nth] = step.split(' ') as [string, string, string]
    const { id } = await contested()
    const { id: runId } = await run(id)
    const job = await publish(runId)
    await at.fixture.rows(`
        create or replace function public.end_here() returns trigger language plpgsql security definer as $$
        declare n integer := coalesce(nullif(current_setting('test.step', true), ''), '0')::integer + 1;
        begin
          perform set_config('test.step', n::text, true);
          if n >= ${nth} then perform pg_terminate_backend(pg_backend_pid()); end if;
          return null;
        end $$`)
    await at.fixture.rows(
      `create trigger zz_end after ${event} on public.${table} for each row execute function public.end_here()`,
    )
    await work(job).catch(() => {})
    await at.fixture.rows(`drop trigger zz_end on public.${table}`)
    expect((await jobOf(job)).status).not.toBe('done')
    expect((await get(runId)).phase).toBe('done')
    for (const who of at.students) expect(await seatsOf(who)).toBe(0)
    await work(job)
    expect((await jobOf(job)).status).toBe('done')
    for (const who of at.students) {
      expect(await seatsOf(who)).toBe(2)
      const links = await at.fixture.rows(
        `select from public.notifications where recipient_id = $1 and code = 'wishlist.published' and data ->> 'action_url' like '%' || $2`,
        [who.id, id],
      )
      expect(links).toHaveLength(1)
    }
  })
})

describe('a match that does not require clearance', () => {
  it('gives seats to uncleared students, with the reason stored, and one that requires it gives them none', async () => {
    const { id } = await contested()
    const { id: runId } = await run(id)
    const [type] = await at.fixture.rows<{ id: string }>(
      `select id from public.credential_types where code = 'BLS'`,
    )
    await at.fixture.rows(
      `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
      [type!.id, at.school],
    )
    try {
      const job = await publish(runId)
      await work(job)
      expect(await jobOf(job)).toMatchObject({ status: 'done' })
      for (const who of at.students) expect(await seatsOf(who)).toBe(2)
      const kept = await at.fixture.rows<{ override: { rule: string; reason: string } | null }>(
        `select override from public.assignments where status = 'assigned' and student_id = $1`,
        [at.students[0]!.id],
      )
      expect(kept[0]!.override).toMatchObject({
        rule: 'not_cleared',
        reason: 'seat.matched_without_clearance',
      })
      await at.fixture.rows(
        `update public.assignments set status = 'removed', reason = 'A test goes on.' where status = 'assigned'`,
      )
      const other = await contested()
      expect((await run(other.id, { require_clearance: true })).proof).toMatchObject({ status: 'infeasible' })
    } finally {
      await at.fixture.rows('delete from public.credential_requirements where school_id = $1', [at.school])
    }
  })
})

describe('a concern', () => {
  it('can be raised within 72 hours by someone with a result, once for each fact, and answered once', async () => {
    const { id, ada, ben } = await contested()
    const { id: runId } = await run(id)
    const raise = async (who: Person, fact: 'conflict' | 'schedule' = 'conflict') =>
      call(
        api.raiseConcern,
        { campaign_id: id, id: randomUUID(), fact, details: 'My mother works on that unit.', ...key() },
        await as(who),
      )
    await expect(raise(ada)).rejects.toThrow('find that run')
    await work(await publish(runId))
    expect((await raise(ada))!.concerns).toMatchObject([{ status: 'open', answer: null }])
    await expect(raise(ada)).rejects.toThrow('already raised this')
    await expect(raise(at.outsider)).rejects.toThrow('find that run')
    const notified = await receivedBy(at.fixture, ana())
    expect(notified.map(({ title }) => title)).toContain(
      'Fall rotations: a student says that a fact is wrong',
    )
    const [open] = await call(api.concerns, { campaign_id: id }, await as(ana()))
    expect(await call(api.concerns, { campaign_id: id }, await as(at.people.rob))).toEqual([])
    const answer = async (who: Person) =>
      call(
        api.answerConcern,
        { id: open!.id, status: 'upheld', answer: 'We will move you.', ...key() },
        await as(who),
      )
    await expect(answer(at.people.rob)).rejects.toThrow('find that concern')
    expect(await answer(ana())).toMatchObject([{ status: 'upheld', full_name: 'Ada Able' }])
    await expect(answer(ana())).rejects.toThrow('already answered')
    expect((await receivedBy(at.fixture, ada)).map(({ title }) => title)).toContain(
      'Fall rotations: your concern was answered',
    )
    await at.fixture.rows(
      `update public.wishlist_campaigns set concerns_until = now() - interval '1 second' where id = $1`,
      [id],
    )
    await expect(raise(ben)).rejects.toThrow('time for concerns is over')
    await expect(
      at.fixture.act(ben, (tx) =>
        tx
          .insertInto('wishlist_concerns')
          .values({
            id: randomUUID(),
            campaign_id: id,
            student_id: ben.id,
            school_id: at.school,
            fact: 'other',
            details: 'Late.',
          })
          .execute(),
      ),
    ).rejects.toThrow('row-level security')
  })
})

it('students read only their own published result, and other schools nothing', async () => {
  const { id, ada, ben } = await contested()
  const { id: runId } = await run(id)
  const read = (who: Person) =>
    at.fixture.act(who, (tx) =>
      tx.selectFrom('wishlist_results').select('student_id').where('run_id', '=', runId).execute(),
    )
  expect(await read(ada)).toEqual([])
  expect(await read(at.people.rob)).toEqual([])
  await work(await publish(runId))
  expect(await read(ada)).toEqual([{ student_id: ada.id }])
  expect(await read(ben)).toEqual([{ student_id: ben.id }])
  expect(await read(at.people.rob)).toEqual([])
  // Published results do not change.
  const [changed] = await at.fixture.act(ana(), (tx) =>
    tx.updateTable('wishlist_results').set({ option_ids: [] }).where('run_id', '=', runId).execute(),
  )
  expect(changed!.numUpdatedRows).toBe(0n)
})
