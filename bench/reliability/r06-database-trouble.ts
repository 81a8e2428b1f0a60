/**
 * R06: the database is unreachable, slow or frozen. Under load the network between server and PostgreSQL drops everything, cuts every
 * connection, or loses 5 %; then PostgreSQL itself is frozen with SIGSTOP. Every request is answered (normally, or with 503 and
 * Retry-After) within 3.1 s, health responds immediately, nothing crashes, 2 s after healing everything works as before, and caches are
 * cleared if notifications may have been missed. The control has neither time limits nor pool timeouts, and must leave requests hanging.
 *
 *   node bench/reliability/r06-database-trouble.ts [--quick]
 */
import { get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Caller, driveAside, simpleCallers, tally } from '../lib/clients.ts'
import { type Finding, judge } from '../lib/findings.ts'
import { startFlakyNetwork, type Trouble } from '../lib/flaky-network.ts'
import { type BenchInstallation, type BenchServer, install, startBenchServer } from '../lib/installation.ts'
import { quantile } from '../lib/load.ts'
import { freePort } from '../lib/ports.ts'

export type Size = {
  clients: number
  troubleSeconds: number
  after: number
  troubles: readonly (Trouble | 'frozen')[]
  /** The limit for the 99th percentile of a hundred requests; the slowest is printed too. */
  healthMs: number
  slowestMs: number
  healedMs: number
}
export const FULL: Size = {
  clients: 50,
  troubleSeconds: 6,
  after: 4,
  troubles: ['black hole', 'reset', 'slow', 'lossy', 'frozen'],
  healthMs: 50,
  slowestMs: 3_100,
  healedMs: 2_000,
}
/** While other tests run, 50 ms can't be promised; hanging requests would hang until the trouble is over. */
export const QUICK: Size = {
  clients: 16,
  troubleSeconds: 8,
  after: 6,
  troubles: ['black hole', 'frozen'],
  healthMs: 1_000,
  slowestMs: 6_000,
  healedMs: 4_000,
}

type Network = Awaited<ReturnType<typeof startFlakyNetwork>>

/** Tries each trouble, the caches, and the control. */
export async function* tryDatabaseTrouble(size: Size): AsyncGenerator<Finding> {
  const bench = await install({ schools: 4, people: 1_000, notifications: 50_000 })
  const network = await startFlakyNetwork(bench.adminUrl)
  const healthPort = await freePort()
  try {
    const server = await startBenchServer('placewell', {
      PORT: String(await freePort()),
      HEALTH_PORT: String(healthPort),
      APP_RW: network.through(bench.urls.appRw),
      APP_AUTH: network.through(bench.urls.appAuth),
      APP_WORKER: network.through(bench.urls.worker),
    })
    try {
      await driveAside({
        url: server.url,
        callers: callersOf(bench),
        clients: 16,
        seconds: 2,
        manner: 'polite',
      })
      for (const trouble of size.troubles)
        yield await suffer(
          bench,
          server,
          healthPort,
          size,
          trouble,
          trouble === 'frozen'
            ? await freezer(bench)
            : { begin: async () => network.set(trouble), end: async () => network.set('none') },
        )
      yield await forgetsWhatItMissed(bench, server, network, size)
    } finally {
      await server.stop()
    }
    yield await control(bench, network, size)
  } finally {
    network.close()
    await bench.close()
  }
}

async function suffer(
  bench: BenchInstallation,
  server: BenchServer,
  healthPort: number,
  { clients, troubleSeconds, after, healthMs, slowestMs, healedMs }: Size,
  trouble: Trouble | 'frozen',
  { begin, end }: { begin: () => Promise<void>; end: () => Promise<void> },
): Promise<Finding> {
  const driving = driveAside({
    url: server.url,
    callers: callersOf(bench),
    clients,
    seconds: 1 + troubleSeconds + after,
    manner: 'polite',
  })
  const started = performance.now()
  await pause(1_000)
  const health = watchHealth(healthPort)
  await begin()
  await pause(troubleSeconds * 1_000)
  await end()
  const healedAt = performance.now() - started
  await pause(healedMs)
  const times = await health.stop()
  const answers = await driving
  const { good, refused, faults, faultCount, slowest } = tally(answers)
  // The clients' clock started some milliseconds after ours: a later start makes the check stricter.
  const late = answers.filter(({ at, status }) => at > healedAt + healedMs && status !== 200)
  const goodLate = answers.filter(({ at, status }) => at > healedAt + healedMs && status === 200)
  return {
    name: `R06 ${trouble}`,
    holds:
      faultCount === 0 &&
      slowest <= slowestMs &&
      quantile(times, 0.99) <= healthMs &&
      late.length === 0 &&
      goodLate.length > 0 &&
      server.process.exitCode === null,
    figures: `${good.length} answered, ${refused.length} × 503, faults ${faults || 'none'}; slowest ${slowest.toFixed(0)} ms, health p99 ${quantile(times, 0.99).toFixed(0)} ms (${Math.max(...times).toFixed(0)} at most); from ${healedMs / 1_000} s after healing ${goodLate.length} answered, ${late.length} not`,
  }
}

/** A notification that arrives while the listening connection is cut must be counted soon after healing. */
async function forgetsWhatItMissed(
  bench: BenchInstallation,
  server: BenchServer,
  network: Network,
  { healedMs }: Size,
): Promise<Finding> {
  const { id, token } = bench.askers[200]!
  const count = async (): Promise<number> => {
    const answer = await fetch(`${server.url}/api/notifications/unread-count`, {
      headers: { cookie: `placewell=${token}` },
    })
    return ((await answer.json()) as { count: number }).count
  }
  const times: number[] = []
  for (let round = 0; round < 3; round++) {
    await pause(1_500) // listening again
    const before = await count()
    network.set('reset')
    await bench.admin.query(
      `insert into public.notifications (recipient_id, title, message, type) values ($1, 'Missed', '', 'probe')`,
      [id],
    )
    await pause(500)
    network.set('none')
    const healed = performance.now()
    while ((await count().catch(() => -1)) !== before + 1 && performance.now() - healed < 5_000)
      await pause(50)
    times.push(performance.now() - healed)
  }
  return {
    name: 'R06 what was remembered is dropped when notices were missed',
    holds: Math.max(...times) <= healedMs,
    figures: `right again ${times.map((time) => `${time.toFixed(0)} ms`).join(', ')} after healing`,
  }
}

/** A plain pool without timeouts behind the same black hole: it should not answer. */
async function control(bench: BenchInstallation, network: Network, { slowestMs }: Size): Promise<Finding> {
  const pool = new pg.Pool({ connectionString: network.through(bench.urls.appRw), max: 4 })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  await pool.query('select 1')
  network.set('black hole')
  const asked = Promise.allSettled(Array.from({ length: 8 }, () => pool.query('select 1')))
  const inTime = await Promise.race([asked.then(() => true), pause(slowestMs, false)])
  network.set('none')
  await asked
  await pool.end()
  return {
    name: 'R06 control: a pool without time-outs leaves them waiting',
    holds: !inTime,
    figures: inTime ? `answered within ${slowestMs} ms` : `nothing after ${slowestMs} ms`,
  }
}

/** Freezes PostgreSQL: the server process that accepts connections and every process that works for the product. */
async function freezer({ admin }: BenchInstallation) {
  const signalAll = (pids: readonly number[], signal: 'SIGSTOP' | 'SIGCONT'): void => {
    for (const pid of pids)
      try {
        process.kill(pid, signal)
      } catch {} // it ended in the meantime
  }
  let frozen: number[] = []
  return {
    async begin() {
      const { rows } = await admin.query<{ pid: number }>(
        `select pid from pg_stat_activity where application_name like 'placewell%' and pid <> pg_backend_pid()`,
      )
      const { rows: lines } = await admin.query<{ line: string }>(
        `select split_part(pg_read_file('postmaster.pid'), E'\\n', 1) as line`,
      )
      frozen = [Number(lines[0]!.line), ...rows.map(({ pid }) => pid)]
      signalAll(frozen, 'SIGSTOP')
    },
    async end() {
      signalAll(frozen, 'SIGCONT')
    },
  }
}

function watchHealth(port: number): { stop: () => Promise<number[]> } {
  const times: number[] = []
  let isOver = false
  const watching = (async () => {
    while (!isOver) {
      const began = performance.now()
      await new Promise<void>((resolve) => {
        get({ host: '127.0.0.1', port, path: '/health/live', agent: false }, (answer) =>
          answer.resume().once('end', resolve),
        ).once('error', () => {
          times.push(Number.POSITIVE_INFINITY)
          resolve()
        })
      })
      times.push(performance.now() - began)
      await pause(20)
    }
  })()
  return {
    async stop() {
      isOver = true
      await watching
      return times
    },
  }
}

const callersOf = ({ askers }: BenchInstallation): Caller[] => simpleCallers(askers.map(({ token }) => token))

if (import.meta.main) await judge(tryDatabaseTrouble(process.argv.includes('--quick') ? QUICK : FULL))
