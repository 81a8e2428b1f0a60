import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { contentPolicy } from '#platform/server/content-policy.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.woff2': 'font/woff2',
}

/** Builds bench/screens/calendar and serves it with the product's content security policy. */
export async function serveCalendarStage(): Promise<{ url: string; close: () => Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'placewell-calendar-'))
  await build({
    root: join(import.meta.dirname, 'calendar'),
    configFile: false,
    logLevel: 'error',
    plugins: [react()],
    build: { outDir: folder, emptyOutDir: true, target: 'es2022' },
  })
  const policy = contentPolicy('/', { isSecure: false, hasPayments: false })
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://stage')
    const file = pathname.startsWith('/assets/') ? pathname : '/index.html'
    const content = await readFile(join(folder, file)).catch(() => undefined)
    response
      .writeHead(content ? 200 : 404, {
        'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
        'content-security-policy': policy,
      })
      .end(content)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
