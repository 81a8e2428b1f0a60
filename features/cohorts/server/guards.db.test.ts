/** What PostgreSQL refuses on cohorts: each statement is sent with the application's own login and a session, bypassing TypeScript. */
import { randomUUID } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { canTransition } from '#core/steps.ts'
import { cohortStatus } from '../contract.ts'
import { cohortSteps } from '../rules.ts'

let fixture: Fixture
let school: string
let ana: Person
let grace: Person
let jenna: Person
let proctor: Person
let others: (Person | null)[]

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  const elsewhere = await fixture.school('Prairie')
  ana = await fixture.person({ role: 'school_admin', school })
  grace = await fixture.person({ role: 'school_super_admin', school })
  jenna = await fixture.person({ role: 'student', school })
  proctor = await fixture.person({ role: 'proctor', school, fullName: 'Marcus Bell' })
  const frank = await fixture.person({ role: 'facility_admin', facility: await fixture.facility() })
  const stranger = await fixture.person({ role: 'school_super_admin', school: elsewhere })
  others = [jenna, proctor, frank, stranger, null]
})
afterAll(() => fixture.close())

/** Runs one statement as a person; returns how many rows it changed, or the error code. */
const tried = async (who: Person | null, statement: RawBuilder<unknown>): Promise<number | string> => {
  try {
    return await fixture.act(who, async (tx) => Number((await statement.execute(tx)).numAffectedRows ?? 0))
  } catch (error) {
    return (error as { code: string }).code
  }
}
const REFUSED = [0, '42501', 'PW404']
async function cohort(status = 'active'): Promise<string> {
  const id = randomUUID()
  await fixture.rows(
    `insert into public.cohorts (id, school_id, name, start_date, expected_graduation, status, archived_at, archived_from)
     values ($1, $2, $3, '2025-08-25', '2027-05-08', $4, case when $4 = 'archived' then now() end, case when $4 = 'archived' then 'active' end)`,
    [id, school, `Class ${id}`, status],
  )
  return id
}
async function stay(of: string): Promise<string> {
  const { id: student } = await fixture.person({ role: 'student', school })
  const [row] = await fixture.rows<{ id: string }>(
    `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, '2025-08-25') returning id`,
    [of, school, student],
  )
  return row!.id
}
const begin = (
  of: string,
) => sql`insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, reason)
  values (${of}, ${school}, ${jenna.id}, '2026-01-12', 'enrolled')`

describe('a cohort', () => {
  it('takes only the steps of the list, each by its party', async () => {
    const wrong: string[] = []
    for (const from of cohortStatus.options)
      for (const to of cohortStatus.options)
        for (const [party, who] of [
          ['administrator', ana],
          ['super_admin', grace],
        ] as const) {
          if (from === to) continue
          const id = await cohort(from)
          const answer = await tried(who, sql`update public.cohorts set status = ${to} where id = ${id}`)
          // A planned one has already begun by its date, and an archived one goes back to its earlier status.
          const known = from === 'planned' ? 'active' : from
          const isLegal =
            canTransition(cohortSteps, known, to, party) && (from !== 'archived' || to === 'active')
          if ((answer === 1) !== isLegal) wrong.push(`${party}: ${from} → ${to}: ${answer}`)
        }
    expect(wrong).toEqual([])
  })

  it('cannot be archived with students in it, and is read-only when archived', async () => {
    const id = await cohort()
    await stay(id)
    expect(await tried(ana, sql`update public.cohorts set status = 'archived' where id = ${id}`)).toBe(
      '42501',
    )
    const archived = await cohort('archived')
    expect(await tried(ana, sql`update public.cohorts set code = 'X' where id = ${archived}`)).toBe('PW409')
    expect(await tried(ana, begin(archived))).toBe('42501')
    expect(await tried(ana, begin(await cohort('graduated')))).toBe('42501')
  })

  it.each([
    'school_id = gen_random_uuid()',
    'version = 99',
    'created_by = null',
    "archived_at = now() - interval '1 year'",
    "archived_from = 'planned'",
  ])('keeps %s protected', async (change) => {
    expect(
      await tried(ana, sql`update public.cohorts set ${sql.raw(change)} where id = ${await cohort()}`),
    ).toBe('42501')
  })

  it('is written only by administrators of its school', async () => {
    const id = await cohort()
    const held = await stay(id)
    for (const who of others) {
      const statements = [
        sql`update public.cohorts set name = 'Taken' where id = ${id}`,
        sql`delete from public.cohorts where id = ${id}`,
        sql`insert into public.cohorts (id, school_id, name, start_date, expected_graduation)
          values (${randomUUID()}, ${school}, 'Forged', '2025-08-25', '2027-05-08')`,
        sql`insert into public.cohort_advisors (cohort_id, school_id, user_id) values (${id}, ${school}, ${proctor.id})`,
        begin(id),
        sql`update public.cohort_memberships set to_date = '2026-01-12', end_reason = 'leave' where id = ${held}`,
        sql`insert into public.cohort_changes (id, school_id, kind, on_date, student_count) values (${randomUUID()}, ${school}, 'end', '2026-01-12', 1)`,
      ]
      for (const statement of statements) expect(REFUSED).toContain(await tried(who, statement))
    }
  })
})

describe('a membership', () => {
  it('ends once, and is never overwritten', async () => {
    const held = await stay(await cohort())
    const end = sql`update public.cohort_memberships set to_date = '2026-01-12', end_reason = 'leave' where id = ${held}`
    expect([await tried(ana, end), await tried(ana, end)]).toEqual([1, 'PW409'])
    const [row] = await fixture.rows('select ended_by from public.cohort_memberships where id = $1', [held])
    expect(row).toEqual({ ended_by: ana.id })
    for (const change of [
      "from_date = '2025-01-01'",
      'cohort_id = gen_random_uuid()',
      'student_id = gen_random_uuid()',
    ])
      expect(
        await tried(ana, sql`update public.cohort_memberships set ${sql.raw(change)} where id = ${held}`),
      ).toBe('42501')
    expect(await tried(ana, sql`delete from public.cohort_memberships where id = ${held}`)).toBe('42501')
  })
})

describe('a change of many', () => {
  it('is undone once, within 24 hours, a graduation only by a super admin', async () => {
    const [id, old] = [randomUUID(), randomUUID()]
    const make = (key: string, kind = 'end', of: string | null = null) =>
      sql`insert into public.cohort_changes (id, school_id, kind, cohort_id, on_date, student_count) values (${key}, ${school}, ${kind}, ${of}, '2026-01-12', 1)`
    const undo = (key: string) => sql`update public.cohort_changes set undone_count = 1 where id = ${key}`
    expect(await tried(ana, make(randomUUID(), 'graduation', await cohort()))).toBe('PW403')
    expect([await tried(ana, make(id)), await tried(ana, make(old))]).toEqual([1, 1])
    await fixture.rows(
      `update public.cohort_changes set created_at = now() - interval '25 hours' where id = $1`,
      [old],
    )
    expect([await tried(ana, undo(id)), await tried(ana, undo(id)), await tried(ana, undo(old))]).toEqual([
      1,
      'PW409',
      'PW409',
    ])
    expect(await tried(ana, sql`update public.cohort_changes set undone_at = null where id = ${id}`)).toBe(
      '42501',
    )
  })

  it('notifies no one who was not part of it', async () => {
    const forged = sql`select app.notify_of_row('cohort_changes', ${randomUUID()}, '{people}', array[${jenna.id}]::uuid[], 'cohort', 'cohort.left', '{}', '{}', 'forged')`
    for (const who of [ana, ...others]) await tried(who, forged)
    expect(
      await fixture.rows('select 1 from public.notifications where recipient_id = $1', [jenna.id]),
    ).toEqual([])
  })
})

describe('an advisor', () => {
  it('belongs to the school, and is added to the audit trail', async () => {
    const id = await cohort()
    const name = (who: Person) =>
      sql`insert into public.cohort_advisors (cohort_id, school_id, user_id) values (${id}, ${school}, ${who.id})`
    expect(await tried(ana, name(jenna))).toBe('42501')
    expect(await tried(ana, name(proctor))).toBe(1)
    const [event] = await fixture.rows(
      `select actor_id, changes from public.audit_events where entity_id = $1 order by id desc limit 1`,
      [id],
    )
    expect(event).toEqual({ actor_id: ana.id, changes: { advisors: [null, 'Marcus Bell'] } })
  })
})
