import { randomBytes, randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ObjectKeys } from '#platform/server/object-keys.ts'
import { localStorage, type ObjectStorage } from '#platform/server/object-storage.ts'
import { ObjectStore } from '#platform/server/object-store.ts'

/** An object store in a new folder with a random key, and its files: for tests and measurements. */
export function testObjects(): {
  objects: ObjectStore
  storage: ObjectStorage
  keys: ObjectKeys['keys']
  remove: () => Promise<void>
} {
  const folder = join(tmpdir(), `placewell-objects-${randomUUID()}`)
  const storage = localStorage(folder)
  const keys = { current: 'test', keys: new Map([['test', randomBytes(32)]]) }
  return {
    objects: new ObjectStore(storage, keys),
    storage,
    keys: keys.keys,
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}
