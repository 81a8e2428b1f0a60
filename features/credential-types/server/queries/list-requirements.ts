import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Requirement, RequirementRow } from '../../contract.ts'

/** The attachments of requirement r that the caller may see, in order. */
export const attachmentsOf = sql`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by array_position(r.file_ids, f.id)), '[]')
  from public.files f where f.id = any (r.file_ids))`

const select = (more = sql``) => sql`
  select r.id, r.type_id, t.code as type_code, t.name as type_name,
    case when r.cohort_id is not null then 'cohort' when r.program_id is not null then 'program' when r.school_id is not null then 'school'
      else f.kind end as scope_kind,
    coalesce(r.cohort_id, r.program_id, r.school_id, r.facility_id) as scope_id,
    coalesce(c.name, p.name, s.name, f.name) as scope_name,
    r.school_id, r.facility_id, r.applies_to, r.levels, r.validity, r.is_mandatory, r.due_weeks, r.due_date, r.active_from, r.active_to,
    r.status, r.instructions ${more}
  from public.credential_requirements r
  join public.credential_types t on t.id = r.type_id
  left join public.schools s on s.id = r.school_id
  left join public.programs p on p.id = r.program_id
  left join public.cohorts c on c.id = r.cohort_id
  left join public.facilities f on f.id = r.facility_id`

const withAttachments = select(sql`, r.version, r.providers, ${attachmentsOf} as attachments`)

/** The requirements of the caller's own school or facility; retired ones last. */
export async function listRequirements(tx: Tx): Promise<RequirementRow[]> {
  const { rows } = await sql<RequirementRow>`${withAttachments}
    where r.school_id = (select app.selected_school_id())
      or ((select app.role()) = 'facility_admin' and r.facility_id is not null)
    order by r.status = 'retired', t.name, scope_kind, scope_name, r.id`.execute(tx)
  return rows
}

/** The active requirements of some schools and facilities, and of the agreements between them. */
export async function requirementsOf(tx: Tx, scopeIds: readonly string[]): Promise<Requirement[]> {
  const [{ rows }, agreed] = await Promise.all([
    sql<Requirement>`${select()}
      where r.status = 'active' and t.status = 'active'
        and (r.school_id = any (${scopeIds}::uuid[]) or r.facility_id = any (${scopeIds}::uuid[]))
      order by t.name, r.id`.execute(tx),
    requirementsOfAgreements(tx, scopeIds),
  ])
  return [...rows, ...agreed]
}

type Agreed = Omit<Requirement, 'reach'> & NonNullable<Requirement['reach']>

/** What the agreements in force between these schools and organizations require, as requirements. */
async function requirementsOfAgreements(tx: Tx, scopeIds: readonly string[]): Promise<Requirement[]> {
  const { rows } = await sql<Agreed>`
    select overlay(overlay(md5(a.id::text || t.id) placing '4' from 13) placing 'a' from 17)::uuid as id, t.id as type_id, t.code as type_code,
      t.name as type_name, 'agreement' as scope_kind, a.id as scope_id, f.name as scope_name, a.school_id, a.organization_id as facility_id,
      'student' as applies_to, '{}'::text[] as levels, null as validity, true as is_mandatory, null as due_weeks, null as due_date, a.active_from,
      a.active_to, 'active' as status, '' as instructions, a.site_ids, a.program_ids
    from app.agreements_that_ask(${scopeIds}::uuid[]) a join public.facilities f on f.id = a.organization_id
    join public.credential_types t on t.id = a.type_id and t.status = 'active' order by t.name, a.id`.execute(
    tx,
  )
  return rows.map(({ site_ids, program_ids, ...row }) => ({ ...row, reach: { site_ids, program_ids } }))
}

export async function findRequirement(tx: Tx, id: string): Promise<RequirementRow | undefined> {
  const { rows } = await sql<RequirementRow>`${withAttachments} where r.id = ${id}::uuid`.execute(tx)
  return rows[0]
}
