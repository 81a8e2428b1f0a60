import { sql } from 'kysely'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import { heldSeats } from '#core/seat-statuses.ts'
import type { Tx } from '#platform/server/db.ts'
import { type Counted, tally } from '../../rules.ts'

type Absences = { unexcused: number; fromLates: number }

/**
 * Students whose absences have reached their school's limit in the current semester, as far
 * as the caller may see their attendance: an instructor sees only their own shifts.
 */
export async function absencesOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Absences>> {
  if (ids.length === 0) return new Map()
  const rows = await tx
    .selectFrom('attendance_records as r')
    // Of seats still held: an absence from a shift that was canceled later is none.
    .innerJoin('assignments as a', 'a.id', 'r.id')
    .innerJoin('shifts as s', 's.id', 'r.shift_id')
    .innerJoin('semesters as t', 't.id', 's.semester_id')
    .innerJoin('schools as c', 'c.id', 's.school_id')
    .select(['r.student_id', 's.semester_id', 'r.status', 'r.late_min', 'c.settings'])
    .where('r.student_id', 'in', [...ids])
    .where('a.status', 'in', heldSeats)
    .where(sql<boolean>`app.school_today(c.id) between t.start_date and t.end_date`)
    .execute()
  const found = [...Map.groupBy(rows, (row) => `${row.student_id} ${row.semester_id}`).values()].map(
    (own) => {
      const { isAtRisk, ...counted } = tally(
        own as unknown as Pick<Counted, 'status' | 'late_min'>[],
        settingsOf(own[0]!.settings as Partial<SchoolSettings>),
      )
      return { student: own[0]!.student_id, isAtRisk, ...counted }
    },
  )
  return new Map(
    found.flatMap(({ student, isAtRisk, unexcused, fromLates }) =>
      isAtRisk ? [[student, { unexcused, fromLates }]] : [],
    ),
  )
}
