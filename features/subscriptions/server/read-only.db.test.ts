/** A school that does not pay is read-only: with two real servers, with a queued job, and for the database by itself. */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Product, startProduct } from '#app/testing.ts'
import { startServer } from '#app/server.ts'
import { addDays } from '#core/plain-date.ts'
import type { Person } from '#database/testing.ts'
import { startJob } from '#features/jobs/server/public.ts'
import { fakeShift } from '#features/shifts/fake.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import { withActor } from '#platform/server/actor.ts'
import { readConfig } from '#platform/server/config.ts'
import { subscriptionStatus } from '../contract.ts'
import { hasAccess } from '../rules.ts'
import { expirePeriods } from './commands/expire-periods.ts'

let at: ShiftFixture
let first: Product
let second: Product
let tokens: Record<string, string>
let jenna: Person
let requested: string
let unsent: string
let published: string
let seat: string
const byCall: Record<string, { method: string; path: string }> = {
  'shifts.create': { method: 'POST', path: '/api/shifts' },
  'shifts.publish': { method: 'POST', path: '/api/shifts/publish' },
  'semesters.create': { method: 'POST', path: '/api/semesters' },
  'cohorts.create': { method: 'POST', path: '/api/cohorts' },
  'invitations.create': { method: 'POST', path: '/api/invitations' },
  'rotations.create': { method: 'POST', path: '/api/rotations' },
  'partnerships.create': { method: 'POST', path: '/api/partnerships' },
}

beforeAll(async () => {
  at = await createShiftFixture()
  const { fixture, people, school } = at
  jenna = await fixture.person({ role: 'student', school })
  requested = await at.draft({ date: addDays(at.today, 50) })
  await at.submit(requested)
  unsent = await at.draft({ date: addDays(at.today, 70) })
  published = await at.published({ date: addDays(at.today, 60) })
  const [row] = await fixture.rows<{ id: string }>(
    `insert into public.assignments (shift_id, school_id, student_id, status, during, busy)
     select s.id, $2, $3, 'assigned', tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at)
     from public.shifts s where s.id = $1 returning id`,
    [published, school, jenna.id],
  )
  seat = row!.id
  await fixture.rows(
    `insert into public.subscriptions (school_id, status, plan_id, by_invoice, period_ends_at, past_due_since)
     values ($1, 'active', 'program', true, now() + interval '1 day', null)`,
    [school],
  )
  await fixture.rows(`insert into public.billing_owners (school_id, owner_id) values ($1, $2)`, [
    school,
    people.una.id,
  ])
  first = await startProduct({ fixture })
  second = new Product(
    fixture,
    await startServer({
      config: readConfig({ NODE_ENV: 'test', PORT: '0' }),
      databaseUrls: {
        appRw: fixture.database.urlFor('app_rw'),
        appAuth: fixture.database.urlFor('app_auth'),
        worker: fixture.database.urlFor('app_worker'),
      },
      secrets: { pepper: 'pepper-in-tests', saltKey: fixture.saltKey },
      objects: fixture.objects,
      isBusy: () => false,
    }),
    false,
  )
  tokens = { jenna: await first.session(jenna) }
  for (const [name, person] of Object.entries(people)) tokens[name] = await first.session(person)
})
afterAll(async () => {
  await second.server.close()
  await first.close()
})

const send = (product: Product, who: string, method: string, path: string, body: unknown = {}) =>
  product.send({ method, path, body: method === 'GET' ? undefined : body, token: tokens[who]! })
const codeOf = (answer: { json: unknown }) =>
  (answer.json as { data?: { code?: string } } | null)?.data?.code ?? null
const standing = async (product: Product, who: string) =>
  ((await send(product, who, 'GET', '/api/me')).json as { school_notice: unknown }).school_notice
const stopped = async (product: Product, who: string) => {
  const found: string[] = []
  for (const [name, { method, path }] of Object.entries(byCall))
    if (codeOf(await send(product, who, method, path)) === 'billing.read_only') found.push(name)
  return found
}
/** Puts the invoiced period past its grace days. */
async function let14DaysPass(): Promise<void> {
  await at.fixture.rows(
    `update public.subscriptions set status = 'past_due', past_due_since = now() - interval '14 days 1 minute', period_ends_at = now() - interval '15 days' where school_id = $1`,
    [at.school],
  )
  await withActor(at.fixture.workerPool, null, expirePeriods)
}
async function pay(): Promise<void> {
  const [row] = await at.fixture.rows<{ id: string; version: number }>(
    'select id, version from public.subscriptions where school_id = $1',
    [at.school],
  )
  const until = addDays(at.today, 300)
  const answer = await send(first, 'sam', 'POST', `/api/billing/subscriptions/${row!.id}/plan`, {
    version: row!.version,
    plan_id: 'program',
    until,
    reason: 'Paid by bank transfer.',
  })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
}

describe('a school that does not pay', () => {
  it('creates nothing new on any server once its grace days are over', async () => {
    for (const product of [first, second]) {
      expect(await standing(product, 'ana')).toBeNull()
      expect(await stopped(product, 'ana')).toEqual([])
    }
    await let14DaysPass()
    for (const product of [first, second]) {
      await expect
        .poll(() => standing(product, 'ana'))
        .toMatchObject({
          title: 'Lake School is read-only.',
          text: expect.stringContaining('A payment was not made'),
        })
      for (const who of ['ana', 'una']) expect(await stopped(product, who)).toEqual(Object.keys(byCall))
    }
    const answer = await send(second, 'ana', 'POST', '/api/shifts')
    expect([answer.status, answer.json]).toMatchObject([
      409,
      {
        data: { code: 'billing.read_only', values: { status: 'unpaid', isOwner: false } },
        message: expect.stringContaining('pay the open invoice in Billing'),
      },
    ])
  })

  it('reads and exports, sees its billing, and ends existing things', async () => {
    for (const path of [
      '/api/shifts',
      '/api/semesters',
      '/api/billing',
      '/api/billing/invoices',
      '/api/students',
    ])
      expect([path, (await send(first, 'ana', 'GET', path)).status]).toEqual([path, 200])
    const gone = await send(second, 'ana', 'POST', '/api/shifts/remove', {
      shifts: [await at.locked(unsent)],
    })
    expect(gone.json).toMatchObject([{ ok: true }])
    const bulk = (action: string) => send(first, 'ana', 'POST', '/api/shifts/bulk', { action })
    expect(codeOf(await bulk('submit'))).toBe('billing.read_only')
    expect(codeOf(await bulk('cancel'))).toBeNull()
  })

  it('restricts no superadmin, no facility, and no other school', async () => {
    for (const who of ['sam', 'rob', 'frank']) expect(await stopped(second, who)).toEqual([])
    for (const who of ['sam', 'rob', 'frank']) expect(await standing(first, who)).toBeNull()
    const approved = await send(first, 'frank', 'POST', '/api/shifts/approve', {
      shifts: [await at.locked(requested)],
    })
    expect(approved.json).toMatchObject([{ ok: true }])
  })

  it('leaves students their records, but gives them no new seat', async () => {
    expect(await standing(second, 'jenna')).toMatchObject({
      text: expect.stringContaining('no new seats'),
      more: null,
      link: null,
    })
    const ask = await send(first, 'jenna', 'POST', `/api/shifts/${published}/seats`, {})
    expect([ask.status, codeOf(ask)]).toEqual([409, 'billing.school_read_only'])
    expect(ask.text).not.toMatch(/unpaid|invoice|owner/)
    expect((await send(first, 'jenna', 'GET', '/api/student/progress')).status).toBe(200)
    const dropped = await send(second, 'jenna', 'POST', `/api/seats/${seat}/drop`, { reason: 'I am ill.' })
    expect([dropped.status, dropped.text]).toEqual([200, expect.anything()])
    const assign = await send(first, 'marcus', 'POST', `/api/shifts/${published}/assign`, {})
    expect(codeOf(assign)).toBe('billing.school_read_only')
  })

  it('does not run a job that would start something new, however it was queued', async () => {
    const id = randomUUID()
    await at.fixture.act(at.people.ana, (tx) =>
      startJob(tx, {
        id,
        kind: 'shifts_bulk',
        title: 'Send',
        school_id: at.school,
        input: { action: 'submit', words: {} },
      }),
    )
    const job = () => at.fixture.rows('select status, error_message from public.jobs where id = $1', [id])
    await expect
      .poll(job, { timeout: 15_000 })
      .toEqual([{ status: 'failed', error_message: expect.stringContaining('your school is read-only') }])
  })

  it("can't insert rows even directly in the database, whose policies use the same statuses as the rule", async () => {
    const add = (who: Person) =>
      at.fixture.act(who, (tx) =>
        sql`insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
      values (${at.school}, ${randomUUID()}, '2035-01-01', '2035-05-01', 'custom', '2034–2035')`.execute(tx),
      )
    for (const who of [at.people.ana, at.people.una])
      await expect(add(who)).rejects.toMatchObject({
        code: '42501',
        message: expect.stringContaining('school_pays'),
      })
    await add(at.people.sam)
    const found = await at.fixture.rows<{ tablename: string }>(
      `select tablename from pg_policies where policyname = 'school_pays' and permissive = 'RESTRICTIVE' and cmd = 'INSERT' order by 1`,
    )
    expect(found.map(({ tablename }) => tablename)).toEqual([
      'automation_rules',
      'cohorts',
      'invitations',
      'partnerships',
      'rotations',
      'semester_copies',
      'semesters',
      'shift_plans',
      'shift_series',
      'shift_templates',
      'shifts',
      'wishlist_campaigns',
      'wishlist_runs',
    ])
    for (const status of subscriptionStatus.options) {
      const [row] = await at.fixture.rows<{ is_read_only: boolean }>(
        `update public.subscriptions set status = $2 where school_id = $1 returning is_read_only`,
        [at.school, status],
      )
      expect([status, row!.is_read_only]).toEqual([status, !hasAccess(status)])
    }
    await at.fixture.rows(`update public.subscriptions set status = 'unpaid' where school_id = $1`, [
      at.school,
    ])
  })

  it('is unrestricted at once on every server when it pays, and in the database', async () => {
    await pay()
    for (const product of [first, second]) {
      await expect.poll(() => standing(product, 'ana')).toBeNull()
      expect(await stopped(product, 'ana')).toEqual([])
    }
    const fields = fakeShift({
      semester_id: at.semesters[at.school]!,
      date: addDays(at.today, 80),
      facility_id: at.ward,
    })
    const made = await send(second, 'ana', 'POST', '/api/shifts', {
      ...fields,
      id: randomUUID(),
      school_id: at.school,
    })
    expect([made.status, made.text]).toEqual([200, expect.anything()])
  })

  it('queries the database about it once per statement, regardless of the number of rows', async () => {
    await at.fixture.rows('analyze public.subscriptions')
    const { rows } = await at.fixture.act(at.people.ana, (tx) =>
      sql<{
        'QUERY PLAN': string
      }>`explain insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year)
        select ${at.school}::uuid, 'S' || n, '2035-01-01'::date, '2035-05-01'::date, 'custom', '2034–2035' from generate_series(1, 1000) n`.execute(
        tx,
      ),
    )
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan).toMatch(/InitPlan[\s\S]*on subscriptions s/)
    expect(plan).not.toMatch(/SubPlan/)
  })
})
