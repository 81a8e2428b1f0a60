import { sql } from 'kysely'
import { refuse, refuseIf, refusal } from '#core/refusal.ts'
import { giveReason } from '#platform/server/actor.ts'
import type { Tx } from '#platform/server/db.ts'
import type { FacilityStatus } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { administeredBlocker, statusBlocker } from '../../rules/actions.ts'
import { namesOfAdministrators } from '../queries/find-facility.ts'
import { lockFacility, lockUnitsAt, type LockedFacility, type Seen } from './lock-facility.ts'
import { upcomingShiftsAt } from '../queries/upcoming-shifts-at.ts'

type Change = Seen & { status: FacilityStatus; reason: string | null; kept: readonly string[] }

/**
 * Pauses, resumes or permanently closes a unit, or archives an organization or site with everything below it, all at one timestamp so they
 * can be restored together. No upcoming shift may remain except those kept at a paused unit.
 */
export async function setStatus(tx: Tx, { status, reason, kept, ...seen }: Change): Promise<LockedFacility> {
  const facility = await lockFacility(tx, seen)
  refuseIf(facilityRefusals, statusBlocker(facility, status))
  await sql`select 1 from public.facilities f where f.id in (select app.facility_scope(${facility.id}::uuid))
    order by f.id for no key update`.execute(tx)
  if (status === 'archived')
    refuseIf(facilityRefusals, administeredBlocker(await namesOfAdministrators(tx, facility.id)))
  if (status !== 'active') {
    await lockUnitsAt(tx, facility.id)
    await refuseUndecided(tx, facility.id, status === 'paused' ? kept : [])
  }
  await giveReason(tx, reason?.trim() ?? '')
  await sql`update public.facilities f set status = ${status}
    where f.id in (select app.facility_scope(${facility.id}::uuid)) and f.status in ('active', 'paused')`.execute(
    tx,
  )
  return facility
}

async function refuseUndecided(tx: Tx, id: string, kept: readonly string[]): Promise<void> {
  const { rows } = await sql`
    select from ${upcomingShiftsAt(sql`${id}::uuid`)} x where x.id <> all (${kept}::uuid[]) limit 1`.execute(
    tx,
  )
  if (rows.length > 0) refuse(facilityRefusals, refusal('facility.undecided'))
}
