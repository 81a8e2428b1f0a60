import { call } from '@orpc/server'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import type { Measured } from '#platform/server/metrics.ts'
import { monitoringHandlers } from './handlers.ts'

const measured: Measured = {
  now: '2027-03-01T12:00:00.000Z',
  since: '2027-03-01T08:00:00.000Z',
  requests: { upTo: [{ bound: 0.1, count: 10 }], count: 10 },
  failed: 1,
  eventLoopDelayMs: 21,
  memoryBytes: 180_000_000,
  connectionsInUse: 2,
  connectionsWaitedFor: 0,
  calls: [
    { call: 'shifts.list', failed: 0, upTo: [{ bound: 0.1, count: 10 }], count: 10 },
    { call: 'shifts.publish', failed: 1, upTo: [{ bound: 1, count: 4 }], count: 4 },
  ],
}

let fixture: Fixture
let superadmin: Person
let api: ReturnType<typeof monitoringHandlers>
beforeAll(async () => {
  fixture = await createFixture()
  superadmin = await fixture.person({ role: 'superadmin' })
  api = monitoringHandlers({
    workerPool: fixture.workerPool,
    metrics: { read: async () => measured },
  })
})
afterAll(() => fixture.close())

const health = async () => call(api.systemHealth, undefined, { context: await fixture.as(superadmin) })

it('finds a new installation healthy, and counts its data', async () => {
  const { status, metrics, alerts } = await health()
  expect({ status, alerts }).toEqual({ status: 'healthy', alerts: [] })
  expect(metrics).toMatchObject({
    database_connected: true,
    total_users: { count: 1, is_estimate: false },
    total_shifts: { count: 0, is_estimate: false },
    queue_depth: 0,
    oldest_job_at: null,
    overdue_reports: 0,
    oldest_unreviewed_credential: null,
    checks: { tables_open: [], functions_open: [] },
  })
  expect(metrics!.active_connections).toBeGreaterThan(0)
  expect(metrics!.database_size).toBeGreaterThan(1_000_000)
  expect(metrics!.checks.tables).toBeGreaterThan(100)
  expect(metrics!.checks.security_policies).toBeGreaterThan(100)
})

it('names the unprotected tables and functions', async () => {
  await fixture.rows('alter table public.schools disable row level security')
  await fixture.rows('alter function app.uid() reset search_path')
  const { status, alerts } = await health()
  await fixture.rows('alter table public.schools enable row level security')
  await fixture.rows('alter function app.uid() set search_path = pg_catalog, pg_temp')
  expect(status).toBe('unhealthy')
  expect(alerts.map(({ message }) => message)).toEqual([
    'Tables without row-level security: schools.',
    'Functions with an open search path: uid.',
  ])
})

it('counts the emails of the last day by result', async () => {
  await fixture.rows(
    `insert into priv.mails (kind, to_address, subject, body_text, body_html, message_id, status, attempts, created_at)
     select 'test', 'a@b.example', 's', 't', '', '<' || gen_random_uuid() || '@x>', s, 1, at
     from (values ('sent', now()), ('sent', now() - interval '25 hours'), ('failed', now()), ('queued', now())) v (s, at)`,
  )
  expect((await health()).metrics!.emails).toEqual({ sent: 1, failed: 1, retried: 1 })
})

it('reports a failed check, in the specification’s words, if a login is unreachable', async () => {
  const away = new pg.Pool({ host: '127.0.0.1', port: 1 })
  const { systemHealth } = monitoringHandlers({ workerPool: away, metrics: { read: async () => measured } })
  const found = await call(systemHealth, undefined, { context: await fixture.as(superadmin) })
  await away.end()
  expect(found).toMatchObject({
    status: 'unhealthy',
    metrics: null,
    alerts: [{ code: 'check_failed', severity: 'critical', message: 'System health check failed' }],
  })
})

it('lists the slowest procedures first, in milliseconds', async () => {
  const { since, metrics, calls } = await call(api.performance, undefined, {
    context: await fixture.as(superadmin),
  })
  expect(since).toBe(measured.since)
  expect(metrics).toContainEqual({
    metric_name: 'response_p50',
    metric_value: 50,
    metric_unit: 'ms',
    last_updated: measured.now,
  })
  expect(calls).toMatchObject([
    { call: 'shifts.publish', times: 4, failed: 1, p95: 950 },
    { call: 'shifts.list', times: 10, failed: 0, p95: 95 },
  ])
})

it('lists who acted as whom, with the following end or the time it expired', async () => {
  const seen = await fixture.person({ role: 'student', school: await fixture.school() })
  await fixture.rows(
    `insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, reason, changes, at)
     select $1::uuid, $2::uuid, a, 'users', $2::text, 'A call from the student', c, t from (values
       ('impersonation_started', '{"may_write": true}'::jsonb, now() - interval '3 hours'),
       ('impersonation_ended', '{}', now() - interval '2 hours'),
       ('impersonation_started', jsonb_build_object('until', now() - interval '30 minutes'), now() - interval '1 hour'),
       ('impersonation_started', jsonb_build_object('until', now() + interval '25 minutes'), now() - interval '5 minutes')) v (a, c, t)`,
    [superadmin.id, seen.id],
  )
  const { rows, total } = await call(api.impersonations, {}, { context: await fixture.as(superadmin) })
  expect(total).toBe(3)
  expect(rows).toMatchObject([
    { acting_as: seen.id, may_write: false, ended_at: null },
    { acting_as: seen.id, may_write: false, ended_at: expect.any(String) },
    { acting_as: seen.id, may_write: true, ended_at: expect.any(String), reason: 'A call from the student' },
  ])
})

it('is limited to the superadmin', async () => {
  const admin = await fixture.person({ role: 'school_super_admin', school: await fixture.school() })
  const context = await fixture.as(admin)
  for (const one of [
    () => call(api.systemHealth, undefined, { context }),
    () => call(api.performance, undefined, { context }),
    () => call(api.impersonations, {}, { context }),
  ])
    await expect(one()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})
