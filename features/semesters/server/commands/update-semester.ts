import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { SemesterFields } from '../../contract.ts'

/** Updates through api_update_semester; returns false if the version is outdated. */
export async function updateSemester(
  tx: Tx,
  semester: SemesterFields & { id: string; version: number },
): Promise<boolean> {
  const { rows } =
    await sql`select 1 from public.api_update_semester(${semester.id}::uuid, ${semester.name}, ${semester.start_date}::date,
    ${semester.end_date}::date, ${semester.semester_type}, ${semester.academic_year}, ${semester.is_active},
    ${JSON.stringify(semester.settings)}::jsonb, app.uid(), app.role(), ${semester.version}::integer)`.execute(
      tx,
    )
  return rows.length === 1
}
