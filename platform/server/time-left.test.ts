import { setTimeout } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { timeLeft, uncounted, withTimeLimit } from './time-left.ts'

describe('the time that a request has left', () => {
  it('is not used up by waiting for something else, even for several at once', () =>
    withTimeLimit(0, async () => {
      const waits = [100, 200].map((ms) =>
        uncounted(async () => {
          await setTimeout(ms)
          return timeLeft()
        }),
      )
      expect(timeLeft()).toBe(2_700)
      expect(await Promise.all(waits)).toEqual([2_700, 2_700])
      expect(timeLeft()).toBeGreaterThan(2_550)
      expect(timeLeft()).toBeLessThan(2_700)
    }))

  it('counts again after a wait that failed', () =>
    withTimeLimit(5_000, async () => {
      await expect(uncounted(() => Promise.reject(new Error('away')))).rejects.toThrow('away')
      expect(timeLeft()).toBe(200)
    }))

  it('is the full limit outside of requests', async () => {
    expect(await uncounted(async () => timeLeft())).toBe(2_700)
  })
})
