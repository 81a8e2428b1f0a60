import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config.ts'
import { makeDataDir } from './data-dir.ts'

export type Secrets = {
  /** Mixed into every stored password: without it the digests are useless, even to us. */
  readonly pepper: string
  /** Generates the salt of an email address: always the same, registered or not. */
  readonly saltKey: string
  /** The passwords of the database roles `app_rw`, `app_auth` and `app_worker`. */
  readonly passwords: { readonly appRw: string; readonly appAuth: string; readonly worker: string }
}

/** The name of each secret in the environment and in the file. */
const NAMES = {
  pepper: 'PEPPER',
  saltKey: 'SALT_KEY',
  appRw: 'APP_RW_PASSWORD',
  appAuth: 'APP_AUTH_PASSWORD',
  worker: 'APP_WORKER_PASSWORD',
} as const

type Flat = Record<keyof typeof NAMES, string>

const secret = z.string().min(32)
const stored = z.object({
  pepper: secret,
  saltKey: secret,
  appRw: secret,
  appAuth: secret,
  worker: secret,
})

/**
 * The installation's secrets: from the environment if set, otherwise generated once and kept in `secrets.json` (mode 0600) in the data
 * folder. Throws ConfigError if a given one is shorter than 32 characters, or if the file cannot be read, because a new pepper would lock
 * everyone out.
 */
export function loadSecrets(dataDir: string, env: Readonly<Record<string, string | undefined>>): Secrets {
  const given: Partial<Flat> = {}
  for (const [key, name] of Object.entries(NAMES) as [keyof Flat, string][]) {
    const value = env[name]?.trim()
    if (!value) continue
    if (value.length < 32)
      throw new ConfigError(`${name}: its value cannot be used; expected at least 32 characters`)
    given[key] = value
  }
  const isComplete = Object.keys(given).length === Object.keys(NAMES).length
  const kept = isComplete ? {} : readOrMake(makeDataDir(dataDir))
  const { pepper, saltKey, ...passwords } = { ...kept, ...given } as Flat
  return { pepper, saltKey, passwords }
}

function readOrMake(folder: string): Flat {
  const file = join(folder, 'secrets.json')
  return read(file) ?? make(folder, file)
}

function read(file: string): Flat | undefined {
  try {
    const flat = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
    chmodSync(file, 0o600)
    return flat
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(
      `${file} cannot be read as this installation's secrets: restore it from a backup, or remove it if no account matters`,
    )
  }
}

/** A hard link either creates the name or fails because it exists, so two simultaneous first starts use the same file. */
function make(folder: string, file: string): Flat {
  const fresh = Object.fromEntries(
    Object.keys(NAMES).map((key) => [key, randomBytes(32).toString('base64url')]),
  ) as Flat
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  writeSync(handle, `${JSON.stringify(fresh, null, 2)}\n`)
  fsyncSync(handle)
  closeSync(handle)
  try {
    linkSync(draft, file)
    const directory = openSync(folder, 'r')
    fsyncSync(directory)
    closeSync(directory)
    return fresh
  } catch (error) {
    const other = read(file)
    if (!other) throw error
    return other
  } finally {
    rmSync(draft, { force: true })
  }
}
