/** What happens to the days, nominations and hours of a project that ends, or whose preceptor leaves. */
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import { type Capstones, createCapstones } from './fake.ts'

let at: Capstones
beforeAll(async () => {
  at = await createCapstones()
})
afterEach(() => at.clear())
afterAll(() => at.fixture.close())

const titles = async (who: { id: string }) => (await receivedBy(at.fixture, who)).map(({ title }) => title)
const statusesOf = async (id: string) =>
  new Map(
    (
      await at.fixture.rows<{ id: string; status: string }>(
        'select id, status from public.capstone_days where project_id = $1',
        [id],
      )
    ).map((day) => [day.id, day.status]),
  )

describe('a project that is canceled', () => {
  it('keeps the days that were worked, to be confirmed, and none of those ahead', async () => {
    const { id } = await at.signed()
    const worked = await at.plan(id, addDays(at.today, -2))
    const ahead = await at.plan(id, addDays(at.today, 5))
    await at.move(at.people.ana, id, 'cancel', 'The student left the program.')
    const statuses = await statusesOf(id)
    expect([worked, ahead].map((day) => statuses.get(day))).toEqual(['planned', 'removed'])
    for (const who of [at.people.frank, at.priya])
      expect(await titles(who)).toContain('“Falls after surgery” is canceled now')
    await at.confirm(worked)
    expect(await at.get(id)).toMatchObject({ status: 'cancelled', credited_hours: 12 })
    await expect(at.plan(id, addDays(at.today, 6))).rejects.toThrow('once a preceptor has accepted')
  })

  it('asks no preceptor any more, and no one signs its agreement', async () => {
    const asked = await at.awaiting()
    const nomination = await at.nominate(asked, at.named.priya.id)
    await at.move(at.people.ana, asked, 'cancel', 'The student left the program.')
    expect((await at.get(asked)).nominations).toMatchObject([{ status: 'withdrawn' }])
    await expect(at.answer(nomination)).rejects.toThrow(/can’t find that project|already answered/)
    const matched = await at.awaiting(at.ben)
    const second = await at.nominate(matched, at.named.priya.id)
    await at.answer(second)
    await at.move(at.people.ana, matched, 'cancel', 'The student left the program.')
    for (const who of [at.ben, at.priya, at.people.marcus])
      await expect(at.sign(who, second)).rejects.toThrow('moved on')
  })
})

describe('a project that its student withdraws', () => {
  it('asks no preceptor any more, and its facility is notified', async () => {
    const id = await at.awaiting(at.ben)
    const nomination = await at.nominate(id, at.named.sam.id)
    const [token] = (await at.links('sam@river.example')).slice(-1)
    await at.move(at.ben, id, 'withdraw')
    expect((await at.get(id)).nominations).toMatchObject([{ id: nomination, status: 'withdrawn' }])
    expect(await titles(at.people.frank)).toContain('“Falls after surgery” is withdrawn now')
    await expect(at.use(token!, { task: 'accept', accepts: true, reason: null })).rejects.toThrow(
      'can’t find that project',
    )
    // Only with the project: a student takes back no nomination on their own.
    const other = await at.awaiting(at.ada)
    const theirs = await at.nominate(other, at.named.priya.id)
    await expect(
      call(
        at.api.decideNomination,
        { id: theirs, decision: 'withdraw', reason: null, ...at.key() },
        await at.as(at.ada),
      ),
    ).rejects.toThrow(/may not/)
  })
})
