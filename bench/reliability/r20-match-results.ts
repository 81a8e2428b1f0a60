/**
 * R20 for publishing the result of a match: after kill -9 at any moment everyone has their seats and one notification, or no one has
 * anything, and the next worker finishes it. The publishing process is repeatedly killed with SIGKILL, each time a little later, over the
 * whole time that publishing takes. The control gives the seats of each shift separately, and must be found torn.
 *
 *   node bench/reliability/r20-match-results.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import { runJob } from '#features/jobs/server/public.ts'
import { matchRunHandlers } from '#features/match-runs/server/handlers.ts'
import { matchRunJobs } from '#features/match-runs/server/public.ts'
import { createWishlistFixture, type WishlistFixture } from '#features/wishlists/server/fake.ts'
import type { Finding } from '../lib/findings.ts'
import { runTrials } from './lib/trial.ts'
import { kill, startWorker } from './lib/worker.ts'

/** How many students are placed on two shifts each, and how often the worker is killed. */
export const FULL = { students: 24, kills: 20 }
export const QUICK = { students: 20, kills: 5 }
export type Size = typeof FULL
/** Milliseconds between the shifts of the control (r20-match-worker.ts). */
const CONTROL_PAUSE = 200

/** Tries the product's worker without and with kills, and the control. */
export async function* tryMatchResults(size: Size): AsyncGenerator<Finding> {
  const product = await trial(size, 'product')
  yield {
    name: 'R20 publishing a match by a process that is killed: everyone or no one, once',
    holds: product.torn === 0 && product.isWhole && product.kills >= Math.min(size.kills, 3),
    figures: figuresOf(product),
  }
  const control = await trial({ ...size, kills: Math.min(size.kills, 5) }, 'control')
  yield {
    name: 'R20 control: seats that are given shift by shift',
    holds: control.torn > 0,
    figures: figuresOf(control),
  }
}

type Trial = Awaited<ReturnType<typeof trial>>
const figuresOf = ({ kills, torn, seats, notified, milliseconds }: Trial): string =>
  `publishing takes ${milliseconds} ms; ${kills} × kill -9 spread over it, ${torn} times torn; in the end ${seats} seats and ${notified} students notified`

async function trial(size: Size, manner: 'product' | 'control') {
  const at = await createWishlistFixture()
  try {
    await addStudents(at, size.students - 3)
    const first = await matched(at)
    const began = performance.now()
    const whole = await publish(at, first)
    await runJob(at.fixture, matchRunJobs('http://127.0.0.1'), whole, new AbortController().signal)
    const milliseconds = Math.round(performance.now() - began)
    await at.fixture.rows(
      `update public.assignments set status = 'removed', reason = 'The next trial begins.' where status = 'assigned'`,
    )
    const run = await matched(at)
    const job = await publish(at, run)
    // The control pauses between the shifts.
    const over = manner === 'control' ? milliseconds + 6 * CONTROL_PAUSE : milliseconds
    const found = await workAndKill(at, { job, run, size, manner, milliseconds: over })
    return { ...found, milliseconds }
  } finally {
    await at.fixture.close()
  }
}

/** The most students that one instructor may supervise on each of the three rotations. */
const SEATS = 8

/** Adds students to the cohort, and seats for all of them. */
async function addStudents(at: WishlistFixture, count: number): Promise<void> {
  for (let n = 0; n < count; n++) {
    const { id } = await at.fixture.person({ role: 'student', school: at.school })
    await at.fixture.rows(
      `insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date) values ($1, $2, $3, $4)`,
      [at.cohort, at.school, id, addDays(at.today, -100)],
    )
  }
  await at.fixture.rows(
    `update public.shifts set capacity = $2, approved_capacity = $2, seats = $2 where series_id = any ($1::uuid[])`,
    [at.series, SEATS],
  )
}

/** Creates a run of a closed wishlist; returns its id. */
async function matched(at: WishlistFixture): Promise<string> {
  const api = matchRunHandlers()
  const { id } = await at.open({ min_choices: 1, max_choices: 3 })
  await at.close(id)
  const [run, job] = [randomUUID(), randomUUID()]
  const settings = { require_clearance: false }
  await call(
    api.start,
    { campaign_id: id, id: run, job_id: job, settings, idempotency_key: randomUUID() } as never,
    await at.as(at.people.ana),
  )
  await runJob(at.fixture, matchRunJobs('http://127.0.0.1'), job, new AbortController().signal)
  return run
}

async function publish(at: WishlistFixture, run: string): Promise<string> {
  const job = randomUUID()
  const input = { id: run, job_id: job, idempotency_key: randomUUID() }
  await call(matchRunHandlers().publish, input, await at.as(at.people.ana))
  return job
}

/** The published result: seats, notified students, and whether the wishlist shows it. */
async function standing({ fixture }: WishlistFixture, run: string) {
  const [found] = await fixture.rows<{ seats: number; notified: number; twice: number; published: boolean }>(
    `select (select count(*)::int from public.assignments a where a.status = 'assigned') as seats,
       (select count(distinct n.recipient_id)::int from public.notifications n where n.code = 'wishlist.published' and n.data ->> 'action_url' like '%' || r.campaign_id) as notified,
       (select count(*)::int from (select from public.notifications n where n.code = 'wishlist.published' and n.data ->> 'action_url' like '%' || r.campaign_id
         group by n.recipient_id having count(*) > 1) x) as twice, r.status = 'published' as published
     from public.wishlist_runs r where r.id = $1`,
    [run],
  )
  return found!
}

type Work = {
  job: string
  run: string
  size: Size
  manner: 'product' | 'control'
  milliseconds: number
}

/** Kills the worker while it publishes, each time a little later, and lets the last one finish. */
async function workAndKill(at: WishlistFixture, { job, run, size, manner, milliseconds }: Work) {
  const all = { seats: size.students * 2, notified: size.students }
  let [kills, torn] = [0, 0]
  const isNothing = (now: Awaited<ReturnType<typeof standing>>) =>
    now.seats === 0 && now.notified === 0 && !now.published
  const isAll = (now: Awaited<ReturnType<typeof standing>>) =>
    now.seats === all.seats && now.notified === all.notified && now.twice === 0 && now.published
  while (kills < size.kills) {
    const worker = startWorker(at.fixture, 'r20-match-worker.ts', manner)
    await isTaken(at, job)
    await pause((milliseconds * kills) / size.kills)
    await kill(worker)
    kills++
    // A backend continues briefly without its client; uncommitted work is rolled back.
    await alone(at)
    const now = await standing(at, run)
    if (!isNothing(now) && !isAll(now)) torn++
    // If it is published before the last kill, there is nothing left to kill.
    if (isAll(now) && manner === 'product') break
    await at.fixture.rows(
      `update boss.job set state = 'retry', started_on = null, start_after = now() where data ->> 'job_id' = $1 and state = 'active'`,
      [job],
    )
    // A job whose worker dies repeatedly would be given up; here it dies on purpose.
    await at.fixture.rows('update public.jobs set attempts = 0 where id = $1', [job])
  }
  const last = startWorker(at.fixture, 'r20-match-worker.ts', manner)
  const deadline = performance.now() + 60_000
  while ((await statusOf(at, job)) !== 'done' && performance.now() < deadline) await pause(20)
  await kill(last)
  const end = await standing(at, run)
  return { kills, torn, isWhole: isAll(end), seats: end.seats, notified: end.notified }
}

const statusOf = async ({ fixture }: WishlistFixture, job: string) =>
  (await fixture.rows<{ status: string }>('select status from public.jobs where id = $1', [job]))[0]!.status

async function isTaken(at: WishlistFixture, job: string): Promise<void> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const [found] = await at.fixture.rows<{ state: string }>(
      `select state::text from boss.job where data ->> 'job_id' = $1 order by created_on desc limit 1`,
      [job],
    )
    if (found && found.state !== 'created' && found.state !== 'retry') return
    if (performance.now() > deadline) return
    await pause(2)
  }
}

/** Waits until no backend of a killed worker is left. */
async function alone({ fixture }: WishlistFixture): Promise<void> {
  for (;;) {
    const [found] = await fixture.rows<{ left: number }>(
      `select count(*)::int as left from pg_stat_activity where application_name = 'placewell r20 match' and datname = current_database()`,
    )
    if (found!.left === 0) return
    await pause(10)
  }
}

if (import.meta.main) await runTrials((quick) => tryMatchResults(quick ? QUICK : FULL))
