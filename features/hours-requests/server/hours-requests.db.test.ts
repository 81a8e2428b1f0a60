/** Reported hours against real PostgreSQL: notifications, the ledger, and what PostgreSQL itself refuses. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays, type PlainDate } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { ReportedHours } from '../contract.ts'
import { hoursRequestHandlers } from './handlers.ts'

const api = hoursRequestHandlers()
let at: ShiftFixture
let fixture: ShiftFixture['fixture']
let student: Person
let classmate: Person
let stranger: Person
let ana: Person
let colleague: Person
beforeAll(async () => {
  at = await createShiftFixture()
  ;({ fixture } = at)
  student = await fixture.person({ role: 'student', school: at.school })
  classmate = await fixture.person({ role: 'student', school: at.school })
  stranger = await fixture.person({ role: 'school_admin' })
  ana = at.people.ana
  colleague = await fixture.person({ role: 'proctor', school: at.school })
})
afterAll(() => fixture.close())

let back = 0
/** A separate day each, so that no test counts the hours of another. */
const hours = (more: Partial<ReportedHours> = {}): ReportedHours => ({
  id: randomUUID(),
  date: addDays(at.today, -(back = (back + 1) % 16)),
  minutes: 450,
  kind: 'observation',
  specialty: 'community',
  course_code: 'NUR 320',
  note: 'A day at the free clinic with Priya Nair, RN.',
  evidence_file_ids: [],
  instructor_id: null,
  ...more,
})
const as = (who: Person) => at.as(who)
const report = async (who: Person, sent = hours()): Promise<ReportedHours> => {
  await call(api.report, sent, await as(who))
  return sent
}
const own = async (who: Person, id: string) =>
  (await call(api.mine, { page: 1, page_size: 100 }, await as(who))).rows.find((row) => row.id === id)!
const waiting = async (who: Person) =>
  (await call(api.waiting, { page: 1, page_size: 100 }, await as(who))).rows.map(({ id }) => id)
type Decision = { decision: 'approved' | 'not_approved' | 'needs_info'; note?: string; version?: number }
const decide = async (who: Person, id: string, { version = 1, ...decision }: Decision) =>
  call(api.decide, { id, version, ...decision }, await as(who))
const ledger = (id: string) =>
  fixture.rows(
    'select student_id, date::text, minutes, kind, specialty, course_code, source, reason, posted_by from public.hours_entries where id = $1',
    [id],
  )
const codeOf = async (done: Promise<unknown>) =>
  done.then(
    () => 'done',
    (error: { data?: { code?: string }; code: string }) => error.data?.code ?? error.code,
  )
const titles = async (who: Person) => (await receivedBy(fixture, who)).map(({ title }) => title)

it('approved hours count once, and the student is notified', async () => {
  const sent = await report(student)
  expect(await waiting(ana)).toContain(sent.id)
  expect(await waiting(stranger)).toEqual([])
  for (const selected of [null, at.otherSchool]) {
    await fixture.selectSchool(at.people.sam, selected)
    expect(await waiting(at.people.sam), 'a superadmin sees all').toContain(sent.id)
  }
  expect(await own(student, sent.id)).toMatchObject({ status: 'pending', minutes: 450, version: 1 })
  await decide(ana, sent.id, { decision: 'approved' })
  await decide(ana, sent.id, { decision: 'approved' })
  expect(await ledger(sent.id)).toEqual([
    {
      student_id: student.id,
      date: sent.date,
      minutes: 450,
      kind: 'observation',
      specialty: 'community',
      course_code: 'NUR 320',
      source: 'manual',
      reason: sent.note,
      posted_by: ana.id,
    },
  ])
  expect(await own(student, sent.id)).toMatchObject({ status: 'approved' })
  expect(await waiting(ana)).not.toContain(sent.id)
  expect((await titles(student)).filter((title) => title === '7.5 h added to your hours')).toHaveLength(1)
})

it('the hours of a shift of that day count before its report, when hours are reported and when they are approved', async () => {
  const person = await fixture.person({ role: 'student', school: at.school })
  const date = addDays(at.today, -3)
  const seated = async () => {
    const shift = await at.published({ date: addDays(at.today, 70 + (back += 1)) })
    await fixture.rows(
      `with moved as (update public.shifts set status = 'completed', date = $3, credited_hours = 12, lead_time_reason = 'A test.' where id = $1 returning *)
       insert into public.assignments (shift_id, school_id, student_id, during, busy)
       select id, school_id, $2, tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at) from moved`,
      [shift, person.id, date],
    )
  }
  const early = await report(person, hours({ date }))
  await seated()
  expect(await codeOf(report(person, hours({ date, minutes: 60 })))).toBe('hours_request.too_many')
  expect(await codeOf(decide(ana, early.id, { decision: 'approved' }))).toBe('hours_request.too_many')
  expect(await ledger(early.id)).toEqual([])
  expect(await codeOf(decide(ana, early.id, { decision: 'not_approved', note: 'Your shift counts.' }))).toBe(
    'done',
  )
  expect(await codeOf(report(person, hours({ date, minutes: 240 })))).toBe('done')
})

it('a refusal or question reaches the student with its reason, and an answer makes it pending again', async () => {
  const refused = await report(student)
  await decide(ana, refused.id, { decision: 'not_approved', note: 'The shift of that day counts already.' })
  expect(await ledger(refused.id)).toEqual([])
  const asked = await report(student)
  await decide(ana, asked.id, { decision: 'needs_info', note: 'Who was with you?' })
  expect(await titles(student)).toEqual(
    expect.arrayContaining([
      '7.5 h that you reported were not approved',
      'Your school has a question about 7.5 h that you reported',
    ]),
  )
  expect(await waiting(ana)).not.toContain(asked.id)
  const { version } = await own(student, asked.id)
  const answer = { id: asked.id, version, answer: 'Priya Nair, RN, until noon.' }
  await call(api.answer, answer, await as(student))
  await call(api.answer, answer, await as(student))
  expect(await waiting(ana)).toContain(asked.id)
  const heard = (await receivedBy(fixture, ana)).filter(({ title }) => title.includes('answered'))
  expect(heard).toMatchObject([
    {
      message: expect.stringContaining('Priya Nair, RN, until noon.'),
      data: { action_url: '/school/reported-hours?status=pending' },
    },
  ])
  expect((await titles(at.people.una)).filter((title) => title.includes('answered'))).toEqual([])
  // A decision on the version before the answer is refused.
  expect(await codeOf(decide(ana, asked.id, { decision: 'approved', version }))).toBe('hours_request.settled')
  await decide(ana, asked.id, { decision: 'approved', version: version + 1 })
  expect(await ledger(asked.id)).toHaveLength(1)
})

it('an answer adds files up to five in all, and refuses more instead of dropping some', async () => {
  const files = Array.from({ length: 6 }, () => randomUUID())
  for (const file of files)
    await fixture.rows(
      `insert into public.files (id, school_id, owner_id, uploaded_by, purpose, name, status, declared_bytes, mime_type, bytes, sha256, key_id, salt)
       values ($1, $2, $3, $3, 'evidence', 'log.pdf', 'ready', 9, 'application/pdf', 9, repeat('0', 64), 'test', decode(repeat('00', 16), 'hex'))`,
      [file, at.school, student.id],
    )
  const sent = await report(student, hours({ evidence_file_ids: files.slice(0, 3) }))
  await decide(ana, sent.id, { decision: 'needs_info', note: 'Who was with you?' })
  const { version } = await own(student, sent.id)
  const answer = async (added: readonly string[]) =>
    codeOf(
      call(
        api.answer,
        { id: sent.id, version, answer: 'Priya Nair, RN.', evidence_file_ids: [...added] },
        await as(student),
      ),
    )
  expect(await answer(files.slice(3))).toBe('hours_request.too_many_files')
  expect(await own(student, sent.id)).toMatchObject({ status: 'needs_info' })
  expect(await answer(files.slice(2, 5))).toBe('done')
  expect((await own(student, sent.id)).evidence_file_ids).toEqual(files.slice(0, 5))
})

it('reporting twice counts once, and pending hours can be withdrawn', async () => {
  const sent = await report(student)
  await report(student, sent)
  await call(api.withdraw, { id: sent.id }, await as(student))
  await call(api.withdraw, { id: sent.id }, await as(student))
  expect(await own(student, sent.id)).toMatchObject({ status: 'withdrawn' })
  expect(await codeOf(decide(ana, sent.id, { decision: 'approved' }))).toBe('hours_request.settled')
})

it('a day has no more hours than the school allows, even from two tabs at once', async () => {
  const date = at.today
  const tabs = [1, 2, 3].map(() => codeOf(report(classmate, hours({ date, minutes: 480 }))))
  expect((await Promise.all(tabs)).toSorted()).toEqual(['done', 'done', 'hours_request.too_many'])
  for (const [wrong, code] of [
    [{ date: addDays(at.today, 1) }, 'hours_request.future'],
    [{ date: addDays(at.today, -16) as PlainDate }, 'hours_request.too_late'],
  ] as const)
    expect(await codeOf(report(classmate, hours(wrong)))).toBe(code)
  // The form uses the school's date, which may be a day behind the browser's.
  expect(await call(api.mine, {}, await as(classmate))).toMatchObject({ today: at.today })
})

describe('an instructor who was there', () => {
  const marcus = () => at.people.marcus
  const toConfirm = async (who: Person) => (await call(api.toConfirm, {}, await as(who))).rows
  const confirm = async (
    who: Person,
    id: string,
    confirmation: 'confirmed' | 'not_confirmed',
    note?: string,
    version = 1,
  ) => call(api.confirm, { id, version, confirmation, ...(note && { note }) }, await as(who))
  beforeAll(async () => {
    const shift = await at.published({ date: addDays(at.today, 40), proctor_id: marcus().id })
    await fixture.rows(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $2, 'assigned', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $1`,
      [shift, student.id],
    )
  }, 30_000)

  it('is one of the student’s shifts, notified once, and confirms once; the ledger records it', async () => {
    expect((await call(api.mine, {}, await as(student))).instructors).toMatchObject([{ id: marcus().id }])
    expect((await call(api.mine, {}, await as(classmate))).instructors).toEqual([])
    for (const [who, named] of [
      [classmate, marcus().id],
      [student, ana.id],
    ] as const)
      expect(await codeOf(report(who, hours({ instructor_id: named, minutes: 15 })))).toBe(
        'hours_request.not_their_instructor',
      )
    const sent = await report(student, hours({ instructor_id: marcus().id }))
    await report(student, sent)
    const notices = (await receivedBy(fixture, marcus())).filter(({ title }) =>
      title.endsWith(' reported 7.5 h with you'),
    )
    expect(notices).toMatchObject([{ data: { action_url: '/proctor/student-progress' } }])
    const [asked] = await toConfirm(marcus())
    expect(asked).toMatchObject({
      id: sent.id,
      student_name: expect.not.stringMatching('A student'),
      note: sent.note,
    })
    await confirm(marcus(), sent.id, 'confirmed')
    await confirm(marcus(), sent.id, 'confirmed')
    expect(await toConfirm(marcus())).toEqual([])
    expect(await codeOf(confirm(marcus(), sent.id, 'not_confirmed', 'Not my day.', 2))).toBe(
      'hours_request.settled',
    )
    // The school cannot decide on the version from before the instructor answered.
    expect(await codeOf(decide(ana, sent.id, { decision: 'approved' }))).toBe('hours_request.settled')
    await decide(ana, sent.id, { decision: 'approved', version: 2 })
    const [line] = await fixture.rows<{ evidence: string }>(
      'select evidence from public.hours_entries where id = $1',
      [sent.id],
    )
    expect(line!.evidence).toMatch(/^Confirmed by /)
  })

  it('says what is wrong, for the student and the school; the school decides', async () => {
    const sent = await report(student, hours({ instructor_id: marcus().id }))
    expect(await codeOf(confirm(marcus(), sent.id, 'not_confirmed'))).toBe('hours_request.reason_missing')
    await confirm(marcus(), sent.id, 'not_confirmed', 'It was four hours.')
    const said = { confirmation: 'not_confirmed', confirmation_note: 'It was four hours.' }
    expect(await own(student, sent.id)).toMatchObject({ status: 'pending', ...said })
    const rows = (await call(api.waiting, { page_size: 100 }, await as(ana))).rows
    expect(rows.find(({ id }) => id === sent.id)).toMatchObject(said)
    await decide(ana, sent.id, { decision: 'not_approved', note: 'Four hours, please.', version: 2 })
    expect(await ledger(sent.id)).toEqual([])
  })

  it('reaches who asked the student about the hours, when they are wrong', async () => {
    const sent = await report(student, hours({ instructor_id: marcus().id }))
    await decide(ana, sent.id, { decision: 'needs_info', note: 'How long were you there?' })
    await confirm(marcus(), sent.id, 'not_confirmed', 'It was four hours.', 2)
    const heard = (await receivedBy(fixture, ana)).filter(({ title }) => title.includes('not confirm'))
    expect(heard).toMatchObject([
      {
        title: expect.stringMatching(/ 7.5 h of \S/),
        message: expect.stringContaining('It was four hours.'),
      },
    ])
  })

  it('reads and writes nothing else, and no one else can answer for them', async () => {
    const sent = await report(student, hours({ instructor_id: marcus().id }))
    const other = await report(student)
    const seen = async (who: Person) =>
      (
        await fixture.act(
          who,
          async (tx) => (await sql<{ id: string }>`select id from public.hours_requests`.execute(tx)).rows,
        )
      ).map(({ id }) => id)
    expect(await seen(marcus())).toContain(sent.id)
    expect(await seen(marcus())).not.toContain(other.id)
    const attempt = (who: Person, set: string) =>
      fixture
        .act(who, async (tx) =>
          Number(
            (await sql`update public.hours_requests set ${sql.raw(set)} where id = ${sent.id}`.execute(tx))
              .numAffectedRows,
          ),
        )
        .catch((error: { code: string }) => error.code)
    const word = `confirmation = 'confirmed', confirmed_at = now()`
    for (const [who, set] of [
      [marcus(), `${word}, status = 'approved', decided_by = app.uid(), decided_at = now()`],
      [marcus(), `${word}, answer = 'Yes, all of it.'`],
      [marcus(), `confirmation = 'confirmed', confirmed_at = now() - interval '1 day'`],
      [student, word],
      [ana, word],
      [ana, `${word}, status = 'approved', decided_by = app.uid(), decided_at = now()`],
    ] as const)
      expect(await attempt(who, set)).toMatch(/^(42501|PW\d+|23\d+|55000)$/)
    for (const who of [classmate, stranger, at.people.frank]) expect(await attempt(who, word)).toBe(0)
    expect(await codeOf(confirm(colleague, sent.id, 'confirmed'))).toBe('hours_request.missing')
    expect(await attempt(marcus(), word)).toBe(1)
    expect(
      await attempt(
        marcus(),
        `confirmation = 'not_confirmed', confirmation_note = 'No.', confirmed_at = now()`,
      ),
    ).toMatch(/^(42501|PW\d+|55000)$/)
    // No one can name an instructor of other people's shifts.
    const named = fixture.act(classmate, (tx) =>
      tx
        .insertInto('hours_requests')
        .values({ ...hours({ instructor_id: marcus().id }), school_id: at.school, student_id: classmate.id })
        .execute(),
    )
    await expect(named).rejects.toMatchObject({ code: '42501' })
  })
})

describe('the school’s list', () => {
  it('has everything reported, by status and name, also as a file; another school’s has none of it', async () => {
    const list = async (who: Person, filter: object = {}) =>
      call(api.list, { page_size: 100, ...filter }, await as(who))
    const sent = await report(student)
    const all = await list(ana)
    expect(all.total).toBe(all.rows.length)
    expect(all.rows.map(({ id }) => id)).toContain(sent.id)
    expect(new Set(all.rows.map(({ status }) => status)).size).toBeGreaterThan(2)
    for (const status of ['approved', 'withdrawn'] as const)
      expect(new Set((await list(ana, { status })).rows.map((row) => row.status))).toEqual(new Set([status]))
    expect((await list(ana, { search: 'Nobody of this name' })).rows).toEqual([])
    expect((await list(stranger)).rows).toEqual([])
    expect(await codeOf(list(at.people.marcus))).toBe('FORBIDDEN')
    const file = async (who: Person, filter: object = {}) => {
      const { headers, body } = await call(api.export, filter, await as(who))
      expect(headers['content-disposition']).toMatch(/placewell-reported-hours-.*\.csv/)
      return new Response(body as ReadableStream).text()
    }
    // In the evening of June 1 in New York.
    await fixture.rows(`update public.hours_requests set created_at = '2026-06-02T02:00:00Z' where id = $1`, [
      sent.id,
    ])
    const lines = (await file(ana)).trim().split('\r\n')
    expect(lines.filter((line) => line.endsWith(',2026-06-01'))).toHaveLength(1)
    expect(lines[0]).toBe(
      'Student,Date,Hours,Kind,Specialty,Course,What they did,Files,Status,Instructor,Instructor’s answer,Instructor’s note,School’s note,Student’s answer,Decided by,Decided,Reported',
    )
    expect(lines).toHaveLength(all.total + 1)
    expect((await file(stranger)).trim().split('\r\n')).toHaveLength(1)
  })
})

it('of two decisions at once one counts', async () => {
  const sent = await report(student)
  const [one, two] = await Promise.all([
    codeOf(decide(ana, sent.id, { decision: 'approved' })),
    codeOf(decide(at.people.sam, sent.id, { decision: 'not_approved', note: 'Not a clinical day.' })),
  ])
  expect([one, two].toSorted()).toEqual(['done', 'hours_request.settled'])
  expect(await ledger(sent.id)).toHaveLength(one === 'done' ? 1 : 0)
})

it('a locked semester prevents approval, and nothing is half done', async () => {
  const sent = await report(student)
  const lock = (instant: string | null) =>
    fixture.rows(
      `update public.semesters set settings = jsonb_set(settings, '{hours_lock_at}', coalesce(to_jsonb($3::text), 'null'::jsonb))
       where school_id = $1 and $2::date between start_date and end_date returning id`,
      [at.school, sent.date, instant],
    )
  expect(await lock('2020-01-01T00:00:00Z')).toHaveLength(1)
  // With the ledger’s own error if its procedures are loaded too.
  expect(await codeOf(decide(ana, sent.id, { decision: 'approved' }))).toMatch(/^(hours\.locked|CONFLICT)$/)
  expect(await own(student, sent.id)).toMatchObject({ status: 'pending' })
  await lock(null)
})

describe('PostgreSQL itself', () => {
  let id: string
  beforeAll(async () => {
    ;({ id } = await report(student))
  })
  const attempt = (who: Person, set: string) =>
    fixture
      .act(who, async (tx) =>
        Number(
          (await sql`update public.hours_requests set ${sql.raw(set)} where id = ${id}`.execute(tx))
            .numAffectedRows,
        ),
      )
      .catch((error: { code: string }) => error.code)

  it.each([
    [
      'the student approves it',
      () => student,
      `status = 'approved', decided_by = app.uid(), decided_at = now()`,
    ],
    ['the student changes the hours', () => student, 'minutes = 900'],
    ['the school changes the hours', () => ana, 'minutes = 900'],
    [
      'the school answers for the student',
      () => ana,
      `status = 'needs_info', decision_note = 'Which?', answer = 'This.', decided_by = app.uid(), decided_at = now()`,
    ],
    [
      'the school decides in another’s name',
      () => ana,
      `status = 'approved', decided_by = '${randomUUID()}', decided_at = now()`,
    ],
    [
      'the school dates it back',
      () => ana,
      `status = 'approved', decided_by = app.uid(), decided_at = now() - interval '1 day'`,
    ],
    ['the school withdraws it', () => ana, `status = 'withdrawn'`],
  ])('refuses that %s', async (_, who, set) => {
    expect(await attempt(who(), set)).toMatch(/^(42501|PW\d+|23\d+|55000)$/)
    expect(await own(student, id)).toMatchObject({ status: 'pending', minutes: 450 })
  })

  it.each([
    ['a classmate', () => classmate],
    ['another school', () => stranger],
    ['an instructor who was not named', () => colleague],
    ['a facility', () => at.people.frank],
  ])('hides it from %s', async (_, who) => {
    const seen = await fixture.act(
      who(),
      async (tx) => (await sql`select 1 from public.hours_requests`.execute(tx)).rows.length,
    )
    expect(seen).toBe(who() === classmate ? 2 : 0)
    expect(await attempt(who(), `status = 'withdrawn'`)).toBe(0)
  })

  it('refuses to report for someone else', async () => {
    const write = (who: Person, values: object) =>
      fixture.act(who, (tx) =>
        tx
          .insertInto('hours_requests')
          .values({ ...hours(), school_id: at.school, student_id: student.id, ...values })
          .execute(),
      )
    for (const who of [classmate, ana, stranger, at.people.marcus])
      await expect(write(who, {})).rejects.toMatchObject({ code: '42501' })
    await expect(write(student, { status: 'approved' })).rejects.toMatchObject({ code: '42501' })
  })
})
