import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CopyRequest, SemesterFields } from '../../contract.ts'
import { semesterRefusals } from '../../messages.ts'
import { lifecycleNow } from '../../rules.ts'
import { type CopyPlan, deltaOf, planCopy, type ShiftToCopy, targetBlocker } from '../../rules/copying.ts'
import { holidaysBetween } from './holidays-between.ts'
import { readSemester, type SemesterRecord } from './list-semesters.ts'
import { listUnitDays } from './list-unit-days.ts'
import { shiftsToCopy } from './shifts-to-copy.ts'

type Terms = {
  source: SemesterRecord
  /** Of a stored semester, or as entered. */
  target: SemesterRecord | (SemesterFields & { id: string })
}

/** The semesters of a copy; refuses if either is not there or the target takes no copies. */
export async function readTerms(tx: Tx, { id, target }: CopyRequest): Promise<Terms> {
  const source = await readSemester(tx, id)
  if (target.kind === 'new') return { source, target }
  const stored = await readSemester(tx, target.id)
  if (stored.school_id !== source.school_id) refuse(semesterRefusals, refusal('semester.missing'))
  refuseIf(semesterRefusals, targetBlocker(source, { ...stored, lifecycle: lifecycleNow(stored) }))
  return { source, target: stored }
}

/** What copying would do with the current rows; `read` loads the shifts one by one, or grouped with those that are alike. */
export async function planOf<T extends ShiftToCopy>(
  tx: Tx,
  request: CopyRequest,
  { source, target }: Terms,
  read: (tx: Tx, sourceId: string, targetId: string) => Promise<T[]>,
): Promise<CopyPlan<T>> {
  return planCopy({
    source,
    target,
    shifts: await read(tx, source.id, target.id),
    mode: request.mode,
    holidays: await holidaysBetween(tx, target.start_date, target.end_date),
    unit_days: await listUnitDays(tx, source, deltaOf(request.mode, source.start_date, target.start_date)),
    options: request.options,
    include: request.include,
    leave_out: request.leave_out,
  })
}

/** The same before anything is written: every shift with its new date and flags. */
export async function previewCopy(tx: Tx, request: CopyRequest) {
  const plan = await planOf(tx, request, await readTerms(tx, request), shiftsToCopy)
  const rows = plan.rows.map(({ shift: { id, title, unit_name, start_time, end_time }, ...row }) => ({
    ...row,
    shift_id: id,
    title,
    unit_name,
    start_time,
    end_time,
  }))
  return { ...plan, rows }
}
