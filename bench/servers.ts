import { createServer } from 'node:http'
import Fastify from 'fastify'
import pg from 'pg'
import { startServer } from '#app/server.ts'
import { readConfig } from '#platform/server/config.ts'
import { SECRETS } from './lib/installation.ts'

// One server a process: the product, or a peer it is compared with. `node bench/servers.ts placewell|rls|plain|constant`
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

async function peer(query: (text: string, name: string, user: string) => Promise<unknown[]>) {
  const app = Fastify()
  app.get('/unread', (request) =>
    query(COUNT, 'count', request.headers['x-user'] as string).then((rows) => rows[0]),
  )
  app.get('/list', (request) => query(LIST, 'list', request.headers['x-user'] as string))
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
      databaseUrls: { appRw: env('APP_RW'), appAuth: env('APP_AUTH'), worker: env('APP_WORKER') },
      ...(process.env['MAX_IN_FLIGHT'] ? { maxInFlight: Number(process.env['MAX_IN_FLIGHT']) } : {}),
    })
    process.on('SIGTERM', () => void server.close().then(() => process.exit(0)))
    console.log(`at http://127.0.0.1:${port}`)
    break
  }
  case 'rls': {
    const pool = new pg.Pool({ connectionString: env('PEER'), max: 16 })
    const url = await peer(async (text, name, user) => {
      const client = await pool.connect()
      try {
        await client.query('begin')
        await client.query({ name: 'who', text: `select set_config('bench.uid', $1, true)`, values: [user] })
        const { rows } = await client.query({ name, text, values: [user] })
        await client.query('commit')
        return rows
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
    const url = await peer(
      async (text, name, user) => (await pool.query({ name, text, values: [user] })).rows,
    )
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
