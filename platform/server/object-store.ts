import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'
import { loadObjectKeys, type ObjectKeys } from './object-keys.ts'
import { type ObjectStorage, openStorage } from './object-storage.ts'
import { uncounted } from './time-left.ts'

const MAGIC = Buffer.from('PWF1')
const IV_BYTES = 12
const TAG_BYTES = 16
const SALT_BYTES = 16

/**
 * Objects that are encrypted at rest with AES-256-GCM. Each has a key derived from a key of the installation, its salt and its name: an
 * object that is moved, swapped or changed cannot be read, nor can one whose salt is deleted, not even from a backup. The id of the
 * installation's key precedes the bytes. Waiting for the storage does not use up the time of a request.
 */
export class ObjectStore {
  readonly #storage: ObjectStorage
  readonly #keys: ObjectKeys

  constructor(storage: ObjectStorage, keys: ObjectKeys) {
    this.#storage = storage
    this.#keys = keys
  }

  /** The id of the key that encrypts new objects. */
  get keyId(): string {
    return this.#keys.current
  }

  /** Encrypts an object and writes or replaces it. */
  async put(name: string, salt: Uint8Array, bytes: Uint8Array): Promise<void> {
    const sealed = this.#encrypt(name, salt, bytes)
    await uncounted(() => this.#storage.put(name, sealed))
  }

  /** The bytes of an object, or null if there is none. Throws if it was changed or its key is missing. */
  async get(name: string, salt: Uint8Array): Promise<Buffer | null> {
    const sealed = await uncounted(() => this.#storage.get(name))
    return sealed && this.#decrypt(name, salt, sealed)
  }

  /** A text encrypted with the same keys, for a database column; it can only be decrypted under this name. */
  seal(name: string, text: string): string {
    const salt = randomBytes(SALT_BYTES)
    return Buffer.concat([salt, this.#encrypt(name, salt, Buffer.from(text))]).toString('base64url')
  }

  /** Decrypts what was sealed under this name. Throws if it was changed or moved, or its key is missing. */
  unseal(name: string, sealed: string): string {
    const bytes = Buffer.from(sealed, 'base64url')
    return this.#decrypt(name, bytes.subarray(0, SALT_BYTES), bytes.subarray(SALT_BYTES)).toString()
  }

  #encrypt(name: string, salt: Uint8Array, bytes: Uint8Array): Buffer {
    const id = this.#keys.current
    const head = Buffer.concat([MAGIC, Buffer.from([id.length]), Buffer.from(id)])
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#keyOf(id, name, salt)!, iv)
    cipher.setAAD(head)
    return Buffer.concat([head, iv, cipher.update(bytes), cipher.final(), cipher.getAuthTag()])
  }

  #decrypt(name: string, salt: Uint8Array, sealed: Buffer): Buffer {
    const head = sealed.subarray(0, MAGIC.length + 1 + (sealed[MAGIC.length] ?? 0))
    const body = sealed.subarray(head.length)
    if (!head.subarray(0, MAGIC.length).equals(MAGIC) || body.length < IV_BYTES + TAG_BYTES)
      throw new Error(`${name} is no object of this store`)
    const id = head.subarray(MAGIC.length + 1).toString()
    const key = this.#keyOf(id, name, salt)
    if (!key)
      throw new Error(`${name} is encrypted with the key "${id}", which this installation does not have`)
    const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES))
    decipher.setAAD(head)
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    return Buffer.concat([decipher.update(body.subarray(IV_BYTES, -TAG_BYTES)), decipher.final()])
  }

  /** Removes an object; does nothing if there is none. */
  remove(name: string): Promise<void> {
    return this.#storage.remove(name)
  }

  #keyOf(id: string, name: string, salt: Uint8Array): Buffer | null {
    const key = this.#keys.keys.get(id)
    return key ? Buffer.from(hkdfSync('sha256', key, salt, `placewell object ${name}`, 32)) : null
  }
}

/** The object store from the settings, with the installation's keys. Throws ConfigError if those cannot be read. */
export function openObjectStore(
  config: Pick<Config, 's3' | 'dataDir'>,
  env: Readonly<Record<string, string | undefined>>,
): ObjectStore {
  return new ObjectStore(openStorage(config), loadObjectKeys(config.dataDir, env))
}
