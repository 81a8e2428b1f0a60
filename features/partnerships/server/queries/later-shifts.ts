import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { aheadStates } from '#core/shift-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { listed } from '#platform/server/listed.ts'
import { partnershipRefusals } from '../../messages.ts'

type LaterShift = {
  id: string
  date: string
  title: string | null
  unit: string
  status: string
  capacity: number
  specialty: string
}

/** The school's shifts under the partnership after a day that people rely on; anyone who decides on it sees them all. */
export const shiftsOf = (id: string, after: string) =>
  sql`(select later.id, later.date, later.title, node.name as unit, later.status, later.capacity, later.specialty, later.facility_id, later.experience_type
    from public.partnerships agreed join public.shifts later on later.school_id = agreed.school_id join public.facilities node on node.id = later.facility_id
    where agreed.id = ${id}::uuid and later.date > ${after}::date
      and later.status in ${listed(aheadStates)}
      and later.facility_id in (select app.facility_scope(agreed.organization_id)) and (agreed.all_sites or exists (select from public.partnership_sites x
        where x.partnership_id = agreed.id and x.site_id in (select above.id from app.facility_line(later.facility_id) above))))`

/** Shifts under the partnership after a day that people rely on, without names of people, for callers who decide on it. */
export async function laterShifts(tx: Tx, id: string, after: string): Promise<LaterShift[]> {
  const { rows } = await sql<LaterShift | { id: null }>`
    select s.id, s.date, s.title, s.unit, s.status, s.capacity, s.specialty from (values (app.partnership_party_of(${id}::uuid))) d (party)
    left join ${shiftsOf(id, after)} s on true where d.party is not null order by s.date, s.unit, s.id`.execute(
    tx,
  )
  if (rows.length === 0) refuse(partnershipRefusals, refusal('partnership.missing'))
  return rows.filter((row): row is LaterShift => row.id !== null)
}
