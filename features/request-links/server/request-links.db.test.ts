/** The link in an email by which a facility answers requests without signing in. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withTimeLimit } from '#platform/server/time-left.ts'
import type { Answer } from './commands/answer-requests.ts'
import { requestLinkHandlers } from './handlers.ts'
import { makeRequestLink } from './public.ts'

let at: ShiftFixture
let api: ReturnType<typeof requestLinkHandlers>
let days = 40
beforeAll(async () => {
  at = await createShiftFixture()
  api = requestLinkHandlers({ authPool: at.fixture.authPool })
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  await at.fixture.rows(`update public.organizations set answers_need_sign_in = false`)
})

/** Drafts, each on its own day, submitted together. */
async function request(count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await at.draft({ date: addDays(at.today, (days += 1)) }))
  const shifts = await Promise.all(ids.map(at.locked))
  await call(at.api.submit, { shifts }, await at.as(at.people.ana))
  return ids
}

/** The latest email to Frank, claimed by the worker, and the token of the link created for it. */
async function link(): Promise<string | undefined> {
  const [mail] = await at.fixture.rows<{ id: string }>(
    `update priv.mails set attempts = 1, next_attempt_at = now() + interval '1 minute'
     where id = (select id from priv.mails where user_id = $1 order by created_at desc, id limit 1) returning id`,
    [at.people.frank.id],
  )
  const services = { workerPool: at.fixture.workerPool, config: { appUrl: 'https://placewell.example' } }
  return (await makeRequestLink(services, mail!.id))?.match(
    /^https:\/\/placewell\.example\/answer-requests\?token=(.+)$/,
  )?.[1]
}

const open = async (token: string) => call(api.open, { token }, await at.as(null))
const answer = async (
  token: string,
  shifts: { id: string; version: number }[],
  how: Answer = { decision: 'approve' },
) => call(api.answer, { token, shifts, answer: how }, await at.as(null))
const statusOf = async (id: string) => (await at.get(id)).status
const notes = () =>
  at.fixture.rows<{ action: string; actor_id: string | null; what: string[] }>(
    `select action, actor_id, array(select jsonb_object_keys(changes)) as what from public.audit_events where entity = 'request_links' and entity_id = (
       select entity_id from public.audit_events where entity = 'request_links' order by id desc limit 1) order by id`,
  )

describe('a link in the email about requests', () => {
  it('shows them without changing anything, approves all of them once as the person it was sent to, and is recorded', async () => {
    const ids = await request(3)
    const token = (await link())!
    for (const look of [1, 2]) {
      const opened = await open(token)
      expect(opened, `look ${look}`).toMatchObject({ message: null, school_name: 'Lake School' })
      expect(opened.requests.map(({ id }) => id)).toEqual(ids)
      expect(await statusOf(ids[0]!)).toBe('pending_facility')
    }
    const { requests } = await open(token)
    expect(await answer(token, requests)).toEqual({ done: 3, refused: [] })
    expect(await Promise.all(ids.map(statusOf))).toEqual(['approved', 'approved', 'approved'])
    const [decided] = await at.fixture.rows('select decided_by from public.shifts where id = $1', [ids[0]])
    expect(decided).toEqual({ decided_by: at.people.frank.id })
    expect((await open(token)).message).toMatch(/already answered/)
    await expect(answer(token, requests)).rejects.toMatchObject({ code: 'CONFLICT' })
    const [made, ...then] = await notes()
    expect(made).toMatchObject({ action: 'insert', actor_id: null })
    // Opened three times, then for the answer; all of it as the person it was sent to.
    expect(then.slice(0, 4).map(({ what }) => what)).toEqual(Array.from({ length: 4 }, () => ['opens']))
    expect(then[4]!.what).toContain('answered_at')
    expect(new Set(then.slice(0, 5).map(({ actor_id: who }) => who))).toEqual(new Set([at.people.frank.id]))
  })

  it('opens no lasting session', async () => {
    await request(1)
    const token = (await link())!
    await open(token)
    const alive = await at.fixture.rows(
      `select 1 from priv.sessions s join priv.request_links l on l.token_hash = s.token_hash where s.expires_at > now()`,
    )
    expect(alive).toEqual([])
  })

  it('declines them with a reason', async () => {
    const ids = await request(2)
    const token = (await link())!
    const { requests } = await open(token)
    expect(await answer(token, requests, { decision: 'decline', code: 'staffing' })).toEqual({
      done: 2,
      refused: [],
    })
    expect(await statusOf(ids[1]!)).toBe('declined')
  })

  it('refuses what changed since the page was opened, and stays valid if nothing was done', async () => {
    const [id] = await request(1)
    const token = (await link())!
    const { requests } = await open(token)
    await at.fixture.rows('update public.shifts set title = $2 where id = $1', [id, 'Another title'])
    const { done, refused } = await answer(token, requests)
    expect([done, refused.length]).toEqual([0, 1])
    expect(await statusOf(id!)).toBe('pending_facility')
    const again = await open(token)
    expect(again.message).toBeNull()
    expect((await answer(token, again.requests)).done).toBe(1)
  })

  it('answers nothing else: not a request of another day, nor one of another school', async () => {
    const [first] = await request(1)
    await at.fixture.rows(
      `update public.shifts set submitted_at = submitted_at - interval '1 day' where id = $1`,
      [first],
    )
    await request(1)
    const token = (await link())!
    const other = await at.draft({ date: addDays(at.today, (days += 1)) }, at.people.rob)
    await at.submit(other, at.people.rob)
    const foreign = [await at.locked(first!), await at.locked(other), { id: randomUUID(), version: 1 }]
    expect((await open(token)).requests).toHaveLength(1)
    expect(await answer(token, foreign)).toMatchObject({ done: 0, refused: [{}, {}, {}] })
    expect(await statusOf(first!)).toBe('pending_facility')
  })

  it('answers once if two people click at once', async () => {
    await request(2)
    const token = (await link())!
    const { requests } = await open(token)
    const both = await Promise.allSettled([answer(token, requests), answer(token, requests)])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'CONFLICT' } })
  })

  it('gives a retry of the same click the same answer', async () => {
    await request(2)
    const token = (await link())!
    const { requests: shifts } = await open(token)
    const press = { token, shifts, answer: { decision: 'approve' as const }, idempotency_key: randomUUID() }
    const first = await call(api.answer, press, await at.as(null))
    expect(first.done).toBe(2)
    expect(await call(api.answer, press, await at.as(null))).toEqual(first)
    await expect(
      call(api.answer, { ...press, idempotency_key: randomUUID() }, await at.as(null)),
    ).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  it('stops in time, and is used up by the request that comes to the last of them', async () => {
    const ids = await request(3)
    const token = (await link())!
    const { requests: shifts } = await open(token)
    const first = await withTimeLimit(1_900, () => answer(token, shifts))
    const left = first.refused.map(({ id }) => id)
    expect(first.done).toBeGreaterThan(0)
    expect(first.done + left.length).toBe(3)
    expect(first.refused.every(({ reason }) => reason === 'not_reached')).toBe(true)
    expect(left.length).toBeGreaterThan(0)
    const rest = shifts.filter(({ id }) => left.includes(id))
    expect(await answer(token, rest)).toEqual({ done: left.length, refused: [] })
    expect(new Set(await Promise.all(ids.map(statusOf)))).toEqual(new Set(['approved']))
    expect((await open(token)).message).toMatch(/already answered/)
  })

  it('expires, and an unknown one is refused', async () => {
    await request(1)
    const token = (await link())!
    await at.fixture.rows(`update priv.request_links set expires_at = now() - interval '1 second'`)
    expect((await open(token)).message).toMatch(/7 days/)
    expect((await open('no such token')).message).toMatch(/isn’t valid/)
    // The address was cut off before the token.
    expect((await open('')).message).toMatch(/isn’t valid/)
  })

  it('is useless to someone who lost the account or the role', async () => {
    await request(1)
    const token = (await link())!
    const { requests } = await open(token)
    await at.fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [
      at.people.frank.id,
    ])
    expect((await open(token)).message).toMatch(/can’t answer/)
    await expect(answer(token, requests)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await at.fixture.rows(`update public.users set status = 'active' where id = $1`, [at.people.frank.id])
  })

  it('is not created, and stops working, if the organization requires a sign-in', async () => {
    await request(1)
    const token = (await link())!
    await at.fixture.rows(`update public.organizations set answers_need_sign_in = true`)
    expect(await open(token)).toMatchObject({ needs_sign_in: true, requests: [] })
    await request(1)
    expect(await link()).toBeUndefined()
  })

  it('is not created for an email about anything else', async () => {
    const [id] = await request(1)
    await at.approve(id!)
    expect(await link()).toBeUndefined()
  })
})
