import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { permissionHandlers } from './handlers.ts'
import { notifyPermission } from './commands/give-permission.ts'
import { turnOnPermission } from './commands/turn-on-permission.ts'

let fixture: Fixture
let api: ReturnType<typeof permissionHandlers>
let hospital: string
let west: string
let elsewhere: string
let superadmin: Person
let frank: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = permissionHandlers(fixture)
  hospital = await fixture.facility({ name: 'Harbor Hospital' })
  west = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor West' })
  elsewhere = await fixture.facility({ name: 'Other Hospital' })
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
  frank = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Frank Facility' })
})
afterAll(() => fixture.close())

const set = async (by: Person | null, whom: Person, facility: string, isEnabled: boolean) =>
  call(
    api.set,
    { user_id: whom.id, facility_id: facility, permission_type: 'capstone_preceptor', is_enabled: isEnabled },
    { context: await fixture.as(by) },
  )
const nodes = async (whom: Person) =>
  (await call(api.ofUser, { user_id: whom.id }, { context: await fixture.as(superadmin) })).nodes

it('enables by upsert, disables by is_enabled false, and takes effect on the next request', async () => {
  await set(superadmin, frank, west, true)
  expect((await fixture.as(frank)).viewer?.isPreceptor).toBe(true)
  expect(await nodes(frank)).toMatchObject([
    { name: 'Harbor Hospital', is_enabled: null, in_scope: true },
    { name: 'Harbor West', is_enabled: true, granted_by_name: 'Sam Super' },
  ])
  await set(superadmin, frank, west, false)
  expect((await fixture.as(frank)).viewer?.isPreceptor).toBe(false)
  const rows = await fixture.rows(
    'select is_enabled from public.facility_admin_permissions where user_id = $1',
    [frank.id],
  )
  expect(rows).toEqual([{ is_enabled: false }])
  await set(superadmin, frank, west, true)
  await set(superadmin, frank, west, true)
  expect(
    await fixture.rows(
      `select action, actor_id, facility_id, changes -> 'is_enabled' as change from public.audit_events
       where entity = 'facility_admin_permissions' and entity_id = $1 order by id`,
      [frank.id],
    ),
  ).toEqual([
    { action: 'insert', actor_id: superadmin.id, facility_id: west, change: null },
    { action: 'update', actor_id: superadmin.id, facility_id: west, change: [true, false] },
    { action: 'update', actor_id: superadmin.id, facility_id: west, change: [false, true] },
  ])
  // Notified once per change, not once per click.
  expect((await receivedBy(fixture, frank)).map(({ title, message }) => [title, message])).toEqual([
    ['You are a preceptor at Harbor West', 'You can now open the preceptor pages.'],
    ['Your preceptor permission was turned off', 'You no longer have it at Harbor West.'],
    ['You are a preceptor at Harbor West', 'You can now open the preceptor pages.'],
  ])
})

it("shows people their own permissions and the facilities' position", async () => {
  await set(superadmin, frank, west, true)
  const context = await fixture.as(frank)
  expect(await call(api.mine, undefined, { context })).toMatchObject([
    { facility_name: 'Harbor West', facility_path: 'Harbor Hospital', kind: 'site' },
  ])
  const other = await fixture.person({ role: 'facility_admin', facility: elsewhere })
  expect(await call(api.mine, undefined, { context: await fixture.as(other) })).toEqual([])
  // Another hospital's administrators do not see who is a preceptor here; this one's do.
  const seen = (person: Person) =>
    fixture.act(person, (tx) => tx.selectFrom('facility_admin_permissions').select('user_id').execute())
  expect(await seen(other)).toEqual([])
  expect(await seen(await fixture.person({ role: 'facility_admin', facility: hospital }))).toHaveLength(1)
  expect(await seen(await fixture.person({ role: 'school_admin', school: await fixture.school() }))).toEqual(
    [],
  )
})

it('refuses people who are not active facility admins, and facilities outside their part of the hierarchy', async () => {
  const student = await fixture.person({ role: 'student', school: await fixture.school() })
  const gone = await fixture.person({ role: 'facility_admin', facility: hospital, status: 'deactivated' })
  const unlinked = await fixture.person({ role: 'facility_admin' })
  await expect(set(superadmin, student, hospital, true)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Only a facility admin can be a preceptor.',
  })
  await expect(set(superadmin, gone, hospital, true)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(set(superadmin, unlinked, hospital, true)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(set(superadmin, frank, elsewhere, true)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(set(superadmin, frank, crypto.randomUUID(), true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [elsewhere])
  await expect(set(superadmin, frank, elsewhere, true)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

it('is closed to everyone else, at the API and in PostgreSQL', async () => {
  const school = await fixture.school()
  const others = [
    frank,
    await fixture.person({ role: 'facility_admin', facility: hospital }),
    await fixture.person({ role: 'school_super_admin', school }),
    await fixture.person({ role: 'student', school }),
    null,
  ]
  for (const by of others) {
    const code = by ? 'FORBIDDEN' : 'UNAUTHORIZED'
    await expect(set(by, frank, hospital, true)).rejects.toMatchObject({ code })
    await expect(
      call(api.ofUser, { user_id: frank.id }, { context: await fixture.as(by) }),
    ).rejects.toMatchObject({ code })
    const key = {
      user_id: frank.id,
      facility_id: hospital,
      permission_type: 'capstone_preceptor',
    } as const
    await expect(fixture.act(by, (tx) => turnOnPermission(tx, key))).rejects.toMatchObject({
      kind: 'forbidden',
    })
    await expect(
      fixture.act(by, (tx) => tx.insertInto('facility_admin_permissions').values(key).execute()),
    ).rejects.toMatchObject({ code: '42501' })
    const changed = await fixture.act(by, (tx) =>
      tx
        .updateTable('facility_admin_permissions')
        .set({ is_enabled: true })
        .where('permission_type', '=', 'capstone_preceptor')
        .executeTakeFirst(),
    )
    expect(changed.numUpdatedRows).toBe(0n)
  }
  expect((await nodes(frank)).find(({ name }) => name === 'Harbor Hospital')).toMatchObject({
    is_enabled: null,
  })
})

it('changes nothing while acting as another', async () => {
  const by = await fixture.person({ role: 'superadmin' })
  await fixture.rows(
    `update priv.sessions set impersonated_user_id = $2, impersonation_reason = 'Because of the test',
     impersonation_expires_at = now() + interval '9 minutes', impersonation_may_write = true where user_id = $1`,
    [by.id, frank.id],
  )
  await expect(set(by, frank, hospital, true)).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

it('PostgreSQL by itself refuses what the application should not have tried', async () => {
  const mia = await fixture.person({ role: 'facility_admin', facility: west, fullName: 'Mia Manager' })
  const olga = await fixture.person({ role: 'facility_admin', facility: hospital })
  const stranger = await fixture.person({ role: 'facility_admin', facility: elsewhere })
  const verifier = { user_id: mia.id, facility_id: west, permission_type: 'verifier' }
  const insert = (by: Person, row: object) =>
    fixture.act(by, (tx) =>
      tx
        .insertInto('facility_admin_permissions')
        .values({ ...verifier, ...row })
        .execute(),
    )
  const turn = (by: Person, isEnabled: boolean) =>
    fixture.act(by, (tx) =>
      tx
        .updateTable('facility_admin_permissions')
        .set({ is_enabled: isEnabled })
        .where('user_id', '=', mia.id)
        .executeTakeFirst(),
    )
  // Only the superadmin gives, or someone who approved a request, never to themselves; and no one in another's name.
  for (const by of [olga, mia, stranger])
    await expect(insert(by, {})).rejects.toMatchObject({ code: '42501' })
  const own = { user_id: superadmin.id }
  await expect(insert(superadmin, own)).rejects.toMatchObject({ code: '42501' })
  await expect(insert(superadmin, { granted_by: olga.id })).rejects.toMatchObject({ code: '42501' })
  await expect(insert(superadmin, { last_used_at: '2030-01-01' })).rejects.toMatchObject({ code: '42501' })
  await insert(superadmin, {})
  const rows = () =>
    fixture.rows(
      'select is_enabled, granted_by from public.facility_admin_permissions where user_id = $1 and facility_id = $2',
      [mia.id, west],
    )
  expect(await rows()).toEqual([{ is_enabled: true, granted_by: superadmin.id }])
  // Another hospital and the holder can change nothing; anyone who runs the facility ends it and can't turn it on again.
  for (const by of [stranger, mia]) expect((await turn(by, false)).numUpdatedRows).toBe(0n)
  expect((await turn(olga, false)).numUpdatedRows).toBe(1n)
  await expect(turn(olga, true)).rejects.toMatchObject({ code: '42501' })
  // PostgreSQL writes the history; no one else may.
  expect(
    await fixture.rows(
      `select actor_id, from_status, to_status from public.permission_events where user_id = $1 order by id`,
      [mia.id],
    ),
  ).toEqual([
    { actor_id: superadmin.id, from_status: null, to_status: 'enabled' },
    { actor_id: olga.id, from_status: 'enabled', to_status: 'disabled' },
  ])
  const forged = { subject: 'permission', user_id: mia.id, facility_id: west, permission_type: 'verifier' }
  for (const by of [superadmin, olga, mia])
    await expect(
      fixture.act(by, (tx) =>
        tx
          .insertInto('permission_events')
          .values({ ...forged, to_status: 'enabled' })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  // Only a person changed in the same transaction can be notified.
  await expect(
    fixture.act(olga, (tx) =>
      notifyPermission(
        tx,
        { ...verifier, permission_type: 'verifier' },
        { code: 'permission.ended', values: { permission: 'verifier', facility: 'West' } },
      ),
    ),
  ).rejects.toMatchObject({ code: '42501' })
  expect(await fixture.rows('select 1 from public.notifications where recipient_id = $1', [mia.id])).toEqual(
    [],
  )
})
