import { sql } from 'kysely'
import type { Specialty } from '#features/facilities/contract.ts'
import { inInbox, shiftColumns, shiftJoins } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { InboxRow } from '../../contract.ts'
import { within } from './within.ts'

/** Requests that need an answer and changes that schools ask for: longest waiting first, then by date. */
export async function listInbox(
  tx: Tx,
  filter: {
    facility_id?: string | undefined
    school_id?: string | undefined
    specialty?: Specialty | undefined
    of?: string | undefined
    limit: number
  },
): Promise<{ rows: InboxRow[]; total: number }> {
  const conditions = [
    within(filter.facility_id),
    inInbox,
    ...(filter.school_id ? [sql`x.school_id = ${filter.school_id}::uuid`] : []),
    ...(filter.specialty ? [sql`x.specialty = ${filter.specialty}`] : []),
    ...(filter.of ? [sql`(x.series_id = ${filter.of}::uuid or x.id = ${filter.of}::uuid)`] : []),
  ]
  const { rows } = await sql<InboxRow & { total: number }>`
    with waiting as materialized (
      select x.id, x.school_id, coalesce((x.change ->> 'at')::timestamptz, x.submitted_at) as since, count(*) over () as total
      from public.shifts x where ${sql.join(conditions, sql` and `)} order by since, x.starts_at, x.id limit ${filter.limit})
    select ${shiftColumns}, w.since as submitted_at, w.total::integer as total,
      case when x.status = 'pending_facility' then coalesce(x.status_reason, x.lead_time_reason) end as note,
      case when x.status <> 'pending_facility' then x.change || jsonb_build_object('unit_label', (select u.name || coalesce(', ' || v.name, '') from public.facilities u
        left join public.facilities v on v.id = u.parent_id where u.id = (x.change ->> 'facility_id')::uuid)) end as change
    from waiting w join public.shifts x on x.id = w.id and x.school_id = w.school_id ${shiftJoins} order by w.since, x.starts_at, x.id`.execute(
    tx,
  )
  return { rows, total: rows[0]?.total ?? 0 }
}
