import { createHmac } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { applyDatabase, connectAnywhere } from '#database/apply.ts'
import { assertLogins, type RoleNames, rolesOf } from '#database/roles.ts'
import { SetupError } from '#database/setup-error.ts'
import {
  closeDemoAccounts,
  demoSignIns,
  refuseDemoBesideRealAccounts,
  type SignIn,
} from '#database/demo-sign-ins.ts'
import { loadReference } from '#database/reference.ts'
import { seed } from '#database/seed.ts'
import type { ServerOptions } from '#app/server.ts'
import { type Config, ConfigError } from '#platform/server/config.ts'
import { openObjectStore } from '#platform/server/object-store.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { usesTransactionPooling } from '#platform/server/pooler.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'
import type { Secrets } from '#platform/server/secrets.ts'

export type Installation = {
  /** The database's address with the administrator's login. */
  adminUrl: string
  databaseUrls: ServerOptions['databaseUrls']
  /** The demonstration's accounts that exist. */
  signIns: readonly SignIn[]
  close: () => Promise<void>
}

const OLDEST = 15

/**
 * Opens the product's database, brings it up to date, and fills it with the demonstration if it is empty and one is wanted. Throws
 * PostgresError or ConfigError with one line if there is no usable server.
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
    const roles = await applyDatabase({
      adminUrl: server.adminUrl,
      database,
      passwords: secrets.passwords,
      fingerprint: fingerprintOf(secrets),
    })
    const adminUrl = connectionFor(server.adminUrl, { database })
    const urlFor = (user: string, password: string) => connectionFor(adminUrl, { database, user, password })
    await assertLogins(database, urlFor, roles, secrets.passwords)
    await loadReference(adminUrl)
    await openDemo(config, secrets, adminUrl)
    return {
      adminUrl,
      signIns: config.isDemo ? await demoSignIns(adminUrl) : [],
      databaseUrls: urlsFor(adminUrl, roles, secrets),
      close: server.stop,
    }
  } catch (error) {
    await server.stop()
    throw config.databaseUrl ? plainly(error) : error
  }
}

/**
 * Fills an empty database with the demonstration if one is wanted. In production it throws SetupError next to accounts of real people, and
 * closes the accounts whose password is public: the seeded superadmin, and without a demonstration all of them.
 */
export async function openDemo(
  config: Config,
  secrets: Pick<Secrets, 'pepper' | 'saltKey'>,
  adminUrl: string,
): Promise<void> {
  const { isDemo, isProduction } = config
  if (isDemo && isProduction) await refuseDemoBesideRealAccounts(adminUrl)
  if (isDemo) {
    const passwords = new PasswordHasher({ pepper: secrets.pepper })
    await seed('demo', {
      adminUrl,
      passwords,
      saltKey: secrets.saltKey,
      objects: openObjectStore(config, process.env),
      appUrl: config.appUrl,
      isWhole: true,
    })
  }
  if (!isProduction) return
  const closed = await closeDemoAccounts(adminUrl, { isDemo })
  if (closed > 0)
    console.log(
      `  Closed ${closed} ${closed === 1 ? 'account' : 'accounts'} of the demonstration: their password is public.`,
    )
}

/** Opens the product's database for a command: the running one, or one started for this purpose. */
export async function openDatabase(
  config: Config,
  secrets: Secrets,
): Promise<Pick<Installation, 'adminUrl' | 'databaseUrls' | 'close'>> {
  const running = config.databaseUrl ? undefined : await runningDatabase(config.dataDir, secrets)
  if (!running) return openInstallation(config, secrets)
  return { ...running, close: async () => {} }
}

/** Finds the running database from PostgreSQL's pid file, which says where it listens; only its own user can use the socket. */
async function runningDatabase(
  dataDir: string,
  secrets: Secrets,
): Promise<Pick<Installation, 'adminUrl' | 'databaseUrls'> | undefined> {
  try {
    const socketDir = readFileSync(join(resolve(dataDir), 'postgres/postmaster.pid'), 'utf8').split('\n')[4]
    const server = `postgres://postgres@localhost:5432/postgres?host=${encodeURIComponent(socketDir ?? '')}`
    const adminUrl = connectionFor(server, { database: 'placewell' })
    const client = new pg.Client({ connectionString: adminUrl })
    await client.connect()
    const roles = await rolesOf(client, 'placewell')
    await client.end()
    return { adminUrl, databaseUrls: urlsFor(adminUrl, roles, secrets) }
  } catch {
    return undefined
  }
}

/** A fingerprint that identifies the installation's secrets without revealing them. */
function fingerprintOf({ pepper }: Secrets): string {
  return createHmac('sha256', pepper).update('placewell installation').digest('hex')
}

function urlsFor(adminUrl: string, roles: RoleNames, secrets: Secrets): Installation['databaseUrls'] {
  const urlOf = (user: string, password: string) =>
    connectionFor(adminUrl, { database: databaseIn(adminUrl), user, password })
  return {
    appRw: urlOf(roles.appRw, secrets.passwords.appRw),
    appAuth: urlOf(roles.appAuth, secrets.passwords.appAuth),
    worker: urlOf(roles.worker, secrets.passwords.worker),
  }
}

/** The database in the address, but never the server's administrative database. */
function databaseIn(adminUrl: string): string {
  const name = decodeURIComponent(new URL(adminUrl).pathname.slice(1))
  return name === '' || name === 'postgres' ? 'placewell' : name
}

/** Throws if a server is too old, can't be reached, or is behind a pooler that shares connections between transactions. */
async function checked(databaseUrl: string): Promise<string> {
  const clients: pg.Client[] = []
  try {
    const first = await connectAnywhere(databaseUrl)
    clients.push(first)
    const second = await connectAnywhere(databaseUrl)
    clients.push(second)
    const { rows } = await first.query<{ version: string }>(
      `select current_setting('server_version_num')::int / 10000 as version`,
    )
    const version = Number(rows[0]?.version)
    if (version < OLDEST)
      throw new ConfigError(`DATABASE_URL: its server is PostgreSQL ${version}; expected ${OLDEST} or later`)
    if (await usesTransactionPooling(first, second))
      throw new ConfigError(
        'DATABASE_URL: it leads to a pooler in transaction mode, where prepared statements and notifications get lost; give the address of PostgreSQL itself, or of a pool with pool_mode=session (Placewell pools its own connections, DB_POOL_SIZE)',
      )
    return databaseUrl
  } catch (error) {
    if (error instanceof ConfigError || error instanceof SetupError) throw error
    const { code, message } = error as { code?: string; message: string }
    throw new ConfigError(`DATABASE_URL: its server cannot be used (${message || code})`)
  } finally {
    for (const client of clients) await client.end().catch(() => {})
  }
}

/** Turns a refusal of an external server during setup into one line; other errors are our own faults and keep their trace. */
function plainly(error: unknown): unknown {
  const { code, message, cause } = error as { code?: string; message: string; cause?: { code?: string } }
  const state = code ?? cause?.code ?? ''
  // Insufficient rights, failed sign-in, too many connections, shutdown, no connection; 0A: not supported there.
  if (!/^(42501|28|53|57P|08|0A|E[A-Z])/.test(state)) return error
  return new ConfigError(`DATABASE_URL: its server refused a step of the set-up (${message})`)
}
