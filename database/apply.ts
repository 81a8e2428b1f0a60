import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { events } from '#features/notifications/rules.ts'
import { installJobQueue } from '#platform/server/job-queue.ts'
import { connectionFor } from '#platform/server/postgres.ts'
import {
  createRoles,
  inSql,
  isLogin,
  refuseSharedRoles,
  type RoleNames,
  type RolePasswords,
  rolesOf,
  rolesWith,
} from './roles.ts'
import { SetupError } from './setup-error.ts'
import { credentialTypesSql } from './credential-types.ts'
import { boardProfilesSql } from './board-profiles.ts'
import { instrumentTemplatesSql } from './instrument-templates.ts'
import { schoolSettingsSql } from './school-settings.ts'
import { subjectsSql } from './subjects.ts'
import { transitionsSql } from './transitions.ts'

const root = join(import.meta.dirname, '..')

/**
 * Brings a database up to date: roles, then forward-only migrations (hash-checked, each in its own transaction), then identity, kernel
 * functions, triggers and policies as a whole if any of them changed. Takes one advisory lock, so that two concurrent starts apply
 * everything once. Waits for a lock at most 300 ms at a time and retries after a pause, so that other users are not blocked for longer.
 * Returns the role names of the installation. Throws if a landed migration was edited or a lock was not available; throws SetupError if the
 * server or this login is unsuitable.
 */
export async function applyDatabase(options: {
  adminUrl: string
  database: string
  passwords: RolePasswords
  /** Identifies the installation's secrets; a database that was set up with other secrets is refused. */
  fingerprint?: string
  /** For tests and benchmarks only: roles with this prefix, which their databases share. */
  sharedPrefix?: string
  /** How often to try for a lock before giving up. */
  lockTries?: number
}): Promise<RoleNames> {
  await createDatabase(options.adminUrl, options.database)
  const client = new pg.Client({ connectionString: connectionFor(options.adminUrl, options) })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('placewell deploy'))`)
    await assertUtf8(client, options.database)
    await assertOwn(client, options.database, options.fingerprint)
    const roles = options.sharedPrefix
      ? rolesWith(options.sharedPrefix)
      : await rolesOf(client, options.database)
    if (!options.sharedPrefix) await refuseSharedRoles(client, options.database, roles)
    await createRoles(client, options.database, roles, options.passwords, (user, password) =>
      isLogin(connectionFor(options.adminUrl, { database: options.database, user, password })),
    )
    await client.query(`set role ${roles.owner}`)
    await client.query(`set datestyle = 'ISO, MDY'; set timezone = 'UTC'`)
    // Waiting for a lock blocks everyone who comes after: so wait briefly, and retry after a pause.
    await client.query(`set lock_timeout = '300ms'`)
    const lockTries = options.lockTries ?? LOCK_TRIES
    await migrate(client, roles, lockTries)
    await installQueue(client, roles)
    await reapply(client, roles, lockTries)
    if (options.fingerprint)
      await client.query(
        `insert into deploy.applied (name, hash) values ($1, $2) on conflict (name) do nothing`,
        [FINGERPRINT, options.fingerprint],
      )
    return roles
  } finally {
    await client.end()
  }
}

const FINGERPRINT = 'secrets'

async function createDatabase(adminUrl: string, database: string): Promise<void> {
  const client = await connectAnywhere(adminUrl)
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (rowCount) return
    const { rows } = await client.query<{ encoding: string }>(
      `select pg_encoding_to_char(encoding) as encoding from pg_database where datname = 'template1'`,
    )
    const asUtf8 = rows[0]?.encoding === 'UTF8' ? '' : ` template template0 encoding 'UTF8' locale 'C'`
    await client.query(`create database ${pg.escapeIdentifier(database)}${asUtf8}`)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '42P04' || code === '23505') return // another start created it at the same moment
    if (code !== '42501') throw error
    throw new SetupError(
      `DATABASE_URL: ${client.user} may not create the database "${database}": run "create database ${pg.escapeIdentifier(database)} encoding 'UTF8' template template0 owner ${pg.escapeIdentifier(client.user ?? '')}" as an administrator`,
    )
  } finally {
    await client.end()
  }
}

/** Connects to the database in the address, or to the server's own database if it does not exist yet. */
export async function connectAnywhere(adminUrl: string): Promise<pg.Client> {
  const others = ['postgres', 'template1'].map((database) => connectionFor(adminUrl, { database }))
  for (const url of [adminUrl, ...others]) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
    client.on('error', () => {})
    try {
      await client.connect()
      return client
    } catch (error) {
      await client.end().catch(() => {})
      // 3D000: the database does not exist; any other error concerns the server or the login.
      if ((error as { code?: string }).code !== '3D000') throw error
    }
  }
  throw new SetupError('DATABASE_URL: the server has no database to connect to; name one that exists')
}

async function assertUtf8(client: pg.Client, database: string): Promise<void> {
  const { rows } = await client.query<{ encoding: string }>(
    'select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()',
  )
  if (rows[0]?.encoding !== 'UTF8')
    throw new SetupError(
      `DATABASE_URL: the database "${database}" is encoded as ${rows[0]?.encoding}; expected UTF8 (create database … encoding 'UTF8' template template0)`,
    )
}

/** Throws if another installation uses this database: they would reset each other's passwords and could not read each other's digests. */
async function assertOwn(client: pg.Client, database: string, fingerprint?: string): Promise<void> {
  if (!fingerprint) return
  const { rows: known } = await client.query<{ is: boolean }>(
    `select to_regclass('deploy.applied') is not null as is`,
  )
  if (!known[0]?.is) return
  const { rows } = await client.query<{ hash: string }>('select hash from deploy.applied where name = $1', [
    FINGERPRINT,
  ])
  if (rows[0] && rows[0].hash !== fingerprint)
    throw new SetupError(
      `The database "${database}" belongs to an installation with other secrets: bring its secrets.json to this DATA_DIR, or name another database in DATABASE_URL`,
    )
}

async function migrate(client: pg.Client, roles: RoleNames, lockTries: number): Promise<void> {
  await client.query('create schema if not exists deploy')
  await client.query(
    `create table if not exists deploy.applied (name text primary key, hash text not null, applied_at timestamptz not null default now())`,
  )
  await client.query(`alter table deploy.applied enable row level security`)
  const { rows } = await client.query<{ name: string; hash: string }>('select name, hash from deploy.applied')
  const applied = new Map(rows.map((row) => [row.name, row.hash]))
  const folder = join(root, 'database/migrations')
  for (const name of (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()) {
    const sql = await readFile(join(folder, name), 'utf8')
    const hash = sha256(sql)
    const landed = applied.get(name)
    if (landed === hash) continue
    if (landed) throw new Error(`Migration ${name} was changed after it was applied. Add a new one instead.`)
    await inTransaction(client, { name, sql: inSql(sql, roles), hash }, lockTries)
  }
}

/** Installs the schema of the job queue, which pg-boss migrates on its own. */
async function installQueue(client: pg.Client, { worker }: RoleNames): Promise<void> {
  const name = 'queue of jobs'
  const { rows } = await client.query<{ hash: string }>('select hash from deploy.applied where name = $1', [
    name,
  ])
  const hash = await installJobQueue(client, worker, (state) => state === rows[0]?.hash)
  if (hash !== rows[0]?.hash)
    await client.query(
      `insert into deploy.applied (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
      [name, hash],
    )
}

/** Replaces all functions and policies at once when one of their files changed; they are not migrated. */
async function reapply(client: pg.Client, roles: RoleNames, lockTries: number): Promise<void> {
  const sql = await functionsAndPolicies()
  const hash = sha256(sql)
  const { rows } = await client.query<{ hash: string }>(
    `select hash from deploy.applied where name = 'functions and policies'`,
  )
  if (rows[0]?.hash === hash) return
  await inTransaction(client, { name: 'functions and policies', sql: inSql(sql, roles), hash }, lockTries)
}

/** The statements that replace functions and policies, for roles that begin with `app`. */
export async function functionsAndPolicies(): Promise<string> {
  const own = [
    'database/identity.sql',
    'database/versions.sql',
    'database/retention.sql',
    'database/subjects.sql',
    'database/transitions.sql',
  ]
  const features = (await readdir(join(root, 'features'), { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )
  const names = features.map((entry) => entry.name).sort()
  const ofFeatures = ['db/kernel.sql', 'db/guards.sql', 'db/policies.sql'].flatMap((file) =>
    names.map((feature) => `features/${feature}/${file}`),
  )
  const parts: string[] = []
  for (const file of own) parts.push(`-- ${file}\n${await readFile(join(root, file), 'utf8')}`)
  for (const file of ofFeatures) {
    const text = await readFile(join(root, file), 'utf8').catch((error: NodeJS.ErrnoException) => {
      // Not every feature has every file; one that cannot be read must not leave its policies out.
      if (error.code !== 'ENOENT') throw error
      return null
    })
    if (text !== null) parts.push(`-- ${file}\n${text}`)
  }
  return [
    dropPoliciesAndGrants,
    'set local check_function_bodies = off;',
    ...parts,
    schoolSettingsSql(),
    notificationTypes(),
    transitionsSql(),
    subjectsSql(),
    credentialTypesSql(),
    instrumentTemplatesSql(),
    boardProfilesSql(),
  ].join('\n')
}

/** Which events are emailed by default, for the SQL function that queues the copies; the data is in rules.ts. */
function notificationTypes(): string {
  const rows = events.map(({ type, byEmail }) => `(${pg.escapeLiteral(type)}, ${byEmail})`).join(', ')
  return `delete from priv.notification_types; insert into priv.notification_types (type, by_email) values ${rows};`
}

const dropPoliciesAndGrants = `
do $$ declare p record; t record; begin
  for p in select policyname, schemaname, tablename from pg_policies where policyname <> 'owner_pass' loop
    execute format('drop policy %I on %I.%I', p.policyname, p.schemaname, p.tablename);
  end loop;
  for t in select n.nspname, c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'priv') and c.relkind in ('r', 'v', 'p') and pg_get_userbyid(c.relowner) = 'app_owner' loop
    execute format('revoke all on %I.%I from public, app_rw, app_auth, app_worker', t.nspname, t.relname);
  end loop;
  for t in select f.oid::regprocedure::text as signature from pg_proc f join pg_namespace n on n.oid = f.pronamespace
    where n.nspname in ('public', 'app', 'priv') and pg_get_userbyid(f.proowner) = 'app_owner' loop
    execute format('revoke all on function %s from public, app_rw, app_auth, app_worker', t.signature);
  end loop;
end $$;`

type Part = { name: string; sql: string; hash: string }

/** 60 tries with pauses of up to two seconds: about two minutes, longer than any request lasts. */
const LOCK_TRIES = 60

async function inTransaction(client: pg.Client, part: Part, lockTries: number): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await applyOnce(client, part)
    } catch (error) {
      const isLocked = ((error as Error).cause as { code?: string } | undefined)?.code === '55P03'
      if (!isLocked || tries >= lockTries) throw error
      // Randomized, so as not to stay in step with the session that holds the lock.
      await sleep(Math.min(2_000, 50 * 2 ** tries) * (0.5 + Math.random() / 2))
    }
}

async function applyOnce(client: pg.Client, { name, sql, hash }: Part): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(
      `insert into deploy.applied (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
      [name, hash],
    )
    await client.query('commit')
  } catch (error) {
    // A broken connection rolls back by itself; the first error says more.
    await client.query('rollback').catch(() => {})
    const { message, position } = error as { message: string; position?: string }
    const line = position ? sql.slice(0, Number(position)).split('\n').length : undefined
    throw new Error(`Database set-up failed in ${name}${line ? `, line ${line}` : ''}: ${message}`, {
      cause: error,
    })
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
