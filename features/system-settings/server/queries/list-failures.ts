import type { Tx } from '#platform/server/db.ts'
import { MAX_LOG_ENTRIES, type LogEntry } from '../../contract.ts'
import { withoutAddresses } from '../../rules.ts'

/** As the superadmin: failed jobs, newest first. */
export async function listFailedJobs(tx: Tx): Promise<LogEntry[]> {
  const rows = await tx
    .selectFrom('jobs')
    .select(['id', 'title', 'finished_at', 'error_message'])
    .where('status', '=', 'failed')
    .where('finished_at', 'is not', null)
    .orderBy('finished_at', 'desc')
    .limit(MAX_LOG_ENTRIES + 1)
    .execute()
  return rows.map(({ id, title, finished_at: at, error_message: why }) => ({
    id: `job ${id}`,
    at: at!,
    level: 'error',
    source: 'job',
    what: title,
    message: why ?? 'It failed without a reason.',
  }))
}

/** As the worker: emails that failed for good, and those to be retried, without email addresses. */
export async function listFailedEmails(tx: Tx): Promise<LogEntry[]> {
  const rows = await tx
    .selectFrom('priv.mails')
    .select(['id', 'kind', 'status', 'attempts', 'created_at', 'last_error'])
    .where((row) =>
      row.or([
        row('status', '=', 'failed'),
        row.and([row('status', '=', 'queued'), row('last_error', 'is not', null)]),
      ]),
    )
    .orderBy('created_at', 'desc')
    .limit(MAX_LOG_ENTRIES + 1)
    .execute()
  return rows.map(({ id, kind, status, attempts, created_at: at, last_error: why }) => ({
    id: `email ${id}`,
    at,
    level: status === 'failed' ? 'error' : 'warning',
    source: 'email',
    what: `Email (${kind.replaceAll('_', ' ')})`,
    message: `${status === 'failed' ? 'Given up' : 'To be tried again'} after ${attempts} ${attempts === 1 ? 'try' : 'tries'}: ${withoutAddresses(why ?? 'no reason was given')}`,
  }))
}
