/**
 * What PostgreSQL refuses for schools by itself: each statement is sent with the application's own login and a session, without any
 * TypeScript.
 */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'

let fixture: Fixture
let school: string
let program: string
let ana: Person
let sam: Person
let others: (Person | null)[]

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  ana = await fixture.person({ role: 'school_admin', school })
  sam = await fixture.person({ role: 'superadmin' })
  others = [
    await fixture.person({ role: 'student', school }),
    await fixture.person({ role: 'proctor', school }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
    await fixture.person({ role: 'school_super_admin', school: await fixture.school('Prairie') }),
    null,
  ]
  const [row] = await fixture.rows<{ id: string }>(
    `insert into public.programs (school_id, name, level) values ($1, 'Nursing', 'BSN') returning id`,
    [school],
  )
  program = row!.id
})
afterAll(() => fixture.close())

/** Runs one statement as a person; returns how many rows it changed, or the code of its refusal. */
const tried = async (who: Person | null, statement: RawBuilder<unknown>): Promise<number | string> => {
  try {
    return await fixture.act(who, async (tx) => Number((await statement.execute(tx)).numAffectedRows ?? 0))
  } catch (error) {
    return (error as { code: string }).code
  }
}
const change = (columns: string) =>
  sql`update public.schools set ${sql.raw(columns)} where id = ${school}::uuid`

describe('a school', () => {
  it('is changed by its administrators, and created and deactivated only by the superadmin', async () => {
    const make = sql`insert into public.schools (id, name, slug, time_zone) values (${randomUUID()}, 'Forged', 'forged', 'America/Chicago')`
    const addProgram = sql`insert into public.programs (school_id, name, level) values (${school}, 'Forged', 'BSN')`
    const addProfile = sql`insert into public.regulatory_profiles (jurisdiction, level, effective_from, max_students_per_instructor)
      values ('Forged', 'BSN', '2026-01-01', 30)`
    expect(await tried(ana, change(`phone = '1'`))).toBe(1)
    expect(await tried(ana, change(`is_active = false`))).toBe('PW403')
    for (const statement of [make, addProfile]) expect(await tried(ana, statement)).toBe('42501')
    for (const who of others)
      for (const statement of [
        change(`phone = '2'`),
        change('settings = default'),
        make,
        addProgram,
        addProfile,
        sql`update public.programs set name = 'Taken' where id = ${program}`,
        sql`update public.school_join_codes set changed_at = now() where school_id = ${school}`,
      ])
        expect([0, '42501']).toContain(await tried(who, statement))
  })

  it.each([`unitid = '999999'`, `aliases = '{Forged}'`, 'latitude = 1, longitude = 1'])(
    'is in public lists as the superadmin enters it: %s',
    async (columns) => {
      expect(await tried(ana, change(columns))).toBe('42501')
      expect(await tried(sam, change(columns))).toBe(1)
    },
  )

  it.each(['slug', 'created_by', 'version'])('keeps its %s', async (column) => {
    expect(await tried(ana, change(`${column} = default`))).toBe('42501')
    expect(await tried(ana, sql`delete from public.schools where id = ${school}`)).toBe('42501')
  })

  it('is changed only by the superadmin when it is deactivated', async () => {
    await tried(sam, change('is_active = false'))
    expect(await tried(ana, change(`phone = '3'`))).toBe('PW409')
    expect(await tried(ana, sql`update public.programs set name = 'Other' where id = ${program}`)).toBe(
      'PW409',
    )
    expect(await tried(ana, sql`insert into public.school_join_codes (school_id) values (${school})`)).toBe(
      'PW409',
    )
    expect(await tried(sam, change('is_active = true'))).toBe(1)
  })
})

describe('a join code', () => {
  it('is generated, never chosen', async () => {
    const read = async () =>
      (
        await fixture.rows<{ code: string }>(
          'select code from public.school_join_codes where school_id = $1',
          [school],
        )
      )[0]?.code
    expect(
      await tried(
        ana,
        sql`insert into public.school_join_codes (school_id, code) values (${school}, 'AAAAAAAAAA')`,
      ),
    ).toBe('42501')
    const before = await read()
    await tried(
      ana,
      sql`insert into public.school_join_codes (school_id) values (${school}) on conflict (school_id) do update set changed_at = now()`,
    )
    const generated = await read()
    expect(generated).toMatch(/^[0-9A-F]{10}$/)
    expect(generated).not.toBe(before)
    expect(
      await tried(
        ana,
        sql`update public.school_join_codes set code = 'AAAAAAAAAA' where school_id = ${school}`,
      ),
    ).toBe('42501')
  })
})

describe('a notification', () => {
  it('reaches administrators of a school that the caller administers, and no one else', async () => {
    const forged = sql`select app.notify_of_row('schools', ${school}, '{school}', '{}', 'school', 'school.deactivated', '{"school": "x", "reason": "y"}', '{}', null)`
    for (const who of others) await tried(who, forged)
    expect(
      await fixture.rows('select 1 from public.notifications where recipient_id = $1', [ana.id]),
    ).toEqual([])
  })
})
