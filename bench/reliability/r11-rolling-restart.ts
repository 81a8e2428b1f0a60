/**
 * R11: a rolling restart fails no request. Two instances run behind a proxy that checks each one's readiness and tries the other if one
 * refuses a connection; under load (lists, details, writes, live streams) each is stopped with SIGTERM and started again in turn. The
 * control stops them with SIGKILL, and must fail requests.
 *
 *   node bench/reliability/r11-rolling-restart.ts [--quick]
 */
import { once } from 'node:events'
import { Agent, createServer, get, request, type Server } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { drive, simpleCallers, tally } from '../lib/clients.ts'
import { type Finding, judge } from '../lib/findings.ts'
import { type BenchInstallation, type BenchServer, install, startBenchServer } from '../lib/installation.ts'
import { freePort } from '../lib/ports.ts'

export const FULL = { clients: 32, streams: 20, stops: 4 }
export const QUICK = { clients: 8, streams: 5, stops: 2 }
export type Size = typeof FULL

const HEALTH_EVERY_MS = 100
const DRAIN_MS = 500

/** Tries graceful stops and the control. */
export async function* tryRollingRestart(size: Size): AsyncGenerator<Finding> {
  const bench = await install({ schools: 4, people: 1_000, notifications: 50_000 })
  try {
    const graceful = await roll(bench, size, 'SIGTERM')
    yield {
      name: `R11 rolling restart, ${size.stops} × SIGTERM under load`,
      holds: graceful.faultCount === 0 && graceful.good > 0 && graceful.slowestDrainMs < 10_000,
      figures: `${graceful.good} answered, ${graceful.faultCount} failed${graceful.faults}; drained in ${ms(graceful.slowestDrainMs)} at most, slowest answer ${ms(graceful.slowest)}`,
    }
    yield {
      name: 'R11 live streams end at once when their server stops',
      holds: graceful.streamEnds.length > 0 && Math.max(...graceful.streamEnds) < DRAIN_MS + 1_000,
      figures: `${graceful.streamEnds.length} ended, the last ${ms(Math.max(...graceful.streamEnds))} after SIGTERM (grace ${DRAIN_MS} ms)`,
    }
    const control = await roll(bench, { ...size, stops: 2 }, 'SIGKILL')
    yield {
      name: 'R11 control: kill -9 fails requests',
      holds: control.faultCount > 0,
      figures: `${control.good} answered, ${control.faultCount} failed${control.faults}`,
    }
  } finally {
    await bench.close()
  }
}

type Instance = { port: number; healthPort: number; server?: BenchServer | undefined; isReady: boolean }

async function roll(bench: BenchInstallation, size: Size, signal: 'SIGTERM' | 'SIGKILL') {
  const instances: Instance[] = []
  for (let i = 0; i < 2; i++)
    instances.push({ port: await freePort(), healthPort: await freePort(), isReady: false })
  const proxy = await startProxy(instances)
  try {
    await Promise.all(instances.map((instance) => start(bench, instance)))
    await waitUntil(() => instances.every(({ isReady }) => isReady))

    let isOver = false
    const driving = (async () => {
      const rounds = []
      while (!isOver)
        rounds.push(
          await drive({
            url: proxy.url,
            callers: simpleCallers(bench.askers.map(({ token }) => token)),
            clients: size.clients,
            seconds: 1.5,
            manner: 'polite',
          }),
        )
      return tally(rounds.flat())
    })()
    await pause(500)

    const drains: number[] = []
    const streamEnds: number[] = []
    for (let stop = 0; stop < size.stops; stop++) {
      const instance = instances[stop % 2]!
      const opened = await Promise.all(
        bench.askers.slice(0, size.streams).map(({ token }) => openStream(instance.port, token)),
      )
      const child = instance.server!.process
      const began = performance.now()
      child.kill(signal)
      for (const stream of opened) void stream.ended.then((at) => streamEnds.push(at - began))
      await once(child, 'exit')
      drains.push(performance.now() - began)
      await Promise.all(opened.map(({ ended }) => ended))
      instance.server = undefined
      await start(bench, instance)
      await waitUntil(() => instance.isReady)
    }
    isOver = true
    const { good, faults, faultCount, refused, slowest } = await driving
    return {
      good: good.length,
      faultCount: faultCount + refused.length,
      faults:
        faults || refused.length
          ? ` (${[faults, refused.length ? `${refused.length} × 503` : ''].filter(Boolean).join(', ')})`
          : '',
      slowest,
      slowestDrainMs: Math.max(...drains),
      streamEnds,
    }
  } finally {
    proxy.close()
    for (const { server } of instances) await server?.stop()
  }
}

async function start(bench: BenchInstallation, instance: Instance): Promise<void> {
  instance.server = await startBenchServer('placewell', {
    PORT: String(instance.port),
    HEALTH_PORT: String(instance.healthPort),
    DRAIN_MS: String(DRAIN_MS),
    APP_RW: bench.urls.appRw,
    APP_AUTH: bench.urls.appAuth,
    APP_WORKER: bench.urls.worker,
  })
}

/** Alternates between ready instances; a refused connection goes to the next one, and nothing else is retried. */
async function startProxy(instances: Instance[]): Promise<{ url: string; close: () => void }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  let turn = 0
  const server: Server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', () => {
      const ready = instances.filter(({ isReady }) => isReady)
      const forward = (left: Instance[]): void => {
        const to = left[turn++ % left.length]
        if (!to) return void outgoing.writeHead(502).end()
        const call = request(
          {
            host: '127.0.0.1',
            port: to.port,
            path: incoming.url,
            method: incoming.method,
            headers: incoming.headers,
            agent,
          },
          (answer) => {
            const { connection: _, ...headers } = answer.headers
            outgoing.writeHead(answer.statusCode!, headers)
            answer.pipe(outgoing)
            answer.once('error', () => outgoing.destroy())
          },
        )
        call.once('error', (error: NodeJS.ErrnoException) => {
          if (outgoing.headersSent) return
          if (error.code === 'ECONNREFUSED') {
            to.isReady = false
            forward(left.filter((other) => other !== to))
          } else outgoing.writeHead(502).end()
        })
        call.end(Buffer.concat(chunks))
      }
      forward(ready)
    })
  })
  const checking = setInterval(() => {
    for (const instance of instances)
      get(
        { host: '127.0.0.1', port: instance.healthPort, path: '/health/ready', agent: false, timeout: 1_000 },
        (answer) => {
          answer.resume()
          instance.isReady = answer.statusCode === 200
        },
      ).once('error', () => (instance.isReady = false))
  }, HEALTH_EVERY_MS)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close() {
      clearInterval(checking)
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}

/** Opens a live stream; `ended` resolves to when it ended. */
function openStream(port: number, token: string): Promise<{ ended: Promise<number> }> {
  return new Promise((resolve, reject) => {
    const headers = { cookie: `placewell=${token}` }
    get({ host: '127.0.0.1', port, path: '/api/notifications/live', headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return reject(new Error(`The live stream answered ${answer.statusCode}`))
      const ended = new Promise<number>((end) => answer.once('close', () => end(performance.now())))
      answer.once('error', () => {})
      answer.once('data', () => resolve({ ended }))
      answer.resume()
    }).once('error', reject)
  })
}

async function waitUntil(isSo: () => boolean): Promise<void> {
  for (let i = 0; i < 300; i++) {
    if (isSo()) return
    await pause(50)
  }
  throw new Error('Not ready within 15 s')
}

const ms = (time: number): string => `${Math.round(time)} ms`

if (import.meta.main) await judge(tryRollingRestart(process.argv.includes('--quick') ? QUICK : FULL))
