import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Which list was exported, with how many rows. A list across all schools and facilities has no view and is the superadmin's. */
export type ExportDetails = { view?: string; rows: number; filter?: object }

/**
 * Records in the audit trail that a list of people or permissions was exported, under the caller's school or facility. Exports of one's own
 * record are not recorded.
 */
export async function recordExport(
  tx: Tx,
  entity: 'users' | 'facility_admin_permissions',
  details: ExportDetails,
): Promise<void> {
  const isOfFacility = details.view === 'users'
  const isOfSchool = details.view !== undefined && !isOfFacility
  await tx
    .insertInto('audit_events')
    .columns(['action', 'entity', 'school_id', 'facility_id', 'reason', 'changes'])
    .expression(
      tx
        .selectNoFrom([
          sql.lit('export').as('action'),
          sql<string>`${entity}::text`.as('entity'),
          (isOfSchool ? sql`app.selected_school_id()` : sql`null::uuid`).as('school_id'),
          (isOfFacility ? sql`app.facility_id()` : sql`null::uuid`).as('facility_id'),
          sql`nullif(current_setting('app.reason', true), '')`.as('reason'),
          sql`${JSON.stringify(details)}::jsonb`.as('changes'),
        ])
        .where(
          sql<boolean>`${details.view === undefined} or app.role() in ('superadmin', 'school_admin', 'school_super_admin', 'facility_admin')`,
        ),
    )
    .execute()
}
