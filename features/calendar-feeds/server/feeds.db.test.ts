import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { hashToken } from '#platform/server/session.ts'
import { calendarFeedHandlers } from './handlers.ts'
import { shiftsBehind } from './queries/shifts-behind.ts'

let fixture: Fixture
let api: ReturnType<typeof calendarFeedHandlers>
let school: string
let semester: string
let unit: string
let hospital: string
let priya: Person
let paul: Person
let student: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = calendarFeedHandlers({ ...fixture, shiftsBehind })
  school = await fixture.school('Birch College')
  hospital = await fixture.facility({ name: 'Harborview' })
  await fixture.partnership(school, hospital)
  const site = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harborview North' })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: '4 West' })
  priya = await fixture.person({ role: 'proctor', school, fullName: 'Priya Proctor' })
  paul = await fixture.person({ role: 'proctor', school, fullName: 'Paul Proctor' })
  student = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  semester = randomUUID()
  await fixture.rows(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, $2, 'Term', current_date - 100, current_date + 100, 'fall', '2026')`,
    [semester, school],
  )
})
afterAll(() => fixture.close())
beforeEach(() =>
  fixture.rows(
    'truncate public.calendar_feeds, priv.throttles; delete from public.assignments; delete from public.shifts',
  ),
)

async function shift(
  proctor: Person,
  change: { status?: string; days?: number; title?: string } = {},
): Promise<string> {
  const id = randomUUID()
  await fixture.rows(
    `insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, proctor_id, status, counter, seats, published_at)
     select $1, $2, $3, $4, d.day, '19:00', '07:00', 'America/Chicago', (d.day + time '19:00') at time zone 'America/Chicago',
       (d.day + 1 + time '07:00') at time zone 'America/Chicago', $5, $6, $7, case when $7 = 'countered' then '{}'::jsonb end, 8, case when $7 = 'published' then now() end from (select current_date + $8::int as day) d`,
    [
      id,
      school,
      semester,
      change.title ?? 'Nights',
      unit,
      proctor.id,
      change.status ?? 'published',
      change.days ?? 7,
    ],
  )
  return id
}

const renew = async (by: Person | null) =>
  (await call(api.renew, undefined, { context: await fixture.as(by) })).url
const revoke = async (by: Person | null) => call(api.revoke, undefined, { context: await fixture.as(by) })
const get = async (by: Person | null) =>
  (await call(api.get, undefined, { context: await fixture.as(by) })).feed
const fileOf = (url: string) => url.split('/').at(-1)!
async function read(url: string, options: { etag?: string; from?: string } = {}) {
  const context = { ...(await fixture.as(null)), addressBlock: options.from ?? '192.0.2.0/24' }
  const headers = options.etag ? { headers: { 'if-none-match': options.etag } } : {}
  const answer = await call(api.read, { params: { file: fileOf(url) }, ...headers }, { context })
  const text = answer.status === 200 ? await answer.body.text() : ''
  return { ...answer, text, lines: text.replaceAll('\r\n ', '').split('\r\n') }
}

it('gives access to the shifts of one person, and no one else’s', async () => {
  const mine = await shift(priya)
  await shift(paul)
  const { lines, headers } = await read(await renew(priya))
  expect(lines.filter((line) => line.startsWith('UID:'))).toEqual([`UID:shift-${mine}@placewell`])
  expect(lines).toContain(String.raw`LOCATION:4 West\, Harborview North`)
  expect(lines.join()).not.toMatch(/Priya|Paul|Stella/)
  expect(headers).toMatchObject({
    'cache-control': 'private, no-cache',
    'last-modified': expect.stringContaining('GMT'),
  })
  expect((await read(await renew(student))).lines.join()).not.toContain('VEVENT')
})

async function assign(to: Person, id: string, status: string): Promise<void> {
  await fixture.rows(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy, offer_expires_at)
     select id, school_id, $2, $3, tstzrange(starts_at, ends_at), tstzrange(starts_at, ends_at), case when $3 = 'offered' then now() end
     from public.shifts where id = $1`,
    [id, to.id, status],
  )
}

it("contains a student's own assignments, a left one as canceled, and no requests", async () => {
  const [mine, left, again] = [
    await shift(priya),
    await shift(priya, { days: 9 }),
    await shift(priya, { days: 11 }),
  ]
  await assign(student, mine, 'assigned')
  await assign(student, left, 'dropped')
  await assign(student, again, 'dropped')
  await assign(student, again, 'assigned')
  for (const [at, status] of [
    'requested',
    'waitlisted',
    'offered',
    'declined',
    'withdrawn',
    'lapsed',
  ].entries())
    await assign(student, await shift(priya, { days: 20 + at * 2 }), status)
  const classmate = await fixture.person({ role: 'student', school })
  await assign(classmate, await shift(priya, { days: 13 }), 'assigned')
  const url = await renew(student)
  const of = async (name: string) => (await read(url)).lines.filter((line) => line.startsWith(`${name}:`))
  expect(await of('UID')).toEqual([mine, left, again].map((id) => `UID:shift-${id}@placewell`))
  expect(await of('STATUS')).toEqual(['STATUS:CONFIRMED', 'STATUS:CANCELLED', 'STATUS:CONFIRMED'])
  const [before] = await of('SEQUENCE')
  await fixture.rows(
    `update public.assignments set status = 'removed', version = version + 1 where shift_id = $1`,
    [mine],
  )
  expect((await of('STATUS'))[0]).toBe('STATUS:CANCELLED')
  expect(Number((await of('SEQUENCE'))[0]!.slice(9))).toBeGreaterThan(Number(before!.slice(9)))
})

it('leaves out what no one may count on yet, and what is long past', async () => {
  for (const status of [
    'draft',
    'pending_facility',
    'needs_info',
    'countered',
    'declined',
    'withdrawn',
    'expired',
  ])
    await shift(priya, { status, days: 30 })
  await shift(priya, { days: -200 })
  expect((await read(await renew(priya))).text).not.toContain('VEVENT')
})

it('shows a canceled shift to its former instructor when someone else leads it', async () => {
  const id = await shift(priya)
  const url = await renew(priya)
  await fixture.rows(`update public.shifts set proctor_id = $2 where id = $1`, [id, paul.id])
  expect((await read(url)).lines).toEqual(
    expect.arrayContaining([`UID:shift-${id}@placewell`, 'SEQUENCE:2', 'STATUS:CANCELLED']),
  )
  expect((await read(await renew(paul))).lines).toContain('STATUS:CONFIRMED')
  await fixture.rows(`update public.shifts set proctor_id = $2 where id = $1`, [id, priya.id])
  expect((await read(url)).lines.filter((line) => line.startsWith('STATUS'))).toEqual(['STATUS:CONFIRMED'])
})

it('shows a canceled shift to its former instructor when no one leads it', async () => {
  const id = await shift(priya)
  const url = await renew(priya)
  expect((await read(url)).lines).toContain('STATUS:CONFIRMED')
  await fixture.rows(
    `update public.shifts set proctor_id = null, instructor_to_be_named = true where id = $1`,
    [id],
  )
  expect((await read(url)).lines).toEqual(
    expect.arrayContaining([`UID:shift-${id}@placewell`, 'STATUS:CANCELLED']),
  )
})

it('shows students published shifts, and formerly published ones as canceled while they are replanned', async () => {
  const early = await shift(priya, { status: 'approved' })
  const again = await shift(priya, { days: 9 })
  for (const id of [early, again]) await assign(student, id, 'assigned')
  const url = await renew(student)
  const found = async () => (await read(url)).lines.filter((line) => /^(UID|STATUS):/.test(line)).toSorted()
  expect(await found()).toEqual(['STATUS:CONFIRMED', `UID:shift-${again}@placewell`])
  await fixture.rows(
    `with e as (insert into public.shift_events (shift_id, school_id, event, to_status) select id, school_id, 'publish', 'published' from public.shifts where id = $1)
     update public.shifts set status = 'pending_facility', published_at = null where id = $1`,
    [again],
  )
  expect(await found()).toEqual(['STATUS:CANCELLED', `UID:shift-${again}@placewell`])
})

it('updates the same shift when it changes or is canceled', async () => {
  const id = await shift(priya)
  const url = await renew(priya)
  const first = await read(url)
  expect(first.lines).toContain('SEQUENCE:1')
  expect(await read(url, { etag: first.headers['etag']! })).toMatchObject({ status: 304, text: '' })
  expect(await read(url, { etag: `"x", W/${first.headers['etag']}` })).toMatchObject({ status: 304 })

  await fixture.rows(`update public.shifts set title = 'Late nights' where id = $1`, [id])
  const changed = await read(url, { etag: first.headers['etag']! })
  expect(changed.lines).toEqual(
    expect.arrayContaining([`UID:shift-${id}@placewell`, 'SEQUENCE:2', 'SUMMARY:Late nights']),
  )

  await fixture.rows(`update public.shifts set status = 'cancelled' where id = $1`, [id])
  expect((await read(url)).lines).toEqual(
    expect.arrayContaining([`UID:shift-${id}@placewell`, 'SEQUENCE:3', 'STATUS:CANCELLED']),
  )
})

it('stores only the hash, shows the address once, and says when it was read', async () => {
  expect(await get(priya)).toBeNull()
  const url = await renew(priya)
  expect(url).toMatch(/^http:\/\/localhost:\d+\/calendar\/[\w-]{43}\.ics$/)
  const [row] = await fixture.rows<{ token_hash: string }>('select * from public.calendar_feeds')
  expect(row!.token_hash).toBe(hashToken(fileOf(url).slice(0, -4)))
  expect(JSON.stringify(row)).not.toContain(fileOf(url).slice(0, -4))
  expect(await get(priya)).toMatchObject({ last_read_at: null })
  await read(url)
  expect(await get(priya)).toMatchObject({ last_read_at: expect.any(String) })
})

it('disables the earlier address when a new one is created, and the last one on request', async () => {
  const first = await renew(priya)
  const second = await renew(priya)
  await expect(read(first)).rejects.toMatchObject({ code: 'GONE', status: 410 })
  await read(second)
  expect(await revoke(priya)).toEqual({ revoked: true })
  expect(await revoke(priya)).toEqual({ revoked: false })
  await expect(read(second)).rejects.toMatchObject({ code: 'GONE', status: 410 })
  expect(await get(priya)).toBeNull()
})

it('leaves one address active when many are created at once', async () => {
  const urls = await Promise.all(Array.from({ length: 5 }, () => renew(priya)))
  const answers = await Promise.allSettled(urls.map((url) => read(url)))
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('refuses an address that was never issued, or that belongs to someone who left', async () => {
  const url = await renew(priya)
  for (const strange of [
    'x.ics',
    `${'A'.repeat(43)}.ics`,
    fileOf(url).toUpperCase(),
    fileOf(url).slice(0, -4),
    '..%2f.ics',
  ])
    await expect(read(`/calendar/${strange}`)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const left = await fixture.person({ role: 'proctor', school })
  const theirs = await renew(left)
  await fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [left.id])
  await expect(read(theirs)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('can be read 60 times an hour; guessing addresses is stopped after 30 a minute, without affecting others', async () => {
  const url = await renew(priya)
  for (let count = 0; count < 60; count++) await read(url, { from: `192.0.${count}.0/24` })
  await expect(read(url)).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    data: { retryAfter: expect.any(Number) },
  })
  const guess = () =>
    read(`/calendar/${randomUUID().replaceAll('-', '').padEnd(43, 'x')}.ics`, { from: '198.51.100.0/24' })
  for (let count = 0; count < 30; count++) await expect(guess()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(guess()).rejects.toMatchObject({ code: 'TOO_MANY_REQUESTS' })
  await read(await renew(paul), { from: '198.51.100.0/24' })
})

const uidsOf = async (url: string) =>
  (await read(url)).lines.filter((line) => line.startsWith('UID:')).toSorted()
const uids = (...ids: string[]) => ids.map((id) => `UID:shift-${id}@placewell`).toSorted()

it('contains the shifts a preceptor leads, and the approved ones on the units an administrator runs', async () => {
  const coordinator = await fixture.person({ role: 'facility_admin', facility: hospital })
  const elsewhere = await fixture.person({
    role: 'facility_admin',
    facility: await fixture.facility({ name: 'Seaside' }),
  })
  const soon = await shift(priya)
  const asked = await shift(priya, { days: 30, status: 'pending_facility' })
  const later = await shift(priya, { days: 70 })
  await fixture.rows('update public.shifts set submitted_at = now()')
  expect(await uidsOf(await renew(coordinator))).toEqual(uids(soon))
  expect(await uidsOf(await renew(elsewhere))).toEqual([])
  await fixture.rows('update public.shifts set preceptor_id = $1 where id = any ($2)', [
    elsewhere.id,
    [later, asked],
  ])
  expect(await uidsOf(await renew(elsewhere))).toEqual(uids(later))
  // One event for a shift that is both on their unit and led by them.
  await fixture.rows('update public.shifts set preceptor_id = $1 where id = $2', [coordinator.id, soon])
  expect(await uidsOf(await renew(coordinator))).toEqual(uids(soon))
})

it('contains the approved shifts of the next 60 days for a school’s administrators, and none of another school', async () => {
  const soon = await shift(priya)
  await shift(priya, { days: 9, status: 'draft' })
  await shift(priya, { days: 70 })
  const admin = await fixture.person({ role: 'school_admin', school })
  const dean = await fixture.person({ role: 'school_super_admin', school })
  const stranger = await fixture.person({ role: 'school_admin', school: await fixture.school('Oak College') })
  for (const own of [admin, dean]) expect(await uidsOf(await renew(own))).toEqual(uids(soon))
  expect(await uidsOf(await renew(stranger))).toEqual([])
})

it('is created and turned off in person', async () => {
  const superadmin = await fixture.person({ role: 'superadmin' })
  for (const attempt of [get, renew, revoke])
    await expect(attempt(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await fixture.rows(
    `update priv.sessions set impersonated_user_id = $2, impersonation_expires_at = now() + interval '1 hour',
       impersonation_may_write = true, impersonation_reason = 'test' where user_id = $1`,
    [superadmin.id, priya.id],
  )
  for (const attempt of [renew, revoke])
    await expect(attempt(superadmin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  // Not by bypassing the guard either.
  await expect(
    fixture.act(superadmin, (tx) =>
      tx.executeQuery({
        sql: `insert into public.calendar_feeds (user_id, token_hash) values (app.uid(), repeat('a', 64))`,
        parameters: [],
      } as never),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it('gives the application no access to tables, whatever hash it has', async () => {
  const mine = await shift(priya)
  await shift(paul)
  await assign(student, mine, 'assigned')
  const hash = hashToken(fileOf(await renew(priya)).slice(0, -4))
  for (const text of [
    'select token_hash from public.calendar_feeds',
    'select * from app.calendar_feed()',
    'select * from app.calendar_feed_shifts()',
  ])
    await expect(
      fixture.act(priya, (tx) => tx.executeQuery({ sql: text, parameters: [] } as never)),
    ).rejects.toMatchObject({ code: '42501' })
  // Nor is it a session; with it, sign-in reads the shifts of one person and no names.
  const by = <T>(text: string) =>
    withActor(fixture.authPool, hash, async (tx) => (await sql.raw<T>(text).execute(tx)).rows)
  expect(await by('select app.uid() as id')).toEqual([{ id: null }])
  expect(await by('select id from public.shifts')).toEqual([{ id: mine }])
  for (const table of ['users', 'cohorts', 'programs'])
    expect(await by(`select id from public.${table}`)).toEqual([])
  for (const table of ['assignments', 'seat_clearances'])
    await expect(by(`select id from public.${table}`)).rejects.toMatchObject({ code: '42501' })
  await revoke(priya)
  for (const table of ['shifts', 'shift_events', 'facilities', 'sites'])
    expect(await by(`select 1 from public.${table}`)).toEqual([])
})

it('says whether the student of a seat is cleared, and how many are not to those who lead and plan it', async () => {
  const id = await shift(priya)
  await assign(student, id, 'assigned')
  const dean = await fixture.person({ role: 'school_admin', school })
  const frank = await fixture.person({ role: 'facility_admin', facility: hospital })
  const clear = async (status: string) =>
    fixture.rows(
      `update public.seat_clearances set status = $2, missing = '{Drug screen missing}', computed_on = current_date where shift_id = $1`,
      [id, status],
    )
  const urls = [await renew(student), await renew(priya), await renew(dean), await renew(frank)]
  const said = async () =>
    (await Promise.all(urls.map(async (url) => read(url)))).map(
      ({ lines }) =>
        lines
          .find((line) => line.startsWith('DESCRIPTION'))
          ?.split(String.raw`\n`)
          .slice(1, -1)
          .join() ?? null,
    )
  await clear('not_cleared')
  const own = [
    expect.stringMatching(/^Clearance: not cleared. The page below says what is missing/),
    '1 student not cleared',
    '1 student not cleared',
    null,
  ]
  expect((await said()).map((words) => words || null)).toEqual(own)
  await clear('cleared')
  expect((await said()).map((words) => words || null)).toEqual(['Clearance: cleared', null, null, null])
})
