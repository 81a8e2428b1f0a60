/** Evaluation forms against real PostgreSQL: shipped, copied, published, chosen; started evaluations keep their version; access. */
import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { createShiftFixture } from '#features/shifts/server/fake.ts'
import type { Instrument } from '../contract.ts'
import { retireInstrument } from './commands/retire-instrument.ts'
import { instrumentHandlers } from './handlers.ts'
import { findInstrumentFor } from './public.ts'
import { templates } from './templates.ts'

let at: Awaited<ReturnType<typeof createShiftFixture>>
const api = instrumentHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const list = async (who: Person | null) => (await call(api.list, {}, await at.as(who))).rows
const quickCheck = async () => (await list(at.people.ana)).find(({ name }) => name === 'Shift quick check')!
async function copied(name: string): Promise<Instrument> {
  const id = randomUUID()
  await call(api.copy, { id, from: (await quickCheck()).id, name }, await at.as(at.people.ana))
  return (await list(at.people.ana)).find((one) => one.id === id)!
}
const publish = async (who: Person | null, { id, version }: { id: string; version: number }) =>
  call(api.publish, { id, version }, await at.as(who))

describe('forms', () => {
  it('ship with Placewell, complete, and are never changed by a school', async () => {
    const shipped = (await list(at.people.ana)).filter(({ is_shipped: is }) => is)
    expect(shipped.map(({ name }) => name).toSorted()).toEqual(templates.map(({ name }) => name).toSorted())
    const [first] = shipped as [Instrument]
    expect(first).toMatchObject({ latest_version: 1, has_draft: false })
    await expect(publish(at.people.ana, first)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  it('are copied, published and chosen; a new version applies to evaluations started after it', async () => {
    const own = await copied('Our quick check')
    expect(own).toMatchObject({ latest_version: 0, has_draft: true, is_shipped: false })
    const choose = async (
      who: Person | null,
      instrument_id: string | null,
      time: 'shift' | 'final' = 'shift',
    ) => call(api.choose, { time, instrument_id }, await at.as(who))
    await expect(choose(at.people.ana, own.id)).rejects.toThrow('Publish this form first')
    const one = await publish(at.people.ana, own)
    await expect(publish(at.people.ana, own)).rejects.toThrow('just changed')
    await expect(publish(at.people.ana, one)).rejects.toThrow('nothing to publish')
    await expect(choose(at.people.ana, own.id, 'final')).rejects.toThrow('not made for the final')
    await choose(at.people.ana, own.id)
    const counts = () => at.fixture.act(at.people.ana, (tx) => findInstrumentFor(tx, at.school, 'shift'))
    expect(await counts()).toMatchObject({ id: own.id, version: 1 })
    const content = { ...own.content, sections: [{ ...own.content.sections[0]!, title: 'This evening' }] }
    const draft = await call(
      api.save,
      { id: own.id, version: one.version, name: 'Our evening check', content },
      await at.as(at.people.ana),
    )
    expect(await counts()).toMatchObject({ version: 1, name: 'Our quick check' })
    expect((await publish(at.people.ana, draft)).number).toBe(2)
    expect(await counts()).toMatchObject({ version: 2, name: 'Our evening check' })
    const versions = await at.fixture.rows(
      'select number from public.instrument_versions where instrument_id = $1',
      [own.id],
    )
    expect(versions).toHaveLength(2)
    await call(api.retire, { id: own.id, version: draft.version + 1 }, await at.as(at.people.ana))
    expect(await counts()).toMatchObject({ name: 'Shift quick check' })
    await expect(choose(at.people.ana, own.id)).rejects.toThrow('is retired')
  })

  it('that are being retired are not chosen meanwhile', async () => {
    const own = await copied('Retired while it is chosen')
    const { version } = await publish(at.people.ana, own)
    const started = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    const retiring = at.fixture.act(at.people.ana, async (tx) => {
      await retireInstrument(tx, { id: own.id, version })
      started.resolve()
      await released.promise
    })
    await started.promise
    const choosing = call(
      api.choose,
      { time: 'shift', instrument_id: own.id },
      await at.as(at.people.ana),
    ).catch((error: unknown) => error)
    await new Promise((resolve) => setTimeout(resolve, 500))
    released.resolve()
    await retiring
    expect(await choosing).toMatchObject({ data: { code: 'instrument.retired' } })
    expect(
      await at.fixture.rows('select time from public.school_instruments where instrument_id = $1', [own.id]),
    ).toEqual([])
  })

  it('are judged by what is published, and stay made for the time that they are used at', async () => {
    const own = await copied('Made for shifts')
    const change = async (version: number, timings: Instrument['content']['timings']) =>
      call(
        api.save,
        { id: own.id, version, name: own.name, content: { ...own.content, timings } },
        await at.as(at.people.ana),
      )
    const choose = async (instrument_id: string | null, time: 'shift' | 'midterm') =>
      call(api.choose, { time, instrument_id }, await at.as(at.people.ana))
    const one = await publish(at.people.ana, own)
    const draft = await change(one.version, ['midterm'])
    await expect(choose(own.id, 'midterm')).rejects.toThrow('not made for the midterm')
    await choose(own.id, 'shift')
    await expect(publish(at.people.ana, draft)).rejects.toMatchObject({ data: { code: 'instrument.in_use' } })
    const both = await change(draft.version, ['each_shift', 'midterm'])
    await publish(at.people.ana, both)
    await choose(own.id, 'midterm')
    for (const time of ['shift', 'midterm'] as const) await choose(null, time)
  })

  it('that are inconsistent are refused, with what is wrong', async () => {
    const own = await copied('A broken one')
    const content = { ...own.content, scale: { ...own.content.scale, midterm_allowed: ['S', 'X'] } }
    await expect(
      call(api.save, { id: own.id, version: 1, name: 'A', content }, await at.as(at.people.ana)),
    ).rejects.toThrow('no point or item X')
  })
})

describe('access', () => {
  it('another school sees and changes none, and only administrators may', async () => {
    const own = await copied('Ours alone')
    expect((await list(at.people.rob)).some(({ id }) => id === own.id)).toBe(false)
    await expect(publish(at.people.rob, own)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    for (const who of [at.people.denise, at.people.frank])
      await expect(publish(who, own)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(list(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  })

  it("PostgreSQL itself: no version of another school's, none changed, no shipped one", async () => {
    const own = await copied('Held by PostgreSQL')
    await publish(at.people.ana, own)
    const tried = (who: Person, statement: ReturnType<typeof sql>) =>
      at.fixture.act(who, (tx) => statement.execute(tx)).catch((error: { code: string }) => error.code)
    for (const statement of [
      sql`update public.instrument_versions set content = '{}'`,
      sql`delete from public.instrument_versions`,
      sql`insert into public.instrument_versions (instrument_id, number, owner_school_id, name, content, published_by) values (${own.id}::uuid, 9, ${at.school}::uuid, 'x', '{}', ${at.people.rob.id}::uuid)`,
      sql`insert into public.evaluation_instruments (id, owner_school_id, name) values (${randomUUID()}::uuid, null, 'x')`,
    ])
      expect(await tried(at.people.rob, statement)).toBe('42501')
  })
})

it('the public sandbox shows a form to anyone', async () => {
  expect(await call(api.sample, { key: 'shift-quick-check' }, await at.as(null))).toMatchObject({
    name: 'Shift quick check',
  })
})
