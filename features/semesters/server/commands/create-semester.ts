import type { Tx } from '#platform/server/db.ts'
import { sql } from 'kysely'
import type { SemesterFields } from '../../contract.ts'

/** Inserts through api_create_semester; the caller chooses the id. */
export async function createSemester(
  tx: Tx,
  semester: SemesterFields & { id: string; school_id: string },
): Promise<void> {
  await sql`select public.api_create_semester(${semester.school_id}::uuid, ${semester.name}, ${semester.start_date}::date,
    ${semester.end_date}::date, ${semester.semester_type}, ${semester.academic_year}, ${semester.is_active},
    ${JSON.stringify(semester.settings)}::jsonb, app.uid(), app.role(), ${semester.id}::uuid)`.execute(tx)
}
