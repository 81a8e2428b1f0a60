import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { nationalAccounts } from '#database/seeds/national.ts'
import { newToken } from '#platform/server/session.ts'
import { startBenchServer } from '../lib/installation.ts'
import { quantile, timed, timesOf } from '../lib/load.ts'
import { isQuick, nationAt, startNationServer } from '../lib/national.ts'
import { openSemester } from '../lib/open-shifts.ts'
import { freePort } from '../lib/ports.ts'
import { type Row, report } from '../lib/report.ts'

// Bulk actions on the national data over HTTP, by the product's own worker: a school of 2,000 students publishes 400 shifts, an
// organization approves 500 requests, 200 shifts of a day are canceled, and an instructor with 200 shifts is deactivated. Measures the
// call, the trial and the job until everyone is notified, and how long a page waits meanwhile.
// node bench/shifts/bulk.ts [--quick] [--share 0.1] [--keep FOLDER]
const given = process.argv.indexOf('--share')
const SHARE = given > 0 ? Number(process.argv[given + 1]) : 0.01
const STUDENTS = isQuick ? 500 : 2_000
const [PUBLISHED, APPROVED, CANCELED, LED] = isQuick ? [100, 100, 50, 50] : [400, 500, 200, 200]
/** A request that starts a job, and a page during the job, are answered within this time (ms, 95th of 100). */
const GOAL_MS = 250

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

type Made = { action: string; ids: string[]; token: string; words: object }

async function measure(admin: pg.Client, urls: Awaited<ReturnType<typeof nationAt>>['urls']): Promise<void> {
  const person = async (email: string) => {
    const { rows } = await admin.query<{ id: string; school: string; facility: string }>(
      'select id, linked_school_id as school, linked_facility_id as facility from public.users where email = $1',
      [email],
    )
    const { token, hash } = newToken()
    await admin.query(
      `insert into priv.sessions (token_hash, user_id, expires_at) values ($1, $2, now() + interval '24 hours')`,
      [hash, rows[0]!.id],
    )
    return { ...rows[0]!, token }
  }
  const [ana, frank] = [
    await person(nationalAccounts.school_admin),
    await person(nationalAccounts.facility_admin),
  ]
  await admin.query(
    `insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
     select 'bulk' || n || '.${randomUUID().slice(0, 8)}@national.example', 'Bulk Student ' || n, 'student', 'active', true, $1
     from generate_series(1, greatest($2::int - (select count(*)::int from public.users where role = 'student' and linked_school_id = $1), 0)) n`,
    [ana.school, STUDENTS],
  )
  await admin.query(
    `insert into public.partnerships (school_id, organization_id, status, agreement_kind, effective_from, effective_to, all_sites, requested_at)
     select $1, $2, 'active', 'affiliation', current_date - 30, current_date + 400, true, now()
     where not exists (select 1 from public.partnerships p where p.school_id = $1 and p.organization_id = $2 and p.status = 'active')`,
    [ana.school, frank.facility],
  )
  const semester = await openSemester(admin, ana.school, `Bulk ${randomUUID().slice(0, 8)}`)
  const made = (status: string, count: number, unit: string | null, perDay: number) =>
    admin
      .query<{ id: string }>(
        `insert into public.shifts (school_id, semester_id, title, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type,
           capacity, approved_capacity, seats, min_to_run, status, signup_mode, submitted_at)
         select $1, $2, 'Bulk day', d, '07:00', '15:00', 'America/Chicago', (d + time '07:00') at time zone 'America/Chicago', (d + time '15:00') at time zone 'America/Chicago',
           u.ids[1 + n % array_length(u.ids, 1)], 'med_surg', 'observation', 2, case when $3 <> 'pending_facility' then 2 end, case when $3 <> 'pending_facility' then 2 end, 0,
           $3, 'self_signup', now()
         from (select n, current_date + 30 + n / $6::int as d from generate_series(0, $4::int - 1) n) x,
           (select array_agg(f.id order by f.id) as ids from public.units t join public.facilities f on f.id = t.id
             where f.status = 'active' and case when $5::uuid is null then f.id in (select facility_id from public.shifts where school_id = $1)
               else f.id in (select app.facility_scope($5::uuid)) end) u
         returning id`,
        [ana.school, semester, status, count, unit, perDay],
      )
      .then(({ rows }) => rows.map(({ id }) => id))
  const works: Made[] = [
    { action: 'publish', ids: await made('approved', PUBLISHED!, null, 4), token: ana.token, words: {} },
    {
      action: 'approve',
      ids: await made('pending_facility', APPROVED!, frank.facility, 4),
      token: frank.token,
      words: {},
    },
    {
      action: 'cancel',
      ids: await made('approved', CANCELED!, frank.facility, CANCELED!),
      token: frank.token,
      words: { cancel_code: 'weather', reason: 'The site is closed by a storm.' },
    },
  ]
  const ledIds = await made('approved', LED!, frank.facility, 1)
  await admin.query('vacuum analyze public.shifts')
  const server = await startBenchServer('placewell', {
    PORT: String(await freePort()),
    APP_RW: urls.appRw,
    APP_AUTH: urls.appAuth,
    APP_WORKER: urls.worker,
  })
  const post = async (path: string, token: string, body: object) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method: 'POST',
      headers: { cookie: `placewell=${token}`, 'content-type': 'application/json', origin: server.url },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${answer.status} ${(await answer.text()).slice(0, 400)}`)
    return answer.json() as Promise<{ job_id: string }>
  }
  type State = {
    status: string
    done: number
    refused: number
    reasons: { message: string | null; count: number }[]
  }
  const state = async (token: string, id: string): Promise<State> =>
    (
      await fetch(`${server.url}/api/jobs/${id}`, { headers: { cookie: `placewell=${token}` } })
    ).json() as Promise<State>
  const ended = async (token: string, id: string): Promise<State> => {
    for (;;) {
      const found = await state(token, id)
      if (found.status === 'done' || found.status === 'failed') return found
      await sleep(50)
    }
  }
  /** Requests a page repeatedly; the result is how long it waited. */
  const pageBeside = (token: string) => {
    let isOver = false
    const waits: number[] = []
    const asking = (async () => {
      while (!isOver) {
        const headers = { cookie: `placewell=${token}` }
        waits.push(
          await timed(() =>
            fetch(`${server.url}/api/shifts/summary`, { headers }).then((answer) => answer.text()),
          ),
        )
        await sleep(30)
      }
    })()
    return async () => {
      isOver = true
      await asking
      return { p95: quantile(waits, 0.95), count: waits.length }
    }
  }
  /** An instructor leaves, and someone else takes over every shift. */
  const leave = async (): Promise<Row> => {
    const { id, version } = await leaver()
    const headers = { cookie: `placewell=${ana.token}` }
    const plan = (await (await fetch(`${server.url}/api/departures/${id}`, { headers })).json()) as {
      holdings: { kind: string; id: string }[]
      successors: { kind: string; id: string; clashes: string[] }[]
    }
    const heir = plan.successors.find(({ kind, clashes }) => kind === 'lead' && clashes.length === 0)!
    const decisions = plan.holdings.map(({ kind, id: item }) =>
      kind === 'lead'
        ? { kind, id: item, action: 'hand_over', successor_id: heir.id }
        : { kind, id: item, action: 'free' },
    )
    const sent = { version, reason: 'Leaves the school.', decisions, job_id: randomUUID() }
    const beside = pageBeside(ana.token)
    const asked = await timed(() => post(`/departures/${id}/deactivate`, ana.token, sent))
    let done: State | undefined
    const running = await timed(async () => (done = await ended(ana.token, sent.job_id)))
    const { p95, count } = await beside()
    const { rows: left } = await admin.query<{ status: string; led: number; notified: number }>(
      `select u.status, (select count(*)::int from public.shifts s where s.proctor_id = u.id and s.date > current_date) as led,
         (select count(*)::int from public.notifications n where n.recipient_id = $2 and n.created_at > now() - interval '5 minutes') as notified
       from public.users u where u.id = $1`,
      [id, heir.id],
    )
    const { status, led, notified } = left[0]!
    return {
      id: 'bulk',
      what: `an instructor with ${decisions.length} things leaves, ${LED} shifts among them: the call · the job`,
      times: timesOf([running]),
      probe:
        done!.status === 'done' &&
        status === 'deactivated' &&
        led === 0 &&
        notified === 1 &&
        asked < GOAL_MS * 4 &&
        p95 < GOAL_MS,
      note: `${asked.toFixed(0)} ms · ${running.toFixed(0)} ms; ${done!.status}, ${led} shifts left, the successor was notified ${notified} times; a page beside it waits ${p95.toFixed(0)} ms (p95 of ${count})`,
    }
  }
  /** Creates an instructor who leads this many shifts, one a day. */
  const leaver = async () => {
    const { rows: pair } = await admin.query<{ id: string; version: number }>(
      `insert into public.users (email, full_name, role, status, email_verified, linked_school_id)
       values ('leaver.${randomUUID().slice(0, 8)}@national.example', 'Lee Leaver', 'proctor', 'active', true, $1),
         ('heir.${randomUUID().slice(0, 8)}@national.example', 'Hal Heir', 'proctor', 'active', true, $1) returning id, version`,
      [ana.school],
    )
    await admin.query('update public.shifts set proctor_id = $1 where id = any ($2)', [pair[0]!.id, ledIds])
    return pair[0]!
  }
  const rows: Row[] = []
  try {
    for (const { action, ids, token, words } of works) {
      const { rows: versions } = await admin.query<{ id: string; version: number }>(
        'select id, version from public.shifts where id = any ($1)',
        [ids],
      )
      const start = (selection: object, isTrial: boolean) =>
        post('/shifts/bulk', token, {
          id: randomUUID(),
          action,
          selection,
          is_trial: isTrial,
          words: { to_be_named: true, ...words },
        })
      let trial = ''
      const asked = await timed(async () => {
        trial = (await start({ kind: 'shifts', shifts: versions }, true)).job_id
      })
      let tried: State | undefined
      const trying = await timed(async () => (tried = await ended(token, trial)))
      const beside = pageBeside(token)
      let done: State | undefined
      const running = await timed(async () => {
        const { job_id: id } = await start({ kind: 'trial', job_id: trial }, false)
        done = await ended(token, id)
      })
      const fitting = tried!.done - tried!.refused
      let notified = 0
      if (action === 'publish')
        notified = await timed(async () => {
          for (;;) {
            const { rows: found } = await admin.query<{ n: number }>(
              `select count(*)::int as n from public.notifications n join public.users u on u.id = n.recipient_id
                where n.type = 'shifts_open' and u.linked_school_id = $1 and n.created_at > now() - interval '5 minutes'`,
              [ana.school],
            )
            if (found[0]!.n >= STUDENTS) return
            await sleep(50)
          }
        })
      const { p95, count } = await beside()
      const why = tried!.reasons.filter(({ message }) => message).slice(0, 2)
      rows.push({
        id: 'bulk',
        what: `${action} ${ids.length}: the call · the trial · the job${action === 'publish' ? ' · everybody notified after it' : ''}`,
        times: timesOf([running]),
        probe:
          done!.status === 'done' &&
          done!.done === fitting &&
          done!.refused === 0 &&
          asked < GOAL_MS * 4 &&
          p95 < GOAL_MS,
        note: `${[asked, trying, running, ...(notified ? [notified] : [])].map((ms) => `${ms.toFixed(0)} ms`).join(' · ')}; ${fitting} fit, ${tried!.refused} do not${why.map(({ message, count: times }) => ` (${times}: ${message})`).join('')}; ${done!.done - done!.refused} done; a page beside it waits ${p95.toFixed(0)} ms (p95 of ${count})`,
      })
    }
    rows.push(await leave())
  } finally {
    await server.stop()
  }
  report({ title: 'Many shifts at once', size: { '% of the nation': SHARE * 100, students: STUDENTS }, rows })
}
