import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { mkdtemp, rm } from 'node:fs/promises'
import { cpus, tmpdir, totalmem } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { call } from '@orpc/server'
import pg from 'pg'
import { applyDatabase } from '#database/apply.ts'
import { seed } from '#database/seed.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import { facilityHandlers } from '#features/facilities/server/handlers.ts'
import { importLimits, readImport } from '#features/imports/rules.ts'
import { importHandlers } from '#features/imports/server/handlers.ts'
import { readCsv } from '#features/imports/server/public.ts'
import { personHandlers } from '#features/people/server/handlers.ts'
import { siteFinderHandlers } from '#features/site-finder/server/handlers.ts'
import { createPool } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { createLog } from '#platform/server/log.ts'
import { PasswordHasher } from '#platform/server/passwords.ts'
import { connectionFor, startPostgres } from '#platform/server/postgres.ts'
import { newToken, SessionReader } from '#platform/server/session.ts'
import { quantile } from '../lib/load.ts'

// The hierarchy, the search for sites, a school's students and the import of the whole list of hospitals, on the national
// data at 1 %, 10 % and 100 %. node bench/hierarchy/hierarchy.ts [--quick] [--shares 0.01,0.1,1] [--keep FOLDER]
// In a folder that is kept the data are seeded once; a later run measures alone.
const args = process.argv.slice(2)
const isQuick = args.includes('--quick')
const shares = args.includes('--shares')
  ? args[args.indexOf('--shares') + 1]!.split(',').map(Number)
  : isQuick
    ? [0.01]
    : [0.01, 0.1, 1]
const seconds = isQuick ? 1 : 3

/** What belongs to schools and people: none of it is read whole for one of them, whatever is asked. */
const TENANT = ['users', 'school_members', 'cohorts', 'cohort_memberships', 'semesters', 'shifts', 'notifications', 'programs', 'invitations'] // prettier-ignore

type Role = keyof typeof nationalAccounts
type Ask = { what: string; as: Role; ask: (context: RequestContext, turn: number) => Promise<unknown> }

const facilities = facilityHandlers()
const finder = siteFinderHandlers()
const people = personHandlers()
const zips = ['53202', '10001', '90012', '60601', '77030', '02115', '30303', '98101', '33136', '80204']
const words = [
  'memorial',
  'st',
  'general',
  'mercy',
  'children',
  'university',
  'baptist',
  'north',
  'valley',
  'va',
]
const list = { view: 'students', q: '', status: 'all', sort: 'full_name', dir: 'asc', page: 1 } as const
const of = <T>(all: readonly T[], turn: number): T => all[turn % all.length]!

const asks: Ask[] = [
  { what: 'organizations, first page', as: 'superadmin', ask: (context) => call(facilities.search, {}, { context }) },
  { what: 'organizations found by name', as: 'superadmin', ask: (context, turn) => call(facilities.search, { search: of(words, turn) }, { context }) },
  { what: 'the top of the tree', as: 'superadmin', ask: (context) => call(facilities.level, {}, { context }) },
  { what: 'the middle of its top level', as: 'superadmin', ask: (context, turn) => call(facilities.level, { page: turn % 60 }, { context }) },
  { what: 'an organization opened, then its site', as: 'superadmin', ask: (context, turn) => opened(context, of(roots, turn)) },
  { what: 'the tree searched', as: 'superadmin', ask: (context, turn) => call(facilities.searchTree, { text: of(words, turn) }, { context }) },
  { what: 'the way down to a unit', as: 'superadmin', ask: (context, turn) => call(facilities.wayTo, { id: of(units, turn) }, { context }) },
  { what: 'a facility admin’s own tree, opened', as: 'facility_admin', ask: (context) => opened(context) },
  { what: 'sites by name', as: 'school_admin', ask: (context, turn) => call(finder.find, { q: of(words, turn) }, { context }) },
  { what: 'sites within 25 miles', as: 'school_admin', ask: (context, turn) => call(finder.find, { zip: of(zips, turn), within: 25 }, { context }) },
  { what: 'sites of a state with an ICU', as: 'school_admin', ask: (context, turn) => call(finder.find, { state: of(['WI', 'TX', 'NY', 'CA'], turn), specialty: 'icu' }, { context }) },
  { what: 'students, first page', as: 'school_admin', ask: (context) => call(people.list, list, { context }) },
  { what: 'students found by name', as: 'school_admin', ask: (context, turn) => call(people.list, { ...list, q: of(['singh', 'nguyen', 'grace', 'ro'], turn) }, { context }) },
  { what: 'students, last page by number', as: 'school_admin', ask: (context) => call(people.list, { ...list, sort: 'student_number', dir: 'desc', page: 11 }, { context }) },
] // prettier-ignore

/** Places to open, taken anew of each share of the data. */
let roots: string[] = []
let units: string[] = []

/** An organization and the first of its sites opened, as somebody goes down. */
async function opened(context: RequestContext, id?: string): Promise<void> {
  const [top] = (await call(facilities.level, id ? { root_id: id } : {}, { context })).nodes
  const [site] = (await call(facilities.level, { below_id: top!.id }, { context })).nodes
  await call(facilities.level, { below_id: site!.id }, { context })
}

const PASSWORDS = { appRw: 'bench-app-rw', appAuth: 'bench-app-auth', worker: 'bench-worker' }
const kept = args.includes('--keep') ? args[args.indexOf('--keep') + 1] : undefined
const folder = kept ?? (await mkdtemp(join(tmpdir(), 'placewell-hierarchy-')))
const server = await startPostgres({ dataDir: folder, log: () => {} })
console.log(
  `\n### Hierarchy, sites, students, import\n\n${new Date().toISOString().slice(0, 10)} · ${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.versions.node}\n`,
)
console.log(
  '| data | what | per second 1 / 16 | p50 1 / 16 | p95 1 / 16 | p99 1 / 16 | rows read | read whole |',
)
console.log('|--:|---|--:|--:|--:|--:|--:|---|')
try {
  for (const share of shares) await measure(share)
} finally {
  await server.stop()
  if (!kept) await rm(folder, { recursive: true, force: true })
}

async function measure(share: number): Promise<void> {
  const database = `hierarchy_${String(share).replace('.', '_')}`
  await applyDatabase({ adminUrl: server.adminUrl, database, passwords: PASSWORDS })
  const adminUrl = connectionFor(server.adminUrl, { database })
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
  const some = async (kind: string): Promise<string[]> =>
    (await admin.query<{ id: string }>('select id from public.facilities where kind = $1 order by id limit 100', [kind])).rows.map(({ id }) => id) // prettier-ignore
  roots = await some('organization')
  units = await some('unit')
  const urlOf = (user: string, password: string) =>
    connectionFor(server.adminUrl, { database, user, password })
  const authPool = createPool({ url: urlOf('app_auth', PASSWORDS.appAuth), max: 4, name: 'bench' })
  const sessions = new SessionReader(authPool)
  try {
    for (const { what, as, ask } of asks) {
      const hash = await signIn(admin, nationalAccounts[as])
      const before = await readSoFar(admin)
      const figures: Figures[] = []
      let calls = 0
      for (const clients of [1, 16]) {
        const pool = createPool({ url: urlOf('app_rw', PASSWORDS.appRw), max: clients, name: 'bench' })
        const context = await contextOf(pool, sessions, hash)
        const found = await load(clients, (turn) => ask(context, turn))
        calls += found.calls
        figures.push(found)
        await pool.end() // what the connections counted is told when they end
      }
      tell(share, what, figures, await readSince(admin, before), calls)
    }
    await importAll(share, admin, urlOf('app_rw', PASSWORDS.appRw), sessions)
  } finally {
    await Promise.all([admin.end(), authPool.end()])
  }
}

type Figures = { calls: number; errors: number; perSecond: number; p50: number; p95: number; p99: number }

async function load(clients: number, ask: (turn: number) => Promise<unknown>): Promise<Figures> {
  for (let turn = 0; turn < clients * 3; turn++) await ask(turn) // plans and caches warm
  const times: number[] = []
  let errors = 0
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

/** Sequential scans and rows read so far, per table, as PostgreSQL counted them. */
async function readSoFar(admin: pg.Client): Promise<Reads> {
  await admin.query('select pg_stat_clear_snapshot()')
  const { rows } = await admin.query<{ name: string; seq: number; rows: number; live: number }>(
    `select relname as name, seq_scan::float8 as seq, (seq_tup_read + coalesce(idx_tup_fetch, 0))::float8 as rows, n_live_tup::float8 as live
     from pg_stat_user_tables where schemaname in ('public', 'priv')`,
  )
  return new Map(rows.map(({ name, ...reads }) => [name, reads]))
}

async function readSince(admin: pg.Client, before: Reads): Promise<{ rows: number; scanned: string[] }> {
  const after = await readSoFar(admin)
  const changes = [...after].map(([name, { seq, rows, live }]) => ({
    name,
    live,
    seq: seq - (before.get(name)?.seq ?? 0),
    rows: rows - (before.get(name)?.rows ?? 0),
  }))
  return {
    rows: changes.reduce((sum, { rows }) => sum + rows, 0),
    // A table of a few pages is read whole by any sane plan.
    scanned: changes.filter(({ seq, live }) => seq > 0 && live > 1_000).map(({ name }) => name),
  }
}

function tell(
  share: number,
  what: string,
  figures: Figures[],
  reads: { rows: number; scanned: string[] },
  calls: number,
): void {
  const pair = (of_: (figure: Figures) => number, digits = 1) =>
    figures.map((figure) => of_(figure).toFixed(digits)).join(' / ')
  const errors = figures.reduce((sum, figure) => sum + figure.errors, 0)
  const wrong = reads.scanned.filter((name) => TENANT.includes(name))
  if (errors > 0 || wrong.length > 0) process.exitCode = 1
  console.log(
    `| ${share * 100} % | ${what} | ${pair((figure) => figure.perSecond, 0)} | ${pair((figure) => figure.p50)} | ${pair((figure) => figure.p95)} | ${pair((figure) => figure.p99)} | ${Math.round(reads.rows / calls).toLocaleString('en-US')} | ${[reads.scanned.join(', ') || 'nothing', ...(wrong.length > 0 ? ['FAILS'] : []), ...(errors > 0 ? [`${errors} errors`] : [])].join('; ')} |`,
  )
}

/** The whole list of hospitals beside what is there: sent, compared, written in one transaction, then brought again. */
async function importAll(
  share: number,
  admin: pg.Client,
  url: string,
  sessions: SessionReader,
): Promise<void> {
  const packed = await readFile(join(import.meta.dirname, '../../database/seeds/data/cms-hospitals.csv.gz'))
  const { rows } = readImport('sites', readCsv(gunzipSync(packed)))
  const router = importHandlers()
  const pool = createPool({ url, max: 1, name: 'bench' })
  const hash = await signIn(admin, nationalAccounts.superadmin)
  const context = await contextOf(pool, sessions, hash)
  try {
    for (const time of ['first', 'second']) {
      const id = randomUUID()
      const began = performance.now()
      await call(router.start, { id, kind: 'sites', file_name: 'hospitals.csv' }, { context })
      for (let at = 0; at < rows.length; at += importLimits.chunk)
        await call(router.addRows, { id, rows: rows.slice(at, at + importLimits.chunk) }, { context })
      const sent = performance.now()
      const { counts } = await call(router.preview, { id }, { context })
      const compared = performance.now()
      await call(router.commit, { id }, { context })
      const done = performance.now()
      const isRight = time === 'first' ? counts.invalid === 0 : counts.unchanged === rows.length
      if (!isRight) process.exitCode = 1
      const ms = (from: number, to: number) => `${Math.round(to - from).toLocaleString('en-US')} ms`
      console.log(
        `| ${share * 100} % | import of ${rows.length.toLocaleString('en-US')} hospitals, ${time} time (${counts.new.toLocaleString('en-US')} new, ${counts.unchanged.toLocaleString('en-US')} unchanged) | | sent ${ms(began, sent)} | compared ${ms(sent, compared)} | written ${ms(compared, done)} | | ${isRight ? 'holds' : 'FAILS'} |`,
      )
    }
  } finally {
    await pool.end()
  }
}

async function signIn(admin: pg.Client, email: string): Promise<string> {
  const { hash } = newToken()
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select $1, id, now() + interval '24 hours' from public.users where email = $2`,
    [hash, email],
  )
  return hash
}

async function contextOf(
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
