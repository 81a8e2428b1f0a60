import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ReportFields } from '../../contract.ts'
import { reportRefusals } from '../../messages.ts'
import { isOpenReport } from '../../rules.ts'
import { lockReport, written } from './lock-report.ts'

type Sent = ReportFields & { shift_id: string; version: number }

/** Saves the draft of a report while it is being written; a returned report becomes a draft again. */
export async function saveReport(tx: Tx, sent: Sent) {
  const report = await lockReport(tx, sent)
  if (!isOpenReport(report.status)) refuse(reportRefusals, refusal('shift_report.submitted'))
  const { census, acuity_note, activities, objectives_met, teaching_summary, private_note } = sent
  const saved = await tx
    .updateTable('shift_reports')
    .set({
      census,
      acuity_note,
      activities,
      objectives_met,
      teaching_summary,
      private_note,
      roster: JSON.stringify(sent.roster),
      facility_feedback: JSON.stringify(sent.facility_feedback),
      status: 'draft',
    })
    .where('id', '=', report.id)
    .returning(['status', 'version'])
    .executeTakeFirstOrThrow()
  return written(saved)
}
