import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { readable, titleOf } from '../rules.ts'
import { auditHandlers } from './handlers.ts'
import { listQuery } from './queries/list-entries.ts'

let fixture: Fixture
let superadmin: Person
let schoolAdmin: Person
let student: Person
let stranger: Person
const api = auditHandlers()
beforeAll(async () => {
  fixture = await createFixture()
  const school = await fixture.school('Birch College')
  const otherSchool = await fixture.school('Aspen College')
  superadmin = await fixture.person({ role: 'superadmin', fullName: 'Sam Super' })
  schoolAdmin = await fixture.person({ role: 'school_admin', school })
  student = await fixture.person({ role: 'student', school, fullName: 'Stella Student' })
  stranger = await fixture.person({ role: 'student', school: otherSchool })
  await fixture.act(student, (tx) => tx.updateTable('users').set({ phone: '555-0100' }).execute())
  await fixture.act(student, (tx) => tx.updateTable('users').set({ phone: '555-0101' }).execute())
})
afterAll(() => fixture.close())

const list = async (by: Person | null, input: Record<string, unknown> = {}) =>
  call(api.list, { limit: 25, ...input } as never, { context: await fixture.as(by) })

it("shows a person's trail, newest first, with names and what changed", async () => {
  const { events } = await list(superadmin, { about_user_id: student.id })
  expect(events).toMatchObject([
    {
      action: 'update',
      changes: { phone: ['555-0100', '555-0101'] },
      actor_name: 'Stella Student',
      school_name: 'Birch College',
    },
    { action: 'update', changes: { phone: [null, '555-0100'] } },
    { action: 'insert', actor_name: null, entity_name: 'Stella Student' },
  ])
  expect((await list(superadmin, { by_user_id: student.id })).events).toHaveLength(2)
})

it('names the facilities in a change', async () => {
  const [otherSchool] = await fixture.rows<{ id: string }>(
    `select id from public.schools where name = 'Aspen College'`,
  )
  await fixture.rows('update public.users set linked_school_id = $2 where id = $1', [
    student.id,
    otherSchool!.id,
  ])
  await fixture.rows(
    `update public.users set linked_school_id = (select id from public.schools where name = 'Birch College') where id = $1`,
    [student.id],
  )
  const { names } = await list(superadmin, { about_user_id: student.id })
  expect(Object.values(names).toSorted()).toEqual(['Aspen College', 'Birch College', 'Stella Student'])
})

it('continues page by page without gaps or repetitions', async () => {
  const all = (await list(superadmin, { limit: 100 })).events.map(({ id }) => id)
  const paged: number[] = []
  let before: number | null | undefined
  do {
    const page = await list(superadmin, { limit: 3, ...(before ? { before_id: before } : {}) })
    paged.push(...page.events.map(({ id }) => id))
    before = page.next_before_id
  } while (before)
  expect(paged).toEqual(all)
})

it("lets school administrators read their school's rows, and no others", async () => {
  const { events } = await list(schoolAdmin, { limit: 100 })
  expect(new Set(events.map(({ school_name }) => school_name))).toEqual(new Set(['Birch College']))
  expect((await list(schoolAdmin, { about_user_id: stranger.id })).events).toEqual([])
})

it('is closed to lower roles and without a session', async () => {
  await expect(list(student)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  await expect(list(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})

it('cannot be changed or truncated by anyone', async () => {
  for (const by of [superadmin, schoolAdmin, null]) {
    await expect(fixture.act(by, (tx) => tx.deleteFrom('audit_events').execute())).rejects.toMatchObject({
      code: '42501',
    })
    await expect(
      fixture.act(by, (tx) => tx.updateTable('audit_events').set({ reason: 'other' }).execute()),
    ).rejects.toMatchObject({ code: '42501' })
  }
  await expect(fixture.rows('truncate public.audit_events')).rejects.toMatchObject({ code: '42501' })
})

it('finds the named people by their key, however many there are', async () => {
  await fixture.rows(
    `insert into public.users (email, full_name, role, status, email_verified)
     select 'crowd' || n || '@x.example', 'Crowd', 'student', 'active', true from generate_series(1, 3000) n`,
  )
  await fixture.rows(
    `insert into public.audit_events (action, entity, entity_id) values ('odd', 'users', 'not an id'), ('odd', 'users', null)`,
  )
  await fixture.rows('analyze public.users; analyze public.audit_events')
  // A few rows are read faster one by one; what matters is whether the key could be used.
  const plan = await fixture.act(superadmin, async (tx) => {
    for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
      await sql.raw(`set local enable_${way} = off`).execute(tx)
    return JSON.stringify(await listQuery(tx, 'superadmin', { limit: 25 }).explain('json'))
  })
  const byKey = plan.match(/"Relation Name":"users"[^{}]*"Index Cond":"\(id = [^"]*/g) ?? []
  expect(byKey.length, 'who did it, as whom, and to whom').toBeGreaterThanOrEqual(3)
  expect(plan.includes('"Index Name":"audit_events_newest"')).toBe(true)
  expect(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"(users|audit_events)"/.test(plan)).toBe(false)
  const { events } = await list(superadmin, { limit: 5 })
  expect(events.map(({ entity_name }) => entity_name)).toEqual([null, null, 'Crowd', 'Crowd', 'Crowd'])
})

it('shows a school its own and what its reader did, page by page, and a superadmin all', async () => {
  const reader = await fixture.person({ role: 'school_admin', school: await fixture.school() })
  const written = await fixture.rows<{ id: string }>(
    `insert into public.audit_events (at, actor_id, action, entity, school_id)
     select now() + make_interval(secs => n), case when n % 2 = 0 then $1::uuid end, 'update', 'programs', case when n % 3 > 0 then u.linked_school_id end
     from generate_series(1, 9) n, public.users u where u.id = $1 returning id`,
    [reader.id],
  )
  // Neither of the school nor by its reader: the third and the ninth.
  const seen = written
    .map(({ id }) => Number(id))
    .filter((_, at) => at !== 2 && at !== 8)
    .toReversed()
  const paged: number[] = []
  for (let before: number | null | undefined; before !== null;) {
    const page = await list(reader, { limit: 2, entity: 'programs', ...(before && { before_id: before }) })
    paged.push(...page.events.map(({ id }) => Number(id)))
    before = page.next_before_id
  }
  expect(paged).toEqual(seen)
  await fixture.selectSchool(superadmin, await fixture.school())
  expect((await list(superadmin, { entity: 'programs' })).events.map(({ id }) => Number(id))).toEqual(
    written.map(({ id }) => Number(id)).toReversed(),
  )
  await fixture.selectSchool(superadmin, null)
})

it('each table in the trail has a name for people', async () => {
  const tables = await fixture.rows<{ name: string }>(
    `select distinct c.relname as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
     join pg_proc p on p.oid = t.tgfoid where p.proname like 'audit%' and not t.tgisinternal order by 1`,
  )
  expect(tables.length).toBeGreaterThan(40)
  const event = { action: 'update', changes: {}, facility_name: null }
  const unnamed = tables.filter(
    ({ name }) => titleOf({ ...event, entity: name }) === `${readable(name)} changed`,
  )
  expect(unnamed).toEqual([])
})
