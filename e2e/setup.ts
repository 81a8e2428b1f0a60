import { randomBytes } from 'node:crypto'
import { startServer } from '#app/server.ts'
import { seed } from '#database/seed.ts'
import { createTestDatabase } from '#database/test-database.ts'
import { startTestServer } from '#database/test-server.ts'
import { readConfig } from '#platform/server/config.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { launchSharedBrowser } from '../scripts/browser.ts'
import { buildWebApp } from '../scripts/build.ts'
import { freePort } from '../scripts/start-lines.ts'

/**
 * One product for all journeys: a seeded database of its own, the real server, one browser. The journeys read where
 * they are from E2E_URL, the database from E2E_DATABASE_URL; `launchBrowser()` connects to E2E_BROWSER.
 */
export async function setup(): Promise<() => Promise<void>> {
  const closers: (() => Promise<unknown>)[] = []
  const close = async (): Promise<void> => {
    for (const one of closers.toReversed()) await one()
  }
  try {
    await buildWebApp()
    const postgres = await startTestServer()
    closers.push(postgres.stop)
    const database = await createTestDatabase()
    closers.push(database.drop)

    const secrets = {
      pepper: randomBytes(32).toString('base64url'),
      saltKey: randomBytes(32).toString('base64url'),
    }
    const passwords = new PasswordHasher({ pepper: secrets.pepper })
    await seed('demo', { adminUrl: database.adminUrl, passwords, saltKey: secrets.saltKey })

    const port = await freePort()
    const config = readConfig({
      NODE_ENV: 'test',
      DEMO: 'on',
      PORT: String(port),
      HEALTH_PORT: '0',
      LOG_LEVEL: 'error',
    })
    const databaseUrls = {
      appRw: database.urlFor('app_rw'),
      appAuth: database.urlFor('app_auth'),
      worker: database.urlFor('app_worker'),
    }
    const server = await startServer({ config, secrets, databaseUrls })
    closers.push(() => server.close())

    const browser = await launchSharedBrowser()
    closers.push(() => browser.close())

    process.env['E2E_URL'] = server.url
    process.env['E2E_DATABASE_URL'] = database.adminUrl
    process.env['E2E_BROWSER'] = browser.wsEndpoint()
    return close
  } catch (error) {
    await close()
    throw error
  }
}
