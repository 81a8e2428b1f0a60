import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { JobItem, JobItemStatus, JobReason } from '../../contract.ts'

export async function listReasons(tx: Tx, id: string): Promise<JobReason[]> {
  const { rows } = await sql<JobReason>`
    select i.status, i.code, i.message, count(*)::integer as count from public.job_items i where i.job_id = ${id}::uuid
    group by 1, 2, 3 order by i.status, count(*) desc, i.message limit 200`.execute(tx)
  return rows
}

export async function listItems(
  tx: Tx,
  id: string,
  asked: { status: JobItemStatus | undefined; limit: number; offset: number },
): Promise<{ rows: JobItem[]; total: number }> {
  const where = sql`i.job_id = ${id}::uuid and (${asked.status ?? null}::text is null or i.status = ${asked.status ?? null})`
  const { rows } =
    await sql<JobItem>`select i.position, i.key, i.label, i.status, i.code, i.message from public.job_items i
    where ${where} order by i.position limit ${asked.limit} offset ${asked.offset}`.execute(tx)
  const { rows: counted } = await sql<{
    total: number
  }>`select count(*)::integer as total from public.job_items i where ${where}`.execute(tx)
  return { rows, total: counted[0]!.total }
}
