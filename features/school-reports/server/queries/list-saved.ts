import { sql } from 'kysely'
import type { Tx } from '#platform/server/db.ts'
import type { Frequency, ReportKind, SavedReport } from '../../contract.ts'

/** The saved reports of the caller's school, by name. */
export async function listSaved(tx: Tx): Promise<SavedReport[]> {
  const rows = await tx
    .selectFrom('saved_reports')
    .where('school_id', '=', sql<string>`(select app.selected_school_id())`)
    .select(['id', 'name', 'kind', 'semester_id', 'frequency', 'next_on', 'recipients', 'sent_at', 'version'])
    .orderBy('name')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...row,
    kind: row.kind as ReportKind,
    frequency: row.frequency as Frequency,
  }))
}

/** The administrators of the caller's school. */
export async function listPeople(tx: Tx): Promise<{ id: string; full_name: string }[]> {
  return tx
    .selectFrom('users')
    .where('linked_school_id', '=', sql<string>`(select app.selected_school_id())`)
    .where('role', 'in', ['school_admin', 'school_super_admin'])
    .where('status', '=', 'active')
    .select(['id', 'full_name'])
    .orderBy('full_name')
    .execute()
}
