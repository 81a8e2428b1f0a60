import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import pg from 'pg'
import { SetupError } from './setup-error.ts'

/** The database roles of one installation: the owner can't log in; the others are the server's three logins. */
export type RoleNames = { owner: string; appRw: string; appAuth: string; worker: string }

/** One password for each role that logs in; SQL grants what each may do. */
export type RolePasswords = { appRw: string; appAuth: string; worker: string }

/** The prefix of role names in SQL files; `inSql` replaces it with that of the installation. */
const PREFIX_IN_SQL = 'app'

/** A query that switches to the database's owner for the rest of the transaction. */
export const BECOME_OWNER = `select set_config('role', pg_get_userbyid(datdba), true) from pg_database where datname = current_database()`

/** The four role names with this prefix. */
export function rolesWith(prefix: string): RoleNames {
  return {
    owner: `${prefix}_owner`,
    appRw: `${prefix}_rw`,
    appAuth: `${prefix}_auth`,
    worker: `${prefix}_worker`,
  }
}

/** The role prefix for a new database: its name, which is unique on the server, if it needs no quotes; otherwise a digest of it. */
export function prefixFor(database: string): string {
  if (/^[a-z][a-z0-9_]{0,49}$/.test(database) && !database.startsWith('pg_')) return database
  return `placewell_${createHash('sha256').update(database).digest('hex').slice(0, 12)}`
}

/** Converts SQL written for `app_owner`, `app_rw`, `app_auth` and `app_worker` to the roles of an installation. */
export function inSql(sql: string, roles: RoleNames): string {
  const prefix = roles.owner.replace(/_owner$/, '')
  if (prefix === PREFIX_IN_SQL) return sql
  return sql.replace(/\bapp_(owner|rw|auth|worker)\b/g, `${prefix}_$1`)
}

/** The roles of a database: based on its owner if it was set up before, otherwise named after the database. */
export async function rolesOf(client: pg.Client, database: string): Promise<RoleNames> {
  const { rows } = await client.query<{ prefix: string }>(
    `select left(r.rolname, -6) as prefix from pg_database d join pg_roles r on r.oid = d.datdba
     where d.datname = $1 and r.rolname like '%\\_owner'
       and exists (select from pg_roles rw where rw.rolname = left(r.rolname, -6) || '_rw')`,
    [database],
  )
  return rolesWith(rows[0]?.prefix ?? prefixFor(database))
}

/** Throws SetupError if another database of the server uses the same roles: each would reset the other's passwords. */
export async function refuseSharedRoles(
  client: pg.Client,
  database: string,
  { owner }: RoleNames,
): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select datname as name from pg_database where pg_get_userbyid(datdba) = $1 and datname <> $2 order by 1`,
    [owner, database],
  )
  if (rows[0])
    throw new SetupError(
      `DATABASE_URL: the database "${rows[0].name}" of this server already uses the role ${owner}, and two installations cannot share one; move one of the two databases to another server`,
    )
}

/** The settings that every session of the product needs, regardless of how the server or a role is configured. */
const SESSION_SETTINGS: Readonly<Record<string, string>> = {
  datestyle: 'ISO, MDY',
  intervalstyle: 'postgres',
  timezone: 'UTC',
  bytea_output: 'hex',
  extra_float_digits: '1',
  default_transaction_isolation: 'read committed',
  default_transaction_read_only: 'off',
}

/**
 * Creates missing roles, sets their session settings and the passwords with which they cannot log in, and makes the owner role own the
 * database. Throws SetupError with the
 * statement for an administrator if this login lacks the rights.
 */
export async function createRoles(
  client: pg.Client,
  database: string,
  roles: RoleNames,
  passwords: RolePasswords,
  canLogIn: (role: string, password: string) => Promise<boolean> = () => Promise.resolve(false),
): Promise<void> {
  const logins = [
    [roles.appRw, passwords.appRw],
    [roles.appAuth, passwords.appAuth],
    [roles.worker, passwords.worker],
  ] as const
  const name = pg.escapeIdentifier(database)
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtext('placewell roles'))`)
  const { rows: existing } = await client.query<{ name: string }>(
    'select rolname as name from pg_roles where rolname = any ($1)',
    [Object.values(roles)],
  )
  const missing = Object.values(roles).filter((role) => !existing.some((row) => row.name === role))
  if (missing.length > 0) await mayCreateRoles(client, missing)
  if (missing.includes(roles.owner))
    await client.query(`create role ${roles.owner} nologin nosuperuser nobypassrls`)
  for (const [role, password] of logins) {
    if (missing.includes(role))
      await client.query(
        `create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole noinherit`,
      )
    // Roles created in advance may belong to an administrator; their passwords are then tested below. Servers may log this statement.
    if (missing.includes(role) || !(await canLogIn(role, password)))
      await unlessForbidden(
        client,
        `alter role ${role} login password ${pg.escapeLiteral(verifierOf(password))}`,
      )
    for (const [setting, value] of Object.entries(SESSION_SETTINGS))
      await unlessForbidden(client, `alter role ${role} in database ${name} set ${setting} = '${value}'`)
    // Hides the statements of a connection from others with the same login. Only a superuser may set this.
    await unlessForbidden(client, `alter role ${role} in database ${name} set track_activities = off`)
  }
  await unlessForbidden(client, `grant ${roles.owner} to current_user`)
  await orElse(
    client,
    `set local role ${roles.owner}`,
    (user) => `may not become ${roles.owner}: run "grant ${roles.owner} to ${user}" as an administrator`,
  )
  await client.query('reset role')
  const { rowCount: isOwned } = await client.query(
    'select from pg_database where datname = $1 and pg_get_userbyid(datdba) = $2',
    [database, roles.owner],
  )
  if (!isOwned)
    await orElse(
      client,
      `alter database ${name} owner to ${roles.owner}`,
      (user) =>
        `may not give the database away: run "alter database ${name} owner to ${roles.owner}" as an administrator, or make ${user} its owner and allow it "createdb"`,
    )
  await unlessForbidden(client, `grant create, usage on schema public to ${roles.owner}`)
  await client.query(`set local role ${roles.owner}`)
  await client.query(`revoke all on database ${name} from public`)
  await client.query(`grant connect on database ${name} to ${logins.map(([role]) => role).join(', ')}`)
  for (const [setting, value] of Object.entries(SESSION_SETTINGS))
    await client.query(`alter database ${name} set ${setting} = '${value}'`)
  await client.query('commit')
}

/** What PostgreSQL keeps of a password (RFC 5802), so that the password itself is in no statement. */
function verifierOf(password: string): string {
  const salt = randomBytes(16)
  const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
  const keyFor = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(keyFor('Client Key')).digest('base64')
  return `SCRAM-SHA-256$${ITERATIONS}:${salt.toString('base64')}$${stored}:${keyFor('Server Key').toString('base64')}`
}

const ITERATIONS = 4_096

/** True if the login at this address works. */
export async function isLogin(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  )
}

/** Throws SetupError with the role's name if a login can't log in or its session settings are wrong. */
export async function assertLogins(
  database: string,
  urlFor: (user: string, password: string) => string,
  roles: RoleNames,
  passwords: RolePasswords,
): Promise<void> {
  const logins = [
    [roles.appRw, passwords.appRw, 'APP_RW_PASSWORD'],
    [roles.appAuth, passwords.appAuth, 'APP_AUTH_PASSWORD'],
    [roles.worker, passwords.worker, 'APP_WORKER_PASSWORD'],
  ] as const
  for (const [role, password, variable] of logins) {
    const client = new pg.Client({
      connectionString: urlFor(role, password),
      connectionTimeoutMillis: 10_000,
      statement_timeout: 3_000,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      const { rows } = await client.query<{ name: string; value: string }>(
        `select name, current_setting(name) as value from unnest($1::text[]) as name`,
        [['datestyle', 'timezone']],
      )
      for (const { name, value } of rows)
        if (value.toUpperCase() !== SESSION_SETTINGS[name]?.toUpperCase())
          throw new SetupError(
            `DATABASE_URL: sessions of ${role} have ${name} ${value}: run "alter role ${role} in database ${database} reset ${name}" as an administrator`,
          )
    } catch (error) {
      if (error instanceof SetupError) throw error
      const { code, message } = error as { code?: string; message: string }
      const hint = code?.startsWith('28')
        ? `: run "alter role ${role} login password '…'" as an administrator, with the value of ${variable}`
        : ''
      throw new SetupError(`DATABASE_URL: ${role} cannot log in (${message || code})${hint}`)
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function mayCreateRoles(client: pg.Client, missing: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string; may: boolean }>(
    'select rolname as name, rolsuper or rolcreaterole as may from pg_roles where rolname = current_user',
  )
  const { name = '', may = false } = rows[0] ?? {}
  if (!may)
    throw new SetupError(
      `DATABASE_URL: ${name} may not create roles, and ${missing.join(', ')} do not exist: run "alter role ${name} createrole" as an administrator, or create them as docs/deployment.md says`,
    )
}

async function unlessForbidden(client: pg.Client, statement: string): Promise<boolean> {
  await client.query('savepoint allowed')
  try {
    await client.query(statement)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '42501') throw error
    await client.query('rollback to allowed')
    return false
  }
}

async function orElse(
  client: pg.Client,
  statement: string,
  sentence: (user: string) => string,
): Promise<void> {
  if (await unlessForbidden(client, statement)) return
  const { rows } = await client.query<{ name: string }>('select current_user as name')
  const user = rows[0]?.name ?? ''
  throw new SetupError(`DATABASE_URL: ${user} ${sentence(user)}`)
}
