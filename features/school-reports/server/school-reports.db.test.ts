/** Reports of a school on the real database: read, saved, sent once; permissions. */
import { postSeats } from '#features/hours/server/fake.ts'
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { reportKind } from '../contract.ts'
import { sendDueReports } from './commands/send-due-reports.ts'
import { schoolReportHandlers } from './handlers.ts'

let at: Unit
let term: string
const api = schoolReportHandlers()
beforeAll(async () => {
  at = await createUnit()
  term = at.semesters[at.school]!
  const people = await at.students(2)
  const shift = await at.running('9 hours', people)
  for (const seat of shift.seats) {
    await at.mark(shift.lead, shift.id, seat, 'present', { at: shift.startsAt })
    await at.mark(shift.lead, shift.id, seat, 'left')
  }
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
  await postSeats(at.fixture, shift.id)
})
afterAll(() => at.fixture.close())

const headers: Record<string, string[]> = {
  hours_by_area: [
    'Student',
    'Cohort',
    'Area',
    'Direct care hours',
    'Simulation hours',
    'Other hours',
    'Hours',
  ],
  simulation_share: [
    'Student',
    'Cohort',
    'Course',
    'Direct care hours',
    'Simulation hours',
    'Other hours',
    'Simulation percent',
    'Exchange ratio',
    'Limit hours',
    'Simulation credited',
    'Simulation not credited',
    'Board',
    'Source',
    'In force from',
  ],
  ratio_evidence: [
    'Date',
    'Site',
    'Unit',
    'Course',
    'Specialty',
    'Instructor',
    'Students scheduled',
    'Students present',
    'Limit',
    'Within limit',
    'Board',
    'Source',
  ],
  attendance: [
    'Student',
    'Cohort',
    'Shifts',
    'Present',
    'Late',
    'Absent, excused',
    'Absent, unexcused',
    'Made up',
  ],
  outcomes: [
    'Student',
    'Cohort',
    'Hours credited',
    'Program hours credited',
    'Program hours required',
    'Decision',
    'Report',
    'Version',
    'Published',
  ],
  feedback: ['About', 'Name', 'Students', 'Question', 'Answers'],
}

it.each(reportKind.options)('%s has its columns and rows, as a table and as a file', async (kind) => {
  const table = await call(api.table, { kind, semester_id: term }, await at.as(at.people.ana))
  expect(table.columns.map(({ header }) => header)).toEqual(headers[kind])
  expect(table.total).toBe({ ratio_evidence: 1, feedback: 0 }[kind as string] ?? 2)
  for (const format of ['csv', 'xlsx'] as const) {
    const { body } = await call(api.export, { kind, semester_id: term, format }, await at.as(at.people.ana))
    const bytes = Buffer.from(await new Response(body as ReadableStream).arrayBuffer())
    expect(bytes.length).toBeGreaterThan(40)
    expect(
      format === 'csv' ? bytes.toString('utf8').includes(headers[kind]![2]!) : bytes.toString('latin1', 0, 2),
    ).toBe(format === 'csv' ? true : 'PK')
  }
})

it('counts the students of a shift against the limit', async () => {
  const { rows } = await call(
    api.table,
    { kind: 'ratio_evidence', semester_id: term },
    await at.as(at.people.ana),
  )
  expect(rows[0]!.slice(6, 8)).toEqual([2, 2])
})

it('names the limit that seats are given by, and none where no ratio applies', async () => {
  const { ana } = at.people
  const limit = async () => {
    const asked = { kind: 'ratio_evidence' as const, semester_id: term }
    const table = await call(api.table, asked, await at.as(ana))
    return table.rows[0]![table.columns.findIndex(({ header }) => header === 'Limit')]
  }
  const set = (settings: object) =>
    at.fixture.rows('update public.schools set settings = settings || $2 where id = $1', [
      at.school,
      JSON.stringify(settings),
    ])
  const setShift = async (type: string) => {
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows(
      `update public.shifts set experience_type = $2 where semester_id = $1 and status = 'completed'`,
      [term, type],
    )
    await at.fixture.rows('set session_replication_role = origin')
  }
  const [{ specialty }] = (await at.fixture.rows<{ specialty: string }>(
    `select specialty from public.shifts where semester_id = $1 and status = 'completed'`,
    [term],
  )) as [{ specialty: string }]
  await set({ max_students_per_instructor: 10 })
  expect(await limit()).toBe(10)
  await set({ max_students_by_specialty: { [specialty]: 6 } })
  expect(await limit()).toBe(6)
  for (const type of ['simulation', 'observation', 'precepted']) {
    await setShift(type)
    expect(await limit()).toBeNull()
  }
  await setShift('group')
})

it('shows a student’s published report until its correction is published', async () => {
  const [one] = await at.fixture.rows<{ student_id: string; full_name: string }>(
    `select distinct e.student_id, u.full_name from public.hours_entries e join public.users u on u.id = e.student_id
     where e.semester_id = $1 order by 2 limit 1`,
    [term],
  )
  const outcome = async () => {
    const asked = { kind: 'outcomes' as const, semester_id: term }
    const { rows } = await call(api.table, asked, await at.as(at.people.ana))
    return rows.find(([name]) => name === one!.full_name)!.slice(5, 8)
  }
  await at.fixture.rows('set session_replication_role = replica')
  const add = (edition: number, status: string, decision: string) =>
    at.fixture.rows(
      `insert into public.semester_reports (school_id, student_id, semester_id, edition, status, content, decision, published_at, acknowledged_at)
       values ($1, $2, $3, $4, $5, '{}', $6, case when $5 = 'draft' then null else now() end, case when $5 = 'acknowledged' then now() end)`,
      [at.school, one!.student_id, term, edition, status, decision],
    )
  await add(1, 'superseded', 'not_progressing')
  await add(2, 'acknowledged', 'progressing')
  await add(3, 'draft', 'incomplete')
  await at.fixture.rows('set session_replication_role = origin')
  expect(await outcome()).toEqual(['Progressing', 'Acknowledged', 2])
  await at.fixture.rows(`delete from public.semester_reports where semester_id = $1 and edition < 3`, [term])
  expect(await outcome()).toEqual(['Incomplete', 'Draft', 3])
})

const draft = (more: object = {}) => ({
  id: randomUUID(),
  name: 'For the board',
  kind: 'hours_by_area' as const,
  semester_id: null,
  frequency: 'weekly' as const,
  recipients: [at.people.ana.id],
  ...more,
})

it('is saved, sent once on its day, and not to anyone outside the school', async () => {
  const { ana, rob } = at.people
  await expect(call(api.save, draft({ recipients: [] }), await at.as(ana))).rejects.toMatchObject({
    data: { code: 'saved_report.nobody' },
  })
  await expect(call(api.save, draft({ recipients: [rob.id] }), await at.as(ana))).rejects.toMatchObject({
    data: { code: 'saved_report.stranger' },
  })
  const sent = draft()
  const saved = await call(api.save, sent, await at.as(ana))
  expect(await call(api.save, sent, await at.as(ana))).toMatchObject({ id: saved.id, version: saved.version })
  const send = (now: string) => withActor(at.fixture.workerPool, null, (tx) => sendDueReports(tx, now))
  expect(await send(`${saved.next_on}T08:00:00Z`)).toBe(0)
  const due = `${saved.next_on}T20:00:00Z`
  expect((await Promise.all([send(due), send(due)])).toSorted()).toEqual([0, 1])
  const notified = (await receivedBy(at.fixture, ana)).filter(({ title }) => title.includes('For the board'))
  expect(notified).toHaveLength(1)
  const [after] = (await call(api.saved, undefined, await at.as(ana))).rows
  expect(after!.next_on! > saved.next_on!).toBe(true)
  await expect(call(api.save, { ...sent, version: saved.version }, await at.as(ana))).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  expect((await call(api.saved, undefined, await at.as(rob))).rows).toEqual([])
  await expect(call(api.remove, { id: saved.id }, await at.as(rob))).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await call(api.remove, { id: saved.id }, await at.as(ana))
})

it('stays on its day when it is renamed, and after a short month', async () => {
  const { ana } = at.people
  const sent = draft({ frequency: 'monthly' })
  const saved = await call(api.save, sent, await at.as(ana))
  await at.fixture.rows(
    `update public.saved_reports set next_on = '2027-01-31', send_day = 31 where id = $1`,
    [saved.id],
  )
  const now = async () =>
    (await call(api.saved, undefined, await at.as(ana))).rows.find(({ id }) => id === saved.id)!
  const renamed = { ...sent, name: 'Renamed', version: (await now()).version }
  expect(await call(api.save, renamed, await at.as(ana))).toMatchObject({ next_on: '2027-01-31' })
  const send = (day: string) =>
    withActor(at.fixture.workerPool, null, (tx) => sendDueReports(tx, `${day}T20:00:00Z`))
  for (const [day, next] of [
    ['2027-01-31', '2027-02-28'],
    ['2027-02-28', '2027-03-31'],
  ] as const) {
    await send(day)
    expect((await now()).next_on).toBe(next)
  }
  const weekly = { ...renamed, frequency: 'weekly' as const, version: (await now()).version }
  expect((await call(api.save, weekly, await at.as(ana))).next_on).toBe(addDays(at.today, 7))
  await call(api.remove, { id: saved.id }, await at.as(ana))
})

it('is visible to no one else: another school, an instructor, a student, a facility, an anonymous caller', async () => {
  const [student] = await at.students(1)
  const { rob, marcus, frank } = at.people
  for (const [who, code] of [
    [rob, 'NOT_FOUND'],
    [marcus, 'FORBIDDEN'],
    [student!, 'FORBIDDEN'],
    [frank, 'FORBIDDEN'],
    [null, 'UNAUTHORIZED'],
  ] as const)
    for (const kind of reportKind.options)
      await expect(call(api.table, { kind, semester_id: term }, await at.as(who))).rejects.toMatchObject({
        code,
      })
})
