// Runs on the Node that the machine happens to have, before anything is installed: no packages, no types.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const home = join(import.meta.dirname ?? dirname(new URL(import.meta.url).pathname), '..')
const modules = join(home, 'node_modules')
const lockFile = join(home, 'package-lock.json')
const stampFile = join(modules, '.placewell-lock')

const [command = '', ...rest] = process.argv.slice(2)

if (!isAtLeast(process.versions.node, 20, 19))
  stop(`Placewell needs Node 20.19 or later; this is ${process.versions.node}. See https://nodejs.org`)

const script = join(home, 'scripts', `${command}.ts`)
if (!/^[a-z][a-z-]*$/.test(command) || !existsSync(script))
  stop(`There is no command "${command}". Try start, dev or test.`)

await installPackages()
run(findNode(), script)

/** Installs packages under a lock: of two concurrent starts the second finds the work done. */
async function installPackages() {
  const wanted = createHash('sha256').update(readFileSync(lockFile)).digest('hex')
  if (isInstalled(wanted)) return
  const release = await takeTurn()
  try {
    if (isInstalled(wanted)) return
    if (!holdsTheSame()) {
      console.log('Installing packages (once, about a minute)…')
      const npm = process.env.npm_execpath
      // Not `npm ci`, which refuses a lock file without a package's build for some other platform; that happens whenever such a build
      // reached the registry late. This installs the same versions and checksums.
      const args = [
        'install',
        '--no-save',
        '--ignore-scripts',
        '--include=dev',
        '--include=optional',
        '--no-progress',
      ]
      const [program, first] = npm ? [process.execPath, [npm]] : ['npm', []]
      const done = spawnSync(program, [...first, ...args], { cwd: home, encoding: 'utf8' })
      if (done.signal) process.exit(128 + constants.signals[done.signal])
      if (done.status !== 0) {
        const why = done.error?.message ?? `${done.stdout}${done.stderr}`.trim()
        stop(`${why}\nThe packages could not be installed; the reason is above.`)
      }
    }
    writeFileSync(stampFile, wanted)
  } finally {
    release()
  }
}

function isInstalled(wanted) {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === wanted
}

/** True if an earlier `npm ci` or `npm install` installed exactly what the lock file says. */
function holdsTheSame() {
  const listing = join(modules, '.package-lock.json')
  if (!existsSync(listing)) return false
  const present = JSON.parse(readFileSync(listing, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  delete wanted['']
  return (
    Object.keys(present).every((path) => path in wanted) &&
    Object.entries(wanted).every(([path, { version, integrity, optional }]) => {
      const found = present[path]
      return found ? found.version === version && found.integrity === integrity : Boolean(optional)
    })
  )
}

async function takeTurn() {
  const folder = join(home, '.data')
  const file = join(folder, 'install.lock')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (;;) {
    try {
      writeFileSync(file, String(process.pid), { flag: 'wx' })
      const release = () => rmSync(file, { force: true })
      process.once('exit', release)
      return release
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    if (isAbandoned(file)) rmSync(file, { force: true })
    else await sleep(300)
  }
}

function isAbandoned(file) {
  try {
    const pid = Number(readFileSync(file, 'utf8'))
    // An empty file is still being written.
    if (pid > 0) process.kill(pid, 0)
    return pid === process.pid
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

/** Finds a Node that can run TypeScript directly and has the Argon2 of Node 24.7; npm installs one. */
function findNode() {
  // Apple's arm64 build has another name.
  for (const name of [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
  ]) {
    const file = join(modules, name, 'bin', 'node')
    const { stdout } = spawnSync(file, ['--version'], { encoding: 'utf8' })
    if (stdout && isAtLeast(stdout.slice(1), 24, 7)) return file
  }
  if (isAtLeast(process.versions.node, 24, 7)) return process.execPath
  return stop(
    `npm has no newer Node for ${process.platform} ${process.arch}: install Node 24 or later from https://nodejs.org`,
  )
}

/** Runs a script in a child process; an IPC channel tells it if this process is killed. */
function run(node, file) {
  const path = [dirname(node), join(modules, '.bin'), process.env.PATH].join(delimiter)
  // The product starts in half the time if its code is already compiled.
  const kept = command === 'start' ? { NODE_COMPILE_CACHE: join(home, '.data', 'compiled') } : {}
  const flags = command === 'start' ? heapFlags() : []
  const child = spawn(node, ['--disable-warning=ExperimentalWarning', ...flags, file, ...rest], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...kept, ...process.env, PATH: path },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.on('error', (error) => stop(`${node} cannot be run: ${error.message}`))
  child.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]))
}

/**
 * V8 flags that limit the heap. By default, on a machine with much memory, V8 lets garbage grow to several times the memory in use
 * (docs/decisions/056). NODE_OPTIONS takes precedence.
 */
function heapFlags() {
  const flags = JSON.parse(readFileSync(join(home, 'scripts', 'heap.json'), 'utf8'))
  const chosen = (process.env.NODE_OPTIONS ?? '').replaceAll('_', '-')
  return flags.filter((flag) => !chosen.includes(flag.split('=')[0]))
}

function isAtLeast(version, major, minor) {
  const [a, b] = version.split('.').map(Number)
  return a > major || (a === major && b >= minor)
}

function stop(line) {
  console.error(line)
  process.exit(1)
}
