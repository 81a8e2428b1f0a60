import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import type { Mapping, MappingStatus } from '../contract.ts'
import { beginRun, finishRun } from './commands/execute-run.ts'
import { mappingHandlers } from './handlers.ts'

const api = mappingHandlers()
let fixture: Fixture
let school: string
let program: string
let unit: string
let site: string
let strangeUnit: string
let ana: Person
let frank: Person
let sam: Person
let strangers: Person[]
const requirement = () => ({
  program_id: program,
  course_code: 'NURS 341',
  specialty: 'maternal_newborn' as const,
})

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  const elsewhere = await fixture.school('Another School')
  const below = async (organization: string, name: string) => {
    const at = await fixture.facility({ kind: 'site', parent: organization })
    return [at, await fixture.facility({ kind: 'unit', parent: at, name })] as const
  }
  const organization = await fixture.facility()
  ;[site, unit] = await below(organization, 'L&D West')
  await fixture.rows("update public.units set specialty = 'maternal_newborn' where id = $1", [unit])
  const other = await fixture.facility()
  ;[, strangeUnit] = await below(other, 'OB East')
  await fixture.partnership(school, organization)
  program = randomUUID()
  await fixture.rows(
    `insert into public.programs (id, school_id, name, level, requirements)
     values ($1, $2, 'BSN', 'BSN', '[{"specialty": "maternal_newborn", "course_code": "NURS 341", "min_hours": 90}]')`,
    [program, school],
  )
  ana = await fixture.person({ role: 'school_admin', school })
  frank = await fixture.person({ role: 'facility_admin', facility: organization })
  sam = await fixture.person({ role: 'superadmin' })
  strangers = [
    await fixture.person({ role: 'school_admin', school: elsewhere }),
    await fixture.person({ role: 'facility_admin', facility: other }),
  ]
})
afterAll(() => fixture.close())
beforeEach(() =>
  fixture.rows(
    'delete from public.mappings; delete from public.mapping_runs; delete from public.mapping_words',
  ),
)

const add = async (by: Person | null, facility: string | null = unit) =>
  call(
    api.add,
    {
      ...requirement(),
      id: randomUUID(),
      school_id: school,
      facility_id: facility,
      specialties: [],
      min_hours: null,
      priority: 1,
      rationale: null,
    },
    { context: await fixture.as(by) },
  )
const decide = async (by: Person, { id, version }: Mapping, to: MappingStatus) =>
  call(api.decide, { id, version, to }, { context: await fixture.as(by) })
const seenBy = (by: Person) => fixture.act(by, (tx) => tx.selectFrom('mappings').select('id').execute())
const started = async (by: Person, facility: string | null = null) => {
  const id = randomUUID()
  await call(
    api.start,
    { id, job_id: randomUUID(), school_id: school, facility_id: facility },
    { context: await fixture.as(by) },
  )
  return id
}

it('is proposed by the facility and activated by the school, once', async () => {
  const proposed = await add(frank)
  expect(proposed).toMatchObject({
    status: 'proposed',
    required_hours: 90,
    facility_name: 'L&D West',
    is_own: true,
  })
  await expect(decide(frank, proposed, 'active')).rejects.toMatchObject({
    data: { code: 'mapping.not_yours' },
  })
  const active = await decide(ana, proposed, 'active')
  expect(active).toMatchObject({ status: 'active', reviewed_by_name: 'Test school_admin' })
  await expect(decide(ana, proposed, 'rejected')).rejects.toMatchObject({
    data: { code: 'mapping.old_version' },
  })
  expect(await decide(frank, active, 'retired')).toMatchObject({ status: 'retired' })
})

it('is not changed over what the other party saved: both versions are in the refusal', async () => {
  const row = await add(frank)
  const change = async (by: Person, version: number, more: object) =>
    call(
      api.change,
      { id: row.id, version, specialties: [], min_hours: null, priority: 1, rationale: null, ...more },
      { context: await fixture.as(by) },
    )
  const now = await change(frank, row.version, { min_hours: 40 })
  await expect(change(ana, row.version, { priority: 2 })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/ changed this mapping in the meantime: hours to be done there\.$/),
    data: {
      kind: 'version',
      sent_version: row.version,
      current: { id: row.id, version: now.version, min_hours: 40, priority: 1 },
      changes: [{ version: now.version, fields: [{ field: 'min_hours', before: null, after: 40 }] }],
    },
  })
  const both = await change(ana, now.version, { min_hours: 40, priority: 2 })
  // A facility does not read the trail of the school: it reads the mapping as it is now, and who changed it last.
  await expect(change(frank, now.version, { priority: 3 })).rejects.toMatchObject({
    message: 'Test school_admin changed this mapping in the meantime.',
    data: {
      kind: 'version',
      current: { version: both.version, priority: 2 },
      changes: [{ is_me: false, fields: [] }],
    },
  })
  await change(frank, both.version, { priority: 4 })
  await expect(change(frank, both.version, { priority: 3 })).rejects.toMatchObject({
    message: 'You changed this mapping in another tab or window.',
    data: { kind: 'version', current: { priority: 4 }, changes: [{ is_me: true, fields: [] }] },
  })
})

it('is mapped once while open, and not at facilities of others', async () => {
  await add(frank)
  await expect(add(ana)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(add(frank, strangeUnit)).rejects.toMatchObject({ data: { code: 'mapping.no_facility' } })
})

it('belongs to a school, and is visible to the facilities that it affects', async () => {
  const row = await add(frank)
  for (const by of [ana, frank, sam]) expect(await seenBy(by)).toEqual([{ id: row.id }])
  for (const by of strangers) {
    expect(await seenBy(by)).toEqual([])
    await expect(decide(by, row, 'retired')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(add(by)).rejects.toMatchObject({
      code: expect.stringMatching(/^(FORBIDDEN|BAD_REQUEST|CONFLICT)$/),
    })
  }
  await expect(add(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('PostgreSQL itself keeps a facility from activating, changing agreed mappings, and naming who decided', async () => {
  const proposed = await add(frank)
  const write = (by: Person, set: object) =>
    fixture.act(by, (tx) => tx.updateTable('mappings').set(set).where('id', '=', proposed.id).execute())
  await expect(write(frank, { status: 'active' })).rejects.toThrow('step.illegal')
  await expect(write(ana, { reviewed_by: frank.id })).rejects.toThrow('permission denied')
  await decide(ana, proposed, 'active')
  await expect(write(frank, { min_hours: 1 })).rejects.toThrow('mapping.agreed')
  const bare = { ...requirement(), id: randomUUID(), school_id: school, facility_id: site }
  const insert = (by: Person, values: object) =>
    fixture.act(by, (tx) =>
      tx
        .insertInto('mappings')
        .values({ ...bare, ...values })
        .execute(),
    )
  await expect(insert(ana, { status: 'active' })).rejects.toThrow('permission denied')
  await expect(insert(strangers[0]!, {})).rejects.toThrow('row-level security')
  await expect(insert(strangers[1]!, { facility_id: strangeUnit })).rejects.toThrow('row-level security')
})

it('refuses pages to roles that are not listed for them', async () => {
  const context = await fixture.as(ana)
  const forbidden = { code: 'FORBIDDEN' }
  await expect(call(api.list, {}, { context })).rejects.toMatchObject(forbidden)
  await expect(call(api.runs, {}, { context })).rejects.toMatchObject(forbidden)
  await expect(call(api.words, {}, { context })).rejects.toMatchObject(forbidden)
  const facility = await fixture.as(frank)
  await expect(call(api.documentation, {}, { context: facility })).rejects.toMatchObject(forbidden)
  await expect(call(api.export, {}, { context: facility })).rejects.toMatchObject(forbidden)
  await expect(call(api.schools, {}, { context: facility })).rejects.toMatchObject(forbidden)
})

it('a run proposes with matching words, and is applied once as proposals', async () => {
  const id = await started(frank)
  expect(await fixture.act(frank, (tx) => beginRun(tx, id))).toBe(true)
  await fixture.act(frank, (tx) => finishRun(tx, id))
  const context = await fixture.as(frank)
  const run = await call(api.run, { id }, { context })
  expect(run).toMatchObject({ status: 'review', courses: 1, units: 1, found: 1 })
  expect(run.proposals[0]).toMatchObject({
    facility_id: unit,
    words: expect.arrayContaining(['Unit’s specialty: Maternal-newborn']),
  })
  expect(await call(api.apply, { id, chosen: [0] }, { context })).toEqual({ added: 1, known: 0 })
  await expect(call(api.apply, { id, chosen: [0] }, { context })).rejects.toMatchObject({
    data: { code: 'mapping.run_settled' },
  })
  const { rows } = await call(api.list, {}, { context })
  expect(rows).toMatchObject([{ status: 'proposed', origin: 'ai', run_id: id }])
  await expect(call(api.run, { id }, { context: await fixture.as(strangers[1]!) })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})

it('notifies the school of proposals and retirements, and the proposer of decisions', async () => {
  const news = async (who: Person) =>
    (await receivedBy(fixture, who, 'mapping')).map(({ title, message, data }) => [
      title,
      message,
      data['action_url'],
    ])
  const [before, mine] = [(await news(ana)).length, (await news(frank)).length]
  const proposed = await add(frank)
  const words = 'Maternal-newborn, NURS 341 (BSN), at L&D West'
  const page = '/admin/clinical-mapping/documentation'
  expect((await news(ana)).slice(before)).toEqual([
    ['A facility proposes a mapping', `${words}. It counts once you activate it.`, page],
  ])
  const active = await decide(ana, proposed, 'active')
  expect((await news(frank)).slice(mine)).toEqual([
    ['A mapping is active', `${words}.`, '/admin/clinical-mapping'],
  ])
  await decide(frank, active, 'retired')
  expect((await news(ana)).slice(before + 1)).toEqual([['A facility retired a mapping', `${words}.`, page]])
  const own = await add(ana)
  await decide(ana, own, 'rejected')
  expect(await news(ana)).toHaveLength(before + 2)
  const id = await started(frank)
  await fixture.act(frank, (tx) => beginRun(tx, id))
  await fixture.rows("delete from public.mappings where status = 'rejected'")
  await fixture.act(frank, (tx) => finishRun(tx, id))
  await call(api.apply, { id, chosen: [0] }, { context: await fixture.as(frank) })
  expect((await news(ana)).slice(before + 2)).toMatchObject([
    ['A mapping is proposed', expect.stringContaining('once you activate it'), page],
  ])
  for (const stranger of strangers) expect(await news(stranger)).toEqual([])
})

it('documents the crosswalk of a school, and exports it', async () => {
  await decide(ana, await add(frank), 'active')
  const context = await fixture.as(ana)
  const found = await call(api.documentation, {}, { context })
  expect(found.courses).toMatchObject([
    { course_code: 'NURS 341', min_hours: 90, areas: [{ active: 1, rows: [{ facility_name: 'L&D West' }] }] },
  ])
  const text = async (input: object) =>
    new Response((await call(api.export, input, { context })).body as ReadableStream<Uint8Array<ArrayBuffer>>)
      .arrayBuffer()
      .then((bytes) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  expect(await text({})).toMatch(/^\uFEFFSchool,Program,Course,Area,/)
  expect(await text({ bom: 'no' })).toMatch(/^School,/)
  expect(await text({ what: 'coverage' })).toMatch(/^\uFEFFStudent,Cohort,/)
})
