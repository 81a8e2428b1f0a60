import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testFolder } from '#database/test-folder.ts'
import { buildWebApp } from './build.ts'
import { freePort } from './start-lines.ts'

type Run = { child: ChildProcess; output: () => string; code: Promise<number | null> }

const home = join(import.meta.dirname, '..')
const dataDir = testFolder('placewell-start-')
const runs: Run[] = []
let port: number

beforeAll(async () => {
  port = await freePort()
  await buildWebApp()
}, 300_000)
afterAll(async () => {
  for (const { child, code } of runs) {
    child.kill('SIGTERM')
    await code
  }
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs `npm start` without npm. */
function start(settings: Record<string, string> = {}): Run {
  const { DATABASE_URL: _outside, ...inherited } = process.env
  const env = {
    ...inherited,
    NODE_ENV: 'development',
    DATA_DIR: dataDir,
    PORT: String(port),
    HEALTH_PORT: '0',
  }
  const child = spawn(process.execPath, ['scripts/bootstrap.mjs', 'start'], {
    cwd: home,
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let text = ''
  child.stdout.on('data', (part) => (text += part))
  child.stderr.on('data', (part) => (text += part))
  const run = { child, output: () => text, code: once(child, 'close').then(([code]) => code) }
  runs.push(run)
  return run
}

/** Waits long enough for a busy machine; no test depends on the time. */
async function ready(run: Run): Promise<void> {
  for (let i = 0; i < 5000 && !run.output().includes('Ctrl-C stops it'); i++) await sleep(50)
  expect(run.output()).toContain(`Placewell is at http://localhost:${port}`)
}

async function page(): Promise<number | undefined> {
  return fetch(`http://127.0.0.1:${port}/login`).then(
    ({ status }) => status,
    () => undefined,
  )
}

/** The running server: a start takes seconds of CPU, so the tests use one server in sequence. */
let running: Run

test('serves the product, and lists the accounts', { timeout: 300_000 }, async () => {
  running = start()
  await ready(running)
  expect(await page()).toBe(200)
  expect(running.output()).toMatch(/^ {2}Student +\S+@\S+$/m)
})

test('refuses a second start on the same port or data in one line', { timeout: 300_000 }, async () => {
  const samePort = start()
  expect(await samePort.code).toBe(1)
  expect(samePort.output()).toBe(`Port ${port} is in use: stop what uses it, or set PORT to another port\n`)

  const sameData = start({ PORT: String(await freePort()) })
  expect(await sameData.code).toBe(1)
  expect(sameData.output()).toMatch(
    /^Another start \(process \d+\) is using .*: stop it first, or set DATA_DIR .*\n$/,
  )
  expect(await page()).toBe(200)
})

test('a killed start leaves nothing behind, and the next start works', { timeout: 300_000 }, async () => {
  running.child.kill('SIGKILL')
  for (let i = 0; i < 200 && (await page()) !== undefined; i++) await sleep(50)
  expect(await page()).toBeUndefined()
  running = start()
  await ready(running)
  expect(await page()).toBe(200)
})

test('stops in order', { timeout: 300_000 }, async () => {
  running.child.kill('SIGTERM')
  expect(await running.code).toBe(0)
  expect(await page()).toBeUndefined()
})

test('an unusable setting prints one line and exits with 1', async () => {
  const run = start({ PORT: 'http' })
  expect(await run.code).toBe(1)
  expect(run.output()).toBe('PORT: "http" cannot be used; expected a port number from 0 to 65535\n')
})

test('development mode that others can reach prints one line and exits with 1', async () => {
  for (const [settings, reason] of [
    [{ HOST: '0.0.0.0' }, 'HOST 0.0.0.0 is not loopback'],
    [{ APP_URL: 'https://placements.example.edu' }, 'APP_URL is https'],
  ] as const) {
    const run = start(settings)
    expect(await run.code).toBe(1)
    expect(run.output()).toBe(
      `NODE_ENV: development opens every mail and the demonstration's sign-in to whoever reaches the server, and ${reason}; set NODE_ENV=production\n`,
    )
  }
})
