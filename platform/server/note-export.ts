import { sql } from 'kysely'
import type { Tx } from './db.ts'

/** Which list was taken, with how many rows; one of all schools and facilities has no view, and is the superadmin's. */
export type ExportDetails = { view?: string; rows: number; filter?: object }

/**
 * Leaves a row in the audit trail: a list of people or permissions was taken out of the product, of the school or facility that the asker works in.
 * What people take of their own record leaves none.
 */
export async function noteExport(
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
