import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { formatNumber } from '#core/number-text.ts'
import { nationalAccounts } from '#database/seeds/national.ts'
import { connectionFor } from '#platform/server/postgres.ts'
import { newToken } from '#platform/server/session.ts'
import { startBenchServer } from '../lib/installation.ts'
import { timed, timesOf } from '../lib/load.ts'
import { isQuick, nationAt, startNationServer } from '../lib/national.ts'
import { openSemester } from '../lib/open-shifts.ts'
import { freePort } from '../lib/ports.ts'
import { report } from '../lib/report.ts'

// W6: a semester of 10,000 shifts is copied over HTTP, and the same rows are written in other ways into the same tables with the same
// constraints: row by row, in batches of 1,000, in one statement.
// node bench/shifts/copy-semester.ts [--quick] [--keep FOLDER]
const SHIFTS = isQuick ? 2_000 : 10_000
const COLUMNS = `school_id, semester_id, title, course_code, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type, capacity, copied_from_shift_id,
  copy_id, created_by, break_min, conference_min, min_to_run, objectives, signup_mode, arrival_note, cohort_ids`

const SHARE = 0.01

const nation = await startNationServer()
try {
  const { admin, urls } = await nationAt(nation.adminUrl, SHARE)
  try {
    await measure(admin, urls)
  } finally {
    await admin.end()
  }
} finally {
  await nation.stop()
}

async function measure(admin: pg.Client, urls: Awaited<ReturnType<typeof nationAt>>['urls']): Promise<void> {
  const {
    rows: [ana],
  } = await admin.query<{ id: string; school: string }>(
    `select id, linked_school_id as school from public.users where email = $1`,
    [nationalAccounts.school_admin],
  )
  const { token, hash } = newToken()
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '24 hours')`,
    [hash, ana!.id],
  )
  const source = await openSemester(admin, ana!.school, `Source ${randomUUID()}`)
  // Spread over the school's own units and the days of the year, with a student on every hundredth.
  await admin.query(
    `insert into public.shifts (school_id, semester_id, title, course_code, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, capacity)
     select $1, $2, 'Clinical day', 'NURS 300', current_date + 7 + n / 30, '07:00', '15:00', 'America/Chicago', (current_date + 7 + n / 30 + time '07:00') at time zone 'America/Chicago',
       (current_date + 7 + n / 30 + time '15:00') at time zone 'America/Chicago', u.ids[1 + n % array_length(u.ids, 1)], 'med_surg', 8
     from generate_series(0, $3::int - 1) n, (select array_agg(distinct facility_id) as ids from public.shifts where school_id = $1 and facility_id is not null) u`,
    [ana!.school, source, SHIFTS],
  )
  await admin.query('vacuum analyze public.shifts')
  const server = await startBenchServer('placewell', {
    PORT: String(await freePort()),
    APP_RW: urls.appRw,
    APP_AUTH: urls.appAuth,
    APP_WORKER: urls.worker,
  })
  const watcher = new pg.Client({
    connectionString: connectionFor(nation.adminUrl, { database: admin.database! }),
  })
  await watcher.connect()
  try {
    const counts = new Set<number>()
    const copies: string[] = []
    const overHttp: number[] = []
    for (let time = 0; time < 3; time++) {
      const target = await openSemesterAfter(admin, ana!.school, time)
      copies.push(target)
      let isDone = false
      // A concurrent reader sees nothing of it, or all.
      const watching = (async () => {
        while (!isDone) {
          counts.add(await countOf(watcher, target))
          await sleep(5)
        }
      })()
      overHttp.push(
        await timed(async () => {
          const answer = await fetch(`${server.url}/api/semesters/${source}/copy`, {
            method: 'POST',
            headers: { cookie: `placewell=${token}`, 'content-type': 'application/json', origin: server.url },
            body: JSON.stringify({
              target: { kind: 'existing', id: target },
              mode: 'exact',
              idempotency_key: randomUUID(),
              options: {
                shifts: true,
                instructors: false,
                units: true,
                capacity: true,
                series: true,
                flagged: 'copy',
              },
            }),
          })
          if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 400)}`)
          const { copy } = (await answer.json()) as { copy: { copied: number } }
          if (copy.copied !== SHIFTS) throw new Error(`${copy.copied} copied`)
        }),
      )
      isDone = true
      await watching
      counts.add(await countOf(watcher, target))
    }
    const {
      rows: [right],
    } = await admin.query<{ n: number; moved: number; people: number; drafts: number }>(
      `select count(*)::int as n, count(*) filter (where x.date - s.date = t.start_date - f.start_date and x.start_time = s.start_time and x.facility_id = s.facility_id)::int as moved,
         count(*) filter (where x.status = 'draft')::int as drafts, (select count(*)::int from public.assignments a where a.shift_id = any (array_agg(x.id))) + count(x.proctor_id)::int as people
       from public.shifts x join public.shifts s on s.id = x.copied_from_shift_id join public.semesters t on t.id = x.semester_id join public.semesters f on f.id = s.semester_id where x.semester_id = $1`,
      [copies[0]],
    )
    const isRight =
      right!.n === SHIFTS && right!.moved === SHIFTS && right!.drafts === SHIFTS && right!.people === 0
    const isAtomic = [...counts].every((count) => count === 0 || count === SHIFTS)

    const one = await byHand(admin, ana!.school, source, SHIFTS)
    const batches = await byHand(admin, ana!.school, source, 1_000)
    const rows = await byHand(admin, ana!.school, source, 1)
    const ms = overHttp.toSorted((a, b) => a - b)[1]!
    report({
      title: `A semester of ${formatNumber(SHIFTS)} shifts copied`,
      size: { '% of the nation': SHARE * 100, shifts: SHIFTS },
      rows: [
        {
          id: 'W6',
          what: 'over HTTP, planned, recorded and undoable (the middle of three)',
          times: timesOf(overHttp),
          probe: isRight && isAtomic,
          against: { 'row by row': rows / ms, 'batches of 1,000': batches / ms, 'one statement': one / ms },
          note: 'goal 60 ms; count, dates, no people; seen by others as none or all',
        },
        { id: 'W6', what: 'peer: one statement in the database', times: timesOf([one]) },
        { id: 'W6', what: 'peer: batches of 1,000 sent by a client', times: timesOf([batches]) },
        { id: 'W6', what: 'peer: row by row sent by a client', times: timesOf([rows]) },
      ],
    })
  } finally {
    await watcher.end()
    await server.stop()
  }
}

async function countOf(client: pg.Client, semester: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from public.shifts where semester_id = $1',
    [semester],
  )
  return rows[0]!.n
}

/** Creates a semester of the school, two or more years ahead, that is open for planning. */
async function openSemesterAfter(admin: pg.Client, school: string, years: number): Promise<string> {
  const { rows } = await admin.query<{ id: string }>(
    `insert into public.semesters (school_id, name, start_date, end_date, semester_type, academic_year) values ($1, $2, current_date + 366 * (2 + $3::int), current_date + 366 * (2 + $3::int) + 365, 'custom', 'Later') returning id`,
    [school, `Copy ${randomUUID()}`, years],
  )
  return rows[0]!.id
}

/** Writes the same rows from a client that has read them, this many at once, in one transaction that is rolled back. */
async function byHand(admin: pg.Client, school: string, source: string, atOnce: number): Promise<number> {
  const target = await openSemesterAfter(admin, school, 10)
  const { rows } = await admin.query<{ id: string }>(
    'select id from public.shifts where semester_id = $1 order by date, id',
    [source],
  )
  await admin.query('begin')
  const {
    rows: [copy],
  } = await admin.query<{ id: string }>(
    `insert into public.semester_copies (school_id, source_semester_id, target_semester_id, mode, delta_days, copied, copied_by)
     select $1, $2, $3, 'exact', 1098, $4, copied_by from public.semester_copies where source_semester_id = $2 limit 1 returning id`,
    [school, source, target, rows.length],
  )
  const ms = await timed(async () => {
    for (let first = 0; first < rows.length; first += atOnce)
      await admin.query({
        name: 'copy by hand',
        text: `insert into public.shifts (${COLUMNS}) select school_id, $1::uuid, title, course_code, date + 1098, start_time, end_time, time_zone, starts_at + interval '1098 days',
          ends_at + interval '1098 days', facility_id, specialty, experience_type, capacity, id,
          $3::uuid, created_by, break_min, conference_min, min_to_run, objectives, signup_mode, arrival_note, cohort_ids from public.shifts where id = any ($2::uuid[])`,
        values: [target, rows.slice(first, first + atOnce).map(({ id }) => id), copy!.id],
      })
  })
  await admin.query('rollback')
  return ms
}
