import { createHash } from 'node:crypto'
import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { installJobQueue } from '#platform/server/job-queue.ts'

const root = join(import.meta.dirname, '..')

/** One password per role that logs in; what each may do is granted in SQL. */
export type RolePasswords = { appRw: string; appAuth: string; worker: string }

/**
 * Brings a database to today's state: roles, forward-only migrations (hash-checked, each in its own transaction),
 * then identity, procedures and policies whole, if any of them changed. Takes one advisory lock, so that two
 * processes starting at once apply it once. A lock is waited for 300 ms at a time and tried for again after a pause, so
 * that nobody at work is held up for longer. Throws when a landed migration was edited, or a lock never came.
 */
export async function applyDatabase(options: {
  adminUrl: string
  database: string
  passwords: RolePasswords
  /** How often a lock is tried for before it is given up. */
  lockTries?: number
}): Promise<void> {
  await createDatabase(options.adminUrl, options.database)
  const client = new pg.Client({ connectionString: withDatabase(options.adminUrl, options.database) })
  await client.connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('placewell deploy'))`)
    await createRoles(client, options.database, options.passwords)
    await client.query('set role app_owner')
    // Whoever waits for a lock holds up everybody who comes after: not for long, and then again after a pause.
    await client.query(`set lock_timeout = '300ms'`)
    const lockTries = options.lockTries ?? LOCK_TRIES
    await migrate(client, lockTries)
    await installQueue(client)
    await reapply(client, lockTries)
  } finally {
    await client.end()
  }
}

/** The same server's address for another database: PostgreSQL URL in, URL out. */
export function withDatabase(adminUrl: string, database: string): string {
  const url = new URL(adminUrl)
  url.pathname = `/${database}`
  return url.href
}

async function createDatabase(adminUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: adminUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [database])
    if (!rowCount) await client.query(`create database ${pg.escapeIdentifier(database)}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error // somebody else created it at the same moment
  } finally {
    await client.end()
  }
}

async function createRoles(client: pg.Client, database: string, passwords: RolePasswords): Promise<void> {
  const logins = { app_rw: passwords.appRw, app_auth: passwords.appAuth, app_worker: passwords.worker }
  // Roles belong to the whole server: two databases set up at once must not collide on them.
  await client.query('begin')
  await client.query(`select pg_advisory_xact_lock(hashtext('placewell roles'))`)
  await client.query(`do $$ begin
    if not exists (select 1 from pg_roles where rolname = 'app_owner') then create role app_owner nologin nosuperuser nobypassrls; end if;
  end $$`)
  for (const [role, password] of Object.entries(logins)) {
    await client.query(`do $$ begin
      if not exists (select 1 from pg_roles where rolname = '${role}') then create role ${role} login nosuperuser nobypassrls nocreatedb nocreaterole noinherit; end if;
    end $$`)
    await client.query(`alter role ${role} login password ${pg.escapeLiteral(password)}`)
  }
  const name = pg.escapeIdentifier(database)
  await client.query(`grant app_owner to current_user`)
  await client.query(`revoke all on database ${name} from public`)
  await client.query(`grant connect on database ${name} to app_rw, app_auth, app_worker`)
  await client.query(`alter database ${name} owner to app_owner`)
  await client.query(`grant create, usage on schema public to app_owner`)
  await client.query('commit')
}

async function migrate(client: pg.Client, lockTries: number): Promise<void> {
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
    await inTransaction(client, { name, sql, hash }, lockTries)
  }
}

/** The queue of jobs brings its own schema, which pg-boss migrates by itself. */
async function installQueue(client: pg.Client): Promise<void> {
  const name = 'queue of jobs'
  const { rows } = await client.query<{ hash: string }>('select hash from deploy.applied where name = $1', [
    name,
  ])
  const hash = await installJobQueue(client, (state) => state === rows[0]?.hash)
  if (hash !== rows[0]?.hash)
    await client.query(
      `insert into deploy.applied (name, hash) values ($1, $2) on conflict (name) do update set hash = excluded.hash, applied_at = now()`,
      [name, hash],
    )
}

/** Functions and policies are not migrated but replaced, all at once, whenever one of their files changed. */
async function reapply(client: pg.Client, lockTries: number): Promise<void> {
  const files = ['database/identity.sql', 'database/retention.sql']
  const features = (await readdir(join(root, 'features'), { withFileTypes: true })).filter((entry) =>
    entry.isDirectory(),
  )
  const names = features.map((entry) => entry.name).sort()
  for (const file of ['procedures.sql', 'policies.sql'])
    for (const feature of names) files.push(`features/${feature}/${file}`)
  const parts: string[] = []
  for (const file of files) {
    const text = await readFile(join(root, file), 'utf8').catch(() => null)
    if (text !== null) parts.push(`-- ${file}\n${text}`)
  }
  const sql = [dropPoliciesAndGrants, 'set local check_function_bodies = off;', ...parts].join('\n')
  const hash = sha256(sql)
  const { rows } = await client.query<{ hash: string }>(
    `select hash from deploy.applied where name = 'functions and policies'`,
  )
  if (rows[0]?.hash === hash) return
  await inTransaction(client, { name: 'functions and policies', sql, hash }, lockTries)
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

/** 60 times with pauses up to two seconds: about two minutes, longer than any request lives. */
const LOCK_TRIES = 60

async function inTransaction(client: pg.Client, part: Part, lockTries: number): Promise<void> {
  for (let tries = 1; ; tries++)
    try {
      return await applyOnce(client, part)
    } catch (error) {
      const isLocked = ((error as Error).cause as { code?: string }).code === '55P03'
      if (!isLocked || tries >= lockTries) throw error
      // A little different each time, so as not to keep step with whoever holds it.
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
    await client.query('rollback')
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
