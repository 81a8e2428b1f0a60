import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from './start-lines.ts'
import { openInstallation } from './installation.ts'
import { createTestDatabase, type TestDatabase } from '#database/test-database.ts'
import { readConfig } from '#platform/server/config.ts'
import { usesTransactionPooling, type Probe } from '#platform/server/pooler.ts'

let database: TestDatabase
const clients: pg.Client[] = []
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(async () => {
  for (const client of clients) await client.end()
  await database.drop()
})

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  clients.push(client)
  return client
}

/** Acts like a pooler: a client outside a transaction is served by the first free process. */
async function pooled(count: number): Promise<Probe[]> {
  const servers = [await connect(database.adminUrl), await connect(database.adminUrl)]
  const held = new Map<number, pg.Client>()
  return Array.from({ length: count }, (_, at) => ({
    async query(text: string) {
      const server = held.get(at) ?? servers.find((one) => ![...held.values()].includes(one))!
      if (text === 'begin') held.set(at, server)
      if (text === 'rollback') held.delete(at)
      return server.query(text)
    },
  })) as unknown as Probe[]
}

it('detects whether connections are shared between transactions', async () => {
  const [first, second] = await pooled(2)
  expect(await usesTransactionPooling(first!, second!)).toBe(true)
  expect(
    await usesTransactionPooling(await connect(database.adminUrl), await connect(database.adminUrl)),
  ).toBe(false)
})

const hasPgBouncer = spawnSync('pgbouncer', ['--version']).status === 0

describe.skipIf(!hasPgBouncer)('PgBouncer (skipped if it is not installed)', () => {
  const folder = mkdtempSync(join(tmpdir(), 'placewell-pgbouncer-'))
  let bouncer: ChildProcess
  let port: number
  afterAll(async () => {
    bouncer.kill('SIGTERM')
    await sleep(200)
    rmSync(folder, { recursive: true, force: true })
  })

  async function start(mode: 'transaction' | 'session'): Promise<string> {
    port = await freePort()
    const server = new URL(database.adminUrl)
    const host = server.searchParams.get('host') ?? server.hostname
    const file = join(folder, `${mode}.ini`)
    writeFileSync(
      file,
      `[databases]\n* = host=${host} port=${server.port || 5432} user=${server.username}${server.password && ` password=${server.password}`}\n[pgbouncer]\nlisten_addr=127.0.0.1\nlisten_port=${port}\nunix_socket_dir=\nauth_type=any\npool_mode=${mode}\n`,
    )
    const command = process.getuid?.() === 0 ? ['unshare', '-U', 'pgbouncer'] : ['pgbouncer']
    bouncer = spawn(command[0]!, [...command.slice(1), '-q', file], { stdio: 'ignore' })
    const url = `postgres://postgres@127.0.0.1:${port}/${database.database}`
    for (let tries = 0; ; tries++) {
      const client = new pg.Client({ connectionString: url })
      const isUp = await client.connect().then(
        () => true,
        () => false,
      )
      await client.end().catch(() => {})
      if (isUp) return url
      if (tries > 50) throw new Error('PgBouncer did not start')
      await sleep(100)
    }
  }

  it('in transaction mode is refused in one line', async () => {
    const url = await start('transaction')
    const config = readConfig({ NODE_ENV: 'test', DEMO: 'off', DATABASE_URL: url })
    const secrets = { pepper: 'x', saltKey: 'x', passwords: { appRw: 'x', appAuth: 'x', worker: 'x' } }
    await expect(openInstallation(config, secrets)).rejects.toThrow(
      /^DATABASE_URL: it leads to a pooler in transaction mode, .* give the address of PostgreSQL itself/,
    )
    bouncer.kill('SIGTERM')
  })

  it('in session mode is accepted', async () => {
    const url = await start('session')
    expect(await usesTransactionPooling(await connect(url), await connect(url))).toBe(false)
    for (const client of clients.splice(0)) await client.end()
  })
})
