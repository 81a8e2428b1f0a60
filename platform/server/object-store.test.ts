import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import S3rver from 's3rver'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addObjectKey, loadObjectKeys } from './object-keys.ts'
import { localStorage, type ObjectStorage, openStorage, s3Storage } from './object-storage.ts'
import { ObjectStore } from './object-store.ts'

const folder = mkdtempSync(join(tmpdir(), 'placewell-objects-'))
const salt = Buffer.alloc(16, 1)
const text = Buffer.from('Hepatitis B, second dose, 2026-03-01')
let server: S3rver
let settings: Parameters<typeof s3Storage>[0]

beforeAll(async () => {
  server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 's3'),
    configureBuckets: [{ name: 'placewell', configs: [] }],
  })
  const { port } = await server.run()
  settings = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'placewell',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  }
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const stores: [string, () => ObjectStorage][] = [
  ['a folder', () => localStorage(join(folder, 'local'))],
  ['an S3 server', () => s3Storage(settings)],
]

describe.each(stores)('objects in %s', (_, open) => {
  const keysOf = (name: string) => loadObjectKeys(join(folder, name), {})

  it('are written, replaced, read and removed', async () => {
    const store = new ObjectStore(open(), keysOf('keys'))
    expect(await store.get('school/a', salt)).toBeNull()
    await store.put('school/a', salt, Buffer.from('first'))
    await store.put('school/a', salt, text)
    expect(await store.get('school/a', salt)).toEqual(text)
    await store.remove('school/a')
    await store.remove('school/a')
    expect(await store.get('school/a', salt)).toBeNull()
  })

  it('contain no readable byte, and open only with their own name, salt and key', async () => {
    const storage = open()
    const store = new ObjectStore(storage, keysOf('keys'))
    await store.put('school/b', salt, text)
    const sealed = (await storage.get('school/b'))!
    expect(sealed.includes('Hepatitis')).toBe(false)
    await expect(store.get('school/b', Buffer.alloc(16, 2))).rejects.toThrow('authenticate')
    await storage.put('other-school/b', sealed)
    await expect(store.get('other-school/b', salt)).rejects.toThrow('authenticate')
    const changed = Buffer.from(sealed)
    changed[changed.length - 20]! ^= 1
    await storage.put('school/b', changed)
    await expect(store.get('school/b', salt)).rejects.toThrow('authenticate')
    await storage.put('school/b', sealed)
    await expect(new ObjectStore(storage, keysOf('other keys')).get('school/b', salt)).rejects.toThrow(
      'which this installation does not have',
    )
    expect(await store.get('school/b', salt)).toEqual(text)
  })

  it('stay readable after a new key, which encrypts from then on', async () => {
    const storage = open()
    const before = new ObjectStore(storage, keysOf('rotated'))
    await before.put('school/c', salt, text)
    const id = addObjectKey(join(folder, 'rotated'))
    const after = new ObjectStore(storage, keysOf('rotated'))
    expect(after.keyId).toBe(id)
    expect(await after.get('school/c', salt)).toEqual(text)
    await after.put('school/c', salt, text)
    expect((await storage.get('school/c'))!.includes(id)).toBe(true)
    await expect(before.get('school/c', salt)).rejects.toThrow(id)
    addObjectKey(join(folder, 'rotated'))
    expect(await new ObjectStore(storage, keysOf('rotated')).get('school/c', salt)).toEqual(text)
  })

  it.each(['../secrets', 'school/../../x', '/etc/passwd', 'School/A', 'a?b', '', 'a//b', 'a/b.json'])(
    'cannot have a name such as %s',
    async (name) => {
      await expect(open().put(name, text)).rejects.toThrow('Not the name of an object')
    },
  )
})

describe('an S3 server', () => {
  it.each([
    ['an unknown key', { accessKeyId: 'nobody' }],
    ['no such bucket', { bucket: 'elsewhere' }],
    ['nobody there', { endpoint: 'http://127.0.0.1:9' }],
  ])('that refuses (%s) counts as unavailable', async (_, wrong) => {
    await expect(s3Storage({ ...settings, ...wrong }).put('school/d', text)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      message: 'Files cannot be reached right now. Please try again in a moment.',
    })
  })

  it('is used if the settings name one', async () => {
    const dataDir = join(folder, 'chosen')
    await openStorage({ s3: settings, dataDir }).put('school/e', text)
    expect(await s3Storage(settings).get('school/e')).toEqual(text)
    await openStorage({ s3: undefined, dataDir }).put('school/e', text)
    expect(readdirSync(join(dataDir, 'files'))).toEqual(['school'])
  })
})

describe('the keys for files', () => {
  it('are generated once, readable only by the owner of the folder', () => {
    const dataDir = join(folder, 'generated')
    const first = loadObjectKeys(dataDir, {})
    expect(loadObjectKeys(dataDir, {})).toEqual(first)
    expect(statSync(join(dataDir, 'file-keys.json')).mode & 0o777).toBe(0o600)
    expect(first.keys.get(first.current)).toHaveLength(32)
  })

  it('come from FILE_KEYS if it is set, the first encrypting', () => {
    const [one, two] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)]
    const FILE_KEYS = `new:${two.toString('base64url')}, old:${one.toString('base64url')}`
    const { current, keys } = loadObjectKeys(join(folder, 'none'), { FILE_KEYS })
    expect([current, keys.get('old'), keys.get('new')]).toEqual(['new', one, two])
  })

  it.each(['nonsense', 'a:short', `A:${Buffer.alloc(32).toString('base64url')}`])(
    'are refused as %s',
    (FILE_KEYS) => {
      expect(() => loadObjectKeys(folder, { FILE_KEYS })).toThrow('FILE_KEYS: its value cannot be used')
    },
  )

  it('are not generated again if the file is broken, because no file could be opened again', () => {
    const dataDir = join(folder, 'broken')
    loadObjectKeys(dataDir, {})
    writeFileSync(join(dataDir, 'file-keys.json'), '{"current":"x","keys":{}}')
    expect(() => loadObjectKeys(dataDir, {})).toThrow('restore it from a backup')
    expect(readFileSync(join(dataDir, 'file-keys.json'), 'utf8')).toContain('"x"')
  })
})
