/** All shifts of all schools, for the superadmin: indexes sort, find and filter them, with the same results as without. */
import { call } from '@orpc/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from './fake.ts'

let at: ShiftFixture
let sam: Person
const ids: Record<string, string> = {}

beforeAll(async () => {
  at = await createShiftFixture()
  const { rob, ana } = at.people
  sam = at.people.sam
  const day = (n: number) => addDays(at.today, 40 + n)
  ids['lake ward'] = await at.published({ date: day(3), title: 'Wound care', course_code: 'N 100%' })
  ids['lake icu'] = await at.draft({ date: day(1), facility_id: at.icu, title: 'Ventilation', capacity: 2 })
  ids['hill ward'] = await at.published({ date: day(2), title: 'Wound care', capacity: 4 }, rob)
  ids['hill campus'] = await at.draft(
    { date: day(4), facility_id: null, experience_type: 'skills_lab', title: 'Lab', course_code: 'N_SIM' },
    rob,
  )
  ids['lake campus'] = await at.draft(
    { date: day(0), facility_id: null, experience_type: 'simulation', title: null },
    ana,
  )
})
afterAll(() => at.fixture.close())

const names = async (filter: object, who: Person = sam): Promise<string[]> => {
  const { rows, total } = await call(at.api.list, filter, await at.as(who))
  if (!('page_size' in filter)) expect(total).toBe(rows.length)
  return rows.map(({ id }) => Object.keys(ids).find((name) => ids[name] === id)!)
}

describe('all shifts', () => {
  it('are sorted by day, status, school and unit, with campus shifts where null units are sorted', async () => {
    expect(await names({})).toEqual(['lake campus', 'lake icu', 'hill ward', 'lake ward', 'hill campus'])
    expect(await names({ sort: 'status' })).toEqual([
      'lake campus',
      'lake icu',
      'hill campus',
      'hill ward',
      'lake ward',
    ])
    expect(await names({ sort: 'status', dir: 'desc' })).toEqual([
      'lake ward',
      'hill ward',
      'hill campus',
      'lake icu',
      'lake campus',
    ])
    expect(await names({ sort: 'school' })).toEqual([
      'hill ward',
      'hill campus',
      'lake campus',
      'lake icu',
      'lake ward',
    ])
    expect(await names({ sort: 'unit' })).toEqual([
      'hill ward',
      'lake ward',
      'lake icu',
      'lake campus',
      'hill campus',
    ])
    expect(await names({ sort: 'unit', dir: 'desc' })).toEqual([
      'lake campus',
      'hill campus',
      'lake icu',
      'hill ward',
      'lake ward',
    ])
  })

  it('give the same order by unit page by page as in one request', async () => {
    for (const dir of ['asc', 'desc']) {
      const whole = await names({ sort: 'unit', dir })
      for (const size of [1, 2, 3]) {
        const pages: string[] = []
        for (let page = 1; page <= Math.ceil(5 / size) + 1; page += 1)
          pages.push(...(await names({ sort: 'unit', dir, page, page_size: size })))
        expect(pages).toEqual(whole)
      }
    }
  })

  it('are found by title, course, unit, site and school, regardless of case', async () => {
    expect(await names({ q: 'wound' })).toEqual(['hill ward', 'lake ward'])
    expect(await names({ q: 'icu' })).toEqual(['lake icu'])
    expect(await names({ q: 'NORTH' })).toEqual(['lake icu', 'hill ward', 'lake ward'])
    expect(await names({ q: 'hill sch' })).toEqual(['hill ward', 'hill campus'])
    expect(await names({ q: '0%' })).toEqual(['lake ward'])
    expect(await names({ q: 'n_s' })).toEqual(['hill campus'])
    expect(await names({ q: 'nothing like it' })).toEqual([])
    expect(await names({ q: 'wound', sort: 'school', dir: 'desc' })).toEqual(['lake ward', 'hill ward'])
    expect(await names({ q: 'north', from: addDays(at.today, 42) })).toEqual(['hill ward', 'lake ward'])
    expect((await call(at.api.list, { q: 'wound', page_size: 1 }, await at.as(sam))).total).toBe(2)
    // One or two letters match the start of a word.
    expect(await names({ q: 've' })).toEqual(['lake icu'])
    expect(await names({ q: 'ca' })).toEqual(['hill ward', 'lake ward'])
    expect(await names({ q: 'ou' })).toEqual([])
  })

  it('are found by the search bar, either the latest or the first of them', async () => {
    const passing = { q: 'wound', sort: 'date', is_brief: true } as const
    expect(await names({ ...passing, dir: 'desc' })).toEqual(['lake ward', 'hill ward'])
    expect(await names({ ...passing, dir: 'desc', page_size: 1 })).toEqual(['lake ward'])
    expect(await names({ ...passing, dir: 'asc', page_size: 1 })).toEqual(['hill ward'])
    expect(
      await names({ ...passing, q: 'north', dir: 'desc', to: addDays(at.today, 42), page_size: 1 }),
    ).toEqual(['hill ward'])
    expect(await names({ ...passing, q: 'ca', dir: 'desc', page_size: 1 })).toEqual(['lake ward'])
    expect(await names({ ...passing, dir: 'desc', status: ['draft'], page_size: 5 })).toEqual([])
    expect(
      await call(at.api.list, { ...passing, dir: 'desc', page_size: 1 }, await at.as(sam)),
    ).toMatchObject({ total: 1, is_more: true })
    expect(await names({ ...passing, dir: 'desc' }, at.people.ana)).toEqual(['lake ward'])
  })

  it('are filtered by school for the superadmin; no one else can see another school’s shifts that way', async () => {
    expect(await names({ school_id: at.otherSchool })).toEqual(['hill ward', 'hill campus'])
    expect(await names({ school_id: at.otherSchool, q: 'wound', sort: 'unit' })).toEqual(['hill ward'])
    expect(await names({ school_id: at.otherSchool }, at.people.ana)).toEqual([])
    expect(await names({ school_id: at.otherSchool }, at.people.marcus)).toEqual([])
    expect(await names({ q: 'wound' }, at.people.ana)).toEqual(['lake ward'])
    await expect(call(at.api.list, { school_id: at.school }, await at.as(null))).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
  })

  it('can be sorted by free seats once a school, a facility or a day is chosen', async () => {
    await expect(call(at.api.list, { sort: 'seats' }, await at.as(sam))).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message:
        'Choose a school, a facility or a day first. All shifts together can’t be sorted by free seats.',
    })
    expect(await names({ sort: 'seats', school_id: at.school })).toEqual([
      'lake icu',
      'lake campus',
      'lake ward',
    ])
    expect(await names({ sort: 'seats', facility_id: at.ward })).toEqual(['hill ward', 'lake ward'])
    expect(await names({ sort: 'seats', from: addDays(at.today, 42), to: addDays(at.today, 42) })).toEqual([
      'hill ward',
    ])
    expect(await names({ sort: 'seats' }, at.people.ana)).toEqual(['lake icu', 'lake campus', 'lake ward'])
  })
})
