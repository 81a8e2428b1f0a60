/** What happens to the days, nominations and hours of a project that ends, or whose preceptor leaves. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { receivedBy } from '#app/testing-notifications.ts'
import { addDays } from '#core/plain-date.ts'
import { seatCalls } from '#features/assignments/server/fake.ts'
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

describe('a concern of a project that has ended', () => {
  it('is listed until it is answered, as one of a project under way is', async () => {
    const { id } = await at.signed()
    const concern = randomUUID()
    const sent = {
      id: concern,
      project_id: id,
      severity: 'serious',
      narrative: 'She has not come twice.',
    } as const
    await call(at.api.raiseConcern, { ...sent, ...at.key() }, await at.as(at.priya))
    const listed = async (who = at.people.ana) =>
      (await call(at.api.list, { show: 'concerns' }, await at.as(who))).rows.map((row) => row.id)
    expect(await listed()).toEqual([id])
    await at.move(at.people.ana, id, 'cancel', 'The student left the program.')
    expect(await listed()).toEqual([id])
    expect(await listed(at.people.marcus)).toEqual([id])
    await call(
      at.api.answerConcern,
      { id: concern, answer: 'I called her today.', ...at.key() },
      await at.as(at.people.marcus),
    )
    expect(await listed()).toEqual([])
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

describe('a preceptor who leaves', () => {
  const leave = async (nomination: string) =>
    call(
      at.api.decideNomination,
      { id: nomination, decision: 'end', reason: 'Moved to another unit.', ...at.key() },
      await at.as(at.people.frank),
    )
  const seenBy = async (id: string) => call(at.api.get, { id, as: 'preceptor' }, await at.as(at.priya))

  it('still confirms the days that were worked, and nothing after them', async () => {
    const { id, nomination } = await at.signed()
    const [first, second, sick] = [
      await at.plan(id, addDays(at.today, -3)),
      await at.plan(id, addDays(at.today, -2)),
      await at.plan(id, addDays(at.today, -1)),
    ]
    const ahead = await at.plan(id, addDays(at.today, 3))
    await at.fixture.rows(
      `update public.capstone_days set preceptor_id = $2, is_substitute = true where id = $1`,
      [sick, at.named.lee.id],
    )
    await leave(nomination)
    const statuses = await statusesOf(id)
    expect([first, second, sick, ahead].map((day) => statuses.get(day))).toEqual([
      'planned',
      'planned',
      'planned',
      'reschedule',
    ])
    await at.confirm(first)
    expect((await seenBy(id)).status).toBe('awaiting_preceptor')
    await at.confirm(second)
    expect(await at.get(id)).toMatchObject({ status: 'awaiting_preceptor', credited_hours: 24 })
    await expect(seenBy(id)).rejects.toThrow('can’t find that project')
    // The stand-in of a day before the end, too; who stands in after it waits for a new agreement.
    await at.dueWork()
    const lees = async () => (await at.links('lee@river.example')).at(-1)!
    await at.use(await lees(), { task: 'confirm', concern: null })
    expect(await at.get(id)).toMatchObject({ credited_hours: 36 })
    await at.fixture.rows(
      `update public.capstone_days set starts_at = now() + interval '1 second', ends_at = now() + interval '2 seconds' where id = $1`,
      [ahead],
    )
    await call(
      at.api.substitute,
      { id: ahead, preceptor_id: at.named.lee.id, reason: 'Priya left.', ...at.key() },
      await at.as(at.people.frank),
    )
    await new Promise((resolve) => setTimeout(resolve, 2500))
    await at.dueWork()
    await expect(at.use(await lees(), { task: 'confirm', concern: null })).rejects.toThrow('All three sign')
  })

  it('leaves days with a substitute planned: their student gets no shift at that time, and none comes at that of a shift', async () => {
    const { id, nomination } = await at.signed()
    const days = [addDays(at.today, 50), addDays(at.today, 53)]
    const [covered, freed] = [await at.plan(id, days[0]!), await at.plan(id, days[1]!)]
    const sent = { preceptor_id: at.named.lee.id, reason: 'Priya is away.' }
    const substitute = async (day: string) =>
      call(at.api.substitute, { id: day, ...sent, ...at.key() }, await at.as(at.people.frank))
    await substitute(covered)
    await leave(nomination)
    const statuses = await statusesOf(id)
    expect([covered, freed].map((day) => statuses.get(day))).toEqual(['planned', 'reschedule'])
    const take = async (date: string) => {
      const shift_id = await at.published({ date, facility_id: at.icu, signup_mode: 'self_signup' })
      return call(seatCalls.ask, { id: randomUUID(), shift_id }, await at.as(at.ada))
    }
    await expect(take(days[0]!)).rejects.toThrow(/capstone/i)
    await take(days[1]!)
    await expect(substitute(freed)).rejects.toThrow('has a shift at that time')
  })

  it('while they are asked, because their permission ended: the request ends at once', async () => {
    const set = (isEnabled: boolean) =>
      at.fixture.rows('update public.facility_admin_permissions set is_enabled = $2 where user_id = $1', [
        at.priya.id,
        isEnabled,
      ])
    const id = await at.awaiting()
    const nomination = await at.nominate(id, at.named.priya.id)
    const statusOf = async () =>
      (
        await at.fixture.rows<{ status: string }>(
          'select status from public.capstone_nominations where id = $1',
          [nomination],
        )
      )[0]!.status
    await at.dueWork()
    expect(await statusOf()).toBe('asked')
    await set(false)
    await at.dueWork()
    await at.dueWork()
    await set(true)
    expect(await statusOf()).toBe('expired')
    const said = (await receivedBy(at.fixture, at.people.ana)).filter(
      ({ title }) => title === 'Priya Raman can no longer answer',
    )
    expect(said.map(({ message }) => message)).toEqual([
      '“Falls after surgery” needs another preceptor: this one’s account or permission has ended.',
    ])
    // Another one can be asked.
    await at.nominate(id, at.named.lee.id)
  })

  it('without a word, because their permission or account ended: the school is notified, once', async () => {
    const set = (isEnabled: boolean) =>
      at.fixture.rows('update public.facility_admin_permissions set is_enabled = $2 where user_id = $1', [
        at.priya.id,
        isEnabled,
      ])
    const said = 'Priya Raman can no longer confirm hours'
    await at.signed()
    await at.dueWork()
    expect(await titles(at.people.ana)).not.toContain(said)
    await set(false)
    await at.dueWork()
    await at.dueWork()
    for (const who of [at.people.ana, at.people.marcus])
      expect((await titles(who)).filter((title) => title === said)).toHaveLength(1)
    await set(true)
  })

  it('confirms nothing under an agreement that was never signed', async () => {
    const id = await at.awaiting()
    const nomination = await at.nominate(id, at.named.priya.id)
    await at.answer(nomination)
    const day = await at.plan(id, addDays(at.today, -2))
    await leave(nomination)
    await expect(at.confirm(day)).rejects.toThrow('All three sign')
  })

  it('is asked by a link if they have no account, also again by the school', async () => {
    const id = await at.awaiting()
    const nomination = await at.nominate(id, at.named.sam.id)
    const sams = async () => (await at.links('sam@river.example')).at(-1)!
    await at.use(await sams(), { task: 'accept', accepts: true, reason: null })
    await at.use(await sams(), { task: 'sign' })
    for (const who of [at.ada, at.people.marcus]) await at.sign(who, nomination)
    const day = await at.plan(id, addDays(at.today, -2))
    await at.fixture.rows(`update public.preceptor_links set created_at = created_at - interval '2 days'`)
    await leave(nomination)
    await at.dueWork()
    const first = await sams()
    await call(
      at.api.sendLink,
      { id: nomination, task: 'confirm', day_id: day, ...at.key() },
      await at.as(at.people.ana),
    )
    expect(await at.open(first)).toMatchObject({ state: 'replaced' })
    expect(await at.use(await sams(), { task: 'confirm', concern: null })).toMatchObject({ done: 'confirm' })
    expect(await at.get(id)).toMatchObject({ credited_hours: 12 })
  })

  const ask = async (nomination: string, day: string) =>
    call(
      at.api.sendLink,
      { id: nomination, task: 'confirm', day_id: day, ...at.key() },
      await at.as(at.people.ana),
    )

  it('is asked again by the school if they have an account', async () => {
    const { id, nomination } = await at.signed()
    const day = await at.plan(id, addDays(at.today, -3))
    await at.dueWork()
    const asked = async () =>
      (await titles(at.priya)).filter((title) => title.startsWith('Confirm the hours')).length
    const before = await asked()
    expect(before).toBeGreaterThan(0)
    await ask(nomination, day)
    expect(await asked()).toBe(before + 1)
  })

  const latest = async () => (await at.links('sam@river.example')).at(-1)!
  /** Sam, who has no account, is asked by a link for the hours of the day before yesterday. */
  const askSam = async () => {
    const id = await at.awaiting()
    const sams = await at.nominate(id, at.named.sam.id)
    await at.use(await latest(), { task: 'accept', accepts: true, reason: null })
    await at.use(await latest(), { task: 'sign' })
    for (const who of [at.ada, at.people.marcus]) await at.sign(who, sams)
    await ask(sams, await at.plan(id, addDays(at.today, -2)))
    return id
  }

  it('keeps the link that the school just sent, and gets another after a day', async () => {
    await askSam()
    const sent = await latest()
    await at.dueWork()
    expect(await at.open(sent)).toMatchObject({ state: 'live' })
    await at.fixture.rows(`update public.preceptor_links set created_at = created_at - interval '2 days'`)
    await at.dueWork()
    expect(await at.open(sent)).toMatchObject({ state: 'replaced' })
    expect(await at.open(await latest())).toMatchObject({ state: 'live' })
  })

  it('raises a concern with the hours, by a link', async () => {
    const id = await askSam()
    expect(
      await at.use(await latest(), {
        task: 'confirm',
        minutes: 630,
        concern: { severity: 'minor', narrative: 'Left early for a family matter.' },
      }),
    ).toMatchObject({ done: 'confirm' })
    expect(await at.get(id)).toMatchObject({
      credited_hours: 10.5,
      concerns: [{ severity: 'minor', raised_by: 'Sam Stone' }],
    })
  })
})
