/**
 * The cost of the access trail: the product with and without its trail, alternating every few seconds on one database; first with the mix
 * of R08, then with school administrators who only view students, so that every response is recorded. Measured is the CPU time of the
 * server and of PostgreSQL per response, including writing and sealing: the median ratio of adjacent runs. The goal is less than 5 % for
 * the mix.
 *
 *   node bench/audit/trail-cost.ts [--quick] [--keep FOLDER]
 */
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { sealAudit } from '#features/audit/server/sealing.ts'
import { createPool } from '#platform/server/db.ts'
import { callersOf } from '../lib/callers.ts'
import { type Answer, type Caller, driveAside, tally } from '../lib/clients.ts'
import { type BenchServer, startBenchServer } from '../lib/installation.ts'
import { quantile } from '../lib/load.ts'
import { isQuick, nationAt, startNationServer } from '../lib/national.ts'
import { freePort } from '../lib/ports.ts'
import { parentOf, processorTime, processorTimeOfAll } from '../lib/processor.ts'

const GOAL = 1.05
const size = isQuick ? { share: 0.01, turns: 3, seconds: 2 } : { share: 0.03, turns: 20, seconds: 5 }

const manners = ['with', 'without'] as const
/** Good responses, and milliseconds of CPU time per response. */
type Turn = { answers: number; server: number; postgres: number }

const isLooking = ({ lists }: Caller): boolean => lists.includes('/api/students')
const onlyStudents = (caller: Caller): Caller => ({
  token: caller.token,
  lists: ['/api/students'],
  details: caller.details.filter((path) => path.startsWith('/api/students/')),
})

const postgres = await startNationServer()
const { admin, urls } = await nationAt(postgres.adminUrl, size.share)
const workerPool = createPool({ url: urls.worker, max: 1, name: 'bench worker', queryTimeoutMs: 60_000 })
const servers: Partial<Record<(typeof manners)[number], BenchServer>> = {}
try {
  const callers = await callersOf(admin)
  const { rows: backend } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = parentOf(backend[0]!.pid)
  for (const manner of manners)
    servers[manner] = await startBenchServer('placewell', {
      PORT: String(await freePort()),
      APP_RW: urls.appRw,
      APP_AUTH: urls.appAuth,
      APP_WORKER: urls.worker,
      ...(manner === 'without' && { WITHOUT_TRAIL: '1' }),
    })
  const drive = (url: string, of: readonly Caller[], seconds: number): Promise<Answer[]> =>
    driveAside({ url, callers: of, clients: 8, seconds, manner: 'polite' })
  const turn = async ({ url, process: { pid } }: BenchServer, of: readonly Caller[]): Promise<Turn> => {
    const before = { server: processorTime(pid!), postgres: processorTimeOfAll(postmaster) }
    const { good, faultCount } = tally(await drive(url, of, size.seconds))
    if (faultCount > 0) throw new Error(`${faultCount} answers were faults`)
    // By now the events are written; they are sealed here, so that this counts in the same run.
    await pause(1_200)
    await sealAudit({ workerPool }, 20_000)
    return {
      answers: good.length,
      server: (processorTime(pid!) - before.server) / good.length,
      postgres: (processorTimeOfAll(postmaster) - before.postgres) / good.length,
    }
  }
  const mixes = [
    { what: 'the mix of a day', of: callers, goal: GOAL },
    { what: 'students looked at only', of: callers.filter(isLooking).map(onlyStudents), goal: undefined },
  ]
  for (const { what, of, goal } of mixes) {
    for (const manner of manners) await drive(servers[manner]!.url, of, 3) // compiles code and plans statements
    const rowsBefore = await recorded()
    const pairs: Record<(typeof manners)[number], Turn>[] = []
    for (let count = 0; count < size.turns; count++) {
      const pair: Partial<(typeof pairs)[number]> = {}
      for (const manner of count % 2 === 0 ? manners : manners.toReversed())
        pair[manner] = await turn(servers[manner]!, of)
      pairs.push(pair as (typeof pairs)[number])
    }
    const ratioOf = (part: (one: Turn) => number): number =>
      quantile(
        pairs.map((pair) => part(pair.with) / part(pair.without)),
        0.5,
      )
    const together = ratioOf(({ server, postgres: time }) => server + time)
    const answers = pairs.reduce((sum, pair) => sum + pair.with.answers, 0)
    const holds = goal === undefined || together < goal
    if (!holds) process.exitCode = 1
    console.log(
      `${holds ? 'PASS' : 'FAIL'} the access trail, ${what}: ${together.toFixed(3)} × the processor time${goal ? ` (goal ${goal})` : ''}, server ${ratioOf(({ server }) => server).toFixed(3)}, PostgreSQL ${ratioOf(({ postgres: time }) => time).toFixed(3)}; ${(await recorded()) - rowsBefore} rows for ${answers} answers, ${size.turns} pairs of turns of ${size.seconds} s, load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
} finally {
  await Promise.all(Object.values(servers).map((server) => server.stop()))
  await workerPool.end()
  await admin.end()
  await postgres.stop()
}

async function recorded(): Promise<number> {
  const { rows } = await admin.query<{ count: number }>(
    'select count(*)::int as count from public.access_events',
  )
  return rows[0]!.count
}
