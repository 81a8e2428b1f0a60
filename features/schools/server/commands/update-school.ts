import type { Tx } from '#platform/server/db.ts'
import type { SchoolFields } from '../../contract.ts'
import { columnsOf, refuseUnknownZone } from './create-school.ts'
import { lockSchool, type Seen } from './lock-school.ts'

/** Changes a school's own description. */
export async function updateSchool(tx: Tx, seen: Seen, fields: SchoolFields): Promise<void> {
  await lockSchool(tx, seen)
  await refuseUnknownZone(tx, fields.time_zone)
  await tx.updateTable('schools').set(columnsOf(fields)).where('id', '=', seen.id).execute()
}
