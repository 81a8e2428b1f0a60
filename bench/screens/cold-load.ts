/**
 * U1: the public pages on a phone that has never loaded them, compared with React alone and React with query and router, built and loaded
 * in the same run. Largest contentful paint, layout shift and the bytes of all scripts; the median of three runs.
 *
 *   node bench/screens/cold-load.ts [--quick]
 */
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Browser } from 'playwright-core'
import { build } from 'vite'
import { sitePages } from '#core/site-pages.ts'
import { type Row, report } from '../lib/report.ts'
import { median, openPhone, openStage, paintsOf, watchPaints } from './stage.ts'

const isQuick = process.argv.includes('--quick')
const runs = isQuick ? 1 : 3
const PEERS = ['react-alone', 'react-query-router'] as const
const GOAL = { lcpMs: 1_300, cls: 0 }

type Load = { lcp: number; cls: number; kilobytes: number }

const folder = mkdtempSync(join(tmpdir(), 'placewell-peers-'))
const stage = await openStage()
const peers = await servePeers(folder)
try {
  const rows: Row[] = []
  const measured = async (what: string, url: string): Promise<Load> => {
    const loads: Load[] = []
    for (let run = 0; run < runs; run++) loads.push(await loadOnce(stage.browser, url))
    const load = {
      lcp: median(loads.map(({ lcp }) => lcp)),
      cls: Math.max(...loads.map(({ cls }) => cls)),
      kilobytes: median(loads.map(({ kilobytes }) => kilobytes)),
    }
    rows.push({
      id: 'U1',
      what,
      times: { p50: load.lcp, p99: Math.max(...loads.map(({ lcp }) => lcp)) },
      note: `${load.kilobytes.toFixed(0)} kB of scripts, shift ${load.cls.toFixed(3)}`,
    })
    return load
  }
  const alone = await measured('React alone: largest paint', `${peers.url}/react-alone.html`)
  await measured('React, query and router: largest paint', `${peers.url}/react-query-router.html`)
  for (const path of isQuick ? sitePages.slice(0, 2) : [...sitePages, '/login']) {
    const load = await measured(`Placewell ${path}: largest paint`, stage.url + path)
    const row = rows.at(-1)!
    row.against = { 'React alone': load.lcp / alone.lcp }
    row.note += load.lcp <= GOAL.lcpMs && load.cls <= GOAL.cls ? '' : `; goal ${GOAL.lcpMs} ms, no shift`
  }
  report({ title: 'Public pages, cold, on a phone', size: { runs }, rows })
} finally {
  peers.close()
  await stage.close()
  rmSync(folder, { recursive: true, force: true })
}

async function loadOnce(browser: Browser, url: string): Promise<Load> {
  const { context, page } = await openPhone(browser)
  try {
    await watchPaints(page)
    await page.goto(url, { waitUntil: 'load', timeout: 60_000 })
    await page.waitForTimeout(2_500)
    const kilobytes = await page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\.js($|\?)/.test(name))
          .reduce((sum, entry) => sum + (entry as PerformanceResourceTiming).encodedBodySize, 0) / 1_000,
    )
    return { ...(await paintsOf(page)), kilobytes }
  } finally {
    await context.close()
  }
}

/** Builds the peers like the product, and serves them compressed. */
async function servePeers(outDir: string): Promise<{ url: string; close: () => void }> {
  const root = join(import.meta.dirname, 'peers')
  process.env['NODE_ENV'] = 'production'
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      reportCompressedSize: false,
      rolldownOptions: { input: PEERS.map((name) => join(root, `${name}.html`)) },
    },
  })
  const server = createServer((request, response) => {
    try {
      const path = new URL(request.url!, 'http://peer').pathname
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html'
      const body = gzipSync(readFileSync(join(outDir, path)))
      response.writeHead(200, { 'content-type': type, 'content-encoding': 'gzip' }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    close: () => void server.close(),
  }
}
