import { setTimeout } from 'node:timers/promises'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import type { Decision } from '#features/departures/contract.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { recordExport } from '#platform/server/record-export.ts'
import { holdingCommands } from '#app/holding-commands.ts'
import { countHoldings, countUnfit, departureCommands } from '#features/departures/server/public.ts'
import { userHandlers } from './handlers.ts'
import { setPersonStatus } from './commands/set-person-status.ts'

let fixture: Fixture
let api: ReturnType<typeof userHandlers>
let school: string
let otherSchool: string
let hospital: string
let unit: string
let superadmin: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = userHandlers({ ...fixture, ...departureCommands(holdingCommands), countHoldings, countUnfit })
  school = await fixture.school('Birch College')
  otherSchool = await fixture.school('Aspen College')
  hospital = await fixture.facility({ name: 'Harbor Hospital' })
  unit = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor West' })
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
})
afterAll(() => fixture.close())

const reason = 'Asked for by the school'
type RoleChange = {
  role?: Person['role']
  school?: string | null
  facility?: string | null
  version?: number
  decisions?: Decision[]
}

async function versionOf(id: string): Promise<number> {
  const [row] = await fixture.rows<{ version: number }>('select version from public.users where id = $1', [
    id,
  ])
  return row!.version
}
async function changeRole(by: Person | null, whom: Person, change: RoleChange) {
  const version = change.version ?? (await versionOf(whom.id))
  return call(
    api.changeRole,
    {
      id: whom.id,
      version,
      role: change.role ?? whom.role,
      linked_school_id: change.school ?? null,
      linked_facility_id: change.facility ?? null,
      reason,
      decisions: change.decisions ?? [],
    },
    { context: await fixture.as(by) },
  )
}
const deactivate = async (by: Person | null, whom: Person, version?: number) =>
  call(
    api.deactivate,
    { id: whom.id, version: version ?? (await versionOf(whom.id)), reason },
    { context: await fixture.as(by) },
  )
const reactivate = async (by: Person | null, whom: Person) =>
  call(
    api.reactivate,
    { id: whom.id, version: await versionOf(whom.id), reason },
    { context: await fixture.as(by) },
  )
const rowOf = async (whom: Person) =>
  (
    await fixture.rows(
      'select role, status, linked_school_id, linked_facility_id from public.users where id = $1',
      [whom.id],
    )
  )[0]
const lastEvent = async (whom: Person) =>
  (
    await fixture.rows<{ id: number; actor_id: string; reason: string; changes: object }>(
      `select id, actor_id, reason, changes from public.audit_events where entity = 'users' and entity_id = $1 and action = 'update' order by id desc limit 1`,
      [whom.id],
    )
  )[0]!
const list = async (input: Record<string, unknown> = {}, by: Person | null = superadmin) =>
  call(api.list, input as never, { context: await fixture.as(by) })

it('finds people by part of a name or address, filters, sorts and pages', async () => {
  const tenant = await fixture.school('Quartz College')
  for (const [index, fullName] of ['Quinn Abel', 'Quinn Baker', 'Quinn Cole'].entries())
    await fixture.person({
      role: index === 2 ? 'proctor' : 'student',
      school: tenant,
      fullName,
      email: `q${index}@quartz.example`,
      isVerified: index !== 1,
    })
  const names = async (input: Record<string, unknown>) =>
    (await list(input)).people.map((person) => person.full_name)
  expect(await names({ q: 'quinn' })).toEqual(['Quinn Abel', 'Quinn Baker', 'Quinn Cole'])
  expect(await names({ q: '1@QUARTZ' })).toEqual(['Quinn Baker'])
  expect(await names({ q: 'quinn', sort: 'full_name', dir: 'desc', page: 2, page_size: 2 })).toEqual([
    'Quinn Abel',
  ])
  expect(await names({ school_id: tenant, role: 'proctor' })).toEqual(['Quinn Cole'])
  expect(await names({ school_id: tenant, verified: false })).toEqual(['Quinn Baker'])
  // One or two letters match only the beginning of a word: the index has no shorter parts.
  expect(await names({ q: 'ba', school_id: tenant })).toEqual(['Quinn Baker'])
  expect(await names({ q: 'q2', school_id: tenant })).toEqual(['Quinn Cole'])
  expect(await names({ q: 'nn', school_id: tenant })).toEqual([])
  // SQL wildcards are ordinary characters here.
  expect(await names({ q: '%' })).toEqual([])
  expect(await list({ q: 'quinn', page_size: 1 })).toMatchObject({
    total: 3,
    people: [{ school_name: 'Quartz College' }],
  })
  // In a brief search, matches at the beginning come first, and only as many as are shown are searched.
  await fixture.person({
    role: 'student',
    school: tenant,
    fullName: 'Abe Quinnox',
    email: 'q3@quartz.example',
  })
  const passing = { q: 'quinn', is_brief: true }
  expect(await names({ ...passing, page_size: 5 })).toEqual([
    'Quinn Abel',
    'Quinn Baker',
    'Quinn Cole',
    'Abe Quinnox',
  ])
  expect(await names({ ...passing, q: 'quinn b', page_size: 5 })).toEqual(['Quinn Baker'])
  expect(await names({ ...passing, q: 'ba', page_size: 5 })).toContain('Quinn Baker')
  expect(await names({ ...passing, q: '%', page_size: 5 })).toEqual([])
  expect(await list({ ...passing, page_size: 2 })).toMatchObject({ total: 2 })
})

it('finds the people of a facility and of all below it', async () => {
  const below = await fixture.person({ role: 'facility_admin', facility: unit, fullName: 'Ulla Unit' })
  const found = await list({ facility_id: hospital })
  expect(found.people.map(({ id }) => id)).toContain(below.id)
})

it('returns no secrets, and is only for superadmins', async () => {
  const { people } = await list()
  expect(Object.keys(people[0]!).filter((key) => /password|token|hash|verif/.test(key))).toEqual([
    'email_verified',
  ])
  for (const role of ['school_super_admin', 'school_admin', 'proctor', 'student'] as const) {
    const person = await fixture.person({ role, school })
    await expect(list({}, person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  await expect(list({}, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('changes role and links, records the reason, and takes effect on the next request', async () => {
  const person = await fixture.person({ role: 'student', school })
  await changeRole(superadmin, person, { role: 'facility_admin', facility: hospital })
  expect(await receivedBy(fixture, person, 'account_changed')).toMatchObject([
    {
      title: 'Your account was changed',
      message: expect.stringMatching(/^You are now a facility admin at .+\.$/),
    },
  ])
  expect(await rowOf(person)).toMatchObject({
    role: 'facility_admin',
    linked_school_id: null,
    linked_facility_id: hospital,
  })
  expect(await lastEvent(person)).toMatchObject({ actor_id: superadmin.id, reason })
  expect((await fixture.as(person)).viewer).toMatchObject({
    role: 'facility_admin',
    linkedFacilityId: hospital,
  })
})

it.each([
  ['school_admin', { facility: 'hospital' }, 'This role belongs to a school, not to a facility.'],
  ['student', {}, 'Choose the school this person belongs to.'],
  ['facility_admin', {}, 'Choose the facility of this facility admin.'],
  [
    'facility_admin',
    { school: 'school', facility: 'hospital' },
    'A facility admin belongs to a facility, not to a school.',
  ],
  ['superadmin', { school: 'school' }, 'A superadmin doesn’t belong to a school or facility.'],
] as const)('refuses %s with %j', async (role, links, message) => {
  const person = await fixture.person({ role: 'proctor', school })
  const change = {
    role,
    school: 'school' in links ? school : null,
    facility: 'facility' in links ? hospital : null,
  }
  await expect(changeRole(superadmin, person, change)).rejects.toMatchObject({ code: 'BAD_REQUEST', message })
  expect(await rowOf(person)).toMatchObject({ role: 'proctor' })
})

it("refuses schools and facilities that don't exist or are inactive", async () => {
  const person = await fixture.person({ role: 'proctor', school })
  const closed = await fixture.school('Closed College')
  await fixture.rows('update public.schools set is_active = false where id = $1', [closed])
  for (const id of [closed, crypto.randomUUID()])
    await expect(changeRole(superadmin, person, { school: id })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
})

it('does not change people who need approval', async () => {
  const waiting = await fixture.person({ role: 'student', school, status: 'pending' })
  await expect(changeRole(superadmin, waiting, { role: 'proctor', school })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  await expect(deactivate(superadmin, waiting)).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('allows one of two simultaneous changes of one person and refuses the other with the reason', async () => {
  const person = await fixture.person({ role: 'student', school })
  const version = await versionOf(person.id)
  const answers = await Promise.allSettled([
    changeRole(superadmin, person, { role: 'proctor', school, version }),
    changeRole(superadmin, person, { role: 'school_admin', school: otherSchool, version }),
  ])
  const [failed] = answers.filter((answer) => answer.status === 'rejected')
  expect(answers.filter((answer) => answer.status === 'fulfilled')).toHaveLength(1)
  expect(failed?.reason).toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^You changed this person in another tab or window: .*role/),
  })
})

it('reports to a stale tab that the person was changed, before any other refusal', async () => {
  const person = await fixture.person({ role: 'student', school })
  const version = await versionOf(person.id)
  await changeRole(superadmin, person, { role: 'school_admin', school: otherSchool, version })
  // By now they are the last administrator there.
  await expect(changeRole(superadmin, person, { role: 'proctor', school, version })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.stringMatching(/^You changed this person in another tab or window: .*role/),
  })
})

it('lets no one change themselves, even if another superadmin remains', async () => {
  await fixture.person({ role: 'superadmin' })
  const refusal = { code: 'CONFLICT', message: expect.stringMatching(/your own (role|account)/) }
  await expect(changeRole(superadmin, superadmin, { role: 'student', school })).rejects.toMatchObject(refusal)
  await expect(deactivate(superadmin, superadmin)).rejects.toMatchObject(refusal)
})

it('keeps one superadmin when two remove each other at once', async () => {
  const alone = await createFixture()
  try {
    const [one, two] = [
      await alone.person({ role: 'superadmin' }),
      await alone.person({ role: 'superadmin' }),
    ]
    const remove = (by: Person, whom: Person, before: () => Promise<unknown> = async () => {}) =>
      withActor(
        alone.pool,
        by.tokenHash,
        async (tx) => {
          await setPersonStatus(tx, { id: whom.id, version: 1, status: 'deactivated' })
          await before()
        },
        { reason },
      )
    // The second starts when the first has done its work but not committed.
    let second: Promise<void> | undefined
    await remove(one, two, async () => {
      second = remove(two, one)
      second.catch(() => {})
      await setTimeout(300)
    })
    await expect(second).rejects.toMatchObject({ code: 'person.not_theirs' })
    const left = await alone.rows(
      `select id from public.users where role = 'superadmin' and status = 'active'`,
    )
    expect(left).toEqual([{ id: one.id }])
  } finally {
    await alone.close()
  }
})

it('ends what belongs to the role: preceptor permissions, views and impersonations', async () => {
  const preceptor = await fixture.person({ role: 'facility_admin', facility: hospital })
  await fixture.rows(
    `insert into public.facility_admin_permissions (user_id, facility_id, permission_type) values ($1, $2, 'capstone_preceptor'), ($1, $3, 'capstone_preceptor')`,
    [preceptor.id, hospital, unit],
  )
  const enabled = () =>
    fixture.rows(
      `select facility_id from public.facility_admin_permissions where user_id = $1 and is_enabled`,
      [preceptor.id],
    )
  // What can't be kept there is decided on first; nothing is preselected.
  const end = (facility: string): Decision => ({
    kind: 'permission',
    id: `${facility} capstone_preceptor`,
    action: 'free',
    successor_id: null,
  })
  await expect(changeRole(superadmin, preceptor, { facility: unit })).rejects.toMatchObject({
    code: 'UNDECIDED',
    data: { holdings: [{ id: `${hospital} capstone_preceptor` }] },
  })
  await changeRole(superadmin, preceptor, { facility: unit, decisions: [end(hospital)] })
  expect(await enabled()).toEqual([{ facility_id: unit }])
  await changeRole(superadmin, preceptor, { role: 'proctor', school, decisions: [end(unit)] })
  expect(await enabled()).toEqual([])

  const former = await fixture.person({ role: 'superadmin' })
  const student = await fixture.person({ role: 'student', school })
  await fixture.rows(
    `update priv.sessions set view_role = 'student', selected_school_id = $2 where user_id = $1`,
    [former.id, school],
  )
  const acting = await fixture.signIn(former.id)
  await fixture.rows(
    `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'Because of the test', impersonation_expires_at = now() + interval '9 minutes' where token_hash = $1`,
    [acting, student.id],
  )
  await changeRole(superadmin, former, { role: 'proctor', school })
  expect(
    await fixture.rows('select view_role, selected_school_id from priv.sessions where user_id = $1', [
      former.id,
    ]),
  ).toEqual([{ view_role: null, selected_school_id: null }])
})

it("accepts any text as a reason, and refuses what the database can't store as bad input", async () => {
  const person = await fixture.person({ role: 'student', school })
  const because = async (words: string) =>
    call(
      api.deactivate,
      { id: person.id, version: await versionOf(person.id), reason: words },
      { context: await fixture.as(superadmin) },
    )
  await expect(because('a\u0000b c')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  const odd = `it's "so"; select \\'x\\' -- ; $1 \u202e 🙂`
  await because(odd)
  expect(await lastEvent(person)).toMatchObject({ reason: odd })
})

it('deactivates with a reason and signs the person out at once; reactivates', async () => {
  const person = await fixture.person({ role: 'student', school })
  await deactivate(superadmin, person)
  expect((await fixture.as(person)).viewer).toBeNull()
  expect(await fixture.rows('select 1 from priv.sessions where user_id = $1', [person.id])).toEqual([])
  expect(await lastEvent(person)).toMatchObject({ reason, changes: { status: ['active', 'deactivated'] } })
  await expect(deactivate(superadmin, person)).rejects.toMatchObject({ code: 'CONFLICT' })
  await reactivate(superadmin, person)
  expect(await rowOf(person)).toMatchObject({ status: 'active' })
  await expect(reactivate(superadmin, person)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    fixture.act(superadmin, async (tx) =>
      setPersonStatus(tx, { id: person.id, version: await versionOf(person.id), status: 'deactivated' }),
    ),
  ).rejects.toMatchObject({ code: 'PW400', message: 'person.no_reason' })
})

it('deactivates no one who still holds something, neither by command nor by undoing a reactivation', async () => {
  const person = await fixture.person({ role: 'proctor', school })
  await deactivate(superadmin, person)
  await reactivate(superadmin, person)
  const event = await lastEvent(person)
  await fixture.rows(
    `with made as (insert into public.cohorts (school_id, name, start_date, expected_graduation, status)
       values ($1, $2, current_date, current_date + 600, 'active') returning id)
     insert into public.cohort_advisors (cohort_id, school_id, user_id) select made.id, $1, $3 from made`,
    [school, `Fall ${person.id}`, person.id],
  )
  const refusal = { code: 'CONFLICT', message: expect.stringContaining('holds 1 shift, seat or task') }
  await expect(deactivate(superadmin, person)).rejects.toMatchObject(refusal)
  await expect(
    call(api.undo, { event_id: event.id, reason: 'A mistake' }, { context: await fixture.as(superadmin) }),
  ).rejects.toMatchObject(refusal)
  expect(await rowOf(person)).toMatchObject({ status: 'active' })
})

it('undoes a change within a day, if nothing changed since', async () => {
  const undo = async (event_id: number, by: Person | null = superadmin) =>
    call(api.undo, { event_id, reason: 'A mistake' }, { context: await fixture.as(by) })
  const person = await fixture.person({ role: 'student', school })
  await changeRole(superadmin, person, { role: 'proctor', school: otherSchool })
  const change = await lastEvent(person)
  await undo(change.id)
  expect(await rowOf(person)).toMatchObject({ role: 'student', linked_school_id: school })
  await expect(undo(change.id)).rejects.toMatchObject({ code: 'CONFLICT' })

  await deactivate(superadmin, person)
  await undo((await lastEvent(person)).id)
  expect(await rowOf(person)).toMatchObject({ status: 'active' })
  await undo((await lastEvent(person)).id)
  expect(await rowOf(person)).toMatchObject({ status: 'deactivated' })

  const other = await fixture.person({ role: 'student', school })
  await fixture.act(other, (tx) => tx.updateTable('users').set({ phone: '555-0100' }).execute())
  await expect(undo((await lastEvent(other)).id)).rejects.toMatchObject({
    message: 'This kind of change can’t be undone.',
  })
  await expect(undo(999_999_999)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const admin = await fixture.person({ role: 'school_super_admin', school })
  await expect(undo(change.id, admin)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(undo(change.id, null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('exports the filtered rows, safe for spreadsheets, and records the export', async () => {
  const tenant = await fixture.school('Export College')
  await fixture.person({
    role: 'student',
    school: tenant,
    fullName: '=HYPERLINK("http://x.example","y")',
    email: 'calc@export.example',
  })
  await fixture.person({
    role: 'student',
    school: tenant,
    fullName: 'Commas, Inc. "quoted"',
    email: 'comma@export.example',
  })
  const context = await fixture.as(superadmin)
  const file = await call(api.exportCsv, { q: '', school_id: tenant }, { context })
  const lines = file.csv.split('\r\n')
  expect(file).toMatchObject({
    rows: 2,
    total: 2,
    filename: expect.stringMatching(/^placewell-people-\d{4}-\d\d-\d\d\.csv$/),
  })
  expect(lines[0]).toBe('\uFEFFName,Email,Role,Status,Verified,School,Facility,Preceptor,Since')
  expect(lines.find((line) => line.includes('calc@'))).toMatch(/^"'=HYPERLINK/)
  expect(lines.find((line) => line.includes('comma@'))).toMatch(/^"Commas, Inc\. ""quoted""",/)
  const [event] = await fixture.rows(
    `select actor_id, changes from public.audit_events where action = 'export'`,
  )
  expect(event).toMatchObject({
    actor_id: superadmin.id,
    changes: { rows: 2, filter: { school_id: tenant } },
  })
})

it('is closed to everyone else, at the API and in PostgreSQL', async () => {
  const person = await fixture.person({ role: 'student', school })
  const version = await versionOf(person.id)
  const others = [
    // Administrators of their own school may deactivate them: features/departures.
    await fixture.person({ role: 'school_super_admin', school: otherSchool }),
    await fixture.person({ role: 'school_admin', school: otherSchool }),
    await fixture.person({ role: 'facility_admin', facility: hospital }),
    await fixture.person({ role: 'proctor', school }),
    await fixture.person({ role: 'student', school }),
    null,
  ]
  for (const by of others) {
    const code = by ? 'FORBIDDEN' : 'UNAUTHORIZED'
    await expect(changeRole(by, person, { role: 'proctor', school, version })).rejects.toMatchObject({ code })
    await expect(deactivate(by, person, version)).rejects.toMatchObject({ code })
    await expect(reactivate(by, person)).rejects.toMatchObject({ code })
    await expect(call(api.exportCsv, { q: '' }, { context: await fixture.as(by) })).rejects.toMatchObject({
      code,
    })
    const write = (role: string, status: string) =>
      sql`select app.write_person(${person.id}, ${role}, ${school}, null, ${status})`
    for (const attempt of [
      () => fixture.act(by, (tx) => write('proctor', 'active').execute(tx)),
      () => fixture.act(by, (tx) => write('student', 'deactivated').execute(tx)),
      () => fixture.act(by, (tx) => write('student', 'active').execute(tx)),
      () => fixture.act(by, (tx) => recordExport(tx, 'users', { rows: 1, filter: { q: '' } })),
      () =>
        fixture.act(by, (tx) =>
          tx.updateTable('users').set({ role: 'superadmin' }).where('id', '=', person.id).execute(),
        ),
    ])
      await expect(attempt()).rejects.toMatchObject({ code: '42501' })
  }
  expect(await rowOf(person)).toMatchObject({ role: 'student', status: 'active' })
})

it('is refused by PostgreSQL itself, too: pending people stay pending, and each school and facility keeps an administrator', async () => {
  const waiting = await fixture.person({ role: 'student', school, status: 'pending' })
  const alone = await fixture.person({ role: 'school_admin', school: await fixture.school('Alone College') })
  const write = (person: Person, role: string, status: string) =>
    withActor(
      fixture.pool,
      superadmin.tokenHash,
      (tx) =>
        sql`select app.write_person(u.id, ${role}, u.linked_school_id, null, ${status}) from public.users u where u.id = ${person.id}`.execute(
          tx,
        ),
      { reason },
    )
  for (const attempt of [
    () => write(waiting, 'student', 'active'),
    () => write(waiting, 'proctor', 'pending'),
    () => write(alone, 'school_admin', 'deactivated'),
    () => write(alone, 'school_admin', 'pending'),
  ])
    await expect(attempt()).rejects.toMatchObject({ code: '42501', message: 'person.not_theirs' })
})

it('changes nothing while acting as another, read-only or not', async () => {
  const person = await fixture.person({ role: 'student', school })
  const seen = await fixture.person({ role: 'school_super_admin', school })
  for (const mayWrite of [false, true]) {
    const by = await fixture.person({ role: 'superadmin' })
    await fixture.rows(
      `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'Because of the test',
       impersonation_expires_at = now() + interval '9 minutes', impersonation_may_write = $3 where user_id = $1`,
      [by.id, seen.id, mayWrite],
    )
    await expect(deactivate(by, person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      withActor(
        fixture.pool,
        by.tokenHash,
        (tx) => setPersonStatus(tx, { id: person.id, version: 1, status: 'deactivated' }),
        { reason },
      ),
    ).rejects.toMatchObject({ code: 'person.not_theirs' })
  }
})
