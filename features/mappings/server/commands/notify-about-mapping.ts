import { notification } from '#core/notification-texts.ts'
import { notifyOfRow } from '#features/notifications/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Mapping, MappingStatus } from '../../contract.ts'
import { notificationTexts } from '../../messages.ts'

/** The page where the school decides. */
const SCHOOL_PAGE = '/admin/clinical-mapping/documentation'
const PAGES = {
  facility_admin: '/admin/clinical-mapping',
  superadmin: '/admin/clinical-mapping',
  '': SCHOOL_PAGE,
}

const mapped = (row: Mapping) => ({
  program: row.program_name,
  course: row.course_code,
  specialty: row.specialty,
  facility: row.facility_name,
})

/** Notifies the school of a facility's proposal. */
export async function notifyOfProposal(tx: Tx, row: Mapping): Promise<void> {
  const how = {
    to: ['school'],
    type: 'mapping',
    url: SCHOOL_PAGE,
    key: `mapping ${row.id} ${row.version}`,
  } as const
  await notifyOfRow(
    tx,
    { table: 'mappings', id: row.id },
    how,
    notification(notificationTexts, 'mapping.proposed', mapped(row)),
  )
}

/** Notifies the school once of all proposals chosen from a run. */
export async function notifyOfRun(tx: Tx, id: string, count: number, facility: string | null): Promise<void> {
  const how = { to: ['school'], type: 'mapping', url: SCHOOL_PAGE, key: `mapping run ${id}` } as const
  const said = notification(notificationTexts, 'mapping.several_proposed', { count, facility })
  await notifyOfRow(tx, { table: 'mapping_runs', id }, how, said)
}

/** Notifies the proposer of the school's decision. */
export async function notifyOfDecision(
  tx: Tx,
  row: Mapping,
  status: MappingStatus,
  note: string | null,
): Promise<void> {
  const key = `mapping ${row.id} ${row.version} decided`
  const how = { to: ['requester_id', 'others'], type: 'mapping', url: PAGES, key } as const
  const said = notification(notificationTexts, 'mapping.decided', { ...mapped(row), status, note })
  await notifyOfRow(tx, { table: 'mappings', id: row.id }, how, said)
}

/** Notifies the school that a facility retires a mapping the school had activated. */
export async function notifyOfRetirement(tx: Tx, row: Mapping, note: string | null): Promise<void> {
  const key = `mapping ${row.id} ${row.version} retired`
  const how = { to: ['school'], type: 'mapping', url: SCHOOL_PAGE, key } as const
  const said = notification(notificationTexts, 'mapping.retired_by_facility', { ...mapped(row), note })
  await notifyOfRow(tx, { table: 'mappings', id: row.id }, how, said)
}
