import { sql } from 'kysely'
import type { CapstoneAhead } from '#features/facilities/contract.ts'
import { capstonesAhead } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

/** True for days `x` of capstone projects under the partnership after a day, at the sites that it includes. */
export const underPartnership = (id: string, after: string) =>
  sql`x.date > ${after}::date and exists (select from public.partnerships agreed where agreed.id = ${id}::uuid and agreed.school_id = x.school_id
    and x.facility_id in (select app.facility_scope(agreed.organization_id)) and (agreed.all_sites or exists (select from public.partnership_sites s
      where s.partnership_id = agreed.id and s.site_id in (select above.id from app.facility_line(x.facility_id) above))))`

/** The capstone projects with planned days under the partnership after a day. */
export const laterCapstones = (tx: Tx, id: string, after: string): Promise<CapstoneAhead[]> =>
  capstonesAhead(tx, underPartnership(id, after))
