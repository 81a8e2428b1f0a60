import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { ConfigError } from './config.ts'
import { makeDataDir } from './data-dir.ts'

/** The keys that encrypt files at rest, by id, and which of them encrypts new files. */
export type ObjectKeys = { readonly current: string; readonly keys: ReadonlyMap<string, Buffer> }

const KEY_BYTES = 32
const keyId = z.string().regex(/^[a-z0-9]{1,16}$/)
const key = z.base64url().refine((text) => Buffer.from(text, 'base64url').length === KEY_BYTES)
const stored = z
  .object({ current: keyId, keys: z.record(keyId, key) })
  .refine(({ current, keys }) => Object.hasOwn(keys, current))
type Stored = z.infer<typeof stored>

const FILE = 'file-keys.json'

/**
 * The installation's keys for files: from FILE_KEYS (`id:key,id:key`, the first encrypts) if set, otherwise generated once and kept in
 * `file-keys.json` (mode 0600) in the data folder. Throws ConfigError if they cannot be read, because with other keys no file could be
 * opened again.
 */
export function loadObjectKeys(
  dataDir: string,
  env: Readonly<Record<string, string | undefined>>,
): ObjectKeys {
  const given = env['FILE_KEYS']?.trim()
  if (given) return inMemory(fromSetting(given))
  const folder = makeDataDir(dataDir)
  return inMemory(read(join(folder, FILE)) ?? make(folder))
}

/** Generates a new key that encrypts from now on and keeps the existing ones; returns its id. The file is replaced as a whole. */
export function addObjectKey(dataDir: string): string {
  const folder = makeDataDir(dataDir)
  const known = read(join(folder, FILE)) ?? make(folder)
  const fresh = draw()
  write(folder, { current: fresh.current, keys: { ...known.keys, ...fresh.keys } }, (draft, file) =>
    renameSync(draft, file),
  )
  return fresh.current
}

const inMemory = ({ current, keys }: Stored): ObjectKeys => ({
  current,
  keys: new Map(Object.entries(keys).map(([id, text]) => [id, Buffer.from(text, 'base64url')])),
})

function draw(): Stored {
  const id = randomBytes(4).toString('hex')
  return { current: id, keys: { [id]: randomBytes(KEY_BYTES).toString('base64url') } }
}

function fromSetting(text: string): Stored {
  const pairs = text.split(',').map((pair) => pair.trim().split(':') as [string, string])
  const found = stored.safeParse({ current: pairs[0]![0], keys: Object.fromEntries(pairs) })
  if (found.success) return found.data
  throw new ConfigError(
    'FILE_KEYS: its value cannot be used; expected id:key,id:key with keys of 32 bytes as base64url',
  )
}

function read(file: string): Stored | undefined {
  try {
    const found = stored.parse(JSON.parse(readFileSync(file, 'utf8')))
    chmodSync(file, 0o600)
    return found
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw new ConfigError(
      `${file} cannot be read as this installation's keys for files: restore it from a backup, or remove it if no file matters`,
    )
  }
}

/** A hard link either creates the name or fails because it exists, so two simultaneous first starts use the same file. */
function make(folder: string): Stored {
  const fresh = draw()
  try {
    write(folder, fresh, linkSync)
    return fresh
  } catch (error) {
    const other = read(join(folder, FILE))
    if (!other) throw error
    return other
  }
}

function write(folder: string, content: Stored, name: (draft: string, file: string) => void): void {
  const file = join(folder, FILE)
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  const handle = openSync(draft, 'wx', 0o600)
  try {
    writeSync(handle, `${JSON.stringify(content, null, 2)}\n`)
    fsyncSync(handle)
    closeSync(handle)
    name(draft, file)
    const directory = openSync(folder, 'r')
    fsyncSync(directory)
    closeSync(directory)
  } finally {
    rmSync(draft, { force: true })
  }
}
