import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { withActor } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import { sessionDigest } from '#platform/server/session.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { roleViewHandlers } from './handlers.ts'
import { selectFacility } from './commands/select-facility.ts'
import { clearContext, setContext } from './commands/set-context.ts'
import type { ContextData } from './queries/get-context.ts'

let fixture: Fixture
let api: ReturnType<typeof roleViewHandlers>
let school: string
let otherSchool: string
let superadmin: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = roleViewHandlers({ ...fixture, config: { defaultSchoolId: undefined, defaultFacilityId: undefined } })
  school = await fixture.school('Birch College')
  otherSchool = await fixture.school('Aspen College')
  superadmin = await fixture.person({ role: 'superadmin' })
})
afterAll(() => fixture.close())

const set = async (person: Person | null, data: Partial<ContextData>) =>
  call(
    api.setContext,
    {
      context_data: {
        user_id: person?.id ?? crypto.randomUUID(),
        user_role: person?.role ?? 'student',
        selected_school_id: null,
        ...data,
      } as never,
    },
    { context: await fixture.as(person) },
  )
const refusals = async (person: Person) =>
  fixture.rows<{ changes: Record<string, string> }>(
    `select changes from public.audit_events where action = 'context_refused' and actor_id = $1 order by id`,
    [person.id],
  )

it('lets a superadmin choose each of the five views and a school, and returns them at once', async () => {
  for (const user_role of ['student', 'facility_admin', 'school_admin', 'proctor', 'superadmin'])
    expect(await set(superadmin, { user_role, selected_school_id: school })).toEqual({
      user_id: superadmin.id,
      user_role,
      selected_school_id: school,
      selected_school_name: 'Birch College',
      selected_facility_id: null,
      selected_facility_name: null,
    })
  await set(superadmin, { user_role: 'school_admin', selected_school_id: otherSchool })
  const { viewer } = await fixture.as(superadmin)
  expect(viewer).toMatchObject({
    viewRole: 'school_admin',
    selectedSchoolId: otherSchool,
    role: 'superadmin',
  })
  expect(await call(api.getContext, undefined, { context: await fixture.as(superadmin) })).toMatchObject({
    user_role: 'school_admin',
    selected_school_name: 'Aspen College',
  })
})

it('sends session_changed with a digest of the token hash when the context changes, and only then', async () => {
  const heard: string[] = []
  await fixture.admin.query('listen session_changed')
  fixture.admin.on('notification', ({ payload }) => void heard.push(payload ?? ''))
  const person = await fixture.person({ role: 'superadmin' })
  await set(person, { user_role: 'proctor' })
  await set(person, { user_role: 'proctor' })
  await fixture.rows('select 1')
  expect(heard).toEqual([sessionDigest(person.tokenHash)])
  await fixture.admin.query('unlisten session_changed')
})

it('clears view and school', async () => {
  await set(superadmin, { user_role: 'school_admin', selected_school_id: school })
  await call(api.clearContext, undefined, { context: await fixture.as(superadmin) })
  expect(await call(api.getContext, undefined, { context: await fixture.as(superadmin) })).toMatchObject({
    user_role: 'superadmin',
    selected_school_id: null,
  })
})

it('refuses a context that names another person, and the record of it stays', async () => {
  const other = await fixture.person({ role: 'superadmin' })
  await expect(set(superadmin, { user_id: other.id })).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await refusals(superadmin)).toMatchObject([{ changes: { claimed_user_id: other.id } }])
  // Directly in the database, it is refused too.
  await expect(
    fixture.act(superadmin, (tx) =>
      setContext(tx, { user_id: other.id, user_role: 'superadmin', selected_school_id: null }),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it.each(['school_admin', 'student', 'proctor', 'facility_admin'] as const)(
  'gives a %s no other view and no other school',
  async (role) => {
    const tenant = role === 'facility_admin' ? { facility: await fixture.facility() } : { school }
    const person = await fixture.person({ role, ...tenant })
    const own = await set(person, {})
    expect(own).toMatchObject({ user_role: role, selected_school_id: tenant.school ?? null })
    await expect(set(person, { user_role: 'superadmin' })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(set(person, { selected_school_id: otherSchool })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    expect(await refusals(person)).toHaveLength(2)
    expect((await fixture.as(person)).viewer).toMatchObject({ selectedSchoolId: null, viewRole: role })
  },
)

it('refuses a school that is unknown or no longer active, and views that do not exist', async () => {
  const closed = await fixture.school('Closed College')
  await fixture.rows('update public.schools set is_active = false where id = $1', [closed])
  for (const selected_school_id of [closed, crypto.randomUUID()])
    await expect(set(superadmin, { selected_school_id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(set(superadmin, { user_role: 'school_super_admin' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

it('returns nothing to anonymous callers, and lets none set or clear it', async () => {
  const context = await fixture.as(null)
  for (const answer of [
    () => set(null, {}),
    () => call(api.getContext, undefined, { context }),
    () => call(api.clearContext, undefined, { context }),
  ])
    await expect(answer()).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(fixture.act(null, clearContext)).rejects.toMatchObject({ code: '42501' })
})

it('finds the default school only for the superadmin', async () => {
  const context = await fixture.as(superadmin)
  // Aspen College is the first by name, but has no members yet.
  expect(await call(api.defaultSchool, undefined, { context })).toMatchObject({ id: school })
  await fixture.person({ role: 'student', school: otherSchool })
  expect(await call(api.defaultSchool, undefined, { context })).toMatchObject({ name: 'Aspen College' })
  const configured = roleViewHandlers({
    ...fixture,
    config: { defaultSchoolId: school, defaultFacilityId: undefined },
  })
  expect(await call(configured.defaultSchool, undefined, { context })).toMatchObject({ id: school })
  const unknown = roleViewHandlers({
    ...fixture,
    config: { defaultSchoolId: crypto.randomUUID(), defaultFacilityId: undefined },
  })
  expect(await call(unknown.defaultSchool, undefined, { context })).toMatchObject({ id: otherSchool })
  const admin = await fixture.person({ role: 'school_admin', school })
  await expect(
    call(api.defaultSchool, undefined, { context: await fixture.as(admin) }),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

it('lets a superadmin work in a facility, in addition to school and view, until it is cleared', async () => {
  const person = await fixture.person({ role: 'superadmin' })
  const [harbor, aspen] = [
    await fixture.facility({ name: 'Harborview' }),
    await fixture.facility({ name: 'Aspen Health' }),
  ]
  const context = await fixture.as(person)
  const choose = async (facility_id: string | null, by = api) =>
    call(by.selectFacility, { facility_id }, { context })
  await set(person, { user_role: 'facility_admin', selected_school_id: school })
  expect(await choose(harbor)).toMatchObject({
    user_role: 'facility_admin',
    selected_school_id: school,
    selected_facility_id: harbor,
    selected_facility_name: 'Harborview',
  })
  // Another view or school leaves it unchanged.
  expect(await set(person, { user_role: 'student' })).toMatchObject({ selected_facility_id: harbor })
  expect(await choose(null)).toMatchObject({ selected_facility_id: aspen })
  const configured = roleViewHandlers({
    ...fixture,
    config: { defaultSchoolId: undefined, defaultFacilityId: harbor },
  })
  expect(await choose(null, configured)).toMatchObject({ selected_facility_id: harbor })
  await call(api.clearContext, undefined, { context })
  expect(await call(api.getContext, undefined, { context })).toMatchObject({ selected_facility_id: null })
  await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [harbor])
  for (const gone of [harbor, crypto.randomUUID()])
    await expect(choose(gone)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('lets no one else choose a facility, and everyone else work in their own', async () => {
  const facility = await fixture.facility()
  const frank = await fixture.person({ role: 'facility_admin', facility })
  expect(await call(api.getContext, undefined, { context: await fixture.as(frank) })).toMatchObject({
    selected_facility_id: facility,
  })
  const elsewhere = await fixture.facility()
  for (const who of [frank, await fixture.person({ role: 'school_super_admin', school }), null]) {
    const context = await fixture.as(who)
    const code = who ? 'FORBIDDEN' : 'UNAUTHORIZED'
    await expect(call(api.selectFacility, { facility_id: elsewhere }, { context })).rejects.toMatchObject({
      code,
    })
    const hash = who?.tokenHash ?? null
    const select = (tx: Tx) => selectFacility(tx, hash, elsewhere)
    await expect(fixture.act(who, select)).rejects.toMatchObject({ code: '42501' })
    await withActor(fixture.authPool, hash, select)
    expect(
      await fixture.rows('select 1 from priv.sessions where selected_facility_id = $1', [elsewhere]),
    ).toEqual([])
  }
})

it('records a refusal only for the person who asked, and nothing else in their name', async () => {
  const ana = await fixture.person({ role: 'school_admin', school })
  const forged = (more: object) =>
    withActor(fixture.authPool, ana.tokenHash, (tx) =>
      tx
        .insertInto('audit_events')
        .values({ action: 'context_refused', entity: 'users', entity_id: ana.id, changes: '{}', ...more })
        .execute(),
    )
  for (const more of [
    { entity_id: superadmin.id },
    { actor_id: superadmin.id, entity_id: superadmin.id },
    { action: 'sign_in' },
    { school_id: school },
    { changes: JSON.stringify({ claimed_role: 'x'.repeat(1_000) }) },
  ])
    await expect(forged(more)).rejects.toMatchObject({ code: '42501' })
  expect(await refusals(ana)).toEqual([])
})
