import { expect, test, vi } from 'vitest'
import { PasswordHasher } from './passwords.ts'
import { Unavailable } from './pg-errors.ts'

type Derived = (error: Error | null, key: Buffer) => void
const hashing = vi.hoisted(() => [] as Derived[])
vi.mock(import('node:crypto'), async (original) => ({
  ...(await original()),
  // Hashes on demand, so that running and waiting ones can be counted.
  argon2: ((_name: string, _settings: object, done: Derived) => hashing.push(done)) as never,
}))

const settle = () => new Promise(setImmediate)
const finishOne = async () => {
  hashing.shift()!(null, Buffer.alloc(32))
  await settle()
}

test('two are hashed at once, a hundred wait, and the next is turned away', async () => {
  const hasher = new PasswordHasher({ pepper: 'pepper' })
  const asked = Array.from({ length: 102 }, () => hasher.hash('$2b$12$somebody'))
  await settle()
  expect(hashing).toHaveLength(2)
  await expect(hasher.hash('$2b$12$one-too-many')).rejects.toThrow(Unavailable)
  await finishOne()
  expect(hashing).toHaveLength(2)
  // Exactly one slot is free again.
  asked.push(hasher.hash('$2b$12$somebody'))
  await expect(hasher.hash('$2b$12$one-too-many')).rejects.toThrow(Unavailable)
  for (let left = 102; left > 0; left--) await finishOne()
  expect(await Promise.all(asked)).toHaveLength(103)
  expect(hashing).toHaveLength(0)
})

test('a failed hash frees its slot', async () => {
  const hasher = new PasswordHasher({ pepper: 'pepper', atOnce: 1, maxWaiting: 0 })
  const failed = hasher.hash('$2b$12$somebody').catch((error: Error) => error.message)
  await settle()
  hashing.shift()!(new Error('No memory'), Buffer.alloc(0))
  expect(await failed).toBe('No memory')
  const next = hasher.hash('$2b$12$somebody')
  await settle()
  await finishOne()
  expect(await next).toMatch(/^a2id\$/)
})

test('a failed hash for an unknown address does not fail the next one', async () => {
  const hasher = new PasswordHasher({ pepper: 'pepper' })
  const failed = hasher.verify('$2b$12$somebody', null).catch((error: Error) => error.message)
  await settle()
  hashing.shift()!(new Error('No memory'), Buffer.alloc(0))
  expect(await failed).toBe('No memory')
  const next = hasher.verify('$2b$12$somebody', null)
  await settle()
  await finishOne()
  await finishOne()
  expect(await next).toBe(false)
})
