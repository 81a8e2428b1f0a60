import type { Tx } from '#platform/server/db.ts'
import type { Semester, SemesterDetail, SemesterRow } from '../../contract.ts'
import { lifecycleNow } from '../../rules.ts'
import { countMissingReports } from './count-missing-reports.ts'
import { countShifts } from './count-shifts.ts'
import { holidaysBetween } from './holidays-between.ts'
import { listSemestersByIds, readSemester, type SemesterRecord } from './list-semesters.ts'

/** A stored semester as the caller gets it: with its stage today, and its reopening. */
export function asSemester(row: SemesterRecord): Semester {
  const {
    activated_at: _activated,
    archived_at: _archived,
    reopened_at: since,
    reopened_by_name: by_name,
    reopen_reason: reason,
    today: _today,
    school_name: _name,
    ...semester
  } = row
  return {
    ...semester,
    lifecycle: lifecycleNow(row),
    reopened: since && reason ? { at: since, by_name, reason } : null,
  }
}

/** One semester; refuses if the caller may not see it. */
export const getSemester = async (tx: Tx, id: string): Promise<Semester> =>
  asSemester(await readSemester(tx, id))

/** One semester with what its own page shows: shift counts, missing reports and holidays. */
export async function getDetail(tx: Tx, id: string): Promise<SemesterDetail> {
  const found = await readSemester(tx, id)
  const semester = asSemester(found)
  return {
    ...semester,
    school_name: found.school_name,
    shifts_by_status: await countShifts(tx, id),
    // Only where it is asked for: other pages read many semesters, and the hours of a school are many.
    reports_missing: semester.lifecycle === 'closed' ? await countMissingReports(tx, id) : 0,
    holidays: await holidaysBetween(tx, found.start_date, found.end_date),
  }
}

/** The semesters of these ids with their schools, in their order. */
export async function listRows(tx: Tx, ids: readonly string[]): Promise<SemesterRow[]> {
  const rows = await listSemestersByIds(tx, ids)
  return rows.map((row) => ({ ...asSemester(row), school_name: row.school_name }))
}
