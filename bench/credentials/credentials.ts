import { call } from '@orpc/server'
import { sql } from 'kysely'
import type pg from 'pg'
import { formatNumber } from '#core/number-text.ts'
import { withActor } from '#platform/server/actor.ts'
import { createPool } from '#platform/server/db.ts'
import type { RequestContext } from '#platform/server/guard.ts'
import { SessionReader } from '#platform/server/session.ts'
import { refreshClearances } from '#features/credentials/server/commands/refresh-clearances.ts'
import { credentialHandlers } from '#features/credentials/server/handlers.ts'
import { timed, type Times, timesOf } from '../lib/load.ts'
import { contextOf, nationAt, signIn, startNationServer } from '../lib/national.ts'
import { report } from '../lib/report.ts'

// A school of 30,000 students on top of a hundredth of the national data: expiring credentials (W12, goal 50 ms), a review queue of 5,000,
// what clearance adds to a list of 50 shifts (goal 3 ms), and the nightly recomputation while people work.
// node bench/credentials/credentials.ts [--keep FOLDER]
const STUDENTS = 30_000
const OPEN = 5_000
const ROUNDS = 30
const ADMIN = 'admin@national.example'

const nation = await startNationServer()
try {
  const { admin, urls } = await nationAt(nation.adminUrl, 0.01)
  const [pool, authPool, workerPool] = [urls.appRw, urls.appAuth, urls.worker].map((url) =>
    createPool({ url, max: 4, name: 'bench' }),
  ) as [pg.Pool, pg.Pool, pg.Pool]
  try {
    await enlarge(admin)
    const context = await contextOf(pool, new SessionReader(authPool), await signIn(admin, ADMIN))
    await measure(admin, context, workerPool)
  } finally {
    await Promise.all([admin.end(), pool.end(), authPool.end(), workerPool.end()])
  }
} finally {
  await nation.stop()
}

/** Gives the administrator's school its students, each with eight credentials and an upcoming seat, a review queue, and requirements. */
async function enlarge(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ school: string; known: boolean }>(
    `select u.linked_school_id as school, exists (select 1 from public.users where email = 'many1@national.example') as known from public.users u where u.email = $1`,
    [ADMIN],
  )
  const { school, known } = rows[0]!
  if (known) return
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `create temporary table many on commit drop as select n, overlay(overlay(md5('many ' || n) placing '4' from 13) placing 'a' from 17)::uuid as id, '${school}'::uuid as school_id
       from generate_series(1, ${STUDENTS}) n;
     insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id)
       select id, 'many' || n || '@national.example', 'Student ' || n, 'student', 'active', true, school_id from many;
     insert into public.school_members (user_id, school_id) select id, school_id from many;
     insert into public.cohort_memberships (id, cohort_id, school_id, student_id, from_date)
       select gen_random_uuid(), k.id, m.school_id, m.id, current_date - 100 from many m
         join (select id, row_number() over (order by id) as at from public.cohorts where school_id = '${school}') k on k.at = m.n % 4 + 1;
     insert into public.credentials (school_id, person_id, type_id, status, values, issued_on, expires_on, submitted_at)
       select m.school_id, m.id, t.id, case when d.is_open then 'submitted' else 'approved' end, jsonb_build_object('issued_on', d.issued),
         case when not d.is_open then d.issued end, case when not d.is_open then (d.issued + make_interval(months => k.months))::date end, d.issued + 2
       from many m cross join (values (0, 'BLS', 24), (1, 'TB', 12), (2, 'HIPAA', 12), (3, 'PHYS', 12), (4, 'TDAP', 120), (5, 'HEPB', null), (6, 'MMR', null), (7, 'FLU', 10)) k (at, code, months)
       join public.credential_types t on t.code = k.code and t.owner_school_id is null and t.owner_facility_id is null
       cross join lateral (select current_date - 5 - get_byte(uuid_send(m.id), k.at) * coalesce(k.months, 24) * 30 / 256 as issued, k.at = 0 and m.n <= ${OPEN} as is_open) d;
     insert into public.credential_requirements (id, type_id, school_id, due_weeks, active_from)
       select gen_random_uuid(), t.id, '${school}', 3, current_date - 300 from public.credential_types t
       where t.code in ('BLS', 'TB', 'HIPAA', 'PHYS', 'HEPB', 'MMR') and t.owner_school_id is null and t.owner_facility_id is null;
     insert into public.assignments (id, shift_id, school_id, student_id, status, during, busy)
       select gen_random_uuid(), s.id, m.school_id, m.id, 'assigned', tstzrange(s.starts_at, s.ends_at), tstzrange(s.starts_at, s.ends_at) from many m
         join (select s.*, row_number() over (order by s.date, s.id) as at, count(*) over () as of from public.shifts s
           where s.school_id = '${school}' and s.date > current_date and s.status in ('approved', 'published', 'full')) s on s.at = m.n % s.of + 1;
     insert into public.seat_clearances (id, school_id, shift_id, student_id, date, computed_on)
       select a.id, a.school_id, a.shift_id, a.student_id, s.date, current_date - 1 from public.assignments a join many m on m.id = a.student_id join public.shifts s on s.id = a.shift_id`,
  )
  await admin.query('commit')
  await admin.query('vacuum analyze')
}

async function timesOfEach(times: number, work: () => Promise<unknown>): Promise<Times> {
  const each: number[] = []
  for (let turn = 0; turn < times + 3; turn++) {
    const ms = await timed(work)
    // Measured once plans and caches are warm.
    if (turn >= 3) each.push(ms)
  }
  return timesOf(each)
}

async function measure(admin: pg.Client, context: RequestContext, workerPool: pg.Pool): Promise<void> {
  const api = credentialHandlers({ objects: undefined as never, documents: { read: async () => null } })
  const list = () => call(api.expirations, {}, { context })
  const queue = (page: number) => call(api.queue, { page }, { context })
  const expiring = await timesOfEach(ROUNDS, list)
  const counting = await timesOfEach(ROUNDS, () => call(api.expirationCounts, {}, { context }))
  const { total } = await call(api.expirationCounts, {}, { context })
  const first = await timesOfEach(ROUNDS, () => queue(1))
  const last = await timesOfEach(ROUNDS, () => queue(OPEN / 25))
  const waiting = (await queue(1)).total

  const { rows: shifts } = await admin.query<{ id: string }>(
    `select s.id from public.shifts s join public.users u on u.linked_school_id = s.school_id where u.email = $1 and s.date > current_date
       and s.status in ('approved', 'published', 'full') order by s.date, s.id limit 50`,
    [ADMIN],
  )
  const ids = shifts.map(({ id }) => id)
  const shiftList = (isWith: boolean) =>
    withActor(context.pool, context.tokenHash, (tx) =>
      sql`select x.id, x.date, x.status ${isWith ? sql`, (select count(*)::int from public.seat_clearances q where q.shift_id = x.id and q.status = 'not_cleared' and q.computed_on < 'infinity') as not_cleared` : sql``}
        from public.shifts x where x.id = any (${ids}::uuid[])`.execute(tx),
    )
  const bare = await timesOfEach(ROUNDS * 3, () => shiftList(false))
  const within = await timesOfEach(ROUNDS * 3, () => shiftList(true))

  // At night: all seats are recomputed while someone reads the queue and reviews.
  const { rows: open } = await admin.query<{ id: string }>(
    `select c.id from public.credentials c join public.users u on u.linked_school_id = c.school_id where u.email = $1 and c.status in ('submitted', 'in_review') order by c.id limit 25`,
    [ADMIN],
  )
  const review = (turn: number) => call(api.open, { id: open[turn % open.length]!.id }, { context })
  let turn = 0
  const alone = {
    read: await timesOfEach(ROUNDS, () => queue(1)),
    write: await timesOfEach(ROUNDS, () => review(turn++)),
  }
  const beside = { read: [] as number[], write: [] as number[] }
  let isNight = true
  const people = (async () => {
    while (isNight) {
      beside.read.push(await timed(() => queue(1)))
      beside.write.push(await timed(() => review(turn++)))
    }
  })()
  const began = performance.now()
  let seats = 0
  for (let done = -1; done !== 0; seats += done)
    done = await withActor(workerPool, null, (tx) => refreshClearances(tx, 500), { deadlineMs: 20_000 })
  const night = performance.now() - began
  isNight = false
  await people
  const { rows: left } = await admin.query<{ count: number }>(
    'select count(*)::int from public.seat_clearances where computed_on < current_date and date >= current_date',
  )
  report({
    title: 'Credentials',
    size: { students: STUDENTS, 'of them expire in 180 days': total, 'to review': waiting },
    rows: [
      {
        id: 'W12',
        what: 'what expires of 30,000 students: the list',
        times: expiring,
        probe: total > 10_000,
        note: 'goal 50 ms',
      },
      { id: 'W12', what: 'the same: how many in each week, of all', times: counting },
      { id: '', what: 'the queue, first page', times: first, probe: waiting >= OPEN },
      { id: '', what: 'the queue, last page', times: last },
      { id: '', what: '50 shifts without clearance', times: bare },
      {
        id: '',
        what: '50 shifts with clearance',
        times: within,
        note: `${(within.p50 - bare.p50).toFixed(1)} ms more; goal 3 ms`,
      },
      {
        id: '',
        what: `the night: ${formatNumber(seats)} seats in ${(night / 1_000).toFixed(1)} s`,
        probe: seats >= STUDENTS && left[0]!.count === 0,
        note: `${((night * 1_000) / seats).toFixed(0)} µs a seat`,
      },
      { id: '', what: 'the queue read by a reviewer, alone', times: alone.read },
      { id: '', what: 'the same beside the night', times: timesOf(beside.read) },
      { id: '', what: 'a document opened for review, alone', times: alone.write },
      { id: '', what: 'the same beside the night', times: timesOf(beside.write) },
    ],
  })
}
