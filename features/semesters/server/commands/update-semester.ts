import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { SemesterFields } from '../../contract.ts'
import { fieldTexts, semesterRefusals } from '../../messages.ts'
import { changeBlocker, lifecycleNow, overlapBlocker, problemsOf } from '../../rules.ts'
import { datesBlocker, deactivationBlocker } from '../../rules/ending.ts'
import { countShifts } from '../queries/count-shifts.ts'
import { daysOutside } from '../queries/days-outside.ts'
import { listSemesters } from '../queries/list-semesters.ts'
import { lockSeen, type Seen } from './lock-semester.ts'

/** Changes what a person enters of a semester; new dates keep its shifts, and students' hours keep it active. */
export async function updateSemester(tx: Tx, semester: SemesterFields & Seen): Promise<void> {
  refuseFields(fieldTexts(problemsOf(semester)))
  const held = await lockSeen(tx, semester)
  refuseIf(semesterRefusals, changeBlocker({ lifecycle: lifecycleNow(held) }))
  refuseIf(semesterRefusals, overlapBlocker(semester, await listSemesters(tx, held.school_id)))
  refuseFields(fieldTexts(datesBlocker(semester, await daysOutside(tx, held, semester)) ?? {}))
  if (held.is_active && !semester.is_active)
    refuseIf(semesterRefusals, deactivationBlocker(held, await countShifts(tx, held.id)))
  const { rows } =
    await sql`select 1 from public.api_update_semester(${semester.id}::uuid, ${semester.name}, ${semester.start_date}::date,
    ${semester.end_date}::date, ${semester.semester_type}, ${semester.academic_year}, ${semester.is_active},
    ${JSON.stringify(semester.settings)}::jsonb, app.uid(), app.role(), ${semester.version}::integer)`.execute(
      tx,
    )
  if (rows.length === 0) refuse(semesterRefusals, refusal('semester.not_yours'))
}
