import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import type { Fixture } from '#database/testing.ts'
import { newToken } from '#platform/server/session.ts'
import type { Finding } from '../../lib/findings.ts'
import { startFlakyNetwork } from '../../lib/flaky-network.ts'
import { type BenchServer, startBenchServer } from '../../lib/installation.ts'
import { freePort } from '../../lib/ports.ts'

const MANNERS = ['cut', 'ended', 'killed'] as const
type Manner = (typeof MANNERS)[number]

/** A piece of work: how to send it, and counts of what it writes; `whole` is all of it. */
export type Work = {
  send(port: number): Promise<number>
  written(): Promise<number[]>
  whole: number[]
  /** For work that may stop between rows (decision 216): true if each existing row is complete. Other work is complete or absent. */
  isSound?(counts: number[]): boolean
}
export type Kind = { name: string; make(): Promise<Work> }
type Network = Awaited<ReturnType<typeof startFlakyNetwork>>

/**
 * Starts a server on a fixture's database whose work is interrupted at its steps: the connections to PostgreSQL are cut, PostgreSQL ends
 * them, or the application is killed with SIGKILL. `close` ends the server and the network.
 */
export async function startTearing(fixture: Fixture) {
  const { database } = fixture
  const network = await startFlakyNetwork(database.adminUrl)
  const port = await freePort()
  const start = (): Promise<BenchServer> =>
    startBenchServer('placewell', {
      PORT: String(port),
      LOG_LEVEL: 'silent',
      APP_RW: network.through(database.urlFor('app_rw')),
      APP_AUTH: database.urlFor('app_auth'),
      APP_WORKER: database.urlFor('app_worker'),
    })
  let server = await start()
  const breaks: Record<Manner, () => Promise<unknown>> = {
    cut: async () => {
      network.set('reset')
      network.set('none')
    },
    ended: () =>
      fixture.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'placewell' and datname = current_database()`,
      ),
    killed: async () => {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    },
  }
  /** Interrupts a kind of work in each manner at this many of its steps, including the response to the commit, and sends it again. */
  async function tear(kind: Kind, count: number): Promise<Finding> {
    const { name, make } = kind
    const steps = await stepsOf(network, port, kind)
    // Sent before each interrupted run, so that a connection exists and only the work is counted.
    const warm = await make()
    const faults: string[] = []
    const outcomes = { nothing: 0, whole: 0, part: 0, unbroken: 0 }
    for (const manner of MANNERS)
      for (const step of spread(steps, count)) {
        await again(() => warm.send(port))
        const work = await make()
        const isBroken = await breakAt(network, step, breaks[manner], () => work.send(port))
        if (server.process.exitCode !== null || server.process.signalCode !== null) server = await start()
        await settled(fixture)
        const where = `${manner} at ${step} of ${steps} steps`
        const left = await work.written()
        if (!isBroken) outcomes.unbroken++
        else if (left.every((n) => n === 0)) outcomes.nothing++
        else if (String(left) === String(work.whole)) outcomes.whole++
        else if (work.isSound?.(left)) outcomes.part++
        else faults.push(`${where}: ${left} of ${work.whole}`)
        const status = await again(() => work.send(port))
        const found = await work.written()
        if (status !== 200 || String(found) !== String(work.whole))
          faults.push(`${where}, sent again: ${status}, ${found} of ${work.whole}`)
      }
    return {
      name: `R20 ${name}: all or nothing, and once`,
      holds: faults.length === 0 && outcomes.nothing > 0 && outcomes.whole > 0,
      figures: `broken ${outcomes.nothing + outcomes.whole + outcomes.part} times at up to ${steps} steps (connections cut, ended by PostgreSQL, kill -9): ${outcomes.nothing} × nothing, ${outcomes.whole} × all of it with the answer lost${outcomes.part > 0 ? `, ${outcomes.part} × some rows wholly` : ''}; sent again, all of it once${faults.map((fault) => `; ${fault}`).join('')}`,
    }
  }
  const close = async (): Promise<void> => {
    await server.stop()
    network.close()
  }
  return { network, tear, close }
}

/** Returns a function that sends a call as this person with a separate session, and returns the status. */
export async function senderFor(fixture: Fixture, person: { id: string }) {
  const ask = await askerFor(fixture, person)
  return (path: string, body: object) =>
    async (port: number): Promise<number> =>
      (await ask(path, body, port)).status
}

/** Returns a function that sends a call as this person with a separate session, and returns the status and body. */
export async function askerFor(fixture: Fixture, { id }: { id: string }) {
  const { token, hash } = newToken()
  await fixture.rows(
    `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '24 hours')`,
    [hash, id],
  )
  return async (path: string, body: object, port: number): Promise<{ status: number; said: unknown }> => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { cookie: `placewell=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    return { status: answer.status, said: await answer.json().catch(() => null) }
  }
}

/**
 * Sends rows as screens do (decision 216): rows that a response did not reach are sent again until each was reached. Returns the last
 * status.
 */
export async function retryUntilAllReached<Row>(
  rows: readonly Row[],
  ask: (rows: readonly Row[]) => Promise<{ status: number; said: unknown }>,
  leftOf: (said: unknown, row: Row) => boolean,
): Promise<number> {
  const { status, said } = await ask(rows)
  const left = status === 200 ? rows.filter((row) => leftOf(said, row)) : []
  return left.length > 0 && left.length < rows.length ? retryUntilAllReached(left, ask, leftOf) : status
}

/** Counts, each from a separate query. */
export async function countsOf(fixture: Fixture, query: string, values: unknown[]): Promise<number[]> {
  const [row] = await fixture.rows<{ counts: number[] }>(`select array[${query}]::int[] as counts`, values)
  return row!.counts
}

/** How many packets go to the database for uninterrupted work on an open connection with planned statements. */
async function stepsOf(network: Network, port: number, { make }: Kind): Promise<number> {
  await (await make()).send(port)
  const work = await make()
  let steps = 0
  network.watch((way) => void (way === 'to the database' && steps++))
  const status = await work.send(port)
  network.watch(undefined)
  if (status !== 200) throw new Error(`Unbroken it was answered ${status}`)
  return steps
}

/** Evenly spaced steps, and the response to the commit. */
function spread(steps: number, count: number): (number | 'commit')[] {
  const before = Array.from({ length: count - 1 }, (_, at) => Math.round(((at + 1) * steps) / count))
  return [...before, 'commit']
}

/** Sends the work and interrupts it before this step reaches the database, or before the response to the commit returns. */
export async function breakAt(
  network: Network,
  step: number | 'commit',
  breaks: () => Promise<unknown>,
  send: () => Promise<number>,
): Promise<boolean> {
  let gone = 0
  let broken: Promise<unknown> | undefined
  network.watch((way, piece) => {
    if (way === 'to the database') gone++
    const isThere =
      way === 'to the database' ? gone === step : step === 'commit' && piece.includes('COMMIT\0')
    if (!isThere) return undefined
    network.watch(undefined)
    return (broken = breaks())
  })
  await send().catch(() => {})
  network.watch(undefined)
  await broken
  return broken !== undefined
}

/** Waits until the database is idle: interrupted work is rolled back, committed work is there. */
async function settled(fixture: Fixture): Promise<void> {
  for (;;) {
    const rows = await fixture.rows(
      `select 1 from pg_stat_activity where application_name = 'placewell' and datname = current_database() and state <> 'idle'`,
    )
    if (rows.length === 0) return
    await pause(20)
  }
}

/** Sends until there is a response: a server that has just lost its connections may ask to retry. */
async function again(send: () => Promise<number>): Promise<number> {
  for (let time = 0; ; time++) {
    const status = await send().catch(() => 0)
    if ((status !== 0 && status !== 503) || time === 50) return status
    await pause(100)
  }
}
