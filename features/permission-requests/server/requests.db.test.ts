import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { PermissionType } from '#features/permissions/contract.ts'
import { withActor } from '#platform/server/actor.ts'
import { givePermission } from '#features/permissions/server/public.ts'
import { permissionRequestHandlers } from './handlers.ts'
import { decideRequest } from './commands/decide-request.ts'
import { expirePermissions } from './commands/expire-permissions.ts'
import { startPermissionExpiry } from './expiry.ts'

let fixture: Fixture
let api: ReturnType<typeof permissionRequestHandlers>
let hospital: string
let main: string
let icu: string
let west: string
let elsewhere: string
let superadmin: Person
let frank: Person
let other: Person
let mia: Person
let stranger: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = permissionRequestHandlers(fixture)
  hospital = await fixture.facility({ name: 'Harbor Hospital' })
  main = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor Main' })
  west = await fixture.facility({ kind: 'site', parent: hospital, name: 'Harbor West' })
  icu = await fixture.facility({ kind: 'unit', parent: main, name: 'ICU' })
  elsewhere = await fixture.facility({ name: 'Other Hospital' })
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
})
beforeEach(async () => {
  frank = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Frank Facility' })
  other = await fixture.person({ role: 'facility_admin', facility: hospital, fullName: 'Olga Other' })
  mia = await fixture.person({ role: 'facility_admin', facility: icu, fullName: 'Mia Manager' })
  stranger = await fixture.person({ role: 'facility_admin', facility: elsewhere, fullName: 'Stan Stranger' })
})
afterAll(() => fixture.close())

type PermissionToRequest = {
  target?: Person
  permission?: PermissionType
  node?: string
  submit?: boolean
  expires?: string
  id?: string
}
const ask = async (by: Person | null, wish: PermissionToRequest = {}) =>
  call(
    api.save,
    {
      id: wish.id ?? crypto.randomUUID(),
      target_user_id: (wish.target ?? by ?? frank).id,
      permission: wish.permission ?? 'verifier',
      scope_node: wish.node ?? icu,
      justification: 'Covers for a colleague who is away.',
      submit: wish.submit ?? true,
      ...(wish.expires && { expires_on: wish.expires }),
    },
    { context: await fixture.as(by) },
  )
const decide = async (
  by: Person | null,
  id: string,
  decision: 'approved' | 'declined' = 'approved',
  note?: string,
) => call(api.decide, { id, decision, ...(note && { note }) }, { context: await fixture.as(by) })
const withdraw = async (by: Person | null, id: string) =>
  call(api.withdraw, { id }, { context: await fixture.as(by) })
const list = async (by: Person, view: 'to_decide' | 'mine' | 'all' = 'to_decide') =>
  call(api.list, { view }, { context: await fixture.as(by) })
const notified = async (who: Person) =>
  (await receivedBy(fixture, who)).map(({ title, message, type }) => ({ title, message, type }))
const grants = (who: Person) =>
  fixture.rows(
    'select permission_type, facility_id, is_enabled from public.facility_admin_permissions where user_id = $1',
    [who.id],
  )

describe('from request to permission', () => {
  it('a draft is sent and approved: the permission is on, and the history says how', async () => {
    const draft = await ask(mia, { submit: false, expires: '2090-01-31' })
    expect(draft.status).toBe('draft')
    // Only its writer sees a draft.
    expect((await list(frank, 'all')).rows.map(({ id }) => id)).not.toContain(draft.id)
    expect((await list(mia, 'mine')).rows).toMatchObject([{ id: draft.id, status: 'draft' }])
    await call(api.submit, { id: draft.id }, { context: await fixture.as(mia) })
    expect((await list(frank)).rows.find(({ id }) => id === draft.id)).toMatchObject({
      may_decide: true,
      target_name: 'Mia Manager',
      facility_name: 'ICU',
    })
    expect(await notified(frank)).toContainEqual({
      title: 'A permission is requested',
      message: 'Mia Manager asks: Mia Manager as verifier at ICU.',
      type: 'permission_requested',
    })
    expect(await notified(superadmin)).toEqual([])
    const decided = await decide(frank, draft.id, 'approved', 'Go ahead.')
    expect(decided).toMatchObject({
      status: 'approved',
      decided_by_name: 'Frank Facility',
      may_decide: false,
    })
    expect(await grants(mia)).toEqual([{ permission_type: 'verifier', facility_id: icu, is_enabled: true }])
    expect((await notified(mia)).map(({ title }) => title)).toEqual(['You have a new permission at ICU'])
    const { events } = await call(api.get, { id: draft.id }, { context: await fixture.as(frank) })
    expect(
      events.map(({ from_status, to_status, actor_name, reason }) => [
        from_status,
        to_status,
        actor_name,
        reason,
      ]),
    ).toEqual([
      ['submitted', 'approved', 'Frank Facility', 'Go ahead.'],
      ['draft', 'submitted', 'Mia Manager', 'Covers for a colleague who is away.'],
    ])
    expect(
      await fixture.rows(
        `select from_status, to_status, actor_id, reason from public.permission_events where subject = 'permission' and user_id = $1`,
        [mia.id],
      ),
    ).toEqual([{ from_status: null, to_status: 'enabled', actor_id: frank.id, reason: 'Go ahead.' }])
  })

  it('declining has a reason and notifies the requester', async () => {
    const wish = await ask(mia)
    await expect(decide(frank, wish.id, 'declined')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
    await decide(frank, wish.id, 'declined', 'Ask your site admin first.')
    expect(await notified(mia)).toContainEqual({
      title: 'Your request was declined',
      message: expect.stringMatching(/ as verifier at ICU: declined\. ./),
      type: 'permission_decision',
    })
    expect(await grants(mia)).toEqual([])
    // It may be requested again.
    expect((await ask(mia)).status).toBe('submitted')
  })

  it('is withdrawn by the requester, as long as no one has decided', async () => {
    const wish = await ask(mia)
    for (const by of [frank, superadmin, stranger])
      await expect(withdraw(by, wish.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect((await withdraw(mia, wish.id)).status).toBe('withdrawn')
    expect((await withdraw(mia, wish.id)).status).toBe('withdrawn')
    await expect(decide(frank, wish.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This request was already withdrawn.',
    })
    const second = await ask(mia)
    await decide(frank, second.id)
    await expect(withdraw(mia, second.id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'This request was already approved by Frank Facility.',
    })
  })

  it('is requested once if sent twice, and only one request for the same permission is pending', async () => {
    const id = crypto.randomUUID()
    const [first, again] = [await ask(mia, { id }), await ask(mia, { id })]
    expect(again).toEqual(first)
    await expect(ask(frank, { target: mia })).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(
      call(
        api.save,
        {
          id,
          target_user_id: mia.id,
          permission: 'verifier',
          scope_node: icu,
          justification: 'Other words for it.',
        },
        { context: await fixture.as(mia) },
      ),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
    const both = await Promise.allSettled([
      ask(frank, { target: other, node: west }),
      ask(mia, { permission: 'billing_view' }),
      ask(mia, { permission: 'billing_view' }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  })

  it('of two concurrent deciders, one wins and the other reads the decision', async () => {
    const wish = await ask(mia)
    const answers = await Promise.allSettled([
      decide(frank, wish.id, 'approved'),
      decide(other, wish.id, 'declined', 'Not now.'),
    ])
    const lost = answers.filter(({ status }) => status === 'rejected')
    expect(lost).toHaveLength(1)
    expect((lost[0] as PromiseRejectedResult).reason).toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(/already (approved by Frank Facility|declined by Olga Other)/),
    })
    const events = await fixture.rows(
      `select to_status from public.permission_events where request_id = $1 and to_status in ('approved', 'declined')`,
      [wish.id],
    )
    expect(events).toHaveLength(1)
    // The winner's own second click returns the same result.
    const [winner] = await fixture.rows<{ status: string; decided_by: string }>(
      'select status, decided_by from public.permission_requests where id = $1',
      [wish.id],
    )
    const again =
      winner!.decided_by === frank.id
        ? decide(frank, wish.id)
        : decide(other, wish.id, 'declined', 'Not now.')
    expect((await again).status).toBe(winner!.status)
  })
})

describe('who decides', () => {
  it('no one decides for themselves or on their own request', async () => {
    const own = await ask(frank, { node: west })
    const forMia = await ask(frank, { target: mia })
    for (const id of [own.id, forMia.id])
      await expect(decide(frank, id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(decide(mia, forMia.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await list(frank)).rows.map(({ id }) => id)).not.toContain(own.id)
    expect((await decide(other, own.id)).status).toBe('approved')
    expect((await decide(superadmin, forMia.id)).status).toBe('approved')
  })

  it('only the superadmin decides about preceptors: a facility admin only requests', async () => {
    const wish = await ask(frank, { target: mia, permission: 'capstone_preceptor' })
    expect(await notified(superadmin)).toContainEqual({
      title: 'A permission is requested',
      message: expect.stringContaining('as preceptor at ICU.'),
      type: 'permission_requested',
    })
    await expect(decide(other, wish.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await decide(superadmin, wish.id)
    expect((await fixture.as(mia)).viewer?.isPreceptor).toBe(true)
    expect((await notified(mia)).map(({ title }) => title)).toContain('You are a preceptor at ICU')
    expect((await notified(frank)).map(({ title }) => title)).toContain('Your request was approved')
  })

  it('a facility admin decides only within their own facility, and a grant to run a facility does not allow giving that to others', async () => {
    const atMain = await fixture.person({ role: 'facility_admin', facility: main, fullName: 'Max Main' })
    const atWest = await fixture.person({ role: 'facility_admin', facility: west, fullName: 'Wes West' })
    const wish = await ask(mia, { permission: 'site_admin', node: main })
    await expect(decide(atWest, wish.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(decide(stranger, wish.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    // The person nearest to the facility is notified.
    expect((await notified(atMain)).map(({ title }) => title)).toContain('A permission is requested')
    expect((await notified(other)).map(({ title }) => title)).not.toContain('A permission is requested')
    await decide(atMain, wish.id)
    // Mia now runs the site above her unit: she decides what others request there, except who else runs it.
    const unitOther = await fixture.person({ role: 'facility_admin', facility: icu })
    const reports = await ask(unitOther, { permission: 'view_only_reports' })
    expect((await list(mia)).rows.map(({ id }) => id)).toContain(reports.id)
    const running = await ask(unitOther, { permission: 'site_admin', node: main })
    await expect(decide(mia, running.id)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect((await decide(mia, reports.id)).status).toBe('approved')
    const [used] = await fixture.rows<{ last_used_at: string | null }>(
      `select last_used_at from public.facility_admin_permissions where user_id = $1 and permission_type = 'site_admin'`,
      [mia.id],
    )
    expect(used!.last_used_at).not.toBeNull()
  })

  it('is closed to other roles and to no one, at the API and in PostgreSQL', async () => {
    const wish = await ask(mia)
    const school = await fixture.school()
    for (const by of [
      await fixture.person({ role: 'school_admin', school }),
      await fixture.person({ role: 'school_super_admin', school }),
      await fixture.person({ role: 'student', school }),
      await fixture.person({ role: 'proctor', school }),
      await fixture.person({ role: 'facility_admin', facility: hospital, status: 'pending' }),
      null,
    ]) {
      const code = by ? 'FORBIDDEN' : 'UNAUTHORIZED'
      await expect(ask(by, { target: mia })).rejects.toMatchObject({ code })
      await expect(decide(by, wish.id)).rejects.toMatchObject({ code })
      await expect(withdraw(by, wish.id)).rejects.toMatchObject({ code })
      await expect(call(api.get, { id: wish.id }, { context: await fixture.as(by) })).rejects.toMatchObject({
        code,
      })
      expect(
        await fixture.act(by, (tx) => tx.selectFrom('permission_requests').select('id').execute()),
      ).toEqual([])
      await expect(
        fixture.act(by, (tx) => decideRequest(tx, { id: wish.id, decision: 'approved' })),
      ).rejects.toMatchObject({ kind: 'not_found' })
      const changed = await fixture.act(by, (tx) =>
        tx.updateTable('permission_requests').set({ status: 'approved' }).executeTakeFirst(),
      )
      expect(changed.numUpdatedRows).toBe(0n)
      await expect(
        fixture.act(by, (tx) => tx.deleteFrom('permission_events').execute()),
      ).rejects.toMatchObject({ code: '42501' })
    }
    expect(await grants(mia)).toEqual([])
  })

  it('another hospital neither sees nor requests nor decides', async () => {
    const wish = await ask(mia)
    expect((await list(stranger, 'all')).rows).toEqual([])
    await expect(
      call(api.get, { id: wish.id }, { context: await fixture.as(stranger) }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(decide(stranger, wish.id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(stranger, { target: mia })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(ask(stranger, { target: mia, node: elsewhere })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(
      (await call(api.people, {}, { context: await fixture.as(stranger) })).every(({ id }) => id !== mia.id),
    ).toBe(true)
    expect(
      await call(
        api.facilities,
        { target_user_id: mia.id, permission: 'verifier' },
        { context: await fixture.as(stranger) },
      ),
    ).toEqual([])
  })

  it('a superadmin gives permissions directly instead of requesting', async () => {
    await expect(ask(superadmin, { target: mia })).rejects.toMatchObject({ code: 'CONFLICT' })
  })
})

describe('where a permission can be held', () => {
  const facilities = async (by: Person, target: Person, permission: PermissionType) =>
    (
      await call(api.facilities, { target_user_id: target.id, permission }, { context: await fixture.as(by) })
    ).map(({ name }) => name)
  it('running a facility above one’s own, or one within it', async () => {
    expect(await facilities(frank, mia, 'site_admin')).toEqual(['Harbor Main'])
    expect(await facilities(frank, mia, 'org_admin')).toEqual(['Harbor Hospital'])
    expect(await facilities(frank, mia, 'unit_admin')).toEqual([])
    expect(await facilities(frank, frank, 'unit_admin')).toEqual(['ICU'])
    expect(await facilities(frank, mia, 'verifier')).toEqual(['ICU'])
  })
  it.each([
    ['unit_admin', 'main', 'Harbor Main is a site. Its administrator is called a site admin.'],
    ['site_admin', 'west', 'This facility is outside the part of the hierarchy that Mia Manager belongs to.'],
    ['unit_admin', 'icu', 'Mia Manager belongs to ICU and already runs it.'],
    ['verifier', 'main', 'This facility is outside the part of the hierarchy that Mia Manager belongs to.'],
  ] as const)('%s at %s is refused: %s', async (permission, at, message) => {
    const node = { main, west, icu }[at]
    await expect(ask(frank, { target: mia, permission, node })).rejects.toMatchObject({
      code: 'CONFLICT',
      message,
    })
  })
  it('is not shortened by approving a request, if it was given for longer meanwhile', async () => {
    const wish = await ask(mia, { permission: 'verifier', expires: '2090-12-31' })
    const until = () =>
      fixture.rows('select expires_on from public.facility_admin_permissions where user_id = $1', [mia.id])
    await fixture.act(superadmin, (tx) =>
      givePermission(tx, { user_id: mia.id, facility_id: icu, permission_type: 'verifier' }),
    )
    const before = (await notified(mia)).length
    expect(await decide(frank, wish.id)).toMatchObject({ status: 'approved' })
    expect(await until()).toEqual([{ expires_on: null }])
    expect((await notified(mia)).slice(before)).toHaveLength(1)
    await fixture.rows(
      `update public.facility_admin_permissions set expires_on = '2090-06-30' where user_id = $1`,
      [mia.id],
    )
    await decide(frank, (await ask(mia, { permission: 'verifier', expires: '2090-12-31' })).id)
    expect(await until()).toEqual([{ expires_on: '2090-12-31' }])
  })
  it('refuses to request what is already held or has expired', async () => {
    await decide(frank, (await ask(mia)).id)
    await expect(ask(mia)).rejects.toMatchObject({ message: 'Mia Manager already has this permission.' })
    await expect(ask(mia, { permission: 'billing_view', expires: '2020-01-01' })).rejects.toMatchObject({
      message: 'The last day has already passed.',
    })
  })
})

describe('the end of a permission', () => {
  const worker = () => withActor(fixture.workerPool, null, (tx) => expirePermissions(tx))
  it('comes with the last day: at once in effect, in the data by the job', async () => {
    const wish = await ask(mia, { permission: 'capstone_preceptor', expires: '2090-01-31' })
    await decide(superadmin, wish.id)
    await fixture.rows(
      `update public.facility_admin_permissions set expires_on = current_date - 2 where user_id = $1`,
      [mia.id],
    )
    // Not turned off yet, but already without effect.
    expect((await fixture.as(mia)).viewer?.isPreceptor).toBe(false)
    expect(await worker()).toBe(1)
    expect(await grants(mia)).toMatchObject([{ is_enabled: false }])
    expect((await call(api.get, { id: wish.id }, { context: await fixture.as(mia) })).status).toBe('expired')
    expect((await notified(mia)).map(({ title }) => title)).toContain('Your preceptor permission has ended')
    expect(await worker()).toBe(0)
    await expect(fixture.act(superadmin, (tx) => expirePermissions(tx))).rejects.toMatchObject({
      code: '42501',
    })
  })

  it('the job notifies a week ahead and of reviews, once each', async () => {
    const wish = await ask(mia, { expires: '2090-01-31' })
    await decide(frank, wish.id)
    await fixture.rows(
      `update public.facility_admin_permissions set expires_on = current_date + 3, granted_at = now() - interval '9 days' where user_id = $1`,
      [mia.id],
    )
    await fixture.rows(
      `update public.permission_requests set auto_review_on = current_date - 1 where id = $1`,
      [wish.id],
    )
    await worker()
    await worker()
    expect(
      (await notified(mia)).filter(({ title }) => title === 'Your verifier permission ends soon'),
    ).toHaveLength(1)
    expect(
      (await notified(frank)).filter(({ title }) => title === 'A permission is due for review'),
    ).toHaveLength(1)
  })

  it('the background job runs until it is stopped, and survives an unavailable database', async () => {
    const wish = await ask(mia, { expires: '2090-01-31' })
    await decide(frank, wish.id)
    await fixture.rows(
      `update public.facility_admin_permissions set expires_on = current_date - 2 where user_id = $1`,
      [mia.id],
    )
    let isAway = true
    const workerPool = {
      connect: () => (isAway ? Promise.reject(new Error('away')) : fixture.workerPool.connect()),
    } as unknown as Fixture['workerPool']
    const stop = startPermissionExpiry({ workerPool, log: fixture.log }, { everyMs: 20 })
    isAway = false
    await expect.poll(async () => (await grants(mia))[0]?.['is_enabled']).toBe(false)
    await stop()
  })
})

it('events are permanent: no one changes or removes them', async () => {
  await ask(mia)
  for (const statement of [
    'update public.permission_events set to_status = $$x$$',
    'delete from public.permission_events',
    'truncate public.permission_events',
  ])
    await expect(fixture.rows(statement)).rejects.toMatchObject({ code: '42501' })
})

describe('PostgreSQL refuses by itself', () => {
  const asked = (id: string) =>
    fixture.rows('select status, decided_by, created_by from public.permission_requests where id = $1', [id])
  const set = (by: Person, id: string, change: object) =>
    fixture.act(by, (tx) =>
      tx.updateTable('permission_requests').set(change).where('id', '=', id).executeTakeFirst(),
    )
  const insert = (by: Person, row: object) =>
    fixture.act(by, (tx) =>
      tx
        .insertInto('permission_requests')
        .values({
          requester_id: by.id,
          target_user_id: by.id,
          permission: 'verifier',
          scope_node: icu,
          justification: 'Covers for a colleague who is away.',
          ...row,
        })
        .execute(),
    )

  it('a request in the name of another, for a stranger, elsewhere, or already approved', async () => {
    for (const [by, row] of [
      [mia, { requester_id: frank.id }],
      [mia, { target_user_id: stranger.id }],
      [mia, { scope_node: elsewhere }],
      [mia, { scope_node: west }],
      [mia, { status: 'approved' }],
      [mia, { created_by: frank.id }],
      [mia, { decided_by: mia.id }],
      [stranger, {}],
      [superadmin, {}],
    ] as const)
      await expect(insert(by, row)).rejects.toMatchObject({ code: '42501' })
    const id = crypto.randomUUID()
    await insert(mia, { id })
    expect(await asked(id)).toEqual([{ status: 'draft', decided_by: null, created_by: mia.id }])
  })

  it('a step that is not the party’s, or not in the list', async () => {
    const { id } = await ask(mia)
    const illegal = { code: 'PW409', message: 'step.illegal' }
    // The requester does not decide, nor does the person it is for; a decider does not withdraw.
    for (const status of ['approved', 'declined', 'draft', 'expired', 'revoked'])
      await expect(set(mia, id, { status, decision_note: null })).rejects.toMatchObject(illegal)
    for (const status of ['withdrawn', 'draft', 'expired', 'revoked'])
      await expect(set(frank, id, { status })).rejects.toMatchObject(illegal)
    expect((await set(stranger, id, { status: 'approved' })).numUpdatedRows).toBe(0n)
    expect((await set(other, id, { status: 'approved' })).numUpdatedRows).toBe(1n)
    expect(await asked(id)).toMatchObject([{ status: 'approved', decided_by: other.id }])
    // A decision is final, regardless of who writes and as whom.
    await expect(set(frank, id, { status: 'declined', decision_note: 'No.' })).rejects.toMatchObject(illegal)
    await expect(
      fixture.rows(`update public.permission_requests set status = 'submitted' where id = $1`, [id]),
    ).rejects.toMatchObject(illegal)
  })

  it('columns of the other party, and columns that no one writes', async () => {
    const { id } = await ask(mia)
    for (const change of [{ decided_by: other.id }, { decided_at: '2030-01-01' }, { requester_id: other.id }])
      for (const by of [mia, frank])
        await expect(set(by, id, change)).rejects.toMatchObject({ code: '42501' })
    const sent = { code: 'PW409', message: 'permission_request.sent' }
    // A decider does not rewrite the request, and a requester neither what was sent nor the decision.
    await expect(set(frank, id, { status: 'approved', expires_on: '2090-01-01' })).rejects.toMatchObject(sent)
    await expect(set(mia, id, { scope_node: hospital })).rejects.toMatchObject(sent)
    await expect(set(mia, id, { decision_note: 'Fine.' })).rejects.toMatchObject(sent)
    const draft = await ask(mia, { submit: false, permission: 'billing_view' })
    await expect(set(mia, draft.id, { scope_node: elsewhere })).rejects.toMatchObject({ code: '42501' })
    await expect(set(mia, draft.id, { target_user_id: stranger.id })).rejects.toMatchObject({ code: '42501' })
    expect((await set(frank, draft.id, { status: 'withdrawn' })).numUpdatedRows).toBe(0n)
  })

  it('decisions for oneself, and about preceptors by anyone but the superadmin', async () => {
    const forMia = await ask(frank, { target: mia, node: icu })
    const preceptor = await ask(mia, { permission: 'capstone_preceptor' })
    for (const [by, id] of [
      [mia, forMia.id],
      [frank, preceptor.id],
    ] as const)
      expect((await set(by, id, { status: 'approved' })).numUpdatedRows).toBe(0n)
    await expect(set(frank, forMia.id, { status: 'approved' })).rejects.toMatchObject({
      message: 'step.illegal',
    })
  })

  it('a permission without a request that the caller approved, and a forged history', async () => {
    const wish = await ask(mia, { expires: '2090-01-31' })
    await decide(frank, wish.id)
    const give = (by: Person, row: object) =>
      fixture.act(by, (tx) =>
        tx
          .insertInto('facility_admin_permissions')
          .values({ user_id: mia.id, facility_id: icu, permission_type: 'verifier', ...row })
          .onConflict((known) =>
            known
              .columns(['user_id', 'facility_id', 'permission_type'])
              .doUpdateSet({ is_enabled: true, ...row }),
          )
          .execute(),
      )
    for (const [by, row] of [
      [frank, { permission_type: 'billing_view' }],
      [frank, { facility_id: hospital }],
      [frank, { expires_on: null }],
      [frank, { expires_on: '2099-01-01' }],
      [other, { expires_on: '2090-01-31' }],
      [mia, { expires_on: '2090-01-31' }],
    ] as const)
      await expect(give(by, row)).rejects.toMatchObject({ code: '42501' })
    await expect(
      fixture.act(frank, (tx) =>
        tx
          .insertInto('permission_events')
          .values({
            subject: 'request',
            request_id: wish.id,
            user_id: mia.id,
            facility_id: icu,
            permission_type: 'verifier',
            to_status: 'declined',
          })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
