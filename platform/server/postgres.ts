import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { release, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeDataDir } from './data-dir.ts'
import { findServerCommand, PostgresError, shortHash, type ServerCommand } from './postgres-binaries.ts'
import { commandLineOf, isRunning, markOf, type ProcessMark } from './processes.ts'

export type Postgres = {
  /** The superuser's URL of the database `postgres`, over the private socket. */
  adminUrl: string
  /** Fast shutdown: open transactions are rolled back, committed ones are on disk. */
  stop: () => Promise<void>
}

export type PostgresOptions = {
  /** The folder of this installation, which contains the cluster, its log and its socket. */
  dataDir: string
  log?: (line: string) => void
  /** Changes to single settings, for tests and benchmarks. */
  settings?: Readonly<Record<string, string>>
}

/** `sun_path` holds 104 bytes on macOS (108 on Linux), including the closing NUL. */
const LONGEST_SOCKET_PATH = 103
const PORT = '5432'
const LOG_LIMIT = 10_000_000

/** Given on the command line, so they cannot be lost with the unsynced end of a config file. */
const SETTINGS: Readonly<Record<string, string>> = {
  listen_addresses: '',
  unix_socket_permissions: '0700',
  max_connections: '200',
  password_encryption: 'scram-sha-256',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '8MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Statements and refused values are personal data: the log is about the server, never about rows.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
  ...syncBeforeRecovery(),
}

/**
 * Syncs everything to disk after a crash with one call for the whole file system, much faster than one call per file, on systems that
 * report failed writes.
 */
function syncBeforeRecovery(): Record<string, string> {
  const [major = 0, minor = 0] = release().split('.').map(Number)
  const tells = process.platform === 'linux' && (major > 5 || (major === 5 && minor >= 8))
  return tells ? { recovery_init_sync_method: 'syncfs' } : {}
}

/** The superuser needs no password, because only its own user may enter the socket's folder. */
const ACCESS_RULES = 'local all postgres trust\nlocal all all scram-sha-256\n'

/** The URL of `database` for `user` on the server of `adminUrl`; without a user, the admin's own. */
export function connectionFor(
  adminUrl: string,
  who: { database: string; user?: string; password?: string },
): string {
  const url = new URL(adminUrl)
  url.pathname = `/${encodeURIComponent(who.database)}`
  if (who.user !== undefined) {
    url.username = encodeURIComponent(who.user)
    url.password = encodeURIComponent(who.password ?? '')
  }
  return url.href
}

/**
 * Starts the PostgreSQL that npm installed: creates its cluster on first use, listens on a private socket only, restarts it when it dies,
 * and stops it with this process. Throws PostgresError if another process uses the folder or the server does not start.
 */
export async function startPostgres({
  dataDir,
  log = () => {},
  settings = {},
}: PostgresOptions): Promise<Postgres> {
  const home = makeDataDir(dataDir)
  const way = findServerCommand(home)
  if (way.base !== home) log(`The database is kept in ${way.base}`)

  const cluster = join(way.base, 'postgres')
  const owner = join(home, 'postgres.owner')
  const logFile = join(home, 'postgres.log')

  if (existsSync(join(cluster, 'PG_VERSION'))) {
    way.own(cluster)
    await waitUntilFree(cluster, owner, log)
  } else {
    createCluster(cluster, way)
  }
  const rules = join(cluster, 'pg_hba.conf')
  writeDurably(rules, ACCESS_RULES)
  way.own(rules)

  const socketDir = makeSocketDir(way)
  const all = { ...SETTINGS, unix_socket_directories: socketDir, port: PORT, ...settings }
  const args = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])

  let child: ChildProcess
  let coming: Promise<void> | undefined
  let stopping = false

  async function launch(): Promise<void> {
    child = await spawnServer(cluster, args, logFile, way)
    writeFileSync(owner, JSON.stringify({ server: child.pid, launcher: markOf(process.pid) }))
    child.once('exit', () => {
      if (!stopping) coming = bringBack()
    })
  }

  async function bringBack(): Promise<void> {
    log('PostgreSQL ended unexpectedly and is started again')
    for (let wait = 100; !stopping; wait = Math.min(wait * 2, 5000)) {
      try {
        return await launch()
      } catch (error) {
        log(error instanceof Error ? error.message : String(error))
        await sleep(wait)
      }
    }
  }

  const interrupt = (): void => {
    child.kill('SIGINT')
  }

  await launch()
  process.once('exit', interrupt)

  return {
    adminUrl: `postgres://postgres@localhost:${PORT}/postgres?host=${encodeURIComponent(socketDir)}`,
    async stop() {
      stopping = true
      await coming
      process.off('exit', interrupt)
      if (child.exitCode === null && child.signalCode === null) {
        const gone = once(child, 'exit')
        interrupt()
        const patience = setTimeout(() => child.kill('SIGQUIT'), 30_000)
        await gone
        clearTimeout(patience)
      }
      rmSync(owner, { force: true })
    },
  }
}

/** Created under another name and renamed when complete, so that an interrupted first start leaves nothing incomplete. */
function createCluster(cluster: string, way: ServerCommand): void {
  const parent = dirname(cluster)
  for (const name of readdirSync(parent)) {
    const [, pid] = /^postgres\.new-(\d+)$/.exec(name) ?? []
    if (pid && !markOf(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const draft = `${cluster}.new-${process.pid}`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { mode: 0o700 })
  way.own(draft)
  const [command, args, options] = way.command('initdb', [
    `--pgdata=${draft}`,
    '--username=postgres',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--auth-local=trust',
    '--auth-host=reject',
    '--data-checksums',
    '--no-instructions',
  ])
  const made = spawnSync(command, args, { ...options, encoding: 'utf8' })
  if (made.status !== 0) {
    rmSync(draft, { recursive: true, force: true })
    const why = made.error?.message ?? made.stderr.trim().split('\n').at(-1)
    throw new PostgresError(`The database could not be created in ${cluster}: ${why}`)
  }
  try {
    renameSync(draft, cluster)
    sync(parent)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(join(cluster, 'PG_VERSION'))) throw error
  }
}

/**
 * Refuses to touch the server of another running process (PostgresError), and stops one whose parent is gone: on macOS, or after a kill -9
 * just before it was set to die with its parent.
 */
async function waitUntilFree(cluster: string, owner: string, log: (line: string) => void): Promise<void> {
  const pid = readPidFile(cluster)?.pid
  if (pid === undefined) return
  if (!isServer(pid, cluster)) {
    // The process id now belongs to another program, which PostgreSQL would take for itself.
    if (markOf(pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
    return
  }
  // A server that has just started has no owner written down yet.
  let launcher = readOwner(owner, pid)
  for (let i = 0; !launcher && i < 20 && isServer(pid, cluster); i++) {
    await sleep(100)
    launcher = readOwner(owner, pid)
  }
  if (!launcher || isRunning(launcher)) throw inUse(cluster, launcher?.pid ?? pid)

  log('Stopping the PostgreSQL that an earlier start left behind')
  for (let i = 0; isServer(pid, cluster); i++) {
    if (i === 600) throw inUse(cluster, pid)
    if (i === 0) process.kill(pid, 'SIGINT')
    await sleep(50)
  }
}

function inUse(cluster: string, pid: number): PostgresError {
  return new PostgresError(
    `Another start (process ${pid}) is using ${dirname(cluster)}: stop it first, or set DATA_DIR to another folder`,
  )
}

function readOwner(file: string, server: number): ProcessMark | undefined {
  try {
    const owner = JSON.parse(readFileSync(file, 'utf8'))
    return owner.server === server ? owner.launcher : undefined
  } catch {
    return undefined
  }
}

function isServer(pid: number, cluster: string): boolean {
  return markOf(pid) !== undefined && commandLineOf(pid).includes(`-D ${cluster} `)
}

function readPidFile(cluster: string): { pid: number; status: string } | undefined {
  try {
    const lines = readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')
    const pid = Number(lines[0])
    return pid > 0 ? { pid, status: (lines[7] ?? '').trim() } : undefined
  } catch {
    return undefined
  }
}

async function spawnServer(
  cluster: string,
  settings: readonly string[],
  logFile: string,
  way: ServerCommand,
): Promise<ChildProcess> {
  const [command, args, options] = way.command('postgres', ['-D', cluster, ...settings])
  for (let attempt = 0; ; attempt++) {
    if (existsSync(logFile) && statSync(logFile).size > LOG_LIMIT) truncateSync(logFile)
    const out = openSync(logFile, 'a', 0o600)
    const before = statSync(logFile).size
    // A process group of its own: Ctrl-C is for the parent process, which stops this one last.
    const child = spawn(command, args, { ...options, detached: true, stdio: ['ignore', out, out] })
    closeSync(out)
    let failure: Error | undefined
    child.once('error', (error) => (failure = error))
    const ended = (): boolean => failure !== undefined || child.exitCode !== null || child.signalCode !== null

    while (!ended()) {
      const file = readPidFile(cluster)
      if (file?.pid === child.pid && file?.status === 'ready') return child
      await sleep(10)
    }
    if (failure) throw new PostgresError(`PostgreSQL cannot be run: ${failure.message}`)

    const said = readFileSync(logFile, 'utf8').slice(before)
    const other = readPidFile(cluster)?.pid
    if (/lock file .* already exists/.test(said) && other) throw inUse(cluster, other)
    // The last processes of a killed server release its memory within moments.
    if (/shared memory block .* in use/.test(said) && attempt < 100) {
      await sleep(100)
      continue
    }
    const why = /FATAL: +(.*)/.exec(said)?.[1] ?? said.trim().split('\n').at(-1)
    throw new PostgresError(`PostgreSQL did not start: ${why} (more in ${logFile})`)
  }
}

/** Private to one user, which replaces a password for the superuser. */
function makeSocketDir(way: ServerCommand): string {
  const near = join(way.base, 'run')
  const fits = Buffer.byteLength(join(near, `.s.PGSQL.${PORT}`)) <= LONGEST_SOCKET_PATH
  const dir = fits ? near : join(tmpdir(), `placewell-${shortHash(near)}`)
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  const { uid } = lstatSync(dir)
  const isOurs = !process.getuid || process.getuid() === 0 || uid === process.getuid()
  if (!isOurs || lstatSync(dir).isSymbolicLink())
    throw new PostgresError(`${dir} belongs to another user: remove it`)
  way.own(dir)
  chmodSync(dir, 0o700)
  return dir
}

/** Survives a power failure: syncs the text, then the name, then the folder that contains the name. */
function writeDurably(file: string, text: string): void {
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  const draft = `${file}.${process.pid}`
  const handle = openSync(draft, 'w', 0o600)
  writeSync(handle, text)
  fsyncSync(handle)
  closeSync(handle)
  renameSync(draft, file)
  sync(dirname(file))
}

function sync(folder: string): void {
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}
