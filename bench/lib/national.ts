import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, loadavg, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { formatNumber } from '#core/number-text.ts'
import { applyDatabase } from '#database/apply.ts'
import { seed } from '#database/seed.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import { createPool } from '#platform/server/db.ts'
import { allSchoolsPaid, type RequestContext } from '#platform/server/guard.ts'
import { createLog } from '#platform/server/log.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'
import { newToken, SessionReader } from '#platform/server/session.ts'
import { quantile } from './load.ts'

// Options: `--shares 0.01,0.1,1` of the national data, `--quick` for a hundredth in short runs, `--keep FOLDER` to seed once, `--only
// WORDS` for requests whose name has these words.
const args = process.argv.slice(2)
const valueOf = (name: string): string | undefined =>
  args.includes(name) ? args[args.indexOf(name) + 1] : undefined
/** True for small data and short runs. */
export const isQuick = args.includes('--quick')
const shares = valueOf('--shares')?.split(',').map(Number) ?? (isQuick ? [0.01] : [0.01, 0.1, 1])
const isAsked = ({ what }: { what: string }): boolean => what.includes(valueOf('--only') ?? '')
const seconds = isQuick ? 1 : 3

/** Tables of schools and people: no request for one of them may read a whole table. */
const TENANT = [
  'users',
  'school_members',
  'cohorts',
  'cohort_memberships',
  'semesters',
  'shifts',
  'assignments',
  'shift_series',
  'shift_events',
  'shift_swaps',
  'makeup_needs',
  'open_slots',
  'partnerships',
  'notifications',
  'programs',
  'invitations',
  'credentials',
  'shift_reports',
  'shift_incidents',
  'evaluations',
  'hours_requests',
  'semester_reports',
  'messages',
  'capstone_projects',
  'capstone_nominations',
  'capstone_days',
  'jobs',
  'access_events',
  'audit_events',
  'failed_attempts',
  'signup_requests',
]
/** A table with at most this many rows has only a few pages. */
const FEW = 2_000
/** Nationwide requests count up to 10,000 rows: reading a table of twice that size as a whole is fine and takes milliseconds. */
const COUNTED_ANYWAY = 20_000
const PASSWORDS = { appRw: 'bench-app-rw', appAuth: 'bench-app-auth', worker: 'bench-worker' }

type Role = keyof typeof nationalAccounts
/** A request to the product; `turn` counts up, so that calls differ. */
export type Ask = {
  what: string
  as: Role
  ask: (context: RequestContext, turn: number) => Promise<unknown>
  /** How many rows one call may read, of all tables: what is only some of an index’s rows is not read as a whole. */
  rowsAtMost?: number
}
/** The national data in its own database. */
export type Nation = { share: number; admin: pg.Client; url: string; sessions: SessionReader }

/**
 * Runs all requests on the national data at each share, with one client and with sixteen, and prints a line for each: rate, times, rows
 * read, tables read as a whole. Exits with 1 if a tenant's table is read as a whole, or after an error.
 */
export async function measureNation(options: {
  title: string
  asks: readonly Ask[]
  /** Looks up the ids that the requests use, again for each share. */
  prepare?: (admin: pg.Client) => Promise<void>
  /** Additional measurements. */
  besides?: (nation: Nation) => Promise<void>
}): Promise<void> {
  const server = await startNationServer()
  console.log(
    `\n### ${options.title}\n\n${new Date().toISOString().slice(0, 10)} · ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(1)}\n`,
  )
  console.log(
    '| data | what | per second 1 / 16 | p50 1 / 16 | p95 1 / 16 | p99 1 / 16 | rows read | read whole |',
  )
  console.log('|--:|---|--:|--:|--:|--:|--:|---|')
  try {
    for (const share of shares) await measure(server.adminUrl, share, options)
  } finally {
    await server.stop()
  }
}

/** Starts the database server in the folder from `--keep`, or a temporary one that is removed when it stops. */
export async function startNationServer(): Promise<{ adminUrl: string; stop(): Promise<void> }> {
  const kept = valueOf('--keep')
  const folder = kept ?? (await mkdtemp(join(tmpdir(), 'placewell-nation-')))
  const server = await startPostgres({ dataDir: folder, log: () => {} })
  return {
    adminUrl: server.adminUrl,
    async stop() {
      await server.stop()
      if (!kept) await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Opens a database with a share of the national data, and seeds it if it does not exist. */
export async function nationAt(serverUrl: string, share: number) {
  const database = `nation_${String(share).replace('.', '_')}`
  await applyDatabase({ adminUrl: serverUrl, database, passwords: PASSWORDS, sharedPrefix: 'app' })
  const adminUrl = connectionFor(serverUrl, { database })
  const began = performance.now()
  const isNew = await seed('national', {
    adminUrl,
    passwords: new PasswordHasher({ pepper: 'bench' }),
    saltKey: 'bench',
    scale: share,
  })
  if (isNew) console.error(`seeded ${share * 100} % in ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  const admin = new pg.Client({ connectionString: adminUrl })
  await admin.connect()
  const urlOf = (user: string, password: string) => connectionFor(serverUrl, { database, user, password })
  return {
    admin,
    urls: {
      appRw: urlOf('app_rw', PASSWORDS.appRw),
      appAuth: urlOf('app_auth', PASSWORDS.appAuth),
      worker: urlOf('app_worker', PASSWORDS.worker),
      rls: urlOf('bench_rls', 'bench'),
      plain: urlOf('bench_plain', 'bench'),
    },
  }
}

async function measure(
  serverUrl: string,
  share: number,
  { asks, prepare, besides }: Parameters<typeof measureNation>[0],
): Promise<void> {
  const { admin, urls } = await nationAt(serverUrl, share)
  await prepare?.(admin)
  const authPool = createPool({ url: urls.appAuth, max: 4, name: 'bench' })
  const sessions = new SessionReader(authPool)
  const url = urls.appRw
  try {
    for (const asked of asks.filter(isAsked)) {
      const { as, ask } = asked
      const hash = await signIn(admin, nationalAccounts[as])
      const before = await readSoFar(admin)
      const figures: Figures[] = []
      let calls = 0
      for (const clients of [1, 16]) {
        const pool = createPool({ url, max: clients, name: 'bench' })
        const context = await contextOf(pool, sessions, hash)
        const found = await load(clients, (turn) => ask(context, turn))
        calls += found.calls
        figures.push(found)
        await pool.end() // connections report their statistics when they end
      }
      tell(share, asked, figures, await readSince(admin, before), calls)
    }
    await besides?.({ share, admin, url, sessions })
  } finally {
    await Promise.all([admin.end(), authPool.end()])
  }
}

type Figures = { calls: number; errors: number; perSecond: number; p50: number; p95: number; p99: number }

async function load(clients: number, ask: (turn: number) => Promise<unknown>): Promise<Figures> {
  let errors = 0
  // Warms up plans and caches.
  for (let turn = 0; turn < clients * 3; turn++) await ask(turn).catch(() => errors++)
  const times: number[] = []
  const end = performance.now() + seconds * 1_000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; performance.now() < end; turn += clients) {
        const began = performance.now()
        await ask(turn).catch(() => errors++)
        times.push(performance.now() - began)
      }
    }),
  )
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => quantile(sorted, share)
  return {
    calls: times.length + clients * 3,
    errors,
    perSecond: times.length / seconds,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  }
}

type Reads = Map<string, { seq: number; rows: number; live: number }>

/** Sequential scans and rows read so far for each table, from PostgreSQL's statistics. */
export async function readSoFar(admin: pg.Client): Promise<Reads> {
  await admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ name: string; seq: number; rows: number; live: number }>(
    `select relname as name, seq_scan::float8 as seq, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows, n_live_tup::float8 as live
     from pg_stat_user_tables where schemaname in ('public', 'priv')`,
  )
  return new Map(rows.map(({ name, ...reads }) => [name, reads]))
}

type Since = { rows: number; scanned: { name: string; live: number }[] }
export async function readSince(admin: pg.Client, before: Reads): Promise<Since> {
  const after = await readSoFar(admin)
  const changes = [...after].map(([name, { seq, rows, live }]) => ({
    name,
    live,
    seq: seq - (before.get(name)?.seq ?? 0),
    rows: rows - (before.get(name)?.rows ?? 0),
  }))
  return {
    rows: changes.reduce((sum, { rows }) => sum + rows, 0),
    // Every sensible plan reads a table of a few pages as a whole.
    scanned: changes.filter(({ seq, live }) => seq > 0 && live > FEW),
  }
}

function tell(
  share: number,
  { what, as, rowsAtMost = Infinity }: Ask,
  figures: Figures[],
  reads: Since,
  calls: number,
): void {
  const pair = (of_: (figure: Figures) => number, digits = 1) =>
    figures.map((figure) => of_(figure).toFixed(digits)).join(' / ')
  const errors = figures.reduce((sum, figure) => sum + figure.errors, 0)
  const right = as === 'superadmin' ? COUNTED_ANYWAY : FEW
  const wrong = reads.scanned.filter(({ name, live }) => TENANT.includes(name) && live > right)
  const rows = Math.round(reads.rows / calls)
  const hasFailed = wrong.length > 0 || rows > rowsAtMost
  if (errors > 0 || hasFailed) process.exitCode = 1
  console.log(
    `| ${share * 100} % | ${what} | ${pair((figure) => figure.perSecond, 0)} | ${pair((figure) => figure.p50)} | ${pair((figure) => figure.p95)} | ${pair((figure) => figure.p99)} | ${formatNumber(rows)} | ${[reads.scanned.map(({ name }) => name).join(', ') || 'nothing', ...(hasFailed ? ['FAILS'] : []), ...(errors > 0 ? [`${errors} errors`] : [])].join('; ')} |`,
  )
}

/** Creates a session for the person with this address; returns its hash. */
export async function signIn(admin: pg.Client, email: string): Promise<string> {
  const { hash } = newToken()
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select $1, id, now() + interval '24 hours' from public.users where email = $2`,
    [hash, email],
  )
  return hash
}

/** The context of a handler for a call by the person of this session. */
export async function contextOf(
  pool: RequestContext['pool'],
  sessions: SessionReader,
  hash: string,
): Promise<RequestContext> {
  return {
    viewer: await sessions.read(hash),
    tokenHash: hash,
    pool,
    requestId: randomUUID(),
    address: '127.0.0.1',
    addressBlock: '127.0.0.0/24',
    userAgent: 'bench',
    log: createLog({ level: 'silent' }),
    schools: allSchoolsPaid,
    cookies: {
      startSession: () => {},
      endSession: () => {},
      readDevice: () => null,
      rememberDevice: () => {},
      readSignUp: () => null,
      rememberSignUp: () => {},
    },
  }
}
