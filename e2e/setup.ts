import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { seed } from '#database/seed.ts'
import { demoAccounts } from '#database/seeds/demo-accounts.ts'
import { createTestDatabase } from '#database/test-database.ts'
import { startTestServer } from '#database/test-server.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { buildWebApp } from '../scripts/build.ts'
import { AXE_ADDRESS } from './axe-address.ts'
import { startSession } from './sessions.ts'

/**
 * Sets up what all journeys share: the built web app (E2E_WEB), one PostgreSQL with the seeded database that each file's product copies, a
 * session of each person (E2E_SESSIONS, tokens by email), and a file in which workers tell each other which page parts are good
 * (E2E_GOOD_PARTS).
 */
export async function setup(): Promise<() => Promise<void>> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const one of closers.toReversed()) await one()
  }
  try {
    await buildWebApp()
    // A copy, because a build in the meantime must not replace it.
    const web = mkdtempSync(join(tmpdir(), 'placewell-web-'))
    closers.push(async () => rmSync(web, { recursive: true, force: true }))
    cpSync(join(import.meta.dirname, '../dist'), web, { recursive: true })
    cpSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), join(web, AXE_ADDRESS))
    // An installation's roles have their own names; this detects code that works only with the names in the files.
    process.env['TEST_ROLES'] = 'northwoods'
    const postgres = await startTestServer()
    closers.push(postgres.stop)
    const seeded = await createTestDatabase()
    closers.push(seeded.drop)

    const pepper = randomBytes(32).toString('base64url')
    const saltKey = randomBytes(32).toString('base64url')
    await seed('demo', { adminUrl: seeded.adminUrl, passwords: new PasswordHasher({ pepper }), saltKey })
    const sessions = await startSessions(seeded.adminUrl)

    const goodParts = join(tmpdir(), `placewell-good-parts-${randomBytes(6).toString('hex')}`)
    writeFileSync(goodParts, '')
    closers.push(async () => rmSync(goodParts, { force: true }))

    process.env['TEST_TEMPLATE'] = seeded.database
    process.env['E2E_GOOD_PARTS'] = goodParts
    process.env['E2E_WEB'] = web
    process.env['E2E_SESSIONS'] = JSON.stringify(sessions)
    process.env['E2E_PEPPER'] = pepper
    process.env['E2E_SALT_KEY'] = saltKey
    return close
  } catch (error) {
    await close()
    throw error
  }
}

/** Signs in everyone of the demonstration, each on their own device. */
async function startSessions(adminUrl: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const sessions: Record<string, string> = {}
    for (const { email } of demoAccounts) sessions[email] = await startSession(client, email)
    return sessions
  } finally {
    await client.end()
  }
}
