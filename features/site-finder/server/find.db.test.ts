import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { siteFinderHandlers } from './handlers.ts'

const api = siteFinderHandlers()
let fixture: Fixture
let ana: Person
let frank: Person
let student: Person
let lakeshore: string
const ids = new Map<string, string>()

/** A site at a real location, with units of these specialties. */
async function site(
  name: string,
  town: { city: string; state: string; at?: [number, number]; type?: string },
  units: [specialty: string, seats: number, status?: string][] = [],
): Promise<void> {
  const org = await fixture.facility({ name: `${name} Group` })
  const id = await fixture.facility({ kind: 'site', parent: org, name })
  await fixture.rows('update public.facilities set city = $2, state = $3 where id = $1', [
    id,
    town.city,
    town.state,
  ])
  await fixture.rows('update public.sites set latitude = $2, longitude = $3, site_type = $4 where id = $1', [
    id,
    town.at?.[0] ?? null,
    town.at?.[1] ?? null,
    town.type ?? 'Acute Care Hospitals',
  ])
  for (const [specialty, seats, status = 'active'] of units) {
    const unit = await fixture.facility({ kind: 'unit', parent: id, name: specialty })
    await fixture.rows('update public.units set specialty = $2, max_students_per_shift = $3 where id = $1', [
      unit,
      specialty,
      seats,
    ])
    await fixture.rows('update public.facilities set status = $2 where id = $1', [unit, status])
  }
  ids.set(name, id)
}

beforeAll(async () => {
  fixture = await createFixture()
  lakeshore = await fixture.school('Lakeshore')
  ana = await fixture.person({ role: 'school_admin', school: lakeshore })
  frank = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  student = await fixture.person({ role: 'student', school: await fixture.school('Prairie') })
  await fixture.rows(`insert into public.postal_codes (postal_code, city, state, latitude, longitude)
    values ('53202', 'Milwaukee', 'WI', 43.0506, -87.8979), ('60601', 'Chicago', 'IL', 41.8858, -87.6181)`)
  await site('Lakefront Medical Center', { city: 'Milwaukee', state: 'WI', at: [43.04, -87.9] }, [
    ['icu', 4],
    ['med_surg', 8],
    ['pediatrics', 6, 'paused'],
  ])
  await site('Racine 100% Care_Home', {
    city: 'Racine',
    state: 'WI',
    at: [42.73, -87.78],
    type: 'Nursing Home',
  })
  await site('Loop Hospital', { city: 'Chicago', state: 'IL', at: [41.88, -87.63] }, [['icu', 2]])
  await site('Nowhere Clinic', { city: 'Elsewhere', state: 'MN' })
  await site('Gone Hospital', { city: 'Milwaukee', state: 'WI', at: [43.05, -87.9] })
  await fixture.rows(`update public.facilities set status = 'archived' where id = $1`, [
    ids.get('Gone Hospital'),
  ])
})
afterAll(() => fixture.close())

async function names(input: object, by: Person = ana): Promise<string[]> {
  const { rows } = await call(api.find, input, { context: await fixture.as(by) })
  return rows.map(({ name }) => name).filter((name) => ids.has(name))
}

describe('find', () => {
  it('finds by words of a site, its organization and its city; archived ones are hidden', async () => {
    expect(await names({ q: 'lakefront' })).toEqual(['Lakefront Medical Center'])
    expect(await names({ q: 'Loop Hospital Group' })).toEqual(['Loop Hospital'])
    expect(await names({ q: 'racine' })).toEqual(['Racine 100% Care_Home'])
    expect(await names({ q: '100% care_' })).toEqual(['Racine 100% Care_Home'])
    expect(await names({ q: '%' })).toEqual(['Racine 100% Care_Home'])
    expect(await names({ q: 'Gone' })).toEqual([])
  })

  it('finds by state, kind and specialty, where only active units count', async () => {
    expect(await names({ state: 'IL' })).toEqual(['Loop Hospital'])
    expect(await names({ site_type: 'Nursing Home' })).toEqual(['Racine 100% Care_Home'])
    expect(await names({ specialty: 'icu' })).toEqual(['Lakefront Medical Center', 'Loop Hospital'])
    expect(await names({ specialty: 'pediatrics' })).toEqual([])
  })

  it('returns the nearest first, with their distance and what they have', async () => {
    const answer = await call(api.find, { zip: '53202' }, { context: await fixture.as(ana) })
    expect(answer.origin).toMatchObject({ city: 'Milwaukee', state: 'WI' })
    expect(answer.rows.filter(({ name }) => ids.has(name))).toMatchObject([
      {
        name: 'Lakefront Medical Center',
        distance_miles: 0.7,
        units: 2,
        seats: 12,
        specialties: ['icu', 'med_surg'],
      },
      { name: 'Racine 100% Care_Home', distance_miles: 22.9, units: 0, seats: 0 },
      { name: 'Loop Hospital', distance_miles: 82 },
      { name: 'Nowhere Clinic', distance_miles: null },
    ])
  })

  it('stays within the requested miles; sites without a location are not near', async () => {
    expect(await names({ zip: '53202', within: 10 })).toEqual(['Lakefront Medical Center'])
    expect(await names({ zip: '53202', within: 25 })).toEqual([
      'Lakefront Medical Center',
      'Racine 100% Care_Home',
    ])
    expect(await names({ zip: '60601', within: 10 })).toEqual(['Loop Hospital'])
    expect(await names({ zip: '60601', within: 10, state: 'WI' })).toEqual([])
  })

  it('sorts as requested, and pages', async () => {
    expect((await names({ sort: 'seats', dir: 'desc' }))[0]).toBe('Lakefront Medical Center')
    expect(await names({ sort: 'distance' })).toEqual(await names({ sort: 'name' }))
    const far = await call(api.find, { page: 40 }, { context: await fixture.as(ana) })
    expect(far).toMatchObject({ rows: [], total: 4 })
  })

  it('says that there is no such ZIP code', async () => {
    await expect(names({ zip: '00000' })).rejects.toMatchObject({ code: 'UNKNOWN_ZIP' })
    await expect(names({ zip: '5320' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  })

  it('is for people who arrange placements', async () => {
    expect(await names({ q: 'loop' }, frank)).toEqual(['Loop Hospital'])
    await expect(names({}, student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(call(api.find, {}, { context: await fixture.as(null) })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })
})

describe('points and choices', () => {
  it('are the same sites, if they have a location', async () => {
    const { points, total } = await call(
      api.points,
      { zip: '53202', within: 100 },
      { context: await fixture.as(ana) },
    )
    expect(points.map(([, name]) => name)).toEqual([
      'Lakefront Medical Center',
      'Racine 100% Care_Home',
      'Loop Hospital',
    ])
    expect(total).toBe(3)
  })

  it('offer the existing states and kinds', async () => {
    const found = await call(api.choices, undefined, { context: await fixture.as(ana) })
    expect(found.states).toEqual(['IL', 'MN', 'WI'])
    expect(found.site_types).toEqual(['Acute Care Hospitals', 'Nursing Home'])
  })
})

describe('the page of a site', () => {
  const read = async (name: string) =>
    call(api.site, { id: ids.get(name)!, school_id: lakeshore }, { context: await fixture.as(ana) })

  it('lists its units with the seats of the coming weeks, and says that there is no agreement', async () => {
    const page = await read('Lakefront Medical Center')
    expect(page).toMatchObject({ name: 'Lakefront Medical Center', city: 'Milwaukee', agreement: null })
    expect(page.units.length).toBe(2)
    for (const unit of page.units) {
      expect(unit.is_open).toBe(false)
      expect(unit.weeks).toHaveLength(8)
      expect(unit.weeks.at(-1)).toMatchObject({ seats: 5 * unit.most, free: 5 * unit.most })
    }
  })

  it('reveals nothing about the agreements of another school', async () => {
    const rival = await fixture.person({ role: 'school_admin', school: await fixture.school('Hill') })
    const id = ids.get('Loop Hospital')!
    const [loop] = await fixture.rows<{ parent_id: string }>(
      'select parent_id from public.facilities where id = $1',
      [id],
    )
    await fixture.partnership(lakeshore, loop!.parent_id)
    expect((await read('Loop Hospital')).units).toMatchObject([{ is_open: true }])
    const seen = await call(api.site, { id, school_id: lakeshore }, { context: await fixture.as(rival) })
    expect(seen).toMatchObject({ agreement: null, units: [{ is_open: false }] })
  })

  it("refuses facilities, and sites that don't exist", async () => {
    const input = { id: crypto.randomUUID(), school_id: lakeshore }
    await expect(call(api.site, input, { context: await fixture.as(ana) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(call(api.site, input, { context: await fixture.as(frank) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  it('names the largest cities of a box', async () => {
    const box = { south: 42.5, north: 43.5, west: -88.5, east: -87.5 }
    const towns = await call(api.towns, box, { context: await fixture.as(ana) })
    expect(towns[0]![0]).toBe('Milwaukee')
  })
})
