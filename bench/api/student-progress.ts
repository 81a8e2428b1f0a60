import { Agent, request } from 'node:http'
import pg from 'pg'
import { parentOf, processorTime, processorTimeOfAll } from '../lib/processor.ts'
import { newToken } from '#platform/server/session.ts'
import { startBenchServer } from '../lib/installation.ts'
import { timed, type Times, timesOf } from '../lib/load.ts'
import { isQuick, nationAt, startNationServer } from '../lib/national.ts'
import { freePort } from '../lib/ports.ts'
import { report } from '../lib/report.ts'

// W4: a student's progress over HTTP, compared with the same SQL sent directly to PostgreSQL; the list of a school of 400 students (goal
// 100 ms), and one student with six semesters (goal 20 ms).
// node bench/api/student-progress.ts [--quick] [--keep FOLDER]
const STUDENTS = 200
const SCHOOL = 400
const SHARE = 0.01
const CLIENTS = 16
const seconds = isQuick ? 2 : 5

const nation = await startNationServer()
try {
  const { admin, urls } = await nationAt(nation.adminUrl, SHARE)
  try {
    await enlarge(admin)
    await measure(admin, urls)
  } finally {
    await admin.end()
  }
} finally {
  await nation.stop()
}

type Urls = Awaited<ReturnType<typeof nationAt>>['urls']
type Asker = { token: string; hash: string; id: string }

/** Gives one school as many students as the goal requires, with copies of existing hours; the first of them gets six semesters. */
async function enlarge(admin: pg.Client): Promise<void> {
  await admin.query('begin; set local session_replication_role = replica')
  await admin.query(
    `create temporary table extra on commit drop as select u.*, gen_random_uuid() as fresh from public.users u
       where u.role = 'student' and u.linked_school_id = (select id from public.schools order by id limit 1)
       order by u.id limit greatest(0, $1 - (select count(*) from public.users u where u.role = 'student' and u.linked_school_id = (select id from public.schools order by id limit 1)))`,
    [SCHOOL],
  )
  await admin.query(
    `insert into public.users (id, email, full_name, role, status, email_verified, linked_school_id)
       select fresh, 'extra-' || email, full_name, role, status, true, linked_school_id from extra;
     insert into public.school_members (user_id, school_id, since) select fresh, linked_school_id, created_at from extra;
     insert into public.cohort_memberships (id, cohort_id, school_id, student_id, from_date)
       select gen_random_uuid(), m.cohort_id, m.school_id, e.fresh, m.from_date from public.cohort_memberships m join extra e on e.id = m.student_id;
     insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key)
       select h.school_id, e.fresh, h.semester_id, h.date, h.minutes, h.kind, h.specialty, 'import', 'extra ' || e.fresh || h.id from public.hours_entries h join extra e on e.id = h.student_id;
     insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year)
       select gen_random_uuid(), s.id, 'Semester ' || n, date '2024-01-10' + 180 * n, date '2024-05-10' + 180 * n, 'spring', '2024–2025' from (select id from public.schools order by id limit 1) s, generate_series(0, 3) n;
     insert into public.hours_entries (school_id, student_id, semester_id, date, minutes, kind, specialty, source, source_key)
       select t.school_id, u.id, t.id, t.start_date + n, 450, 'direct_care', 'med_surg', 'import', 'six ' || u.id || t.id || n
       from public.semesters t, generate_series(1, 17) n, (select id, linked_school_id from public.users where role = 'student' and linked_school_id = (select id from public.schools order by id limit 1) order by id limit 1) u
       where t.school_id = u.linked_school_id and t.name like 'Semester %'`,
  )
  await admin.query('commit')
  await admin.query('analyze')
}

async function signIn(admin: pg.Client, where: string, most: number): Promise<Asker[]> {
  const { rows } = await admin.query<{ id: string }>(
    `select u.id from public.users u where ${where} limit ${most}`,
  )
  const askers = rows.map(({ id }) => ({ id, ...newToken() }))
  await admin.query(
    `insert into priv.sessions (token_hash, user_id, expires_at) select t.hash, t.id, now() + interval '24 hours' from unnest($1::text[], $2::uuid[]) t (hash, id)`,
    [askers.map(({ hash }) => hash), askers.map(({ id }) => id)],
  )
  return askers
}

type Run = Times & { perSecond: number; processorMs: number }

/** Runs this many at once for some seconds; also measures the CPU time per request of all processes involved. */
async function times(clients: number, pids: Pids, ask: (turn: number) => Promise<unknown>): Promise<Run> {
  const each: number[] = []
  const used = () =>
    processorTime(pids.server) + processorTimeOfAll(pids.postmaster) + processorTime(process.pid)
  const before = used()
  const began = performance.now()
  const end = began + seconds * 1_000
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      for (let turn = client; performance.now() < end; turn += clients)
        each.push(await timed(() => ask(turn)))
    }),
  )
  return {
    ...timesOf(each),
    perSecond: (each.length * 1_000) / (performance.now() - began),
    processorMs: (used() - before) / each.length,
  }
}

type Pids = { server: number; postmaster: number }

async function measure(admin: pg.Client, urls: Urls): Promise<void> {
  const firstSchool = `(select id from public.schools order by id limit 1)`
  const students = await signIn(admin, `u.role = 'student' order by md5(u.id::text)`, STUDENTS)
  const [six] = await signIn(
    admin,
    `u.role = 'student' and u.linked_school_id = ${firstSchool} order by u.id`,
    1,
  )
  const [school] = await signIn(
    admin,
    `u.role = 'school_admin' and u.linked_school_id = ${firstSchool} order by u.id`,
    1,
  )
  const server = await startBenchServer('placewell', {
    PORT: String(await freePort()),
    APP_RW: urls.appRw,
    APP_AUTH: urls.appAuth,
    APP_WORKER: urls.worker,
  })
  const pool = new pg.Pool({ connectionString: urls.appRw, max: CLIENTS })
  const { rows: backend } = await admin.query<{ pid: number }>('select pg_backend_pid() as pid')
  const pids: Pids = { server: server.process.pid!, postmaster: parentOf(backend[0]!.pid) }
  const agent = new Agent({ keepAlive: true, maxSockets: 64 })
  const get = (path: string, { token }: Asker): Promise<string> =>
    new Promise((resolve, reject) => {
      request(
        `${server.url}/api${path}`,
        { agent, headers: { cookie: `placewell=${token}` } },
        (response) => {
          let text = ''
          response.setEncoding('utf8').on('data', (part: string) => (text += part))
          response.once('end', () =>
            response.statusCode === 200
              ? resolve(text)
              : reject(new Error(`${path}: ${response.statusCode} ${text.slice(0, 200)}`)),
          )
        },
      )
        .once('error', reject)
        .end()
    })
  const student = (turn: number) => students[turn % STUDENTS]!
  const own = (turn: number) => get('/student-progress/one', student(turn))
  /** The statements that PostgreSQL runs for it, sent directly: session, facts, and the school's settings. */
  const bare = async (turn: number) => {
    const client = await pool.connect()
    try {
      await client.query('begin read only')
      await client.query({
        name: 'session',
        text: `select set_config('app.session', $1, true)`,
        values: [student(turn).hash],
      })
      await client.query({
        name: 'facts',
        text: 'select f.* from app.progress_facts(array[$1::uuid], null, true) f',
        values: [student(turn).id],
      })
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  try {
    let right = 0
    for (let turn = 0; turn < 50; turn++) if (await isSum(admin, student(turn), await own(turn))) right += 1
    const runs = {
      own: [] as Awaited<ReturnType<typeof times>>[],
      bare: [] as Awaited<ReturnType<typeof times>>[],
    }
    for (let time = 0; time < 3; time++) {
      runs.bare.push(await times(CLIENTS, pids, bare))
      runs.own.push(await times(CLIENTS, pids, own))
    }
    const middle = (of: Awaited<ReturnType<typeof times>>[]) =>
      of.toSorted((a, b) => a.perSecond - b.perSecond)[1]!
    const [ours, sql] = [middle(runs.own), middle(runs.bare)]
    const list = await times(1, pids, () => get('/student-progress', school!))
    const one = await times(1, pids, () => get('/student-progress/one', six!))
    const { rows: terms } = await admin.query<{ id: string }>(
      `select x.semester_id as id from public.shifts x where x.school_id = ${firstSchool} group by 1 order by count(*) desc limit 1`,
    )
    const board = await times(1, pids, () =>
      get(`/semester-reports/readiness?semester_id=${terms[0]!.id}`, school!),
    )
    const { total } = JSON.parse(await get('/student-progress', school!)) as { total: number }
    report({
      title: 'Student progress',
      size: { '% of the nation': SHARE * 100, students: STUDENTS },
      rows: [
        {
          id: 'W4',
          what: `a student’s progress, ${CLIENTS} clients`,
          times: ours,
          probe: right === 50,
          against: {
            'the same SQL': ours.perSecond / sql.perSecond,
            'the same SQL, by processor time': sql.processorMs / ours.processorMs,
          },
          note: `${Math.round(ours.perSecond)} a second, ${ours.processorMs.toFixed(1)} ms of processor time each; ${right} of 50 sums equal SQL; goal 0.6 ×`,
        },
        {
          id: 'W4',
          what: `the same SQL, ${CLIENTS} clients`,
          times: sql,
          note: `${Math.round(sql.perSecond)} a second, ${sql.processorMs.toFixed(1)} ms of processor time each`,
        },
        {
          id: 'W4',
          what: `the list of a school, ${total} students, one client`,
          times: list,
          probe: total >= SCHOOL,
          note: `goal 100 ms; ${list.processorMs.toFixed(0)} ms of processor time`,
        },
        {
          id: 'W4',
          what: `readiness of a semester’s reports, ${total} students, one client`,
          times: board,
          note: `${board.processorMs.toFixed(0)} ms of processor time`,
        },
        {
          id: 'W4',
          what: 'one student with six semesters, one client',
          times: one,
          note: `goal 20 ms; ${one.processorMs.toFixed(1)} ms of processor time`,
        },
      ],
    })
  } finally {
    agent.destroy()
    await pool.end()
    await server.stop()
  }
}

/** True if the hours in the response are the sum of the student's ledger lines. */
async function isSum(admin: pg.Client, { id }: Asker, answer: string): Promise<boolean> {
  const { rows } = await admin.query<{ hours: number }>(
    'select coalesce(sum(minutes), 0)::float8 / 60 as hours from public.hours_entries where student_id = $1',
    [id],
  )
  return Math.abs((JSON.parse(answer) as { credited: number }).credited - rows[0]!.hours) < 0.02
}
