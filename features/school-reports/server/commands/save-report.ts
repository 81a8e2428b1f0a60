import { sql } from 'kysely'
import type { PlainDate } from '#core/plain-date.ts'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Frequency, ReportKind, SavedReport } from '../../contract.ts'
import { savedReportRefusals } from '../../messages.ts'
import { dayOf, nextSend, saveBlocker } from '../../rules.ts'
import { listPeople, listSaved } from '../queries/list-saved.ts'

type Sent = {
  id: string
  version: number
  name: string
  kind: ReportKind
  semester_id: string | null
  frequency: Frequency
  recipients: readonly string[]
}

/** Saves a report, new or existing; repeating it with the same id and version 0 adds nothing. */
export async function saveReport(tx: Tx, { id, version, ...fields }: Sent): Promise<SavedReport> {
  refuseIf(savedReportRefusals, saveBlocker(fields, await listPeople(tx)))
  const { rows } = await sql<{ school_id: string; today: PlainDate }>`
    select app.selected_school_id() as school_id, app.school_today(app.selected_school_id()) as today`.execute(
    tx,
  )
  const { school_id, today } = rows[0]!
  const values = { ...fields, recipients: [...fields.recipients] }
  const schedule = { next_on: nextSend(today, fields.frequency), send_day: dayOf(today) }
  if (version === 0)
    await tx
      .insertInto('saved_reports')
      .values({ id, school_id, ...values, ...schedule, created_by: sql<string>`app.uid()` })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .execute()
  else {
    const before = await tx
      .selectFrom('saved_reports')
      .select('frequency')
      .where('id', '=', id)
      .executeTakeFirst()
    const { numUpdatedRows } = await tx
      .updateTable('saved_reports')
      // A new name or recipient leaves the day as it is.
      .set({ ...values, ...(before?.frequency !== fields.frequency && schedule) })
      .where('id', '=', id)
      .where('version', '=', version)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) refuse(savedReportRefusals, refusal('saved_report.old_version'))
  }
  const saved = (await listSaved(tx)).find((row) => row.id === id)
  return saved ?? refuse(savedReportRefusals, refusal('saved_report.not_found'))
}
