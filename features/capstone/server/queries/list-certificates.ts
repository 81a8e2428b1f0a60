import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Certificate } from '../../contract.ts'

/**
 * Certificates that the caller may see, newest first: the last one of each preceptor of a project, a single one, or the last ones of the caller
 * as a preceptor.
 */
export async function listCertificates(
  tx: Tx,
  which: { project?: string; id?: string; own?: true },
): Promise<Certificate[]> {
  const { rows } = await sql<Certificate>`
    select c.id, c.preceptor_name, c.school_name, c.facility_name, c.faculty_name, c.course_code, round(c.minutes / 60.0, 2)::float8 as hours, c.days, c.first_day,
      c.last_day, c.issued_on
    from public.capstone_certificates c
    where (${which.project ?? null}::uuid is null or c.project_id = ${which.project ?? null}::uuid)
      and (${which.id ?? null}::uuid is null or c.id = ${which.id ?? null}::uuid)
      and (${which.id ?? null}::uuid is not null or not exists (select from public.capstone_certificates n
        where n.project_id = c.project_id and n.preceptor_id = c.preceptor_id and n.created_at > c.created_at))
      and (not ${which.own ?? false}::boolean or c.preceptor_id in (select app.preceptor_ids()))
    order by c.issued_on desc, c.preceptor_name, c.id`.execute(tx)
  return rows
}
