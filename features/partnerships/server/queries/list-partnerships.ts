import { type RawBuilder, sql } from 'kysely'
import type { Role } from '#core/roles.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Partnership } from '../../contract.ts'

/** A partnership as stored; the rules derive its state from `today`. */
export type PartnershipRecord = Omit<Partnership, 'state' | 'days_left'> & {
  /** Today in the organization's time zone. */
  today: string
}

/** The columns of every list, of `partnerships p` with its school `c` and its organization `f`. */
export const columns = sql`p.id, p.school_id, c.name as school_name, p.organization_id, f.name as organization_name, f.city, f.state as state_code,
  p.status, p.direction, p.all_sites,
  array(select s.name from public.partnership_sites x join public.facilities s on s.id = x.site_id where x.partnership_id = p.id order by s.name) as site_names,
  p.agreement_kind, p.effective_from, p.effective_to, (now() at time zone f.time_zone)::date as today, p.notice_days, p.status_reason,
  p.suspended_by_party, p.ends_on, p.ending_party, p.proposal_party, (select count(*) from public.partnership_files x where x.partnership_id = p.id) as file_count,
  case when p.status = 'active' and (select app.is_school_admin()) and not (select app.is_superadmin()) then
    (select u.id from public.facilities u join public.facilities s on s.id = u.parent_id
      where u.kind = 'unit' and u.status = 'active' and s.status = 'active' and u.id in (select app.facility_scope(p.organization_id))
        and (p.all_sites or s.id in (select x.site_id from public.partnership_sites x where x.partnership_id = p.id))
      order by s.name, u.name, u.id limit 1) end as open_unit_id,
  p.requested_at, p.withdrawn_at, p.updated_at, p.version`

type Within = { school_id?: string | undefined; here?: boolean }

/** Every partnership the caller may see, of one school, one facility or all: open ones first, then the latest. */
export async function listPartnerships(tx: Tx, role: Role, within: Within): Promise<PartnershipRecord[]> {
  const { school_id: schoolId, here = false } = within
  // Row-level security has the same condition; repeated here so that an index is used.
  const conditions: RawBuilder<unknown>[] = [sql`true`]
  if (role === 'school_admin' || role === 'school_super_admin')
    conditions.push(sql`p.school_id = (select app.school_id())`)
  if (role === 'facility_admin') conditions.push(sql`p.id = any (array(select app.partnership_ids_at()))`)
  if (schoolId) conditions.push(sql`p.school_id = ${schoolId}::uuid`)
  if (here)
    conditions.push(
      sql`p.id = any (array(select app.partnership_ids_at((select app.selected_facility_id()))))`,
    )
  // Two kinds of administrators always act for the same party, so it is not computed per row.
  const { rows } = await sql<PartnershipRecord>`
    select ${columns}, case when (select app.is_superadmin()) then 'platform' when (select app.is_school_admin()) then 'school'
      else app.partnership_party_of(p.id) end as party
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    where ${sql.join(conditions, sql` and `)}
    order by p.status in ('draft', 'requested', 'under_review', 'active', 'suspended') desc, f.name, c.name, p.updated_at desc, p.id`.execute(
    tx,
  )
  return rows
}
