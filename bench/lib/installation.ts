import { type ChildProcess, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { applyDatabase } from '#database/apply.ts'
import { PasswordHasher, settingFor } from '#platform/server/passwords.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'
import heapFlags from '../../scripts/heap.json' with { type: 'json' }

const PASSWORDS = { appRw: 'bench-app-rw', appAuth: 'bench-app-auth', worker: 'bench-worker' }
const DATABASE = 'bench'
export const SECRETS = { pepper: 'pepper-of-the-bench', saltKey: 'salt-key-of-the-bench' }

export type Size = { schools: number; people: number; notifications: number }

export type BenchInstallation = {
  admin: pg.Client
  adminUrl: string
  urls: { appRw: string; appAuth: string; worker: string; rls: string; plain: string }
  /** Session tokens and ids of randomly chosen people who send the requests. */
  askers: readonly { id: string; token: string; email: string }[]
  /** The digest from which every person's client hash is made. */
  digest: string
  close(): Promise<void>
}

/**
 * Starts a PostgreSQL with the product's settings (fsync on), its schema and a data set of the given size: people spread over schools,
 * notifications over people, one in seven unread. The same seed gives the same rows.
 */
export async function install(size: Size): Promise<BenchInstallation> {
  const folder = await mkdtemp(join(tmpdir(), 'placewell-bench-'))
  const server = await startPostgres({ dataDir: folder, log: () => {} })
  await applyDatabase({
    adminUrl: server.adminUrl,
    database: DATABASE,
    passwords: PASSWORDS,
    sharedPrefix: 'app',
  })
  const adminUrl = connectionFor(server.adminUrl, { database: DATABASE })
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  await fill(admin, size)
  await peers(admin)
  const digest = 'B'.repeat(31)
  const askers = await pickAskers(admin, digest)
  await admin.query('vacuum analyze')
  const urlFor = (user: string, password: string) =>
    connectionFor(server.adminUrl, { database: DATABASE, user, password })
  return {
    admin,
    adminUrl,
    askers,
    digest,
    urls: {
      appRw: urlFor('app_rw', PASSWORDS.appRw),
      appAuth: urlFor('app_auth', PASSWORDS.appAuth),
      worker: urlFor('app_worker', PASSWORDS.worker),
      rls: urlFor('bench_rls', 'bench'),
      plain: urlFor('bench_plain', 'bench'),
    },
    async close() {
      await admin.end()
      await server.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function fill(admin: pg.Client, size: Size): Promise<void> {
  await admin.query(`set synchronous_commit = off`)
  // A version 4 UUID, as the contract requires, but the same id for the same name.
  await admin.query(
    `create function pg_temp.bench_id(name text) returns uuid language sql immutable as $$ select overlay(overlay(md5(name) placing '4' from 13) placing 'a' from 17)::uuid $$`,
  )
  await admin.query(`set session_replication_role = replica`) // no triggers, because no one uses the data while it is created
  await admin.query(
    `insert into public.schools (id, name, slug) select pg_temp.bench_id('school ' || n), 'School of Nursing ' || n, 'school-' || n from generate_series(1, $1::int) n`,
    [size.schools],
  )
  await admin.query(
    `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id)
     select pg_temp.bench_id('person ' || n), 'person' || n || '@bench.example', 'Person ' || n, 'student', 'active', true, pg_temp.bench_id('school ' || (n % $2::int + 1))
     from generate_series(1, $1::int) n`,
    [size.people, size.schools],
  )
  await admin.query(
    `insert into public.school_members (user_id, school_id) select id, linked_school_id from public.users`,
  )
  await admin.query(
    `insert into public.notifications (id, recipient_id, title, message, type, data, created_at, is_read, read_at)
     select pg_temp.bench_id('notification ' || n), pg_temp.bench_id('person ' || (n % $2::int + 1)), 'Your shift on the ward changed', 'Tuesday 07:00 became Tuesday 07:30 on 5 East.',
       'shift_changed', '{"action_url": "/student/shifts"}', timestamptz '2026-11-01' - make_interval(secs => n), n % 7 <> 0, case when n % 7 <> 0 then timestamptz '2026-11-01' end
     from generate_series(1, $1::int) n`,
    [size.notifications, size.people],
  )
  await admin.query(`reset session_replication_role`)
  await admin.query(`reset synchronous_commit`)
}

/** The peers read the same table: one role with a simple policy, one without any. */
async function peers(admin: pg.Client): Promise<void> {
  await admin.query(`
    create role bench_rls login password 'bench'; create role bench_plain login password 'bench' bypassrls;
    grant connect on database ${DATABASE} to bench_rls, bench_plain;
    grant usage on schema public to bench_rls, bench_plain;
    grant select, update on public.notifications to bench_rls, bench_plain;
    create policy bench on public.notifications to bench_rls using (recipient_id = (select nullif(current_setting('bench.uid', true), '')::uuid))`)
}

async function pickAskers(admin: pg.Client, digest: string) {
  const { rows } = await admin.query<{ id: string; email: string }>(
    `select id, email from public.users order by md5(id::text || 'asker') limit 1000`,
  )
  const askers = rows.map(({ id, email }) => ({
    id,
    email,
    token: createHash('sha256').update(`asker ${id}`).digest('base64url'),
  }))
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select t.hash, t.id, now() + interval '24 hours' from unnest($1::text[], $2::uuid[]) as t (hash, id)`,
    [askers.map(({ token }) => createHash('sha256').update(token).digest('hex')), askers.map(({ id }) => id)],
  )
  const hasher = new PasswordHasher({ pepper: SECRETS.pepper, maxWaiting: 1_000 })
  for (const { id, email } of askers.slice(0, 40)) {
    const setting = settingFor(email, SECRETS.saltKey)
    await admin.query(
      'insert into priv.credentials (user_id, client_setting, verifier) values ($1, $2, $3)',
      [id, setting, await hasher.hash(setting + digest)],
    )
  }
  return askers
}

export type BenchServer = { url: string; stop(): Promise<void>; process: ChildProcess }

/** Starts one of the servers of bench/servers.ts in a separate process, on a free loopback port. */
export async function startBenchServer(kind: string, env: Record<string, string>): Promise<BenchServer> {
  const child = spawn(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', ...heapFlags, join(import.meta.dirname, '../servers.ts'), kind],
    {
      // As when the product starts: the same heap limit, and compiled code is cached.
      env: { NODE_COMPILE_CACHE: join(import.meta.dirname, '../../.data/compiled'), ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      const line = /at (http:\S+)/.exec(chunk.toString())
      if (line) resolve(line[1]!)
    })
    child.once('exit', (code) => reject(new Error(`${kind} ended with ${code}`)))
  })
  return {
    url,
    process: child,
    async stop() {
      if (child.exitCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}
