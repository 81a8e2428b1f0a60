import type pg from 'pg'
import { formatNumber } from '#core/number-text.ts'
import { type BenchServer, startBenchServer } from '../lib/installation.ts'
import { type Call, type Load, load, medianOf, timesOf } from '../lib/load.ts'
import { nationAt, startNationServer } from '../lib/national.ts'
import { freePort } from '../lib/ports.ts'
import { type Row, report } from '../lib/report.ts'
import {
  asks,
  countForeign,
  lookAt,
  oneOf,
  seenWhenFull,
  signInStudents,
  type Student,
} from '../lib/seats.ts'

// W2: a list of 50 shifts with a free seat, and a seat taken by every hundredth call. W13: the same by random students of all schools, with
// every row checked. On the national data:
// node bench/api/available-shifts.ts [--quick] [--keep FOLDER]
const isQuick = process.argv.includes('--quick')
const seconds = isQuick ? 2 : 5
const runs = isQuick ? 1 : 3
const rowsToSee = isQuick ? 20_000 : 1_000_000

const postgres = await startNationServer()
const { admin, urls } = await nationAt(postgres.adminUrl, isQuick ? 0.01 : 1)
const servers: BenchServer[] = []
const rows: Row[] = []
try {
  await peers(admin)
  const students = await signInStudents(admin, isQuick ? 40 : 8)
  const seats = await firstCome(admin)
  await admin.query('analyze priv.sessions')

  const placewell = await start('placewell', {
    PORT: String(await freePort()),
    APP_RW: urls.appRw,
    APP_AUTH: urls.appAuth,
    APP_WORKER: urls.worker,
  })
  const rls = await start('rls', { PEER: urls.rls })
  const plain = await start('plain', { PEER: urls.plain })
  const byPeer = ({ id }: Student): Call => ({ path: '/available', headers: { 'x-user': id } })
  const claimByPeer = ({ id }: Student, shift: string): Call => ({
    path: '/claim',
    method: 'POST',
    headers: { 'x-user': id, 'content-type': 'application/json' },
    body: JSON.stringify({ shift }),
  })
  const mixed = (list: typeof byPeer, claim: typeof claimByPeer) => (): Call => {
    const student = oneOf(students)
    return Math.random() < 0.01 ? claim(student, oneOf(seats.get(student.school)!)) : list(student)
  }
  const productMix = mixed(asks.available, asks.claim)
  const peerMix = mixed(byPeer, claimByPeer)
  // Some claims clash with the student's other shifts: the product says so, and the peer fails, which doesn't count against it.
  const refused = [409, 500]
  const measure = async (url: string, next: () => Call) => {
    await load({ url, seconds: 2, fine: refused, next })
    return medianOf(runs, () => load({ url, seconds, fine: refused, next }))
  }
  const peer = await measure(rls.url, peerMix)
  const product = await measure(placewell.url, productMix)
  console.error(`W2 ${product.perSecond} against ${peer.perSecond} a second`)
  rows.push(
    {
      id: 'W2',
      what: 'Placewell, shifts with a seat, 1 % claims',
      load: product,
      against: { 'Fastify + pg + RLS': product.perSecond / peer.perSecond },
      note: statusesOf(product),
    },
    { id: 'W2', what: 'Fastify + pg + RLS transaction', load: peer, note: statusesOf(peer) },
  )

  const beside = load({
    url: placewell.url,
    seconds: isQuick ? 4 : 20,
    connections: 4,
    fine: refused,
    next: productMix,
  })
  const times = isQuick ? 10 : 100
  const look = lookAt(placewell.url)
  const seen = await seenWhenFull(admin, { url: placewell.url, students, times, look })
  await beside
  rows.push({
    id: 'W2',
    what: `probe: of ${times} shifts that filled, ${seen} were still shown after the claim's answer`,
    probe: seen === 0,
  })

  const began = performance.now()
  const walled = await countForeign(admin, { students, rows: rowsToSee, look })
  rows.push({
    id: 'W13',
    what: `${walled.foreign} foreign of ${formatNumber(walled.rows)} rows in ${formatNumber(walled.answers)} answers to students of ${walled.schools} schools`,
    times: timesOf(walled.times),
    probe: walled.foreign === 0,
    note: `${((performance.now() - began) / 1_000).toFixed(0)} s`,
  })
  const open = await countForeign(admin, {
    students,
    rows: 1_000,
    look: lookAt(plain.url, byPeer),
    connections: 2,
  })
  rows.push({
    id: 'W13',
    what: `control: the peer without row-level security: ${open.foreign} foreign of ${open.rows}`,
    probe: open.foreign > 0,
  })
  report({ title: 'Shifts with a seat', size: { schools: seats.size, students: students.length }, rows })
} finally {
  for (const server of servers) await server.stop()
  await admin.end()
  await postgres.stop()
}

async function start(kind: string, env: Record<string, string>): Promise<BenchServer> {
  const server = await startBenchServer(kind, env)
  servers.push(server)
  return server
}

function statusesOf({ statuses }: Load): string {
  return Object.entries(statuses)
    .map(([status, count]) => `${count} × ${status}`)
    .join(', ')
}

/** For each school, upcoming shifts with self sign-up. */
async function firstCome(database: pg.Client): Promise<Map<string, string[]>> {
  const { rows: found } = await database.query<{ school: string; shifts: string[] }>(
    `select school_id as school, (array_agg(id order by starts_at))[:200] as shifts from public.shifts
     where status = 'published' and starts_at > now() and signup_mode = 'self_signup' group by 1`,
  )
  return new Map(found.map(({ school, shifts }) => [school, shifts]))
}

/** The peers read the same tables: one role with a simple policy by school, one without any. */
async function peers(database: pg.Client): Promise<void> {
  await database.query(`
    do $$ declare t text; begin
      if not exists (select 1 from pg_roles where rolname = 'bench_rls') then
        create role bench_rls login password 'bench'; create role bench_plain login password 'bench' bypassrls;
      end if;
      execute format('grant connect on database %I to bench_rls, bench_plain', current_database());
      grant usage on schema public to bench_rls, bench_plain;
      grant select on public.shifts, public.schools, public.facilities, public.users, public.cohort_memberships, public.assignments to bench_rls, bench_plain;
      grant insert on public.assignments to bench_rls, bench_plain;
      create or replace function public.bench_school() returns uuid language sql stable security definer set search_path = pg_catalog, pg_temp as
        $f$ select u.linked_school_id from public.users u where u.id = nullif(current_setting('bench.uid', true), '')::uuid $f$;
      foreach t in array array['shifts', 'assignments', 'cohort_memberships'] loop
        execute format('drop policy if exists bench on public.%I', t);
        execute format('create policy bench on public.%I to bench_rls using (school_id = (select public.bench_school()))', t);
      end loop;
      foreach t in array array['schools', 'facilities', 'users'] loop
        execute format('drop policy if exists bench on public.%I', t);
        execute format('create policy bench on public.%I to bench_rls using (true)', t);
      end loop;
    end $$`)
}
