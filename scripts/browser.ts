import { spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { StartError } from './ending.ts'

const NAMES = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome']

/** The same engine without the windows, tabs and toolbars that Chrome renders though no one sees them. */
const BARE_NAMES = ['chromium-headless-shell', 'chrome-headless-shell', 'headless_shell']

const MAC_APPS = ['Google Chrome', 'Chromium', 'Google Chrome for Testing', 'Microsoft Edge']

const ARGS = [
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** Runs the GPU and network services in the browser's own process: on two cores, more processes cost more in communication. */
const FEWER_PROCESSES = ['--in-process-gpu', '--enable-features=NetworkServiceInProcess2']

/**
 * Compiles code and collects garbage in the page's main thread, with more room for young objects, and keeps compiled code: both processors
 * are busy anyway, and more threads per page cost more in communication (docs/decisions/201).
 */
const FEWER_THREADS =
  '--js-flags=--single-threaded --min-semi-space-size=32 --initial-heap-size=256 --no-flush-bytecode'

/**
 * The path of a Chrome or Chromium: CHROME_PATH, an installed one (headless for journeys, if available), or Debian's, which is installed if
 * permitted. Throws StartError with a one-line instruction.
 */
export function findBrowser(
  log: (line: string) => void = () => {},
  { isBare = false }: { isBare?: boolean } = {},
): string {
  const given = process.env['CHROME_PATH']
  if (given) {
    if (isProgram(given)) return given
    throw new StartError(`CHROME_PATH: "${given}" is not a program; expected the path of Chrome or Chromium`)
  }
  const find = (): string | undefined =>
    (isBare ? inPath(BARE_NAMES) : []).concat(candidates()).find((path) => isProgram(path))
  const packages = [...(isBare ? ['chromium-headless-shell'] : []), 'chromium']
  const found = find() ?? (installDebians(packages, log) ? find() : undefined)
  if (found) return found
  throw new StartError(
    'The browser tests need Chrome or Chromium: install it (Debian: apt-get install chromium), or set CHROME_PATH',
  )
}

/** Launches a browser as users have it, for measurements. */
export const launchBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath: findBrowser(), args: ARGS })

/** Launches a browser for journeys, headless if available and with fewer processes and threads: the same pages for a third less CPU. */
export const launchBareBrowser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: findBrowser(() => {}, { isBare: true }),
    args: [...ARGS, ...FEWER_PROCESSES, FEWER_THREADS],
  })

function candidates(): string[] {
  const home = process.env['HOME'] ?? ''
  if (process.platform === 'darwin')
    return MAC_APPS.flatMap((app) =>
      ['/Applications', join(home, 'Applications')].map(
        (folder) => `${folder}/${app}.app/Contents/MacOS/${app}`,
      ),
    )
  return [...inPath(NAMES), '/opt/google/chrome/chrome']
}

function inPath(names: readonly string[]): string[] {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin']
  return names.flatMap((name) => folders.map((folder) => join(folder, name)))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Installs the first of these packages that exists. */
function installDebians(packages: string[], log: (line: string) => void): boolean {
  if (!isProgram('/usr/bin/apt-get')) return false
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !runs('sudo', ['-n', 'true'])) return false
  log('Installing Chromium for the browser tests (once, about a minute)…')
  const apt = (...args: string[]): boolean => {
    const command = ['env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', '-qq', ...args]
    return isRoot ? runs('env', command.slice(1)) : runs('sudo', ['-n', ...command])
  }
  const install = () => packages.some((name) => apt('install', '-y', '--no-install-recommends', name))
  return install() || (apt('update') && install())
}

function runs(program: string, args: string[]): boolean {
  return spawnSync(program, args, { stdio: 'ignore' }).status === 0
}
