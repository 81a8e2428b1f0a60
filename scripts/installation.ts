import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { applyDatabase } from '#database/apply.ts'
import { loadPostalCodes } from '#database/reference.ts'
import { seed } from '#database/seed.ts'
import type { ServerOptions } from '#app/server.ts'
import { type Config, ConfigError } from '#platform/server/config.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'
import type { Secrets } from '#platform/server/secrets.ts'

export type Installation = {
  /** The administrator's address of the product's database. */
  adminUrl: string
  databaseUrls: ServerOptions['databaseUrls']
  close: () => Promise<void>
}

const OLDEST = 15

/**
 * Opens the product's database, brings it to today's state, and fills it with the demonstration when it is empty and
 * one is wanted. Throws PostgresError or ConfigError with one line when there is no usable server.
 */
export async function openInstallation(
  config: Config,
  secrets: Secrets,
  log: (line: string) => void = console.log,
): Promise<Installation> {
  const server = config.databaseUrl
    ? { adminUrl: await checked(config.databaseUrl), stop: async () => {} }
    : await startPostgres({ dataDir: config.dataDir, log })
  try {
    const database = databaseIn(server.adminUrl)
    await applyDatabase({ adminUrl: server.adminUrl, database, passwords: secrets.passwords })
    const adminUrl = connectionFor(server.adminUrl, { database })
    await loadPostalCodes(adminUrl)
    if (config.isDemo) {
      const passwords = new PasswordHasher({ pepper: secrets.pepper })
      await seed('demo', { adminUrl, passwords, saltKey: secrets.saltKey })
    }
    return {
      adminUrl,
      databaseUrls: urlsFor(adminUrl, secrets),
      close: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** The product's database, running already or opened for the moment, as a command beside the server needs it. */
export async function openDatabase(
  config: Config,
  secrets: Secrets,
): Promise<Pick<Installation, 'adminUrl' | 'databaseUrls' | 'close'>> {
  const running = config.databaseUrl ? undefined : await runningDatabase(config.dataDir)
  if (!running) return openInstallation(config, secrets)
  return { adminUrl: running, databaseUrls: urlsFor(running, secrets), close: async () => {} }
}

/** PostgreSQL writes into its own pid file where it listens; the socket is open to its own user. */
async function runningDatabase(dataDir: string): Promise<string | undefined> {
  try {
    const socketDir = readFileSync(join(resolve(dataDir), 'postgres/postmaster.pid'), 'utf8').split('\n')[4]
    const server = `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(socketDir ?? '')}`
    const adminUrl = connectionFor(server, { database: 'placewell' })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    await client.end()
    return adminUrl
  } catch {
    return undefined
  }
}

function urlsFor(adminUrl: string, secrets: Secrets): Installation['databaseUrls'] {
  const urlOf = (user: string, password: string) =>
    connectionFor(adminUrl, { database: databaseIn(adminUrl), user, password })
  return {
    appRw: urlOf('app_rw', secrets.passwords.appRw),
    appAuth: urlOf('app_auth', secrets.passwords.appAuth),
    worker: urlOf('app_worker', secrets.passwords.worker),
  }
}

/** The one the address names, but never the server's own database of administration. */
function databaseIn(adminUrl: string): string {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1))
  return name === '' || name === 'postgres' ? 'placewell' : name
}

async function checked(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = Number(rows[0]?.version)
    if (version < OLDEST)
      throw new ConfigError(`DATABASE_URL: its server is PostgreSQL ${version}; expected ${OLDEST} or later`)
    return databaseUrl
  } catch (error) {
    if (error instanceof ConfigError) throw error
    const { code, message } = error as { code?: string; message: string }
    throw new ConfigError(`DATABASE_URL: its server cannot be used (${message || code})`)
  } finally {
    await client.end().catch(() => {})
  }
}
