import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refusal } from '#core/refusal.ts'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import { hoursRequestRefusals } from '../../messages.ts'

type Reporter = { school_id: string; today: PlainDate; settings: Partial<SchoolSettings> }

/** The student's school with its current date and its rules for reporting; refused for everyone else. */
export async function findReporter(
  tx: Tx,
): Promise<{ school_id: string; today: PlainDate; daysBack: number; hoursPerDay: number }> {
  const { rows } = await sql<Reporter>`
    select s.id as school_id, app.school_today(s.id) as today, s.settings from public.schools s
    where s.id = app.school_id() and app.role() = 'student'`.execute(tx)
  const reporter = rows[0] ?? refuse(hoursRequestRefusals, refusal('hours_request.missing'))
  const { hours_report_days: daysBack, hours_per_day_max: hoursPerDay } = settingsOf(reporter.settings)
  return { school_id: reporter.school_id, today: reporter.today, daysBack, hoursPerDay }
}
