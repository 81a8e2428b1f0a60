import { createServer } from 'node:http'
import Fastify, { type FastifyRequest } from 'fastify'
import pg from 'pg'
import { startServer } from '#app/server.ts'
import { testObjects } from '#database/test-objects.ts'
import { readConfig } from '#platform/server/config.ts'
import { SECRETS } from './lib/installation.ts'

// Runs one server per process: the product, or a peer that it is compared with. `node bench/servers.ts placewell|rls|plain|constant`
const kind = process.argv[2]
const env = (name: string) => {
  const value = process.env[name]
  if (!value) throw new Error(`${name} is not set`)
  return value
}

const COUNT =
  'select count(*)::int as count from public.notifications where recipient_id = $1 and not is_read'
const LIST = `select id, recipient_id, title, message, type, data, is_read, read_at, created_at from public.notifications
  where recipient_id = $1 order by created_at desc limit 50`
// The columns of the product's response, without the blockers for the student. The policy filters by school.
const AVAILABLE = `select x.id, x.school_id, c.name as school_name, x.semester_id, x.title, x.course_code, x.date, to_char(x.start_time, 'HH24:MI') as start_time,
    to_char(x.end_time, 'HH24:MI') as end_time, x.time_zone, x.starts_at, x.ends_at, x.facility_id, f.name as unit_name, f.parent_id as site_id, p.name as site_name,
    x.specialty, x.experience_type, x.status, x.capacity, x.approved_capacity, x.seats, x.seats_limit, x.seats_taken, x.waiting, x.min_to_run, x.proctor_id,
    r.full_name as proctor_name, x.preceptor_id, x.series_id, x.signup_mode, x.signup_policy, x.signup_closes_at, x.respond_by, x.version,
    extract(epoch from x.ends_at - x.starts_at)::float8 / 3600 as credited_hours
  from public.shifts x join public.schools c on c.id = x.school_id left join public.facilities f on f.id = x.facility_id
  left join public.facilities p on p.id = f.parent_id left join public.users r on r.id = x.proctor_id
  where x.status = 'published' and x.starts_at > now() and x.signup_mode <> 'assigned'
    and (x.cohort_ids = '{}' or x.cohort_ids && (select array_agg(m.cohort_id) from public.cohort_memberships m where m.student_id = $1 and m.to_date is null))
    and not exists (select 1 from public.assignments a where a.shift_id = x.id and a.student_id = $1 and a.status in ('requested', 'waitlisted', 'offered', 'assigned'))
  order by x.starts_at, x.id limit 50`
const CLAIM = `insert into public.assignments (shift_id, school_id, student_id, during, busy)
  select x.id, x.school_id, $1, tstzrange(x.starts_at, x.ends_at), tstzrange(x.starts_at, x.ends_at) from public.shifts x where x.id = $2 and x.seats_taken < x.seats returning id`

/** For controls: lifts the product's limits. */
const NO_LIMITS = {
  headersMs: 0,
  requestMs: 0,
  stalledAnswerMs: 0,
  bodyMs: Number.POSITIVE_INFINITY,
  strangerBodyBytes: Number.POSITIVE_INFINITY,
  bodiesPerOwner: Number.POSITIVE_INFINITY,
  bodies: Number.POSITIVE_INFINITY,
  bodyBytes: Number.POSITIVE_INFINITY,
  answerBytesPerOwner: Number.POSITIVE_INFINITY,
  answerBytes: Number.POSITIVE_INFINITY,
  socketsPerAddress: Number.POSITIVE_INFINITY,
  sockets: Number.POSITIVE_INFINITY,
}

type Query = (text: string, name: string, values: [user: string, ...unknown[]]) => Promise<unknown[]>

async function peer(query: Query) {
  const app = Fastify()
  const userOf = (request: FastifyRequest) => request.headers['x-user'] as string
  app.get('/unread', (request) => query(COUNT, 'count', [userOf(request)]).then((rows) => rows[0]))
  app.get('/list', (request) => query(LIST, 'list', [userOf(request)]))
  app.get('/available', (request) => query(AVAILABLE, 'available', [userOf(request)]))
  app.post('/claim', (request) =>
    query(CLAIM, 'claim', [userOf(request), (request.body as { shift: string }).shift]),
  )
  return app.listen({ host: '127.0.0.1', port: 0 })
}

switch (kind) {
  case 'placewell': {
    const port = env('PORT')
    const config = readConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      PORT: port,
      HEALTH_PORT: process.env['HEALTH_PORT'] ?? '0',
      DRAIN_MS: process.env['DRAIN_MS'] ?? '0',
    })
    const server = await startServer({
      config,
      secrets: SECRETS,
      objects: testObjects().objects,
      databaseUrls: { appRw: env('APP_RW'), appAuth: env('APP_AUTH'), worker: env('APP_WORKER') },
      ...(process.env['UNGUARDED']
        ? { limits: NO_LIMITS, admitsFirst: true, maxInFlight: 64, maxStrangersInFlight: 64 }
        : {}),
      ...(process.env['WITHOUT_TRAIL'] ? { hasTrail: false } : {}),
      ...(process.env['MAX_IN_FLIGHT'] ? { maxInFlight: Number(process.env['MAX_IN_FLIGHT']) } : {}),
    })
    process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
    console.log(`at http://127.0.0.1:${port}`)
    break
  }
  case 'rls': {
    const pool = new pg.Pool({ connectionString: env('PEER'), max: 16 })
    const url = await peer(async (text, name, values) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query({
          name: 'who',
          text: `select set_config('bench.uid', $1, true)`,
          values: [values[0]],
        })
        const { rows } = await client.query({ name, text, values })
        await client.query('commit')
        return rows
      } catch (error) {
        await client.query('rollback')
        throw error
      } finally {
        client.release()
      }
    })
    process.on('SIGTERM', () => process.exit(0))
    console.log(`at ${url}`)
    break
  }
  case 'plain': {
    const pool = new pg.Pool({ connectionString: env('PEER'), max: 16 })
    const url = await peer(async (text, name, values) => (await pool.query({ name, text, values })).rows)
    process.on('SIGTERM', () => process.exit(0))
    console.log(`at ${url}`)
    break
  }
  case 'constant': {
    const server = createServer((_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"count":3}'),
    )
    server.listen(0, '127.0.0.1', () =>
      console.log(`at http://127.0.0.1:${(server.address() as { port: number }).port}`),
    )
    process.on('SIGTERM', () => process.exit(0))
    break
  }
  default:
    throw new Error('node bench/servers.ts placewell|rls|plain|constant')
}
