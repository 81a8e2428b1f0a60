/** Shifts as files, and refusals that a reason could overrule. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { approvalCalls } from '#features/shift-approvals/server/fake.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())

const csv = async (who: Person | null, filter: object = {}) =>
  new Response(
    (await call(at.api.export, { format: 'csv', ...filter }, await at.as(who)))
      .body as ReadableStream<Uint8Array>,
  ).text()

it('exports what the caller sees and the filter matches, without executable formulas', async () => {
  const date = addDays(at.today, 50)
  await at.draft({ title: '=HYPERLINK("http://evil")', date })
  const sent = await at.draft({ title: 'Sent', date, start_time: '19:00', end_time: '07:00' })
  await at.submit(sent)

  const school = await csv(at.people.ana, { from: date, to: date })
  expect(school.split('\r\n').filter(Boolean)).toHaveLength(3)
  expect(school).not.toMatch(/(^|,)"?=HYPERLINK/m)
  expect(school).toContain('Waiting for facility')
  expect(await csv(at.people.ana, { from: date, to: date, status: ['draft'] })).not.toContain('Sent')

  expect(await csv(at.people.frank)).toContain('Sent')
  expect(await csv(at.people.frank)).not.toContain('HYPERLINK')
  // A facility can't see seats here, so its file claims nothing about them.
  expect(school).toContain('Not cleared')
  expect(await csv(at.people.frank)).not.toContain('Not cleared')
  for (const other of [at.people.rob, at.people.eve, at.people.marcus])
    expect(await csv(other)).not.toContain('Sent')
  await expect(csv(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('exports for a facility what its page shows: the days, the units, and its whole inbox', async () => {
  const date = addDays(at.today, 70)
  await at.submit(await at.draft({ title: 'Requested', date }))
  await at.published({ title: 'Agreed on', date })
  const moved = await at.published({
    title: 'To be moved',
    date: addDays(date, 1),
    facility_id: at.icu,
    specialty: 'icu',
  })
  await call(
    at.api.askChange,
    { ...(await at.locked(moved)), change: { date: addDays(date, 2) }, reason: 'The lab is closed.' },
    await at.as(at.people.ana),
  )
  const titles = async (filter: object) =>
    [
      ...(await csv(at.people.frank, { here: true, from: date, ...filter })).matchAll(
        /Requested|Agreed on|To be moved/g,
      ),
    ].map(String)
  expect(await titles({})).toEqual(expect.arrayContaining(['Agreed on', 'Requested', 'To be moved']))
  expect(await titles({ to: date })).not.toContain('To be moved')
  expect(await titles({ facility_id: at.icu })).toEqual(['To be moved'])
  expect(await titles({ facility_id: at.elsewhere })).toEqual([])
  expect((await titles({ needs: 'inbox' })).toSorted()).toEqual(['Requested', 'To be moved'])
  const { rows } = await call(approvalCalls.inbox, {}, await at.as(at.people.frank))
  const file = await csv(at.people.frank, { here: true, needs: 'inbox' })
  expect(file.trim().split('\r\n')).toHaveLength(rows.length + 1)
})

it('exports for an instructor their own schedule, not the school’s other shifts', async () => {
  const date = addDays(at.today, 80)
  await at.published({ title: 'Of Marcus', date, proctor_id: at.people.marcus.id })
  await at.published({ title: 'Of Denise', date: addDays(date, 1), proctor_id: at.people.denise.id })
  const own = await csv(at.people.marcus, { mine: true, from: date, to: addDays(date, 5) })
  expect(own).toContain('Of Marcus')
  expect(own).not.toContain('Of Denise')
  expect(await csv(at.people.marcus, { mine: true, from: addDays(date, 1) })).not.toContain('Of Marcus')
})

it('says that a late request needs a reason, and accepts it', async () => {
  await at.fixture.rows('update public.organizations set default_lead_time_days = 90')
  const id = await at.draft({ date: addDays(at.today, 55) })
  const submit = async (reason: string | null) =>
    call(
      at.api.submit,
      { shifts: [await at.locked(id)], lead_time_reason: reason },
      await at.as(at.people.ana),
    )
  expect(await submit(null)).toMatchObject([{ ok: false, reason: 'lead_time' }])
  expect(await submit('The other unit closed.')).toMatchObject([{ ok: true, reason: null }])
})

it('counts shifts beyond the current page', async () => {
  const page = await call(
    at.api.list,
    { page: 1, page_size: 1, status: ['draft', 'pending_facility'] },
    await at.as(at.people.ana),
  )
  expect(page.rows).toHaveLength(1)
  expect(page).toMatchObject({ is_more: false })
  expect(page.total).toBeGreaterThan(1)
})
