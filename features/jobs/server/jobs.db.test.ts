import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call, ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createFixture, type Person, type Fixture } from '#database/testing.ts'
import { mySessions } from '#features/accounts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { TimedOut } from '#platform/server/pg-errors.ts'
import { jobHandlers } from './handlers.ts'
import { queuedJobs, toQueue } from './queries/queued-jobs.ts'
import { type JobKind, type JobKinds, runJob, startJob, startJobWorker } from './public.ts'

let fixture: Fixture
let school: string
let ana: Person
let bela: Person
let otherSchool: string
let stranger: Person
const api = jobHandlers()
beforeAll(async () => {
  fixture = await createFixture()
  school = await fixture.school()
  otherSchool = await fixture.school('Other School')
  stranger = await fixture.person({ role: 'school_admin', school: otherSchool })
})
beforeEach(async () => {
  ana = await fixture.person({ role: 'school_admin', school, fullName: 'Ana' })
  bela = await fixture.person({ role: 'school_admin', school })
})
let stop: (() => Promise<void>) | undefined
afterEach(async () => {
  await stop?.()
  stop = undefined
})
afterAll(() => fixture.close())

/** Each row saves a view of the person who asked; "no" is refused after it was saved. */
const saveViews: JobKind<Record<string, never>> = async (job) => {
  await job.eachItem(async (tx, { key }) => {
    await sql`insert into public.saved_views (user_id, page, name, search, position) values ((select app.uid()), '/jobs', ${key}, '', ${positionOf(key)})`.execute(
      tx,
    )
    if (key.startsWith('no'))
      throw new ORPCError('CONFLICT', { message: 'Not this one.', data: { rule: 'not_this' } })
  })
  return { what: 'views' }
}
const kinds = (change: JobKinds = {}): JobKinds => ({ save_views: saveViews as JobKind, ...change })

async function start(by: Person, keys: string[], kind = 'save_views', of = school): Promise<string> {
  const id = randomUUID()
  await fixture.act(by, (tx) =>
    startJob(tx, {
      id,
      kind,
      title: 'Save views',
      school_id: of,
      input: {},
      items: keys.map((key) => ({ key, label: key })),
    }),
  )
  return id
}
const run = (id: string, change: JobKinds = {}, signal = new AbortController().signal) =>
  runJob(fixture, kinds(change), id, signal)
const get = async (by: Person | null, id: string) => call(api.get, { id }, { context: await fixture.as(by) })
/** Each row of a job saves its own view, in its own position. */
const positionOf = (key: string): number =>
  /\d/.test(key) ? Number(key.replaceAll(/\D/g, '')) + 1 : key.charCodeAt(0) - 96
const views = (of: Person) =>
  fixture.rows<{ name: string }>('select name from public.saved_views where user_id = $1 order by name', [
    of.id,
  ])
const sessionsOf = (id: string) => fixture.rows('select from priv.sessions where job_id = $1', [id])

test('is queued once for the transaction that requests it, or not at all', async () => {
  const id = randomUUID()
  const queued = async () =>
    (await withActor(fixture.workerPool, null, toQueue)).filter(({ jobId }) => jobId === id)
  const entries = () => fixture.rows(`select id from boss.job where data ->> 'job_id' = $1`, [id])
  await expect(
    fixture.act(ana, async (tx) => {
      await startJob(tx, { id, kind: 'save_views', title: 'Never', input: {} })
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await queued()).toHaveLength(0)
  await fixture.act(ana, (tx) => startJob(tx, { id, kind: 'save_views', title: 'Once', input: {} }))
  await fixture.act(ana, (tx) => startJob(tx, { id, kind: 'save_views', title: 'Once', input: {} }))
  const [first] = await queued()
  stop = startJobWorker(fixture, {})
  await vi.waitFor(async () => expect(await get(ana, id)).toMatchObject({ status: 'failed' }), 15_000)
  expect(await queued()).toEqual([])
  expect(await entries()).toEqual([{ id: first!.id }])
  await stop()
  stop = undefined
  // Requested again, it gets another entry.
  await call(api.resume, { id }, { context: await fixture.as(ana) })
  expect(await queued()).toEqual([{ jobId: id, id: expect.not.stringMatching(first!.id), party: id }])
  await expect(
    fixture.act(bela, (tx) => startJob(tx, { id, kind: 'save_views', title: 'Once', input: {} })),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('does each row as the person who asked, and records its outcome', async () => {
  const id = await start(ana, ['a', 'no', 'b'])
  await run(id)
  expect(await get(ana, id)).toMatchObject({
    status: 'done',
    total: 3,
    done: 3,
    refused: 1,
    result: { what: 'views' },
    reasons: [
      { status: 'done', count: 2 },
      { status: 'refused', code: 'not_this', message: 'Not this one.', count: 1 },
    ],
  })
  expect(await views(ana)).toEqual([{ name: 'a' }, { name: 'b' }])
  expect(await sessionsOf(id)).toHaveLength(0)
  const { rows, total } = await call(api.items, { id, status: 'refused' }, { context: await fixture.as(ana) })
  expect([total, rows[0]?.key]).toEqual([1, 'no'])
})

test('is taken from the queue by workers, once, by any number of them', async () => {
  const keys = Array.from({ length: 40 }, (_, index) => `row ${index}`)
  const ids = [await start(ana, keys), await start(bela, keys)]
  const stops = [startJobWorker(fixture, kinds()), startJobWorker(fixture, kinds())]
  stop = async () => void (await Promise.all(stops.map((one) => one())))
  for (const [index, id] of ids.entries())
    await vi.waitFor(
      async () => expect(await get([ana, bela][index]!, id)).toMatchObject({ status: 'done', done: 40 }),
      15_000,
    )
  expect(await views(ana)).toHaveLength(40)
  expect(await views(bela)).toHaveLength(40)
})

test('is queued once however often workers are notified, in the order of the requests', async () => {
  const ids: string[] = []
  for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) ids.push(await start(ana, [name], 'wait'))
  // A job that was changed since its request keeps its turn.
  await call(api.cancel, { id: ids[2]! }, { context: await fixture.as(ana) })
  const queued = async () => (await withActor(fixture.workerPool, null, toQueue)).map(({ jobId }) => jobId)
  expect((await queued()).filter((id) => ids.includes(id))).toEqual(ids)

  const { promise: goOn, resolve: finish } = Promise.withResolvers<void>()
  const heard: (() => void)[] = []
  const listener = { on: (_: string, hear: () => void) => heard.push(hear), off: () => {} }
  const asked = vi.spyOn(fixture.workerPool, 'query')
  const entered = () =>
    asked.mock.calls.filter(([text]) => /insert into boss\.job/i.test(String(text))).length
  stop = startJobWorker({ ...fixture, listener } as never, kinds({ wait: () => goOn }))
  await vi.waitFor(async () => expect(await get(ana, ids[1]!)).toMatchObject({ status: 'running' }), 15_000)
  for (let times = 0; times < 20; times++) for (const hear of heard) hear()
  await start(ana, ['g'], 'wait')
  for (const hear of heard) hear()
  finish()
  await vi.waitFor(async () => expect((await queued()).filter((id) => ids.includes(id))).toEqual([]), 15_000)
  expect(entered()).toBeLessThan(15)
  asked.mockRestore()
})

test('comes before a job of a school that already has several running', async () => {
  const begun: string[] = []
  const goOn = new Map<string, () => void>()
  const hold: JobKind = (job) => {
    begun.push(job.id)
    return new Promise((resolve, reject) => {
      goOn.set(job.id, resolve)
      job.signal.addEventListener('abort', () => reject(new Error('stopped')))
    })
  }
  const heard: (() => void)[] = []
  const listener = { on: (_: string, hear: () => void) => heard.push(hear), off: () => {} }
  const busy = await fixture.school('Busy School')
  const of = await fixture.person({ role: 'school_admin', school: busy })
  const ask = (key: string) => start(of, [key], 'hold', busy)
  const several = [await ask('a'), await ask('b')]
  stop = startJobWorker({ ...fixture, listener } as never, kinds({ hold }))
  await vi.waitFor(() => expect(begun.toSorted()).toEqual(several.toSorted()), 15_000)
  const third = await ask('c')
  const other = await start(stranger, ['d'], 'hold', otherSchool)
  const entries = () =>
    fixture.rows<{ job: string; priority: number }>(
      `select data ->> 'job_id' as job, priority from boss.job where data ->> 'job_id' = any ($1) order by priority`,
      [[third, other]],
    )
  for (const hear of heard) hear()
  await vi.waitFor(
    async () =>
      expect(await entries()).toEqual([
        { job: third, priority: -2 },
        { job: other, priority: 0 },
      ]),
    15_000,
  )
  goOn.get(several[0]!)!()
  await vi.waitFor(() => expect(begun).toHaveLength(3), 15_000)
  expect(begun[2]).toBe(other)
  for (const id of [several[1]!, other]) goOn.get(id)!()
  await vi.waitFor(() => expect(begun).toHaveLength(4), 15_000)
  goOn.get(third)!()
})

test('is found among all earlier ones', async () => {
  await start(ana, ['a'])
  await fixture.rows('analyze public.jobs')
  // A sequential scan is faster for few rows; the test is whether the index could be used.
  const plan = await withActor(fixture.workerPool, null, async (tx) => {
    await sql`set local enable_seqscan = off`.execute(tx)
    return JSON.stringify(await queuedJobs(tx).explain('json'))
  })
  expect(plan).toMatch(/"Index Name":"jobs_queued"[^{}]*"Alias":"j"/)
})

test('gives each row one outcome if two work on one job at once', async () => {
  const id = await start(
    ana,
    Array.from({ length: 30 }, (_, index) => `row ${index}`),
  )
  // The second ends the job after the first, or finds it ended.
  await Promise.allSettled([run(id), run(id)])
  expect(await views(ana)).toHaveLength(30)
  expect(await get(ana, id)).toMatchObject({ status: 'done', done: 30, refused: 0 })
})

test('continues after an interruption, and repeats no row', async () => {
  const id = await start(ana, ['a', 'b', 'c', 'd'])
  const dying = new AbortController()
  const dies: JobKind = async (job) => {
    await job.eachItem(async (tx, item) => {
      await sql`insert into public.saved_views (user_id, page, name, search, position) values ((select app.uid()), '/jobs', ${item.key}, '', ${positionOf(item.key)})`.execute(
        tx,
      )
      if (item.key === 'b') dying.abort()
    })
  }
  await expect(run(id, { save_views: dies }, dying.signal)).rejects.toMatchObject({ name: 'Stopped' })
  expect(await get(ana, id)).toMatchObject({ status: 'running', finished_at: null })
  await run(id)
  expect((await views(ana)).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd'])
  expect(await get(ana, id)).toMatchObject({ status: 'done', done: 4, refused: 0 })
})

test.each<[what: string, end: () => Promise<unknown>]>([
  [
    'deactivated',
    () => fixture.rows(`update public.users set status = 'deactivated' where id = $1`, [ana.id]),
  ],
  [
    'given another role',
    () => fixture.rows(`update public.users set role = 'student' where id = $1`, [ana.id]),
  ],
  ['signed out everywhere', () => fixture.rows('delete from priv.sessions where user_id = $1', [ana.id])],
])('ends with the rights of a person who is %s', async (_what, end) => {
  const id = await start(ana, ['a', 'b', 'c'])
  const ends: JobKind = async (job) => {
    await job.eachItem(async (tx, item) => {
      await sql`insert into public.saved_views (user_id, page, name, search, position) values ((select app.uid()), '/jobs', ${item.key}, '', ${positionOf(item.key)})`.execute(
        tx,
      )
    })
  }
  const between: JobKind = async (job) => {
    await end()
    await ends(job)
  }
  await run(id, { save_views: between })
  const [left] = await fixture.rows('select status, error_code, done from public.jobs where id = $1', [id])
  expect(left).toEqual({ status: 'failed', error_code: 'job.session_ended', done: 0 })
  expect(await views(ana)).toEqual([])
  expect(await sessionsOf(id)).toHaveLength(0)
})

test('a waiting job does not begin once its person lost their role', async () => {
  const id = await start(ana, ['a'])
  await fixture.rows(`update public.users set role = 'student' where id = $1`, [ana.id])
  await run(id)
  expect(await fixture.rows('select status, error_code from public.jobs where id = $1', [id])).toEqual([
    { status: 'failed', error_code: 'job.session_ended' },
  ])
  expect(await views(ana)).toEqual([])
})

test('is canceled between two rows, and resumed with the remaining ones', async () => {
  const id = await start(ana, ['a', 'b', 'c'])
  const slow: JobKind = async (job) => {
    await job.eachItem(async (tx, item) => {
      await sql`insert into public.saved_views (user_id, page, name, search, position) values ((select app.uid()), '/jobs', ${item.key}, '', ${positionOf(item.key)})`.execute(
        tx,
      )
      if (item.key === 'a') await call(api.cancel, { id }, { context: await fixture.as(ana) })
      await pause(350)
    })
  }
  await run(id, { save_views: slow })
  const canceled = await get(ana, id)
  expect(canceled).toMatchObject({ status: 'canceled' })
  expect(canceled.done).toBeLessThan(3)
  expect(await views(ana)).toHaveLength(canceled.done)
  await call(api.resume, { id }, { context: await fixture.as(ana) })
  await run(id)
  expect(await get(ana, id)).toMatchObject({ status: 'done', done: 3 })
  expect(await views(ana)).toHaveLength(3)
})

test('fails with the reason if its work has a bug, and can be resumed', async () => {
  const id = await start(ana, ['a'])
  await run(id, { save_views: () => Promise.reject(new TypeError('a mistake of ours')) })
  expect(await get(ana, id)).toMatchObject({
    status: 'failed',
    error_code: 'job.failed',
    error_message: expect.stringContaining('wrong on our end'),
  })
  await call(api.resume, { id }, { context: await fixture.as(ana) })
  await run(id)
  expect(await get(ana, id)).toMatchObject({ status: 'done', error_message: null })
})

test('retries what takes too long a few times, and then says so', async () => {
  const id = await start(ana, ['a'])
  const long = { save_views: () => Promise.reject(new TimedOut('unchanged')) }
  await expect(run(id, long)).rejects.toMatchObject({ name: 'TimedOut' })
  await expect(run(id, long)).rejects.toMatchObject({ name: 'TimedOut' })
  expect(await get(ana, id)).toMatchObject({ status: 'running' })
  await run(id, long)
  expect(await get(ana, id)).toMatchObject({
    status: 'failed',
    error_code: 'job.too_long',
    error_message: expect.stringContaining('Nothing was changed'),
  })
})

test('is visible to administrators of the same school, and changed only by the person who asked', async () => {
  const id = await start(ana, ['a'])
  expect((await get(bela, id)).is_mine).toBe(false)
  await expect(get(stranger, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(get(null, id)).rejects.toMatchObject({ code: 'UNAUTHORIZED' })
  const student = await fixture.person({ role: 'student', school })
  await expect(get(student, id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  expect(await call(api.items, { id }, { context: await fixture.as(stranger) })).toEqual({
    rows: [],
    total: 0,
  })
  const list = async (by: Person) =>
    (await call(api.list, {}, { context: await fixture.as(by) })).map((job) => job.id)
  expect(await list(ana)).toContain(id)
  // A trial is not work to look back at.
  expect(await list(ana)).not.toContain(await start(ana, ['a'], 'views_trial'))
  expect(await list(stranger)).not.toContain(id)
  expect(await list(bela)).toContain(id)
  expect(await list(student)).toEqual([])
  const superadmin = await fixture.person({ role: 'superadmin' })
  for (const selected of [null, await fixture.school()]) {
    await fixture.selectSchool(superadmin, selected)
    expect(await list(superadmin)).toContain(id)
  }
  for (const change of [api.cancel, api.resume]) {
    await expect(call(change, { id }, { context: await fixture.as(bela) })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(call(change, { id }, { context: await fixture.as(stranger) })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  }
})

test('is recorded only by its own session', async () => {
  const id = await start(ana, ['a'])
  const attempts = [
    sql`update public.jobs set status = 'done', finished_at = now() where id = ${id}::uuid`,
    sql`update public.jobs set done = 1 where id = ${id}::uuid`,
    sql`insert into public.jobs (id, kind, title, school_id) values (gen_random_uuid(), 'save_views', 'x', ${otherSchool}::uuid)`,
    sql`select token_hash from priv.sessions where job_id = ${id}::uuid`,
    sql`delete from priv.sessions where job_id = ${id}::uuid`,
    sql`select * from boss.job`,
  ]
  for (const attempt of attempts)
    await expect(fixture.act(ana, (tx) => attempt.execute(tx))).rejects.toMatchObject({
      code: expect.stringMatching(/42501|PW409|23503/),
    })
  const outcome = sql`update public.job_items set status = 'done', finished_at = now() where job_id = ${id}::uuid returning 1`
  expect((await fixture.act(ana, (tx) => outcome.execute(tx))).rows).toEqual([])
})

test('gives the worker its session while it has to run, and no other session', async () => {
  const id = await start(ana, ['a'])
  const seen = async () =>
    (await fixture.workerPool.query('select job_id from priv.sessions where expires_at > now()')).rows
  expect((await seen()).filter(({ job_id }) => job_id === null)).toEqual([])
  expect(await seen()).toContainEqual({ job_id: id })
  await expect(fixture.workerPool.query('select user_id from priv.sessions')).rejects.toMatchObject({
    code: '42501',
  })
  await fixture.workerPool.query('delete from priv.sessions where job_id = $1', [id])
  expect(await seen()).toContainEqual({ job_id: id })
})

test('has a session that signs no one in, and is not listed as a device', async () => {
  const id = await start(ana, ['a'])
  expect(await sessionsOf(id)).toHaveLength(1)
  const signedIn = await withActor(fixture.authPool, ana.tokenHash, (tx) => mySessions(tx, ana.tokenHash))
  expect(signedIn).toMatchObject([{ is_current: true }])
})

test('tries rows and keeps nothing of them but their outcomes', async () => {
  const id = await start(ana, ['a', 'no', 'b'])
  await run(id, {
    save_views: async (job) => {
      await job.tryItems(
        () => 'all',
        async (tx, { key }) => {
          await sql`insert into public.saved_views (user_id, page, name, search, position) values ((select app.uid()), '/jobs', ${key}, '', ${positionOf(key)})`.execute(
            tx,
          )
          const { rows } =
            await sql`select from public.saved_views where user_id = (select app.uid())`.execute(tx)
          if (rows.length > 1) throw new ORPCError('CONFLICT', { message: 'There is one already.' })
        },
      )
    },
  })
  expect(await views(ana)).toEqual([])
  expect(await get(ana, id)).toMatchObject({ status: 'done', done: 3, refused: 2 })
})
