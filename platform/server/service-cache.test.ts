import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { constants } from '#core/constants.ts'
import { ServiceCache } from './service-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const counting = () => {
  let loads = 0
  return { load: async () => ++loads, loads: () => loads }
}

it('keeps an answer for five minutes', async () => {
  const cache = new ServiceCache<number>()
  const { load } = counting()
  expect([await cache.get('a', load), await cache.get('a', load)]).toEqual([1, 1])
  vi.advanceTimersByTime(constants.serviceCache.ttlMs - 1)
  expect(await cache.get('a', load)).toBe(1)
  vi.advanceTimersByTime(1)
  expect(await cache.get('a', load)).toBe(2)
})

it('keeps 50 answers, and drops the least recently used', async () => {
  const cache = new ServiceCache<number>()
  const { load, loads } = counting()
  for (let key = 0; key < constants.serviceCache.maxSize; key++) await cache.get(String(key), load)
  await cache.get('0', load)
  await cache.get('one more', load)
  expect([cache.size, loads()]).toEqual([50, 51])
  await cache.get('0', load)
  expect(loads()).toBe(51)
  await cache.get('1', load)
  expect(loads()).toBe(52)
})

it('forgets a key, or everything', async () => {
  const cache = new ServiceCache<number>()
  const { load, loads } = counting()
  const both = async () => [await cache.get('a', load), await cache.get('b', load)]
  await both()
  cache.forget('a')
  await both()
  expect(loads()).toBe(3)
  cache.forget()
  await both()
  expect(loads()).toBe(5)
})

it('does not keep an answer that was loading while it was forgotten', async () => {
  const cache = new ServiceCache<string>()
  const late = cache.get('a', async () => {
    cache.forget('a')
    return 'old'
  })
  expect(await late).toBe('old')
  expect(await cache.get('a', async () => 'new')).toBe('new')
})

it('does not keep a failure', async () => {
  const cache = new ServiceCache<string>()
  await expect(cache.get('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await cache.get('a', async () => 'there')).toBe('there')
})
