import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { join } from 'node:path'
import { createServer } from 'vite'
import { readConfig } from '#platform/server/config.ts'
import { loadSecrets } from '#platform/server/secrets.ts'
import { handedOn } from './dev-addresses.ts'
import { endInOrder, fail } from './ending.ts'
import { openInstallation } from './installation.ts'
import { assertPortsFree, freePort, welcome } from './start-lines.ts'

const home = join(import.meta.dirname, '..')

/** The sources of the server: its code, and the SQL that is applied when it starts. */
const WATCHED = ['app', 'core', 'database', 'features', 'platform']
const OF_THE_SERVER = /\.(ts|sql)$/
const NOT_OF_THE_SERVER = /\.test\.ts$|\.gen\.ts$|(^|[/\\])web[/\\]/

try {
  const config = readConfig(process.env)
  await assertPortsFree(config)
  const installation = await openInstallation(config, loadSecrets(config.dataDir, process.env))
  const port = await freePort()
  const target = `http://127.0.0.1:${port}`
  const api = keepRunning({
    PORT: String(port),
    HEALTH_PORT: String(config.healthPort),
    HOST: '127.0.0.1',
    APP_URL: config.appUrl,
    DATABASE_URL: installation.adminUrl,
  })
  const web = await createServer({
    root: home,
    clearScreen: false,
    logLevel: 'warn',
    server: {
      host: config.host,
      port: config.port,
      proxy: handedOn(target),
    },
  })
  endInOrder(async () => {
    await api.stop()
    await web.close()
    await installation.close()
  })
  for (const folder of WATCHED)
    watch(join(home, folder), { recursive: true }, (_event, file) => {
      if (file && OF_THE_SERVER.test(file) && !NOT_OF_THE_SERVER.test(file)) api.restartSoon()
    })
  await web.listen()
  welcome(config, config.appUrl, installation.signIns)
} catch (error) {
  fail(error)
}

/** Keeps the server process running: starts it now, and again shortly after the last change. */
function keepRunning(settings: Record<string, string>) {
  let child: ChildProcess = begin()
  let timer: NodeJS.Timeout | undefined
  let turn = Promise.resolve()

  function begin(): ChildProcess {
    const file = join(home, 'scripts/dev-api.ts')
    const env = { ...process.env, ...settings }
    return spawn(process.execPath, [...process.execArgv, file], {
      env,
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
  }
  async function stop(): Promise<void> {
    clearTimeout(timer)
    if (child.exitCode !== null || child.signalCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  async function restart(): Promise<void> {
    await stop()
    child = begin()
  }
  return {
    stop,
    restartSoon(): void {
      clearTimeout(timer)
      timer = setTimeout(() => {
        turn = turn.then(restart)
      }, 150)
    },
  }
}
