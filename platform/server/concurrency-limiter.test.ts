import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ConcurrencyLimiter } from './concurrency-limiter.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const taking = (ms: number) => () =>
  new Promise<string>((resolve) => {
    setTimeout(resolve, ms, 'done')
  })

test('runs a limited number at once, the others in order, and turns away those who wait too long or are too many', async () => {
  const turns = new ConcurrencyLimiter({ most: 2, maxWaiting: 3, waitMs: 100 })
  const outcomes: string[] = []
  for (let number = 0; number < 6; number++)
    void turns.take(taking(60)).then((outcome) => outcomes.push(`${number} ${outcome ?? 'away'}`))
  await vi.advanceTimersByTimeAsync(0)
  expect(outcomes).toEqual(['5 away'])
  await vi.advanceTimersByTimeAsync(60)
  expect(outcomes).toEqual(['5 away', '0 done', '1 done'])
  await vi.advanceTimersByTimeAsync(60)
  expect(outcomes.slice(3)).toEqual(['4 away', '2 done', '3 done'])
  expect(await turns.take(() => Promise.resolve('at once'))).toBe('at once')
})

test('work that fails frees its turn', async () => {
  const turns = new ConcurrencyLimiter({ most: 1, maxWaiting: 1, waitMs: 100 })
  await expect(turns.take(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns.take(() => Promise.resolve(1))).toBe(1)
})
