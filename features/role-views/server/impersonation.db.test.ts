import { setTimeout } from 'node:timers/promises'
import { oc } from '@orpc/contract'
import { call, implement } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { ApiMeta } from '#core/api-meta.ts'
import { endSession } from '#features/accounts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { guard, validateAfterGuard, type RequestContext } from '#platform/server/guard.ts'
import { hashToken } from '#platform/server/session.ts'
import { roleViewHandlers } from './handlers.ts'
import { startImpersonation } from './commands/impersonate.ts'

let fixture: Fixture
let api: ReturnType<typeof roleViewHandlers>
let school: string
let superadmin: Person
let student: Person
beforeAll(async () => {
  fixture = await createFixture()
  api = roleViewHandlers({ ...fixture, config: { defaultSchoolId: undefined, defaultFacilityId: undefined } })
  school = await fixture.school()
})
beforeEach(async () => {
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
  student = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
})
afterAll(() => fixture.close())

const reason = 'She cannot see her shift of Monday'
type Started = { tokenHash: string }

async function start(by: Person | Started, change: Record<string, unknown> = {}): Promise<Started> {
  const context = await fixture.as(by)
  await call(
    api.startImpersonation,
    { user_id: student.id, reason, may_write: false, ...change },
    { context },
  )
  return { tokenHash: hashToken(context.cookie.session!) }
}
async function end(by: Started): Promise<Started> {
  const context = await fixture.as(by)
  await call(api.endImpersonation, undefined, { context })
  return { tokenHash: hashToken(context.cookie.session!) }
}
const phone = (tokenHash: string, value: string) =>
  fixture.act({ tokenHash }, (tx) =>
    tx.updateTable('users').set({ phone: value }).where('id', '=', student.id).executeTakeFirst(),
  )
const expire = () =>
  fixture.rows(
    `update priv.sessions set impersonation_expires_at = now() - interval '1 second' where user_id = $1`,
    [superadmin.id],
  )
const trail = () =>
  fixture.rows<{
    action: string
    actor_id: string
    acting_as: string
    reason: string
    changes: Record<string, unknown>
  }>(
    `select action, actor_id, acting_as, reason, changes from public.audit_events
     where actor_id = $1 and (action like 'impersonation%' or action = 'update') order by id`,
    [superadmin.id],
  )

it('starts with a new token, and the old one is useless', async () => {
  const session = await start(superadmin)
  expect(session.tokenHash).not.toBe(superadmin.tokenHash)
  expect((await fixture.as(superadmin)).viewer).toBeNull()
  const { viewer } = await fixture.as(session)
  expect(viewer).toMatchObject({
    userId: student.id,
    realUserId: superadmin.id,
    role: 'student',
    realRole: 'superadmin',
    impersonation: { reason, mayWrite: false },
  })
  const minutes = (Date.parse(viewer!.impersonation!.expiresAt) - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(29)
  expect(minutes).toBeLessThanOrEqual(30)
})

it('never lasts longer than its session', async () => {
  await fixture.rows(
    `update priv.sessions set expires_at = now() + interval '5 minutes', last_seen_at = now() where token_hash = $1`,
    [superadmin.tokenHash],
  )
  const { viewer } = await fixture.as(await start(superadmin))
  expect(Date.parse(viewer!.impersonation!.expiresAt)).toBeLessThan(Date.now() + 6 * 60_000)
})

it('sees what the person sees, and no more', async () => {
  const session = await start(superadmin)
  const seen = await fixture.act(session, (tx) => tx.selectFrom('users').select('id').execute())
  expect(seen).toEqual([{ id: student.id }])
})

it('is read-only unless writing was chosen: refused before the handler and by PostgreSQL', async () => {
  const session = await start(superadmin)
  const context = await fixture.as(session)
  await expect(call(api.clearContext, undefined, { context })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'You are looking at Placewell as Stella Student, read-only. Nothing was changed.',
  })
  await expect(
    withActor(
      fixture.pool,
      session.tokenHash,
      (tx) => tx.updateTable('users').set({ phone: '1' }).execute(),
      {
        readOnly: true,
      },
    ),
  ).rejects.toMatchObject({ code: '25006' })
})

it('is read-only by default', async () => {
  const context = await fixture.as(superadmin)
  await call(api.startImpersonation, { user_id: student.id, reason }, { context })
  const { viewer } = await fixture.as({ tokenHash: hashToken(context.cookie.session!) })
  expect(viewer?.impersonation).toMatchObject({ mayWrite: false })
})

it('marks every write with who acted as whom', async () => {
  const session = await start(superadmin, { may_write: true })
  await phone(session.tokenHash, '555-0100')
  const back = await end(session)
  expect(back.tokenHash).not.toBe(session.tokenHash)
  expect(await trail()).toMatchObject([
    { action: 'impersonation_started', acting_as: student.id, reason, changes: { may_write: true } },
    { action: 'update', acting_as: student.id, changes: { phone: [null, '555-0100'] } },
    {
      action: 'impersonation_ended',
      acting_as: student.id,
      reason,
      changes: { time_was_over: false, session_ended: false },
    },
  ])
})

it('ends with a new token: the superadmin acts as themselves again and the old token is invalid', async () => {
  const session = await start(superadmin)
  const back = await end(session)
  expect((await fixture.as(session)).viewer).toBeNull()
  expect((await fixture.as(back)).viewer).toMatchObject({
    userId: superadmin.id,
    role: 'superadmin',
    impersonation: null,
  })
  await expect(end(back)).rejects.toMatchObject({ code: 'CONFLICT' })
})

it('acts as no one after its time is over, until it is ended', async () => {
  const session = await start(superadmin, { may_write: true })
  await expire()
  const context = await fixture.as(session)
  for (const answer of [
    () => call(api.getContext, undefined, { context }),
    () => call(api.clearContext, undefined, { context }),
    () => call(api.defaultSchool, undefined, { context }),
  ])
    await expect(answer()).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(call(api.getContext, undefined, { context })).rejects.toMatchObject({
    message: 'The impersonation has ended. Return to your own account.',
  })
  // Neither as the person nor as the superadmin: row-level security shows no rows.
  expect(await fixture.act(session, (tx) => tx.selectFrom('users').select('id').execute())).toEqual([])
  await phone(session.tokenHash, '555-0111')
  const [row] = await fixture.rows('select phone from public.users where id = $1', [student.id])
  expect(row).toEqual({ phone: null })
  const back = await end(session)
  expect((await fixture.as(back)).viewer).toMatchObject({ role: 'superadmin' })
  expect((await trail()).at(-1)).toMatchObject({
    action: 'impersonation_ended',
    changes: { time_was_over: true },
  })
})

it('is recorded when it ends by signing out', async () => {
  const session = await start(superadmin)
  await withActor(fixture.authPool, null, (tx) => endSession(tx, session.tokenHash))
  expect((await trail()).at(-1)).toMatchObject({
    action: 'impersonation_ended',
    changes: { session_ended: true },
  })
})

it('ends when the superadmin loses the role', async () => {
  const session = await start(superadmin)
  await fixture.rows(`update public.users set role = 'proctor', linked_school_id = $2 where id = $1`, [
    superadmin.id,
    school,
  ])
  expect(await fixture.act(session, (tx) => tx.selectFrom('users').select('id').execute())).toEqual([])
})

it('refuses a second one, even when the time of the first is over', async () => {
  const session = await start(superadmin, { may_write: true })
  const again = () =>
    withActor(fixture.authPool, session.tokenHash, (tx) =>
      startImpersonation(tx, {
        newHash: 'a'.repeat(64),
        userId: student.id,
        reason,
        mayWrite: true,
      }),
    )
  await expect(again()).rejects.toMatchObject({ code: 'impersonation.running' })
  await expire()
  await expect(again()).rejects.toMatchObject({ code: 'impersonation.running' })
})

it('allows one of two simultaneous starts, and records one', async () => {
  const begin = (newHash: string, before: () => Promise<unknown> = async () => {}) =>
    withActor(fixture.authPool, superadmin.tokenHash, async (tx) => {
      await startImpersonation(tx, { newHash, userId: student.id, reason, mayWrite: false })
      await before()
    })
  let second: Promise<void> | undefined
  await begin('d'.repeat(64), async () => {
    second = begin('e'.repeat(64))
    second.catch(() => {})
    await setTimeout(300)
  })
  await expect(second).rejects.toMatchObject({ code: 'FORBIDDEN' })
  expect(await trail()).toHaveLength(1)
})

it('refuses superadmins, the deactivated, the unverified, the unknown and short reasons', async () => {
  const other = await fixture.person({ role: 'superadmin' })
  const gone = await fixture.person({ role: 'student', school, status: 'deactivated' })
  const waiting = await fixture.person({ role: 'student', school, isVerified: false })
  await expect(start(superadmin, { user_id: other.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(start(superadmin, { user_id: superadmin.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(start(superadmin, { user_id: gone.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(start(superadmin, { user_id: waiting.id })).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(start(superadmin, { user_id: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await expect(start(superadmin, { reason: '  too short  ' })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { fieldErrors: { reason: expect.stringContaining('10 characters') } },
  })
  expect((await fixture.as(superadmin)).viewer?.impersonation).toBeNull()
})

/** As the sign-in login with someone's session, directly on the row. */
const write = async (who: Person, more: object) =>
  (
    await withActor(fixture.authPool, who.tokenHash, (tx) =>
      tx
        .updateTable('priv.sessions')
        .set({
          impersonated_user_id: student.id,
          impersonation_reason: reason,
          impersonation_expires_at: new Date(Date.now() + 20 * 60_000).toISOString(),
          ...more,
        })
        .where('token_hash', '=', who.tokenHash)
        .executeTakeFirstOrThrow(),
    )
  ).numUpdatedRows

it('has its time, reason and possible people limited by PostgreSQL', async () => {
  const own = await fixture.person({ role: 'superadmin' })
  const other = await fixture.person({ role: 'superadmin' })
  const waiting = await fixture.person({ role: 'student', school, isVerified: false })
  for (const more of [
    { impersonated_user_id: other.id },
    { impersonated_user_id: waiting.id },
    { impersonation_reason: 'too short' },
    { impersonation_expires_at: new Date(Date.now() + 40 * 60_000).toISOString() },
    { token_hash: 'f'.repeat(64) },
    { expires_at: new Date(Date.now() + 86_400_000).toISOString() },
  ])
    await expect(write(own, more)).rejects.toMatchObject({ code: '42501' })
  // Once it has begun, no one else can change it before its end.
  expect(await write(own, {})).toBe(1n)
  const second = await fixture.person({ role: 'student', school })
  await expect(write(own, { impersonated_user_id: second.id })).rejects.toMatchObject({ code: '42501' })
})

it('is only for superadmins, in PostgreSQL too', async () => {
  for (const role of ['school_super_admin', 'school_admin', 'proctor', 'student'] as const) {
    const person = await fixture.person({ role, school })
    await expect(start(person)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(
      withActor(fixture.authPool, person.tokenHash, (tx) =>
        startImpersonation(tx, {
          newHash: 'b'.repeat(64),
          userId: student.id,
          reason,
          mayWrite: true,
        }),
      ),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' })
    expect(await write(person, {})).toBe(0n)
  }
  const context = await fixture.as(null)
  await expect(
    call(api.startImpersonation, { user_id: student.id, reason, may_write: false }, { context }),
  ).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  await expect(call(api.endImpersonation, undefined, { context })).rejects.toMatchObject({
    code: 'UNAUTHORIZED',
  })
})

it('never does what only the person may do, even with writes allowed', async () => {
  const contract = {
    changePassword: oc.$meta<ApiMeta>({ access: 'any', write: true, inPersonOnly: true }),
    subscribe: oc.$meta<ApiMeta>({ access: 'public', write: true }),
  }
  const own = implement(contract).$context<RequestContext>().$config(validateAfterGuard).use(guard)
  const changePassword = own.changePassword.handler(() => 'changed')
  const subscribe = own.subscribe.handler(() => 'subscribed')
  const writing = await start(superadmin, { may_write: true })
  await expect(call(changePassword, undefined, { context: await fixture.as(writing) })).rejects.toMatchObject(
    {
      message: 'Only Stella Student may do this, signed in as themselves.',
    },
  )
  expect(await call(changePassword, undefined, { context: await fixture.as(student) })).toBe('changed')
  // Public writes would use the person's session as well.
  expect(await call(subscribe, undefined, { context: await fixture.as(writing) })).toBe('subscribed')
  const looking = await start(await end(writing))
  await expect(call(subscribe, undefined, { context: await fixture.as(looking) })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
})

it("can't be reached by the login that runs requests", async () => {
  await expect(
    fixture.act(superadmin, (tx) =>
      startImpersonation(tx, {
        newHash: 'c'.repeat(64),
        userId: student.id,
        reason,
        mayWrite: true,
      }),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})
