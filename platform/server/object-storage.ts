import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { ORPCError } from '@orpc/server'
import { AwsClient } from 'aws4fetch'
import type { Config, S3Settings } from './config.ts'

/** Where objects are stored: bytes under a name. Their meaning and their encryption are decided by the caller. */
export type ObjectStorage = {
  /** Writes or replaces an object; resolves once it would survive a power failure. */
  put(name: string, bytes: Uint8Array): Promise<void>
  /** The bytes of an object, or null if there is none. */
  get(name: string): Promise<Buffer | null>
  /** Removes an object; does nothing if there is none. */
  remove(name: string): Promise<void>
}

/** Lowercase letters, digits and dashes, in folders: nothing that a disk or a URL interprets. */
const NAME = /^[a-z0-9-]+(?:\/[a-z0-9-]+)*$/
const PATIENCE_MS = 10_000

const checked = (name: string): string => {
  if (!NAME.test(name)) throw new TypeError('Not the name of an object')
  return name
}

/** Objects as files in a folder, grouped by the first two characters of a digest: the default, in DATA_DIR. */
export function localStorage(folder: string): ObjectStorage {
  const home = resolve(folder)
  const fileOf = (name: string): string => {
    const spread = createHash('sha256').update(checked(name)).digest('hex').slice(0, 2)
    const [top, ...rest] = name.split('/')
    return join(home, top!, ...(rest.length > 0 ? [spread, ...rest] : []))
  }
  return {
    async put(name, bytes) {
      const file = fileOf(name)
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      const draft = `${file}.${randomBytes(4).toString('hex')}`
      const handle = await open(draft, 'wx', 0o600)
      try {
        await handle.writeFile(bytes)
        await handle.sync()
        await handle.close()
        await rename(draft, file)
      } catch (error) {
        await handle.close().catch(() => {})
        await rm(draft, { force: true })
        throw error
      }
      await sync(dirname(file))
    },
    get: (name) =>
      readFile(fileOf(name)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null
        throw error
      }),
    remove: (name) => rm(fileOf(name), { force: true }),
  }
}

async function sync(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync()
  await handle.close()
}

/** Objects in a bucket of any server that speaks S3, addressed by path. Throws SERVICE_UNAVAILABLE if it does not answer in 10 s. */
export function s3Storage({
  endpoint,
  bucket,
  region,
  accessKeyId,
  secretAccessKey,
}: S3Settings): ObjectStorage {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 2 })
  const ask = async (method: string, name: string, body?: Uint8Array): Promise<Response> => {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const url = `${endpoint}/${bucket}/${checked(name)}`
    const answer = await client
      .fetch(url, { method, signal, ...(body && { body: new Uint8Array(body) }) })
      .catch((error: unknown) => {
        throw unreachable(error)
      })
    if (answer.ok || answer.status === 404) return answer
    throw unreachable(
      new Error(`${method} answered ${answer.status}: ${(await answer.text()).slice(0, 300)}`),
    )
  }
  return {
    async put(name, bytes) {
      const answer = await ask('PUT', name, bytes)
      // A missing bucket is not the same as a missing object.
      if (!answer.ok) throw unreachable(new Error(`PUT answered ${answer.status}`))
    },
    async get(name) {
      const answer = await ask('GET', name)
      return answer.ok ? Buffer.from(await answer.arrayBuffer()) : null
    },
    async remove(name) {
      await ask('DELETE', name)
    },
  }
}

/** The error for a store that does not answer, or not as it should (HTTP 503); the caller may try again. */
export const unreachable = (cause?: unknown) =>
  new ORPCError('SERVICE_UNAVAILABLE', {
    message: 'Files cannot be reached right now. Please try again in a moment.',
    cause,
  })

/** The object storage from the settings: an S3 bucket if one is configured, otherwise the folder `files` in DATA_DIR. */
export function openStorage({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): ObjectStorage {
  return s3 ? s3Storage(s3) : localStorage(join(dataDir, 'files'))
}
