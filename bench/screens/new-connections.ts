/**
 * A page's concurrent requests over open database connections, and over new ones, each of which reads the catalog and plans each statement
 * again: shows what keeping connections for ten minutes saves on a rarely used product (docs/decisions/202).
 *
 *   node bench/screens/new-connections.ts [--quick]
 */
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { quantile } from '../lib/load.ts'
import { type Row, report } from '../lib/report.ts'
import { openSignedIn, openStage } from './stage.ts'

const rounds = process.argv.includes('--quick') ? 3 : 9
const pages = { ana: '/shifts', jenna: '/shifts' }

type Call = { url: string; headers: Record<string, string>; body: string }

const stage = await openStage()
const admin = new pg.Client({ connectionString: stage.adminUrl })
try {
  await admin.connect()
  const rows: Row[] = []
  for (const [name, path] of Object.entries(pages)) {
    const calls = await callsOf(name, path)
    const there: number[] = []
    const fresh: number[] = []
    for (let round = 0; round < rounds; round++) {
      for (let warmUp = 0; warmUp < 8; warmUp++) await ask(calls)
      there.push(await ask(calls))
      await admin.query(
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name in ('placewell', 'placewell sign-in')`,
      )
      await pause(500)
      fresh.push(await ask(calls))
    }
    const row = (what: string, each: number[]): Row => ({
      id: 'U9',
      what: `${name}, ${path}: ${calls.length} calls at once, ${what}`,
      times: { p50: quantile(each, 0.5), p99: Math.max(...each) },
    })
    rows.push(row('connections that are there', there), row('new connections', fresh))
  }
  report({ title: 'New connections to the database', size: { rounds }, rows })
} finally {
  await admin.end()
  await stage.close()
}

/** The calls that load a page's data. */
async function callsOf(name: string, path: string): Promise<Call[]> {
  const { context, page } = await openSignedIn(stage, name)
  const calls: Call[] = []
  page.on('request', (request) => {
    if (!request.url().includes('/rpc/') || request.url().endsWith('/notifications/live')) return
    calls.push({ url: request.url(), headers: request.headers(), body: request.postData() ?? '' })
  })
  // Twice: the first time loads code and caches.
  for (let round = 0; round < 2; round++) {
    calls.length = 0
    await page.goto(path)
    await page.waitForTimeout(3_000)
  }
  const cookie = (await context.cookies()).map((one) => `${one.name}=${one.value}`).join('; ')
  await context.close()
  return calls.map((call) => ({ ...call, headers: { ...call.headers, cookie } }))
}

/** Milliseconds until all are answered. Throws if one is refused. */
async function ask(calls: readonly Call[]): Promise<number> {
  const began = performance.now()
  await Promise.all(
    calls.map(async ({ url, headers, body }) => {
      const answer = await fetch(url, { method: 'POST', headers, body })
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
    }),
  )
  return performance.now() - began
}
