/** A deploy while people work: it waits for its locks briefly and repeatedly, and no one waits behind it for long. */
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { applyDatabase } from './apply.ts'
import { createTestDatabase, TEST_PASSWORDS, type TestDatabase } from './test-database.ts'

let database: TestDatabase
let holder: pg.Client
let reader: pg.Client
let watcher: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  holder = new pg.Client({ connectionString: database.adminUrl })
  reader = new pg.Client({ connectionString: database.adminUrl })
  watcher = new pg.Client({ connectionString: database.adminUrl })
  await Promise.all([holder.connect(), reader.connect(), watcher.connect()])
})
afterAll(async () => {
  await Promise.all([holder.end(), reader.end(), watcher.end()])
  await database.drop()
})

/** Applies everything again, while someone reads users in a long transaction. */
async function deploy(lockTries?: number): Promise<void> {
  const url = new URL(database.adminUrl)
  const name = url.pathname.slice(1)
  url.pathname = '/postgres'
  await applyDatabase({
    adminUrl: url.href,
    database: name,
    passwords: TEST_PASSWORDS,
    sharedPrefix: 'app',
    ...(lockTries === undefined ? {} : { lockTries }),
  })
}
const landed = async () =>
  (await reader.query(`select 1 from deploy.applied where name = 'functions and policies'`)).rowCount

it('gets its lock when the other transaction ends, and no one else waits until then', async () => {
  await reader.query(`delete from deploy.applied where name = 'functions and policies'`)
  await holder.query('begin; lock table public.users in access share mode')
  const done = deploy()
  // It waits for the lock, which no one releases, and a reader behind it still gets an answer: three times.
  for (let answered = 0; answered < 3;) {
    await sleep(10)
    const { rows } = await watcher.query(
      `select 1 from pg_locks where not granted and relation = 'public.users'::regclass`,
    )
    if (rows.length === 0) continue
    await reader.query('select 1 from public.users limit 1')
    answered += 1
  }
  expect(await landed()).toBe(0)
  await holder.query('commit')
  await done
  expect(await landed()).toBe(1)
})

it('gives up if the lock is never available, changes nothing, and says where', async () => {
  await reader.query(`delete from deploy.applied where name = 'functions and policies'`)
  await holder.query('begin; lock table public.users in access share mode')
  await expect(deploy(2)).rejects.toThrow(
    'Database set-up failed in functions and policies: canceling statement due to lock timeout',
  )
  expect(await landed()).toBe(0)
  await holder.query('rollback')
  await deploy(1)
  expect(await landed()).toBe(1)
})
