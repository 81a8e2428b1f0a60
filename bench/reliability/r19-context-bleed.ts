/**
 * R19: no one ever gets another person's data, however few connections serve however many people. Hundreds of people share 16 connections;
 * in between, work fails in PostgreSQL and in our own code, exceeds its deadline, has its connection killed, and some calls have no person.
 * Every returned row must be the caller's own; also over HTTP, where callers disconnect halfway. The control sets the identity for the
 * session instead of the transaction, and must leak.
 *
 *   node bench/reliability/r19-context-bleed.ts [--quick]
 */
import { request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type pg from 'pg'
import { startProduct } from '#app/testing.ts'
import { createFixture, type Person } from '#database/testing.ts'
import { withActor } from '#platform/server/actor.ts'
import { createPool, queriesOn, type Tx } from '#platform/server/db.ts'
import type { Finding } from '../lib/findings.ts'
import { inParallel, runTrials, seededRandom } from './lib/trial.ts'

export const FULL = { people: 600, rounds: 20, connections: 16 }
export const QUICK = { people: 120, rounds: 4, connections: 16 }
export type Size = typeof FULL

type Act = typeof withActor

/** Runs the whole trial: product and control. */
export async function* tryBleed(size: Size): AsyncGenerator<Finding> {
  yield await tryOnDatabase(withActor, size)
  yield await tryOverHttp(size)
  const control = await tryOnDatabase(actForSession, { ...size, rounds: Math.min(size.rounds, 4) })
  yield {
    name: 'R19 control: identity set for the session bleeds',
    holds: control.wrong > 0,
    figures: control.figures,
  }
}

/** What people (some not signed in) see of themselves and of others while much of the work fails. */
async function tryOnDatabase(
  act: Act,
  { people, rounds, connections }: Size,
): Promise<Finding & { wrong: number }> {
  const fixture = await createFixture()
  const pool = createPool({ url: fixture.database.urlFor('app_rw'), max: connections, name: 'trial' })
  try {
    const everybody = await populate(fixture, people)
    const random = seededRandom(19)
    const counts = { calls: 0, failed: 0, wrong: 0, nobody: 0, cut: 0 }
    const calls = Array.from({ length: people * rounds }, () => ({
      person: random() < 0.15 ? null : everybody[Math.floor(random() * people)]!,
      mishap: random(),
    }))
    await inParallel(calls, connections * 3, async ({ person, mishap }) => {
      counts.calls++
      const look = async (tx: Tx): Promise<void> => {
        const { rows } = await sql<{ me: string | null; seen: string[] | null }>`
          select app.uid() as me, (select array_agg(u.id) from public.users u) as seen`.execute(tx)
        const { rows: notices } = await sql<{
          recipient_id: string
        }>`select recipient_id from public.notifications`.execute(tx)
        const others = [...(rows[0]!.seen ?? []), ...notices.map((row) => row.recipient_id)].filter(
          (id) => id !== person?.id,
        )
        if (rows[0]!.me !== (person?.id ?? null) || others.length > 0) counts.wrong++
        if (person && notices.length !== 1) counts.wrong++
      }
      if (!person) counts.nobody++
      const stumble = async (tx: Tx): Promise<void> => {
        await look(tx)
        if (mishap < 0.1) await sql`select 1 / 0`.execute(tx)
        if (mishap < 0.2) throw new Error('our own mistake')
        if (mishap < 0.22) await sql`select pg_sleep(0.2)`.execute(tx)
        if (mishap < 0.25) {
          counts.cut++
          await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx)
        }
        await look(tx)
      }
      await act(pool, person?.tokenHash ?? null, stumble, {
        deadlineMs: mishap >= 0.2 && mishap < 0.22 ? 100 : 5_000,
        readOnly: mishap > 0.6,
      }).catch(() => counts.failed++)
    })
    const { calls: made, failed, wrong, nobody, cut } = counts
    return {
      name: 'R19 on the database: every row is the asker’s own',
      wrong,
      holds: wrong === 0 && failed > made / 10,
      figures: `${people} people and nobody (${nobody} times) in ${made} transactions on ${connections} connections, ${failed} of them failed (${cut} connections killed), ${wrong} saw somebody else`,
    }
  } finally {
    await pool.end()
    await fixture.close()
  }
}

/** The same over HTTP with real sessions; a quarter of the callers disconnect, the others retry until there is capacity. */
async function tryOverHttp({ people, rounds, connections }: Size): Promise<Finding> {
  const product = await startProduct({ env: { DB_POOL_SIZE: String(connections) } })
  try {
    const everybody = await populate(product.fixture, people)
    const tokens = new Map<string, string>()
    for (const person of everybody) tokens.set(person.id, await product.session(person))
    const random = seededRandom(1_919)
    const counts = { answered: 0, wrong: 0, hungUp: 0, refused: 0 }
    const calls = Array.from({ length: people * Math.ceil(rounds / 2) }, () => ({
      person: random() < 0.1 ? null : everybody[Math.floor(random() * people)]!,
      path: random() < 0.5 ? '/api/profile' : '/api/notifications',
      hangsUp: random() < 0.25,
      patience: random() * 12,
    }))
    const { origin } = new URL(product.server.url)
    await inParallel(calls, 100, async ({ person, path, hangsUp, patience }) => {
      const token = person ? tokens.get(person.id)! : null
      if (hangsUp) {
        counts.hungUp++
        return new Promise<void>((resolve) => {
          const call = request(
            origin,
            { path, headers: token ? { cookie: `${product.cookie}=${token}` } : {} },
            (answer) => answer.resume(),
          )
          call.on('error', () => {})
          call.on('close', () => resolve())
          call.end()
          setTimeout(() => call.destroy(), patience)
        })
      }
      let answer = await product.send({ path, token })
      for (let tries = 1; answer.status === 503 && tries < 100; tries++) {
        counts.refused++
        await sleep(100)
        answer = await product.send({ path, token })
      }
      counts.answered++
      if (!person) return void (answer.status === 401 || counts.wrong++)
      const ids = new Set(answer.text.match(/[\w.-]+@trial\.example/g))
      if (answer.status !== 200 || ids.size !== 1 || !ids.has(person.email)) counts.wrong++
    })
    const { answered, wrong, hungUp, refused } = counts
    return {
      name: 'R19 over HTTP: every answer is the caller’s own',
      holds: wrong === 0 && answered > 0,
      figures: `${people} people, ${answered} answers, ${hungUp} callers hung up, ${refused} times no room and asked again, ${wrong} answers were somebody else’s`,
    }
  } finally {
    await product.close()
  }
}

/** Creates people who each see only themselves and one notification with their name. */
async function populate(
  fixture: Awaited<ReturnType<typeof createFixture>>,
  count: number,
): Promise<Person[]> {
  const found: Person[] = []
  for (let index = 0; index < count; index++) {
    const person = await fixture.person({ role: 'student', email: `person-${index}@trial.example` })
    await fixture.rows(
      `insert into public.notifications (recipient_id, title, message, type) values ($1, 'Yours', $2, 'trial')`,
      [person.id, person.email],
    )
    found.push(person)
  }
  return found
}

/** What withActor would be if it relied on callers to clean up. */
async function actForSession<T>(
  pool: pg.Pool,
  tokenHash: string | null,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    if (tokenHash) await client.query(`select set_config('app.session', $1, false)`, [tokenHash])
    const result = await work(queriesOn(client))
    await client.query('reset app.session')
    return result
  } catch (error) {
    if ((error as { code?: string }).code === '57P01') broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

if (import.meta.main) await runTrials((quick) => tryBleed(quick ? QUICK : FULL))
