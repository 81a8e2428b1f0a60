import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, type BrowserServer, chromium } from 'playwright-core'
import { StartError } from './ending.ts'

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']

const MAC_APPS = ['Google Chrome', 'Chromium', 'Google Chrome for Testing', 'Microsoft Edge']

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The path of a Chrome or Chromium: that of CHROME_PATH, an installed one, or Debian's, which is installed if we may.
 * Throws StartError with one line saying what to do.
 */
export function findBrowser(log: (line: string) => void = () => {}): string {
  const given = process.env['CHROME_PATH']
  if (given) {
    if (isProgram(given)) return given
    throw new StartError(`CHROME_PATH: "${given}" is not a program; expected the path of Chrome or Chromium`)
  }
  const found = places().find(isProgram) ?? (installDebians(log) ? places().find(isProgram) : undefined)
  if (found) return found
  throw new StartError(
    'The browser tests need Chrome or Chromium: install it (Debian: apt-get install chromium), or set CHROME_PATH',
  )
}

/** A browser for one run; where one is shared (E2E_BROWSER), a connection to that. */
export async function launchBrowser(): Promise<Browser> {
  const shared = process.env['E2E_BROWSER']
  return shared ? chromium.connect(shared) : chromium.launch({ executablePath: findBrowser(), args: ARGS })
}

/** A browser that several processes share by its `wsEndpoint()`. */
export async function launchSharedBrowser(): Promise<BrowserServer> {
  return chromium.launchServer({ executablePath: findBrowser(), args: ARGS, host: '127.0.0.1' })
}

function places(): string[] {
  const home = process.env['HOME'] ?? ''
  if (process.platform === 'darwin')
    return MAC_APPS.flatMap((app) =>
      ['/Applications', join(home, 'Applications')].map(
        (folder) => `${folder}/${app}.app/Contents/MacOS/${app}`,
      ),
    )
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return [
    ...NAMES.flatMap((name) => folders.map((folder) => join(folder, name))),
    '/opt/google/chrome/chrome',
  ]
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function installDebians(log: (line: string) => void): boolean {
  if (!isProgram('/usr/bin/apt-get')) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !runs('sudo', ['-n', 'true'])) return false
  log('Installing Chromium for the browser tests (once, about a minute)…')
  const apt = (...args: string[]): boolean => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
    return isRoot ? runs('env', command.slice(1)) : runs('sudo', ['-n', ...command])
  }
  const install = ['install', '-y', '--no-install-recommends', 'chromium']
  return apt(...install) || (apt('update') && apt(...install))
}

function runs(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
