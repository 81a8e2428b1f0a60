import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { patience } from './queries.ts'

test('semesters are retried three times, a second apart, and stale after 5 minutes (Spec §9)', () => {
  const broken = new TypeError('Failed to fetch')
  expect([0, 1, 2, 3].map((count) => patience.retry(count, broken))).toEqual([true, true, true, false])
  expect(patience.retryDelay).toBe(1_000)
  expect(patience.staleTime).toBe(300_000)
})

test('a refused request is not retried (Spec §8)', () =>
  expect(patience.retry(0, new ORPCError('FORBIDDEN', { status: 403 }))).toBe(false))
