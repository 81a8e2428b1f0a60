/**
 * Semester reports on the real database: generated, commented on, reviewed, published once with a PDF, acknowledged, corrected;
 * permissions.
 */
import { postSeats } from '#features/hours/server/fake.ts'
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Person } from '#database/testing.ts'
import { createUnit, type Unit } from '#features/attendance/server/fake.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { openFile, readFile } from '#features/files/server/public.ts'
import type { ReportAction } from '../contract.ts'
import { semesterReportHandlers } from './handlers.ts'
import { semesterReportJobs } from './public.ts'

let at: Unit
let term: string
const api = semesterReportHandlers()
beforeAll(async () => {
  at = await createUnit()
  term = at.semesters[at.school]!
})
afterAll(() => at.fixture.close())

/** A student with a past shift of eight hours, and its instructor. */
async function over(): Promise<{ student: Person; lead: Person; shift: string; seat: string }> {
  const [student] = (await at.students(1)) as [Person]
  const shift = await at.running('9 hours', [student])
  await at.mark(shift.lead, shift.id, shift.seats[0]!, 'present', { at: shift.startsAt })
  await at.mark(shift.lead, shift.id, shift.seats[0]!, 'left')
  await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
  await postSeats(at.fixture, shift.id)
  return { student, lead: shift.lead, shift: shift.id, seat: shift.seats[0]! }
}

/** Starts the job as this person and runs it like the worker; returns why each student was refused, or null. */
async function run(
  who: Person | null,
  action: ReportAction,
  students: readonly Person[],
  more: object = {},
): Promise<(string | null)[]> {
  const id = randomUUID()
  const input = { id, semester_id: term, action, student_ids: students.map((one) => one.id), ...more }
  await call(api.run, input, await at.as(who))
  await work(id)
  const rows = await at.fixture.rows<{ key: string; status: string; message: string | null }>(
    'select key, status, message from public.job_items where job_id = $1',
    [id],
  )
  return students.map((one) => {
    const row = rows.find(({ key }) => key === one.id)
    return row?.status === 'done' ? null : (row?.message ?? 'nothing')
  })
}
const work = (id: string) => {
  const { jobPool, workerPool, sessions, log, objects } = at.fixture
  return runJob(
    { jobPool, workerPool, sessions, log },
    semesterReportJobs({ objects }),
    id,
    new AbortController().signal,
  )
}
const reports = (student: Person) =>
  at.fixture.rows<{
    id: string
    version: number
    status: string
    edition: number
    pdf_file_id: string | null
  }>(
    'select id, version, status, edition, pdf_file_id from public.semester_reports where student_id = $1 order by edition',
    [student.id],
  )
const report = async (student: Person) => (await reports(student)).at(-1)!
const get = async (who: Person | null, id: string) => call(api.get, { id }, await at.as(who))
const words = { strengths: 'Calm with families.', goals_next: null, decision: 'progressing' as const }
const comment = async (who: Person | null, student: Person) => {
  const { id, version } = await report(student)
  return call(
    api.comment,
    { id, version, ...words, proctor_comment: 'Ready for the next level.' },
    await at.as(who),
  )
}
const review = async (who: Person | null, student: Person) => {
  const { id, version } = await report(student)
  return call(api.review, { id, version, ...words, school_comment: 'Well done.' }, await at.as(who))
}
const acknowledge = async (who: Person | null, student: Person, said: string | null = null) => {
  const { id, version } = await report(student)
  return call(api.acknowledge, { id, version, comment: said }, await at.as(who))
}
/** A report that was generated, and reviewed without the instructor. */
async function reviewed(): Promise<Awaited<ReturnType<typeof over>>> {
  const made = await over()
  await run(at.people.ana, 'generate', [made.student])
  await run(at.people.ana, 'skip_comment', [made.student])
  return made
}
const publish = (student: Person, who = at.people.ana) =>
  run(who, 'publish', [student], { with_missing: true })

describe('from readiness to an acknowledged report', () => {
  it('takes all steps, notifies each person once, and makes a PDF that the student opens', async () => {
    const { ana } = at.people
    const { student, lead } = await over()
    const board = await call(
      api.readiness,
      { semester_id: term, q: 'Student', page_size: 500 },
      await at.as(ana),
    )
    expect(board.rows.find((row) => row.student_id === student.id)).toMatchObject({
      report: null,
      missing: [],
    })

    expect(await run(ana, 'generate', [student])).toEqual([null])
    expect(await run(ana, 'request_comment', [student])).toEqual([null])
    expect((await receivedBy(at.fixture, lead)).map(({ title }) => title)).toContain(
      'A comment on Student 1’s semester report is needed',
    )
    await comment(lead, student)
    await review(ana, student)
    await expect(get(student, (await report(student)).id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await run(ana, 'publish', [student])).toEqual([null])
    // Run again: nothing more happens.
    expect(await run(ana, 'publish', [student])).toEqual([expect.stringContaining('There is no report yet')])

    const read = await get(student, (await report(student)).id)
    expect(read).toMatchObject({
      status: 'published',
      edition: 1,
      decision: 'progressing',
      proctor_comment: 'Ready for the next level.',
      school_comment: 'Well done.',
      content: { hours: { credited: 7.5 }, attendance: { scheduled: 1, present: 1 } },
    })
    const notified = (await receivedBy(at.fixture, student)).filter(({ title }) => title.includes('report'))
    expect(notified.map(({ title }) => title)).toEqual(['Your report for This year is here'])
    const file = await at.fixture.act(student, (tx) =>
      openFile(tx, { id: read.pdf_file_id!, what: 'download', reason: 'My report' }),
    )
    const pdf = (await readFile(at.fixture, {}, file)).toString('latin1')
    expect(pdf.slice(0, 8)).toBe('%PDF-1.7')
    for (const part of ['/MarkInfo', '/StructTreeRoot', '/Lang (en-US)', '/DisplayDocTitle true', 'pdfuaid'])
      expect(pdf).toContain(part)

    await acknowledge(student, student, 'Thank you.')
    expect((await report(student)).status).toBe('acknowledged')
    const notice = (await receivedBy(at.fixture, ana)).find(
      ({ title }) => title === 'Student 1 commented on their semester report',
    )
    expect(notice?.data).toEqual({ action_url: '/admin/semester-reports' })
    await expect(acknowledge(student, student)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('lists those in progress that wait for the school first', async () => {
    const { ana } = at.people
    for (let n = 0; n < 3; n++) {
      const { student } = await over()
      await run(ana, 'generate', [student])
      if (n !== 1) await run(ana, 'skip_comment', [student])
    }
    const input = { semester_id: term, show: 'working' as const, page_size: 500 }
    const { rows } = await call(api.readiness, input, await at.as(ana))
    const waits = rows.map(({ report: one }) => one!.status === 'school_review')
    expect(new Set(waits).size).toBe(2)
    expect(waits).toEqual(waits.toSorted((a, b) => Number(b) - Number(a)))
  })

  it('names what is missing and links to it; publishes it only if the caller accepts that', async () => {
    const [student] = (await at.students(1)) as [Person]
    const shift = await at.running('9 hours', [student])
    await at.mark(shift.lead, shift.id, shift.seats[0]!, 'present', { at: shift.startsAt })
    await at.fixture.rows(`update public.shifts set status = 'completed' where id = $1`, [shift.id])
    await postSeats(at.fixture, shift.id)
    const board = await call(
      api.readiness,
      { semester_id: term, show: 'missing', page_size: 500 },
      await at.as(at.people.ana),
    )
    expect(board.rows.find((row) => row.student_id === student.id)!.missing).toMatchObject([
      { code: 'attendance_open', count: 1, items: [{ href: `/shift/${shift.id}` }] },
    ])
    await run(at.people.ana, 'generate', [student])
    await run(at.people.ana, 'skip_comment', [student])
    expect(await run(at.people.ana, 'publish', [student])).toEqual([
      expect.stringContaining('Not ready: 1 shift without attendance'),
    ])
    expect(await publish(student)).toEqual([null])
  })

  it('an incident counts as open if it is serious or needs follow-up, until the school closes it', async () => {
    const missing = async (student: Person) => {
      const board = await call(
        api.readiness,
        { semester_id: term, page_size: 500 },
        await at.as(at.people.ana),
      )
      return board.rows.find((row) => row.student_id === student.id)!.missing.map(({ code }) => code)
    }
    for (const [severity, followUp, isOpen] of [
      ['minor', null, false],
      ['serious', null, true],
      ['minor', '2020-01-01', true],
    ] as const) {
      const { student, shift } = await over()
      const [incident] = await at.fixture.rows<{ id: string }>(
        `insert into public.shift_incidents (id, shift_id, school_id, kind, severity, seats, narrative, follow_up_by, created_by)
         select gen_random_uuid(), $1, $2, 'near_miss', $3, array(select id from public.assignments where shift_id = $1 and student_id = $4), 'A bed was left raised.', $5::date, $6 returning id`,
        [shift, at.school, severity, student.id, followUp, at.people.ana.id],
      )
      expect((await missing(student)).includes('incident_open')).toBe(isOpen)
      await at.fixture.rows(
        `insert into public.shift_incident_closings (incident_id, school_id, note, closed_by) values ($1, $2, 'Talked through.', $3)`,
        [incident!.id, at.school, at.people.ana.id],
      )
      expect(await missing(student)).not.toContain('incident_open')
    }
  })

  it('is of exactly those whose report can be made', async () => {
    const [reversed, simulated] = (await at.students(2)) as [Person, Person]
    const add = (student: Person, minutes: number, kind: string) =>
      at.fixture.rows(
        `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
         values ($1, $2, $3, current_date - 1, $4::integer, $5, 'icu', case when $4 > 0 then 'manual' else 'adjustment' end, $6, 'As it was.')`,
        [at.school, student.id, term, minutes, kind, randomUUID()],
      )
    await add(reversed, 240, 'direct_care')
    await add(reversed, -240, 'direct_care')
    await add(simulated, 240, 'simulation')
    const cap = (percent: string) =>
      at.fixture.rows(
        `update public.schools set settings = settings || jsonb_build_object('sim_cap_pct', $2::jsonb) where id = $1`,
        [at.school, percent],
      )
    await cap('0')
    const { ana } = at.people
    const { rows } = await call(api.readiness, { semester_id: term, page_size: 500 }, await at.as(ana))
    const listed = rows.map(({ student_id }) => student_id)
    expect([reversed, simulated].map(({ id }) => listed.includes(id))).toEqual([false, true])
    expect(await run(ana, 'generate', [reversed, simulated])).toEqual([expect.any(String), null])
    await cap('null')
  })

  it('is paged: each student once, by name, with counts of all', async () => {
    for (let students = 0; students < 3; students++) await over()
    const page = async (at_page: number, size: number) =>
      call(api.readiness, { semester_id: term, page: at_page, page_size: size }, await at.as(at.people.ana))
    const whole = await page(1, 500)
    expect(whole.rows.length).toBeGreaterThan(3)
    const pages = await Promise.all([1, 2].map((number) => page(number, 2)))
    expect(pages.flatMap(({ rows }) => rows)).toEqual(whole.rows.slice(0, 4))
    for (const { total, counts, student_ids } of pages)
      expect({ total, counts, student_ids }).toEqual({
        total: whole.rows.length,
        counts: whole.counts,
        student_ids: whole.rows.map((row) => row.student_id),
      })
    const missing = whole.rows.filter((row) => row.missing.length > 0)
    expect(whole.counts.missing).toBe(missing.length)
  })

  it('is returned, withheld and released, with a reason if one is required', async () => {
    const { ana } = at.people
    const { student, lead } = await over()
    await run(ana, 'generate', [student])
    await run(ana, 'request_comment', [student])
    await comment(lead, student)
    const step = async (
      to: 'proctor_review' | 'school_review' | 'withheld',
      reason: string | null = null,
    ) => {
      const { id, version } = await report(student)
      return call(api.step, { id, version, to, reason }, await at.as(ana))
    }
    await step('proctor_review', 'Say more about teamwork.')
    expect((await receivedBy(at.fixture, lead)).map(({ message }) => message)).toContain(
      'This year: Say more about teamwork.',
    )
    await expect(comment(at.people.marcus, student)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await comment(lead, student)
    await expect(step('withheld')).rejects.toMatchObject({ data: { code: 'semester_report.reason_missing' } })
    await step('withheld', 'An incident is being looked into.')
    expect(await run(ana, 'publish', [student])).toEqual(['This report is withheld. Release it first.'])
    await step('school_review')
    expect(await run(ana, 'publish', [student])).toEqual([null])
    await expect(step('withheld', 'Too late now.')).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

it('goes for comment to another instructor of the student when its own left', async () => {
  const { ana } = at.people
  const { student, lead, shift } = await over()
  const other = await at.fixture.person({ role: 'proctor', school: at.school })
  const proctor = async () => {
    const { id } = await report(student)
    const [row] = await at.fixture.rows<{ proctor_id: string | null }>(
      'select proctor_id from public.semester_reports where id = $1',
      [id],
    )
    return row!.proctor_id
  }
  await run(ana, 'generate', [student])
  expect(await proctor()).toBe(lead.id)
  await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [lead.id])
  expect(await run(ana, 'request_comment', [student])).toEqual([
    expect.stringContaining('No one who is still an instructor'),
  ])
  await at.fixture.rows('update public.shifts set proctor_id = $1 where id = $2', [other.id, shift])
  const asked = async () => (await receivedBy(at.fixture, other)).map(({ title }) => title)
  expect(await run(ana, 'request_comment', [student])).toEqual([null])
  expect(await proctor()).toBe(other.id)
  expect(await asked()).toEqual(['A comment on Student 1’s semester report is needed'])
  // The same of a report that waits for one who left.
  await at.fixture.rows('update public.semester_reports set proctor_id = $1 where student_id = $2', [
    lead.id,
    student.id,
  ])
  await run(ana, 'generate', [student])
  expect(await proctor()).toBe(other.id)
  expect(await asked()).toHaveLength(2)
})

it('names no other instructor over a comment: the one who is asked after its author left writes their own', async () => {
  const { ana } = at.people
  const { student, lead, shift } = await over()
  const other = await at.fixture.person({ role: 'proctor', school: at.school })
  await run(ana, 'generate', [student])
  await run(ana, 'request_comment', [student])
  await comment(lead, student)
  const sendBack = async () => {
    const { id, version } = await report(student)
    await call(api.step, { id, version, to: 'proctor_review', reason: 'Say more.' }, await at.as(ana))
    return at.fixture.rows('select proctor_id, proctor_comment from public.semester_reports where id = $1', [
      id,
    ])
  }
  expect(await sendBack()).toEqual([{ proctor_id: lead.id, proctor_comment: 'Ready for the next level.' }])
  await comment(lead, student)
  await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [lead.id])
  await at.fixture.rows('update public.shifts set proctor_id = $1 where id = $2', [other.id, shift])
  expect(await sendBack()).toEqual([{ proctor_id: other.id, proctor_comment: null }])
})

describe('a correction after publication', () => {
  it('is a new version with the changes; the one before stays as it was', async () => {
    const { ana } = at.people
    const { student } = await reviewed()
    await publish(student)
    await acknowledge(student, student)
    const [first] = await reports(student)
    const before = await get(student, first!.id)
    expect(await run(ana, 'generate', [student])).toEqual([expect.stringContaining('Nothing changed')])

    await at.fixture.rows(
      `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
       values ($1, $2, $3, current_date - 1, 240, 'simulation', 'icu', 'manual', $4, 'A simulation that was not recorded.')`,
      [at.school, student.id, term, randomUUID()],
    )
    const board = await call(api.readiness, { semester_id: term, page_size: 500 }, await at.as(ana))
    expect(board.rows.find((row) => row.student_id === student.id)).toMatchObject({ is_outdated: true })
    expect(await run(ana, 'generate', [student])).toEqual([null])
    await run(ana, 'skip_comment', [student])
    expect(await publish(student)).toEqual([null])

    const after = await get(student, (await report(student)).id)
    expect(after).toMatchObject({ edition: 2, status: 'published', content: { hours: { credited: 11.5 } } })
    expect(after.differences).toContainEqual({ label: 'Hours credited', before: '7.5 h', after: '11.5 h' })
    expect(after.versions.map(({ edition, status }) => [edition, status])).toEqual([
      [2, 'published'],
      [1, 'superseded'],
    ])
    const old = await get(student, first!.id)
    expect(old).toMatchObject({
      status: 'superseded',
      content: before.content,
      pdf_file_id: before.pdf_file_id,
    })
    expect((await receivedBy(at.fixture, student)).map(({ title }) => title)).toContain(
      'Your report for This year was corrected',
    )
    await acknowledge(student, student)
  })

  it('is required before publishing an outdated report', async () => {
    const { student } = await reviewed()
    await at.fixture.rows(
      `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
       values ($1, $2, $3, current_date - 1, 60, 'conference', 'icu', 'manual', $4, 'A conference.')`,
      [at.school, student.id, term, randomUUID()],
    )
    expect(await publish(student)).toEqual([
      expect.stringContaining(
        'Something changed since this report was generated (Hours credited: 7.5 h, now 8.5 h)',
      ),
    ])
    await run(at.people.ana, 'generate', [student])
    expect(await publish(student)).toEqual([null])
  })

  it('is published with the hours of the program on that day, not of the day of its draft', async () => {
    const { student } = await reviewed()
    const drafted = (await get(at.people.ana, (await report(student)).id)).content.hours
    await at.fixture.rows(
      `with earlier as (insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
         values ($1, 'Year before', current_date - 900, current_date - 800, 'fall', '2020') returning id)
       insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key, reason)
       select $1, $2, id, current_date - 850, 240, 'direct_care', 'icu', 'manual', $3, 'Hours of a transfer.' from earlier`,
      [at.school, student.id, randomUUID()],
    )
    expect(await publish(student)).toEqual([null])
    const published = (await get(student, (await report(student)).id)).content.hours
    expect(published).toMatchObject({
      credited: drafted.credited,
      program_credited: drafted.program_credited + 4,
    })
  })

  it('shows on every report that its semester was reopened, by whom and why', async () => {
    const { student } = await reviewed()
    await publish(student)
    await at.fixture.rows(
      `update public.semesters set reopened_at = now(), reopened_by = $2, reopen_reason = 'A late shift report.' where id = $1`,
      [term, at.people.una.id],
    )
    await at.fixture.rows(
      `update public.semesters set reopened_at = null, reopened_by = null, reopen_reason = null where id = $1`,
      [term],
    )
    const { reopenings } = await get(student, (await report(student)).id)
    expect(reopenings).toMatchObject([{ by_name: 'Test school_super_admin', reason: 'A late shift report.' }])
    expect(reopenings[0]!.closed_at).not.toBeNull()
  })
})

describe('two people at once', () => {
  it('generate one report and publish it once', async () => {
    const { student } = await over()
    const both = (action: ReportAction) =>
      Promise.all(
        [at.people.ana, at.people.una].map((who) => run(who, action, [student], { with_missing: true })),
      )
    await both('generate')
    expect(await reports(student)).toHaveLength(1)
    await run(at.people.ana, 'skip_comment', [student])
    const done = (await both('publish')).flat()
    expect(done.filter((code) => code === null)).toHaveLength(1)
    const notified = (await receivedBy(at.fixture, student)).filter(({ title }) => title.includes('report'))
    expect(notified).toHaveLength(1)
  })

  it("don't overwrite each other's changes", async () => {
    const { student } = await reviewed()
    const { id, version } = await report(student)
    await review(at.people.una, student)
    await expect(
      call(api.review, { id, version, ...words, school_comment: 'Mine.' }, await at.as(at.people.ana)),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('permissions', () => {
  it('no one else reads or moves a report: another school, student or instructor, a facility, an anonymous caller', async () => {
    const { student, lead } = await reviewed()
    const { rob, marcus, frank } = at.people
    const [other] = (await at.students(1)) as [Person]
    const { id } = await report(student)
    await publish(student)
    for (const [who, code] of [
      [rob, 'NOT_FOUND'],
      [other, 'NOT_FOUND'],
      [marcus, 'NOT_FOUND'],
      [frank, 'FORBIDDEN'],
      [null, 'UNAUTHORIZED'],
    ] as const) {
      await expect(get(who, id)).rejects.toMatchObject({ code })
      const mine = who?.role === 'student' ? code : who ? 'FORBIDDEN' : code
      await expect(acknowledge(who, student)).rejects.toMatchObject({ code: mine })
      await expect(comment(who, student)).rejects.toMatchObject({
        code: who?.role === 'proctor' ? code : who ? 'FORBIDDEN' : code,
      })
      await expect(review(who, student)).rejects.toMatchObject({
        code: who === rob ? code : who ? 'FORBIDDEN' : code,
      })
    }
    for (const who of [rob, other, marcus])
      expect((await call(api.list, {}, await at.as(who))).rows.map((row) => row.id)).not.toContain(id)
    for (const selected of [null, at.otherSchool]) {
      await at.fixture.selectSchool(at.people.sam, selected)
      const { rows: all } = await call(api.list, { semester_id: term }, await at.as(at.people.sam))
      expect(all.map((row) => row.id)).toContain(id)
    }
    const { rows, total } = await call(api.list, {}, await at.as(lead))
    expect(rows.map((row) => row.id)).toContain(id)
    expect(await call(api.list, { page: 99 }, await at.as(lead))).toEqual({ rows: [], total })
    await expect(call(api.readiness, { semester_id: term }, await at.as(rob))).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(run(rob, 'publish', [student])).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const who of [lead, student])
      await expect(run(who, 'publish', [student])).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  it('PostgreSQL by itself refuses steps and texts of another party, and any change of a published report', async () => {
    const { student, lead } = await over()
    const { ana, rob, frank, marcus } = at.people
    await run(ana, 'generate', [student])
    const tried = (who: Person, change: ReturnType<typeof sql>) =>
      at.fixture
        .act(who, async (tx) =>
          Number(
            (
              await sql`update public.semester_reports set ${change} where student_id = ${student.id}::uuid`.execute(
                tx,
              )
            ).numAffectedRows,
          ),
        )
        .catch((error: { code: string }) => error.code)
    expect(await tried(lead, sql`proctor_comment = 'Early.'`)).toBe(0)
    expect(await tried(student, sql`status = 'acknowledged'`)).toBe(0)
    expect(await tried(ana, sql`status = 'published'`)).toBe('PW409')
    expect(await tried(ana, sql`proctor_comment = 'Mine.'`)).toBe('PW409')
    expect(await tried(ana, sql`published_at = now()`)).toBe('42501')
    await run(ana, 'request_comment', [student])
    expect(await tried(lead, sql`status = 'school_review', school_comment = 'Mine.'`)).toBe('PW409')
    expect(await tried(lead, sql`proctor_comment = 'Quietly.'`)).toBe('PW409')
    await run(ana, 'skip_comment', [student])
    await publish(student)
    for (const change of [
      sql`content = '{}'`,
      sql`school_comment = 'Other words.'`,
      sql`pdf_file_id = null`,
      sql`decision = 'not_progressing'`,
    ])
      expect(await tried(ana, change)).toBe('PW409')
    expect(await tried(student, sql`status = 'acknowledged', decision = 'progressing_with_plan'`)).toBe(
      'PW409',
    )
    expect(await tried(ana, sql`status = 'acknowledged'`)).toBe('PW409')
    for (const who of [rob, frank, marcus]) expect(await tried(who, sql`status = 'superseded'`)).toBe(0)
    expect(await tried(student, sql`status = 'acknowledged'`)).toBe(1)
  })
})

describe('evaluations in a report', () => {
  const evaluate = async (made: Awaited<ReturnType<typeof over>>, status: string) => {
    const [row] = await at.fixture.rows<{ id: string }>(
      `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, outcome, submitted_at)
       select gen_random_uuid(), $1, $2, $3, 'semester', $4, (select x.semester_id from public.shifts x where x.id = $4), 'midterm', i.id, i.latest_version, $5, 'satisfactory', now()
       from public.evaluation_instruments i where i.key = 'clinical-s-ni-u' returning id`,
      [at.school, made.student.id, made.lead.id, made.shift, status],
    )
    return row!.id
  }
  const board = async () =>
    call(api.readiness, { semester_id: term, page_size: 500 }, await at.as(at.people.ana))

  it('are listed with their result, count as missing if other students have one, and correct a published report', async () => {
    const [one, other] = [await over(), await over()]
    const id = await evaluate(one, 'verified')
    await run(at.people.ana, 'generate', [one.student, other.student])
    const said = await get(at.people.ana, (await report(one.student)).id)
    expect(said.content.evaluations).toMatchObject([
      {
        id,
        name: 'Midterm evaluation',
        overall: 'Satisfactory',
        evaluator_name: expect.stringContaining('Instructor'),
      },
    ])
    const { rows } = await board()
    const missing = (student: Person) =>
      rows.find((row) => row.student_id === student.id)!.missing.map(({ code }) => code)
    expect(missing(one.student)).not.toContain('evaluation_missing')
    expect(missing(other.student)).toContain('evaluation_missing')
    await run(at.people.ana, 'skip_comment', [one.student])
    await review(at.people.ana, one.student)
    expect(await run(at.people.ana, 'publish', [one.student])).toEqual([null])
    const { pdf_file_id: file } = await report(one.student)
    expect(file).not.toBeNull()
    await at.fixture.rows(
      `update public.evaluations set kind = 'final', outcome = 'unsatisfactory' where id = $1`,
      [id],
    )
    await run(at.people.ana, 'generate', [one.student])
    const corrected = await get(at.people.ana, (await report(one.student)).id)
    expect(corrected.differences).toContainEqual(
      expect.objectContaining({ before: '—', after: 'Unsatisfactory' }),
    )
    // The decision about the first version was the suggested one, so another is suggested.
    expect(corrected.decision).toBe('not_progressing')
  })

  it('are missing only for students with a seat that an instructor leads, in a cohort that was asked', async () => {
    const [one, other, elsewhere, alone] = [await over(), await over(), await over(), await over()]
    const moved = await over()
    await at.fixture.rows(
      `with made as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status)
         select $1, unnest(array['Asked', 'Not asked']), '2025-08-20', '2028-05-20', 'active' returning id, name)
       insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date)
       select m.id, $1, s.id, '2025-08-20' from made m join (select unnest($2::uuid[]) as id, 'Asked' as name union all select $3, 'Not asked') s using (name)`,
      [at.school, [one, other, alone].map(({ student }) => student.id), elsewhere.student.id],
    )
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows('update public.shifts set proctor_id = null where id = $1', [alone.shift])
    await at.fixture.rows('set session_replication_role = origin')
    await evaluate(one, 'verified')
    // Asked in one cohort, and in another one today, which was not asked.
    await at.fixture.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, to_date, end_reason)
       select id, $1, $2, current_date - case name when 'Asked' then 40 else 10 end, case name when 'Asked' then current_date - 10 end,
         case name when 'Asked' then 'transferred' end from public.cohorts where school_id = $1 and name in ('Asked', 'Not asked')`,
      [at.school, moved.student.id],
    )
    const asked = await evaluate(moved, 'verified')
    await at.fixture.rows('set session_replication_role = replica')
    await at.fixture.rows(
      `update public.evaluations set created_at = now() - interval '20 days', superseded_at = now() where id = $1`,
      [asked],
    )
    // An amendment is no new request.
    await at.fixture.rows(
      `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, outcome, submitted_at, amendment_of, amendment_reason)
       select gen_random_uuid(), school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, 'submitted', outcome, now(), id, 'A wrong week.'
       from public.evaluations where id = $1`,
      [asked],
    )
    await at.fixture.rows('set session_replication_role = origin')
    const { rows } = await board()
    const missing = ({ student }: { student: Person }) =>
      rows
        .find((row) => row.student_id === student.id)!
        .missing.some(({ code }) => code === 'evaluation_missing')
    expect([one, other, elsewhere, alone, moved].map(missing)).toEqual([false, true, false, false, false])
  })
})
