import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { Writable } from 'node:stream'
import { createFixture, type Fixture } from '#database/testing.ts'
import { AccessTrail, type AccessEvent } from './access-trail.ts'
import { createPool } from './db.ts'
import { createLog } from './log.ts'
import { Unavailable } from './pg-errors.ts'

let fixture: Fixture
const trails: AccessTrail[] = []
let logged = ''
const log = createLog({
  level: 'info',
  to: new Writable({
    write(chunk: Buffer, _encoding, done) {
      logged += chunk.toString()
      done()
    },
  }),
})
beforeAll(async () => {
  fixture = await createFixture()
})
afterEach(() => Promise.all(trails.splice(0).map((trail) => trail.close())))
afterAll(() => fixture.close())

const trailOf = (options: Partial<ConstructorParameters<typeof AccessTrail>[0]> = {}) => {
  const trail = new AccessTrail({ workerPool: fixture.workerPool, log, secret: 'secret', ...options })
  trails.push(trail)
  return trail
}
const event = (more: Partial<AccessEvent> = {}): AccessEvent => ({
  at: new Date().toISOString(),
  kind: 'export',
  outcome: 'ok',
  code: null,
  call: 'tests.run',
  what: 'data',
  subject_id: null,
  request_id: crypto.randomUUID(),
  times: 1,
  actor_id: null,
  actor_name: null,
  actor_role: null,
  acting_as: null,
  acting_as_name: null,
  school_id: null,
  facility_id: null,
  person_ids: [],
  address_digest: 'x',
  reason: null,
  ...more,
})
const has = async (request_id: string) =>
  fixture.rows<{ times: number }>('select times from public.access_events where request_id = $1', [
    request_id,
  ])
/** No PostgreSQL listens on this port. */
const away = () => createPool({ url: 'postgres://nobody@127.0.0.1:1/none', max: 1, name: 'away' })

it('writes what must be kept before the promise resolves, at any pace', async () => {
  const trail = trailOf({ everyMs: 3_600_000 })
  const kept = [event(), event(), event()]
  await Promise.all(kept.map((each) => trail.keep(each)))
  for (const { request_id } of kept) expect(await has(request_id)).toHaveLength(1)
})

it('writes what is noted on its own, at the latest when the process ends', async () => {
  const soon = event()
  const quick = trailOf({ everyMs: 20 })
  quick.note(soon)
  await expect.poll(() => has(soon.request_id), { timeout: 8_000 }).toHaveLength(1)
  const last = event()
  const slow = trailOf({ everyMs: 3_600_000 })
  slow.note(last)
  expect(await has(last.request_id)).toHaveLength(0)
  await slow.close()
  expect(await has(last.request_id)).toHaveLength(1)
})

it('counts equal refusals of one batch on one row', async () => {
  const trail = trailOf({ everyMs: 3_600_000 })
  const refusal = event({ kind: 'refusal', outcome: 'refused', code: 'FORBIDDEN' })
  for (let n = 0; n < 4; n++) trail.note({ ...refusal, request_id: n === 0 ? refusal.request_id : 'later' })
  await trail.close()
  expect(await has(refusal.request_id)).toEqual([{ times: 4 }])
})

it('never silently keeps what it cannot write: an export fails, and overflow goes to the log', async () => {
  const pool = away()
  const trail = trailOf({ workerPool: pool, max: 2 })
  await expect(trail.keep(event({ call: 'tests.export' }))).rejects.toBeInstanceOf(Unavailable)
  trail.note(event({ call: 'tests.waits' }))
  logged = ''
  trail.note(event({ call: 'tests.overflowed' }))
  expect(trail.counts.overflowed).toBe(1)
  expect(trail.waiting).toBe(2)
  expect(logged).toContain('tests.overflowed')
  await trail.close()
  expect(logged).toContain('tests.waits')
  await pool.end()
})

it('writes what waited while the database was down once it is back', async () => {
  let isAway = true
  const pool = new Proxy(fixture.workerPool, {
    get: (target, key) =>
      key === 'connect' && isAway
        ? () => Promise.reject(new Error('Connection terminated'))
        : (Reflect.get(target, key) as unknown),
  })
  const trail = trailOf({ workerPool: pool, everyMs: 10 })
  const waiting = event()
  trail.note(waiting)
  trail.noteAttempt({
    kind: 'sign_in',
    account: 'a@b.example',
    addressBlock: 'x',
    userId: null,
    isThrottled: false,
    requestId: 'r',
  })
  await expect.poll(() => trail.counts.failures, { timeout: 8_000 }).toBeGreaterThan(0)
  isAway = false
  await expect.poll(() => has(waiting.request_id), { timeout: 8_000 }).toHaveLength(1)
  expect(await fixture.rows('select times::int from public.failed_attempts')).toEqual([{ times: 1 }])
})

it('an invalid row does not block the others', async () => {
  const trail = trailOf({ everyMs: 3_600_000 })
  const good = [event(), event()]
  logged = ''
  trail.note(good[0]!)
  trail.note(event({ kind: 'no kind' as never, call: 'tests.odd' }))
  trail.note(good[1]!)
  await trail.close()
  for (const { request_id } of good) expect(await has(request_id)).toHaveLength(1)
  expect(logged).toContain('tests.odd')
})

it('makes equal digests for equal texts, and different ones with another secret', () => {
  const [one, same, different] = [trailOf(), trailOf(), trailOf({ secret: 'another' })]
  expect(one.digest('10.0.0.0/24')).toBe(same.digest('10.0.0.0/24'))
  expect(one.digest('10.0.0.0/24')).not.toBe(different.digest('10.0.0.0/24'))
  expect(one.digest('10.0.0.0/24')).not.toBe(one.digest('10.0.1.0/24'))
})

it('is written only by the worker’s login', async () => {
  for (const pool of [fixture.pool, fixture.authPool]) {
    await expect(pool.query(`select app.record_failed_attempts('[]')`)).rejects.toMatchObject({
      code: '42501',
    })
    await expect(pool.query(`insert into public.access_events default values`)).rejects.toMatchObject({
      code: '42501',
    })
  }
})
