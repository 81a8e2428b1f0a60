import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Job } from '../../contract.ts'

const columns = sql`j.id, j.kind, j.title, j.status, j.asked_by, u.full_name as asked_by_name, coalesce(j.asked_by = (select app.uid()), false) as is_mine, j.total, j.done,
  j.refused, j.cancel_requested, j.result, j.error_code, j.error_message, j.created_at, j.started_at, j.finished_at`

const from = sql`public.jobs j left join public.users u on u.id = j.asked_by`

/** Of each policy of a role one condition, which has an index in the order of the list: one’s own jobs, and those of one’s school or facility. */
function seenBy(role: Role): RawBuilder<unknown>[] {
  const own = sql`j.asked_by = (select app.uid())`
  switch (role) {
    case 'superadmin':
      return [sql`true`]
    case 'school_admin':
    case 'school_super_admin':
      return [own, sql`j.school_id = (select app.school_id())`]
    case 'facility_admin':
      return [own, sql`j.facility_id = (select app.facility_id())`]
    default:
      return [own]
  }
}

/** The newest jobs that the caller may see. */
export async function listJobs(tx: Tx, role: Role, limit: number): Promise<Job[]> {
  const newest = seenBy(role).map(
    (condition) => sql`(select j.id from public.jobs j where ${condition} and j.kind not like '%\\_trial'
      order by j.created_at desc, j.id limit ${limit})`,
  )
  const { rows } = await sql<Job>`select ${columns}
    from public.jobs j left join lateral (select x.full_name from public.users x where x.id = j.asked_by limit 1) u on true
    where j.id = any (array(${sql.join(newest, sql` union `)})) order by j.created_at desc, j.id limit ${limit}`.execute(
    tx,
  )
  return rows
}

export async function findJob(tx: Tx, id: string): Promise<Job | undefined> {
  const { rows } = await sql<Job>`select ${columns} from ${from} where j.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** The newest result of a kind of job, and the newest job of it that is running or has failed since, as far as the caller may see them. */
export async function latestJob<Result>(
  tx: Tx,
  kind: string,
): Promise<{ result: Result | null; last_job: { id: string; status: Job['status'] } | null }> {
  const { rows } = await sql<{
    result: Result | null
    last_job: { id: string; status: Job['status'] } | null
  }>`
    select (select j.result from public.jobs j where j.kind = ${kind} and j.status = 'done' order by j.created_at desc, j.id limit 1) as result,
      (select jsonb_build_object('id', j.id, 'status', j.status) from public.jobs j where j.kind = ${kind} order by j.created_at desc, j.id limit 1) as last_job`.execute(
    tx,
  )
  return rows[0]!
}
