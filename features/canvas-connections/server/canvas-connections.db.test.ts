import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import type { CanvasConnection, ConnectionSettings, PersonStatus } from '../contract.ts'
import type { FakeData } from '../fake.ts'
import { type FakeCanvas, startFakeCanvas } from './fake-canvas.ts'
import { canvasConnectionHandlers } from './handlers.ts'
import { runDueCanvasReading } from './worker.ts'
import type { CanvasServices } from './test-connection.ts'

let fixture: Fixture
let fake: FakeCanvas
let services: CanvasServices
let api: ReturnType<typeof canvasConnectionHandlers>
let school: string
let elsewhere: string
let semester: string
let cohort: string
let other: string
let sam: Person
let ana: Person
let lucy: Person
let max: Person
let strangers: (Person | null)[]

const TOKEN = '1~a-token-that-no-one-else-may-read'
const user = (id: string, name: string, sis: string | null, email: string | null) => ({
  id,
  name,
  sis_user_id: sis,
  login_id: `u${id}`,
  email,
})
const data = (): FakeData => ({
  account: { id: '1', name: 'Lakeshore College' },
  terms: [{ id: '7', name: 'Fall 2026', start_at: '2026-08-24', end_at: null }],
  courses: [{ id: '10', name: 'Maternity', course_code: 'NURS 341', enrollment_term_id: '7' }],
  sections: [
    { id: '20', course_id: '10', name: 'Section 1', sis_section_id: 'S001' },
    { id: '21', course_id: '10', name: 'Section 2', sis_section_id: 'S002' },
  ],
  users: [
    user('1', 'Lucy Lake', 'L-1', 'lucy@canvas.example'),
    user('2', 'Max Moor', null, max.email),
    user('3', 'Nia New', 'L-3', 'nia@lakeshore.example'),
  ],
  enrollments: [
    { user_id: '1', section_id: '20' },
    { user_id: '2', section_id: '20' },
    { user_id: '3', section_id: '20' },
  ],
})

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  elsewhere = await fixture.school('Another School')
  sam = await fixture.person({ role: 'superadmin' })
  ana = await fixture.person({ role: 'school_admin', school })
  lucy = await fixture.person({ role: 'student', school })
  max = await fixture.person({ role: 'student', school })
  await fixture.rows("update public.users set student_number = 'L-1' where id = $1", [lucy.id])
  strangers = [
    ana,
    await fixture.person({ role: 'school_super_admin', school }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
    lucy,
    null,
  ]
  ;[semester, cohort, other] = [randomUUID(), randomUUID(), randomUUID()]
  await fixture.rows(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
     values ($1, $2, 'Fall 2026', current_date - 60, current_date + 60, 'fall', '2026-2027')`,
    [semester, school],
  )
  for (const [id, name] of [
    [cohort, 'BSN 1'],
    [other, 'BSN 2'],
  ])
    await fixture.rows(
      `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status)
       values ($1, $2, $3, current_date - 60, current_date + 600, 'active')`,
      [id, school, name],
    )
  fake = await startFakeCanvas({
    data: data(),
    tokens: [TOKEN],
    clients: [{ id: 'key', secret: 'hush', refresh: 'again' }],
  })
  services = {
    workerPool: fixture.workerPool,
    objects: fixture.objects,
    canvas: { standIn: fake.url, patienceMs: 3_000, wait: async () => {} },
  }
  api = canvasConnectionHandlers({
    ...services,
    config: { appUrl: 'http://localhost' },
    tasks: { run: async () => ({ ms: 0 }) },
    seats: { removeSeat: async () => {}, decideRequest: async () => {} },
  })
})
afterAll(async () => {
  await fixture.close()
  await fake.close()
})
beforeEach(async () => {
  for (const table of ['people', 'runs', 'sections', 'terms', 'secrets', 'connections'])
    await fixture.rows(`delete from public.canvas_${table}`)
  await fixture.rows(
    'delete from public.cohort_memberships; delete from public.cohort_changes; delete from priv.invitation_tokens; delete from public.invitations',
  )
  Object.assign(fake.state, { data: data(), delayMs: 0, limited: 0, instead: null, requests: [] })
})

const settings: ConnectionSettings = {
  base_url: 'https://lakeshore.canvas.example',
  account: 'self',
  auth: 'token',
  client_id: null,
  reads_daily: true,
  client_secret: null,
  refresh_token: null,
  access_token: TOKEN,
}
const as = (by: Person | null = sam) => fixture.as(by)
const create = async (
  changes: Partial<ConnectionSettings> & { id?: string; school_id?: string } = {},
  by: Person | null = sam,
) =>
  call(
    api.create,
    { ...settings, id: randomUUID(), school_id: school, ...changes },
    { context: await as(by) },
  )
const get = async (id: string) => call(api.get, { id }, { context: await as() })
const test = async (id: string, by: Person | null = sam) => call(api.test, { id }, { context: await as(by) })
const read = async (id: string) => {
  const run_id = randomUUID()
  await call(api.read, { id, run_id }, { context: await as() })
  await runDueCanvasReading(services, new AbortController().signal)
  return call(api.run, { id: run_id }, { context: await as() })
}
const people = async (id: string, filter: object = {}) =>
  (await call(api.people, { id, ...filter }, { context: await as() })).rows
const statuses = async (id: string) => (await people(id)).map(({ name, status }) => [name, status])

/** A connection that is tested and read, with its term and first section mapped. */
async function connected(changes: Partial<ConnectionSettings> = {}): Promise<CanvasConnection> {
  const { id } = await create(changes)
  await test(id)
  const { rows } = await call(api.terms, { id }, { context: await as() })
  await call(api.mapTerm, { id: rows[0]!.id, semester_id: semester }, { context: await as() })
  await read(id)
  await mapSection(id, 'Section 1', cohort)
  await read(id)
  return get(id)
}
async function mapSection(id: string, name: string, to: string | null): Promise<void> {
  const { rows } = await call(api.sections, { id }, { context: await as() })
  const section_ids = rows.filter((one) => one.name === name).map((one) => one.id)
  await call(api.mapSections, { id, section_ids, cohort_id: to }, { context: await as() })
}

it('goes from a draft to a roster, and names the next step each time', async () => {
  const { id, status } = await create()
  expect([status, (await get(id)).next]).toEqual(['draft', 'test'])
  expect(await test(id)).toMatchObject({ status: 'active', account_name: 'Lakeshore College', failure: null })
  expect((await get(id)).next).toBe('map_terms')
  const { rows: terms } = await call(api.terms, { id }, { context: await as() })
  expect(terms).toMatchObject([{ name: 'Fall 2026', suggested_id: semester }])
  await call(api.mapTerm, { id: terms[0]!.id, semester_id: semester }, { context: await as() })
  expect(await read(id)).toMatchObject({ status: 'done', people: 0 })
  expect((await get(id)).next).toBe('map_sections')
  await mapSection(id, 'Section 1', cohort)
  const run = await read(id)
  expect(run).toMatchObject({
    status: 'done',
    people: 3,
    added: 3,
    updated: 0,
    dropped: 0,
    conflicts: 0,
    courses_total: 1,
    courses_done: 1,
  })
  expect(await people(id)).toMatchObject([
    { name: 'Nia New', status: 'new', cohort_name: 'BSN 1', sections: ['NURS 341, Section 1'] },
    { name: 'Lucy Lake', status: 'matched', matched_by: 'sis', student_id: lucy.id },
    { name: 'Max Moor', status: 'matched', matched_by: 'email', student_id: max.id },
  ])
  expect((await get(id)).next).toBe('decide')
  const { rows } = await call(api.runs, { id }, { context: await as() })
  expect(rows.map(({ kind, status: how }) => [kind, how])).toEqual([
    ['roster', 'done'],
    ['roster', 'done'],
    ['test', 'done'],
  ])
})

it('is only for the superadmin', async () => {
  const { id, version } = await connected()
  for (const by of strangers) {
    const context = await as(by)
    const refused = { code: by ? 'FORBIDDEN' : 'UNAUTHORIZED' }
    await expect(call(api.list, {}, { context })).rejects.toMatchObject(refused)
    await expect(create({}, by)).rejects.toMatchObject(refused)
    await expect(test(id, by)).rejects.toMatchObject(refused)
    await expect(call(api.people, { id }, { context })).rejects.toMatchObject(refused)
    await expect(call(api.revoke, { id, version }, { context })).rejects.toMatchObject(refused)
    if (!by) continue
    for (const table of [
      'canvas_connections',
      'canvas_terms',
      'canvas_sections',
      'canvas_runs',
      'canvas_people',
    ] as const)
      expect(await fixture.act(by, (tx) => tx.selectFrom(table).select('id').execute())).toEqual([])
    expect(
      await fixture.act(by, (tx) => tx.selectFrom('canvas_secrets').select('connection_id').execute()),
    ).toEqual([])
  }
})

it('credentials are encrypted, readable by no person’s login, and in no response or audit entry', async () => {
  const made = await connected()
  expect(JSON.stringify([made, await call(api.list, {}, { context: await as() })])).not.toContain(TOKEN)
  const [row] = await fixture.rows('select sealed from public.canvas_secrets')
  expect(row!['sealed']).not.toContain(TOKEN)
  const trail = await fixture.rows(
    "select changes::text as text from public.audit_events where entity like 'canvas%'",
  )
  expect(trail.length).toBeGreaterThan(0)
  expect(JSON.stringify(trail)).not.toMatch(new RegExp(`${TOKEN}|${String(row!['sealed']).slice(0, 40)}`))
  for (const by of [sam, ana])
    await expect(
      fixture.act(by, (tx) => tx.selectFrom('canvas_secrets').select('sealed').execute()),
    ).rejects.toThrow('permission denied')
  await expect(
    fixture.act(sam, (tx) => tx.updateTable('canvas_connections').set({ status: 'error' }).execute()),
  ).rejects.toThrow('step.illegal')
  // Moved to another connection, it cannot be decrypted.
  const second = await create({ school_id: elsewhere, access_token: 'another' })
  await fixture.rows('update public.canvas_secrets set sealed = $1 where connection_id = $2', [
    row!['sealed'],
    second.id,
  ])
  expect(await test(second.id)).toMatchObject({ status: 'error', failure: { code: 'no_secret' } })
})

it('a school is connected once, and repeating the id connects once', async () => {
  const id = randomUUID()
  await Promise.all([create({ id }), create({ id })])
  await expect(create()).rejects.toMatchObject({ code: 'CONFLICT' })
})

it.each([
  'http://lakeshore.instructure.com',
  'https://user:pw@lakeshore.instructure.com',
  'https://a.example/path',
  'ftp://a.example',
  '',
])('refuses an address like %s', async (base_url) => {
  await expect(create({ base_url })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

it('asks for the secret again if it would be sent elsewhere', async () => {
  const { id, version } = await connected()
  const change = async (changes: Partial<ConnectionSettings>) =>
    call(api.change, { ...settings, access_token: null, ...changes, id, version }, { context: await as() })
  await expect(change({ base_url: 'https://evil.canvas.example' })).rejects.toMatchObject({
    data: { code: 'canvas.secret_needed' },
  })
  expect(await change({ reads_daily: false })).toMatchObject({ status: 'active', reads_daily: false })
  const now = await get(id)
  await expect(change({ account: '7' })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/ changed this connection .*: read the roster every day\.$/),
    data: {
      kind: 'version',
      sent_version: version,
      current: { id, reads_daily: false, account: now.account, version: now.version },
      changes: [{ fields: [{ field: 'reads_daily', before: true, after: false }] }],
    },
  })
})

it('another Canvas begins without anything of the first, whose ids are other people there', async () => {
  const { id } = await connected()
  const change = async (changes: Partial<ConnectionSettings>) =>
    call(
      api.change,
      { ...settings, ...changes, id, version: (await get(id)).version },
      { context: await as() },
    )
  await change({ account: '5' })
  expect(await people(id)).toHaveLength(3)
  await change({ base_url: 'https://other.canvas.example' })
  expect(await get(id)).toMatchObject({ status: 'draft', terms: 0, sections: 0, matched: 0, to_decide: 0 })
  expect(await people(id)).toEqual([])
  expect((await call(api.runs, { id }, { context: await as() })).rows).toHaveLength(3)
})

it.each(['/terms', '/sections', '/users'])(
  'a reading stores nothing once the address is of another Canvas: changed during %s',
  async (during) => {
    const { id } = await connected()
    let isFirst = true
    fake.state.instead = async (path) => {
      if (!path.endsWith(during) || !isFirst) return null
      isFirst = false
      const { version } = await get(id)
      const moved = { ...settings, id, version, base_url: 'https://other.canvas.example' }
      await call(api.change, moved, { context: await as() })
      await test(id)
      fake.state.data.terms = [{ id: '8', name: 'Of the first', start_at: null, end_at: null }]
      return null
    }
    expect(await read(id)).toMatchObject({ status: 'failed', errors: [{ code: 'gave_up' }] })
    expect(await people(id)).toEqual([])
    expect((await call(api.sections, { id }, { context: await as() })).rows).toEqual([])
    expect((await call(api.terms, { id }, { context: await as() })).rows).toMatchObject([
      { name: 'Fall 2026', semester_id: null },
    ])
    expect(await get(id)).toMatchObject({ status: 'active', failure: null })
  },
)

it('a test of one Canvas says nothing about another', async () => {
  const { id } = await create()
  let isFirst = true
  fake.state.instead = async (path) => {
    if (!path.endsWith('/self') || !isFirst) return null
    isFirst = false
    const { version } = await get(id)
    const moved = { ...settings, id, version, base_url: 'https://other.canvas.example' }
    await call(api.change, moved, { context: await as() })
    await fixture.act(sam, (tx) =>
      tx.updateTable('canvas_connections').set({ status: 'testing' }).where('id', '=', id).execute(),
    )
    return null
  }
  expect(await test(id)).toMatchObject({ status: 'testing', terms: 0, account_name: null })
})

it('a wrong token is an error with the next step, and a correct one fixes it', async () => {
  const { id } = await create({ access_token: 'wrong' })
  const failed = await test(id)
  expect(failed).toMatchObject({ status: 'error', failure: { code: 'token_refused' } })
  const changed = await call(
    api.change,
    { ...settings, id, version: failed.version },
    { context: await as() },
  )
  expect(changed).toMatchObject({ status: 'draft', failure: null })
  expect(await test(id)).toMatchObject({ status: 'active' })
})

it('signs in with a developer key', async () => {
  const { id } = await create({
    auth: 'oauth2',
    client_id: 'key',
    access_token: null,
    client_secret: 'hush',
    refresh_token: 'again',
  })
  expect(await test(id)).toMatchObject({ status: 'active' })
})

const breaks: [name: string, breakIt: () => void, code: string][] = [
  ['no network', () => void (services.canvas.standIn = 'http://127.0.0.1:9'), 'away'],
  ['a slow Canvas', () => void (fake.state.delayMs = 3_500), 'slow'],
  ['garbage', () => void (fake.state.instead = () => ({ status: 200, body: '<html>' })), 'not_canvas'],
]
it.each(breaks)('keeps the roster unchanged when a reading fails: %s', async (_, breakIt, code) => {
  const { id } = await connected()
  const before = await people(id)
  breakIt()
  try {
    expect(await read(id)).toMatchObject({ status: 'failed', dropped: 0, errors: [{ code }] })
  } finally {
    services.canvas.standIn = fake.url
    Object.assign(fake.state, { delayMs: 0, instead: null })
  }
  expect(await get(id)).toMatchObject({ status: 'error', failure: { code } })
  expect(await people(id)).toEqual(before)
  expect(await read(id)).toMatchObject({ status: 'done' })
  expect(await get(id)).toMatchObject({ status: 'active', failure: null })
})

it('continues without a course that cannot be read, and does not affect its people', async () => {
  const { id } = await connected()
  fake.state.instead = (path) => (path.endsWith('/users') ? { status: 403, body: '{}' } : null)
  expect(await read(id)).toMatchObject({
    status: 'done',
    dropped: 0,
    errors: [{ code: 'not_allowed', what: 'the people of Maternity' }],
  })
  expect(await statuses(id)).not.toContainEqual(['Lucy Lake', 'missing'])
})

it('missing people are marked, confirmed by a person, and never removed', async () => {
  const { id } = await connected()
  await call(
    api.enroll,
    { id, person_ids: (await people(id, { status: 'matched' })).map((one) => one.id) },
    { context: await as() },
  )
  fake.state.data.enrollments = [{ user_id: '3', section_id: '20' }]
  expect(await read(id)).toMatchObject({ dropped: 2 })
  expect(await read(id)).toMatchObject({ dropped: 0 })
  const missing = await people(id, { status: 'missing' })
  expect(missing.map((one) => [one.name, one.current_cohort_name])).toEqual([
    ['Lucy Lake', 'BSN 1'],
    ['Max Moor', 'BSN 1'],
  ])
  expect(
    await fixture.rows("select 1 from public.users where id in ($1, $2) and status = 'active'", [
      lucy.id,
      max.id,
    ]),
  ).toHaveLength(2)
  const settle = async (name: string, to: 'kept' | 'left') =>
    call(
      api.settle,
      {
        id,
        person_ids: missing.filter((one) => one.name === name).map((one) => one.id),
        to,
        ends_stay: true,
      },
      { context: await as() },
    )
  await settle('Lucy Lake', 'kept')
  // Someone who cannot leave the cohort now is not marked as left, and the answer says why.
  await fixture.rows(
    `update public.cohort_memberships set from_date = from_date + 30 where student_id = $1 and to_date is null`,
    [max.id],
  )
  expect((await settle('Max Moor', 'left')).rows).toMatchObject([{ refused: expect.any(String) }])
  expect(await people(id, { status: 'missing' })).toMatchObject([{ name: 'Max Moor' }])
  await fixture.rows(
    `update public.cohort_memberships set from_date = from_date - 30 where student_id = $1 and to_date is null`,
    [max.id],
  )
  await settle('Max Moor', 'left')
  expect((await settle('Lucy Lake', 'kept')).rows).toMatchObject([
    { refused: expect.stringContaining('Kept') },
  ])
  expect(await people(id, { search: 'L' })).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ name: 'Lucy Lake', status: 'kept', current_cohort_name: 'BSN 1' }),
    ]),
  )
  expect(await people(id, { status: 'left' })).toMatchObject([{ name: 'Max Moor', current_cohort_id: null }])
  fake.state.data = data()
  await read(id)
  expect(await statuses(id)).toEqual([
    ['Nia New', 'new'],
    ['Lucy Lake', 'matched'],
    ['Max Moor', 'matched'],
  ])
})

it('a student whose accounts were merged in Canvas belongs to the one that is left', async () => {
  const { id } = await connected()
  // The new account comes first in the statement that stores them.
  fake.state.data.users.unshift(user('0', 'Lucy Lake', 'L-1', lucy.email))
  fake.state.data.users = fake.state.data.users.filter((one) => one.id !== '1')
  fake.state.data.enrollments = [
    { user_id: '0', section_id: '20' },
    ...fake.state.data.enrollments.filter((one) => one.user_id !== '1'),
  ]
  expect(await read(id)).toMatchObject({ status: 'done', dropped: 1 })
  const lucys = await people(id, { search: 'Lucy' })
  expect(lucys.map(({ status, student_id }) => [status, student_id]).toSorted()).toEqual([
    ['matched', lucy.id],
    ['missing', null],
  ])
})

it('people of a section that was unmapped are in no cohort, and of one that is gone missing', async () => {
  const { id } = await connected()
  await mapSection(id, 'Section 1', null)
  await read(id)
  expect(await people(id, { to_move: 'yes' })).toEqual([])
  expect(await people(id, { search: 'Max' })).toMatchObject([{ status: 'matched', cohort_name: null }])
  await mapSection(id, 'Section 1', cohort)
  await read(id)
  expect(await people(id, { to_move: 'yes' })).toHaveLength(2)
  fake.state.data.sections = fake.state.data.sections.filter((one) => one.id !== '20')
  fake.state.data.enrollments = []
  expect(await read(id)).toMatchObject({ dropped: 3 })
})

it('new people are invited into their cohort only when a person decides it', async () => {
  const { id } = await connected()
  const [nia] = await people(id, { status: 'new' })
  expect(await fixture.rows('select 1 from public.invitations')).toEqual([])
  const invite = async () => call(api.invite, { id, person_ids: [nia!.id] }, { context: await as() })
  expect(await invite()).toEqual({ rows: [{ id: nia!.id, refused: null }] })
  expect(
    await fixture.rows('select email, role, school_id, student_number, cohort_name from public.invitations'),
  ).toEqual([
    {
      email: 'nia@lakeshore.example',
      role: 'student',
      school_id: school,
      student_number: 'L-3',
      cohort_name: 'BSN 1',
    },
  ])
  expect(await invite()).toEqual({ rows: [{ id: nia!.id, refused: null }] })
  expect(await fixture.rows('select 1 from public.invitations')).toHaveLength(1)
  expect(await read(id)).toMatchObject({ added: 0, updated: 0 })
  expect(await statuses(id)).toContainEqual(['Nia New', 'invited'])
})

it('matched students are enrolled in the cohort of their sections only when a person decides it', async () => {
  const { id } = await connected()
  const those = await people(id, { to_move: 'yes' })
  expect(those.map((one) => one.name)).toEqual(['Lucy Lake', 'Max Moor'])
  const enroll = async () =>
    call(api.enroll, { id, person_ids: those.map((one) => one.id) }, { context: await as() })
  expect((await enroll()).rows.every((one) => one.refused === null)).toBe(true)
  expect(await people(id, { to_move: 'yes' })).toEqual([])
  expect((await enroll()).rows[0]!.refused).toContain('Already')
  await mapSection(id, 'Section 1', other)
  await read(id)
  expect(await people(id, { to_move: 'yes' })).toHaveLength(2)
})

it('unclear people are matched by hand, with a student of the school who has no other match', async () => {
  fake.state.data.users.push(user('4', 'L. Lake', 'L-9', lucy.email))
  fake.state.data.enrollments.push({ user_id: '4', section_id: '20' })
  const { id } = await connected()
  const [unclear] = await people(id, { status: 'conflict' })
  expect(unclear).toMatchObject({ name: 'L. Lake', problem: 'number_differs', candidates: [{ id: lucy.id }] })
  const match = async (student_id: string) =>
    call(api.match, { id: unclear!.id, version: unclear!.version, student_id }, { context: await as() })
  await expect(match(ana.id)).rejects.toMatchObject({ data: { code: 'canvas.not_of_school' } })
  await expect(match(lucy.id)).rejects.toMatchObject({ data: { code: 'canvas.matched_elsewhere' } })
  const third = await fixture.person({ role: 'student', school })
  await match(third.id)
  expect((await people(id, { search: 'L. Lake' }))[0]).toMatchObject({
    status: 'matched',
    matched_by: 'hand',
    student_id: third.id,
  })
  await expect(match(third.id)).rejects.toMatchObject({ data: { code: 'canvas.person_changed' } })
})

it('a changed email is not another person, and two with the same email need a decision', async () => {
  const { id } = await connected()
  fake.state.data.users[1]!.email = 'moved@lakeshore.example'
  fake.state.data.users.push(
    user('5', 'Twin One', null, 'twin@lakeshore.example'),
    user('6', 'Twin Two', null, 'twin@lakeshore.example'),
  )
  fake.state.data.enrollments.push({ user_id: '5', section_id: '20' }, { user_id: '6', section_id: '20' })
  const run = await read(id)
  expect(run).toMatchObject({ added: 2, updated: 1, conflicts: 2 })
  expect(run.changes).toContainEqual(
    expect.objectContaining({
      name: 'Max Moor',
      what: 'email',
      from: max.email,
      to: 'moved@lakeshore.example',
    }),
  )
  expect(await people(id, { status: 'conflict' })).toMatchObject([
    { problem: 'shared_email' },
    { problem: 'shared_email' },
  ])
  expect((await people(id, { search: 'Max' }))[0]).toMatchObject({ status: 'matched', student_id: max.id })
})

it('reads a thousand people in one run, and one run at a time', async () => {
  const { id } = await connected()
  for (let at = 100; at < 1_100; at++) {
    fake.state.data.users.push(user(String(at), `Student ${at}`, `M-${at}`, `m${at}@lakeshore.example`))
    fake.state.data.enrollments.push({ user_id: String(at), section_id: '20' })
  }
  const asked = await Promise.allSettled(
    [1, 2, 3].map(async () => call(api.read, { id, run_id: randomUUID() }, { context: await as() })),
  )
  expect(asked.filter((one) => one.status === 'fulfilled')).toHaveLength(1)
  const { signal } = new AbortController()
  await Promise.all([runDueCanvasReading(services, signal), runDueCanvasReading(services, signal)])
  const { rows } = await call(api.runs, { id }, { context: await as() })
  expect(rows[0]).toMatchObject({ status: 'done', people: 1_003, added: 1_000 })
})

it('is read once a day automatically, except as a draft, when revoked, or when turned off', async () => {
  const { id } = await connected()
  const { signal } = new AbortController()
  expect(await runDueCanvasReading(services, signal)).toBe(false)
  await fixture.rows("update public.canvas_runs set created_at = now() - interval '25 hours'")
  expect(await runDueCanvasReading(services, signal)).toBe(true)
  const { rows } = await call(api.runs, { id }, { context: await as() })
  expect(rows[0]).toMatchObject({ is_daily: true, status: 'done' })
  await fixture.rows("update public.canvas_runs set created_at = now() - interval '25 hours'")
  const revoked = await call(api.revoke, { id, version: (await get(id)).version }, { context: await as() })
  expect(revoked).toMatchObject({ status: 'revoked', secret_set_at: null })
  expect(await fixture.rows('select 1 from public.canvas_secrets')).toEqual([])
  expect(await runDueCanvasReading(services, signal)).toBe(false)
  await expect(test(id)).rejects.toMatchObject({ data: { code: 'canvas.revoked' } })
  expect(await people(id)).toHaveLength(3)
})

it('an interrupted run is resumed, and a stopped one stays queued', async () => {
  const { id } = await connected()
  await call(api.read, { id, run_id: randomUUID() }, { context: await as() })
  const stop = new AbortController()
  stop.abort()
  await runDueCanvasReading(services, stop.signal)
  expect((await get(id)).open_run).toMatchObject({ status: 'queued' })
  await fixture.rows(
    "update public.canvas_runs set status = 'running', started_at = now(), moved_at = now() where status = 'queued'",
  )
  const { signal } = new AbortController()
  expect(await runDueCanvasReading(services, signal)).toBe(false)
  await fixture.rows(
    "update public.canvas_runs set moved_at = now() - interval '6 minutes' where status = 'running'",
  )
  expect(await runDueCanvasReading(services, signal)).toBe(true)
  expect((await get(id)).open_run).toBeNull()
})

it('a semester or cohort of another school cannot be used', async () => {
  const { id } = await connected()
  const [term] = (await call(api.terms, { id }, { context: await as() })).rows
  const [strange, theirs] = [randomUUID(), randomUUID()]
  await fixture.rows(
    `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year) values ($1, $2, 'Fall', current_date, current_date + 60, 'fall', '2026-2027')`,
    [strange, elsewhere],
  )
  await fixture.rows(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation) values ($1, $2, 'Theirs', current_date, current_date + 600)`,
    [theirs, elsewhere],
  )
  await expect(
    call(api.mapTerm, { id: term!.id, semester_id: strange }, { context: await as() }),
  ).rejects.toMatchObject({ data: { code: 'canvas.no_semester' } })
  await expect(mapSection(id, 'Section 1', theirs)).rejects.toMatchObject({
    data: { code: 'canvas.no_such_cohort' },
  })
})

const allStatuses: PersonStatus[] = [
  'conflict',
  'new',
  'missing',
  'invited',
  'matched',
  'kept',
  'left',
  'set_aside',
]
it('finds by every filter', async () => {
  const { id } = await connected()
  for (const status of allStatuses) await people(id, { status })
  expect(await people(id, { search: 'nia@' })).toHaveLength(1)
  expect(await people(id, { cohort_id: other })).toEqual([])
  const listed = await call(api.list, { search: 'lakeshore', status: 'active' }, { context: await as() })
  expect(listed).toMatchObject({ total: 1 })
  expect((await call(api.sections, { id, mapped: 'no' }, { context: await as() })).rows).toMatchObject([
    { name: 'Section 2' },
  ])
})
