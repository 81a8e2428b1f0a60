/** A person who ends a partnership, removes a site or closes a unit reads which capstone projects have days there. */
import { call } from '@orpc/server'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import { type Capstones, createCapstones } from '#features/capstone/server/fake.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { partnershipHandlers } from '#features/partnerships/server/handlers.ts'
import { cancelOrMoveShift, moveElsewhere } from '#features/shifts/server/public.ts'

const partnerships = partnershipHandlers({ moveShifts: moveElsewhere })
const facilities = facilityHandlers({ settleShift: cancelOrMoveShift })
let at: Capstones
let project: string
beforeAll(async () => {
  at = await createCapstones()
  project = (await at.signed()).id
})
afterEach(() =>
  at.fixture.rows(`update public.capstone_days set status = 'removed' where status = 'planned'`),
)
afterAll(() => at.fixture.close())

const two = async () => {
  for (const days of [10, 12]) await at.plan(project, addDays(at.today, days))
}
const both = () => ({
  id: project,
  school_name: 'Lake School',
  unit_name: '5 East',
  preceptor_name: 'Priya Raman',
  days: 2,
  first: addDays(at.today, 10),
  last: addDays(at.today, 12),
})
const dealOf = async () =>
  (
    await at.fixture.rows<{ id: string; version: number }>(
      'select id, version from public.partnerships where school_id = $1 and organization_id = $2',
      [at.school, at.organization],
    )
  )[0]!

it('closing a unit, or a site with it, names the projects and their days', async () => {
  await two()
  for (const id of [at.ward, at.north, at.organization]) {
    const { capstones } = await call(facilities.affectedShifts, { id }, await at.as(at.people.frank))
    expect(capstones).toMatchObject([both()])
  }
  const { capstones } = await call(facilities.affectedShifts, { id: at.icu }, await at.as(at.people.frank))
  expect(capstones).toEqual([])
})

it('closing days names those with days on them, in the chosen units', async () => {
  await two()
  const plan = async (from: number, to: number, unit_ids: string[] | null = null) => {
    const days = { from: addDays(at.today, from), to: addDays(at.today, to) }
    const asked = { id: at.north, ...days, unit_ids }
    return (await call(facilities.planClosing, asked, await at.as(at.people.frank))).capstones
  }
  expect(await plan(10, 12)).toMatchObject([both()])
  expect(await plan(11, 12)).toMatchObject([{ days: 1, first: addDays(at.today, 12) }])
  expect(await plan(11, 11)).toEqual([])
  expect(await plan(10, 12, [at.icu])).toEqual([])
})

it('ending a partnership names those with days after its last day, to both parties', async () => {
  await two()
  const { id } = await dealOf()
  const later = async (after: number, who = at.people.frank) =>
    call(partnerships.laterCapstones, { id, after: addDays(at.today, after) }, await at.as(who))
  for (const who of [at.people.frank, at.people.ana]) expect(await later(9, who)).toMatchObject([both()])
  expect(await later(10)).toMatchObject([{ days: 1, first: addDays(at.today, 12) }])
  expect(await later(12)).toEqual([])
  for (const who of [at.people.rob, at.people.eve]) expect(await later(9, who)).toEqual([])
})

it('no site is removed from a partnership while days are planned there', async () => {
  await two()
  const south = await at.fixture.facility({ kind: 'site', parent: at.organization, name: 'South' })
  const change = async () =>
    call(
      partnerships.change,
      { ...(await dealOf()), changes: { all_sites: false, site_ids: [south] } },
      await at.as(at.people.frank),
    )
  await expect(change()).rejects.toThrow(/^2 capstone days \(.+\) would no longer be within the partnership/)
  await at.fixture.rows(`update public.capstone_days set status = 'removed' where status = 'planned'`)
  await change()
})
