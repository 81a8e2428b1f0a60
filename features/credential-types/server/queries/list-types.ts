import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { CredentialType } from '../../contract.ts'

const shown = sql`
  select t.id, t.code, t.name, t.category, t.evidence, t.series, t.fields, t.needs_file, t.validity, t.grace_days, t.allows_waiver,
    t.conditional_days, t.conditional_times, t.is_restricted, t.instructions, t.example_url, t.owner_school_id, t.owner_facility_id, t.status, t.version,
    case when t.owner_school_id is not null then 'school' when t.owner_facility_id is not null then 'facility' else 'platform' end as owner_kind,
    coalesce(s.name, f.name, 'Placewell') as owner_name,
    (select count(*) from public.credential_requirements r where r.type_id = t.id and r.status = 'active')::int as requirement_count,
    case (select app.role()) when 'superadmin' then t.owner_school_id is null and t.owner_facility_id is null
      when 'facility_admin' then coalesce(t.owner_facility_id in (select app.facility_scope((select app.facility_id()))), false)
      else coalesce((select app.is_school_admin()) and t.owner_school_id = (select app.school_id()), false) end as is_own
  from public.credential_types t
  left join public.schools s on s.id = t.owner_school_id
  left join public.facilities f on f.id = t.owner_facility_id`

/** The types that the caller may see: the platform's first, then by name. */
export async function listTypes(tx: Tx, { status }: { status: 'active' | 'retired' | 'any' }) {
  const { rows } = await sql<CredentialType>`${shown} where ${status} = 'any' or t.status = ${status}
    order by t.owner_school_id is not null or t.owner_facility_id is not null, t.name, t.id`.execute(tx)
  return rows
}

export async function findType(tx: Tx, id: string): Promise<CredentialType | undefined> {
  const { rows } = await sql<CredentialType>`${shown} where t.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
