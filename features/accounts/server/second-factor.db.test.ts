import { setTimeout } from 'node:timers/promises'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { accountHandlers } from './handlers.ts'
import { stillHasPassword } from './queries/still-has-password.ts'
import { codeAt } from './second-factor-codes.ts'
import { mailTo, visitor } from './testing.ts'

let fixture: Fixture
let api: ReturnType<typeof accountHandlers>
beforeAll(async () => {
  fixture = await createFixture()
  api = accountHandlers(fixture)
})
afterAll(() => fixture.close())

let ana: Person
let right: string
beforeEach(async () => {
  ana = await fixture.person({
    role: 'school_admin',
    school: await fixture.school(),
    fullName: 'Ana Morales',
  })
  right = await fixture.credential(ana)
})

const self = async () => ({ context: await fixture.as(ana) })
/** Sets two-step verification up as the person; returns the key and the recovery codes. */
async function turnOn() {
  const { secret } = await call(api.startSecondFactor, { current_hash: right }, await self())
  const { recovery_codes: codes } = await call(
    api.confirmSecondFactor,
    { code: codeAt(secret, Date.now()) },
    await self(),
  )
  return { secret, codes: codes as [string, string, ...string[]] }
}
const signIn = async (code?: string, context?: Awaited<ReturnType<typeof visitor>>) =>
  call(
    api.signIn,
    { email: ana.email, password_hash_input: right, ...(code !== undefined && { code }) },
    { context: context ?? (await visitor(fixture)) },
  )
const refusalOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'signed in',
    (error: { data?: { code?: string }; code?: string }) => error.data?.code ?? error.code,
  )
/** The code of the next step, which no one has used yet. */
const nextCode = (secret: string) => codeAt(secret, Date.now() + 30_000)

describe('setting it up', () => {
  it('asks for the password, then for a first code, and shows recovery codes once', async () => {
    expect(await call(api.secondFactor, undefined, await self())).toEqual({
      since: null,
      recovery_codes_left: 0,
    })
    await expect(
      call(api.startSecondFactor, { current_hash: right.slice(0, 29) + 'B'.repeat(31) }, await self()),
    ).rejects.toMatchObject({ data: { fieldErrors: { current_password: expect.any(String) } } })
    const { secret, address } = await call(api.startSecondFactor, { current_hash: right }, await self())
    expect(address).toContain(secret)
    // Sign-in does not ask before the app is known to have the key.
    expect((await signIn()).id).toBe(ana.id)
    expect(await refusalOf(call(api.confirmSecondFactor, { code: '000000' }, await self()))).toBe(
      'two_step.wrong_code',
    )
    const done = await call(api.confirmSecondFactor, { code: codeAt(secret, Date.now()) }, await self())
    expect(done.recovery_codes).toHaveLength(10)
    expect(await call(api.secondFactor, undefined, await self())).toEqual({
      since: expect.any(String),
      recovery_codes_left: 10,
    })
    expect((await mailTo(fixture, ana.email, 'two_step_on')).count).toBe(1)
    const stored = JSON.stringify(
      await fixture.rows('select * from priv.second_factors f join priv.recovery_codes c using (user_id)'),
    )
    expect(stored).not.toContain(secret)
    expect(stored).not.toContain(done.recovery_codes[0])
  })

  it('signs out everywhere else, and is not started again while it is on', async () => {
    const other = await visitor(fixture)
    await signIn(undefined, other)
    await turnOn()
    const sessions = await fixture.rows('select 1 from priv.sessions where user_id = $1', [ana.id])
    expect(sessions.length).toBeLessThanOrEqual(1)
    expect(await refusalOf(call(api.startSecondFactor, { current_hash: right }, await self()))).toBe(
      'two_step.already_on',
    )
  })

  it('also ends a sign-in that found it off and is not done yet', async () => {
    const { secret } = await call(api.startSecondFactor, { current_hash: right }, await self())
    const confirm = async () =>
      call(api.confirmSecondFactor, { code: codeAt(secret, Date.now()) }, await self())
    const [known] = await fixture.rows<{ verifier: string }>(
      'select verifier from priv.credentials where user_id = $1',
      [ana.id],
    )
    let confirmed: ReturnType<typeof confirm>
    await withActor(fixture.authPool, null, async (tx) => {
      expect(await stillHasPassword(tx, ana.id, known!.verifier)).toBe(true)
      confirmed = confirm()
      await setTimeout(300)
      await tx
        .insertInto('priv.sessions')
        .values({
          token_hash: 'e'.repeat(64),
          user_id: ana.id,
          expires_at: sql`now() + interval '1 hour'`,
          address_block: '192.0.2.0',
        })
        .execute()
    })
    await confirmed!
    expect(
      await fixture.rows(`select 1 from priv.sessions where token_hash = $1`, ['e'.repeat(64)]),
    ).toHaveLength(0)
  })
})

describe('signing in', () => {
  it('asks for the code only after the right password, and counts no failed attempt for that', async () => {
    await turnOn()
    await expect(
      call(
        api.signIn,
        { email: ana.email, password_hash_input: right.slice(0, 29) + 'B'.repeat(31) },
        { context: await visitor(fixture) },
      ),
    ).rejects.toMatchObject({ message: 'Invalid email or password.' })
    for (let times = 0; times < 8; times++) expect(await refusalOf(signIn())).toBe('two_step.code_required')
  })

  it('accepts each code once, also of two at once', async () => {
    const { secret } = await turnOn()
    const code = nextCode(secret)
    const both = await Promise.all([refusalOf(signIn(code)), refusalOf(signIn(code))])
    expect(both.toSorted()).toEqual(['signed in', 'two_step.wrong_code'])
    expect(await refusalOf(signIn(code))).toBe('two_step.wrong_code')
    // The code of the step before the one that was used does not work either.
    expect(await refusalOf(signIn(codeAt(secret, Date.now())))).toBe('two_step.wrong_code')
  })

  it('limits guesses', async () => {
    await turnOn()
    const outcomes: unknown[] = []
    for (let times = 0; times < 7; times++) outcomes.push(await refusalOf(signIn('000000')))
    expect(outcomes.slice(0, 5)).toEqual(Array(5).fill('two_step.wrong_code'))
    expect(outcomes.at(-1)).toBe('TOO_MANY_REQUESTS')
  })

  it('says at the fifth wrong code, once, that someone knows the password', async () => {
    const { secret } = await turnOn()
    const warnings = async () => (await mailTo(fixture, ana.email, 'wrong_codes')).count
    for (let times = 0; times < 4; times++) await refusalOf(signIn('000000'))
    // A right one is not counted.
    expect(await refusalOf(signIn(nextCode(secret)))).toBe('signed in')
    expect(await warnings()).toBe(0)
    for (let times = 0; times < 4; times++) await refusalOf(signIn('000000'))
    expect(await warnings()).toBe(1)
    expect((await mailTo(fixture, ana.email, 'wrong_codes')).text).toContain('knows your password')
  })

  it('allows thirty codes a day from new browsers, and more only from one that has signed in before', async () => {
    const { secret, codes } = await turnOn()
    const known = await visitor(fixture)
    expect(await refusalOf(signIn(codes[0], known))).toBe('signed in')
    const tried = async (times: number) => {
      await refusalOf(signIn('000000'))
      await fixture.rows('update priv.throttles set attempts = $2 where key = $1', [
        `codes of ${ana.id}`,
        times,
      ])
      await fixture.rows('delete from priv.throttles where key = $1', [`sign-in account ${ana.email}`])
    }
    await tried(30)
    expect(await refusalOf(signIn(codes[1]))).toBe('TOO_MANY_REQUESTS')
    expect(await refusalOf(signIn(codes[2], known))).toBe('signed in')
    await tried(29)
    expect(await refusalOf(signIn(nextCode(secret)))).toBe('signed in')
  })

  it('accepts a recovery code once, says by email how many are left, and audits it', async () => {
    const { codes } = await turnOn()
    expect(await refusalOf(signIn(` ${codes[0].toLowerCase()} `))).toBe('signed in')
    expect(await refusalOf(signIn(codes[0]))).toBe('two_step.wrong_code')
    expect((await mailTo(fixture, ana.email, 'recovery_code_used')).text).toContain('9 are left')
    const fresh = await call(api.renewRecoveryCodes, { current_hash: right }, await self())
    expect(await refusalOf(signIn(codes[1]))).toBe('two_step.wrong_code')
    expect(await refusalOf(signIn(fresh.recovery_codes[0]))).toBe('signed in')
    expect((await mailTo(fixture, ana.email, 'recovery_codes_renewed')).count).toBe(1)
    const noted = await fixture.rows(
      `select action, actor_id from public.audit_events where entity_id = $1 and action like '%recovery%' order by id`,
      [ana.id],
    )
    expect(noted).toEqual([
      { action: 'use_recovery_code', actor_id: ana.id },
      { action: 'renew_recovery_codes', actor_id: ana.id },
      { action: 'use_recovery_code', actor_id: ana.id },
    ])
  })
})

describe('turning it off', () => {
  it('takes the password, and is said by email', async () => {
    await turnOn()
    await call(api.endSecondFactor, { current_hash: right }, await self())
    expect((await signIn()).id).toBe(ana.id)
    expect((await mailTo(fixture, ana.email, 'two_step_off')).count).toBe(1)
    expect(await refusalOf(call(api.endSecondFactor, { current_hash: right }, await self()))).toBe(
      'two_step.is_off',
    )
  })

  it('is done by a superadmin for someone who lost everything, with a reason', async () => {
    await turnOn()
    const sam = await fixture.person({ role: 'superadmin', fullName: 'Sam Lee' })
    const password = await fixture.credential(sam)
    const reset = async (by: Person, current_hash = password, id = ana.id) =>
      call(
        api.resetSecondFactor,
        { id, reason: 'Phone stolen, identity checked by video call', current_hash },
        { context: await fixture.as(by) },
      )
    await expect(reset(ana)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(reset(sam, password, sam.id)).rejects.toMatchObject({ data: { code: 'two_step.own' } })
    // A session that was left open is not enough.
    await expect(reset(sam, password.slice(0, 29) + 'B'.repeat(31))).rejects.toMatchObject({
      data: { fieldErrors: { current_password: expect.any(String) } },
    })
    expect(await refusalOf(signIn())).toBe('two_step.code_required')
    await reset(sam)
    expect((await signIn()).id).toBe(ana.id)
    expect((await mailTo(fixture, ana.email, 'two_step_off')).text).toContain('Sam Lee')
    const [noted] = await fixture.rows(
      `select actor_id, reason from public.audit_events where entity_id = $1 and action = 'turn_off_two_step'`,
      [ana.id],
    )
    expect(noted).toEqual({ actor_id: sam.id, reason: 'Phone stolen, identity checked by video call' })
  })

  it('cannot be done by anyone else, even bypassing the commands', async () => {
    await turnOn()
    const ben = await fixture.person({ role: 'school_admin', school: await fixture.school() })
    const { tokenHash } = await fixture.as(ben)
    const asBen = (statement: string) =>
      withActor(fixture.authPool, tokenHash, async (tx) => {
        return Number((await sql.raw(statement).execute(tx)).numAffectedRows)
      })
    expect(await asBen(`delete from priv.second_factors where user_id = '${ana.id}'`)).toBe(0)
    expect(await asBen(`delete from priv.recovery_codes where user_id = '${ana.id}'`)).toBe(0)
    await expect(
      asBen(`update priv.second_factors set confirmed_at = null where user_id = '${ana.id}'`),
    ).rejects.toMatchObject({ code: '42501' })
    await expect(
      asBen(`insert into priv.recovery_codes (user_id, digest) values ('${ana.id}', '${'0'.repeat(64)}')`),
    ).rejects.toMatchObject({ code: '42501' })
    // Sign-in itself, without any person: neither another key, nor a used code again.
    for (const set of [`secret = 'x'`, 'last_step = 0', 'last_step = last_step'])
      await expect(
        withActor(fixture.authPool, null, async (tx) =>
          sql.raw(`update priv.second_factors set ${set} where user_id = '${ana.id}'`).execute(tx),
        ),
      ).rejects.toMatchObject({ code: 'PW409' })
    await expect(
      fixture.act(ana, async (tx) => tx.selectFrom('priv.second_factors').selectAll().execute()),
    ).rejects.toMatchObject({ code: '42501' })
  })
})
