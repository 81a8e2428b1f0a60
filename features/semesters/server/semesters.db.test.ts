import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { addDays } from '#core/plain-date.ts'
import { sql } from 'kysely'
import { shiftTrail } from '#features/shifts/server/public.ts'
import { semesterHandlers } from './handlers.ts'

let fixture: Fixture
let school: string
let ana: Person
let grace: Person
let other: Person
let student: Person
let proctor: Person
let sam: Person
let facilityAdmin: Person
const api = semesterHandlers()

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  const otherSchool = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school })
  grace = await fixture.person({ role: 'school_super_admin', school })
  other = await fixture.person({ role: 'school_admin', school: otherSchool })
  student = await fixture.person({ role: 'student', school })
  proctor = await fixture.person({ role: 'proctor', school })
  sam = await fixture.person({ role: 'superadmin' })
  facilityAdmin = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  await fixture.admin.query(
    `insert into public.holidays (date, name) values ('2026-09-07', 'Labor Day'), ('2027-01-18', 'MLK Day')`,
  )
})
afterAll(() => fixture.close())

type Fields = Parameters<typeof fields>[0]
const fields = (
  overrides: Partial<{
    name: string
    start_date: string
    end_date: string
    semester_type: 'fall' | 'spring' | 'custom'
    is_active: boolean
  }> = {},
) => ({
  id: randomUUID(),
  name: `Term ${randomUUID().slice(0, 8)}`,
  start_date: '2026-08-24',
  end_date: '2026-12-11',
  semester_type: 'custom' as const,
  academic_year: '2026–2027',
  is_active: false,
  settings: { holidays: [], breaks: [] },
  ...overrides,
})

async function create(overrides: Fields = {}, by: Person = ana, of: string = school) {
  return call(api.create, { ...fields(overrides), school_id: of }, { context: await fixture.as(by) })
}

/** Inserts `count` weekly shifts from a date on directly into the table. */
async function addShifts(semesterId: string, count: number, from = '2026-08-25', status = 'draft') {
  for (let i = 0; i < count; i++)
    await fixture.admin.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status)
       values ($1, $2, 'Night', $3, '19:00', '07:00', 'America/Chicago', ($3::date + time '19:00') at time zone 'America/Chicago',
         ($3::date + 1 + time '07:00') at time zone 'America/Chicago', $4)`,
      [school, semesterId, addDays(from, i * 7), status],
    )
}

describe('who may change semesters', () => {
  it('both kinds of school admin change their own, and the superadmin any', async () => {
    for (const person of [ana, grace, sam]) expect((await create({}, person)).school_id).toBe(school)
  })

  for (const [who, person, code] of [
    ['another school', () => other, 'FORBIDDEN'],
    ['a student', () => student, 'FORBIDDEN'],
    ['a proctor', () => proctor, 'FORBIDDEN'],
    ['a facility admin', () => facilityAdmin, 'FORBIDDEN'],
    ['nobody', () => null, 'UNAUTHORIZED'],
  ] as const)
    it(`refuses every write of ${who}`, async () => {
      const mine = await create()
      const context = await fixture.as(person())
      await expect(call(api.create, { ...fields(), school_id: school }, { context })).rejects.toMatchObject({
        code,
      })
      const denied = { code: expect.stringMatching(/NOT_FOUND|FORBIDDEN|UNAUTHORIZED/) }
      await expect(
        call(api.update, { ...fields(), id: mine.id, version: mine.version }, { context }),
      ).rejects.toMatchObject(denied)
      await expect(
        call(api.remove, { id: mine.id, version: mine.version }, { context }),
      ).rejects.toMatchObject(denied)
      await expect(
        call(api.archive, { id: mine.id, version: mine.version }, { context }),
      ).rejects.toMatchObject(denied)
      await expect(
        call(
          api.copy,
          { id: mine.id, target: { kind: 'new', ...fields() }, idempotency_key: randomUUID() },
          { context },
        ),
      ).rejects.toMatchObject(denied)
      await expect(
        call(api.previewCopy, { id: mine.id, target: { kind: 'new', ...fields() } }, { context }),
      ).rejects.toMatchObject(denied)
      expect((await call(api.get, { id: mine.id }, { context: await fixture.as(ana) })).version).toBe(
        mine.version,
      )
    })

  it('an actor other than the signed-in person gives the procedures no authority', async () => {
    await expect(
      fixture.act(other, (tx) =>
        sql`select * from public.api_list_semesters(${school}::uuid, ${ana.id}::uuid, 'school_admin')`.execute(
          tx,
        ),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })

  it('members see only active semesters of their school', async () => {
    const draft = await create()
    const active = await create({ is_active: true, start_date: '2031-01-06', end_date: '2031-05-02' })
    const seen = (await call(api.list, { school_id: school }, { context: await fixture.as(student) })).map(
      ({ id }) => id,
    )
    expect(seen).toContain(active.id)
    expect(seen).not.toContain(draft.id)
    expect(await call(api.list, { school_id: school }, { context: await fixture.as(other) })).toEqual([])
  })
})

describe('the list of all schools', () => {
  it('finds, sorts and counts without a fixed limit, and filters by stage', async () => {
    const big = await fixture.school('Thousand Terms')
    await fixture.rows(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year, archived_at)
       select $1, 'Old term ' || lpad(n::text, 4, '0'), date '1950-01-01' + n, date '1950-01-01' + n + 5, 'custom', '1950', case when n % 2 = 0 then now() end
       from generate_series(1, 5100) n`,
      [big],
    )
    const context = await fixture.as(sam)
    const search = async (more: object) =>
      call(
        api.search,
        { search: 'old term', sort: 'name' as const, dir: 'asc' as const, ...more },
        { context },
      )
    const last = await search({ page: 51, page_size: 100 })
    expect([last.total, last.rows.length, last.rows.at(-1)?.name]).toEqual([5100, 100, 'Old term 5100'])
    const archived = await search({ lifecycle: 'archived', page: 1, page_size: 2 })
    expect([archived.total, ...archived.rows.map(({ name }) => name)]).toEqual([
      2550,
      'Old term 0002',
      'Old term 0004',
    ])
    const file = await call(
      api.exportCsv,
      { search: 'old term', sort: 'shift_count', dir: 'desc' },
      { context },
    )
    expect(file.rows).toBe(5100)
  })
})

describe("the superadmin's list as a file", () => {
  it('contains what the list shows, and nothing that a spreadsheet would execute', async () => {
    await create({
      name: '=HYPERLINK("https://evil.example")',
      start_date: '2035-01-08',
      end_date: '2035-05-04',
    })
    const filter = { search: 'HYPERLINK' }
    const { csv, rows, filename } = await call(api.exportCsv, filter, { context: await fixture.as(sam) })
    expect(rows).toBe(1)
    expect(filename).toMatch(/^placewell-semesters-\d{4}-\d\d-\d\d\.csv$/)
    expect(csv).toContain(`Lakeshore,"'=HYPERLINK(""https://evil.example"")",Draft,Custom,`)
    for (const person of [ana, student, null])
      await expect(call(api.exportCsv, filter, { context: await fixture.as(person) })).rejects.toMatchObject({
        code: expect.stringMatching(/FORBIDDEN|UNAUTHORIZED/),
      })
  })
})

describe('the days of a school', () => {
  it('are shown to its administrators: its zone, and the holidays of a range', async () => {
    const span = { school_id: school, start_date: '2026-09-01', end_date: '2026-12-31' }
    for (const person of [ana, grace, sam])
      expect(await call(api.calendar, span, { context: await fixture.as(person) })).toEqual({
        time_zone: 'America/New_York',
        holidays: [{ date: '2026-09-07', name: 'Labor Day' }],
      })
    for (const person of [other, student, proctor, null])
      await expect(call(api.calendar, span, { context: await fixture.as(person) })).rejects.toMatchObject({
        code: expect.stringMatching(/NOT_FOUND|FORBIDDEN|UNAUTHORIZED/),
      })
  })
})

describe('create and change', () => {
  it('creates once per id, and refuses a name the school already has, at its field', async () => {
    const wanted = { ...fields(), school_id: school }
    const context = await fixture.as(ana)
    const first = await call(api.create, wanted, { context })
    expect(await call(api.create, wanted, { context })).toMatchObject({
      id: first.id,
      version: first.version,
    })
    await expect(call(api.create, { ...wanted, id: randomUUID() }, { context })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { fieldErrors: { name: 'This school already has a semester of that name.' } },
    })
  })

  it('names the field with the error', async () => {
    await expect(create({ start_date: '2026-09-01', end_date: '2026-08-01' })).rejects.toMatchObject({
      data: { fieldErrors: { end_date: 'The end must be after the start.' } },
    })
  })

  it('refuses overlapping active semesters of one type, also when two are saved at once', async () => {
    const dates = {
      start_date: '2033-01-03',
      end_date: '2033-05-01',
      is_active: true,
      semester_type: 'spring' as const,
    }
    const both = await Promise.allSettled([create(dates), create(dates)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { status: 409 } })
  })

  it('a stale save returns 409 with both versions and changes nothing', async () => {
    const made = await create()
    const context = await fixture.as(ana)
    const change = { ...fields(), id: made.id, version: made.version }
    const saved = await call(api.update, { ...change, name: 'First' }, { context })
    await expect(call(api.update, { ...change, name: 'Second' }, { context })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { sent_version: made.version, current: { name: 'First', version: saved.version } },
    })
  })

  it('refuses new dates that would leave a shift outside, where they are entered', async () => {
    const made = await create()
    await addShifts(made.id, 2, '2026-12-01')
    const context = await fixture.as(ana)
    const change = { ...fields(), id: made.id, version: made.version, end_date: '2026-12-04' }
    await expect(call(api.update, change, { context })).rejects.toMatchObject({
      data: { fieldErrors: { end_date: expect.stringContaining('1 shift would be outside') } },
    })
    await fixture.rows(
      `update public.shifts set status = 'withdrawn' where semester_id = $1 and date > '2026-12-04'`,
      [made.id],
    )
    expect(await call(api.update, change, { context })).toMatchObject({ end_date: '2026-12-04' })
  })

  it('deletes drafts with their semester, and refuses with counts if there is more', async () => {
    const made = await create()
    await addShifts(made.id, 3)
    const context = await fixture.as(ana)
    expect(await call(api.remove, { id: made.id, version: made.version }, { context })).toEqual({
      drafts_removed: 3,
    })
    const written = await create()
    // Hours of an import, without a shift.
    await fixture.rows('set session_replication_role = replica')
    await fixture.rows(
      `insert into public.hours_entries (id, school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key)
       values (gen_random_uuid(), $1, $2, $3::uuid, $4, 60, 'direct_care', 'med_surg', 'import', 'test')`,
      [written.school_id, ana.id, written.id, written.start_date],
    )
    await fixture.rows('set session_replication_role = origin')
    await expect(
      call(api.remove, { id: written.id, version: written.version }, { context }),
    ).rejects.toMatchObject({ code: 'HAS_SHIFTS', message: expect.stringContaining('Archive it instead') })
    const held = await create()
    await addShifts(held.id, 2, '2026-08-25', 'published')
    await expect(call(api.remove, { id: held.id, version: held.version }, { context })).rejects.toMatchObject(
      {
        code: 'HAS_SHIFTS',
        data: { shifts_by_status: { published: 2 } },
      },
    )
    await expect(
      call(api.archive, { id: held.id, version: held.version }, { context }),
    ).rejects.toMatchObject({
      code: 'HAS_SHIFTS',
      message: expect.stringContaining('still to be credited: 2 published'),
    })
    await fixture.rows(
      `update public.shifts set status = 'cancelled', cancel_code = 'other' where semester_id = $1`,
      [held.id],
    )
    const archived = await call(api.archive, { id: held.id, version: held.version }, { context })
    expect(archived.lifecycle).toBe('archived')
    expect((await call(api.restore, { id: held.id, version: archived.version }, { context })).lifecycle).toBe(
      'draft',
    )
  })

  it('says how many students with hours have no report yet', async () => {
    const context = await fixture.as(ana)
    const made = await create()
    const missing = async () => (await call(api.get, { id: made.id }, { context })).reports_missing
    await fixture.rows(
      `update public.semesters set start_date = '2024-08-20', end_date = '2024-12-12', activated_at = '2024-08-01', is_active = false where id = $1`,
      [made.id],
    )
    expect(await missing()).toBe(0)
    const [ada, ben, cal] = [
      await fixture.person({ role: 'student', school }),
      await fixture.person({ role: 'student', school }),
      await fixture.person({ role: 'student', school }),
    ]
    for (const { id } of [ada, ben, cal])
      await fixture.rows(
        `insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key)
         values ($1, $2::uuid, $3, '2024-09-03', 240, 'direct_care', 'med_surg', 'import', 'archive ' || $2::uuid::text)`,
        [school, id, made.id],
      )
    for (const [{ id }, status] of [
      [ada, 'draft'],
      [ben, 'withheld'],
    ] as const)
      await fixture.rows(
        `insert into public.semester_reports (id, school_id, student_id, semester_id, edition, content, status, withheld_reason, created_by)
         values (gen_random_uuid(), $1, $2::uuid, $3, 1, '{}', $4, 'Left in August.', $2::uuid)`,
        [school, id, made.id, status],
      )
    expect(await missing()).toBe(2)
  })

  it('records who changed what', async () => {
    const made = await create()
    const trail = await fixture.rows(
      `select action, actor_id from public.audit_events where entity = 'semesters' and entity_id = $1`,
      [made.id],
    )
    expect(trail).toEqual([{ action: 'insert', actor_id: ana.id }])
  })
})

describe('copy', () => {
  const target = (overrides: Fields = {}) => ({
    kind: 'new' as const,
    ...fields({ start_date: '2027-01-12', end_date: '2027-05-07', ...overrides }),
  })

  it('moves every date by the difference of the start dates (Spec §4), as drafts, without people', async () => {
    const source = await create()
    await addShifts(source.id, 10)
    const to = target()
    const { copy, semester } = await call(
      api.copy,
      {
        id: source.id,
        target: to,
        mode: 'exact',
        options: {
          shifts: true,
          instructors: false,
          units: true,
          capacity: true,
          series: true,
          cohorts: true,
          flagged: 'copy',
        },
        idempotency_key: randomUUID(),
      },
      { context: await fixture.as(ana) },
    )
    expect(copy).toMatchObject({ copied: 10, delta_days: 141, copied_by_name: 'Test school_admin' })
    const rows = await fixture.rows<{ date: string; status: string; hours: number }>(
      `select date, status, extract(epoch from ends_at - starts_at) / 3600 as hours from public.shifts where semester_id = $1 order by date`,
      [semester.id],
    )
    expect(rows.map(({ date }) => date)).toEqual(
      Array.from({ length: 10 }, (_, i) => addDays('2026-08-25', 141 + i * 7)),
    )
    expect(new Set(rows.map(({ status }) => status))).toEqual(new Set(['draft']))
    // The audit log of each copied shift begins with the original and the copy.
    const [made] = await fixture.rows<{ id: string; copied_from: string }>(
      'select id, copied_from_shift_id as copied_from from public.shifts where copy_id = $1 limit 1',
      [copy.id],
    )
    const trailOf = async (who: Person) => fixture.act(who, (tx) => shiftTrail(tx, made!.id))
    expect(await trailOf(ana)).toMatchObject([
      {
        event: 'create',
        details: { cloned_from: made!.copied_from, copy_id: copy.id },
        actor_name: 'Test school_admin',
      },
    ])
    expect(await trailOf(other)).toEqual([])
    // The night of March 13 to 14, 2027 loses an hour to the clock change; the wall times stay the same.
    expect(rows.map(({ hours }) => Number(hours)).every((hours) => hours === 12 || hours === 11)).toBe(true)
  })

  it('copies the cohorts of a shift that are still running then, and never a student', async () => {
    const source = await create()
    await addShifts(source.id, 2)
    const cohort = async (graduates: string) =>
      (
        await fixture.rows<{ id: string }>(
          `insert into public.cohorts (school_id, name, start_date, expected_graduation, status) values ($1, $2, '2025-08-25', $3, 'active') returning id`,
          [school, `Until ${graduates}`, graduates],
        )
      )[0]!.id
    const [staying, leaving] = [await cohort('2028-05-05'), await cohort('2026-12-18')]
    await fixture.admin.query(
      `update public.shifts set cohort_ids = case when date = '2026-08-25' then array[$2::uuid, $3::uuid] else array[$2::uuid] end where semester_id = $1`,
      [source.id, staying, leaving],
    )
    const context = await fixture.as(ana)
    const request = (cohorts: boolean) => ({
      id: source.id,
      target: target(),
      mode: 'exact' as const,
      options: {
        shifts: true,
        instructors: false,
        units: true,
        capacity: true,
        series: true,
        cohorts,
        flagged: 'copy' as const,
      },
    })
    const preview = await call(api.previewCopy, request(true), { context })
    expect(preview.rows.map(({ flags, included }) => [flags.includes('cohort_gone'), included])).toEqual([
      [true, true],
      [false, true],
    ])
    const copied = async (cohorts: boolean) => {
      const { semester } = await call(
        api.copy,
        { ...request(cohorts), idempotency_key: randomUUID() },
        { context },
      )
      const rows = await fixture.rows<{ cohort_ids: string[]; people: number }>(
        `select x.cohort_ids, (select count(*)::integer from public.assignments a where a.shift_id = x.id) as people from public.shifts x
         where x.semester_id = $1 order by x.date`,
        [semester.id],
      )
      return rows.map(({ cohort_ids: ids, people }) => [ids, people])
    }
    expect(await copied(true)).toEqual([
      [[staying], 0],
      [[staying], 0],
    ])
    expect(await copied(false)).toEqual([
      [[], 0],
      [[], 0],
    ])
  })

  it('marks the days that no partnership includes, and on which another school has the unit', async () => {
    const hospital = await fixture.facility({ name: 'Hill Health' })
    const site = await fixture.facility({ kind: 'site', parent: hospital, name: 'Hill North' })
    const unit = await fixture.facility({ kind: 'unit', parent: site, name: '2 West' })
    const source = await create()
    await addShifts(source.id, 3)
    await fixture.rows('update public.shifts set facility_id = $2 where semester_id = $1', [source.id, unit])
    const request = {
      id: source.id,
      target: target({ start_date: '2099-01-12', end_date: '2099-05-07' }),
      mode: 'exact' as const,
    }
    const flags = async () => {
      const { rows } = await call(api.previewCopy, request, { context: await fixture.as(ana) })
      return rows.map((row) => [row.date, row.flags, row.included] as const)
    }
    const before = await flags()
    expect(before.map(([, found, included]) => [found, included])).toEqual(
      Array.from({ length: 3 }, () => [['no_partnership'], true]),
    )
    const [, [second]] = before as [unknown, readonly [string]]
    await fixture.partnership(school, hospital, { to: second })
    const rival = await fixture.school('Rival')
    await fixture.partnership(rival, hospital, { to: '2099-12-31' })
    const [term] = await fixture.rows<{ id: string }>(
      `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
       values ($1, 'Rival term', '2099-01-01', '2099-05-01', 'custom', '2099') returning id`,
      [rival],
    )
    await fixture.rows(
      `insert into public.shifts (school_id, semester_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, status, submitted_at)
       values ($1, $2, $3, $4::date, '07:00', '15:00', 'America/Chicago', $4::date + interval '13 hours', $4::date + interval '21 hours', 'published', now())`,
      [rival, term!.id, unit, second],
    )
    expect((await flags()).map(([, found]) => found)).toEqual([[], ['other_school'], ['no_partnership']])
  })

  it('is not deactivated while hours of its shifts are still to be credited', async () => {
    const semester = await create({ is_active: true })
    await addShifts(semester.id, 1, '2026-08-25', 'completed')
    const context = await fixture.as(ana)
    const deactivate = (version: number) =>
      call(api.update, { ...fields(), id: semester.id, version, name: semester.name }, { context })
    await expect(deactivate(semester.version)).rejects.toThrow('1 completed')
    await fixture.rows(`update public.shifts set status = 'closed' where semester_id = $1`, [semester.id])
    expect(await deactivate(semester.version)).toMatchObject({ is_active: false })
  })

  it('copies a fair round with its times on the new days, and none that would be over', async () => {
    const source = await create()
    await addShifts(source.id, 1)
    await fixture.rows(
      `update public.shifts set signup_mode = 'self_signup', signup_policy = 'fair_round',
         signup_opens_at = '2026-08-10 12:00Z', signup_closes_at = '2026-08-17 12:00Z' where semester_id = $1`,
      [source.id],
    )
    const copied = async (start_date: string, end_date: string) => {
      const { semester } = await call(
        api.copy,
        {
          id: source.id,
          target: target({ start_date, end_date }),
          mode: 'exact',
          idempotency_key: randomUUID(),
        },
        { context: await fixture.as(ana) },
      )
      return fixture.rows(
        `select signup_policy, signup_opens_at::date::text as opens, signup_closes_at::date::text as closes from public.shifts where semester_id = $1`,
        [semester.id],
      )
    }
    expect(await copied('2099-08-24', '2099-12-11')).toEqual([
      { signup_policy: 'fair_round', opens: '2099-08-10', closes: '2099-08-17' },
    ])
    const [past] = await copied('2025-08-24', '2025-12-11')
    expect(past).toMatchObject({ signup_policy: 'first_come', closes: null })
  })

  it('marks the days on which a site is closed to students, and copies them only on request', async () => {
    const hospital = await fixture.facility({ name: 'River Health' })
    await fixture.partnership(school, hospital, { to: '2099-12-31' })
    const site = await fixture.facility({ kind: 'site', parent: hospital, name: 'River North' })
    const unit = await fixture.facility({ kind: 'unit', parent: site, name: '5 East' })
    const source = await create()
    await addShifts(source.id, 3)
    await fixture.rows('update public.shifts set facility_id = $2 where semester_id = $1', [source.id, unit])
    // Past days are not marked.
    const ahead = { start_date: '2099-01-12', end_date: '2099-05-07' }
    const request = { id: source.id, target: target(ahead), mode: 'exact' as const }
    const context = await fixture.as(ana)
    const before = await call(api.previewCopy, request, { context })
    expect(before.rows.map(({ included }) => included)).toEqual([true, true, true])
    const closed = before.rows[1]!.date
    await fixture.rows('update public.sites set holidays = array[$2::date] where id = $1', [site, closed])
    const { rows } = await call(api.previewCopy, request, { context })
    expect(rows.map(({ flags, closed: why, skip_reason }) => [flags, why, skip_reason])).toEqual([
      [[], null, null],
      [['closed_to_students'], 'River North is closed to students', 'closed_to_students'],
      [[], null, null],
    ])
    const { copy, semester } = await call(
      api.copy,
      { ...request, target: target(ahead), idempotency_key: randomUUID() },
      { context },
    )
    expect([copy.copied, copy.skipped_by_reason]).toEqual([2, { closed_to_students: 1 }])
    expect(
      await fixture.rows('select 1 from public.shifts where semester_id = $1 and date = $2', [
        semester.id,
        closed,
      ]),
    ).toEqual([])
    const wanted = await call(
      api.copy,
      { ...request, target: target(), include: [rows[1]!.shift_id], idempotency_key: randomUUID() },
      { context },
    )
    expect(wanted.copy.copied).toBe(3)
  })

  it('keeps weekdays on request, and flags holidays in the preview', async () => {
    const source = await create()
    await addShifts(source.id, 4, '2026-08-31')
    const to = target({ start_date: '2026-08-25', end_date: '2026-12-12' })
    const context = await fixture.as(ana)
    const preview = await call(
      api.previewCopy,
      { id: source.id, target: to, mode: 'keep_weekdays' },
      { context },
    )
    expect(preview).toMatchObject({ exact_delta: 1, delta: 0 })
    expect(preview.rows.find(({ date }) => date === '2026-09-07')).toMatchObject({
      flags: ['on_holiday'],
      occasion: 'Labor Day',
      included: false,
    })
  })

  it('sent twice with one key, copies once with the same response; the same key for something else is refused', async () => {
    const source = await create()
    await addShifts(source.id, 5)
    const request = { id: source.id, target: target(), mode: 'exact' as const, idempotency_key: randomUUID() }
    const answers = await Promise.all(
      Array.from({ length: 6 }, async () => call(api.copy, request, { context: await fixture.as(ana) })),
    )
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(
      await fixture.rows('select 1 from public.shifts where copy_id = $1', [answers[0]!.copy.id]),
    ).toHaveLength(answers[0]!.copy.copied)
    await expect(
      call(api.copy, { ...request, mode: 'keep_weekdays' }, { context: await fixture.as(ana) }),
    ).rejects.toMatchObject({ status: 422 })
  })

  it('is undone while all copies are drafts, and later only for those that still are', async () => {
    const source = await create()
    await addShifts(source.id, 3)
    const context = await fixture.as(ana)
    const make = () =>
      call(
        api.copy,
        { id: source.id, target: target(), mode: 'exact', idempotency_key: randomUUID() },
        { context },
      )
    const first = await make()
    await expect(
      call(api.undoCopy, { id: first.copy.id }, { context: await fixture.as(other) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await call(api.undoCopy, { id: first.copy.id }, { context })).toEqual({
      removed: first.copy.copied,
      kept: 0,
    })
    expect(await call(api.undoCopy, { id: first.copy.id }, { context })).toEqual({ removed: 0, kept: 0 })
    const second = await make()
    await fixture.admin.query(
      `update public.shifts set status = 'published' where copy_id = $1 and date = (select min(date) from public.shifts where copy_id = $1)`,
      [second.copy.id],
    )
    const [published] = await fixture.rows<{ id: string; title: string }>(
      `select id, coalesce(title, course_code, 'A shift') as title from public.shifts where copy_id = $1 and status = 'published' order by id`,
      [second.copy.id],
    )
    await expect(call(api.undoCopy, { id: second.copy.id }, { context })).rejects.toMatchObject({
      code: 'TOO_LATE',
      message: expect.stringMatching(
        new RegExp(
          `“${published!.title}” on \\w{3}, \\w{3} \\d+, \\d{4}.* is published.* undo the others there`,
        ),
      ),
      data: {
        reason: 'changed',
        shifts: expect.arrayContaining([expect.objectContaining({ id: published!.id })]),
      },
    })
    await fixture.admin.query(
      `update public.semester_copies set created_at = now() - interval '25 hours' where id = $1`,
      [second.copy.id],
    )
    await expect(call(api.undoCopy, { id: second.copy.id }, { context })).rejects.toMatchObject({
      data: { reason: 'expired' },
    })
    await fixture.admin.query(`update public.semester_copies set created_at = now() where id = $1`, [
      second.copy.id,
    ])
    const drafts = { id: second.copy.id, drafts_only: true }
    const undone = { removed: second.copy.copied - 1, kept: 1 }
    expect(await call(api.undoCopy, drafts, { context })).toEqual(undone)
    expect(await call(api.undoCopy, drafts, { context })).toEqual({ removed: 0, kept: 1 })
    expect(
      await fixture.rows('select id, status from public.shifts where copy_id = $1', [second.copy.id]),
    ).toEqual([{ id: published!.id, status: 'published' }])
  })

  it('copies, undoes and deletes ten thousand in time, even when the table was just nearly empty', async () => {
    const context = await fixture.as(ana)
    const make = async (source: string, to: string | null) => {
      const request = { id: source, mode: 'exact' as const, idempotency_key: randomUUID() }
      const options = {
        shifts: true,
        instructors: false,
        units: true,
        capacity: true,
        series: true,
        cohorts: true,
      }
      const where = to ? { kind: 'existing' as const, id: to } : target()
      return call(
        api.copy,
        { ...request, target: where, options: { ...options, flagged: 'copy' } },
        { context },
      )
    }
    const small = await create()
    await addShifts(small.id, 10)
    // From the sixth time on, PostgreSQL keeps the plans it made for a table of two pages.
    for (let i = 0; i < 8; i++)
      await call(api.undoCopy, { id: (await make(small.id, null)).copy.id }, { context })

    const source = await create()
    await fixture.admin.query(
      `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at)
       select $1, $2, 'Day', date '2026-08-25' + n % 100, '07:00', '15:00', 'America/Chicago',
         (date '2026-08-25' + n % 100 + time '07:00') at time zone 'America/Chicago',
         (date '2026-08-25' + n % 100 + time '15:00') at time zone 'America/Chicago'
       from generate_series(1, 10000) n`,
      [school, source.id],
    )
    const first = await make(source.id, null)
    expect(first.copy.copied).toBe(10_000)
    const again = await call(
      api.previewCopy,
      { id: source.id, target: { kind: 'existing', id: first.semester.id } },
      { context },
    )
    expect(again.skipped_by_reason).toEqual({ already_copied: 10_000 })
    expect(await call(api.undoCopy, { id: first.copy.id }, { context })).toEqual({ removed: 10_000, kept: 0 })
    const { id, version } = source
    expect(await call(api.remove, { id, version }, { context })).toEqual({ drafts_removed: 10_000 })
  }, 60_000)

  it('never takes shifts into another school', async () => {
    const source = await create()
    await addShifts(source.id, 2)
    const foreign = await create(
      {},
      other,
      (
        await fixture.rows<{ id: string }>(`select linked_school_id as id from public.users where id = $1`, [
          other.id,
        ])
      )[0]!.id,
    )
    for (const person of [ana, sam])
      await expect(
        call(
          api.copy,
          { id: source.id, target: { kind: 'existing', id: foreign.id }, idempotency_key: randomUUID() },
          { context: await fixture.as(person) },
        ),
      ).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
