import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { savedReportRefusals } from '../../messages.ts'

/** Removes a saved report; its recipients keep what was sent. */
export async function removeReport(tx: Tx, id: string): Promise<void> {
  const { numDeletedRows } = await tx.deleteFrom('saved_reports').where('id', '=', id).executeTakeFirst()
  if (numDeletedRows === 0n) refuse(savedReportRefusals, refusal('saved_report.not_found'))
}
