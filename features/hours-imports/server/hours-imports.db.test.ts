/** Hours of another system against real PostgreSQL: a dry run that writes nothing, and a job with a result for each row, once. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { HoursRow } from '../contract.ts'
import { hoursImportHandlers } from './handlers.ts'
import { hoursImportJobs } from './jobs.ts'

let at: ShiftFixture
let ada: Person
let ben: Person
let abroad: Person
const api = hoursImportHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
  ada = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Ada Abbott' })
  ben = await at.fixture.person({ role: 'student', school: at.school, fullName: 'Ben Bauer' })
  abroad = await at.fixture.person({ role: 'student', school: at.otherSchool })
  await at.fixture.rows(`update public.users set student_number = 'L-0042' where id = $1`, [ben.id])
})
afterAll(() => at.fixture.close())

const day = () => addDays(at.today, -3)
const row = (line: number, more: Partial<HoursRow> = {}): HoursRow => ({
  line,
  email: ada.email,
  student_number: '',
  date: day(),
  hours: '7.5',
  kind: '',
  specialty: 'Pediatrics',
  course: 'NUR 301',
  note: '',
  ...more,
})
const check = async (who: Person | null, rows: HoursRow[], school_id: string | null = null) =>
  (await call(api.check, { rows, school_id }, { context: await at.fixture.as(who) })).rows
const start = async (who: Person, rows: HoursRow[], more: object = {}): Promise<string> => {
  const { job_id } = await call(
    api.start,
    { job_id: randomUUID(), file_name: 'hours.csv', rows, ...more },
    { context: await at.fixture.as(who) },
  )
  await run(job_id)
  return job_id
}
const run = (id: string) => runJob(at.fixture, hoursImportJobs, id, new AbortController().signal)
const outcomes = async (job: string) =>
  (
    await at.fixture.rows<{ status: string; code: string | null }>(
      'select status, code from public.job_items where job_id = $1 order by position',
      [job],
    )
  ).map(({ status, code }) => code ?? status)
const ledger = async (of: Person) =>
  at.fixture.rows<{ minutes: number; source: string; evidence: string; semester_id: string | null }>(
    'select minutes, source, evidence, semester_id from public.hours_entries where student_id = $1 order by posted_at',
    [of.id],
  )

it('is previewed: every row has its verdict, and nothing is written', async () => {
  const rows = [
    row(2),
    row(3),
    row(4, { email: '', student_number: 'l-0042' }),
    row(5, { email: abroad.email }),
    row(6, { hours: 'many' }),
  ]
  expect(
    (await check(at.people.ana, rows)).map(({ verdict, student_name }) => [verdict, student_name]),
  ).toEqual([
    ['ok', 'Ada Abbott'],
    ['duplicate', 'Ada Abbott'],
    ['ok', 'Ben Bauer'],
    ['no_student', null],
    ['invalid', 'Ada Abbott'],
  ])
  expect([...(await ledger(ada)), ...(await ledger(ben))]).toEqual([])
})

it('is imported once, row by row, in the semester of each date, and each student is notified once', async () => {
  const rows = [
    row(2),
    row(3, { hours: '8' }),
    row(4, { email: '', student_number: 'L-0042', hours: '6:30' }),
    row(5, { hours: '' }),
  ]
  const id = randomUUID()
  const job = await start(at.people.ana, rows, { job_id: id })
  expect(await outcomes(job)).toEqual(['done', 'done', 'done', 'invalid'])
  expect(await ledger(ada)).toEqual([
    { minutes: 450, source: 'import', evidence: 'Row 2 of hours.csv', semester_id: at.semesters[at.school] },
    { minutes: 480, source: 'import', evidence: 'Row 3 of hours.csv', semester_id: at.semesters[at.school] },
  ])
  expect((await receivedBy(at.fixture, ada, 'hours')).map(({ title }) => title)).toEqual([
    '15.5 h of earlier records added to your hours',
  ])
  expect((await receivedBy(at.fixture, ben, 'hours')).map(({ title }) => title)).toEqual([
    '6.5 h of earlier records added to your hours',
  ])
  // The same file, the same request, and the resumed job add nothing.
  await start(at.people.ana, rows, { job_id: id })
  await run(id)
  expect(await outcomes(await start(at.people.ana, rows))).toEqual([
    'imported',
    'imported',
    'imported',
    'invalid',
  ])
  expect(await ledger(ada)).toHaveLength(2)
  expect((await check(at.people.ana, rows)).map(({ verdict }) => verdict)).toEqual([
    'imported',
    'imported',
    'imported',
    'invalid',
  ])
})

it('two people who import the same file at once add its hours once', async () => {
  const rows = [row(2, { course: 'NUR 302' }), row(3, { course: 'NUR 303' })]
  await Promise.all([start(at.people.ana, rows), start(at.people.una, rows)])
  expect((await ledger(ada)).filter(({ minutes }) => minutes === 450)).toHaveLength(3)
})

it('adds nothing to a semester whose hours are locked, even if locked after the preview', async () => {
  const rows = [row(2, { course: 'NUR 401' })]
  const { job_id } = await call(
    api.start,
    { job_id: randomUUID(), file_name: 'hours.csv', rows },
    { context: await at.fixture.as(at.people.ana) },
  )
  const lock = (value: string) =>
    at.fixture.rows(
      `update public.semesters set settings = settings || jsonb_build_object('hours_lock_at', ${value}) where school_id = $1`,
      [at.school],
    )
  await lock(`to_char(now() - interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SSOF')`)
  await run(job_id)
  expect(
    await at.fixture.rows('select status, message from public.job_items where job_id = $1', [job_id]),
  ).toMatchObject([{ status: 'refused', message: expect.stringContaining('locked') }])
  expect(await check(at.people.ana, rows)).toMatchObject([
    { verdict: 'locked', reason: 'The hours of This year are locked.' },
  ])
  await lock('null')
})

it('is limited to the school: another school sees none of its students, and no one else imports', async () => {
  expect(await check(at.people.rob, [row(2)])).toMatchObject([{ verdict: 'no_student', student_name: null }])
  expect(await check(at.people.rob, [row(2)], at.school)).toMatchObject([{ verdict: 'no_student' }])
  for (const who of [ada, at.people.marcus, at.people.frank, null])
    await expect(check(who, [row(2)])).rejects.toMatchObject({ code: who ? 'FORBIDDEN' : 'UNAUTHORIZED' })
  await expect(check(at.people.sam, [row(2)])).rejects.toThrow('Choose a school')
  expect(await check(at.people.sam, [row(2, { course: 'NUR 500' })], at.school)).toMatchObject([
    { verdict: 'ok' },
  ])
})

describe('undoing an import', () => {
  const get = async (who: Person | null, job_id: string) =>
    call(api.get, { job_id }, { context: await at.fixture.as(who) })
  const undo = async (who: Person | null, job_id: string, undo_id = randomUUID()) =>
    call(
      api.undo,
      { job_id, undo_id, reason: 'It was the file of last year.' },
      { context: await at.fixture.as(who) },
    )
  const sumOf = async (of: Person) => (await ledger(of)).reduce((sum, { minutes }) => sum + minutes, 0)

  it('takes back every line that still counts, once, and notifies each student once; the file can be imported again', async () => {
    const [before, hers] = [await sumOf(ada), (await receivedBy(at.fixture, ada, 'hours')).length]
    const rows = [
      row(2, { course: 'NUR 601' }),
      row(3, { course: 'NUR 602' }),
      row(4, { course: 'NUR 603', email: ben.email }),
    ]
    const job = await start(at.people.ana, rows)
    expect(await get(at.people.ana, job)).toEqual({
      file_name: 'hours.csv',
      lines: 3,
      minutes: 1350,
      students: 2,
    })
    expect((await call(api.list, {}, { context: await at.fixture.as(at.people.una) })).rows).toContainEqual(
      expect.objectContaining({ job_id: job, imported: 3 }),
    )
    for (const [who, code] of [
      [at.people.rob, 'NOT_FOUND'],
      [ada, 'FORBIDDEN'],
      [at.people.marcus, 'FORBIDDEN'],
      [at.people.frank, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const)
      for (const tried of [get, undo]) await expect(tried(who, job)).rejects.toMatchObject({ code })
    const undoId = randomUUID()
    const [one, again] = [await undo(at.people.una, job, undoId), await undo(at.people.una, job, undoId)]
    expect(again).toEqual(one)
    await run(undoId)
    await run(undoId)
    expect(await outcomes(undoId)).toEqual(['done', 'done', 'done'])
    expect(await sumOf(ada)).toBe(before)
    expect(
      (await receivedBy(at.fixture, ada, 'hours'))
        .slice(hers)
        .map(({ title }) => title)
        .toSorted(),
    ).toEqual(['15 h of earlier records added to your hours', '15 h of earlier records taken off your hours'])
    expect(await get(at.people.ana, job)).toMatchObject({ lines: 0 })
    await expect(undo(at.people.ana, job)).rejects.toMatchObject({
      data: { code: 'hours_import.nothing_left' },
    })
    expect((await check(at.people.ana, rows)).map(({ verdict }) => verdict)).toEqual(['ok', 'ok', 'ok'])
    const anew = await start(at.people.ana, rows)
    expect(await outcomes(anew)).toEqual(['done', 'done', 'done'])
    expect(await outcomes(await start(at.people.ana, rows))).toEqual(['imported', 'imported', 'imported'])
    // The first import has no lines of the second.
    expect([await get(at.people.ana, job), await get(at.people.ana, anew)]).toMatchObject([
      { lines: 0 },
      { lines: 3 },
    ])
  })

  it('two people who undo it at once take its lines back once', async () => {
    const before = await sumOf(ada)
    const job = await start(at.people.ana, [row(2, { course: 'NUR 701' })])
    const [a, b] = [randomUUID(), randomUUID()]
    await Promise.all([undo(at.people.ana, job, a), undo(at.people.una, job, b)])
    await Promise.all([run(a), run(b)])
    expect([...(await outcomes(a)), ...(await outcomes(b))].filter((one) => one === 'done')).toHaveLength(1)
    expect(await sumOf(ada)).toBe(before)
  })
})
