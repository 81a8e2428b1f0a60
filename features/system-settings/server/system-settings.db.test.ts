import { call } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createFixture, type Fixture, type Person } from '#database/testing.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { TaskRegistry } from '#platform/server/task-registry.ts'
import { startBackgroundTask } from '#platform/server/background-task.ts'
import { SystemSettingsReader } from '#platform/server/system-settings.ts'
import type { ConfigChange } from '../contract.ts'
import { expiredLabels } from '../messages.ts'
import { systemSettingHandlers } from './handlers.ts'
import { systemJobs } from './public.ts'

let fixture: Fixture
let sam: Person
let ruth: Person
let api: ReturnType<typeof systemSettingHandlers>
const registry = new TaskRegistry()
beforeAll(async () => {
  fixture = await createFixture()
  sam = await fixture.person({ role: 'superadmin', fullName: 'Sam Okafor' })
  ruth = await fixture.person({ role: 'superadmin', fullName: 'Ruth Vale' })
  api = systemSettingHandlers({ ...fixture, tasks: registry })
})
afterAll(() => fixture.close())
beforeEach(() => fixture.rows('delete from priv.throttles'))

const change = async (config: ConfigChange, by = sam) =>
  call(api.updateConfig, { config }, { context: await fixture.as(by) })
const settings = async (by = sam) =>
  (await call(api.getConfig, {}, { context: await fixture.as(by) })).settings
const find = async (key: string) => (await settings()).find((one) => one.key === key)!

it('begins with the defaults, and lists the environment without any secret', async () => {
  const context = await fixture.as(sam)
  const config = { ...fixture.config, smtpUrl: 'smtps://user:hunter2@mail.example' }
  const { getConfig } = systemSettingHandlers({ ...fixture, config, tasks: registry })
  const found = await call(getConfig, {}, { context })
  expect(found.settings.every(({ is_default, version }) => is_default && version === 0)).toBe(true)
  expect(found.environment).toContainEqual({ name: 'SMTP_URL', label: 'Mail server', words: 'Set' })
  // Online payment is set up by the secret key; the other one loads the card form of the page of prices alone.
  expect(found.environment).toContainEqual({
    name: 'STRIPE_SECRET_KEY',
    label: 'Online payment',
    words: 'Not set: schools pay by invoice',
  })
  expect(JSON.stringify(found)).not.toContain('hunter2')
})

it('records who changed what and when, and takes effect at once', async () => {
  await change({ morning_hour: { version: 0, value: 7 } })
  expect(await find('morning_hour')).toMatchObject({
    value: 7,
    default: 6,
    is_default: false,
    version: 1,
    changed_by_name: 'Sam Okafor',
  })
  expect(await fixture.settings.get('morning_hour')).toBe(7)
  await change({ morning_hour: { version: 1, value: null } }, ruth)
  expect(await find('morning_hour')).toMatchObject({ value: 6, is_default: true, version: 2 })
  expect(await fixture.settings.get('morning_hour')).toBe(6)
  const history = await call(api.history, { key: 'morning_hour' }, { context: await fixture.as(sam) })
  expect(history).toMatchObject([
    { version: 2, value: null, by_name: 'Ruth Vale' },
    { version: 1, value: 7, by_name: 'Sam Okafor' },
  ])
  const trail = await fixture.rows(
    `select actor_id from public.audit_events where entity = 'system_settings' and action = 'insert' order by id`,
  )
  expect(trail).toEqual([{ actor_id: sam.id }, { actor_id: ruth.id }])
})

it('refuses an old version with both values, and accepts one of two concurrent changes', async () => {
  await change({ password_min_length: { version: 0, value: 16 } })
  await expect(change({ password_min_length: { version: 0, value: 20 } }, ruth)).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'Sam Okafor changed this setting in the meantime: minimum password length.',
    data: {
      kind: 'version',
      sent_version: 0,
      current: { version: 1, value: 16 },
      changes: [
        { by: 'Sam Okafor', is_me: false, fields: [{ before: '15 characters', after: '16 characters' }] },
      ],
    },
  })
  const both = await Promise.allSettled(
    [17, 18].map((value) => change({ password_min_length: { version: 1, value } })),
  )
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await find('password_min_length')).toMatchObject({ version: 2 })
})

it('changes everything in one call, or nothing', async () => {
  await expect(
    change({
      contact_email: { version: 0, value: 'help@placewell.example' },
      sign_up_roles: { version: 3, value: [] },
    }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  expect(await find('contact_email')).toMatchObject({ version: 0 })
})

it('refuses maintenance that is over, and a value that is already set', async () => {
  const over = { starts_at: '2020-01-01T00:00:00Z', ends_at: '2020-01-01T01:00:00Z', message: '' }
  await expect(change({ maintenance: { version: 0, value: over } })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    data: { fieldErrors: { ends_at: expect.stringContaining('already ended') } },
  })
  await expect(change({ maintenance: { version: 0, value: null } })).rejects.toMatchObject({
    message: expect.stringContaining('already'),
  })
})

it('is only for the superadmin in person, in the database too', async () => {
  const school = await fixture.school()
  const others = [
    await fixture.person({ role: 'school_super_admin', school }),
    await fixture.person({ role: 'facility_admin', facility: await fixture.facility() }),
    await fixture.person({ role: 'student', school }),
  ]
  for (const other of others) {
    const context = await fixture.as(other)
    for (const one of [
      () => call(api.getConfig, {}, { context }),
      () => call(api.updateConfig, { config: { morning_hour: { version: 2, value: 8 } } }, { context }),
      () => call(api.getLogs, {}, { context }),
      () => call(api.runTask, { task_name: 'clean-up' }, { context }),
      () => call(api.taskStatus, { task_id: crypto.randomUUID() }, { context }),
      () => call(api.runMaintenance, {}, { context }),
      () => call(api.maintenance, undefined, { context }),
      () => call(api.tasks, undefined, { context }),
      () => call(api.history, { key: 'morning_hour' }, { context }),
    ])
      await expect(one()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    const seen = await fixture.act(other, (tx) => tx.selectFrom('system_settings').select('key').execute())
    expect(seen).toEqual([])
    await expect(
      fixture.act(other, (tx) =>
        tx
          .insertInto('system_settings')
          .values({ key: 'morning_hour', version: 3, value: '8', created_by: other.id })
          .execute(),
      ),
    ).rejects.toMatchObject({ code: '42501' })
  }
})

it('no one changes or removes what was set, sets it in another’s name, or skips a version', async () => {
  const add = (row: { key: string; version: number; created_by?: string }) =>
    fixture.act(sam, (tx) =>
      tx
        .insertInto('system_settings')
        .values({ value: '8', created_by: sam.id, ...row })
        .execute(),
    )
  await expect(add({ key: 'morning_hour', version: 4 })).rejects.toMatchObject({ code: '23503' })
  await expect(add({ key: 'morning_hour', version: 2 })).rejects.toMatchObject({ code: '23505' })
  await expect(add({ key: 'morning_hour', version: 3, created_by: ruth.id })).rejects.toMatchObject({
    code: '42501',
  })
  for (const statement of [
    sql`update public.system_settings set value = '9'`,
    sql`delete from public.system_settings`,
  ])
    await expect(fixture.act(sam, (tx) => statement.execute(tx))).rejects.toMatchObject({ code: '42501' })
  await expect(fixture.rows('delete from public.system_settings')).rejects.toMatchObject({ code: '42501' })
  await expect(
    withActor(fixture.workerPool, null, (tx) =>
      tx.selectFrom('system_settings').select('created_by').execute(),
    ),
  ).rejects.toMatchObject({ code: '42501' })
})

it('a server that listens caches a setting until it is notified of a change', async () => {
  const heard = new Map<string, (key: string) => void>()
  const listener = {
    on: (channel: string, listen: (key: string) => void) => heard.set(channel, listen),
    isListening: true,
  }
  const reader = new SystemSettingsReader({ ...fixture, listener: listener as never })
  expect(await reader.get('contact_email')).toBeNull()
  await change({ contact_email: { version: 0, value: 'help@placewell.example' } })
  expect(await reader.get('contact_email')).toBeNull()
  heard.get('settings_changed')!('contact_email')
  expect(await reader.get('contact_email')).toBe('help@placewell.example')
  await change({ contact_email: { version: 1, value: null } })
  heard.get('reset')!('')
  expect(await reader.get('contact_email')).toBeNull()
})

it('every server is notified which setting changed', async () => {
  const client = await fixture.connect()
  const heard: (string | undefined)[] = []
  client.on('notification', ({ payload }) => heard.push(payload))
  await client.query('listen settings_changed')
  await change({ sign_up_roles: { version: 0, value: ['student'] } })
  await expect.poll(() => heard).toEqual(['sign_up_roles'])
  await client.end()
})

it('allows 30 changes and tasks a minute, and 100 reads', async () => {
  for (let count = 0; count < 30; count++)
    await change({ morning_hour: { version: 99, value: 5 } }).catch(() => {})
  const limited = { code: 'TOO_MANY_REQUESTS', message: 'Rate limit exceeded. Please try again later.' }
  await expect(change({ morning_hour: { version: 2, value: 5 } })).rejects.toMatchObject(limited)
  const context = await fixture.as(sam)
  await expect(call(api.runTask, { task_name: 'clean-up' }, { context })).rejects.toMatchObject(limited)
  await expect(call(api.runMaintenance, {}, { context })).rejects.toMatchObject(limited)
  await fixture.rows('update priv.throttles set attempts = 100')
  await call(api.getLogs, {}, { context })
  await fixture.rows(`update priv.throttles set attempts = 100 where key like 'system standard%'`)
  await expect(settings()).rejects.toMatchObject(limited)
  await settings(ruth)
})

const finish = (id: string) =>
  runJob(fixture, systemJobs({ ...fixture, tasks: registry }) as never, id, new AbortController().signal)

it('runs a background task now, and reports the result', async () => {
  let isBroken = false
  const stop = startBackgroundTask(
    { log: fixture.log, tasks: registry },
    {
      name: 'agreements',
      everyMs: 3_600_000,
      failed: 'no',
      round: async () => {
        if (isBroken) throw new Error('no agreements today')
      },
    },
  )
  const context = await fixture.as(sam)
  const task = async () => {
    const { task_id } = await call(api.runTask, { task_name: 'agreements' }, { context })
    expect(await call(api.taskStatus, { task_id }, { context })).toMatchObject({
      status: 'queued',
      task_name: 'agreements',
    })
    await finish(task_id)
    return call(api.taskStatus, { task_id }, { context })
  }
  expect(await task()).toMatchObject({ status: 'done', result: { ms: expect.any(Number) }, error: null })
  isBroken = true
  expect(await task()).toMatchObject({ status: 'failed', error: 'Agreements failed: no agreements today' })
  const { tasks } = await call(api.tasks, undefined, { context })
  expect(tasks).toMatchObject([{ name: 'agreements', failures: 1, last_failure: 'no agreements today' }])
  const { entries } = await call(api.getLogs, { options: { search: 'agreements' } }, { context })
  expect(entries.map(({ source }) => source).toSorted()).toEqual(['job', 'task'])
  await stop()
})

it('says first what maintenance would delete, deletes that, and nothing else', async () => {
  await fixture.rows(
    `insert into public.idempotency_keys (user_id, key, name, request_hash, created_at) select $1, gen_random_uuid(), 'x', repeat('0', 64), now() - interval '8 days' from generate_series(1, 3)`,
    [sam.id],
  )
  const context = await fixture.as(sam)
  const kept = async () =>
    (await fixture.rows('select count(*)::int as count from public.idempotency_keys'))[0]!['count']
  const plan = await call(api.maintenance, undefined, { context })
  expect(plan.expired).toContainEqual({ kind: 'idempotency keys', count: 3 })
  expect(plan.expired).toContainEqual({ kind: 'sessions', count: 0 })
  expect(plan.expired.map(({ kind }) => kind).filter((kind) => !expiredLabels[kind])).toEqual([])
  expect(await kept()).toBe(3)
  expect(plan.tables.length).toBeGreaterThan(5)
  const { task_id } = await call(api.runMaintenance, {}, { context })
  await finish(task_id)
  const status = await call(api.taskStatus, { task_id }, { context })
  expect(status).toMatchObject({
    status: 'done',
    task_name: 'database-maintenance',
    result: { deleted: { 'idempotency keys': 3, sessions: 0 } },
  })
  expect(await kept()).toBe(0)
})

it("lists emails that failed without anyone's address", async () => {
  await fixture.rows(
    `insert into priv.mails (kind, to_address, subject, body_text, body_html, message_id, status, attempts, last_error)
     select 'verify_email', 'ana@school.edu', 's', 't', '', '<' || gen_random_uuid() || '@x>', s, 3, '550 <ana@school.edu> unknown'
     from unnest(array['failed', 'queued', 'sent']) s`,
  )
  const { entries } = await call(
    api.getLogs,
    { options: { source: 'email' } },
    { context: await fixture.as(sam) },
  )
  expect(entries.map(({ level, message }) => [level, message]).toSorted()).toEqual([
    ['error', 'Given up after 3 tries: 550 <…> unknown'],
    ['warning', 'To be tried again after 3 tries: 550 <…> unknown'],
  ])
  expect(JSON.stringify(entries)).not.toContain('ana@')
})
