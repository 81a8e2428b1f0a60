/** What PostgreSQL itself refuses for facilities: each statement runs with the app's own login and a session, bypassing TypeScript. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { canTransition } from '#core/steps.ts'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { facilityStatus } from '../contract.ts'
import { facilitySteps } from '../rules.ts'

let fixture: Fixture
let organization: string
let site: string
let unit: string
let sam: Person
let frank: Person
let others: (Person | null)[]

beforeAll(async () => {
  fixture = await createFixture()
  organization = await fixture.facility({ name: 'River Health' })
  site = await fixture.facility({ kind: 'site', parent: organization, name: 'River North' })
  unit = await fixture.facility({ kind: 'unit', parent: site, name: 'Five East' })
  sam = await fixture.person({ role: 'superadmin' })
  frank = await fixture.person({ role: 'facility_admin', facility: organization })
  const school = await fixture.school('Lakeshore')
  others = [
    await fixture.person({ role: 'school_admin', school }),
    await fixture.person({ role: 'student', school }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility({ name: 'Other' }) }),
    null,
  ]
})
afterAll(() => fixture.close())

/** Runs one statement as a person; returns how many rows it changed, or the code it was refused with. */
const tried = async (who: Person | null, statement: RawBuilder<unknown>): Promise<number | string> => {
  try {
    return await fixture.act(who, async (tx) => Number((await statement.execute(tx)).numAffectedRows ?? 0))
  } catch (error) {
    return (error as { code: string }).code
  }
}
const put = (id: string, status: string) =>
  fixture.rows('update public.facilities set status = $2 where id = $1', [id, status])
const change = (id: string, columns: string) =>
  sql`update public.facilities set ${sql.raw(columns)} where id = ${id}::uuid`

describe('a facility', () => {
  it('makes only the listed transitions, each for its party, and records each', async () => {
    const wrong: string[] = []
    for (const from of facilityStatus.options)
      for (const to of facilityStatus.options)
        for (const [party, who] of [
          ['manager', frank],
          ['superadmin', sam],
        ] as const) {
          if (from === to) continue
          await put(unit, from)
          const answer = await tried(who, change(unit, `status = '${to}'`))
          if ((answer === 1) !== canTransition(facilitySteps, from, to, party))
            wrong.push(`${party}: ${from} → ${to}: ${answer}`)
        }
    await put(unit, 'active')
    expect(wrong).toEqual([])
    await tried(frank, change(unit, `status = 'paused'`))
    const [event] = await fixture.rows(
      `select actor_id, from_status, to_status from public.facility_events where facility_id = $1 order by id desc limit 1`,
      [unit],
    )
    expect(event).toEqual({ actor_id: frank.id, from_status: 'active', to_status: 'paused' })
    await put(unit, 'active')
  })

  it('can be written only by those who manage it; an organization only by the superadmin', async () => {
    const add = (kind: string, parent: string | null) =>
      sql`insert into public.facilities (id, kind, parent_id, name, time_zone) values (${randomUUID()}, ${kind}, ${parent}, 'Forged', 'America/Chicago')`
    expect(await tried(frank, change(organization, `name = 'Mine'`))).toBe('PW403')
    expect(
      await tried(frank, sql`update public.organizations set phone = '1' where id = ${organization}`),
    ).toBe(0)
    expect(await tried(frank, add('organization', null))).toBe('42501')
    expect(await tried(sam, change(organization, `name = 'River Health'`))).toBe(1)
    for (const who of others)
      for (const statement of [
        change(unit, `name = 'Mine'`),
        change(unit, `status = 'paused'`),
        sql`update public.units set code = 'X' where id = ${unit}`,
        sql`update public.sites set phone = '1' where id = ${site}`,
        add('unit', site),
        add('organization', null),
        sql`insert into public.facility_events (facility_id, to_status) values (${unit}, 'paused')`,
      ])
        expect([0, '42501', 'PW403', 'PW404']).toContain(await tried(who, statement))
  })

  it.each(['version', 'created_by', 'archived_at', 'kind'])('keeps its %s', async (column) => {
    expect(await tried(sam, change(unit, `${column} = default`))).toBe('42501')
    expect(await tried(sam, sql`delete from public.facilities where id = ${unit}`)).toBe('42501')
  })

  it('cannot be moved below a facility that its mover does not manage, nor below an archived one, and cannot change there', async () => {
    const foreign = await fixture.facility({
      kind: 'site',
      parent: await fixture.facility({ name: 'Far' }),
      name: 'Far',
    })
    expect(await tried(frank, change(unit, `parent_id = '${foreign}'`))).toBe('PW404')
    const archived = await fixture.facility({ kind: 'site', parent: organization, name: 'Old' })
    await put(archived, 'archived')
    expect(await tried(frank, change(unit, `parent_id = '${archived}'`))).toBe('PW409')
    expect(await tried(frank, change(archived, `name = 'New'`))).toBe('PW409')
    expect(await tried(frank, sql`update public.sites set phone = '1' where id = ${archived}`)).toBe('42501')
  })

  it('gets its details and its audit trail entry, even if one statement creates many of several kinds', async () => {
    const made = await fixture.act(sam, async (tx) => {
      const { rows } = await sql<{ id: string; kind: string }>`
        insert into public.facilities (kind, parent_id, name) values ('organization', null, 'Sea Health'), ('organization', null, 'Sea Health'),
          ('site', ${organization}, 'Sea North'), ('unit', ${site}, 'Six West') returning id, kind`.execute(
        tx,
      )
      return rows
    })
    const details = await fixture.rows<{ id: string; kind: string; slug: string | null }>(
      `select id, kind, slug from public.organizations where id = any ($1) union all
       select id, kind, slug from public.sites where id = any ($1) union all select id, kind, null from public.units where id = any ($1)`,
      [made.map(({ id }) => id)],
    )
    expect(details.map(({ id, kind }) => ({ id, kind }))).toEqual(made)
    expect(details.map(({ slug }) => slug?.replace(/-[^-]+$/, '') ?? null)).toEqual([
      'sea-health',
      'sea-health',
      'sea-north',
      null,
    ])
    const trail = await fixture.rows(
      `select entity_id, actor_id, action, entity, facility_id, changes, version from public.audit_events where facility_id = any ($1) order by id`,
      [made.map(({ id }) => id)],
    )
    expect(trail).toEqual(
      made.map(({ id }) => ({
        entity_id: id,
        actor_id: sam.id,
        action: 'insert',
        entity: 'facilities',
        facility_id: id,
        changes: {},
        version: 1,
      })),
    )
    expect(
      await fixture.rows(
        `select 1 from public.audit_unsealed u join public.audit_events e on e.id = u.row_id
      where u.source = 'audit_events' and e.facility_id = any ($1)`,
        [made.map(({ id }) => id)],
      ),
    ).toHaveLength(4)
    const gone = await fixture.facility({ kind: 'unit', parent: site, name: 'Gone' })
    await put(gone, 'paused')
    await fixture.rows('delete from public.facilities where id = $1', [gone])
    expect(
      await fixture.rows('select action from public.audit_events where entity_id = $1 order by id', [gone]),
    ).toEqual([{ action: 'insert' }, { action: 'update' }, { action: 'delete' }])
  })

  it('does not notify schools without shifts there, and refuses callers who do not manage it', async () => {
    const [school] = await fixture.rows<{ id: string }>('select id from public.schools limit 1')
    const forged = sql`select app.notify_schools_at(${unit}, 'facility.paused', '{"name": "x", "reason": "y"}',
      ${JSON.stringify([{ school_id: school!.id, kept: 1 }])}::jsonb)`
    for (const who of [frank, ...others]) await tried(who, forged)
    expect(await fixture.rows(`select 1 from public.notifications where code = 'facility.paused'`)).toEqual(
      [],
    )
  })
})
