/** Leaves of absence against real PostgreSQL: what is freed, blocked shifts, access, and what PostgreSQL itself refuses. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { holdingCommands } from '#app/holding-commands.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import { pause, type Person } from '#database/testing.ts'
import { blockerOf } from '#features/assignments/rules.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
import { createShiftFixture as createFixture, offer } from '#features/shifts/server/fake.ts'
import type { Leave } from '../contract.ts'
import { leaveBlocker } from '../rules.ts'
import { leaveHandlers } from './handlers.ts'

const api = leaveHandlers(holdingCommands)
let at: Awaited<ReturnType<typeof createFixture>>
let fixture: (typeof at)['fixture']
let ana: Person
let jenna: Person
let classmate: Person
beforeAll(async () => {
  at = await createFixture()
  ;({ fixture } = at)
  ;({ ana } = at.people)
})
afterAll(() => fixture.close())
beforeEach(async () => {
  jenna = await fixture.person({ role: 'student', school: at.school, fullName: 'Jenna Park' })
  classmate = await fixture.person({ role: 'student', school: at.school })
})

const as = (who: Person) => at.as(who)
const day = (ahead: number): PlainDate => addDays(at.today, ahead)
let next = 30
/** A separate day each, so that no test's shifts clash with another's. */
const later = (): number => (next += 3)
const shiftOn = (ahead: number, more = {}) => at.published({ date: day(ahead), ...more })
const ask = async (who: Person, shift: string) => {
  const id = randomUUID()
  await call(seatCalls.ask, { id, shift_id: shift }, await as(who))
  return id
}
const wait = async (who: Person, shift: string) => {
  const id = randomUUID()
  await call(seatCalls.joinWaitlist, { id, shift_id: shift }, await as(who))
  return id
}
type Days = { starts_on: PlainDate; ends_on: PlainDate | null }
const planOf = async (days: Days, leave_id?: string, who = jenna, by = ana) => {
  const ends = days.ends_on ? { ends_on: days.ends_on } : {}
  return call(
    api.plan,
    { student_id: who.id, starts_on: days.starts_on, ...ends, ...(leave_id && { leave_id }) },
    await as(by),
  )
}
type More = {
  free_ids?: string[]
  keep_ids?: string[]
  who?: Person
  by?: Person
  id?: string
  note?: string
}
const start = async (
  days: Days,
  { who = jenna, by = ana, id = randomUUID(), note, ...choice }: More = {},
) => {
  const free_ids = choice.free_ids ?? (await planOf(days, undefined, who, ana)).items.map((one) => one.id)
  const sent = { id, student_id: who.id, ...days, reason: 'medical' as const, note: note ?? null, free_ids }
  await call(api.start, { ...sent, keep_ids: choice.keep_ids ?? [] }, await as(by))
  return id
}
const leaveOf = async (id: string, who = jenna): Promise<Leave> =>
  (await call(api.ofStudent, { student_id: who.id }, await as(ana))).leaves.find((one) => one.id === id)!
const statusOf = async (seat: string) =>
  (await fixture.rows('select status from public.assignments where id = $1', [seat]))[0]!['status']
const refused = async (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: Error) => error.message,
  )
const titles = async (who: Person) => (await receivedBy(fixture, who)).map(({ title }) => title)

describe('a leave that is recorded', () => {
  it('first shows the items within it, then frees them, and the seat goes to the next in line', async () => {
    const from = later()
    const [inside, outside] = [await shiftOn(from, { capacity: 1 }), await shiftOn(from + 2)]
    const [held, kept] = [await ask(jenna, inside), await ask(jenna, outside)]
    const waiting = await wait(classmate, inside)
    const days = { starts_on: day(from), ends_on: day(from + 1) }
    const plan = await planOf(days)
    expect(plan).toMatchObject({ blocker: null, items: [{ id: held, kind: 'seat', date: day(from) }] })
    expect(plan.items[0]!.where).toBe('5 East, North')
    const id = await start(days)
    expect(await statusOf(held)).toBe('removed')
    expect(await statusOf(kept)).toBe('assigned')
    await offer({ fixture })
    expect(await statusOf(waiting)).toBe('offered')
    expect(await leaveOf(id)).toMatchObject({ status: 'planned', reason: 'medical', freed: 1, version: 1 })
    expect(await titles(jenna)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^You are on leave from /),
        'You were taken off a shift',
      ]),
    )
    // The student who gets the seat learns nothing of the leave.
    const read = JSON.stringify(await receivedBy(fixture, classmate))
    expect(read).not.toContain('leave')
    expect(read).not.toContain('Jenna')
  })

  it('keeps the chosen seats, and refuses undecided items and those that cannot be kept', async () => {
    const from = later()
    const shift = await shiftOn(from)
    const held = await ask(jenna, shift)
    const full = await shiftOn(from + 1, { capacity: 1 })
    await ask(classmate, full)
    const line = await wait(jenna, full)
    const days = { starts_on: day(from), ends_on: day(from + 1) }
    expect(await refused(start(days, { free_ids: [line] }))).toMatch(/have changed/)
    expect(await refused(start(days, { free_ids: [held], keep_ids: [line] }))).toMatch(/have changed/)
    await start(days, { free_ids: [line], keep_ids: [held] })
    expect(await statusOf(held)).toBe('assigned')
    expect(await statusOf(line)).toBe('declined')
  })

  it('is recorded once when sent twice, and never over another', async () => {
    const from = later()
    const days = { starts_on: day(from), ends_on: null }
    const id = await start(days)
    await start(days, { id })
    const other = { starts_on: day(from + 10), ends_on: day(from + 11) }
    expect((await planOf(other)).blocker).toMatch(/There’s already a leave on these days/)
    expect(await refused(start(other))).toMatch(/There’s already a leave on these days/)
    // The constraint refuses what bypasses the rule.
    await expect(
      fixture.act(ana, (tx) =>
        sql`insert into public.student_leaves (id, school_id, student_id, starts_on, reason, recorded_by)
          values (gen_random_uuid(), ${at.school}, ${jenna.id}, ${day(from + 400)}, 'other', ${ana.id})`.execute(
          tx,
        ),
      ),
    ).rejects.toMatchObject({ constraint: 'student_leaves_apart' })
  })

  it("notifies the student's advisors of its days, not its reason", async () => {
    const advisor = await fixture.person({ role: 'proctor', school: at.school })
    const [made] = await fixture.rows<{ id: string }>(
      `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, $2, current_date - 9, current_date + 600, 'active') returning id`,
      [at.school, `Advised ${jenna.id.slice(0, 6)}`],
    )
    await fixture.rows(
      'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, current_date - 9)',
      [made!.id, at.school, jenna.id],
    )
    await fixture.rows(
      'insert into public.cohort_advisors (cohort_id, school_id, user_id) values ($1, $2, $3)',
      [made!.id, at.school, advisor.id],
    )
    await start({ starts_on: day(1), ends_on: day(9) }, { note: 'Surgery' })
    const [got] = await receivedBy(fixture, advisor)
    expect(got!.title).toMatch(/^Jenna Park is on leave from /)
    expect(JSON.stringify(got)).not.toMatch(/medical|Surgery/i)
    expect(got!.data['action_url']).toBe(`/proctor/students/${jenna.id}`)
  })
})

describe('during a leave', () => {
  it('no one gives or takes a seat: not students, not the school, not direct statements', async () => {
    const from = later()
    const [inside, after] = [await shiftOn(from), await shiftOn(from + 2)]
    const days = { starts_on: day(from - 1), ends_on: day(from + 1) }
    await start(days)
    const sentence = leaveBlocker([days], day(from))!
    expect(await refused(ask(jenna, inside))).toBe(sentence)
    const [row] = await call(seatCalls.assign, { shift_id: inside, student_ids: [jenna.id] }, await as(ana))
    expect(row).toMatchObject({ rule: 'on_leave', message: sentence, assignment_id: null })
    const candidates = await call(seatCalls.candidates, { shift_id: inside, q: 'Jenna' }, await as(ana))
    expect(candidates.find(({ student_id: id }) => id === jenna.id)).toMatchObject({
      rule: 'on_leave',
      message: sentence,
    })
    const open = await call(seatCalls.available, { limit: 200 }, await as(jenna))
    expect(blockerOf(open.find(({ id }) => id === inside)!.block).message).toBe(sentence)
    expect(open.find(({ id }) => id === after)!.block).toBeNull()
    await expect(
      fixture.rows(
        `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
         select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
        [inside, jenna.id],
      ),
    ).rejects.toThrow('leave.days')
    await ask(jenna, after)
    await start({ starts_on: day(from + 300), ends_on: null })
  })

  it('a shift does not move onto it with the student on it: the school reads who, the facility only that there is someone', async () => {
    const [free, from] = [later(), later()]
    const shift = await shiftOn(free)
    const seat = await ask(jenna, shift)
    await start({ starts_on: day(from), ends_on: day(from) })
    const move = async (who: Person, date: PlainDate) =>
      call(
        at.api.askChange,
        { ...(await at.locked(shift)), change: { date }, reason: 'Storm' },
        await as(who),
      )
    const named =
      'Jenna Park is on leave that day. Choose another day, or take the student off this shift first.'
    for (const who of [ana, at.people.sam]) expect(await refused(move(who, day(from)))).toBe(named)
    // The school cannot agree to the facility's request.
    await move(at.people.frank, day(from))
    const answer = { ...(await at.locked(shift)), accept: true }
    expect(await refused(call(at.api.answerChange, answer, await as(ana)))).toBe(named)
    // Nor by direct statements.
    const byHand = () =>
      fixture.act(ana, (tx) =>
        sql`update public.shifts set date = ${day(from)}, starts_at = starts_at + interval '3 days', ends_at = ends_at + interval '3 days'
          where id = ${shift}`.execute(tx),
      )
    await expect(byHand()).rejects.toThrow('shift.students_away')
    await call(seatCalls.drop, { id: seat }, await as(jenna))
    await byHand()
  })

  it('says if the end is open', async () => {
    const from = later()
    const days = { starts_on: day(from), ends_on: null }
    const shift = await shiftOn(from + 1)
    await start(days)
    expect(await refused(ask(jenna, shift))).toBe(leaveBlocker([days], day(from + 1)))
  })
})

describe('at the same moment', () => {
  /** Resolves when the started work waits for another's lock, or has finished. */
  async function waiting(done: Promise<unknown>): Promise<void> {
    let isOver = false
    void done.then(() => (isOver = true))
    for (let waits = 0; waits === 0 && !isOver;) {
      await setTimeout(10)
      const found = await fixture.rows(
        `select 1 from pg_locks where locktype = 'advisory' and objid <> 0 and not granted
           and database = (select oid from pg_database where datname = current_database())`,
      )
      waits = found.length
    }
  }

  it('waits for a seat that is being taken, and decides on it', async () => {
    const from = later()
    const shift = await shiftOn(from)
    const days = { starts_on: day(from), ends_on: day(from) }
    const other = await fixture.connect()
    await other.query('begin')
    await other.query(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
      [shift, jenna.id],
    )
    const done = refused(start(days, { free_ids: [] }))
    await waiting(done)
    await other.query('commit')
    await other.end()
    expect(await done).toMatch(/have changed/)
    expect((await planOf(days)).items).toMatchObject([{ kind: 'seat' }])
    await start(days)
  })

  it('a leave being recorded is waited for, and keeps the student off', async () => {
    const from = later()
    const shift = await shiftOn(from)
    const days = { starts_on: day(from), ends_on: day(from) }
    const putBack = await fixture.without('app.notify_of_row', [['begin', `begin ${pause}`]])
    const [, asked] = await fixture.whilePaused(
      () => [start(days, { free_ids: [] })],
      async () => {
        const done = refused(ask(jenna, shift))
        await waiting(done)
        return { done }
      },
    )
    expect(await asked.done).toMatch(/is on leave that day/)
    await putBack()
  })
})

describe('changing a leave', () => {
  it('frees items in its new days, keeps its first day once it has begun, and refuses an old version', async () => {
    const from = later()
    const shift = await shiftOn(from)
    const held = await ask(jenna, shift)
    const id = await start({ starts_on: day(-2), ends_on: day(3) })
    const longer = { starts_on: day(-2), ends_on: day(from) }
    expect((await planOf(longer, id)).items.map((one) => one.id)).toEqual([held])
    const change = async (more: object, version = 1) =>
      call(
        api.change,
        { id, version, ...longer, reason: 'family', note: null, free_ids: [held], ...more },
        await as(ana),
      )
    expect(await refused(change({ starts_on: day(-1) }))).toMatch(/and that can’t change/)
    expect(await change({})).toMatchObject({ version: 2, freed: 1 })
    expect(await statusOf(held)).toBe('removed')
    expect(await leaveOf(id)).toMatchObject({ status: 'on_leave', reason: 'family', freed: 1, version: 2 })
    await expect(change({ note: 'Twins.' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/^You changed this leave in another tab or window: .*last day/),
      data: {
        kind: 'version',
        sent_version: 1,
        current: { id, version: 2, reason: 'family', note: null, ends_on: day(from) },
        changes: [{ fields: expect.arrayContaining([expect.objectContaining({ field: 'ends_on' })]) }],
      },
    })
  })

  it('ends it early, and seats can be taken from the first day back', async () => {
    const id = await start({ starts_on: day(-5), ends_on: null })
    const shift = await shiftOn(later())
    expect(await refused(ask(jenna, shift))).toMatch(/^On leave/)
    const back = async (first_day: PlainDate, version = 1) =>
      call(api.return, { id, version, first_day }, await as(ana))
    expect(await refused(back(day(-5)))).toMatch(/or later/)
    await back(at.today)
    await ask(jenna, shift)
    expect(await leaveOf(id)).toMatchObject({ status: 'returned', ends_on: day(-1) })
    expect(await titles(jenna)).toEqual(expect.arrayContaining([expect.stringMatching(/^You are back from/)]))
    expect(await refused(back(at.today, 2))).toMatch(/is over/)
    const own = await call(api.mine, {}, await as(jenna))
    expect(own).toMatchObject({ id, status: 'returned' })
  })

  it('canceling it gives a make-up back as one, so that its hours are not owed any more', async () => {
    const from = later()
    const [missed, makeup] = [await shiftOn(later()), await shiftOn(from)]
    await ask(jenna, missed)
    await at.cancel(missed)
    const needs = () =>
      fixture.rows<{ id: string; status: string; source: string | null }>(
        `select m.id, m.status, a.source from public.makeup_needs m left join public.assignments a on a.id = m.makeup_assignment_id where m.student_id = $1`,
        [jenna.id],
      )
    const [need] = await needs()
    await call(seatCalls.assignMakeup, { id: need!.id, shift_id: makeup }, await as(ana))
    const id = await start({ starts_on: day(from), ends_on: day(from) })
    expect(await needs()).toEqual([{ ...need, status: 'open', source: null }])
    expect(await call(api.cancel, { id, version: 1 }, await as(ana))).toMatchObject({ given_back: 1 })
    expect(await needs()).toEqual([{ ...need, status: 'scheduled', source: 'makeup' }])
  })

  it('canceling it gives back what no one else has, and says what could not be', async () => {
    const from = later()
    const [free, taken] = [await shiftOn(from), await shiftOn(from + 1, { capacity: 1 })]
    await ask(jenna, free)
    await ask(jenna, taken)
    const id = await start({ starts_on: day(from), ends_on: day(from + 1) })
    await ask(classmate, taken)
    const result = await call(api.cancel, { id, version: 1 }, await as(ana))
    expect(result).toMatchObject({ given_back: 1, left: [{ reason: expect.stringMatching(/full/) }] })
    expect(await leaveOf(id)).toMatchObject({ status: 'canceled' })
    expect(
      await fixture.rows(
        `select shift_id from public.assignments where student_id = $1 and status = 'assigned'`,
        [jenna.id],
      ),
    ).toEqual([{ shift_id: free }])
    await start(
      { starts_on: day(from), ends_on: day(from) },
      {
        keep_ids: (await planOf({ starts_on: day(from), ends_on: day(from) })).items.map((one) => one.id),
        free_ids: [],
      },
    )
  })
})

describe('access to leaves', () => {
  it('the school and the student; not classmates, instructors, facilities, or other schools', async () => {
    const id = await start({ starts_on: day(-1), ends_on: day(5) }, { note: 'Surgery' })
    const seen = async (who: Person) =>
      (
        await fixture.act(who, (tx) =>
          tx.selectFrom('student_leaves').select('id').where('id', '=', id).execute(),
        )
      ).length
    const { una, rob, frank, marcus, sam } = at.people
    for (const who of [ana, una, jenna, sam]) expect(await seen(who)).toBe(1)
    for (const who of [classmate, rob, frank, marcus]) expect(await seen(who)).toBe(0)
    expect(await call(api.mine, {}, await as(jenna))).toMatchObject({ reason: 'medical', note: 'Surgery' })
    expect(await call(api.mine, {}, await as(classmate))).toBeNull()
    for (const who of [marcus, frank, jenna, classmate])
      await expect(call(api.ofStudent, { student_id: jenna.id }, await as(who))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      })
    await expect(call(api.ofStudent, { student_id: jenna.id }, await as(rob))).rejects.toThrow(
      'find that student',
    )
    await expect(call(api.cancel, { id, version: 1 }, await as(rob))).rejects.toThrow('find that leave')
    for (const who of [jenna, classmate, marcus, rob])
      expect(
        await fixture.act(who, async (tx) =>
          Number(
            (
              await tx
                .updateTable('student_leaves')
                .set({ note: 'Mine' })
                .where('id', '=', id)
                .executeTakeFirst()
            ).numUpdatedRows,
          ),
        ),
      ).toBe(0)
  })

  it('a canceled leave cannot change, and only its author can send its notifications', async () => {
    const id = await start({ starts_on: day(20), ends_on: day(21) })
    await call(api.cancel, { id, version: 1 }, await as(ana))
    expect(await refused(call(api.cancel, { id, version: 2 }, await as(ana)))).toMatch(/is canceled/)
    await expect(
      fixture.act(ana, (tx) =>
        tx.updateTable('student_leaves').set({ canceled_at: null }).where('id', '=', id).execute(),
      ),
    ).rejects.toMatchObject({ code: expect.any(String) })
    await expect(
      fixture.act(ana, (tx) =>
        sql`select app.notify_of_row('student_leaves', ${id}::uuid, '{student_id}', '{}', 'seat_changed', 'leave.ended', '{}', '{}', 'forged')`.execute(
          tx,
        ),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
