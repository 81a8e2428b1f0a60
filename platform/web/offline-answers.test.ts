import { onlineManager, QueryClient } from '@tanstack/react-query'
import { afterEach, expect, it, vi } from 'vitest'
import { storeOfflineAnswer, restoreOfflineAnswers, waitForServer } from './offline-answers.ts'
import { eraseOfflineAnswers, eraseOfflineData } from './offline-storage.ts'

const hour = 3_600_000
const key = [['attendance', 'mine'], { type: 'query', input: {} }]

/** The storage of a browser. */
function memory(): Storage {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (index) => [...kept.keys()][index] ?? null,
    getItem: (name) => kept.get(name) ?? null,
    setItem: (name, value) => void kept.set(name, value),
    removeItem: (name) => void kept.delete(name),
    clear: () => kept.clear(),
  }
}
const restored = (storage: Storage, now: number) => {
  const client = new QueryClient()
  restoreOfflineAnswers(client, storage, now)
  return client.getQueryData(key)
}

afterEach(() => onlineManager.setOnline(true))

it('returns what was kept with its age, and deletes what is too old', () => {
  const storage = memory()
  storeOfflineAnswer('jenna', { at: 0, queryKey: key, data: ['before'] }, storage)
  storeOfflineAnswer('jenna', { at: hour, queryKey: key, data: ['now'] }, storage)
  expect(storage.length).toBe(1)
  expect(restored(storage, 36 * hour)).toEqual(['now'])
  expect(restored(storage, 38 * hour)).toBeUndefined()
  expect(storage.length).toBe(0)
})

it('is erased at sign-out, when a session ends, and when someone else signs in', () => {
  const storage = memory()
  const keep = () => storeOfflineAnswer('jenna', { at: 0, queryKey: key, data: [] }, storage)
  keep()
  eraseOfflineData('jenna', storage)
  expect(storage.length).toBe(1)
  eraseOfflineData('marcus', storage)
  expect(storage.length).toBe(0)
  keep()
  eraseOfflineData(undefined, storage)
  expect(storage.length).toBe(0)
  keep()
  storage.setItem('placewell:waiting:jenna:1', '{}')
  eraseOfflineAnswers(storage)
  expect(storage.length).toBe(1)
})

it('reads only what it wrote', () => {
  const storage = memory()
  storage.setItem('placewell:kept:jenna:x', 'not json')
  expect(restored(storage, hour)).toBeUndefined()
})

it('is offline until the server answers, even if the phone reports a network', async () => {
  vi.useFakeTimers()
  let isThere = false
  waitForServer(() => (isThere ? Promise.resolve({ ok: true }) : Promise.reject(new TypeError('Failed'))))
  await vi.advanceTimersByTimeAsync(16_000)
  expect(onlineManager.isOnline()).toBe(false)
  isThere = true
  await vi.advanceTimersByTimeAsync(16_000)
  expect(onlineManager.isOnline()).toBe(true)
  vi.useRealTimers()
})
