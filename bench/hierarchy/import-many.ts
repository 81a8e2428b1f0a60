/**
 * Imports very many sites from one file (up to a million) as the page does: sent in batches, compared by a job, and written by a job in one
 * transaction, with the progress that the page shows. Each new site has its own organization. Then imports the same file again: no row is
 * new.
 *
 *   node bench/hierarchy/import-many.ts [--rows 200000] [--quick]
 */
import { randomUUID } from 'node:crypto'
import { loadavg } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import { formatNumber } from '#core/number-text.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import type { RawRow } from '#features/imports/contract.ts'
import { importHandlers } from '#features/imports/server/handlers.ts'
import { importJobs } from '#features/imports/server/public.ts'
import { jobHandlers, runJob } from '#features/jobs/server/public.ts'
import { createPool } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { SessionReader } from '#platform/server/session.ts'
import { peakMemory } from '../lib/memory.ts'
import { contextOf, isQuick, nationAt, signIn, startNationServer } from '../lib/national.ts'

const given = process.argv.indexOf('--rows')
const ROWS = given > 0 ? Number(process.argv[given + 1]) : isQuick ? 10_000 : 200_000
const PIECE = 1_000
const router = importHandlers()
const jobs = jobHandlers()

const nation = await startNationServer()
const { admin, urls } = await nationAt(nation.adminUrl, 0.01)
const pools = {
  pool: createPool({ url: urls.appRw, max: 2, name: 'bench' }),
  jobPool: createPool({ url: urls.appRw, max: 2, name: 'bench', queryTimeoutMs: 3_600_000 }),
  authPool: createPool({ url: urls.appAuth, max: 1, name: 'bench' }),
  workerPool: createPool({ url: urls.worker, max: 1, name: 'bench' }),
}
const sessions = new SessionReader(pools.authPool)
const log = createLog({ level: 'error' })
try {
  const hash = await signIn(admin, nationalAccounts.superadmin)
  const context = () => contextOf(pools.pool, sessions, hash)
  /** Runs a job as the worker does, and counts the progress steps that a page sees. */
  const finish = async (id: string) => {
    const began = performance.now()
    /** When each step was seen, in seconds. */
    const seen = new Map<number, number>()
    const look = async (): Promise<void> => {
      const { done } = await call(jobs.get, { id }, { context: await context() })
      if (!seen.has(done)) seen.set(done, (performance.now() - began) / 1_000)
    }
    const watching = setInterval(() => void look().catch(() => {}), 300)
    await runJob({ ...pools, sessions, log }, importJobs, id, new AbortController().signal)
    const seconds = (performance.now() - began) / 1_000
    clearInterval(watching)
    const job = await patiently(async () => call(jobs.get, { id }, { context: await context() }))
    if (job.status !== 'done') throw new Error(`${job.status}: ${job.error_message}`)
    return {
      seconds,
      steps: seen.size,
      paces: pacesOf(seen, seconds),
      result: job.result as Record<string, number>,
    }
  }
  for (const time of ['first', 'second']) {
    const id = randomUUID()
    const began = performance.now()
    await patiently(async () =>
      call(router.start, { id, kind: 'sites', file_name: 'many.csv' }, { context: await context() }),
    )
    for (let from = 0; from < ROWS; from += PIECE)
      await patiently(async () =>
        call(
          router.addRows,
          { id, rows: piece(from, Math.min(PIECE, ROWS - from)) },
          { context: await context() },
        ),
      )
    const sent = (performance.now() - began) / 1_000
    const judgeId = randomUUID()
    const judged = await patiently(async () =>
      call(router.judge, { id, job_id: judgeId }, { context: await context() }),
    )
    const compared = await finish(judged.job_id)
    const commitId = randomUUID()
    const asked = await patiently(async () =>
      call(router.commit, { id, job_id: commitId, with_changes: true }, { context: await context() }),
    )
    const written = await finish(asked.job_id)
    const { rows } = await admin.query<{ count: number }>(
      `select count(*)::int as count from public.sites where cms_certification_number ~ '^Z'`,
    )
    const holds =
      rows[0]!.count === ROWS &&
      compared.result['invalid'] === 0 &&
      compared.result[time === 'first' ? 'new' : 'unchanged'] === ROWS
    if (!holds) process.exitCode = 1
    console.log(
      `${holds ? 'PASS' : 'FAIL'} ${formatNumber(ROWS)} sites, ${time} time: sent ${sent.toFixed(1)} s, compared ${compared.seconds.toFixed(1)} s, written ${written.seconds.toFixed(1)} s in ${written.steps} steps seen${written.paces}; ${formatNumber(rows[0]!.count)} are there; memory ${peakMemory(process.pid).toFixed(0)} MB, load ${loadavg()[0]!.toFixed(1)}`,
    )
  }
} finally {
  await Promise.all([...Object.values(pools).map((pool) => pool.end()), admin.end()])
  await nation.stop()
}

/** Retries a request that timed out, as the page does: during a run of an hour other work sometimes interferes. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++)
    try {
      return await ask()
    } catch (error) {
      const { status, name } = error as { status?: number; name?: string }
      const isBusy = status === 503 || status === 504 || name === 'Unavailable' || name === 'TimedOut'
      if (!isBusy || tries === 500) throw error
      await pause(1_000)
    }
}

/** Rows per second in each quarter of the file, which shows costs that grow with its length. */
function pacesOf(seen: ReadonlyMap<number, number>, seconds: number): string {
  const steps = [...seen, [ROWS, seconds] as const].filter(([done]) => done > 0)
  if (steps.length < 8) return ''
  const at = (part: number): readonly [number, number] =>
    part === 0 ? [0, 0] : steps.find(([done]) => done >= part * ROWS)!
  const quarters = [0, 0.25, 0.5, 0.75].map((from) => {
    const [[before, began], [after, ended]] = [at(from), at(from + 0.25)]
    return formatNumber(Math.round((after - before) / (ended - began)))
  })
  return ` (rows a second in each quarter ${quarters.join(', ')})`
}

/** Rows of the file: unique identifiers, and names and towns that repeat as in the real list. */
function piece(from: number, count: number): RawRow[] {
  return Array.from({ length: count }, (_, at) => {
    const number = from + at
    return {
      line: number + 2,
      cells: {
        cms_certification_number: `Z${number.toString(36).toUpperCase().padStart(5, '0')}`,
        name: `Hospital ${number % 40_000} of ${['Mercy', 'Saint Anne', 'the Lake', 'the Valley'][number % 4]} ${number}`,
        address: `${number % 9_000} Main Street`,
        city: 'Milwaukee',
        state: 'WI',
        postal_code: '53202',
        site_type: 'Acute Care Hospitals',
      },
    }
  })
}
