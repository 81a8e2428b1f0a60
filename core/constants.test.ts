import { expect, test } from 'vitest'
import { constants } from './constants.ts'

const MINUTE = 60_000

test('the table of Spec §9, row by row', () => {
  expect(constants).toEqual({
    session: { lifetimeMs: 24 * 60 * MINUTE, writeThrottleMs: 5000, userCacheMs: 5 * MINUTE },
    links: { verificationMs: 24 * 60 * MINUTE, resetMs: 60 * MINUTE },
    trial: { days: 30 },
    passwordHash: { cost: 12 },
    prefetch: {
      studentShiftsStaleMs: 3 * MINUTE,
      filterDataStaleMs: 15 * MINUTE,
      availableShiftsStaleMs: 2 * MINUTE,
      availableShiftsLimit: 50,
      progressStaleMs: 5 * MINUTE,
    },
    serviceCache: { ttlMs: 5 * MINUTE, maxSize: 50, configuredMaxSize: 100 },
    rateLimits: {
      tasks: { requests: 30, windowMs: MINUTE },
      standard: { requests: 100, windowMs: MINUTE },
    },
    services: {
      retries: 3,
      retryDelayMs: 1000,
      timeoutMs: 30_000,
      uploadTimeoutMs: 120_000,
      healthCheckMs: 5 * MINUTE,
    },
    semesters: { retries: 3, retryDelayMs: 1000, staleMs: 5 * MINUTE },
    notifications: { listLimit: 50, unreadPollMs: 30_000, badgeCap: 9, staleMs: 5 * MINUTE },
    queries: {
      retentionMs: 10 * MINUTE,
      refetchOnWindowFocus: false,
      refetchOnMount: false,
      refetchOnReconnect: false,
      retries: 2,
      firstRetryDelayMs: 1000,
      maxRetryDelayMs: 10_000,
      mutationRetries: 1,
    },
    initials: { maxLength: 2 },
    basicToast: { visible: 1, removalDelayMs: 1_000_000 },
    toasts: { visible: 3, durationMs: 4000, widthPx: 356, gapPx: 14 },
    tooltips: { delayMs: 700, skipDelayMs: 300 },
    realtime: { timeoutMs: 10_000 },
  })
})
