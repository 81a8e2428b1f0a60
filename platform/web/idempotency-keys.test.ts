import { expect, test, vi } from 'vitest'
import { createQueryClient } from './query-client.ts'
import { createIdempotencyKey, withIdempotencyKey } from './idempotency-keys.ts'

const keyOf = (input: object) => (withIdempotencyKey(input) as { idempotency_key?: string }).idempotency_key

test('one press has one key, however often its call is sent; the next press has another', () => {
  const input = { id: 'a', version: 3 }
  createIdempotencyKey(input)
  const first = keyOf(input)
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(keyOf(input)).toBe(first)
  createIdempotencyKey(input)
  expect(keyOf(input)).not.toBe(first)
  expect(input).toEqual({ id: 'a', version: 3 })
})

test('several rows with their versions are one press', () => {
  const input = { shifts: [{ id: 'a', version: 3 }], reason: 'Weather' }
  createIdempotencyKey(input)
  expect(keyOf(input)).toMatch(/^[0-9a-f-]{36}$/)
})

test('a key of the form stays, and a call without a version has none', () => {
  const own = { version: 1, idempotency_key: 'mine' }
  createIdempotencyKey(own)
  expect(keyOf(own)).toBe('mine')
  for (const input of [{ email: 'a@x.example' }, { rows: ['a'] }, { rows: [] }]) {
    createIdempotencyKey(input)
    expect(withIdempotencyKey(input)).toBe(input)
  }
  createIdempotencyKey(undefined)
  expect(withIdempotencyKey(undefined)).toBeUndefined()
  expect(withIdempotencyKey({ version: 1 }), 'outside of a press').toEqual({ version: 1 })
})

test('the automatic retry of a mutation sends the key of its press; pressing again sends another', async () => {
  vi.useFakeTimers()
  const toast = { success: () => {}, error: () => {} }
  const client = createQueryClient(toast)
  const sent: (string | undefined)[] = []
  const mutation = {
    mutationFn: async (input: object) => {
      sent.push(keyOf(input))
      if (sent.length === 1) throw new TypeError('The answer was lost')
    },
  }
  const input = { id: 'a', version: 3 }
  const press = async () => {
    const done = client
      .getMutationCache()
      .build<void, Error, object, unknown>(client, mutation)
      .execute(input)
    await vi.runAllTimersAsync()
    await done
  }
  await press()
  await press()
  vi.useRealTimers()
  expect(sent).toHaveLength(3)
  expect(sent[0]).toMatch(/^[0-9a-f-]{36}$/)
  expect(sent[1]).toBe(sent[0])
  expect(sent[2]).not.toBe(sent[0])
})
