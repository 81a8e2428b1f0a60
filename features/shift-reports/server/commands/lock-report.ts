import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import { type SchoolSettings, settingsOf } from '#core/school-settings.ts'
import type { Tx } from '#platform/server/db.ts'
import type { ReportStatus } from '../../contract.ts'
import { reportRefusals } from '../../messages.ts'

export type LockedReport = Awaited<ReturnType<typeof lockReport>>

/** Locks the report on a shift; throws if the caller may not see one, or if it changed since they saw it. */
export async function lockReport(tx: Tx, sent: { shift_id: string; version: number }) {
  const row = await tx
    .selectFrom('shift_reports as r')
    .innerJoin('shifts as s', 's.id', 'r.id')
    .innerJoin('schools as c', 'c.id', 'r.school_id')
    .select([
      'r.id',
      'r.school_id',
      'r.status',
      'r.proctor_id',
      'r.version',
      'r.teaching_summary',
      's.experience_type',
      's.credited_hours',
      'c.settings',
      sql<string>`now()`.as('now'),
    ])
    .where('r.id', '=', sent.shift_id)
    .forUpdate('r')
    .executeTakeFirst()
  if (!row) refuse(reportRefusals, refusal('shift_report.not_found'))
  if (row.version !== sent.version) refuse(reportRefusals, refusal('shift_report.old_version'))
  return {
    ...row,
    status: row.status as ReportStatus,
    settings: settingsOf(row.settings as Partial<SchoolSettings>),
  }
}

/** What a command returns: the report's status and version. */
export const written = ({ status, version }: { status: string; version: number }) => ({
  status: status as ReportStatus,
  version,
})
