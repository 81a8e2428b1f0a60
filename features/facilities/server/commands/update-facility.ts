import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import { refuseFields } from '#platform/server/refuse-fields.ts'
import type { FacilityKind } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { capstoneZoneBlocker, editBlocker, zoneBlocker } from '../../rules/actions.ts'
import { problemsOf } from '../../rules/fields.ts'
import { findById } from '../queries/find-facility.ts'
import { hasCapstoneDaysAhead, hasShiftsAhead } from '../queries/upcoming-shifts-at.ts'
import { lockFacility, lockUnitsAt, type Seen } from './lock-facility.ts'
import { writeDetails } from './write-details.ts'

type Fields = { name?: string; city?: string | null; state?: string | null; time_zone?: string } & object

/** Updates the given fields; a unit keeps the location and time zone of its site. */
export async function updateFacility(tx: Tx, seen: Seen, kind: FacilityKind, fields: Fields): Promise<void> {
  const facility = await lockFacility(tx, seen)
  if (facility.kind !== kind) refuse(facilityRefusals, refusal('facility.other_kind', { kind }))
  refuseFields(problemsOf(kind, { ...(await findById(tx, facility.id)), ...fields }))
  refuseIf(facilityRefusals, editBlocker(facility))
  const { name = facility.name } = fields
  const {
    city = facility.city,
    state = facility.state,
    time_zone = facility.time_zone,
  } = kind === 'unit' ? facility : fields
  if (time_zone !== facility.time_zone) {
    await lockUnitsAt(tx, facility.id)
    refuseIf(facilityRefusals, zoneBlocker(facility, time_zone, await hasShiftsAhead(tx, facility.id)))
    const hasDays = await hasCapstoneDaysAhead(tx, facility.id)
    refuseIf(facilityRefusals, capstoneZoneBlocker(facility, time_zone, hasDays))
  }
  await tx
    .updateTable('facilities')
    .set({ name, city, state, time_zone })
    .where('id', '=', facility.id)
    .execute()
  await writeDetails(tx, facility.id, kind, fields)
  if (kind !== 'site') return
  await sql`update public.facilities f set city = ${city}, state = ${state}, time_zone = ${time_zone}
    where f.parent_id = ${facility.id} and f.status in ('active', 'paused')
      and (f.city, f.state, f.time_zone) is distinct from (${city}::text, ${state}::text, ${time_zone}::text)`.execute(
    tx,
  )
}
