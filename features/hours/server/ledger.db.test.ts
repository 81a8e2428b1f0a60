/** The ledger against real PostgreSQL: what is posted, by whom, once; and what PostgreSQL itself refuses. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { shiftInstants } from '#core/clock-time.ts'
import { addDays } from '#core/plain-date.ts'
import { Refused } from '#core/refusal.ts'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture, work } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { asContractError } from '#platform/server/pg-errors.ts'
import type { SeatHours } from '../rules.ts'
import { hoursHandlers } from './handlers.ts'
import { correctSeatHours, postSeatHours, shownFacts, shownHoursOf } from './public.ts'

let at: ShiftFixture
let student: Person
let other: Person
let shift: string
let seat: string
beforeAll(async () => {
  at = await createShiftFixture()
  student = await at.fixture.person({ role: 'student', school: at.school })
  other = await at.fixture.person({ role: 'student', school: at.school })
})
const as = (who: Person | null) => at.fixture.as(who)
const query = <Row extends object>(text: string, values?: unknown[]) => at.fixture.rows<Row>(text, values)
afterAll(() => at.fixture.close())

let day = 20
/** A published shift of eight hours, led by Marcus, with the student on it. */
beforeEach(async () => {
  shift = await at.published({
    date: addDays(at.today, (day += 1)),
    proctor_id: at.people.marcus.id,
    break_min: 30,
  })
  ;[{ id: seat }] = (await query<{ id: string }>(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
     select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1 returning id`,
    [shift, student.id],
  )) as [{ id: string }]
})
/** Makes the shift start nine hours ago, bypassing every rule, because only time could do that. */
const begun = async () => {
  await query(`set session_replication_role = replica`)
  await query(`update public.assignments set status = 'dropped' where student_id = $1 and id <> $2`, [
    student.id,
    seat,
  ])
  await query(`update public.shifts set proctor_id = null where id <> $1`, [shift])
  await at.shiftTime(shift, '-9 hours')
  await query(`update public.shifts set status = 'in_progress' where id = $1`, [shift])
  await query(`set session_replication_role = origin`)
}

type Hours = Omit<SeatHours, 'kind'>
const attended: Hours = { minutes: 452, source: 'attendance' }
const seatHours = (hours: Hours) => ({
  assignment_id: seat,
  school_id: at.school,
  experience: 'group' as const,
  rounding_min: 15,
  ...hours,
})
const post = (who: Person, hours: Hours = attended) =>
  at.fixture.act(who, (tx) => postSeatHours(tx, seatHours(hours)))
const lines = () =>
  query<{ minutes: number; source: string; reason: string | null; posted_by: string | null }>(
    `select minutes, source, reason, posted_by from public.hours_entries where assignment_id = $1 order by posted_at, minutes`,
    [seat],
  )
const codeOf = async (done: Promise<unknown>): Promise<string> =>
  done.then(
    () => 'done',
    (error: unknown) => {
      if (error instanceof Refused) return error.code
      const known = asContractError(error) as { data?: { code?: string } } | null
      return known?.data?.code ?? (error as { code: string }).code
    },
  )

it('a past shift posts nothing automatically: its seats stay scheduled until its report is accepted', async () => {
  const progress = () =>
    at.fixture.act(student, async (tx) => {
      const { rows } = await sql<{ of: Parameters<typeof shownHoursOf>[0] }>`
        select ${shownFacts(sql`app.uid()`)} as of`.execute(tx)
      return shownHoursOf(rows[0]!.of)!
    })
  const before = await progress()
  await begun()
  await work(at)
  expect(await lines()).toEqual([])
  expect(await progress()).toEqual(before)
  expect(await post(at.people.marcus)).toBe(1)
  const after = await progress()
  expect(after.hours_done - before.hours_done).toBe(7.5)
  expect(after.hours_scheduled - before.hours_scheduled).toBe(-7.5)
})

it('attendance replaces what was credited before it was recorded', async () => {
  await begun()
  await work(at)
  await query(
    `insert into public.hours_entries (school_id, student_id, semester_id, assignment_id, shift_id, date, minutes, kind, specialty, source, source_key)
     select a.school_id, a.student_id, x.semester_id, a.id, a.shift_id, x.date, 360, 'direct_care', x.specialty, 'before_attendance', 'seat ' || a.id
     from public.assignments a join public.shifts x on x.id = a.shift_id where a.id = $1`,
    [seat],
  )
  expect(await post(at.people.marcus)).toBe(2)
  expect((await lines()).reduce((total, { minutes }) => total + minutes, 0)).toBe(450)
})

describe.each([
  ['2026-03-07', 'the clocks go forward'],
  ['2026-10-31', 'the clocks go back'],
])('a night on which %s: %s', (date) => {
  it.each([
    ['scheduled', 690],
    ['elapsed', date === '2026-03-07' ? 630 : 750],
  ])('credits and posts the %s hours', async (rule, minutes) => {
    await query(
      `update public.schools set settings = settings || jsonb_build_object('credit_rule', $2::text) where id = $1`,
      [at.school, rule],
    )
    await begun()
    const { startsAt, endsAt } = shiftInstants({
      date,
      start: '19:00',
      end: '07:00',
      timeZone: 'America/Chicago',
    })
    await query(`alter table public.shifts disable trigger user`)
    await query(
      `update public.shifts set date = $2, start_time = '19:00', end_time = '07:00', starts_at = $3, ends_at = $4, time_zone = 'America/Chicago' where id = $1`,
      [shift, date, startsAt, endsAt],
    )
    await query(`alter table public.shifts enable trigger user`)
    // The credit of a shift is computed by its own trigger.
    await query(`update public.shifts set break_min = 30 where id = $1`, [shift])
    const [credit] = await query<{ minutes: number }>(
      'select round(credited_hours * 60)::integer as minutes from public.shifts where id = $1',
      [shift],
    )
    expect(credit).toEqual({ minutes })
    await post(at.people.marcus, { minutes, source: 'attendance' })
    expect((await lines()).map((line) => line.minutes)).toEqual([minutes])
  })
})

describe('progress', () => {
  const api = hoursHandlers()
  const progress = async (who: Person, student_id?: string) =>
    call(api.progress, { ...(student_id && { student_id }) }, { context: await as(who) })
  const list = async (who: Person, more: { school_id?: string } = {}) =>
    call(api.list, more, { context: await as(who) })

  it('can be read by the student, the school and the instructor, and is the same on all pages', async () => {
    await begun()
    await post(at.people.marcus)
    const own = await progress(student)
    expect(own.by_semester).toMatchObject([{ name: 'This year' }])
    expect(own.weeks.at(-1)).toMatchObject({ done: own.credited, projected: own.projected })
    for (const who of [at.people.ana, at.people.marcus, at.people.sam])
      expect(await progress(who, student.id)).toMatchObject({
        credited: own.credited,
        projected: own.projected,
      })
    for (const who of [other, at.people.rob])
      await expect(progress(who, student.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(progress(at.people.frank, student.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    // The requirements from when the cohort began, not those of cohorts that begin now.
    const asked = (hours: number, area: string) => ({
      total_required_hours: hours,
      requirements: [{ specialty: area, min_hours: hours }],
    })
    const earlier = JSON.stringify([
      { until: addDays(at.today, -10), ...asked(410, 'pediatrics'), source: 'Catalog' },
    ])
    const now = asked(500, 'icu')
    const [program] = await query<{ id: string }>(
      `insert into public.programs (school_id, name, level, total_required_hours, requirements, hours_from, earlier_hours)
       values ($1, 'By the day', 'BSN', $2, $3, $4, $5) returning id`,
      [
        at.school,
        now.total_required_hours,
        JSON.stringify(now.requirements),
        addDays(at.today, -10),
        earlier,
      ],
    )
    const [cohort] = await query<{ id: string }>(
      `insert into public.cohorts (school_id, program_id, name, start_date, expected_graduation, status) values ($1, $2, 'Began before', $3, $4, 'active') returning id`,
      [at.school, program!.id, addDays(at.today, -100), addDays(at.today, 300)],
    )
    await query(
      'insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)',
      [cohort!.id, at.school, other.id, addDays(at.today, -90)],
    )
    const theirs = await progress(at.people.ana, other.id)
    expect(theirs.required).toBe(410)
    // The form to enter hours uses the school's date, not the browser's.
    expect(theirs.today).toBe(at.today)
    expect(theirs.by_specialty.find(({ specialty }) => specialty === 'pediatrics')).toMatchObject({
      required: 410,
    })
    const names = async (...of: Parameters<typeof list>) =>
      (await list(...of)).rows.map((row) => row.student_id).toSorted()
    expect(await names(at.people.ana)).toEqual([student.id, other.id].toSorted())
    expect(await names(at.people.marcus)).toContain(student.id)
    expect(await names(at.people.sam, { school_id: at.school })).toEqual([student.id, other.id].toSorted())
    expect(await names(at.people.rob)).toEqual([])
    expect(await names(at.people.rob, { school_id: at.school })).toEqual([])
    await expect(list(student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('names the credentials that keep a student off their next shift, to those who may know them', async () => {
    const [{ id: type }] = (await query<{ id: string }>(
      `select id from public.credential_types where code = 'BLS'`,
    )) as [{ id: string }]
    const risk = async (who: Person | null, student_id?: string) =>
      (await call(api.concerns, student_id ? { student_ids: [student_id] } : {}, { context: await as(who) }))
        .rows[0]?.credentials ?? null
    expect(await risk(student)).toBeNull()
    await query(
      `insert into public.credential_requirements (type_id, school_id, active_from) values ($1, $2, '2020-01-01')`,
      [type, at.school],
    )
    const missing = {
      missing: [expect.stringContaining('BLS certification missing')],
      next_shift: addDays(at.today, day),
    }
    expect(await risk(student)).toMatchObject({ ...missing, next_shift: expect.any(String) })
    for (const who of [at.people.ana, at.people.marcus])
      expect(await risk(who, student.id)).toMatchObject({ missing: missing.missing })
    for (const who of [other, at.people.rob]) expect(await risk(who, student.id)).toBeNull()
    await expect(risk(at.people.frank, student.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await query('delete from public.credential_requirements where type_id = $1', [type])
  })

  it("of all schools can be read only by the platform, with each school's summary", async () => {
    const schools = async (who: Person, q = '') =>
      call(hoursHandlers().schools, { q }, { context: await as(who) })
    const { rows, total } = await schools(at.people.sam)
    expect(total).toBeGreaterThan(1)
    const { counts } = await list(at.people.sam, { school_id: at.school })
    expect(rows.find(({ school_id: id }) => id === at.school)).toMatchObject({ students: 2, counts })
    expect((await schools(at.people.sam, 'hill s')).rows.map(({ name }) => name)).toEqual(['Hill School'])
    expect(await schools(at.people.sam, '100%')).toEqual({ rows: [], total: 0 })
    for (const who of [at.people.ana, at.people.marcus, student])
      await expect(schools(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('is exported with the same rows, for those who may read the list', async () => {
    const { headers, body } = await call(api.export, { format: 'csv' }, { context: await as(at.people.ana) })
    expect(headers['content-disposition']).toContain('student-progress')
    const [[head, ...rows], stamp] = stamped(await new Response(body as ReadableStream<Uint8Array>).text())
    expect(head).toContain('Student,Cohort,Program,Status,Required,Credited,Scheduled,Projected,Gap')
    expect(rows).toHaveLength(2)
    expect(stamp).toEqual([
      'Student progress',
      expect.stringMatching(/^School: /),
      expect.stringMatching(/^"?Semesters: all \(/),
      expect.stringMatching(/^"Generated \w+ \d+, \d{4} at \d+:\d\d [AP]M \(\w+ Time\) by /),
    ])
    const narrowed = await call(
      api.export,
      { format: 'csv', q: 'No one is called that' },
      { context: await as(at.people.ana) },
    )
    const [, [first]] = stamped(await new Response(narrowed.body as ReadableStream).text())
    expect(first).toBe('"Student progress: 0 of 2 students, as filtered"')
  })
})

/** The lines of a CSV, and those of its stamp after an empty line. */
function stamped(text: string): [string[], string[]] {
  const [rows, stamp] = text.trim().split('\r\n\r\n')
  return [rows!.split('\r\n'), stamp!.split('\r\n')]
}

describe('progress on paper', () => {
  const api = hoursHandlers()
  const bytesOf = async (body: unknown) => Buffer.from(await (body as File).arrayBuffer())
  const one = async (who: Person | null, student_id: string) =>
    call(api.progressPdf, { student_id }, { context: await as(who) })

  it('is a PDF of one student with its author, for the student, the school and those who may know it', async () => {
    for (const who of [student, at.people.ana]) {
      const { headers, body } = await one(who, student.id)
      expect(headers['content-disposition']).toMatch(/^attachment; filename="Progress .*\.pdf"/)
      expect((await bytesOf(body)).subarray(0, 5).toString()).toBe('%PDF-')
    }
    for (const who of [other, at.people.rob])
      await expect(one(who, student.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(one(at.people.frank, student.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(one(null, student.id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it('is a PDF of the list, for those who may read the list', async () => {
    const list = async (who: Person) => call(api.export, { format: 'pdf' }, { context: await as(who) })
    expect((await bytesOf((await list(at.people.ana)).body)).subarray(0, 5).toString()).toBe('%PDF-')
    await expect(list(student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})

describe('hours entered by hand', () => {
  const api = hoursHandlers()
  const fields = (more: object = {}) => ({
    id: randomUUID(),
    student_id: other.id,
    date: addDays(at.today, -2),
    minutes: 90,
    kind: 'skills_lab' as const,
    specialty: 'med_surg' as const,
    course_code: null,
    reason: 'An open lab on a Saturday.',
    evidence: 'Signed log',
    ...more,
  })
  const enter = async (who: Person, sent = fields()) => call(api.enter, sent, { context: await as(who) })
  const ledger = async () =>
    (await call(api.entries, { student_id: other.id }, { context: await as(at.people.ana) })).rows

  it('are refused on a day of a locked semester, also with the id of an open one', async () => {
    const [year, end] = [addDays(at.today, -400), addDays(at.today, -300)]
    await query(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active, archived_at)
       values ($1, 'Last year', $2, $3, 'fall', '2020', false, now())`,
      [at.school, year, end],
    )
    const sent = fields({ date: addDays(year, 5), semester_id: at.semesters[at.school] })
    await expect(enter(at.people.ana, sent)).rejects.toMatchObject({ data: { code: 'hours.locked' } })
    expect((await ledger()).filter(({ id }) => id === sent.id)).toEqual([])
  })

  it('count once, with reason and evidence, in the semester of their date', async () => {
    const sent = fields()
    await enter(at.people.ana, sent)
    await enter(at.people.ana, sent)
    const [line, ...more] = (await ledger()).filter(({ id }) => id === sent.id)
    expect(more).toEqual([])
    expect(line).toMatchObject({
      minutes: 90,
      source: 'manual',
      evidence: 'Signed log',
      semester_id: at.semesters[at.school],
    })
    await enter(at.people.ana, fields({ minutes: -30, reason: 'The lab was shorter.' }))
    expect((await ledger()).find(({ minutes }) => minutes === -30)).toMatchObject({ source: 'adjustment' })
    expect(
      (await receivedBy(at.fixture, other, 'hours')).map(({ title, message }) => [
        title,
        message.split(': ')[1],
      ]),
    ).toEqual([
      ['1.5 h added to your hours', 'An open lab on a Saturday.'],
      ['0.5 h taken off your hours', 'The lab was shorter.'],
    ])
    expect(await receivedBy(at.fixture, student, 'hours')).toEqual([])
  })

  it('are in the ledger file with every other line, for those who may read them', async () => {
    const file = async (who: Person | null) => {
      const { headers, body } = await call(
        api.exportEntries,
        { student_id: other.id },
        { context: await as(who) },
      )
      expect(headers['content-disposition']).toMatch(/placewell-clinical-hours-.*\.csv/)
      const [written, stamp] = stamped(await new Response(body as ReadableStream).text())
      expect(stamp.slice(0, 3)).toEqual([
        'Clinical hours',
        expect.stringMatching(/^School: /),
        'Semesters: all',
      ])
      return written
    }
    const [head, ...rest] = await file(other)
    expect(head).toBe(
      'Date,Hours,Kind,Specialty,Course,Semester,Source,Takes a line back,Reason,Evidence,Files,Posted,Posted by',
    )
    expect(rest).toHaveLength((await ledger()).length)
    expect(rest.filter((line) => line.includes('An open lab on a Saturday.'))[0]).toMatch(
      /,1\.5,Skills lab,Medical-surgical,,.*,Entered by the school,No,/,
    )
    // The school sees who added a line; readers who may not see that person do not.
    const [, ...known] = await file(at.people.ana)
    const withoutName = (line: string) => line.slice(0, line.lastIndexOf(','))
    expect(known.map(withoutName)).toEqual(rest.map(withoutName))
    expect(known.filter((line) => line.includes('An open lab on a Saturday.'))[0]).toMatch(
      /,Test school_admin$/,
    )
    expect(
      await as(at.people.ana).then((context) => call(api.entries, { student_id: other.id }, { context })),
    ).toMatchObject({
      rows: expect.arrayContaining([
        expect.objectContaining({ source: 'manual', posted_by: 'Test school_admin' }),
      ]),
    })
    for (const who of [student, at.people.rob, at.people.marcus]) expect(await file(who)).toEqual([head])
    await expect(file(at.people.frank)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('have evidence files, which only readers of the line may open', async () => {
    const file = randomUUID()
    await query(
      `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, key_id, salt)
       values ($1, $2, $3, $3, 'evidence', 'log.pdf', 'ready', 9, 'application/pdf', 9, repeat('0', 64), 'test', decode(repeat('00', 16), 'hex'))`,
      [file, at.school, at.people.ana.id],
    )
    const sent = fields({ evidence: null, evidence_file_ids: [file] })
    await enter(at.people.ana, sent)
    await enter(at.people.ana, sent)
    expect((await ledger()).filter(({ id }) => id === sent.id)).toMatchObject([{ evidence_file_ids: [file] }])
    const seen = (who: Person | null) =>
      at.fixture.act(
        who,
        async (tx) =>
          (await sql`select id from public.files where id = ${file}::uuid`.execute(tx)).rows.length,
      )
    for (const who of [at.people.ana, at.people.una, other]) expect(await seen(who)).toBe(1)
    const outsiders = [student, at.people.rob, at.people.denise, at.people.frank, at.people.eve, null]
    for (const who of outsiders) expect(await seen(who)).toBe(0)
    // A line of another school that names the file is refused, and gives no access even if it is inserted directly.
    const theirs = await at.fixture.person({ role: 'student', school: at.otherSchool })
    await expect(
      enter(at.people.rob, fields({ student_id: theirs.id, evidence_file_ids: [file] })),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await at.fixture.act(at.people.rob, (tx) =>
      sql`insert into public.hours_entries (id, school_id, student_id, date, minutes, kind, specialty, source, source_key, reason, evidence_file_ids)
        values (${randomUUID()}::uuid, ${at.otherSchool}::uuid, ${theirs.id}::uuid, current_date - 2, 60, 'other', 'other', 'manual', ${randomUUID()}, 'Forged.', array[${file}::uuid])`.execute(
        tx,
      ),
    )
    for (const who of outsiders) expect(await seen(who)).toBe(0)
  })

  it('can be entered only by the school, and only for past days', async () => {
    for (const who of [student, at.people.marcus, at.people.frank])
      await expect(enter(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await codeOf(enter(at.people.rob))).toBe('hours.no_student')
    expect(await codeOf(enter(at.people.ana, fields({ date: addDays(at.today, 2) })))).toBe('hours.future')
    expect(await codeOf(enter(at.people.ana, fields({ minutes: 0 })))).toBe('hours.none')
  })

  it('are taken back once, by a separate line', async () => {
    const sent = fields({ minutes: 777 })
    await enter(at.people.ana, sent)
    const takeBack = async (who: Person, id: string = sent.id) =>
      call(api.takeBack, { id, reason: 'Of another student.' }, { context: await as(who) })
    expect(await codeOf(takeBack(at.people.rob))).toBe('hours.no_line')
    const outcomes = await Promise.all([1, 2, 3].map(() => codeOf(takeBack(at.people.ana))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1)
    const undo = (await ledger()).find(({ reverses }) => reverses === sent.id)!
    expect(
      (await ledger()).filter(({ is_reversed: isReversed }) => isReversed).map(({ id }) => id),
    ).toContain(sent.id)
    expect(
      (await receivedBy(at.fixture, other, 'hours')).filter(({ message }) => message.includes('Of another')),
    ).toMatchObject([{ title: '12.95 h taken off your hours' }])
    await expect(
      at.fixture.act(at.people.ana, (tx) =>
        sql`select app.notify_code(array[${other.id}::uuid], 'hours', 'hours.changed', '{}')`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '42501' })
    expect(undo).toMatchObject({ minutes: -777, kind: 'skills_lab', reason: 'Of another student.' })
    expect(await codeOf(takeBack(at.people.ana, undo.id))).toBe('hours.not_reversible')
    const again = {
      school_id: at.school,
      student_id: other.id,
      date: at.today,
      minutes: 777,
      kind: 'skills_lab',
      specialty: 'med_surg',
      source: 'manual',
      source_key: randomUUID(),
      reason: 'Back.',
      reverses: undo.id,
    }
    await expect(
      at.fixture.act(at.people.ana, (tx) => tx.insertInto('hours_entries').values(again).execute()),
    ).rejects.toMatchObject({ code: '23502' })
  })
})

describe('actions in any order', () => {
  type Happens = { what: 'attended' | 'corrected' | 'entered' | 'taken_back'; minutes: number }
  const happens = fc.record<Happens>({
    what: fc.constantFrom('attended', 'corrected', 'entered', 'taken_back'),
    minutes: fc.integer({ min: 1, max: 700 }),
  })
  const api = hoursHandlers()
  const entry = (minutes: number, reason: string) => ({
    id: randomUUID(),
    student_id: student.id,
    date: addDays(at.today, -2),
    minutes,
    kind: 'skills_lab' as const,
    specialty: 'med_surg' as const,
    course_code: null,
    reason,
    evidence: null,
  })

  it('are refused with the id of others that were saved, not answered as saved', async () => {
    const context = await as(at.people.ana)
    const sent = entry(240, 'Skills lab.')
    const counted = () =>
      query('select minutes from public.hours_entries where source_key = $1', [`entry ${sent.id}`])
    await call(api.enter, sent, { context })
    await call(api.enter, { ...sent, idempotency_key: randomUUID() }, { context })
    await expect(call(api.enter, { ...sent, minutes: 360 }, { context })).rejects.toMatchObject({
      code: 'UNPROCESSABLE_CONTENT',
    })
    expect(await counted()).toEqual([{ minutes: 240 }])
  })

  const firstEntered = async () =>
    (
      await query<{ id: string; minutes: number }>(
        `select e.id, e.minutes from public.hours_entries e where e.student_id = $1 and e.source = 'manual' and e.reason like 'Looked at%'
           and not exists (select from public.hours_entries r where r.reverses = e.id) order by e.posted_at limit 1`,
        [student.id],
      )
    )[0]

  /** Performs an action; returns what the seat counts for then, and the total entered by hand. */
  async function happened({ what, minutes }: Happens, { of, entered }: { of: number; entered: number }) {
    const reason = `Looked at again: ${minutes}.`
    if (what === 'attended') {
      await post(at.people.ana, { minutes, source: 'attendance', reason })
      return { of: Math.round(minutes / 15) * 15, entered }
    }
    if (what === 'corrected') {
      const sent = {
        assignment_id: seat,
        school_id: at.school,
        date: at.today,
        experience: 'group' as const,
        minutes,
        reason,
      }
      const isChanged = await at.fixture.act(at.people.ana, (tx) => correctSeatHours(tx, sent))
      return { of: isChanged ? minutes : of, entered }
    }
    const context = await as(at.people.ana)
    if (what === 'entered') {
      await call(api.enter, entry(minutes, reason), { context })
      return { of, entered: entered + minutes }
    }
    const line = await firstEntered()
    if (!line) return { of, entered }
    await call(api.takeBack, { id: line.id, reason }, { context })
    return { of, entered: entered - line.minutes }
  }

  it('add up to what the seat last counts for plus what was entered', async () => {
    await begun()
    const credited = async () =>
      (await call(api.progress, { student_id: student.id }, { context: await as(at.people.ana) })).credited
    const before = await credited()
    let known = { of: 0, entered: 0 }
    for (const one of fc.sample(happens, { numRuns: 24, seed: 2026 })) {
      known = await happened(one, known)
      const more = ((await credited()) - before) * 60
      expect(Math.abs(more - known.of - known.entered)).toBeLessThan(1)
    }
    const posted = await lines()
    expect(posted.reduce((sum, { minutes }) => sum + minutes, 0)).toBe(known.of)
    expect(posted.length).toBeGreaterThan(4)
  })
})

describe('attendance', () => {
  it('posts once, however often it is repeated', async () => {
    await begun()
    expect(await post(at.people.marcus)).toBe(1)
    expect(await post(at.people.marcus)).toBe(0)
    expect(await post(at.people.ana)).toBe(0)
    await Promise.all(Array.from({ length: 4 }, () => post(at.people.marcus)))
    expect(await lines()).toMatchObject([
      { minutes: 450, source: 'attendance', posted_by: at.people.marcus.id },
    ])
  })

  it('is posted by the worker if no one has to accept it', async () => {
    await begun()
    const posted = () =>
      withActor(at.fixture.workerPool, null, (tx) => postSeatHours(tx, seatHours(attended)))
    expect([await posted(), await posted()]).toEqual([1, 0])
    expect(await lines()).toMatchObject([{ posted_by: null }])
  })

  it('is corrected with a reason, and every line stays', async () => {
    await begun()
    await post(at.people.marcus)
    expect(await codeOf(post(at.people.marcus, { ...attended, minutes: 300 }))).toBe('hours.reason_missing')
    await post(at.people.ana, { ...attended, minutes: 300, reason: 'Left at noon.' })
    expect(await lines()).toMatchObject([
      { minutes: 450, source: 'attendance' },
      { minutes: -450, source: 'adjustment', reason: 'Left at noon.' },
      { minutes: 300, source: 'attendance', reason: 'Left at noon.' },
    ])
  })

  it("is not posted before the shift starts, nor when the semester's hours are locked", async () => {
    expect(await codeOf(post(at.people.marcus))).toBe('hours.not_begun')
    await begun()
    const lock = (when: string | null) =>
      query(
        `update public.semesters set settings = settings || jsonb_build_object('hours_lock_at', $2::text) where id = $1`,
        [at.semesters[at.school], when],
      )
    await lock(new Date(Date.now() - 60_000).toISOString())
    expect(await codeOf(post(at.people.ana))).toBe('hours.locked')
    // Nor can hours be entered by hand for a date in that semester, even without naming a semester.
    expect(
      await codeOf(
        at.fixture.act(at.people.ana, (tx) =>
          tx
            .insertInto('hours_entries')
            .values({
              school_id: at.school,
              student_id: student.id,
              date: addDays(at.today, -3),
              minutes: 60,
              kind: 'other',
              specialty: 'med_surg',
              source: 'manual',
              source_key: randomUUID(),
              reason: 'A late log.',
            })
            .execute(),
        ),
      ),
    ).toBe('hours.locked')
    await query(
      `update public.semesters set reopened_at = now(), reopened_by = $2, reopen_reason = 'A late report' where id = $1`,
      [at.semesters[at.school], at.people.una.id],
    )
    expect(await post(at.people.ana)).toBe(1)
    await query(
      `update public.semesters set settings = settings - 'hours_lock_at', reopened_at = null, reopened_by = null, reopen_reason = null where id = $1`,
      [at.semesters[at.school]],
    )
  })
})

describe('PostgreSQL itself', () => {
  const insert = (more: Record<string, unknown> = {}) => {
    const row = {
      school_id: at.school,
      student_id: student.id,
      date: addDays(at.today, -3),
      minutes: 60,
      kind: 'direct_care',
      specialty: 'med_surg',
      source: 'manual',
      source_key: `by hand ${Math.random()}`,
      reason: 'A lab of last term.',
      ...more,
    }
    return (who: Person) =>
      codeOf(at.fixture.act(who, (tx) => tx.insertInto('hours_entries').values(row).execute()))
  }

  const lineOfSeat = async () => {
    const [facts] = await query<{
      semester_id: string
      specialty: string
      date: string
      course_code: string | null
    }>(
      `select semester_id, specialty, date::text, nullif(course_code, '') as course_code from public.shifts where id = $1`,
      [shift],
    )
    return {
      ...facts!,
      assignment_id: seat,
      shift_id: shift,
      source: 'attendance',
      reason: null,
      student_id: student.id,
    }
  }

  let moved = 0
  // The same as lockedSemester in rules.ts.
  it.each([
    ['open through 30 days after its end', -30, {}, 'done'],
    ['locked after them', -31, {}, 'hours.locked'],
    ['open on the last day of its grading window', -40, { grading: 0 }, 'done'],
    ['locked after its grading window', -10, { grading: -1 }, 'hours.locked'],
    ['open in a draft', -5, { is_active: false }, 'done'],
    [
      'locked when it was deactivated after its end',
      -5,
      { is_active: false, activated: true },
      'hours.locked',
    ],
    ['locked when it is archived', 5, { archived: true }, 'hours.locked'],
  ] as const)('finds a semester %s', async (name, end, how, outcome) => {
    const state = { is_active: true, activated: false, archived: false, grading: null, ...how }
    const window = { from: addDays(at.today, end), to: addDays(at.today, state.grading ?? 0) }
    const [semester] = await query<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, is_active, activated_at, archived_at, settings)
       values ($1, $2, $3::date - 90, $3::date, 'fall', '2026', $4, case when $5 or $4 then now() end, case when $6 then now() end, $7) returning id`,
      [
        at.school,
        name,
        addDays(at.today, end),
        state.is_active,
        state.activated,
        state.archived,
        JSON.stringify(state.grading === null ? {} : { grading_window: window }),
      ],
    )
    try {
      expect(await insert({ semester_id: semester!.id })(at.people.ana)).toBe(outcome)
    } finally {
      // Semesters of one type do not overlap.
      await query(
        `update public.semesters set start_date = date '1900-01-01' + $2 * 200, end_date = date '1900-01-01' + $2 * 200 + 90 where id = $1`,
        [semester!.id, (moved += 1)],
      )
    }
  })

  it('lets only the school enter hours', async () => {
    const entered = insert()
    expect(await entered(at.people.ana)).toBe('done')
    expect(await entered(at.people.ana)).toBe('23505')
    for (const who of [student, other, at.people.marcus, at.people.rob, at.people.frank])
      expect(await insert()(who)).toBe('42501')
    expect(await insert({ source: 'before_attendance' })(at.people.ana)).not.toBe('done')
  })

  it('lets an instructor post only seats of their own shifts', async () => {
    await begun()
    for (const who of [at.people.denise, student, at.people.rob, at.people.frank])
      await expect(post(who)).rejects.toThrow(/row-level security|no longer exist/)
    const line = await lineOfSeat()
    for (const who of [at.people.denise, student, at.people.rob, at.people.frank])
      expect(await insert(line)(who)).toBe('42501')
    expect(await lines()).toEqual([])
  })

  it('requires a reason, a past date, and a person of the school', async () => {
    expect(await insert({ reason: null })(at.people.ana)).toBe('23514')
    expect(await insert({ date: addDays(at.today, 3) })(at.people.ana)).toBe('hours.future')
    expect(await insert({ student_id: at.people.rob.id })(at.people.ana)).toBe('23503')
    expect(await insert({ minutes: -60 })(at.people.ana)).toBe('23514')
  })

  it("requires a seat's line to match the seat", async () => {
    expect(await insert(await lineOfSeat())(at.people.ana), 'before it began').toBe('42501')
    await begun()
    const line = await lineOfSeat()
    for (const change of [
      { student_id: other.id },
      { specialty: 'icu' },
      { date: addDays(at.today, -30) },
      { semester_id: null },
      { course_code: 'NUR 1' },
    ])
      for (const who of [at.people.ana, at.people.marcus])
        expect(await insert({ ...line, ...change })(who)).toBe('42501')
    expect(await insert(line)(at.people.marcus)).toBe('done')
    expect(await insert({ ...line, source_key: 'again' })(at.people.ana)).toBe('done')
  })

  it('changes and removes no line, not even for the owner', async () => {
    await begun()
    await post(at.people.marcus)
    for (const statement of [
      `update public.hours_entries set minutes = 1`,
      `delete from public.hours_entries`,
      `truncate public.hours_entries`,
    ]) {
      await expect(query(statement)).rejects.toMatchObject({ code: '42501' })
      expect(await codeOf(at.fixture.act(at.people.ana, (tx) => sql.raw(statement).execute(tx)))).toBe(
        '42501',
      )
    }
  })

  it('shows lines to the student, the school and the instructor of the shift', async () => {
    await begun()
    await post(at.people.marcus)
    const seen = async (who: Person) => {
      const sent = { student_id: student.id }
      const { rows } = await call(hoursHandlers().entries, sent, { context: await as(who) })
      return rows.filter(({ shift_id }) => shift_id === shift).length
    }
    for (const who of [student, at.people.ana, at.people.marcus, at.people.sam])
      expect(await seen(who)).toBe(1)
    for (const who of [other, at.people.denise, at.people.rob]) expect(await seen(who)).toBe(0)
    for (const who of [at.people.frank, at.people.eve])
      await expect(seen(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })
})
