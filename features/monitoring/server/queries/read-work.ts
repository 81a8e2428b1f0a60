import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { HealthMetrics } from '../../contract.ts'

type Work = Pick<
  HealthMetrics,
  'queue_depth' | 'oldest_job_at' | 'failed_automations' | 'oldest_unreviewed_credential' | 'overdue_reports'
>

/** Pending work on the whole platform, of Placewell itself and of people. */
export async function readWork(tx: Tx): Promise<Work> {
  const { rows } = await sql<Work>`
    select q.*,
      (select count(*) from public.jobs where status = 'failed' and finished_at > now() - interval '24 hours') as failed_automations,
      (select min(submitted_at) from public.credentials where status in ('submitted', 'in_review')) as oldest_unreviewed_credential,
      (select count(*) from public.shift_reports where status in ('due', 'draft', 'returned') and due_at < now()) as overdue_reports
    from (select count(*) as queue_depth, min(created_at) as oldest_job_at from public.jobs where status = 'queued') q`.execute(
    tx,
  )
  return rows[0]!
}

/** Run by the worker: the results of the emails of the last 24 hours. Emails not tried yet are invisible to every login. */
export async function readEmails(tx: Tx): Promise<HealthMetrics['emails']> {
  return tx
    .selectFrom('priv.mails')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('status', 'in', ['sent', 'kept']).as('sent'),
      fn.countAll<number>().filterWhere('status', '=', 'failed').as('failed'),
      fn.countAll<number>().filterWhere('status', '=', 'queued').as('retried'),
    ])
    .where('created_at', '>', sql<string>`now() - interval '24 hours'`)
    .executeTakeFirstOrThrow()
}
