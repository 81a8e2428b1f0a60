import { randomUUID } from 'node:crypto'
import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import type { Semester } from '../contract.ts'
import { semesterHandlers } from './handlers.ts'

let fixture: Fixture
let school: string
let grace: Person
let ana: Person
let sam: Person
let student: Person
const api = semesterHandlers()

beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Lakeshore')
  grace = await fixture.person({ role: 'school_super_admin', school, fullName: 'Grace Lindqvist' })
  ana = await fixture.person({ role: 'school_admin', school })
  sam = await fixture.person({ role: 'superadmin' })
  student = await fixture.person({ role: 'student', school })
})
afterAll(() => fixture.close())

let year = 2001
/** An active term that ended long ago, each in a different year. */
async function closed(): Promise<Semester> {
  year += 1
  const made = await call(
    api.create,
    {
      id: randomUUID(),
      school_id: school,
      name: `Spring ${year}`,
      start_date: `${year}-01-15`,
      end_date: `${year}-05-02`,
      semester_type: 'spring',
      academic_year: `${year}`,
      is_active: true,
      settings: { holidays: [], breaks: [] },
    },
    { context: await fixture.as(ana) },
  )
  expect(made).toMatchObject({ lifecycle: 'closed', reopened: null })
  return made
}
const reason = 'Two clinical days were recorded on the wrong dates.'
const reopen = async (who: Person | null, { id, version }: Semester, why = reason) =>
  call(api.reopen, { id, version, reason: why }, { context: await fixture.as(who) })
const close = async (who: Person | null, { id, version }: Semester) =>
  call(api.close, { id, version }, { context: await fixture.as(who) })
const get = async (who: Person, id: string) => call(api.get, { id }, { context: await fixture.as(who) })

it('a super admin of the school reopens a closed semester, and everyone reads why', async () => {
  const spring = await closed()
  const reopened = await reopen(grace, spring, `  ${reason} `)
  expect(reopened).toMatchObject({
    lifecycle: 'grading',
    reopened: { by_name: 'Grace Lindqvist', reason, at: expect.any(String) },
  })
  expect(await get(student, spring.id)).toMatchObject({ lifecycle: 'grading', reopened: { reason } })
  const [trace] = await fixture.rows(
    `select actor_id, reason, changes ->> 'reopen_reason' as changed from public.audit_events
     where entity_id = $1 and action = 'update'`,
    [spring.id],
  )
  expect(trace).toMatchObject({ actor_id: grace.id, reason, changed: expect.stringContaining(reason) })

  const again = await close(grace, reopened)
  expect(again).toMatchObject({ lifecycle: 'closed', reopened: null })
  // A second time: a semester may be reopened whenever there is a reason.
  expect((await reopen(sam, again)).lifecycle).toBe('grading')
})

it('archiving ends it', async () => {
  const reopened = await reopen(grace, await closed())
  const context = await fixture.as(ana)
  const { id, version } = reopened
  const archived = await call(api.archive, { id, version }, { context })
  expect(archived).toMatchObject({ lifecycle: 'archived', reopened: null })
  const restored = await call(api.restore, { id, version: archived.version }, { context })
  expect(restored.lifecycle).toBe('closed')
})

it('only a closed semester is reopened, only a reopened one is closed, and only in the current version', async () => {
  const spring = await closed()
  const short = { code: 'BAD_REQUEST', data: { fieldErrors: { reason: expect.any(String) } } }
  for (const why of ['', 'Because', ' '.repeat(20)])
    await expect(reopen(grace, spring, why)).rejects.toMatchObject(short)
  await expect(close(grace, spring)).rejects.toMatchObject({ code: 'NOT_REOPENED' })
  const reopened = await reopen(grace, spring)
  await expect(reopen(grace, spring)).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(reopen(grace, reopened)).rejects.toMatchObject({ code: 'NOT_CLOSED' })
  await expect(close(grace, spring)).rejects.toMatchObject({ code: 'CONFLICT' })
  const twice = await closed()
  const results = await Promise.allSettled([reopen(grace, twice), reopen(sam, twice)])
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

it('no one else may write who reopened a semester, and why', async () => {
  const reopened = await reopen(grace, await closed())
  for (const change of [
    sql`reopened_by = ${ana.id}::uuid`,
    sql`reopen_reason = 'Another reason than was given'`,
  ])
    await expect(
      fixture.act(grace, (tx) =>
        sql`update public.semesters set ${change} where id = ${reopened.id}`.execute(tx),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  await fixture.act(grace, (tx) =>
    sql`update public.semesters set reopened_at = null where id = ${reopened.id}`.execute(tx),
  )
  const of = await fixture.rows('select reopened_by, reopen_reason from public.semesters where id = $1', [
    reopened.id,
  ])
  expect(of).toEqual([{ reopened_by: null, reopen_reason: null }])
})

it('no one else may, not even in the database', async () => {
  const spring = await closed()
  const standing = await reopen(grace, await closed())
  const elsewhere = await fixture.school('Prairie')
  const others: [Person | null, RegExp][] = [
    [ana, /FORBIDDEN/],
    [student, /FORBIDDEN/],
    [await fixture.person({ role: 'proctor', school }), /FORBIDDEN/],
    [await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }), /FORBIDDEN/],
    [await fixture.person({ role: 'school_super_admin', school: elsewhere }), /NOT_FOUND/],
    [null, /UNAUTHORIZED/],
  ]
  for (const [who, code] of others) {
    const refused = { code: expect.stringMatching(code) }
    await expect(reopen(who, spring)).rejects.toMatchObject(refused)
    await expect(close(who, standing)).rejects.toMatchObject(refused)
    for (const command of [
      sql`update public.semesters set reopened_at = now(), reopen_reason = ${reason} where id = ${spring.id} returning id`,
      sql`update public.semesters set reopened_at = null, reopened_by = null, reopen_reason = null where id = ${standing.id} returning id`,
    ]) {
      const changed = fixture.act(who, async (tx) => (await command.execute(tx)).rows)
      // An administrator of the school is refused; for everyone else the row does not exist.
      const outcome = await changed.catch(({ code: refusal }: { code: string }) => refusal)
      expect(outcome).toEqual(who === ana ? '42501' : [])
    }
  }
  expect((await get(ana, spring.id)).lifecycle).toBe('closed')
  expect((await get(ana, standing.id)).lifecycle).toBe('grading')
})
