import { sql } from 'kysely'
import { refuse, refusal } from '#core/refusal.ts'
import type { Tx } from '#platform/server/db.ts'
import type { CopyGroup, CopyTarget, Unit } from '../../contract.ts'
import { facilityRefusals } from '../../messages.ts'
import { copyOutcome } from '../../rules/copying.ts'
import { misfitsAfter, type ShiftInUnit } from '../../rules/planned-shifts.ts'
import { findById, managesFacility, ownRoot } from './find-facility.ts'
import { upcomingShiftsAt } from './upcoming-shifts-at.ts'

/** How many misfits are listed for each unit. */
const NAMED = 10

export type UnitToCopyTo = Unit & { site_id: string; site_name: string }

/** The unit whose settings are copied; refuses if it isn't a unit that the caller manages. */
export async function copySource(tx: Tx, id: string): Promise<Unit & { organization_id: string }> {
  const found = (await managesFacility(tx, id)) ? await findById(tx, id) : undefined
  if (found?.kind !== 'unit') refuse(facilityRefusals, refusal('facility.missing'))
  const { rows } = await sql<{ organization_id: string }>`
    select p.parent_id as organization_id from public.facilities p where p.id = ${found.parent_id}`.execute(
    tx,
  )
  return { ...found, ...rows[0]! }
}

/** The other active and paused units of the organization that the caller manages, by site and name. */
export async function unitsToCopyTo(
  tx: Tx,
  source: { id: string; organization_id: string },
): Promise<UnitToCopyTo[]> {
  const root = (await ownRoot(tx)) ?? source.organization_id
  const { rows } = await sql<UnitToCopyTo>`
    select f.id, f.kind, f.name, f.version, f.status, t.id as site_id, t.name as site_name, u.code, u.specialty, u.population, u.care_level,
      u.shift_patterns, u.max_students_per_shift, u.max_students_by_level, u.exclusive_school, u.max_ratio_override, u.capacity_windows,
      u.blackout, u.has_conference_room, u.preceptor_available
    from public.facilities t join public.facilities f on f.parent_id = t.id join public.units u on u.id = f.id
    where t.parent_id = ${source.organization_id}::uuid and f.id <> ${source.id}::uuid and f.status in ('active', 'paused')
      and f.id in (select app.facility_scope(${root}::uuid))
    order by t.name, f.name, f.id`.execute(tx)
  return rows
}

/** What copying a unit's settings would change in each of the others, and which upcoming shifts would no longer fit. */
export async function planCopy(tx: Tx, { id, groups }: { id: string; groups: readonly CopyGroup[] }) {
  const source = await copySource(tx, id)
  const units = await unitsToCopyTo(tx, source)
  const shifts = Map.groupBy(await shiftsIn(tx, source.organization_id), ({ unit_id }) => unit_id)
  return {
    version: source.version,
    settings: source,
    units: units.map((unit): CopyTarget => {
      const { outcome, before, after, problem } = copyOutcome(source, unit, groups)
      const misfits = outcome === 'change' ? misfitsAfter(unit, after, shifts.get(unit.id) ?? []) : []
      const { name, site_id, site_name, version } = unit
      return {
        id: unit.id,
        name,
        site_id,
        site_name,
        version,
        outcome,
        before,
        problem,
        misfit_count: misfits.length,
        misfits: misfits.slice(0, NAMED),
      }
    }),
  }
}

/** The upcoming shifts of an organization, within the caller's scope, with their seats. */
async function shiftsIn(tx: Tx, organizationId: string): Promise<(ShiftInUnit & { unit_id: string })[]> {
  const root = (await managesFacility(tx, organizationId)) ? organizationId : await ownRoot(tx)
  const { rows } = await sql<ShiftInUnit & { unit_id: string }>`
    select x.id, x.title, x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time,
      x.starts_at, x.ends_at, coalesce(x.approved_capacity, x.capacity) as seats, x.school_id, x.school_name, x.unit_id
    from ${upcomingShiftsAt(sql`${root}::uuid`)} x
    order by x.unit_name, x.unit_id, x.starts_at, x.school_name, x.id`.execute(tx)
  return rows
}
