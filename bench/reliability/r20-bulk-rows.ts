/**
 * R20 for jobs, which commit row by row: after kill -9 each row has exactly one outcome. A school publishes many shifts in one job; its
 * worker is repeatedly killed with SIGKILL at points spread over the rows, and another resumes the job when the queue hands it out again.
 * Then every row is done once: its shift is published with one event in its trail, and each student is notified once of all of them. The
 * control records an outcome before it processes the row, and must have rows that are done but not published.
 *
 *   node bench/reliability/r20-bulk-rows.ts [--quick]
 */
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { call } from '@orpc/server'
import { addDays } from '#core/plain-date.ts'
import { createShiftFixture, type ShiftFixture } from '#features/shifts/server/fake.ts'
import type { Finding } from '../lib/findings.ts'
import { runTrials } from './lib/trial.ts'
import { kill, startWorker } from './lib/worker.ts'

/**
 * The shifts of a job (there are 280 days, and one ward), the students, how often its worker is killed, and whether the queue itself
 * notices the last kill.
 */
export const FULL = { shifts: 250, students: 200, kills: 6, isNoticed: true }
export const QUICK = { shifts: 60, students: 20, kills: 2, isNoticed: false }
export type Size = typeof FULL

/** Tries the product's worker and the control. */
export async function* tryBulkRows(size: Size): AsyncGenerator<Finding> {
  const product = await trial(size, 'product')
  yield {
    name: 'R20 a bulk job that is killed: each row has one outcome',
    holds:
      product.status === 'done' &&
      product.faults === 0 &&
      product.kills === size.kills &&
      product.notified === size.students,
    figures: `${size.shifts} shifts, ${product.kills} × kill -9, ${product.waiting} rows without an outcome, ${product.notDone} done and not published, ${product.twice} published twice; ${product.notified} of ${size.students} students notified once, ${product.notifiedTwice} twice; ${product.seconds.toFixed(1)} s`,
  }
  const control = await trial(size, 'control')
  yield {
    name: 'R20 control: an outcome that is recorded before its row is done',
    holds: control.notDone > 0,
    figures: `${size.shifts} shifts, ${control.kills} × kill -9, ${control.notDone} rows done and not published`,
  }
}

async function trial(size: Size, manner: 'product' | 'control') {
  const at = await createShiftFixture()
  try {
    const began = performance.now()
    const ids = await approvedShifts(at, size.shifts)
    for (let n = 0; n < size.students; n++) await at.fixture.person({ role: 'student', school: at.school })
    const shifts = []
    for (const id of ids) shifts.push(await at.locked(id))
    const { job_id: job } = await call(
      at.api.startBulk,
      {
        id: randomUUID(),
        action: 'publish',
        selection: { kind: 'shifts', shifts },
        words: { to_be_named: true },
      },
      await at.as(at.people.ana),
    )
    const kills = await workAndKill(at, job, size, manner)
    await pause(500) // the last notifications, which the worker sends after the job
    const [found] = await at.fixture.rows<{
      status: string
      waiting: number
      notDone: number
      twice: number
      notified: number
      notifiedTwice: number
    }>(
      `select j.status,
         (select count(*)::int from public.job_items i where i.job_id = j.id and i.status = 'waiting') as waiting,
         (select count(*)::int from public.job_items i join public.shifts s on s.id = i.key::uuid
           where i.job_id = j.id and i.status = 'done' and s.status <> 'published') as "notDone",
         (select count(*)::int from (select e.shift_id from public.shift_events e where e.event = 'publish' and e.shift_id = any ($2)
           group by 1 having count(*) > 1) x) as twice,
         (select count(*)::int from (select n.recipient_id from public.notifications n where n.type = 'shifts_open'
           group by 1 having count(*) = 1) x) as notified,
         (select count(*)::int from (select n.recipient_id from public.notifications n where n.type = 'shifts_open'
           group by 1 having count(*) > 1) x) as "notifiedTwice"
       from public.jobs j where j.id = $1`,
      [job, ids],
    )
    const faults = found!.waiting + found!.notDone + found!.twice + found!.notifiedTwice
    return { ...found!, faults, kills, seconds: (performance.now() - began) / 1_000 }
  } finally {
    await at.fixture.close()
  }
}

async function approvedShifts(at: ShiftFixture, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let n = 0; n < count; n++) ids.push(await at.draft({ date: addDays(at.today, 21 + n), capacity: 4 }))
  await at.fixture.rows(
    `update public.shifts set status = 'approved', submitted_at = now(), decided_at = now(), approved_capacity = 4, seats = 4 where id = any ($1)`,
    [ids],
  )
  return ids
}

/** Runs a worker and kills it at rows spread over the job, until the job has ended. Returns how often it was killed. */
async function workAndKill(
  at: ShiftFixture,
  job: string,
  size: Size,
  manner: 'product' | 'control',
): Promise<number> {
  let kills = 0
  let worker = startWorker(at.fixture, 'r20-bulk-worker.ts', manner)
  const deadline = performance.now() + 90_000
  for (;;) {
    const [state] = await at.fixture.rows<{ status: string; through: number }>(
      `select j.status, (select count(*)::int from public.job_items i where i.job_id = j.id and i.status <> 'waiting') as through from public.jobs j where j.id = $1`,
      [job],
    )
    if (state!.status === 'done' || state!.status === 'failed' || performance.now() > deadline) break
    if (kills < size.kills && state!.through >= ((kills + 1) * size.shifts) / (size.kills + 1)) {
      await kill(worker)
      kills++
      // The queue notices a kill by the missing heartbeat after 20 seconds or more; except for the last kill it is marked immediately.
      if (!size.isNoticed || manner === 'control' || kills < size.kills)
        await at.fixture.rows(
          `update boss.job set state = 'retry', started_on = null, start_after = now() where data ->> 'job_id' = $1 and state = 'active'`,
          [job],
        )
      worker = startWorker(at.fixture, 'r20-bulk-worker.ts', manner)
    }
    await pause(5)
  }
  await pause(500)
  await kill(worker)
  return kills
}

if (import.meta.main) await runTrials((quick) => tryBulkRows(quick ? QUICK : FULL))
