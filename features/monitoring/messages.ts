import { formatNumber } from '#core/number-text.ts'
import type { AlertCode, HealthAlert } from './contract.ts'
import type { Finding } from './rules.ts'

type Values = Record<string, string | number>

const counted = (count: string | number | undefined, noun: string): string =>
  `${formatNumber(Number(count))} ${noun}${Number(count) === 1 ? '' : 's'}`

/** The text of each finding; the first is from the specification (§8). */
const texts: Record<AlertCode, (values: Values) => string> = {
  check_failed: () => 'System health check failed',
  slow_database: ({ ms }) => `The database answers slowly: it took ${ms} ms.`,
  low_cache_hits: ({ percent }) => `Only ${percent}% of what was read came from memory.`,
  few_connections: ({ used, most }) => `${used} of ${most} database connections are in use.`,
  tables_open: ({ names }) => `Tables without row-level security: ${names}.`,
  functions_open: ({ names }) => `Functions with an open search path: ${names}.`,
  jobs_waiting: ({ count, minutes }) =>
    `${counted(count, 'job')} waiting, the first for ${counted(minutes, 'minute')}.`,
  jobs_failed: ({ count }) => `${counted(count, 'job')} failed in the last 24 hours.`,
  emails_failing: ({ failed, of }) =>
    `${failed} of ${of} emails could not be delivered in the last 24 hours.`,
}

/** What to do about each finding. */
export const nextSteps: Record<AlertCode, { text: string; href?: string; link?: string }> = {
  check_failed: { text: 'Check again. If it fails again, check the server log.' },
  slow_database: { text: 'Check whether the database server is busy.' },
  low_cache_hits: { text: 'Give the database more memory (shared_buffers) if it stays like this.' },
  few_connections: { text: 'Start fewer servers, or allow more connections (max_connections).' },
  tables_open: {
    text: 'Anyone signed in could read them. Stop Placewell, and turn row-level security on again.',
  },
  functions_open: { text: 'Restart Placewell: each start creates its functions again.' },
  jobs_waiting: { text: 'The background worker is not running. Restart Placewell.' },
  jobs_failed: {
    text: 'The person who started a job can resume it under Recent jobs in their menu.',
    href: '/settings?view=logs',
    link: 'Logs',
  },
  emails_failing: {
    text: 'Check the mail server. The logs say what it answered.',
    href: '/settings?view=logs&source=email',
    link: 'Logs',
  },
}

/** Converts a finding to an alert with text. */
export const alertOf = ({ code, severity, values }: Finding): HealthAlert => ({
  code,
  severity,
  message: texts[code](values),
})

/** The alert when the check itself fails (Spec §8). */
export const checkFailed: HealthAlert = {
  code: 'check_failed',
  severity: 'critical',
  message: texts.check_failed({}),
}

export const metricLabels: Record<string, string> = {
  requests: 'Requests answered',
  requests_failed: 'Answers with a server error',
  response_p50: 'Half of all answers within',
  response_p95: '95% of all answers within',
  response_p99: '99% of all answers within',
  memory_used: 'Server memory',
  event_loop_delay_p99: 'Delay while busy, 99% within',
  connections_in_use: 'Database connections of this server',
  requests_waiting: 'Requests waiting for a connection',
}
