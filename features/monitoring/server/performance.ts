import type { Measured, Times } from '#platform/server/metrics.ts'
import type { CallTimes, PerformanceMetric } from '../contract.ts'
import { quantileOf } from '../rules.ts'

/** The maximum number of procedures listed. */
const CALLS_SHOWN = 50

/** A server's own measurements, as metrics with units, and its procedures, those with the slowest responses first. */
export function performanceOf(measured: Measured): {
  since: string
  metrics: PerformanceMetric[]
  calls: CallTimes[]
} {
  const { now, since, requests, calls } = measured
  const metric = (
    metric_name: string,
    metric_value: number,
    metric_unit: PerformanceMetric['metric_unit'],
  ): PerformanceMetric => ({ metric_name, metric_value, metric_unit, last_updated: now })
  return {
    since,
    metrics: [
      metric('requests', requests.count, 'count'),
      metric('requests_failed', measured.failed, 'count'),
      metric('response_p50', msWithin(requests, 0.5), 'ms'),
      metric('response_p95', msWithin(requests, 0.95), 'ms'),
      metric('response_p99', msWithin(requests, 0.99), 'ms'),
      metric('event_loop_delay_p99', measured.eventLoopDelayMs, 'ms'),
      metric('memory_used', measured.memoryBytes, 'bytes'),
      metric('connections_in_use', measured.connectionsInUse, 'count'),
      metric('requests_waiting', measured.connectionsWaitedFor, 'count'),
    ],
    calls: calls
      .map(({ call, failed, ...times }) => ({
        call,
        times: times.count,
        failed,
        p50: msWithin(times, 0.5),
        p95: msWithin(times, 0.95),
        p99: msWithin(times, 0.99),
      }))
      .toSorted((one, other) => other.p95 - one.p95)
      .slice(0, CALLS_SHOWN),
  }
}

const msWithin = (times: Times, share: number): number => quantileOf(times, share) * 1_000
