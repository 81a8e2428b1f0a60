import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CopyRequest, SemesterFields } from '../../contract.ts'
import { semesterRefusals } from '../../messages.ts'
import { type CopyPlan, deltaOf, planCopy, type ShiftToCopy } from '../../rules/copying.ts'
import { holidaysBetween } from './holidays-between.ts'
import { findSemester, type SemesterRecord } from './list-semesters.ts'
import { listUnitDays } from './list-unit-days.ts'
import { shiftsToCopy } from './shifts-to-copy.ts'

type Terms = {
  source: SemesterRecord
  /** Of a stored semester, or as entered. */
  target: SemesterRecord | (SemesterFields & { id: string })
}

/**
 * What copying would do with the current rows; `read` loads the shifts one by one, or grouped with those that are alike. Refuses a target
 * of another school.
 */
export async function planOf<T extends ShiftToCopy>(
  tx: Tx,
  request: CopyRequest,
  { source, target }: Terms,
  read: (tx: Tx, sourceId: string, targetId: string) => Promise<T[]>,
): Promise<CopyPlan<T>> {
  if ('school_id' in target && target.school_id !== source.school_id)
    refuse(semesterRefusals, refusal('semester.missing'))
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
  const missing = () => refuse(semesterRefusals, refusal('semester.missing'))
  const source = (await findSemester(tx, request.id)) ?? missing()
  const target =
    request.target.kind === 'new'
      ? request.target
      : ((await findSemester(tx, request.target.id)) ?? missing())
  const plan = await planOf(tx, request, { source, target }, shiftsToCopy)
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
