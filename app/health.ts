import { createServer, type Server } from 'node:http'
import type { Config } from '#platform/server/config.ts'
import type { Metrics } from '#platform/server/metrics.ts'

type Health = { metrics: Pick<Metrics, 'text' | 'draining'>; ready: () => Promise<boolean> }

/** Serves health on its own port, so that it answers at once while many requests wait on the other. */
export function startHealth(
  config: Pick<Config, 'host' | 'healthPort'>,
  { metrics, ready }: Health,
): Promise<Server> {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'application/json') =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    if (request.url === '/health/live') return void answer(200, '{"status":"ok"}')
    if (request.url === '/health/ready') {
      if (metrics.draining) return void answer(503, '{"status":"draining"}')
      return void Promise.race([
        ready(),
        new Promise<boolean>((resolve) => setTimeout(resolve, 1_000, false)),
      ]).then((ok) => answer(ok ? 200 : 503, JSON.stringify({ status: ok ? 'ok' : 'database unreachable' })))
    }
    if (request.url === '/metrics') return void metrics.text().then((text) => answer(200, text, 'text/plain'))
    return void answer(404, '{"status":"unknown"}')
  })
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(config.healthPort, config.host, () => resolve(server))
  })
}
