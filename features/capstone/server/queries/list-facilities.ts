import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'

type PartnerFacility = { id: string; name: string }

/** Sites and units with which a school has an active partnership; or one of them. */
export async function listFacilities(
  tx: Tx,
  schoolId: string,
  which: { q?: string; id?: string },
): Promise<PartnerFacility[]> {
  const { rows } = await sql<PartnerFacility>`
    select f.id, concat_ws(', ', f.name, case when f.kind = 'unit' then above.name end) as name
    from public.facilities f left join public.facilities above on above.id = f.parent_id
    where f.kind in ('site', 'unit') and f.status = 'active' and f.id in (select app.partner_facilities(${schoolId}::uuid))
      and (${which.id ?? null}::uuid is null or f.id = ${which.id ?? null}::uuid)
      and (f.name ilike ${containing(which.q ?? '')} or above.name ilike ${containing(which.q ?? '')})
    order by above.name, f.kind, f.name, f.id limit 50`.execute(tx)
  return rows
}
