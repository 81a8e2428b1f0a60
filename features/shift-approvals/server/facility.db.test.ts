import { call } from '@orpc/server'
import Papa from 'papaparse'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { shiftApprovalsHandlers } from './handlers.ts'

const approvals = shiftApprovalsHandlers()
let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const inbox = async (who = at.people.frank) => call(approvals.inbox, {}, await at.as(who))

describe("a facility's inbox", () => {
  it('contains its requests and the changes that schools ask for, oldest first, and no one else’s', async () => {
    const first = await at.draft({ date: addDays(at.today, 50), facility_id: at.ward })
    const second = await at.draft({ date: addDays(at.today, 45), facility_id: at.icu }, at.people.rob)
    await at.submit(first)
    await at.submit(second, at.people.rob)
    const moved = await at.published({ date: addDays(at.today, 55), facility_id: at.icu })
    await call(
      at.api.askChange,
      {
        ...(await at.locked(moved)),
        change: { date: addDays(at.today, 56) },
        reason: 'The instructor is away.',
      },
      await at.as(at.people.ana),
    )
    const { rows, total } = await inbox()
    expect(rows.map(({ id }) => id)).toEqual([first, second, moved])
    expect(total).toBe(3)
    expect(rows[2]!.change).toMatchObject({ date: addDays(at.today, 56), reason: 'The instructor is away.' })
    expect(rows[0]!.respond_by).not.toBeNull()
    const ofIcu = await call(approvals.inbox, { facility_id: at.icu, limit: 1 }, await at.as(at.people.frank))
    expect([ofIcu.rows.map(({ id }) => id), ofIcu.total]).toEqual([[second], 2])
    expect(await inbox(at.people.eve)).toEqual({ rows: [], total: 0 })
    // A series arrives at one moment.
    await at.fixture.rows("update public.shifts set submitted_at = now() where status = 'pending_facility'")
    const together = (await inbox()).rows.slice(-2)
    expect(together.map(({ date }) => date)).toEqual(together.map(({ date }) => date).toSorted())
    await expect(inbox(at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('never includes facilities outside the one the person works in', async () => {
    const there = await call(approvals.inbox, { facility_id: at.organization }, await at.as(at.people.eve))
    expect(there.rows).toEqual([])
    expect((await call(approvals.units, {}, await at.as(at.people.eve))).map(({ name }) => name)).toEqual([])
    expect((await call(approvals.units, {}, await at.as(at.people.frank))).map(({ name }) => name)).toEqual([
      '5 East',
      'ICU',
    ])
  })
})

it('a list of only the current facility is optional for a superadmin, and automatic for everyone else', async () => {
  const id = await at.draft({ date: addDays(at.today, 80), facility_id: at.ward })
  await at.submit(id)
  const here = async (who = at.people.frank) =>
    (await call(at.api.list, { here: true, from: addDays(at.today, 80) }, await at.as(who))).rows.map(
      (row) => row.id,
    )
  expect(await here()).toEqual([id])
  expect(await here(at.people.eve)).toEqual([])
  expect(await here(at.people.sam)).toEqual([])
  await at.fixture.rows('update priv.sessions set selected_facility_id = $1 where token_hash = $2', [
    at.organization,
    at.people.sam.tokenHash,
  ])
  expect(await here(at.people.sam)).toEqual([id])
})

describe('how full units are', () => {
  it('counts the busiest moment, requests in addition, and night shifts of the day before', async () => {
    const date = addDays(at.today, 70)
    await at.fixture.rows(
      'update public.units set exclusive_school = false, max_students_per_shift = 8 where id = $1',
      [at.ward],
    )
    const night = { start_time: '19:00', end_time: '09:00', capacity: 2 }
    const id = await at.draft({ date: addDays(date, -1), facility_id: at.ward, ...night })
    await at.submit(id)
    await at.approve(id)
    for (const [start_time, end_time, capacity] of [
      ['07:00', '15:00', 4],
      ['15:00', '23:00', 3],
    ] as const) {
      const one = await at.draft({ date, facility_id: at.ward, start_time, end_time, capacity })
      await at.submit(one)
      await at.approve(one)
    }
    const asked = await at.draft({
      date,
      facility_id: at.ward,
      start_time: '23:00',
      end_time: '07:00',
      capacity: 5,
    })
    await at.submit(asked)
    const found = await call(approvals.occupancy, { from: date, days: 1 }, await at.as(at.people.frank))
    expect(found).toEqual([{ unit_id: at.ward, date, shifts: 2, seats: 6, students: 0, asked: 5, most: 8 }])
    expect(await call(approvals.occupancy, { from: date, days: 1 }, await at.as(at.people.eve))).toEqual([])
    // In a season, what it allows; out of season, nothing.
    const mostIn = async (from: string, to: string, max: number) => {
      await at.fixture.rows('update public.units set capacity_windows = $2 where id = $1', [
        at.ward,
        JSON.stringify([{ from, to, max }]),
      ])
      const [row] = await call(approvals.occupancy, { from: date, days: 1 }, await at.as(at.people.frank))
      return row!.most
    }
    expect(await mostIn(addDays(date, -9), date, 7)).toBe(7)
    expect(await mostIn(date, addDays(date, 9), 40)).toBe(8)
    expect(await mostIn(addDays(date, -9), addDays(date, -1), 7)).toBe(0)
    await at.fixture.rows(`update public.units set capacity_windows = '[]' where id = $1`, [at.ward])
  })
})

describe('the roster of a day', () => {
  it('has the instructor’s phone and the students, masked without a release, and is logged', async () => {
    const date = addDays(at.today, 35)
    await at.fixture.rows(`update public.users set phone = '414 555 0101' where id = $1`, [
      at.people.marcus.id,
    ])
    const id = await at.published({ date, facility_id: at.ward, proctor_id: at.people.marcus.id })
    const student = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Maya Lopez' })
    await at.fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, during, busy) select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at)
       from public.shifts s where s.id = $1`,
      [id, student.id],
    )
    const look = async (who = at.people.frank) => call(approvals.dayRoster, { date }, await at.as(who))
    const before = await look()
    expect(before.shifts).toHaveLength(1)
    expect(before.shifts[0]).toMatchObject({
      id,
      instructor_phone: '414 555 0101',
      proctor_name: 'Test proctor',
    })
    expect(before.shifts[0]!.roster.map(({ label, is_named }) => [label, is_named])).toEqual([
      ['LS-1', false],
    ])
    expect((await look(at.people.eve)).shifts).toEqual([])
    await expect(look(at.people.ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })

    await at.fixture.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, expires_at) values ($1, $2, 'paper', $2, now() + interval '90 days')`,
      [at.school, student.id],
    )
    expect((await look()).shifts[0]!.roster[0]!.label).toBe('Maya Lopez')
    const [seen] = await at.fixture.rows<{ seen: number }>(
      'select count(*)::integer as seen from public.disclosures where student_id = $1 and seen_by = $2',
      [student.id, at.people.frank.id],
    )
    expect(seen!.seen).toBe(1)
  })

  it('with more shifts than a screen shows says how many there are, and its file has each of them', async () => {
    const date = addDays(at.today, 37)
    const first = await at.published({ date, facility_id: at.ward, title: 'Group 0' })
    // The same shift 260 times: a large organization's day.
    const { rows: columns } = await at.fixture.admin.query<{ names: string }>(
      `select string_agg(quote_ident(column_name), ', ') as names from information_schema.columns
       where table_schema = 'public' and table_name = 'shifts' and is_generated = 'NEVER' and column_name not in ('id', 'title', 'unit_is_exclusive')`,
    )
    await at.fixture.rows('begin')
    await at.fixture.rows('alter table public.shifts disable trigger user')
    await at.fixture.rows(
      `insert into public.shifts (title, ${columns[0]!.names}) select 'Group ' || n, ${columns[0]!.names} from public.shifts, generate_series(1, 259) n where id = $1`,
      [first],
    )
    await at.fixture.rows('alter table public.shifts enable trigger user')
    await at.fixture.rows('commit')
    const context = await at.as(at.people.frank)
    const shown = await call(approvals.dayRoster, { date }, context)
    expect([shown.shifts.length, shown.is_more, shown.total]).toEqual([150, true, 260])
    const { body } = await call(approvals.exportDayRoster, { format: 'csv', date }, context)
    const lines = (await new Response(body as ReadableStream).text()).trim().split('\r\n')
    expect(lines).toHaveLength(261)
    expect(new Set(lines.flatMap((line) => /Group \d+/.exec(line) ?? [])).size).toBe(260)
  })

  it('is the same as a file: one line per student, masked and logged as on the page, and no one else’s', async () => {
    const date = addDays(at.today, 36)
    const id = await at.published({ date, facility_id: at.ward, title: '=Evil' })
    await at.published({ date, facility_id: at.icu, specialty: 'icu', title: 'No one yet' })
    const student = await at.fixture.person({ role: 'student', school: at.school, fullName: '@Maya Lopez' })
    const seat = async (who: Person) =>
      at.fixture.rows(
        `insert into public.assignments (shift_id, school_id, student_id, during, busy) select s.id, s.school_id, $2, tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at)
         from public.shifts s where s.id = $1`,
        [id, who.id],
      )
    await seat(student)
    await seat(await at.fixture.person({ role: 'student', school: at.school, fullName: 'Omar Farouk' }))
    await at.fixture.rows(
      `insert into public.consents (school_id, student_id, text_version, granted_by, expires_at) values ($1, $2, 'paper', $2, now() + interval '90 days')`,
      [at.school, student.id],
    )
    const file = async (who: Pick<Person, 'tokenHash'> | null, filter: object = {}) => {
      const { body } = await call(
        approvals.exportDayRoster,
        { format: 'csv', date, ...filter },
        { context: await at.fixture.as(who) },
      )
      return new Response(body as ReadableStream).text()
    }
    const seen = () => at.fixture.rows('select 1 from public.disclosures where student_id = $1', [student.id])
    // Someone who acts as Frank read-only is shown no name, and nothing is logged.
    const acting = { tokenHash: await at.fixture.signIn(at.people.sam.id) }
    await at.fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'Looks into it', impersonation_expires_at = now() + interval '20 minutes' where token_hash = $1`,
      [acting.tokenHash, at.people.frank.id],
    )
    expect(await file(acting)).not.toContain('Maya')
    expect(await seen()).toHaveLength(0)

    const names = (csv: string) =>
      Papa.parse<Record<string, string>>(csv, { header: true, skipEmptyLines: true }).data.map((row) => [
        row['Unit'],
        row['Title'],
        row['Student (for the placement alone, 34 CFR 99.33)'],
      ])
    const rows = names(await file(at.people.frank))
    expect(rows.toSorted()).toEqual([
      ['5 East', "'=Evil", "'@Maya Lopez"],
      ['5 East', "'=Evil", 'LS-2'],
      ['ICU', 'No one yet', ''],
    ])
    expect(await seen()).toHaveLength(1)
    expect(names(await file(at.people.frank, { facility_id: at.icu }))).toEqual([['ICU', 'No one yet', '']])
    expect(names(await file(at.people.eve))).toEqual([])
    for (const who of [at.people.ana, at.people.marcus, student])
      await expect(file(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(file(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })
})
