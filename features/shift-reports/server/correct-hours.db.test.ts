/** Credited hours of a finished shift are corrected: posted hours are reversed and posted again, once, with the reason. */
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { postSeats } from '#features/hours/server/fake.ts'
import { postSeatHours } from '#features/hours/server/public.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { shiftReportHandlers } from './handlers.ts'

let at: Unit
beforeAll(async () => {
  at = await createUnit()
})
afterAll(() => at.fixture.close())

type Shift = Awaited<ReturnType<Unit['running']>>

/** A finished shift of three students: one on time, one 30 minutes late, one absent; their hours are posted. */
async function posted(): Promise<{ shift: Shift; people: Person[] }> {
  const people = await at.students(3)
  const shift = await at.running('9 hours', people)
  for (const [n, late] of [0, 30].entries()) {
    const came = new Date(Date.parse(shift.startsAt) + late * 60_000).toISOString()
    await at.mark(shift.lead, shift.id, shift.seats[n]!, 'present', { at: came })
    await at.mark(shift.lead, shift.id, shift.seats[n]!, 'left')
    const seat = {
      assignment_id: shift.seats[n]!,
      school_id: at.school,
      experience: 'group',
      minutes: 450 - late,
      rounding_min: 0,
      source: 'attendance',
    } as const
    await at.fixture.act(shift.lead, (tx) => postSeatHours(tx, seat))
  }
  await at.mark(shift.lead, shift.id, shift.seats[2]!, 'absent_unexcused')
  await over(shift)
  return { shift, people }
}
const over = (shift: Shift) =>
  at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
const correct = async (who: Person | null, shift: Shift, hours: number, more: object = {}) =>
  call(
    shiftReportHandlers().correctHours,
    {
      id: shift.id,
      version: (await at.locked(shift.id)).version,
      hours,
      reason: 'The unit closed at one.',
      ...more,
    },
    await at.as(who),
  )
/** The titles of what a student read about hours to make up. */
const noticesOf = async (student: Person) =>
  (await receivedBy(at.fixture, student))
    .map(({ title }) => title)
    .filter((title) => title.includes('make up'))
const lines = async (shift: Shift) =>
  at.fixture.rows<{ minutes: number; source: string; reason: string | null }>(
    `select minutes, source, reason from public.hours_entries where shift_id = $1 order by posted_at`,
    [shift.id],
  )
const totals = async (shift: Shift): Promise<number[]> => {
  const rows = await at.fixture.rows<{ assignment_id: string; minutes: number }>(
    `select assignment_id, sum(minutes)::integer as minutes from public.hours_entries where shift_id = $1 group by 1`,
    [shift.id],
  )
  return shift.seats.map((id) => rows.find((row) => row.assignment_id === id)?.minutes ?? 0)
}

describe('the school corrects the credited hours of a finished shift', () => {
  it('and each student’s ledger follows their attendance, with the reason, in added lines', async () => {
    const { shift, people } = await posted()
    expect(await correct(at.people.ana, shift, 6)).toMatchObject({ corrected: 2 })
    expect(await totals(shift)).toEqual([360, 330, 0])
    const all = await lines(shift)
    expect(all.map(({ minutes }) => minutes).toSorted((a, b) => a - b)).toEqual([
      -450, -420, 330, 360, 420, 450,
    ])
    expect(all.slice(2).every(({ reason }) => reason === 'The unit closed at one.')).toBe(true)
    expect((await receivedBy(at.fixture, people[0]!, 'hours')).map(({ title }) => title)).toEqual([
      '1.5 h taken off your hours',
    ])
    expect(await receivedBy(at.fixture, people[2]!, 'hours')).toEqual([])
    const roster = await at.roster(at.people.ana, shift.id)
    expect(roster.rows.map(({ minutes }) => minutes)).toEqual([360, 330, 0])
    await correct(at.people.ana, shift, 8, { reason: 'It did not close after all.' })
    expect(await totals(shift)).toEqual([480, 450, 0])
  })

  it('and an absent student makes up the corrected hours', async () => {
    const { shift, people } = await posted()
    const owed = async () =>
      (
        await at.fixture.rows<{ hours: string }>(
          `select hours from public.makeup_needs where assignment_id = $1`,
          [shift.seats[2]],
        )
      ).map(({ hours }) => Number(hours))
    expect(await owed()).toEqual([7.5])
    await correct(at.people.ana, shift, 6)
    expect(await owed()).toEqual([6])
    expect(await noticesOf(people[2]!)).toEqual(['You have 6 hours to make up'])
    const status = async () =>
      at.fixture.rows(`select status, waived_reason from public.makeup_needs where assignment_id = $1`, [
        shift.seats[2],
      ])
    expect(await status()).toMatchObject([{ status: 'open' }])
    const bypassing = at.fixture.act(at.people.ana, (tx) =>
      tx.updateTable('makeup_needs').set({ hours: 1 }).where('assignment_id', '=', shift.seats[2]!).execute(),
    )
    await expect(bypassing).rejects.toMatchObject({ code: '42501' })
  })

  const need = async (shift: Shift) =>
    at.fixture.rows(
      `select status, hours::float8 as hours, waived_reason from public.makeup_needs where assignment_id = $1`,
      [shift.seats[2]],
    )

  it('and no one makes up a shift that credits no hours, until it credits some again', async () => {
    const { shift, people } = await posted()
    await correct(at.people.ana, shift, 0)
    expect(await need(shift)).toMatchObject([{ status: 'waived', waived_reason: 'The unit closed at one.' }])
    await correct(at.people.ana, shift, 8, { reason: 'It did not close after all.' })
    expect(await need(shift)).toEqual([{ status: 'open', hours: 8, waived_reason: null }])
    await correct(at.people.ana, shift, 0)
    expect(await need(shift)).toMatchObject([{ status: 'waived' }])
    expect((await noticesOf(people[2]!)).toSorted()).toEqual([
      'You don’t have to make up 7.5 hours',
      'You don’t have to make up 8 hours',
      'You have 8 hours to make up',
    ])
  })

  it('but what the school waived stays waived', async () => {
    const { shift, people } = await posted()
    await at.fixture.rows(
      `update public.makeup_needs set status = 'waived', waived_reason = 'Enough hours.' where assignment_id = $1`,
      [shift.seats[2]],
    )
    for (const hours of [0, 7.5]) await correct(at.people.ana, shift, hours)
    expect(await need(shift)).toEqual([{ status: 'waived', hours: 7.5, waived_reason: 'Enough hours.' }])
    expect(await noticesOf(people[2]!)).toEqual([])
  })

  it('and does not change reversed hours, or hours that do not come from attendance', async () => {
    const people = await at.students(1)
    const shift = await at.running('9 hours', people)
    await over(shift)
    await postSeats(at.fixture, shift.id)
    expect(await correct(at.people.ana, shift, 4)).toMatchObject({ corrected: 1 })
    expect((await lines(shift)).map(({ minutes, source }) => [minutes, source])).toEqual([
      [450, 'before_attendance'],
      [-450, 'adjustment'],
      [240, 'adjustment'],
    ])
    await at.fixture.rows(
      `insert into public.hours_entries (school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, source, source_key, reason, reverses)
       select school_id, student_id, semester_id, assignment_id, shift_id, date, -minutes, kind, specialty, 'adjustment', 'undo ' || id, 'Of another student.', id
       from public.hours_entries where shift_id = $1 and minutes = 240`,
      [shift.id],
    )
    expect(await correct(at.people.ana, shift, 5)).toMatchObject({ corrected: 0 })
    expect(await totals(shift)).toEqual([0])
  })

  it('once, even if two people do it at the same time', async () => {
    const { shift } = await posted()
    const { version } = await at.locked(shift.id)
    const outcomes = await Promise.allSettled(
      [6, 6, 5].map((hours) =>
        correct(at.people.ana, shift, hours, { version, idempotency_key: randomUUID() }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await lines(shift)).toHaveLength(6)
  })

  it('and the hours that someone is just posting, too', async () => {
    const people = await at.students(1)
    const shift = await at.running('9 hours', people)
    await over(shift)
    await at.fixture.rows(
      `insert into public.shift_reports (id, school_id, proctor_id, status, submitted_at, due_at) values ($1, $2, $3, 'submitted', now(), now()) on conflict (id) do nothing`,
      [shift.id, at.school, shift.lead.id],
    )
    const locked = Promise.withResolvers<void>()
    const waits = Promise.withResolvers<void>()
    const accepting = at.fixture.act(shift.lead, async (tx) => {
      await tx
        .selectFrom('shift_reports')
        .select('id')
        .where('id', '=', shift.id)
        .forUpdate()
        .executeTakeFirstOrThrow()
      locked.resolve()
      await waits.promise
      const [assignment_id] = shift.seats
      await postSeatHours(tx, {
        assignment_id: assignment_id!,
        school_id: at.school,
        experience: 'group',
        minutes: 450,
        rounding_min: 0,
        source: 'attendance',
      })
    })
    await locked.promise
    const correcting = correct(at.people.ana, shift, 6)
    await Promise.race([correcting, setTimeout(300)])
    waits.resolve()
    await accepting
    await correcting
    expect(await totals(shift)).toEqual([360])
  })

  it('not before it is over, not when its hours are final, not to the same value, and no one else does', async () => {
    const [student] = await at.students(1)
    const running = await at.running('2 hours', [student!])
    await expect(correct(at.people.ana, running, 6)).rejects.toThrow('corrected once it’s over')
    const { shift } = await posted()
    await expect(correct(at.people.ana, shift, 7.5)).rejects.toThrow('already counts for these hours')
    for (const who of [student!, shift.lead, at.people.frank, null])
      await expect(correct(who, shift, 6)).rejects.toMatchObject({
        code: who ? 'FORBIDDEN' : 'UNAUTHORIZED',
      })
    await expect(correct(at.people.rob, shift, 6)).rejects.toThrow('find')
    await at.fixture.rows(`update public.shifts set status = 'closed' where id = $1`, [shift.id])
    await expect(correct(at.people.ana, shift, 6)).rejects.toThrow('are final')
    expect(await totals(shift)).toEqual([450, 420, 0])
  })

  it('never in a semester whose hours are locked', async () => {
    const { shift } = await posted()
    const lock = (value: string) =>
      at.fixture.rows(
        `update public.semesters set settings = settings || jsonb_build_object('hours_lock_at', ${value}) where school_id = $1`,
        [at.school],
      )
    await lock(`to_char(now() - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SSOF')`)
    await expect(correct(at.people.ana, shift, 6)).rejects.toThrow('locked')
    await lock('null')
    expect(await totals(shift)).toEqual([450, 420, 0])
    expect(
      await at.fixture.rows(`select credited_hours::float8 as hours from public.shifts where id = $1`, [
        shift.id,
      ]),
    ).toEqual([{ hours: 7.5 }])
  })

  it('another credit rule does not change a shift whose hours are posted', async () => {
    const { shift } = await posted()
    await at.fixture.rows(`set session_replication_role = replica`)
    await at.fixture.rows(
      `update public.shifts set start_time = '19:00', end_time = '07:00', date = '2027-11-06', starts_at = '2027-11-07 00:00Z', ends_at = '2027-11-07 13:00Z', credited_hours = 11.5 where id = $1`,
      [shift.id],
    )
    await at.fixture.rows(`set session_replication_role = origin`)
    const choose = (rule: string) =>
      at.fixture.rows(
        `update public.schools set settings = settings || jsonb_build_object('credit_rule', $2::text) where id = $1`,
        [at.school, rule],
      )
    await choose('elapsed')
    expect(
      await at.fixture.rows(`select credited_hours::float8 as hours from public.shifts where id = $1`, [
        shift.id,
      ]),
    ).toEqual([{ hours: 11.5 }])
    await choose('scheduled')
  })
})
