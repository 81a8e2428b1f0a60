import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { formatNumber } from '#core/number-text.ts'
import { runDueSeatWork } from '#features/assignments/server/public.ts'
import {
  evaluationWalks,
  runDueEvaluationWork,
} from '#features/evaluations/server/commands/run-due-evaluation-work.ts'
import {
  acceptCleanReports,
  reportWalks,
} from '#features/shift-reports/server/commands/accept-clean-reports.ts'
import { openShiftReports } from '#features/shift-reports/server/commands/open-shift-reports.ts'
import { calendarWalks, runDueShiftWork } from '#features/shifts/server/commands/run-due-shift-work.ts'
import { endedShiftsWalk } from '#features/shifts/server/public.ts'
import { withActor } from '#platform/server/actor.ts'
import { createPool, type Tx } from '#platform/server/db.ts'
import { timed } from '../lib/load.ts'
import { isQuick, nationAt, readSince, readSoFar, startNationServer } from '../lib/national.ts'
import { type Row, report } from '../lib/report.ts'

// What the worker does every minute, beside what waits for months: reports with exceptions, evaluations that no one has begun, requests,
// approved shifts, fair rounds. Each round is run until little is due, and then again; it may read no more rows than its own limits explain,
// so the same at a tenth of the nation and at all of it.
// node bench/calendar/minutes.ts [--quick: a hundredth instead of a tenth, where the limits say little] [--keep FOLDER]
const SHARE = isQuick ? 0.01 : 0.1
const NOW = '2026-11-21T17:00:00Z'
const ROUNDS = 6
/** Of which the last are measured: the earlier ones do what was due. */
const MEASURED = 2

const passOver = (_id: string, error: Error): void => console.error(error.message)
const walks = {
  calendar: calendarWalks(),
  reports: reportWalks(),
  ended: endedShiftsWalk(),
  evaluations: evaluationWalks(),
}
const rounds: { what: string; most: number; run: (tx: Tx) => Promise<unknown> }[] = [
  { what: 'shifts', most: 20_000, run: (tx) => runDueShiftWork(tx, { now: NOW, passOver }, walks.calendar) },
  { what: 'seats', most: 1_000, run: (tx) => runDueSeatWork(tx, { now: NOW, passOver }) },
  { what: 'reports to open', most: 10_000, run: (tx) => openShiftReports(tx, NOW, walks.ended) },
  {
    what: 'reports to accept',
    most: 30_000,
    run: (tx) => acceptCleanReports(tx, { passOver }, walks.reports),
  },
  {
    what: 'evaluations',
    most: 60_000,
    run: (tx) => runDueEvaluationWork(tx, NOW, walks.evaluations),
  },
]

const nation = await startNationServer()
try {
  const { admin, urls } = await nationAt(nation.adminUrl, SHARE)
  try {
    const size = await leaveWaiting(admin)
    const rows: Row[] = []
    for (const round of rounds) rows.push(await measure(admin, urls.worker, round))
    report({ title: 'Rounds of every minute', size, rows })
    if (rows.some(({ probe }) => !probe)) process.exitCode = 1
  } finally {
    await admin.end()
  }
} finally {
  await nation.stop()
}

async function measure(
  admin: pg.Client,
  url: string,
  { what, most, run }: (typeof rounds)[number],
): Promise<Row> {
  const times: number[] = []
  const read: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const before = await readSoFar(admin)
    // Connections report their statistics when they end.
    const pool = createPool({ url, max: 1, name: 'bench', queryTimeoutMs: 60_000 })
    times.push(await timed(() => withActor(pool, null, run, { deadlineMs: 120_000 })))
    await pool.end()
    await pause(500)
    read.push((await readSince(admin, before)).rows)
  }
  const rowsRead = Math.max(...read.slice(-MEASURED))
  const last = times.slice(-MEASURED).toSorted((a, b) => a - b)
  return {
    id: '',
    what,
    times: { p50: last[0]!, p99: last.at(-1)! },
    probe: rowsRead <= most,
    note: `${formatNumber(rowsRead)} rows read, at most ${formatNumber(most)}; ${read.map(formatNumber).join(', ')}`,
  }
}

/** Fills what waits, once; returns how much of it there is. */
async function leaveWaiting(admin: pg.Client): Promise<Record<string, number>> {
  const { rowCount: isThere } = await admin.query('select from public.school_instruments')
  if (!isThere) {
    await admin.query('begin; set local session_replication_role = replica')
    for (const text of [
      `update public.shift_reports r set status = 'submitted', accepted_at = null where exists (select from public.attendance_records a
         where a.shift_id = r.id and (a.status <> 'completed' or a.left_early_min > 0 or a.late_min > 10))`,
      `update public.shift_reports set proctor_id = null where status = 'submitted' and get_byte(uuid_send(id), 1) < 25`,
      `update public.shifts set signup_policy = 'fair_round', signup_mode = 'request', signup_closes_at = starts_at - interval '3 days'
       where status in ('published', 'full') and starts_at > '2026-11-25' and get_byte(uuid_send(id), 1) < 25`,
      `insert into priv.request_reminders (shift_id, submitted_at, is_last) select id, submitted_at, true from public.shifts where status = 'pending_facility'`,
      `update public.schools set settings = settings || jsonb_build_object('autopublish', d.dice < 50, 'evaluation_auto_verify', d.dice < 50)
       from (select id, get_byte(uuid_send(id), 1) as dice from public.schools) d where d.id = schools.id`,
      `update public.semesters t set settings = t.settings || '{"release_at": "2026-11-01T00:00:00Z"}'`,
      // Of schools that publish automatically, those without a leader are left.
      `update public.shifts s set proctor_id = null from public.schools c where c.id = s.school_id and (c.settings ->> 'autopublish')::boolean and s.status = 'approved'`,
      `insert into public.school_instruments (school_id, time, instrument_id) select s.id, 'shift', i.id from public.schools s,
         (select id from public.evaluation_instruments where owner_school_id is null and latest_version > 0 order by key limit 1) i`,
      `insert into public.evaluations (id, school_id, student_id, evaluator_id, subject, shift_id, semester_id, kind, instrument_id, instrument_version, status, due_at, submitted_at)
       select gen_random_uuid(), s.school_id, a.student_id, s.proctor_id, 'shift', s.id, s.semester_id, 'shift', i.id, i.latest_version, d.status, s.ends_at + interval '3 days',
         case when d.status not in ('assigned', 'overdue') then s.ends_at + interval '2 days' end
       from public.shifts s join public.assignments a on a.shift_id = s.id and a.status = 'completed'
       join public.schools c on c.id = s.school_id join public.school_instruments n on n.school_id = c.id join public.evaluation_instruments i on i.id = n.instrument_id
       cross join lateral (select get_byte(uuid_send(a.id), 2) as dice) r
       cross join lateral (select case when r.dice < 25 then case when s.ends_at > '2026-11-18' then 'assigned' else 'overdue' end when s.ends_at < '2026-11-08' then 'locked'
         when r.dice < 180 and not (c.settings ->> 'evaluation_auto_verify')::boolean then 'acknowledged' else 'submitted' end as status) d
       where s.status in ('completed', 'closed') and s.proctor_id is not null`,
    ])
      await admin.query(text)
    await admin.query('commit')
    await admin.query('vacuum analyze')
  }
  const { rows } = await admin.query<Record<string, number>>(
    `select (select count(*)::int from public.shifts) as shifts,
       (select count(*)::int from public.shift_reports where status = 'submitted') as "reports that wait",
       (select count(*)::int from public.evaluations where status in ('assigned', 'overdue')) as "evaluations not begun",
       (select count(*)::int from public.evaluations) as evaluations,
       (select count(*)::int from public.shifts where signup_policy = 'fair_round') as "fair rounds"`,
  )
  return rows[0]!
}
