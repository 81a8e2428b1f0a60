/** Check-in locations of sites on the real database: who confirms and moves them, and what PostgreSQL refuses by itself. */
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Person } from '#database/testing.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { sitePinHandlers } from './handlers.ts'

let at: ShiftFixture
const api = sitePinHandlers()
beforeAll(async () => {
  at = await createShiftFixture()
})
afterAll(() => at.fixture.close())
beforeEach(async () => {
  await at.fixture.rows(
    `update public.sites set latitude = null, longitude = null, pin_confirmed_at = null, pin_party = null where id = $1`,
    [at.north],
  )
})

const here = { latitude: 43.0412, longitude: -87.9135, geofence_radius_m: 300 }
const get = async (who: Person | null) => call(api.get, { site_id: at.north }, await at.as(who))
const confirm = async (who: Person | null, more: object = {}) =>
  call(api.confirm, { site_id: at.north, ...here, seen_at: null, ...more }, await at.as(who))

describe('a check-in location', () => {
  it('is confirmed by the facility, and shown with who did it and when', async () => {
    expect(await get(at.people.frank)).toMatchObject({ latitude: null, confirmed_at: null, blocker: null })
    expect(await confirm(at.people.frank)).toMatchObject({ ...here, confirmed_by: 'facility' })
    const shown = await get(at.people.ana)
    expect(shown).toMatchObject({ ...here, confirmed_by: 'facility' })
    expect(shown.blocker).toContain('Ask its administrators')
    const [row] = await at.fixture.rows('select pin_confirmed_by from public.sites where id = $1', [at.north])
    expect(row).toEqual({ pin_confirmed_by: at.people.frank.id })
    const trail = await at.fixture.rows(
      `select actor_id from public.audit_events where entity = 'sites' and entity_id = $1 order by at desc limit 1`,
      [at.north],
    )
    expect(trail).toEqual([{ actor_id: at.people.frank.id }])
  })

  it('is confirmed by a partner school until the facility did', async () => {
    const first = await confirm(at.people.ana)
    expect(first.confirmed_by).toBe('school')
    const second = await confirm(at.people.rob, { seen_at: first.confirmed_at, latitude: 43.05 })
    const third = await confirm(at.people.frank, { seen_at: second.confirmed_at })
    await expect(confirm(at.people.ana, { seen_at: third.confirmed_at })).rejects.toThrow(
      'The facility confirmed',
    )
  })

  it("is not confirmed over someone else's change, also at the same time", async () => {
    await confirm(at.people.frank)
    await expect(confirm(at.people.frank)).rejects.toThrow('just changed')
    await at.fixture.rows('update public.sites set pin_confirmed_at = null where id = $1', [at.north])
    const both = await Promise.allSettled([
      confirm(at.people.ana, { latitude: 43.1 }),
      confirm(at.people.rob, { latitude: 43.2 }),
    ])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  })

  it('is no longer confirmed when its coordinates change', async () => {
    await confirm(at.people.frank)
    await at.fixture.rows('update public.sites set latitude = 44 where id = $1', [at.north])
    expect((await get(at.people.frank)).confirmed_at).toBeNull()
  })
})

describe('permissions', () => {
  it('another facility, a school without a partnership, an instructor, and anonymous callers may do nothing', async () => {
    const stranger = await at.fixture.person({
      role: 'school_admin',
      school: await at.fixture.school('Far School'),
    })
    for (const who of [at.people.eve, stranger])
      await expect(confirm(who)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    for (const who of [at.people.marcus, null])
      await expect(confirm(who)).rejects.toMatchObject({ code: who ? 'FORBIDDEN' : 'UNAUTHORIZED' })
    expect(await confirm(at.people.sam)).toMatchObject({ confirmed_by: 'platform' })
    const tried = (who: Person) =>
      at.fixture.act(who, async (tx) =>
        Number(
          (
            await sql`update public.sites set latitude = 1, longitude = 1 where id = ${at.north}::uuid`.execute(
              tx,
            )
          ).numAffectedRows,
        ),
      )
    for (const who of [at.people.eve, stranger, at.people.marcus]) expect(await tried(who)).toBe(0)
  })

  it('PostgreSQL by itself: a school that confirms a location writes nothing else of the site', async () => {
    const before = await at.fixture.rows('select to_jsonb(s) as site from public.sites s where id = $1', [
      at.north,
    ])
    const pin = sql`latitude = 43.1, longitude = -87.9, pin_party = 'school', pin_confirmed_by = app.uid(), pin_confirmed_at = now()`
    const columns = ['arrival_instructions', 'emergency_contact', 'address', 'dress_code', 'slug']
    const write = async (change: ReturnType<typeof sql>) =>
      at.fixture.act(at.people.ana, (tx) =>
        sql`update public.sites set ${change} where id = ${at.north}::uuid`.execute(tx),
      )
    for (const column of columns) {
      const other = sql`${sql.ref(column)} = 'Elsewhere'`
      await expect(write(sql`${pin}, ${other}`)).rejects.toMatchObject({ code: '42501' })
      // Confirmed in the same transaction, so the policy would allow it.
      await expect(
        at.fixture.act(at.people.ana, async (tx) => {
          await sql`update public.sites set ${pin} where id = ${at.north}::uuid`.execute(tx)
          await sql`update public.sites set ${other} where id = ${at.north}::uuid`.execute(tx)
        }),
      ).rejects.toMatchObject({ code: '42501' })
    }
    expect(
      await at.fixture.rows('select to_jsonb(s) as site from public.sites s where id = $1', [at.north]),
    ).toEqual(before)
    await write(pin)
    await write(sql`${pin}, geofence_radius_m = 200`)
  })

  it('PostgreSQL by itself: no one confirms for someone else, and a school not over the facility', async () => {
    const tried = (who: Person, change: ReturnType<typeof sql>) =>
      at.fixture
        .act(who, async (tx) =>
          Number(
            (await sql`update public.sites set ${change} where id = ${at.north}::uuid`.execute(tx))
              .numAffectedRows,
          ),
        )
        .catch((error: { code: string }) => error.code)
    const as = (who: Person, party: string) =>
      sql`latitude = 43, longitude = -88, pin_party = ${party}, pin_confirmed_by = ${who.id}::uuid, pin_confirmed_at = now()`
    for (const change of [
      sql`latitude = 43, longitude = -88`,
      as(at.people.frank, 'school'),
      as(at.people.ana, 'facility'),
    ])
      expect(await tried(at.people.ana, change)).toBe('42501')
    expect(await tried(at.people.ana, as(at.people.ana, 'school'))).toBe(1)
    expect(await tried(at.people.frank, as(at.people.frank, 'platform'))).toBe('42501')
    expect(await tried(at.people.frank, as(at.people.ana, 'facility'))).toBe('42501')
    expect(await tried(at.people.frank, as(at.people.frank, 'facility'))).toBe(1)
    expect(await tried(at.people.ana, as(at.people.ana, 'school'))).toBe(0)
  })
})
