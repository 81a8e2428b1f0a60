import { oc } from '@orpc/contract'
import * as z from 'zod'
import type { ApiMeta } from '#core/api-meta.ts'

/** Only for the superadmin. */
const base = oc.$meta<ApiMeta>({ access: [], write: false })
const tags = ['Monitoring']

export const healthStatus = z.enum(['healthy', 'degraded', 'unhealthy'])
export type HealthStatus = z.infer<typeof healthStatus>

export const alertCode = z.enum([
  'check_failed',
  'slow_database',
  'low_cache_hits',
  'few_connections',
  'tables_open',
  'functions_open',
  'jobs_waiting',
  'jobs_failed',
  'emails_failing',
])
export type AlertCode = z.infer<typeof alertCode>

/** Something that needs the superadmin's attention, as text; screens use the code. */
export const healthAlert = z.object({
  code: alertCode,
  severity: z.enum(['warning', 'critical']),
  message: z.string(),
})
export type HealthAlert = z.infer<typeof healthAlert>

/** A count; for very many rows PostgreSQL’s own estimate, which is free. */
const total = z.object({ count: z.int(), is_estimate: z.boolean() })
export type Total = z.infer<typeof total>

/** Spec §3, “System health result”, and pending work (Domain 2.19). */
export const healthMetrics = z.object({
  database_connected: z.boolean(),
  /** How long the database took for the simplest query, in milliseconds. */
  response_time: z.number(),
  total_users: total,
  total_shifts: total,
  /** Seats that students requested or were assigned. */
  total_applications: total,
  /** The share, 0 to 1, of pages that were in memory; null until enough was read. */
  cache_hit_ratio: z.number().nullable(),
  active_connections: z.int(),
  max_connections: z.int(),
  /** Bytes. */
  database_size: z.number(),
  checks: z.object({
    tables: z.int(),
    /** Tables without row-level security. */
    tables_open: z.array(z.string()),
    security_policies: z.int(),
    /** Functions that run with their owner’s rights, and those of them whose search path a caller could change. */
    functions: z.int(),
    functions_open: z.array(z.string()),
  }),
  /** Queued jobs, and since when the oldest one is waiting. */
  queue_depth: z.int(),
  oldest_job_at: z.string().nullable(),
  /** Jobs that failed in the last 24 hours. */
  failed_automations: z.int(),
  /** Emails of the last 24 hours. */
  emails: z.object({ sent: z.int(), failed: z.int(), retried: z.int() }),
  /** When the credential that has waited longest for review was submitted. */
  oldest_unreviewed_credential: z.string().nullable(),
  overdue_reports: z.int(),
})
export type HealthMetrics = z.infer<typeof healthMetrics>

export const systemHealth = z.object({
  status: healthStatus,
  timestamp: z.string(),
  /** Null if the check failed. */
  metrics: healthMetrics.nullable(),
  alerts: z.array(healthAlert),
})
export type SystemHealth = z.infer<typeof systemHealth>

/** Spec §3, “Performance metric”. */
export const performanceMetric = z.object({
  metric_name: z.string(),
  metric_value: z.number(),
  metric_unit: z.enum(['ms', 'bytes', 'count', 'percent', 'per_second']),
  last_updated: z.string(),
})
export type PerformanceMetric = z.infer<typeof performanceMetric>

/** The response times of one procedure, over all responses since the server started, in milliseconds. */
export const callTimes = z.object({
  call: z.string(),
  times: z.int(),
  failed: z.int(),
  p50: z.number(),
  p95: z.number(),
  p99: z.number(),
})
export type CallTimes = z.infer<typeof callTimes>

/** A Placewell employee who acted as another person. */
export const impersonation = z.object({
  id: z.number(),
  started_at: z.string(),
  /** The recorded end, or else the time when it expired; null while it is active. */
  ended_at: z.string().nullable(),
  actor_name: z.string().nullable(),
  acting_as: z.uuid().nullable(),
  acting_as_name: z.string().nullable(),
  may_write: z.boolean(),
  reason: z.string().nullable(),
})
export type Impersonation = z.infer<typeof impersonation>

/** Rows per page of impersonations. */
export const IMPERSONATIONS_A_PAGE = 20

export const monitoringContract = {
  /** Spec §7, system-health. */
  systemHealth: base
    .route({ method: 'GET', path: '/monitoring/health', tags, summary: 'Check the health of the system' })
    .output(systemHealth),

  /** The same at the name of the function, by POST as all of them. */
  systemHealthFunction: base
    .route({
      method: 'POST',
      path: '/functions/system-health',
      tags: ['Functions'],
      summary: 'Check the health of the system, as a function',
    })
    .input(z.strictObject({}).optional())
    .output(systemHealth),

  performance: base
    .route({ method: 'GET', path: '/monitoring/performance', tags, summary: 'Read performance metrics' })
    .output(
      z.object({
        /** When the responding server started; the metrics are its own since then. */
        since: z.string(),
        metrics: z.array(performanceMetric),
        calls: z.array(callTimes),
      }),
    ),

  impersonations: base
    .route({
      method: 'GET',
      path: '/monitoring/impersonations',
      tags,
      summary: 'Who acted as whom, the newest first',
    })
    .input(z.object({ page: z.coerce.number<number>().int().min(1).max(10_000).default(1) }))
    .output(z.object({ rows: z.array(impersonation), total: z.int() })),
}
