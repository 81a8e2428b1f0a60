import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { type BenchInstallation, type BenchServer, install, startBenchServer } from '../lib/installation.ts'
import { load, medianOf, timed, timesOf } from '../lib/load.ts'
import { type Row, report } from '../lib/report.ts'

// W1: unread count. W3: newest 50. W7: marking as read. W11: sign-ins during W1. The product and its peers in the same run.
// node bench/api/notifications.ts [--quick]
const isQuick = process.argv.includes('--quick')
const seconds = isQuick ? 1 : 5
const runs = isQuick ? 1 : 3
const size = isQuick
  ? { schools: 20, people: 4_000, notifications: 40_000 }
  : { schools: 1_000, people: 300_000, notifications: 3_000_000 }

const bench = await install(size)
const servers: BenchServer[] = []
const rows: Row[] = []
try {
  const port = await freePort()
  const placewell = await start('placewell', {
    PORT: String(port),
    APP_RW: bench.urls.appRw,
    APP_AUTH: bench.urls.appAuth,
    APP_WORKER: bench.urls.worker,
  })
  const rls = await start('rls', { PEER: bench.urls.rls })
  const plain = await start('plain', { PEER: bench.urls.plain })
  const constant = await start('constant', {})

  const anyone = () => bench.askers[Math.floor(Math.random() * bench.askers.length)]!
  const signedIn = (path: string) => () => ({ path, headers: { cookie: `placewell=${anyone().token}` } })
  const named = (path: string) => () => ({ path, headers: { 'x-user': anyone().id } })
  const measure = (url: string, next: Parameters<typeof load>[0]['next']) =>
    medianOf(runs, () => load({ url, seconds, next }))

  const control = await measure(constant.url, () => ({ path: '/' }))
  const count = await measure(placewell.url, signedIn('/api/notifications/unread-count'))
  const countRls = await measure(rls.url, named('/unread'))
  const countPlain = await measure(plain.url, named('/unread'))
  rows.push(
    { id: 'W1', what: 'node:http constant (control)', load: control },
    {
      id: 'W1',
      what: 'Placewell, unread count',
      load: count,
      against: {
        'Fastify + pg + RLS': count.perSecond / countRls.perSecond,
        'Fastify + pg': count.perSecond / countPlain.perSecond,
      },
    },
    { id: 'W1', what: 'Fastify + pg + RLS transaction', load: countRls },
    { id: 'W1', what: 'Fastify + pg, no RLS', load: countPlain },
  )
  rows.push({
    id: 'W1',
    what: 'probe: another process writes, the next poll shows it',
    probe: await probeFreshCount(placewell.url, bench),
  })

  const list = await measure(placewell.url, signedIn('/api/notifications'))
  const listRls = await measure(rls.url, named('/list'))
  const listPlain = await measure(plain.url, named('/list'))
  rows.push(
    {
      id: 'W3',
      what: 'Placewell, newest 50',
      load: list,
      against: {
        'Fastify + pg + RLS': list.perSecond / listRls.perSecond,
        'Fastify + pg': list.perSecond / listPlain.perSecond,
      },
    },
    { id: 'W3', what: 'Fastify + pg + RLS transaction', load: listRls },
    { id: 'W3', what: 'Fastify + pg, no RLS', load: listPlain },
    { id: 'W3', what: 'probe: newest first, own rows only', probe: await probeList(placewell.url, bench) },
  )

  rows.push(...(await marking(placewell.url, bench)))
  rows.push(...(await signInsBeside(placewell.url, bench, signedIn('/api/notifications/unread-count'))))
  report({ title: 'Notifications and sign-in', size, rows })
} finally {
  for (const server of servers) await server.stop()
  await bench.close()
}

async function start(kind: string, env: Record<string, string>): Promise<BenchServer> {
  const server = await startBenchServer(kind, env)
  servers.push(server)
  return server
}

async function call<T>(url: string, path: string, token: string, method = 'GET'): Promise<T> {
  const response = await fetch(`${url}${path}`, {
    method,
    headers: {
      cookie: `placewell=${token}`,
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
  return (await response.json()) as T
}

/** 40 times: reads the count, lets another process insert, waits 100 ms and reads again: one more every time. */
async function probeFreshCount(url: string, { admin, askers }: BenchInstallation): Promise<boolean> {
  for (const { id, token } of askers.slice(0, 40)) {
    const before = await call<{ count: number }>(url, '/api/notifications/unread-count', token)
    await admin.query(
      `insert into public.notifications (recipient_id, title, message, type) values ($1, 'Probe', 'Probe', 'probe')`,
      [id],
    )
    await new Promise((resolve) => setTimeout(resolve, 100))
    const after = await call<{ count: number }>(url, '/api/notifications/unread-count', token)
    if (after.count !== before.count + 1) return false
  }
  return true
}

async function probeList(url: string, { askers }: BenchInstallation): Promise<boolean> {
  for (const { id, token } of askers.slice(0, 40)) {
    const found = await call<{ recipient_id: string; created_at: string }[]>(url, '/api/notifications', token)
    if (found.some((row) => row.recipient_id !== id)) return false
    if (found.some((row, index) => index > 0 && row.created_at > found[index - 1]!.created_at)) return false
  }
  return true
}

async function marking(url: string, { admin, askers }: BenchInstallation): Promise<Row[]> {
  const one: number[] = []
  const all: number[] = []
  let isEmptied = true
  for (const { id, token } of askers.slice(100, isQuick ? 150 : 500)) {
    const fresh = randomUUID()
    await admin.query(
      `insert into public.notifications (id, recipient_id, title, message, type) values ($1, $2, 'Mark me', '', 'probe')`,
      [fresh, id],
    )
    one.push(await timed(() => call(url, `/api/notifications/${fresh}/read`, token, 'POST')))
    all.push(await timed(() => call(url, '/api/notifications/read', token, 'POST')))
    isEmptied &&= (await call<{ count: number }>(url, '/api/notifications/unread-count', token)).count === 0
  }
  return [
    { id: 'W7', what: 'mark one read', times: timesOf(one) },
    { id: 'W7', what: 'mark all read', times: timesOf(all) },
    { id: 'W7', what: 'probe: the count is 0 afterwards', probe: isEmptied },
  ]
}

/** Three sign-ins a second, each by a different person, during a steady 200 unread counts a second. */
async function signInsBeside(
  url: string,
  { askers, digest, admin }: BenchInstallation,
  next: () => { path: string; headers: Record<string, string> },
): Promise<Row[]> {
  const known = askers.slice(0, 40)
  const settings = await Promise.all(
    known.map(({ email }) => rpc<{ setting: string }>(url, 'accounts/preLogin', { email })),
  )
  const right: number[] = []
  const wrong: number[] = []
  const unknown: number[] = []
  const attempt = async (into: number[], email: string, hash: string) => {
    // The throttle would stop one machine from signing in for everyone.
    await admin.query('delete from priv.throttles')
    into.push(
      await timed(() =>
        rpc(url, 'accounts/signIn', { email, password_hash_input: hash }).catch(() => undefined),
      ),
    )
  }
  let turn = 0
  const timer = setInterval(() => {
    const index = turn++ % known.length
    const setting = settings[index]!.setting
    const email = known[index]!.email
    if (turn % 3 === 0) void attempt(right, email, setting + digest)
    else if (turn % 3 === 1) void attempt(wrong, email, setting + 'C'.repeat(31))
    else void attempt(unknown, `nobody${turn}@bench.example`, setting + digest)
  }, 1_000 / 3)
  const beside = await steady(url, next, isQuick ? 3 : 20)
  clearInterval(timer)
  await new Promise((resolve) => setTimeout(resolve, 500))
  return [
    { id: 'W11', what: 'unread count beside 3 sign-ins a second', times: beside },
    { id: 'W11', what: 'sign-in, right password', times: timesOf(right) },
    { id: 'W11', what: 'sign-in, wrong password', times: timesOf(wrong) },
    { id: 'W11', what: 'sign-in, unknown address', times: timesOf(unknown) },
  ]
}

async function rpc<T>(url: string, path: string, input: unknown): Promise<T> {
  const response = await fetch(`${url}/rpc/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ json: input }),
  })
  const { json } = (await response.json()) as { json: T }
  if (!response.ok) throw new Error(JSON.stringify(json))
  return json
}

/** 200 requests a second, evenly spaced, so that a delay shows as a delay and not as fewer requests. */
async function steady(
  url: string,
  next: () => { path: string; headers: Record<string, string> },
  forSeconds: number,
) {
  const samples: number[] = []
  const ask = async ({ path, headers }: ReturnType<typeof next>) => {
    const began = performance.now()
    await (await fetch(`${url}${path}`, { headers })).arrayBuffer()
    samples.push(performance.now() - began)
  }
  const pending: Promise<unknown>[] = []
  const beginning = performance.now()
  for (let i = 0; i < forSeconds * 200; i++) {
    const due = beginning + i * 5
    const wait = due - performance.now()
    if (wait > 1) await new Promise((resolve) => setTimeout(resolve, wait))
    pending.push(ask(next()))
  }
  await Promise.all(pending)
  return timesOf(samples)
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
