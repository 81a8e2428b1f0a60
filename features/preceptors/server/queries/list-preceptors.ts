import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import { containing } from '#platform/server/like.ts'
import type { Preceptor } from '../../contract.ts'

type Which = { id?: string; q?: string; mine?: boolean }

/** The preceptors whom the caller may see, by name, with how many students they have or are asked to take. */
export async function listPreceptors(tx: Tx, { id, q = '', mine = false }: Which): Promise<Preceptor[]> {
  const { rows } = await sql<Preceptor>`
    select p.id, p.facility_id, f.name as facility_name, p.full_name, p.email, p.user_id is not null as has_account,
      p.license_no, p.license_type, p.license_state, p.is_multistate, p.license_expires_on, p.years_experience::float8 as years_experience,
      p.years_in_setting::float8 as years_in_setting, p.education, p.orientation_completed_on, p.max_students, p.accepts, p.availability, p.bio, p.version,
      (select count(*)::integer from app.preceptor_load(array[p.id])) as load
    from public.preceptors p join public.facilities f on f.id = p.facility_id
    where (${id ?? null}::uuid is null or p.id = ${id ?? null}::uuid)
      and (not ${mine}::boolean or p.id in (select app.preceptor_ids()))
      and (p.full_name ilike ${containing(q)} or f.name ilike ${containing(q)})
    order by p.full_name, p.id`.execute(tx)
  return rows
}
