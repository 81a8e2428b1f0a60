import { describe, expect, it, test } from 'vitest'
import type { HealthMetrics } from './contract.ts'
import { alertOf, nextSteps } from './messages.ts'
import { findingsOf, quantileOf, statusOf } from './rules.ts'

const now = '2027-03-01T12:00:00Z'
const sound: HealthMetrics = {
  database_connected: true,
  response_time: 2,
  total_users: { count: 40, is_estimate: false },
  total_shifts: { count: 900, is_estimate: false },
  total_applications: { count: 7_000, is_estimate: false },
  cache_hit_ratio: 0.99,
  active_connections: 12,
  max_connections: 100,
  database_size: 90_000_000,
  checks: { tables: 130, tables_open: [], security_policies: 600, functions: 255, functions_open: [] },
  queue_depth: 0,
  oldest_job_at: null,
  failed_automations: 0,
  emails: { sent: 100, failed: 0, retried: 0 },
  oldest_unreviewed_credential: null,
  overdue_reports: 0,
}
const codes = (changes: Partial<HealthMetrics>) =>
  findingsOf({ ...sound, ...changes }, now).map(({ code }) => code)

describe('findings', () => {
  it('are empty while all is well', () => {
    expect(codes({})).toEqual([])
    expect(statusOf(findingsOf(sound, now))).toBe('healthy')
  })

  const { checks } = sound
  it.each<[string, Partial<HealthMetrics>, 'degraded' | 'unhealthy']>([
    ['tables_open', { checks: { ...checks, tables_open: ['users'] } }, 'unhealthy'],
    ['functions_open', { checks: { ...checks, functions_open: ['uid'] } }, 'unhealthy'],
    ['jobs_waiting', { queue_depth: 3, oldest_job_at: '2027-03-01T11:49:59Z' }, 'unhealthy'],
    ['few_connections', { active_connections: 81 }, 'unhealthy'],
    ['slow_database', { response_time: 501 }, 'degraded'],
    ['low_cache_hits', { cache_hit_ratio: 0.89 }, 'degraded'],
    ['emails_failing', { emails: { sent: 94, failed: 6, retried: 0 } }, 'degraded'],
    ['jobs_failed', { failed_automations: 1 }, 'degraded'],
  ])('include %s', (code, changes, status) => {
    const found = findingsOf({ ...sound, ...changes }, now)
    expect(found.map((one) => one.code)).toEqual([code])
    expect(statusOf(found)).toBe(status)
  })

  it.each<[string, Partial<HealthMetrics>]>([
    ['a job that waits for ten minutes', { queue_depth: 1, oldest_job_at: '2027-03-01T11:50:00Z' }],
    ['four fifths of the connections', { active_connections: 80 }],
    ['a database that has read nothing', { cache_hit_ratio: null }],
    [
      'what people are behind with',
      { overdue_reports: 40, oldest_unreviewed_credential: '2026-12-01T12:00:00Z' },
    ],
    ['half of two emails', { emails: { sent: 1, failed: 1, retried: 5 } }],
    ['5 of 100 emails', { emails: { sent: 95, failed: 5, retried: 0 } }],
  ])('do not include %s', (_what, changes) => {
    expect(codes(changes)).toEqual([])
  })

  it('start with the critical ones', () => {
    expect(codes({ failed_automations: 4, active_connections: 99 })).toEqual([
      'few_connections',
      'jobs_failed',
    ])
  })
})

test('a failed job leads to the logs, and promises no notification', () => {
  expect(nextSteps.jobs_failed).toMatchObject({ href: '/settings?view=logs' })
  expect(nextSteps.jobs_failed.text).not.toMatch(/notif/)
})

test.each([
  [{ queue_depth: 1, oldest_job_at: '2027-03-01T10:00:00Z' }, '1 job waiting, the first for 120 minutes.'],
  [{ failed_automations: 1_200 }, '1,200 jobs failed in the last 24 hours.'],
])('have a text for %j', (changes, words) => {
  expect(findingsOf({ ...sound, ...changes }, now).map((one) => alertOf(one).message)).toEqual([words])
})

describe('a quantile of a histogram', () => {
  const upTo = [
    { bound: 0.01, count: 50 },
    { bound: 0.1, count: 90 },
    { bound: 1, count: 90 },
    { bound: 5, count: 100 },
  ]
  it.each([
    [0.5, 0.01],
    [0.25, 0.005],
    [0.7, 0.055],
    [0.95, 3],
    [1, 5],
  ])('%d is %d', (q, value) => {
    expect(quantileOf({ upTo, count: 100 }, q)).toBeCloseTo(value)
  })

  it('is the last bound if more values are beyond it', () => {
    expect(quantileOf({ upTo, count: 200 }, 0.99)).toBe(5)
  })

  it('is 0 if there are none', () => {
    expect(quantileOf({ upTo: [{ bound: 1, count: 0 }], count: 0 }, 0.5)).toBe(0)
  })
})
