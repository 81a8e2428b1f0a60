import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { connectionFor } from '#platform/server/postgres.ts'
import { type RoleNames, rolesWith } from './roles.ts'

/** The migrated, empty database that every test database is copied from. */
export const TEMPLATE = 'placewell_template'

/** Roles belong to the whole server, so every test database of a run shares them. */
export const TEST_PASSWORDS = {
  appRw: 'app-rw-in-tests',
  appAuth: 'app-auth-in-tests',
  worker: 'app-worker-in-tests',
}

/** The prefix of role names: tests with their own SQL use that of the product's files, journeys that of an installation. */
export const rolesPrefix = (): string => process.env['TEST_ROLES'] ?? 'app'

const LOGINS = {
  app_rw: 'appRw',
  app_auth: 'appAuth',
  app_worker: 'worker',
} as const satisfies Record<string, keyof RoleNames & keyof typeof TEST_PASSWORDS>

export type TestDatabase = {
  database: string
  /** The superuser's address of this database. */
  adminUrl: string
  /** The address of this database for a login of the application. */
  urlFor: (role: keyof typeof LOGINS) => string
  drop: () => Promise<void>
}

/** Creates a database for a test file, copied from the migrated template in about 40 ms. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env['TEST_DATABASE_URL']
  const template = process.env['TEST_TEMPLATE']
  if (!server || !template)
    throw new Error('No test server runs: name the file *.db.test.ts, or start it by test-server.ts')

  const { owner, ...logins } = rolesWith(rolesPrefix())
  const database = `test_${randomBytes(6).toString('hex')}`
  // A copy has neither the owner nor the grants of the database itself.
  await run(
    server,
    `create database ${database} template ${template} strategy file_copy owner ${owner}`,
    `revoke all on database ${database} from public`,
    `grant connect on database ${database} to ${Object.values(logins).join(', ')}`,
  )
  return {
    database,
    adminUrl: connectionFor(server, { database }),
    urlFor: (role) =>
      connectionFor(server, { database, user: logins[LOGINS[role]], password: TEST_PASSWORDS[LOGINS[role]] }),
    drop: () => run(server, `drop database if exists ${database} with (force)`),
  }
}

async function run(adminUrl: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
