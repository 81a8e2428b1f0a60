import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { RequestOfLink } from '../../contract.ts'
import type { FoundLink } from '../commands/open-link.ts'

/** The pending requests of a link, as far as its person may see them now; a job submits them within minutes. */
export async function requestsOfLink(
  tx: Tx,
  { school_id: school, submitted_from: from }: Pick<FoundLink, 'school_id' | 'submitted_from'>,
): Promise<RequestOfLink[]> {
  const { rows } = await sql<RequestOfLink>`
    select x.id, x.version, x.title, f.name as unit, p.name as site, x.date, to_char(x.start_time, 'HH24:MI') as start_time,
      to_char(x.end_time, 'HH24:MI') as end_time, x.time_zone, x.capacity as seats, x.respond_by
    from public.shifts x join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id
    where x.school_id = ${school}::uuid and x.status = 'pending_facility' and x.submitted_at >= ${from}::timestamptz
      and x.submitted_at <= ${from}::timestamptz + interval '10 minutes'
    order by p.name, f.name, x.date, x.starts_at, x.id`.execute(tx)
  return rows
}
