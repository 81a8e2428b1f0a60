import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { SemesterFields } from '../../contract.ts'
import { fieldTexts, semesterRefusals } from '../../messages.ts'
import { overlapBlocker, problemsOf } from '../../rules.ts'
import { findSemester, listSemesters } from '../queries/list-semesters.ts'

type NewSemester = SemesterFields & { id: string; school_id: string }

/** Creates a semester; the client chooses the id, so the same request (a retry after a lost response) creates once. */
export async function createSemester(tx: Tx, semester: NewSemester): Promise<void> {
  refuseFields(fieldTexts(problemsOf(semester)))
  const existing = await findSemester(tx, semester.id)
  if (existing?.school_id !== semester.school_id) await insertSemester(tx, semester)
}

/** Inserts a valid semester that overlaps no other; the exclusion constraint decides again if two people save at once. */
export async function insertSemester(tx: Tx, semester: NewSemester): Promise<void> {
  refuseIf(semesterRefusals, overlapBlocker(semester, await listSemesters(tx, semester.school_id)))
  await sql`select public.api_create_semester(${semester.school_id}::uuid, ${semester.name}, ${semester.start_date}::date,
    ${semester.end_date}::date, ${semester.semester_type}, ${semester.academic_year}, ${semester.is_active},
    ${JSON.stringify(semester.settings)}::jsonb, app.uid(), app.role(), ${semester.id}::uuid)`.execute(tx)
}
