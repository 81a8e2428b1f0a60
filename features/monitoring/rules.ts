import type { AlertCode, HealthAlert, HealthMetrics, HealthStatus } from './contract.ts'

/** The limits beyond which the superadmin is alerted. Times in milliseconds, shares from 0 to 1. */
export const HEALTH_LIMITS = {
  responseTime: 500,
  cacheHitRatio: 0.9,
  connections: 0.8,
  jobWaits: 10 * 60_000,
  emailsFailed: 0.05,
  /** With fewer emails than this, the failure rate is not meaningful. */
  emailsAtLeast: 20,
} as const

/** A problem: its code, its severity, and the values of its text. */
export type Finding = {
  code: AlertCode
  severity: HealthAlert['severity']
  values: Record<string, string | number>
}

/**
 * What needs the superadmin's attention, by `HEALTH_LIMITS`, critical findings first. `now` and the times in `metrics` are ISO instants
 * (Spec §3; Domain 2.19).
 */
export function findingsOf(metrics: HealthMetrics, now: string): Finding[] {
  const { checks, emails } = metrics
  const waited = (since: string | null) => (since === null ? 0 : Date.parse(now) - Date.parse(since))
  const settled = emails.sent + emails.failed
  const found: (Finding | false)[] = [
    checks.tables_open.length > 0 && critical('tables_open', { names: checks.tables_open.join(', ') }),
    checks.functions_open.length > 0 &&
      critical('functions_open', { names: checks.functions_open.join(', ') }),
    waited(metrics.oldest_job_at) > HEALTH_LIMITS.jobWaits &&
      critical('jobs_waiting', {
        count: metrics.queue_depth,
        minutes: Math.floor(waited(metrics.oldest_job_at) / 60_000),
      }),
    metrics.active_connections > metrics.max_connections * HEALTH_LIMITS.connections &&
      critical('few_connections', { used: metrics.active_connections, most: metrics.max_connections }),
    metrics.response_time > HEALTH_LIMITS.responseTime &&
      warning('slow_database', { ms: Math.round(metrics.response_time) }),
    metrics.cache_hit_ratio !== null &&
      metrics.cache_hit_ratio < HEALTH_LIMITS.cacheHitRatio &&
      warning('low_cache_hits', { percent: Math.round(metrics.cache_hit_ratio * 100) }),
    settled >= HEALTH_LIMITS.emailsAtLeast &&
      emails.failed > settled * HEALTH_LIMITS.emailsFailed &&
      warning('emails_failing', { failed: emails.failed, of: settled }),
    metrics.failed_automations > 0 && warning('jobs_failed', { count: metrics.failed_automations }),
  ]
  return found.filter((one) => one !== false)
}

const critical = (code: AlertCode, values: Finding['values']): Finding => ({
  code,
  severity: 'critical',
  values,
})
const warning = (code: AlertCode, values: Finding['values']): Finding => ({
  code,
  severity: 'warning',
  values,
})

/** The overall status: critical findings make it unhealthy, others degraded (Spec §3). */
export function statusOf(found: readonly Pick<Finding, 'severity'>[]): HealthStatus {
  if (found.some(({ severity }) => severity === 'critical')) return 'unhealthy'
  return found.length > 0 ? 'degraded' : 'healthy'
}

/**
 * The quantile `q` (0 to 1) of a histogram: `upTo` has the counts up to and including each bound, in ascending order, `count` is the total.
 * Interpolates within a bucket; beyond the last bound it returns that bound, and 0 if the histogram is empty.
 */
export function quantileOf(
  { upTo, count }: { upTo: readonly { bound: number; count: number }[]; count: number },
  q: number,
): number {
  if (count === 0) return 0
  const rank = q * count
  let before = { bound: 0, count: 0 }
  for (const bucket of upTo) {
    if (bucket.count >= rank && bucket.count > before.count)
      return (
        before.bound + ((bucket.bound - before.bound) * (rank - before.count)) / (bucket.count - before.count)
      )
    before = bucket
  }
  return before.bound
}
