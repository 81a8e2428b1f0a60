import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { SavedView } from '../contract.ts'
import { savedViewHandlers } from './handlers.ts'

let fixture: Fixture
let ana: Person
let bela: Person
let superadmin: Person
const api = savedViewHandlers()
beforeAll(async () => {
  fixture = await createFixture()
  const school = await fixture.school()
  ana = await fixture.person({ role: 'school_admin', school })
  bela = await fixture.person({ role: 'school_admin', school })
  superadmin = await fixture.person({ role: 'superadmin' })
})
afterAll(() => fixture.close())
beforeEach(() => fixture.rows('delete from public.saved_views'))

const view = (change: Partial<SavedView> = {}): SavedView => ({
  id: randomUUID(),
  page: '/school/students',
  name: `View ${randomUUID().slice(0, 8)}`,
  search: 'state=active',
  is_default: false,
  ...change,
})
const list = async (by: Person | null) => call(api.list, undefined, { context: await fixture.as(by) })
const create = async (by: Person | null, input: SavedView) =>
  call(api.create, input, { context: await fixture.as(by) })
const update = async (by: Person | null, input: { id: string; name?: string; is_default?: boolean }) =>
  call(api.update, input, { context: await fixture.as(by) })
const remove = async (by: Person | null, id: string) =>
  call(api.remove, { id }, { context: await fixture.as(by) })

it('saves filters under a name, once however often they are sent', async () => {
  const mine = view({ name: '  Active  ' })
  await create(ana, mine)
  await create(ana, mine)
  expect(await list(ana)).toEqual([{ ...mine, name: 'Active' }])
})

it('removes, and restores by saving the same again', async () => {
  const mine = view({ is_default: true })
  await create(ana, mine)
  await remove(ana, mine.id)
  await remove(ana, mine.id)
  expect(await list(ana)).toEqual([])
  await create(ana, mine)
  expect(await list(ana)).toEqual([mine])
})

it('renames, and refuses a name that already exists', async () => {
  const [one, other] = [view({ name: 'One' }), view({ name: 'Other' })]
  await create(ana, one)
  await create(ana, other)
  await create(ana, view({ name: 'One', page: '/school/cohorts' }))
  await update(ana, { id: one.id, name: 'Uno' })
  await expect(update(ana, { id: one.id, name: 'OTHER' })).rejects.toMatchObject({
    code: 'CONFLICT',
    data: { fieldErrors: { name: 'You already have a view with this name here.' } },
  })
})

it('opens a page with at most one view: the last one chosen', async () => {
  const [one, other] = [view({ is_default: true }), view()]
  const elsewhere = view({ page: '/school/cohorts', is_default: true })
  for (const each of [one, other, elsewhere]) await create(ana, each)
  await update(ana, { id: other.id, is_default: true })
  const defaults = (await list(ana)).filter(({ is_default }) => is_default).map(({ id }) => id)
  expect(defaults.toSorted()).toEqual([other.id, elsewhere.id].toSorted())
})

it('keeps at most fifty, also for concurrent saves', async () => {
  for (let count = 0; count < 48; count++) await create(ana, view())
  const tries = await Promise.allSettled(Array.from({ length: 6 }, () => create(ana, view())))
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
  expect(tries.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT', message: expect.stringContaining('50 saved views') },
  })
  await create(bela, view())
})

it("shows and changes no one else's, not even for a colleague or the superadmin", async () => {
  const mine = view()
  await create(ana, mine)
  for (const other of [bela, superadmin]) {
    expect(await list(other)).toEqual([])
    await expect(update(other, { id: mine.id, name: 'Theirs' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(create(other, mine)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await remove(other, mine.id)
    await expect(
      fixture.act(other, (tx) =>
        tx
          .insertInto('saved_views')
          .values({ ...view(), user_id: ana.id, position: 1 })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  }
  expect(await list(ana)).toEqual([mine])
  const attempts = [
    list,
    (by: null) => create(by, view()),
    (by: null) => update(by, mine),
    (by: null) => remove(by, mine.id),
  ]
  for (const attempt of attempts) await expect(attempt(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('accepts no address of another site', async () => {
  for (const page of ['//evil.example', 'https://evil.example', '/a?b', '/a#b', '/\\evil'])
    await expect(create(ana, view({ page }))).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
