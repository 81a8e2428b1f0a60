import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { ShiftFilter } from '../../contract.ts'
import type { Locked } from '../commands/lock-shift.ts'
import { conditions, searchConditions } from './shift-conditions.ts'

/** A shift as a row of a job, labeled by day, hours and unit. */
export type BulkRow = { id: string; version: number; label: string; facility_id: string | null }

const bulkColumns = sql`x.id, x.version, x.facility_id, to_char(x.date, 'FMDay, FMMonth FMDD') || ', ' || to_char(x.start_time, 'FMHH12:MI AM') || '–' || to_char(x.end_time, 'FMHH12:MI AM') || case when x.end_time <= x.start_time then ' next day' else '' end || ', ' || coalesce(f.name || coalesce(', ' || p.name, ''), 'on campus')
  || coalesce(' · ' || x.title, '') as label`

/** The shifts of a filter, by day. Returns one more than `most` if there are more. */
export async function bulkOfFilter(
  tx: Tx,
  role: Role,
  filter: Omit<ShiftFilter, 'sort' | 'dir'>,
  most: number,
): Promise<BulkRow[]> {
  const where = conditions(filter, role, await searchConditions(tx, role, filter))
  const { rows } = await sql<BulkRow>`
    select ${bulkColumns} from public.shifts x join public.schools c on c.id = x.school_id left join public.facilities f on f.id = x.facility_id
      left join public.facilities p on p.id = f.parent_id where ${where} order by x.date, x.starts_at, x.id limit ${most + 1}`.execute(
    tx,
  )
  return rows
}

/** Those of these shifts that the caller can see, in the versions that the caller saw. */
export async function bulkOfIds(tx: Tx, shifts: readonly Locked[]): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select ${bulkColumns} from public.shifts x left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id
    where x.id = any (${shifts.map(({ id }) => id)}::uuid[]) order by x.date, x.starts_at, x.id`.execute(tx)
  const seen = new Map(shifts.map(({ id, version }) => [id, version]))
  return rows.map((row) => ({ ...row, version: seen.get(row.id)! }))
}

/** The rows that would go through in a finished trial of the caller. */
export async function bulkOfTrial(tx: Tx, jobId: string): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`
    select (i.input ->> 'id')::uuid as id, (i.input ->> 'version')::integer as version, i.label, (i.input ->> 'facility_id')::uuid as facility_id
    from public.job_items i join public.jobs j on j.id = i.job_id
    where j.id = ${jobId}::uuid and j.asked_by = (select app.uid()) and j.status = 'done' and i.status = 'done' order by i.position`.execute(
    tx,
  )
  return rows
}
