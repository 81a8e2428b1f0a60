/**
 * R20: work of many steps is done wholly or not at all, and once.
 * A semester is copied, a class is invited, and a facility approves shifts; at a step of it, and again when the answer to the
 * commit is on its way, the connections to PostgreSQL are cut, PostgreSQL ends them, or the application is killed by SIGKILL.
 * What is there then is all of it or nothing; sent again with the same key it is all of it, once. The control writes row by
 * row, each committed by itself, and must be torn.
 *
 *   node bench/reliability/r20-torn-work.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { addDays } from '#core/plain-date.ts'
import { createPlaces, type Places } from '#features/shifts/server/fake.ts'
import { newToken } from '#platform/server/session.ts'
import type { Finding } from '../lib/findings.ts'
import { startFlakyNetwork } from '../lib/flaky-network.ts'
import { type BenchServer, startBenchServer } from '../lib/installation.ts'
import { freePort } from '../lib/ports.ts'
import { termToCopy } from './lib/terms.ts'
import { runTrials } from './lib/trial.ts'

/**
 * `steps`: at how many steps of each work it is broken in each manner, the answer to the commit included. Each approved shift
 * has a day of its own in the one ward, of the 280 there are.
 */
export const FULL = { steps: 8, rows: 60, approvals: 10 }
export const QUICK = { steps: 2, rows: 20, approvals: 4 }
export type Size = typeof FULL

const MANNERS = ['cut', 'ended', 'killed'] as const
type Manner = (typeof MANNERS)[number]

/** A piece of work: what is sent, and how much of each thing it writes is there; all of it is `whole`. */
type Work = {
  send(port: number): Promise<number>
  written(): Promise<number[]>
  whole: number[]
}
type Kind = { name: string; make(): Promise<Work> }
type Network = Awaited<ReturnType<typeof startFlakyNetwork>>

/** Each kind of work in each manner, and the control. */
export async function* tryTornWork(size: Size): AsyncGenerator<Finding> {
  const at = await createPlaces()
  const { database } = at.world
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
      at.world.rows(
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'placewell' and datname = current_database()`,
      ),
    killed: async () => {
      server.process.kill('SIGKILL')
      await once(server.process, 'exit')
    },
  }
  try {
    for (const kind of await works(at, size)) {
      const { name, make } = kind
      const steps = await stepsOf(network, port, kind)
      // Sent before each that is broken, so that a connection is there: what is counted is the work.
      const warm = await make()
      const faults: string[] = []
      const outcomes = { nothing: 0, whole: 0, unbroken: 0 }
      for (const manner of MANNERS)
        for (const step of spread(steps, size.steps)) {
          await again(() => warm.send(port))
          const work = await make()
          const isBroken = await breakAt(network, step, breaks[manner], () => work.send(port))
          if (server.process.exitCode !== null || server.process.signalCode !== null) server = await start()
          await settled(at)
          const where = `${manner} at ${step} of ${steps} steps`
          const left = await work.written()
          if (!isBroken) outcomes.unbroken++
          else if (left.every((count) => count === 0)) outcomes.nothing++
          else if (String(left) === String(work.whole)) outcomes.whole++
          else faults.push(`${where}: ${left} of ${work.whole}`)
          const status = await again(() => work.send(port))
          const found = await work.written()
          if (status !== 200 || String(found) !== String(work.whole))
            faults.push(`${where}, sent again: ${status}, ${found} of ${work.whole}`)
        }
      yield {
        name: `R20 ${name}: all or nothing, and once`,
        holds: faults.length === 0 && outcomes.nothing > 0 && outcomes.whole > 0,
        figures: `broken ${outcomes.nothing + outcomes.whole} times at up to ${steps} steps (connections cut, ended by PostgreSQL, kill -9): ${outcomes.nothing} × nothing, ${outcomes.whole} × all of it with the answer lost; sent again, all of it once${faults.map((fault) => `; ${fault}`).join('')}`,
      }
    }
    yield await control(at, network, size)
  } finally {
    await server.stop()
    network.close()
    await at.world.close()
  }
}

/** How many pieces go to the database for one work that nobody breaks, its connection made and its statements planned. */
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

/** Steps of so many, evenly, and the answer to the commit. */
function spread(steps: number, count: number): (number | 'commit')[] {
  const before = Array.from({ length: count - 1 }, (_, at) => Math.round(((at + 1) * steps) / count))
  return [...before, 'commit']
}

/** Sends the work and breaks before this step reaches the database, or before the answer to the commit comes back. */
async function breakAt(
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

/** Nobody is at work in the database any more: what was broken is rolled back, what was committed is there. */
async function settled({ world }: Places): Promise<void> {
  for (;;) {
    const rows = await world.rows(
      `select 1 from pg_stat_activity where application_name = 'placewell' and datname = current_database() and state <> 'idle'`,
    )
    if (rows.length === 0) return
    await pause(20)
  }
}

/** Sends until there is an answer: a server that has just lost its connections may ask for a moment. */
async function again(send: () => Promise<number>): Promise<number> {
  for (let time = 0; ; time++) {
    const status = await send().catch(() => 0)
    if ((status !== 0 && status !== 503) || time === 50) return status
    await pause(100)
  }
}

/** The three kinds of work, by people of Lake School and River Health. */
async function works(at: Places, { rows, approvals }: Size): Promise<Kind[]> {
  const { world, school, people, today } = at
  const tokenOf = async ({ id }: { id: string }): Promise<string> => {
    const { token, hash } = newToken()
    await world.rows(
      `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '24 hours')`,
      [hash, id],
    )
    return token
  }
  const [ana, frank] = [await tokenOf(people.ana), await tokenOf(people.frank)]
  const post = (token: string, path: string, body: object) => async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api${path}`, {
      method: 'POST',
      headers: { cookie: `placewell=${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(20_000),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const counts = async (query: string, values: unknown[]): Promise<number[]> => {
    const [row] = await world.rows<{ counts: number[] }>(`select array[${query}]::int[] as counts`, values)
    return row!.counts
  }
  const { source, semester } = await termToCopy(world, school, rows)
  let day = 10
  return [
    {
      name: 'copying a semester',
      async make() {
        const target = await semester('2031-08-25', '2031-12-12')
        return {
          send: post(ana, `/semesters/${source}/copy`, {
            target: { kind: 'existing', id: target },
            options: { flagged: 'copy' },
            idempotency_key: randomUUID(),
          }),
          written: () =>
            counts(
              `(select count(*) from public.shifts where semester_id = $1), (select count(*) from public.semester_copies where target_semester_id = $1)`,
              [target],
            ),
          whole: [rows, 1],
        }
      },
    },
    {
      name: 'inviting a class',
      async make() {
        const key = randomUUID()
        const pupils = Array.from({ length: rows }, (_, n) => ({
          line: n + 1,
          email: `student${n}.${key.slice(0, 8)}@class.example`,
          first_name: 'Sam',
          last_name: `Student ${n}`,
          student_id: '',
          cohort: '',
          program: '',
          phone: '',
        }))
        return {
          send: post(ana, '/invitations/import', { idempotency_key: key, school_id: school, rows: pupils }),
          written: () =>
            counts(
              `(select count(*) from public.invitations where batch_id = $1), (select count(*) from priv.mails where to_address = any ($2))`,
              [key, pupils.map(({ email }) => email)],
            ),
          whole: [rows, rows],
        }
      },
    },
    {
      name: 'approving shifts',
      async make() {
        const shifts: { id: string; version: number }[] = []
        for (let n = 0; n < approvals; n++) {
          const id = await at.draft({ date: addDays(today, (day = (day % 280) + 1) + 20) })
          await at.submit(id)
          shifts.push(await at.locked(id))
        }
        const ids = shifts.map(({ id }) => id)
        return {
          send: post(frank, '/shifts/approve', { shifts }),
          written: () =>
            counts(
              `(select count(*) from public.shifts where id = any ($1) and status = 'approved'), (select count(*) from public.shift_events where shift_id = any ($1) and event = 'approve'),
               (select count(*) from public.notifications where type = 'shift_approved' and recipient_id = $2 and data ->> 'action_url' = any ($3))`,
              [ids, people.ana.id, ids.map((id) => `/shift/${id}`)],
            ),
          // Those approved together are notified of once.
          whole: [approvals, approvals, 1],
        }
      },
    },
  ]
}

/** The same copy as naive code makes it: row by row, each committed by itself. */
async function control(at: Places, network: Network, { rows }: Size): Promise<Finding> {
  const { world } = at
  await world.rows('create table public.trial_copies (n int)')
  await world.rows('grant insert on public.trial_copies to app_rw')
  const client = new pg.Client({ connectionString: network.through(world.database.urlFor('app_rw')) })
  client.on('error', () => {})
  await client.connect()
  const copy = async (): Promise<number> => {
    for (let n = 0; n < rows; n++) await client.query('insert into public.trial_copies values ($1)', [n])
    return 200
  }
  const cut = async (): Promise<void> => network.set('reset')
  await breakAt(network, Math.round(rows / 2), cut, copy)
  network.set('none')
  await client.end().catch(() => {})
  const [left] = await world.rows<{ n: number }>('select count(*)::int as n from public.trial_copies')
  return {
    name: 'R20 control: written row by row it is torn',
    holds: left!.n > 0 && left!.n < rows,
    figures: `${left!.n} of ${rows} rows are there`,
  }
}

if (import.meta.main) await runTrials((quick) => tryTornWork(quick ? QUICK : FULL))
