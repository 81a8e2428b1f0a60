import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { applyDatabase } from '#database/apply.ts'
import { rolesPrefix, TEMPLATE, TEST_PASSWORDS } from '#database/test-database.ts'
import { testFolder, testFolders } from '#database/test-folder.ts'
import { startPostgres } from '#platform/server/postgres.ts'
import { markOf } from '#platform/server/processes.ts'

const PREFIX = 'placewell-test-'

/** Settings without waiting for the disk, because nothing outlives the run. For tests only. */
const CARELESS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  shared_buffers: '128MB',
  // The write-ahead log is in memory, too.
  max_wal_size: '256MB',
}

/**
 * Starts the server of a test run, or uses the one in TEST_DATABASE_URL, and migrates the template that every test database is copied from.
 * Sets TEST_DATABASE_URL and TEST_TEMPLATE for the test processes.
 */
export async function startTestServer(): Promise<{ stop: () => Promise<void> }> {
  const outside = process.env['TEST_DATABASE_URL']
  if (outside) {
    const template = `${TEMPLATE}_${randomBytes(4).toString('hex')}`
    await prepare(outside, template)
    return { stop: () => run(outside, `drop database if exists ${template} with (force)`) }
  }

  sweep()
  const folder = testFolder(`${PREFIX}${process.pid}-`)
  const server = await startPostgres({ dataDir: folder, settings: CARELESS })
  const stop = async (): Promise<void> => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
    delete process.env['TEST_DATABASE_URL']
  }
  try {
    await prepare(server.adminUrl, TEMPLATE)
  } catch (error) {
    await stop()
    throw error
  }
  process.env['TEST_DATABASE_URL'] = server.adminUrl
  return { stop }
}

/** The function that Vitest calls in a `globalSetup` file. */
export async function setup(): Promise<() => Promise<void>> {
  const { stop } = await startTestServer()
  return stop
}

async function prepare(adminUrl: string, template: string): Promise<void> {
  await applyDatabase({
    adminUrl,
    database: template,
    passwords: TEST_PASSWORDS,
    sharedPrefix: rolesPrefix(),
  })
  process.env['TEST_TEMPLATE'] = template
}

/** Removes the folders of killed runs. */
function sweep(): void {
  for (const name of readdirSync(testFolders)) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? []
    if (pid && !markOf(Number(pid))) rmSync(join(testFolders, name), { recursive: true, force: true })
  }
}

async function run(adminUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
