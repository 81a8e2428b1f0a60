import { sql } from 'kysely'
import { refuseIf } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SchoolFields } from '../../contract.ts'
import { schoolRefusals } from '../../messages.ts'
import { zoneBlocker } from '../../rules.ts'
import { columnsOf, refuseUnknownZone } from './create-school.ts'
import { lockSchool, type Seen } from './lock-school.ts'

/** Changes a school's own description. */
export async function updateSchool(tx: Tx, seen: Seen, fields: SchoolFields): Promise<void> {
  const { time_zone: before } = await lockSchool(tx, seen)
  await refuseUnknownZone(tx, fields.time_zone)
  if (fields.time_zone !== before) refuseIf(schoolRefusals, zoneBlocker(await hasCampusAhead(tx, seen.id)))
  await tx.updateTable('schools').set(columnsOf(fields)).where('id', '=', seen.id).execute()
}

/** True if shifts or capstone days without a facility are ahead: these are in the school's time zone. */
async function hasCampusAhead(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from public.shifts x where x.school_id = ${id}::uuid and x.facility_id is null and app.is_shift_ahead(x.status, x.starts_at)
    union all
    select from public.capstone_days d join public.capstone_projects p on p.id = d.project_id
      where p.school_id = ${id}::uuid and p.facility_id is null and d.status = 'planned' and d.starts_at > now()
    limit 1`.execute(tx)
  return rows.length > 0
}
