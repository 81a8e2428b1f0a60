import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import { keepFiles } from '#features/files/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ReportedHours } from '../../contract.ts'
import { hoursRequestRefusals } from '../../messages.ts'
import { reportBlocker } from '../../rules.ts'
import { findReporter } from '../queries/find-reporter.ts'

/** Reports hours for the school to approve; the student chooses the id, so that the same again is reported once. */
export async function reportHours(tx: Tx, studentId: string, { id, ...hours }: ReportedHours): Promise<void> {
  // Two tabs count the day's hours one after another.
  await sql`select pg_advisory_xact_lock(hashtextextended('hours of ' || ${studentId}, 0))`.execute(tx)
  const { school_id, ...rule } = await findReporter(tx)
  const known = await tx.selectFrom('hours_requests').select('id').where('id', '=', id).executeTakeFirst()
  if (known) return
  const sameDay = await minutesOf(tx, studentId, hours.date)
  refuseIf(hoursRequestRefusals, reportBlocker(hours, { ...rule, sameDay }))
  await tx
    .insertInto('hours_requests')
    .values({ id, school_id, student_id: studentId, ...hours })
    .execute()
  await keepFiles(tx, hours.evidence_file_ids, { purpose: 'evidence', ownerId: studentId })
}

/** Minutes of a day: those in the ledger, and those that were reported and are not decided. */
async function minutesOf(tx: Tx, studentId: string, date: string): Promise<number> {
  const { rows } = await sql<{ minutes: number }>`
    select (coalesce((select sum(e.minutes) from public.hours_entries e where e.student_id = ${studentId}::uuid and e.date = ${date}::date), 0)
      + coalesce((select sum(r.minutes) from public.hours_requests r where r.student_id = ${studentId}::uuid and r.date = ${date}::date
        and r.status in ('pending', 'needs_info')), 0))::integer as minutes`.execute(tx)
  return rows[0]!.minutes
}
