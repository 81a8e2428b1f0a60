import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { OrganizationSettings } from '../../contract.ts'
import { inScope } from './find-own-facility.ts'

export async function findSettings(tx: Tx, id: string): Promise<OrganizationSettings | undefined> {
  const { rows } = await sql<OrganizationSettings>`
    select f.id as organization_id, f.name, f.version, o.default_lead_time_days, o.visibility_before_days, o.visibility_after_days,
      o.default_notice_days, o.default_auto_approve, o.answers_need_sign_in, o.unit_links, o.unit_link_days, (select app.is_superadmin()) or f.id ${inScope} as may_change
    from public.facilities f join public.organizations o on o.id = f.id
    where f.id = ${id}::uuid
      and ((select app.is_superadmin()) or f.id ${inScope} or f.id in (select l.id from app.facility_line((select app.selected_facility_id())) l))`.execute(
    tx,
  )
  return rows[0]
}
