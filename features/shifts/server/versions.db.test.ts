/**
 * Two tabs, two people, and a retry: only an identical request gets the same answer again; any other request on an old version is refused
 * (decision 035).
 */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ShiftFields } from '../contract.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let day = 60
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const nextDay = () => addDays(at.today, day++)
const draft = (more: Partial<ShiftFields> = {}) => at.draft({ date: nextDay(), ...more })
async function requested(): Promise<string> {
  const id = await draft({ capacity: 6 })
  await at.submit(id)
  return id
}
const eventsOf = async (id: string, event: string) =>
  (await call(at.api.trail, { id }, await at.as(at.people.ana))).filter((one) => one.event === event)

describe('the same request sent again', () => {
  it('is answered like the first time and runs once', async () => {
    const shift = await at.locked(await draft())
    const request = {
      ...shift,
      fields: { title: 'Pediatrics' },
      reason: null,
      idempotency_key: randomUUID(),
    }
    const first = await call(at.api.update, request, await at.as(at.people.ana))
    expect(await call(at.api.update, request, await at.as(at.people.ana))).toEqual(first)
    expect(await eventsOf(shift.id, 'change')).toHaveLength(1)
  })

  it('has one effect and equal answers if sent at the same moment', async () => {
    const shift = await at.locked(await requested())
    const request = { shifts: [shift], seats: 4, idempotency_key: randomUUID() }
    const context = await at.as(at.people.frank)
    const answers = await Promise.all([1, 2, 3, 4].map(() => call(at.api.approve, request, context)))
    expect(answers).toEqual(answers.map(() => [{ id: shift.id, ok: true, message: null, reason: null }]))
    expect(await eventsOf(shift.id, 'approve')).toHaveLength(1)
  })

  it('replays the outcome of each row, including refused ones', async () => {
    const good = await at.locked(await draft())
    const old = { id: await draft(), version: 99 }
    const request = { shifts: [good, old], idempotency_key: randomUUID() }
    const first = await call(at.api.submit, request, await at.as(at.people.ana))
    expect(first.map(({ ok }) => ok)).toEqual([true, false])
    expect(await call(at.api.submit, request, await at.as(at.people.ana))).toEqual(first)
  })

  it('is checked again after a refusal, of which nothing was stored', async () => {
    const id = await draft()
    const request = { ...(await at.locked(id)), reason: 'x', idempotency_key: randomUUID() }
    const context = await at.as(at.people.una)
    const refusals = await Promise.allSettled(
      [1, 2].map(() => call(at.api.postpone, request as never, context)),
    )
    expect(refusals.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(
      await at.fixture.rows('select 1 from public.idempotency_keys where key = $1', [
        request.idempotency_key,
      ]),
    ).toEqual([])
  })
})

describe('another request', () => {
  it('is refused with a used key, and nothing is changed', async () => {
    const shift = await at.locked(await draft())
    const key = { idempotency_key: randomUUID() }
    const context = await at.as(at.people.ana)
    await call(at.api.update, { ...shift, fields: { title: 'One' }, reason: null, ...key }, context)
    for (const other of [
      () => call(at.api.update, { ...shift, fields: { title: 'Two' }, reason: null, ...key }, context),
      () => call(at.api.postpone, { ...shift, reason: 'Another command.', ...key }, context),
    ])
      await expect(other()).rejects.toMatchObject({ code: 'UNPROCESSABLE_CONTENT' })
    expect((await at.get(shift.id)).title).toBe('One')
  })

  it('is separate for another person with the same key', async () => {
    const key = { idempotency_key: randomUUID() }
    const [one, two] = [await at.locked(await draft()), await at.locked(await draft())]
    for (const [who, shift] of [
      [at.people.ana, one],
      [at.people.una, two],
    ] as const)
      await call(
        at.api.update,
        { ...shift, fields: { title: 'Own' }, reason: null, ...key },
        await at.as(who),
      )
    expect((await at.get(one.id)).title).toBe('Own')
    expect((await at.get(two.id)).title).toBe('Own')
  })

  it('is refused on an old version, whatever it asks: from the same tab, another tab, another person', async () => {
    const shift = await at.locked(await draft())
    const change = async (who: typeof at.people.ana, fields: Partial<ShiftFields>) =>
      call(at.api.update, { ...shift, fields, reason: null, idempotency_key: randomUUID() }, await at.as(who))
    await change(at.people.ana, { title: 'First tab' })
    for (const again of [
      () => change(at.people.ana, { title: 'Second tab' }),
      () => change(at.people.ana, { capacity: 5 }),
      () => change(at.people.una, { title: 'Someone else' }),
    ])
      await expect(again()).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await at.get(shift.id)).toMatchObject({ title: 'First tab', version: shift.version + 1 })
  })

  it('applies to every command with a payload', async () => {
    const { ana, frank } = at.people
    const approved = await at.locked(await requested())
    const approve = async (seats: number) =>
      (await call(at.api.approve, { shifts: [approved], seats }, await at.as(frank)))[0]!
    expect(await approve(4)).toMatchObject({ ok: true })
    expect(await approve(2)).toMatchObject({ ok: false, reason: 'version' })
    expect((await at.get(approved.id)).approved_capacity).toBe(4)

    const countered = await at.locked(await requested())
    const counter = async (capacity: number) =>
      call(at.api.counter, { ...countered, proposal: { capacity }, note: 'Fewer.' }, await at.as(frank))
    await counter(3)
    await expect(counter(2)).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await at.get(countered.id)).counter).toMatchObject({ capacity: 3 })

    const declined = await at.locked(await requested())
    const decline = async (code: 'staffing' | 'census') =>
      (await call(at.api.decline, { shifts: [declined], code, note: 'Sorry.' }, await at.as(frank)))[0]!
    expect(await decline('staffing')).toMatchObject({ ok: true })
    expect(await decline('census')).toMatchObject({ ok: false, reason: 'version' })
    expect((await at.get(declined.id)).decision_code).toBe('staffing')

    const moved = await at.published()
    const shift = await at.locked(moved)
    const ask = async (start_time: string) =>
      call(at.api.askChange, { ...shift, change: { start_time }, reason: 'The ward asks.' }, await at.as(ana))
    await ask('08:00')
    await expect(ask('09:00')).rejects.toMatchObject({ code: 'CONFLICT' })
    expect((await at.get(moved)).change).toMatchObject({ start_time: '08:00' })
  })

  it('saves one of two tabs that edit different fields at once; the other reads why', async () => {
    for (let round = 0; round < 5; round++) {
      const shift = await at.locked(await draft())
      const context = await at.as(at.people.ana)
      const answers = await Promise.allSettled(
        [{ title: 'Left' }, { capacity: 5 }, { arrival_note: 'Door B' }].map((fields) =>
          call(at.api.update, { ...shift, fields, reason: null, idempotency_key: randomUUID() }, context),
        ),
      )
      expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await at.get(shift.id)).toMatchObject({ version: shift.version + 1 })
    }
  })
})
