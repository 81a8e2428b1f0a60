import { sql } from 'kysely'
import { capstoneDaysAtUnits } from '#features/facilities/server/public.ts'
import type { PlainDate } from '#core/plain-date.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CapstoneDay } from '../../contract.ts'
import { within } from './within.ts'

/** The days of capstone projects at the units of a facility, in the order of the paper roster. */
export async function listCapstoneDays(
  tx: Tx,
  span: { from: PlainDate; to: PlainDate; facility_id?: string | undefined },
): Promise<CapstoneDay[]> {
  const { rows } = await sql<CapstoneDay>`
    select x.id, x.project_id, x.school_id, c.name as school_name, x.course_code, x.date, to_char(x.start_time, 'HH24:MI') as start_time,
      to_char(x.end_time, 'HH24:MI') as end_time, x.starts_at, f.time_zone, x.facility_id, f.name as unit_name, p.name as site_name, x.preceptor_name, x.floated_to
    from ${capstoneDaysAtUnits} x join public.schools c on c.id = x.school_id join public.facilities f on f.id = x.facility_id
    left join public.facilities p on p.id = f.parent_id and f.kind = 'unit'
    where ${within(span.facility_id)} and x.date between ${span.from}::date and ${span.to}::date
    order by coalesce(p.name, ''), f.name, x.starts_at, c.name, x.id`.execute(tx)
  return rows
}
