import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Certificate } from '../../contract.ts'

/** Certificates that the caller may see, newest first: of a project, a single one, or their own as a preceptor. */
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
      and (not ${which.own ?? false}::boolean or c.preceptor_id in (select app.preceptor_ids()))
    order by c.issued_on desc, c.preceptor_name, c.id`.execute(tx)
  return rows
}
