import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { todayIn } from '#core/plain-date.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { Facility, ShiftDecision, Unit } from '../contract.ts'
import { movedWords } from '../messages.ts'
import { unitDefaults } from '../rules.ts'
import { validateHierarchy } from '../rules/hierarchy.ts'
import { cancelOrMoveShift } from '#features/shifts/server/public.ts'
import { facilityHandlers } from './handlers.ts'
import { loadForValidation } from './queries/load-for-validation.ts'

const api = facilityHandlers({ settleShift: cancelOrMoveShift })
let fixture: Fixture
let school: string
let otherSchool: string
let org: string
let site: string
let beside: string
let otherOrg: string
let otherSite: string
let sam: Person
let frank: Person
let siteAdmin: Person
let stranger: Person
let ana: Person
let student: Person
let proctor: Person

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  otherSchool = await fixture.school('Prairie')
  org = await fixture.facility({ name: 'Harborview Health' })
  site = await fixture.facility({ kind: 'site', parent: org, name: 'Main' })
  beside = await fixture.facility({ kind: 'site', parent: org, name: 'West' })
  otherOrg = await fixture.facility({ name: 'Mercy' })
  otherSite = await fixture.facility({ kind: 'site', parent: otherOrg, name: 'Mercy East' })
  sam = await fixture.person({ role: 'superadmin', fullName: 'Sam' })
  await fixture.partnership(school, org)
  frank = await fixture.person({ role: 'facility_admin', facility: org, fullName: 'Frank' })
  siteAdmin = await fixture.person({ role: 'facility_admin', facility: beside, fullName: 'Wes' })
  stranger = await fixture.person({ role: 'facility_admin', facility: otherOrg, fullName: 'Mia' })
  ana = await fixture.person({ role: 'school_admin', school })
  student = await fixture.person({ role: 'student', school })
  proctor = await fixture.person({ role: 'proctor', school })
})
afterAll(() => fixture.close())

const refusal = { code: expect.stringMatching(/^(NOT_FOUND|FORBIDDEN|UNAUTHORIZED)$/) }
const as = (person: Person | null) => fixture.as(person)

const day = { name: 'D12', start: '07:00', end: '19:00', unpaid_break_min: 30 }
async function newUnit(by: Person = frank, changes: object = {}, parent = site): Promise<Unit> {
  const input = { id: randomUUID(), parent_id: parent, name: `Unit ${randomUUID().slice(0, 6)}`, ...changes }
  return (await call(api.createUnit, input, { context: await as(by) })) as Unit
}
async function newSite(by: Person = frank, changes: object = {}, parent = org): Promise<Facility> {
  const input = { id: randomUUID(), parent_id: parent, name: `Site ${randomUUID().slice(0, 6)}`, ...changes }
  return call(api.createSite, input, { context: await as(by) })
}

let semesters: Map<string, string>
/** A shift that is approved and full, inserted directly because this test is not about agreeing on it. */
async function shiftAt(
  unit: string,
  options: { of?: string; day?: number; status?: string; capacity?: number; start?: string } = {},
) {
  const of = options.of ?? school
  semesters ??= new Map()
  if (!semesters.has(of)) {
    const id = randomUUID()
    semesters.set(of, id)
    await fixture.admin.query(
      `insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
       values ($1, $2, 'Term', current_date, current_date + 120, 'custom', '2026')`,
      [id, of],
    )
  }
  const id = randomUUID()
  await fixture.admin.query(
    `insert into public.shifts (id, school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, status, facility_id, capacity, submitted_at)
     values ($1, $2, $3, 'Day', current_date + $4::int, $8::time, '19:00', 'America/Chicago', (current_date + $4::int + $8::time) at time zone 'America/Chicago',
       (current_date + $4::int + time '19:00') at time zone 'America/Chicago', $5, $6, $7, case when $5 <> 'draft' then now() end)`,
    [
      id,
      of,
      semesters.get(of),
      options.day ?? 7,
      options.status ?? 'full',
      unit,
      options.capacity ?? 8,
      options.start ?? '07:00',
    ],
  )
  return id
}
const statusOf = async (id: string) =>
  (await fixture.rows('select status, facility_id from public.shifts where id = $1', [id]))[0]

describe('creating the hierarchy', () => {
  it('is limited to the superadmin for organizations; facility admins create sites and units within their scope', async () => {
    const input = { id: randomUUID(), name: 'St. Anne', parent_id: null, slug: 'st-anne', npi: '1234567890' }
    const made = await call(api.createOrganization, input, { context: await as(sam) })
    expect(made).toMatchObject({
      kind: 'organization',
      slug: 'st-anne',
      npi: '1234567890',
      status: 'active',
      default_lead_time_days: 21,
    })
    // Repeating the request creates only one.
    expect(await call(api.createOrganization, input, { context: await as(sam) })).toEqual(made)
    expect((await newSite(sam, {}, made.id)).kind).toBe('site')
    const mine = await newSite(frank, {
      time_zone: 'America/Denver',
      city: 'Denver',
      state: 'CO',
      holidays: ['2026-12-24'],
    })
    expect(mine).toMatchObject({ holidays: ['2026-12-24'], slug: expect.stringMatching(/^site-/) })
    // A unit has the location and time zone of its site.
    expect(await newUnit(frank, {}, mine.id)).toMatchObject({
      ...unitDefaults,
      city: 'Denver',
      state: 'CO',
      time_zone: 'America/Denver',
    })
    expect((await newUnit(siteAdmin, {}, beside)).parent_id).toBe(beside)
  })

  it('is refused to everyone else, and outside the scope', async () => {
    for (const person of [stranger, ana, student, proctor, null]) {
      await expect(newSite(person!)).rejects.toMatchObject(refusal)
      await expect(newUnit(person!)).rejects.toMatchObject(refusal)
    }
    await expect(newSite(siteAdmin)).rejects.toMatchObject(refusal)
    await expect(newUnit(siteAdmin)).rejects.toMatchObject(refusal)
    for (const person of [frank, ana, student, proctor, null])
      await expect(
        call(
          api.createOrganization,
          { id: randomUUID(), name: 'Mine', parent_id: null },
          { context: await as(person) },
        ),
      ).rejects.toMatchObject(refusal)
    await expect(newUnit(frank, {}, org)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await expect(newSite(frank, {}, site)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('reports problems at their field', async () => {
    await expect(newUnit(frank, { max_students_per_shift: 0 })).rejects.toMatchObject({
      data: { fieldErrors: { max_students_per_shift: 'A whole number from 1 to 100.' } },
    })
    await expect(newUnit(frank, { max_students_by_level: { first_year: 20 } })).rejects.toMatchObject({
      data: { fieldErrors: { 'max_students_by_level.first_year': 'At most 8, as on every shift.' } },
    })
    await expect(newSite(frank, { latitude: 43 })).rejects.toMatchObject({
      data: { fieldErrors: { longitude: 'Give both coordinates, or neither.' } },
    })
    await newSite(frank, { cms_certification_number: '520001' })
    await expect(newSite(frank, { cms_certification_number: '520001' })).rejects.toMatchObject({
      code: 'CONFLICT',
      data: { fieldErrors: { cms_certification_number: 'Another site has this CMS certification number.' } },
    })
    const slug = { id: randomUUID(), name: 'Twice', parent_id: null, slug: 'twice' }
    await call(api.createOrganization, slug, { context: await as(sam) })
    await expect(
      call(api.createOrganization, { ...slug, id: randomUUID() }, { context: await as(sam) }),
    ).rejects.toMatchObject({
      data: { fieldErrors: { slug: 'Another organization has this web address name.' } },
    })
  })
})

describe('changing a node', () => {
  it('keeps omitted fields, and shows the later person both versions', async () => {
    const unit = await newUnit(frank, { code: '5E', specialty: 'icu' })
    const changed = await call(
      api.updateUnit,
      { id: unit.id, version: unit.version, max_students_per_shift: 6 },
      { context: await as(frank) },
    )
    expect(changed).toMatchObject({
      code: '5E',
      specialty: 'icu',
      max_students_per_shift: 6,
      version: unit.version + 1,
    })
    await expect(
      call(api.updateUnit, { id: unit.id, version: unit.version, code: 'X' }, { context: await as(sam) }),
    ).rejects.toMatchObject({ code: 'CONFLICT', data: { sent_version: unit.version, current: changed } })
    const trail = await fixture.rows(
      `select changes from public.audit_events where entity = 'units' and entity_id = $1`,
      [unit.id],
    )
    expect(trail).toContainEqual({ changes: { max_students_per_shift: [8, 6] } })
  })

  it("updates the location and time zone of a site's units too", async () => {
    const made = await newSite()
    const unit = await newUnit(frank, {}, made.id)
    await call(
      api.updateSite,
      { id: made.id, version: made.version, time_zone: 'America/Boise', city: 'Boise', state: 'ID' },
      { context: await as(frank) },
    )
    const { facility } = await call(api.get, { id: unit.id }, { context: await as(frank) })
    expect(facility).toMatchObject({ time_zone: 'America/Boise', city: 'Boise', state: 'ID' })
  })

  it('is refused to everyone outside its scope, and nothing changes', async () => {
    const unit = await newUnit()
    const west = await newUnit(frank, {}, beside)
    const writes = [
      (context: never) =>
        call(api.updateUnit, { id: unit.id, version: unit.version, code: 'X' }, { context }),
      (context: never) => call(api.updateSite, { id: site, version: 1, county: 'X' }, { context }),
      (context: never) => call(api.updateOrganization, { id: org, version: 1, npi: null }, { context }),
      (context: never) =>
        call(
          api.move,
          { id: unit.id, version: unit.version, parent_id: beside, reason: 'Because' },
          { context },
        ),
      (context: never) =>
        call(
          api.pauseUnit,
          {
            id: unit.id,
            version: unit.version,
            reason: 'Because',
            decisions: [],
            idempotency_key: randomUUID(),
          },
          { context },
        ),
      (context: never) => call(api.resumeUnit, { id: unit.id, version: unit.version }, { context }),
      (context: never) =>
        call(api.closeUnit, { id: unit.id, version: unit.version, reason: 'Because' }, { context }),
      (context: never) => call(api.archive, { id: site, version: 1, reason: 'Because' }, { context }),
      (context: never) => call(api.restore, { id: site, version: 1 }, { context }),
      (context: never) => call(api.affectedShifts, { id: unit.id }, { context }),
      (context: never) => call(api.validateHierarchy, { organization_id: org }, { context }),
      (context: never) =>
        call(api.updateHierarchy, { facility_id: unit.id, updates: { code: 'X' } }, { context }),
    ]
    for (const person of [stranger, siteAdmin, ana, student, proctor, null])
      for (const write of writes)
        await expect(write((await as(person)) as never)).rejects.toMatchObject(refusal)
    // A facility admin cannot change or close an organization.
    const held = (await call(api.get, { id: org }, { context: await as(frank) })).facility
    for (const write of [
      async () =>
        call(
          api.updateOrganization,
          { id: org, version: held.version, npi: null },
          { context: await as(frank) },
        ),
      async () =>
        call(
          api.archive,
          { id: org, version: held.version, reason: 'Because' },
          { context: await as(frank) },
        ),
      async () =>
        call(
          api.closeUnit,
          { id: west.id, version: west.version, reason: 'Because' },
          { context: await as(frank) },
        ),
      async () =>
        call(api.updateHierarchy, { facility_id: org, updates: { npi: null } }, { context: await as(frank) }),
      async () =>
        call(
          api.move,
          { id: west.id, version: west.version, parent_id: otherSite, reason: 'Because' },
          { context: await as(frank) },
        ),
      async () =>
        call(
          api.move,
          { id: west.id, version: west.version, parent_id: site, reason: 'Because' },
          { context: await as(siteAdmin) },
        ),
    ])
      await expect(write()).rejects.toMatchObject(refusal)
    expect((await call(api.get, { id: unit.id }, { context: await as(sam) })).facility).toEqual(unit)
  })
})

describe('reading', () => {
  it('a facility admin finds their scope, a school reads, students do not', async () => {
    const seen = await call(api.get, { id: site }, { context: await as(frank) })
    expect(seen).toMatchObject({ may_manage: true, path: [{ id: org, within_scope: true }] })
    expect(seen.administrators).toEqual([])
    expect(
      (await call(api.get, { id: org }, { context: await as(frank) })).administrators.map(
        ({ full_name }) => full_name,
      ),
    ).toEqual(['Frank', 'Wes'])
    expect(await call(api.get, { id: beside }, { context: await as(siteAdmin) })).toMatchObject({
      path: [{ id: org, within_scope: false }],
    })
    const read = await call(api.get, { id: site }, { context: await as(ana) })
    expect(read).toMatchObject({ may_manage: false, events: [], administrators: [] })
    for (const [person, id] of [
      [stranger, site],
      [siteAdmin, site],
      [siteAdmin, org],
      [student, site],
      [proctor, site],
      [null, site],
    ] as const)
      await expect(call(api.get, { id }, { context: await as(person) })).rejects.toMatchObject(refusal)
  })

  it("the tree loads level by level, within the caller's scope", async () => {
    const unit = await newUnit(frank, { shift_patterns: [day] })
    const level = async (person: Person, input: object = {}) =>
      call(api.level, input, { context: await as(person) })
    const ids = async (person: Person, input?: object) =>
      (await level(person, input)).nodes.map(({ id }) => id)
    expect(await ids(sam)).toEqual(expect.arrayContaining([org, otherOrg]))
    expect(
      (await level(sam)).nodes.every(({ kind, parent_id }) => kind === 'organization' && !parent_id),
    ).toBe(true)
    const { nodes, total } = await level(sam, { below_id: org })
    expect(total).toBe(nodes.length)
    expect(nodes.map(({ name }) => name)).toEqual(nodes.map(({ name }) => name).toSorted())
    const below = await level(sam, { below_id: site })
    expect(nodes.find(({ id }) => id === site)).toEqual({
      id: site,
      parent_id: org,
      kind: 'site',
      name: 'Main',
      status: 'active',
      town: '',
      child_count: below.total,
    })
    expect(below.nodes.map(({ id }) => id)).toContain(unit.id)
    expect(await ids(frank)).toEqual([org])
    expect(await ids(siteAdmin)).toEqual([beside])
    expect(await ids(sam, { root_id: site })).toEqual([site])
    for (const input of [
      { below_id: site },
      { root_id: site },
      { below_id: otherOrg },
      { root_id: org, below_id: org },
    ])
      expect(await level(siteAdmin, input)).toEqual({ nodes: [], total: 0 })
    expect(await ids(sam, { page: 1 })).toEqual([])
    for (const person of [ana, student, null])
      await expect(call(api.level, {}, { context: await as(person) })).rejects.toMatchObject(refusal)
  })

  it("a level and its parent's count leave out closed and archived facilities, unless they are requested", async () => {
    const gone = await newUnit(frank, { shift_patterns: [day] })
    await call(
      api.closeUnit,
      { id: gone.id, version: gone.version, reason: 'Torn down' },
      { context: await as(sam) },
    )
    const seen = async (archived: boolean) => {
      const context = await as(sam)
      const { nodes } = await call(api.level, { below_id: org, archived }, { context })
      const { nodes: units, total } = await call(api.level, { below_id: site, archived }, { context })
      expect(nodes.find(({ id }) => id === site)!.child_count).toBe(total)
      return units.some(({ id }) => id === gone.id)
    }
    expect([await seen(false), await seen(true)]).toEqual([false, true])
  })

  it("a search of the tree returns matches with their ancestors, within the caller's scope", async () => {
    const unit = await newUnit(frank, { name: 'Orthopedic 100%', shift_patterns: [day] })
    const search = async (person: Person, text: string, more: object = {}) => {
      const { nodes, found, shown } = await call(
        api.searchTree,
        { text, ...more },
        { context: await as(person) },
      )
      expect(shown).toBe(found)
      return nodes.map(({ id }) => id).toSorted()
    }
    const way = [org, site, unit.id].toSorted()
    for (const person of [sam, frank]) expect(await search(person, 'rthopedic')).toEqual(way)
    expect(await search(sam, '100%')).toEqual(way)
    // One or two letters must start a word; these start no made-up name, which consists of hex digits.
    expect(await search(frank, 'or')).toEqual(way)
    expect(await search(frank, 'rt')).not.toContain(unit.id)
    expect(await search(frank, 'orthopedic', { root_id: site })).toEqual([site, unit.id].toSorted())
    expect(await search(frank, 'orthopedic', { root_id: beside })).toEqual([])
    for (const person of [stranger, siteAdmin]) expect(await search(person, 'orthopedic')).toEqual([])
    expect(await search(siteAdmin, 'orthopedic', { root_id: site })).toEqual([])
    await expect(search(ana, 'orthopedic')).rejects.toMatchObject(refusal)
    await expect(search(sam, ' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('the path to a facility has the position of each step', async () => {
    const unit = await newUnit(frank, { shift_patterns: [day] })
    const wayTo = async (person: Person, id: string, more: object = {}) =>
      call(api.wayTo, { id, ...more }, { context: await as(person) })
    const position = async (below: string | undefined, id: string) =>
      (await call(api.level, { below_id: below }, { context: await as(sam) })).nodes.findIndex(
        (node) => node.id === id,
      )
    const way = [
      { id: org, position: await position(undefined, org) },
      { id: site, position: await position(org, site) },
      { id: unit.id, position: await position(site, unit.id) },
    ]
    expect(await wayTo(sam, unit.id)).toEqual(way)
    expect(await wayTo(frank, unit.id)).toEqual([{ id: org, position: 0 }, ...way.slice(1)])
    expect(await wayTo(frank, unit.id, { root_id: site })).toEqual([{ id: site, position: 0 }, way[2]])
    expect(await wayTo(siteAdmin, unit.id)).toEqual([])
    expect(await wayTo(frank, unit.id, { root_id: beside })).toEqual([])
    expect(await wayTo(sam, randomUUID())).toEqual([])
    await expect(wayTo(student, unit.id)).rejects.toMatchObject(refusal)
  })

  it('the superadmin exports the whole hierarchy in pieces', async () => {
    const unit = await newUnit(frank, { name: '=Casts', shift_patterns: [day] })
    const take = async (person: Person | null) =>
      (await call(api.exportTree, {}, { context: await as(person) })).body
    const csv = Buffer.from(
      await new Response((await take(sam)) as ReadableStream<Uint8Array>).arrayBuffer(),
    ).toString()
    const lines = csv.trimEnd().split('\r\n')
    expect(lines[0]).toBe('\uFEFFKind,Name,Below,Status,City,State,Time zone,Id')
    expect(lines.filter((line) => line.includes(unit.id))).toEqual([
      `Unit,'=Casts,Harborview Health › Main,active,,,America/New_York,${unit.id}`,
    ])
    const at = (id: string) => lines.findIndex((line) => line.endsWith(id))
    expect(at(org)).toBeLessThan(at(site))
    expect(at(site)).toBeLessThan(at(unit.id))
    for (const person of [frank, ana, null]) await expect(take(person)).rejects.toMatchObject(refusal)
  })

  it('the superadmin finds, counts, sorts and exports organizations', async () => {
    const find = async (input: object) => call(api.search, input, { context: await as(sam) })
    const { rows, total } = await find({ search: 'harborview' })
    expect({ total, row: rows[0] }).toMatchObject({
      total: 1,
      row: { id: org, site_count: expect.any(Number) },
    })
    expect(rows[0]!.site_count).toBeGreaterThanOrEqual(2)
    expect((await find({ status: 'archived' })).total).toBe(0)
    expect((await find({ organization_type: 'clinic' })).total).toBe(0)
    const names = (await find({ sort: 'name', dir: 'desc' })).rows.map(({ name }) => name)
    expect(names).toEqual(names.toSorted().toReversed())
    await call(
      api.createOrganization,
      { id: randomUUID(), name: '=cmd()', parent_id: null },
      { context: await as(sam) },
    )
    const { csv, rows: lines } = await call(api.exportCsv, { search: '=cmd' }, { context: await as(sam) })
    expect(lines).toBe(1)
    expect(csv).toContain("'=cmd(),Hospital system,")
    // More than ten thousand: each of them is in the file.
    await fixture.rows(
      `with node as (insert into public.facilities (kind, name) select 'organization', 'Many ' || n from generate_series(1, 10050) n returning id)
       insert into public.organizations (id, slug) select id, 'many-' || left(id::text, 13) from node`,
    )
    const all = await call(api.exportCsv, { search: 'Many' }, { context: await as(sam) })
    expect(all.rows).toBe(10_050)
    expect(all.csv.trim().split('\r\n')).toHaveLength(10_051)
    for (const person of [frank, ana, null]) {
      await expect(call(api.search, {}, { context: await as(person) })).rejects.toMatchObject(refusal)
      await expect(call(api.exportCsv, {}, { context: await as(person) })).rejects.toMatchObject(refusal)
      await expect(call(api.operations, undefined, { context: await as(person) })).rejects.toMatchObject(
        refusal,
      )
      await expect(
        call(api.findBySlug, { slug: 'twice' }, { context: await as(person) }),
      ).rejects.toMatchObject(refusal)
    }
    expect((await call(api.findBySlug, { slug: 'twice' }, { context: await as(sam) })).facility.name).toBe(
      'Twice',
    )
  })
})

describe('pausing a unit', () => {
  async function withShifts() {
    const home = await newSite()
    const unit = await newUnit(frank, {}, home.id)
    const other = await newUnit(frank, {}, home.id)
    return { home, unit, other }
  }
  async function pause(
    unit: Facility,
    decisions: ShiftDecision[],
    by: Person | null = frank,
    idempotency_key = randomUUID(),
  ) {
    const input = {
      id: unit.id,
      version: unit.version,
      reason: 'Floor is renovated',
      decisions,
      idempotency_key,
    }
    return call(api.pauseUnit, input, { context: await as(by) })
  }
  const keep = (shift_id: string): ShiftDecision => ({ shift_id, action: 'keep', unit_id: null })

  it('decides on every upcoming shift, records each, and notifies the schools once', async () => {
    const { unit, other } = await withShifts()
    const kept = await shiftAt(unit.id)
    const gone = await shiftAt(unit.id, { day: 8, status: 'approved' })
    const elsewhere = await shiftAt(unit.id, { day: 9, status: 'approved' })
    const draft = await shiftAt(unit.id, { status: 'draft' })
    const past = await shiftAt(unit.id, { day: -3, status: 'completed' })
    const cancelled = await shiftAt(unit.id, { status: 'cancelled' })
    const { shifts, units } = await call(api.affectedShifts, { id: unit.id }, { context: await as(frank) })
    expect(shifts.map(({ id }) => id)).toEqual([kept, gone, elsewhere])
    expect(shifts[0]).toMatchObject({ school_name: 'Lakeshore', start_time: '07:00', capacity: 8 })
    expect(units.map(({ id }) => id)).toEqual([other.id])
    await expect(pause(unit, [keep(kept)])).rejects.toMatchObject({
      code: 'UNDECIDED',
      data: { shift_ids: [gone, elsewhere] },
    })

    const decisions: ShiftDecision[] = [
      keep(kept),
      { shift_id: gone, action: 'cancel', unit_id: null },
      { shift_id: elsewhere, action: 'move', unit_id: other.id },
    ]
    const key = randomUUID()
    const done = await pause(unit, decisions, frank, key)
    expect(done).toMatchObject({ kept: 1, cancelled: 1, moved: 1, facility: { status: 'paused' } })
    expect(await pause(unit, decisions, frank, key)).toEqual(done)
    expect(await statusOf(gone)).toEqual({ status: 'cancelled', facility_id: unit.id })
    expect(await statusOf(elsewhere)).toEqual({ status: 'approved', facility_id: other.id })
    for (const id of [kept, draft, past, cancelled])
      expect((await statusOf(id))!['facility_id']).toBe(unit.id)
    const { events } = await call(api.get, { id: unit.id }, { context: await as(frank) })
    expect(events[0]).toMatchObject({
      from_status: 'active',
      to_status: 'paused',
      actor_name: 'Frank',
      reason: 'Floor is renovated',
    })
    const trail = await fixture.rows(
      `select entity_id, reason from public.audit_events where entity = 'shifts' and entity_id = any($1)`,
      [[gone, elsewhere]],
    )
    expect(trail.toSorted((a, b) => String(a['entity_id']).localeCompare(String(b['entity_id'])))).toEqual(
      [gone, elsewhere].toSorted().map((entity_id) => ({ entity_id, reason: 'Floor is renovated' })),
    )
    expect(await receivedBy(fixture, ana, 'unit_paused')).toMatchObject([
      {
        message:
          'Of your shifts there, 1 kept, 1 canceled, 1 moved to another unit. Reason: Floor is renovated',
        data: { action_url: `/admin/units/${unit.id}/detail` },
      },
    ])

    const resumed = await call(
      api.resumeUnit,
      { id: unit.id, version: done.facility.version },
      { context: await as(frank) },
    )
    expect(resumed.status).toBe('active')
    await expect(
      call(api.resumeUnit, { id: unit.id, version: resumed.version }, { context: await as(frank) }),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('lists the seats that were agreed on, where they are fewer than asked for', async () => {
    const unit = await newUnit()
    const shift = await shiftAt(unit.id, { capacity: 8 })
    await fixture.rows('update public.shifts set approved_capacity = 5 where id = $1', [shift])
    const { shifts } = await call(api.affectedShifts, { id: unit.id }, { context: await as(frank) })
    expect(shifts).toMatchObject([{ id: shift, capacity: 5 }])
  })

  it('moves nothing to a unit where it does not fit, and then changes nothing at all', async () => {
    const { unit, other } = await withShifts()
    const mine = await shiftAt(unit.id, { capacity: 4 })
    const theirs = await shiftAt(other.id, { of: otherSchool, capacity: 2 })
    const move = (unit_id: string | null): ShiftDecision[] => [{ shift_id: mine, action: 'move', unit_id }]
    await expect(pause(unit, move(other.id))).rejects.toMatchObject({
      message: expect.stringContaining('Another school has'),
    })
    const shared = await call(
      api.updateUnit,
      { id: other.id, version: other.version, exclusive_school: false, max_students_per_shift: 5 },
      { context: await as(frank) },
    )
    await expect(pause(unit, move(other.id))).rejects.toMatchObject({
      message: expect.stringContaining('no room for 4 students'),
    })
    await call(
      api.updateUnit,
      {
        id: other.id,
        version: shared.version,
        max_students_per_shift: 6,
        blackout: [{ from: '2020-01-01', to: '2099-01-01', reason: 'Move' }],
      },
      { context: await as(frank) },
    )
    await expect(pause(unit, move(other.id))).rejects.toMatchObject({
      message: expect.stringContaining('takes no students'),
    })
    for (const wrong of [null, unit.id, site, (await newUnit()).id])
      await expect(pause(unit, move(wrong))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    expect((await call(api.get, { id: unit.id }, { context: await as(frank) })).facility).toEqual(unit)
    expect(await statusOf(mine)).toEqual({ status: 'full', facility_id: unit.id })
    expect(await statusOf(theirs)).toEqual({ status: 'full', facility_id: other.id })
  })

  it('does not decide on shifts outside the scope', async () => {
    const { unit, other } = await withShifts()
    const foreign = await shiftAt(other.id)
    await pause(unit, [{ shift_id: foreign, action: 'cancel', unit_id: null }])
    expect((await statusOf(foreign))!['status']).toBe('full')
  })

  it('notifies each person once, however many of their shifts are canceled', async () => {
    const unit = await newUnit(frank, { shift_patterns: [day] })
    const shifts: string[] = []
    for (const ahead of [11, 12, 13]) shifts.push(await shiftAt(unit.id, { day: ahead, status: 'approved' }))
    await fixture.admin.query('update public.shifts set proctor_id = $1 where id = any ($2)', [
      proctor.id,
      shifts,
    ])
    await fixture.admin.query(
      `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
       select x.id, x.school_id, $1, 'requested', tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at)
       from public.shifts x where x.id = any ($2)`,
      [student.id, shifts],
    )
    await fixture.admin.query('delete from public.notifications')
    await pause(
      unit,
      shifts.map((shift_id) => ({ shift_id, action: 'cancel', unit_id: null })),
    )
    const received = [...(await receivedBy(fixture, proctor)), ...(await receivedBy(fixture, student))]
    expect(received).toHaveLength(2)
    for (const { title, message } of received) {
      expect(title).toBe(`Your shifts in ${unit.name} have changed`)
      expect(message.split('\n')).toHaveLength(3)
    }
    expect(await fixture.rows(`select 1 from priv.mails where user_id = $1`, [student.id])).toHaveLength(1)
  })

  it('decides again on kept shifts while the unit is paused', async () => {
    const unit = await newUnit(frank, { shift_patterns: [day] })
    const [one, two] = [await shiftAt(unit.id, { day: 14 }), await shiftAt(unit.id, { day: 15 })]
    const { facility: paused } = await pause(unit, [keep(one), keep(two)])
    const stale = [keep(one), { shift_id: two, action: 'cancel', unit_id: null } as const]
    await expect(pause(unit, stale)).rejects.toMatchObject({ code: 'CONFLICT' })
    const since = async () =>
      (await call(api.operations, undefined, { context: await as(sam) })).paused.find(
        ({ id }) => id === unit.id,
      )
    const before = await since()
    expect(before).toMatchObject({ reason: 'Floor is renovated' })
    const again = await pause(paused, stale)
    expect(again).toMatchObject({ kept: 1, cancelled: 1, facility: { status: 'paused' } })
    // Neither that nor a move is another pause.
    await call(
      api.move,
      { id: unit.id, version: again.facility.version, parent_id: beside, reason: 'Rebuilt' },
      { context: await as(frank) },
    )
    expect(await since()).toMatchObject({ since: before!.since, reason: before!.reason })
    const { events } = await call(api.get, { id: unit.id }, { context: await as(frank) })
    expect(events.map(({ from_status, to_status, reason }) => [from_status, to_status, reason])).toEqual([
      ['paused', 'paused', movedWords('Main', 'West', 'Rebuilt')],
      ['paused', 'paused', 'Floor is renovated'],
      ['active', 'paused', 'Floor is renovated'],
      [null, 'active', null],
    ])
    expect(await statusOf(one)).toMatchObject({ status: 'full' })
  })

  it('closing needs the superadmin and a decision on each upcoming shift; none is kept, and drafts are left to their school', async () => {
    const { unit, other } = await withShifts()
    const draft = await shiftAt(unit.id, { status: 'draft' })
    const gone = await shiftAt(unit.id, { status: 'approved' })
    const moved = await shiftAt(unit.id, { day: 9, status: 'approved' })
    const close = async (decisions: ShiftDecision[] = []) =>
      call(
        api.closeUnit,
        { id: unit.id, version: unit.version, reason: 'Ward is gone', decisions },
        { context: await as(sam) },
      )
    await expect(close()).rejects.toMatchObject({ code: 'UNDECIDED', data: { shift_ids: [gone, moved] } })
    const away: ShiftDecision = { shift_id: moved, action: 'move', unit_id: other.id }
    await expect(close([keep(gone), away])).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const closed = await close([{ shift_id: gone, action: 'cancel', unit_id: null }, away])
    expect(
      await fixture.rows(
        'select id, status, facility_id from public.shifts where id = any($1) order by date, status',
        [[draft, gone, moved]],
      ),
    ).toEqual(
      expect.arrayContaining([
        { id: draft, status: 'draft', facility_id: unit.id },
        { id: gone, status: 'cancelled', facility_id: unit.id },
        { id: moved, status: 'approved', facility_id: other.id },
      ]),
    )
    const notified = (await receivedBy(fixture, ana)).filter(
      ({ title }) => title === `${unit.name} is closed`,
    )
    expect(notified).toHaveLength(1)
    expect(notified[0]!.message).toContain(
      '1 canceled, 1 moved to another unit. Drafts that need another unit: 1.',
    )
    expect(closed.status).toBe('closed')
    for (const again of [
      async () =>
        call(api.updateUnit, { id: unit.id, version: closed.version, code: 'X' }, { context: await as(sam) }),
      async () => call(api.resumeUnit, { id: unit.id, version: closed.version }, { context: await as(sam) }),
      async () => pause(closed, [], sam),
    ])
      await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('archiving and moving', () => {
  it('archives everything below too, and restores it with its earlier status', async () => {
    const home = await newSite()
    const unit = await newUnit(frank, {}, home.id)
    const paused = await newUnit(frank, {}, home.id)
    const closed = await newUnit(frank, {}, home.id)
    await call(
      api.pauseUnit,
      {
        id: paused.id,
        version: paused.version,
        reason: 'Census',
        decisions: [],
        idempotency_key: randomUUID(),
      },
      { context: await as(frank) },
    )
    await call(
      api.closeUnit,
      { id: closed.id, version: closed.version, reason: 'Gone' },
      { context: await as(sam) },
    )
    const shift = await shiftAt(unit.id)
    const archive = async (decisions: ShiftDecision[] = [], by = frank) =>
      call(
        api.archive,
        { id: home.id, version: home.version, reason: 'Sold', decisions },
        { context: await as(by) },
      )
    await expect(archive()).rejects.toMatchObject({ code: 'UNDECIDED', data: { shift_ids: [shift] } })
    const { shifts, units } = await call(api.affectedShifts, { id: home.id }, { context: await as(frank) })
    expect(shifts).toMatchObject([{ id: shift, unit_id: unit.id, unit_name: unit.name }])
    expect(units.map(({ id }) => id)).not.toContain(paused.id)
    await expect(archive([{ shift_id: shift, action: 'move', unit_id: paused.id }])).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    const archived = await archive([{ shift_id: shift, action: 'cancel', unit_id: null }])
    const statuses = async () =>
      Object.fromEntries(
        (
          await fixture.rows('select id, status from public.facilities where id = any($1)', [
            [home.id, unit.id, paused.id, closed.id],
          ])
        ).map(({ id, status }) => [id, status]),
      )
    expect(await statuses()).toEqual({
      [home.id]: 'archived',
      [unit.id]: 'archived',
      [paused.id]: 'archived',
      [closed.id]: 'closed',
    })
    await expect(newUnit(frank, {}, home.id)).rejects.toMatchObject({ code: 'CONFLICT' })
    const held = (await call(api.get, { id: unit.id }, { context: await as(frank) })).facility
    await expect(
      call(api.restore, { id: unit.id, version: held.version }, { context: await as(frank) }),
    ).rejects.toMatchObject({ message: expect.stringContaining('Its parent is archived') })
    await call(api.restore, { id: home.id, version: archived.version }, { context: await as(frank) })
    expect(await statuses()).toEqual({
      [home.id]: 'active',
      [unit.id]: 'active',
      [paused.id]: 'paused',
      [closed.id]: 'closed',
    })
  })

  it('is refused while someone administers it', async () => {
    const made = await newSite()
    await fixture.person({ role: 'facility_admin', facility: made.id, fullName: 'Nora' })
    await expect(
      call(api.archive, { id: made.id, version: made.version, reason: 'Sold' }, { context: await as(sam) }),
    ).rejects.toMatchObject({
      message: 'It has administrators: Nora. Give them another facility first.',
    })
  })

  it('keeps its time zone while capstone days are planned below it', async () => {
    const home = await newSite()
    const unit = await newUnit(frank, {}, home.id)
    const faraway = await newSite(frank, { time_zone: 'America/Denver' })
    // Inserted directly, without the people of a real project.
    await fixture.rows('set session_replication_role = replica')
    await fixture.rows(
      `with p as (insert into public.capstone_projects (id, school_id, student_id, semester_id, course_code, title, specialty, start_date, end_date, status, facility_id, faculty_id, required_hours)
         values (gen_random_uuid(), $1, $2, gen_random_uuid(), 'NUR 499', 'Falls', 'icu', current_date, current_date + 30, 'active', $3, gen_random_uuid(), 120) returning id)
       insert into public.capstone_days (id, school_id, project_id, date, start_time, end_time, starts_at, ends_at, preceptor_id)
       select gen_random_uuid(), $1, p.id, current_date + 3, '07:00', '19:00', now() + interval '3 days', now() + interval '84 hours', gen_random_uuid() from p`,
      [school, student.id, unit.id],
    )
    await fixture.rows('set session_replication_role = origin')
    const planned = { message: expect.stringContaining('capstone days planned') }
    const move = { id: unit.id, version: unit.version, parent_id: faraway.id, reason: 'Rebuilt' }
    await expect(call(api.move, move, { context: await as(frank) })).rejects.toMatchObject(planned)
    const change = { id: home.id, version: home.version, time_zone: 'America/Denver' }
    await expect(call(api.updateSite, change, { context: await as(frank) })).rejects.toMatchObject(planned)
    await fixture.rows(`update public.capstone_days set status = 'removed'`)
    await call(api.updateSite, change, { context: await as(frank) })
  })

  it('moves within the rules, and records it in the history', async () => {
    const unit = await newUnit()
    const target = await newSite(frank, { city: 'Racine', state: 'WI' })
    const moved = await call(
      api.move,
      { id: unit.id, version: unit.version, parent_id: target.id, reason: 'Rebuilt' },
      { context: await as(frank) },
    )
    expect(moved).toMatchObject({ parent_id: target.id, city: 'Racine' })
    const { events } = await call(api.get, { id: unit.id }, { context: await as(frank) })
    expect(events[0]!.reason).toBe(`Moved from Main to ${target.name}: Rebuilt`)
    await expect(
      call(
        api.move,
        { id: unit.id, version: moved.version, parent_id: org, reason: 'Rebuilt' },
        { context: await as(frank) },
      ),
    ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    const faraway = await newSite(frank, { time_zone: 'America/Denver' })
    await shiftAt(unit.id)
    await expect(
      call(
        api.move,
        { id: unit.id, version: moved.version, parent_id: faraway.id, reason: 'Rebuilt' },
        { context: await as(frank) },
      ),
    ).rejects.toMatchObject({ message: expect.stringContaining('another time zone') })
    // Nor does its own site change the hours under it.
    const change = async (fields: { time_zone?: string; city?: string }) =>
      call(
        api.updateSite,
        { id: target.id, version: target.version, ...fields },
        { context: await as(frank) },
      )
    await expect(change({ time_zone: 'America/Denver' })).rejects.toMatchObject({
      message: expect.stringContaining('has upcoming shifts, so its time zone can’t be changed'),
    })
    await change({ time_zone: target.time_zone, city: 'Kenosha' })
    const top = (await call(api.get, { id: otherOrg }, { context: await as(sam) })).facility
    const below = await call(
      api.move,
      { id: otherOrg, version: top.version, parent_id: org, reason: 'Merger' },
      { context: await as(sam) },
    )
    const root = (await call(api.get, { id: org }, { context: await as(sam) })).facility
    await expect(
      call(
        api.move,
        { id: org, version: root.version, parent_id: otherOrg, reason: 'Circle' },
        { context: await as(sam) },
      ),
    ).rejects.toMatchObject({ code: 'CONFLICT', message: 'An organization cannot be moved below itself.' })
    await call(
      api.move,
      { id: otherOrg, version: below.version, parent_id: null, reason: 'Demerger' },
      { context: await as(sam) },
    )
  })
})

describe('the functions of the specification', () => {
  it('get-facility-hierarchy nests everything below an organization', async () => {
    for (const person of [sam, frank, ana]) {
      const { organization } = await call(
        api.getHierarchy,
        { organization_id: org },
        { context: await as(person) },
      )
      expect(organization.children.map(({ name }) => name)).toEqual(expect.arrayContaining(['Main', 'West']))
    }
    for (const [person, organization_id] of [
      [stranger, org],
      [sam, site],
      [sam, randomUUID()],
      [student, org],
      [null, org],
    ] as const)
      await expect(
        call(api.getHierarchy, { organization_id }, { context: await as(person) }),
      ).rejects.toMatchObject(refusal)
  })

  it('validate-facility-hierarchy finds the problems', async () => {
    const made = await call(
      api.createOrganization,
      { id: randomUUID(), name: 'Broken', parent_id: null },
      { context: await as(sam) },
    )
    const home = await newSite(sam, {}, made.id)
    const unit = await newUnit(sam, { shift_patterns: [day] }, home.id)
    const check = async () =>
      call(api.validateHierarchy, { organization_id: made.id }, { context: await as(sam) })
    expect(await check()).toEqual({ ok: true, errors: [], warnings: [] })
    await fixture.admin.query(`update public.facilities set time_zone = 'America/Denver' where id = $1`, [
      unit.id,
    ])
    await fixture.admin.query(
      `update public.units set capacity_windows = '[{"from": "2020-01-01", "to": "2020-02-01", "max": 2}]' where id = $1`,
      [unit.id],
    )
    const found = await check()
    expect(found.ok).toBe(false)
    expect(found.errors.map(({ code, node_id }) => [code, node_id])).toEqual([
      ['time_zone_differs', unit.id],
      ['capacity_above_windows', unit.id],
    ])
    expect(found.warnings).toMatchObject([{ code: 'no_capacity_ahead' }])
    const all = await call(api.operations, undefined, { context: await as(sam) })
    expect(all.problems.map(({ node_id }) => node_id)).toContain(unit.id)
    expect(all.without_capacity.map(({ node_id }) => node_id)).toContain(unit.id)
    // Validating only the suspects finds the same as validating all facilities.
    await fixture.admin.query(
      `update public.sites set slug = 'twice' where id in (select id from public.facilities where kind = 'site' order by id limit 2)`,
    )
    const { nodes, admins } = await fixture.act(sam, (tx) => loadForValidation(tx, null))
    const whole = validateHierarchy(nodes, admins, todayIn('America/New_York'))
    const narrowed = await call(api.operations, undefined, { context: await as(sam) })
    const problems = [...whole.errors, ...whole.warnings.filter(({ code }) => code === 'below_archived')]
    const empty = whole.warnings.filter(({ code }) => code !== 'below_archived')
    expect(narrowed.problem_count).toBe(problems.length)
    expect(narrowed.problems.map(({ code, node_id, message }) => ({ code, node_id, message }))).toEqual(
      problems.slice(0, 25),
    )
    expect(narrowed.problems.some(({ code }) => code === 'slug_taken')).toBe(true)
    expect(narrowed.without_capacity_count).toBe(empty.length)
    expect(
      narrowed.without_capacity.map(({ code, node_id, message }) => ({ code, node_id, message })),
    ).toEqual(empty.slice(0, 25))
    expect(all.counts.units).toBeGreaterThan(5)
    expect(all.events.length).toBeGreaterThan(5)
  })

  it('update-facility-hierarchy changes the named fields, and refuses others', async () => {
    const unit = await newUnit()
    const send = async (updates: Record<string, unknown>, by: Person = frank) =>
      (await call(api.updateHierarchy, { facility_id: unit.id, updates }, { context: await as(by) })).facility
    expect(await send({ code: '7W', population: 'all' })).toMatchObject({ code: '7W', population: 'all' })
    expect(await send({ name: 'Seven West', parent_id: beside })).toMatchObject({
      name: 'Seven West',
      parent_id: beside,
    })
    await expect(send({ code: 'X', version: unit.version })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(send({ status: 'closed' })).rejects.toMatchObject({
      data: { fieldErrors: { 'updates.status': 'We can’t find that field.' } },
    })
    await expect(send({ population: 'cats' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      data: { fieldErrors: { 'updates.population': expect.any(String) } },
    })
    await expect(send({ parent_id: otherSite })).rejects.toMatchObject(refusal)
  })
})

it('the history names the person behind an impersonation', async () => {
  const unit = await newUnit()
  const tokenHash = await fixture.signIn(sam.id)
  await fixture.admin.query(
    `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'help', impersonation_expires_at = now() + interval '10 minutes',
       impersonation_may_write = true where token_hash = $1`,
    [tokenHash, frank.id],
  )
  const standingIn = await as({ ...sam, tokenHash })
  await call(
    api.pauseUnit,
    {
      id: unit.id,
      version: unit.version,
      reason: 'Renovation',
      decisions: [],
      idempotency_key: randomUUID(),
    },
    { context: standingIn },
  )
  const { events } = await call(api.get, { id: unit.id }, { context: await as(sam) })
  expect(events.slice(0, 2)).toMatchObject([
    { to_status: 'paused', actor_name: 'Sam', acting_as_name: 'Frank' },
    { from_status: null, actor_name: 'Frank', acting_as_name: null },
  ])
})

it.each([79, 80, 81])('makes a slug of a name whose %i letters are followed by a blank', async (at) => {
  expect(await newSite(frank, { name: `${'a'.repeat(at)} Hospital` })).toMatchObject({
    slug: expect.stringMatching(/^a+-[0-9a-f]{8}$/),
  })
})
