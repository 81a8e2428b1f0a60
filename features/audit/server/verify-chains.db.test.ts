import { call } from '@orpc/server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { jobHandlers, runJob } from '#features/jobs/server/public.ts'
import { auditHandlers } from './handlers.ts'
import { auditJobs } from './public.ts'
import { sealAudit } from './sealing.ts'

const api = auditHandlers()
let fixture: Fixture
let sam: Person
let school: string
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school('Birch College')
  sam = await fixture.person({ role: 'superadmin' })
})
afterAll(() => fixture.close())

const write = async (of: string | null) =>
  (
    await fixture.rows<{ id: number }>(
      `insert into public.audit_events (action, entity, school_id) values ('test', 'tests', $1) returning id::int`,
      [of],
    )
  )[0]!.id
/** Seals a few rows at a time, so that chains have many blocks. */
const sealAll = async () => {
  while ((await sealAudit(fixture, 5)) > 0);
}
const start = async (by: Person | null = sam) =>
  (await call(api.verify, { job_id: crypto.randomUUID() }, { context: await fixture.as(by) })).job_id
const seal = async () => call(api.seal, undefined, { context: await fixture.as(sam) })
const run = (id: string) => runJob(fixture, auditJobs, id, new AbortController().signal)
/** What only the owner of the database can do. */
const tamper = async (statement: string, values: unknown[]) => {
  await fixture.rows(`begin`)
  await fixture.rows(`set local session_replication_role = 'replica'`)
  await fixture.rows(statement, values)
  await fixture.rows('commit')
}

it('reports an intact trail as intact, with the time', { timeout: 30_000 }, async () => {
  for (let count = 0; count < 150; count++) await write(count % 3 === 0 ? null : school)
  await sealAll()
  const id = await start()
  expect(await seal()).toMatchObject({ is_running: true, job_id: id, last: null })
  // Pressed again while it is running: the same job.
  expect(await start()).toBe(id)
  await run(id)
  const { last, chains, rows, waiting, is_running: isRunning } = await seal()
  expect({ isRunning, waiting, chains }).toEqual({ isRunning: false, waiting: 0, chains: 2 })
  expect(last).toMatchObject({ chains: 2, rows, broken: [], broken_count: 0 })
  expect(Date.now() - Date.parse(last!.checked_at)).toBeLessThan(30_000)
  const job = await call(jobHandlers().get, { id }, { context: await fixture.as(sam) })
  expect(job).toMatchObject({ status: 'done', total: rows, done: rows })
})

it('names the first broken entry of each chain', { timeout: 30_000 }, async () => {
  const [first, second, other] = [await write(school), await write(school), await write(null)]
  await sealAll()
  await tamper('delete from public.audit_events where id = $1', [first])
  await tamper(`update public.audit_events set reason = 'another' where id = any ($1)`, [[second, other]])
  await run(await start())
  const { last } = await seal()
  expect(last!.broken_count).toBe(2)
  expect(last!.broken).toMatchObject([
    { name: 'Placewell', fault: 'altered_row', source: 'audit_events', row_id: other },
    { name: 'Birch College', fault: 'missing_row', source: 'audit_events', row_id: first },
  ])
  await tamper('delete from public.audit_blocks where chain = $1 and seq = 2', [school])
  await run(await start())
  expect((await seal()).last!.broken[1]).toMatchObject({ fault: 'missing_block', row_id: 2 })
})

it('is only for superadmins', async () => {
  const roles = ['school_super_admin', 'school_admin', 'student'] as const
  for (const role of roles) {
    const by = await fixture.person({ role, school })
    await expect(start(by)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(call(api.seal, undefined, { context: await fixture.as(by) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  }
  await expect(start(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
})
