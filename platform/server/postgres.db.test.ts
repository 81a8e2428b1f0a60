import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { connectionFor, startPostgres, type Postgres, type PostgresOptions } from './postgres.ts'

let dataDir: string
let running: Postgres | undefined

beforeAll(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'placewell-postgres-test-'))
})
afterEach(async () => {
  await running?.stop()
  running = undefined
})
afterAll(() => rmSync(dataDir, { recursive: true }))

async function start(options: Partial<PostgresOptions> = {}): Promise<Postgres> {
  running = await startPostgres({ dataDir, ...options })
  return running
}

async function ask(url: string, statement: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  // One of the tests kills the server.
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query({ text: statement, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

function serverPid(): number {
  return Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])
}

test('a first start creates a checksummed UTF-8 cluster that syncs to disk and has no TCP port', async () => {
  const { adminUrl } = await start()
  const settings = ['data_checksums', 'fsync', 'full_page_writes', 'synchronous_commit', 'TimeZone', 'jit']
  const [row] = await ask(
    adminUrl,
    `select ${settings.map((name) => `current_setting('${name}')`).join(', ')}, current_setting('listen_addresses')`,
  )
  expect(row).toEqual(['on', 'on', 'on', 'on', 'UTC', 'off', ''])
  expect(
    await ask(adminUrl, `select pg_encoding_to_char(encoding), datlocale from pg_database`),
  ).toContainEqual(['UTF8', 'C.UTF-8'])
  const socketDir = new URL(adminUrl).searchParams.get('host')!
  expect(statSync(socketDir).mode & 0o777).toBe(0o700)
})

test('a role can log in only with its password', async () => {
  const { adminUrl } = await start()
  await ask(adminUrl, `create role visitor login password 'right'`)
  const visitor = (password: string) =>
    connectionFor(adminUrl, { database: 'postgres', user: 'visitor', password })
  expect(await ask(visitor('right'), 'select current_user')).toEqual([['visitor']])
  await expect(ask(visitor('wrong'), 'select 1')).rejects.toMatchObject({ code: '28P01' })
})

test('names a database and a person whatever their names contain', () => {
  const url = new URL(
    connectionFor('postgres://admin@localhost/postgres?host=%2Frun', {
      database: '100% a/b',
      user: 'a@b',
      password: 'c:d',
    }),
  )
  expect([url.pathname, url.username, url.password, url.search].map(decodeURIComponent)).toEqual([
    '/100% a/b',
    'a@b',
    'c:d',
    '?host=/run',
  ])
})

test('leaves a folder that is in use alone', async () => {
  await start()
  await expect(startPostgres({ dataDir })).rejects.toThrow(
    `Another start (process ${process.pid}) is using ${dataDir}: stop it first, or set DATA_DIR to another folder`,
  )
})

test('restarts a killed server with everything committed', async () => {
  const lines: string[] = []
  const { adminUrl } = await start({ log: (line) => lines.push(line) })
  await ask(adminUrl, `create table kept as select 1 as one`)
  const first = serverPid()
  process.kill(first, 'SIGKILL')
  let rows: unknown[][] | undefined
  for (let i = 0; i < 200 && !rows; i++) {
    await sleep(50)
    rows = await ask(adminUrl, 'select one from kept').catch(() => undefined)
  }
  expect(rows).toEqual([[1]])
  expect(serverPid()).not.toBe(first)
  expect(lines).toEqual(['PostgreSQL ended unexpectedly and is started again'])
})

test.runIf(process.platform === 'linux')('stops the server with the process that started it', async () => {
  const program = `
    import { startPostgres } from ${JSON.stringify(join(import.meta.dirname, 'postgres.ts'))}
    await startPostgres({ dataDir: ${JSON.stringify(dataDir)} })
    process.kill(process.pid, 'SIGKILL')`
  const { signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program])
  expect(signal).toBe('SIGKILL')
  const { adminUrl } = await start()
  expect(await ask(adminUrl, 'select one from kept')).toEqual([[1]])
})
