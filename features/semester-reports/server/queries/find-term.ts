import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import { semesterReportRefusals } from '../../messages.ts'

export type Term = Awaited<ReturnType<typeof findTerm>>

/** A semester with what its reports need from it and its school; throws NOT_FOUND if the caller may not see it. */
export async function findTerm(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('semesters as s')
    .innerJoin('schools as c', 'c.id', 's.school_id')
    .where('s.id', '=', id)
    .select(['s.id', 's.school_id', 's.name', 's.start_date', 's.end_date', 's.is_active', 's.archived_at'])
    .select(['s.activated_at', 's.reopened_at', 's.settings as semester_settings', 'c.name as school_name'])
    .select(['c.settings', 'c.time_zone', sql<PlainDate>`app.school_today(s.school_id)`.as('today')])
    .executeTakeFirst()
  if (!row) return refuse(semesterReportRefusals, refusal('semester_report.no_semester'))
  return { ...row, settings: settingsOf(row.settings as Partial<SchoolSettings>) }
}
