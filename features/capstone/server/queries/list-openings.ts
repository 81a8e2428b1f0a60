import { sql } from 'kysely'
import { freeSeats, requirementOn } from '#features/preceptors/rules.ts'
import { listPreceptors, listRequirements } from '#features/preceptors/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import { listLoad, limitOfSchool } from './list-candidates.ts'

type Span = { start: string; end: string }
type Where = {
  facility_id: string
  name: string
  above: string | null
  is_unit: boolean
  state: string | null
  specialty: string
  latitude: number | null
  longitude: number | null
}

/** A preceptor, or a unit with preceptors, that can take capstone students between two days. */
export type Opening = {
  /** The preceptor's id, or the unit's. */
  id: string
  preceptor_id: string | null
  facility_id: string
  name: string
  location: string | null
  specialty: string
  seats: number
  availability: string | null
  latitude: number | null
  longitude: number | null
}

/**
 * What a school's capstone wishlist can offer between two days: its partners' preceptors with the number of
 * students they can still take, and units where some of them work, with their combined seats.
 */
export async function listOpenings(tx: Tx, schoolId: string, span: Span): Promise<Opening[]> {
  const people = await listPreceptors(tx, {})
  const facilities = await loadFacilities(tx, schoolId, [...new Set(people.map((one) => one.facility_id))])
  const load = await listLoad(tx, people)
  const requirements = await listRequirements(tx)
  const most = await limitOfSchool(tx, schoolId)
  const preceptors = people.flatMap((one): Opening[] => {
    const at = facilities.get(one.facility_id)
    if (!at) return []
    const requirement = requirementOn(requirements, { state: at.state, level: null, day: span.start })
    const others = load
      .filter(({ preceptor_id: id }) => id === one.id)
      .map(({ starts, ends }) => ({ start: starts, end: ends }))
    const seats = freeSeats(one, { ...span, requirement, most, others })
    const { facility_id, specialty, latitude, longitude } = at
    const facility = [at.name, at.above].filter(Boolean).join(', ')
    return [
      {
        id: one.id,
        preceptor_id: one.id,
        name: one.full_name,
        location: facility,
        seats,
        availability: one.availability || null,
        facility_id,
        specialty,
        latitude,
        longitude,
      },
    ]
  })
  return [...preceptors, ...unitsOf(preceptors, facilities)]
}

/** The units where preceptors work, with their combined seats. */
function unitsOf(preceptors: readonly Opening[], facilities: ReadonlyMap<string, Where>): Opening[] {
  return [...Map.groupBy(preceptors, (one) => one.facility_id)].flatMap(([id, own]): Opening[] => {
    const { is_unit, name, above: facility, specialty, latitude, longitude } = facilities.get(id)!
    const seats = own.reduce((sum, one) => sum + one.seats, 0)
    return is_unit
      ? [
          {
            id,
            preceptor_id: null,
            facility_id: id,
            name,
            location: facility,
            seats,
            availability: null,
            specialty,
            latitude,
            longitude,
          },
        ]
      : []
  })
}

/** The sites and units where preceptors work, of those the school is a partner of. */
async function loadFacilities(tx: Tx, schoolId: string, ids: readonly string[]): Promise<Map<string, Where>> {
  const { rows } = await sql<Where>`
    select f.id as facility_id, f.name, case when f.kind = 'unit' then above.name end as above, f.kind = 'unit' as is_unit, f.state,
      coalesce(n.specialty, 'capstone') as specialty, s.latitude, s.longitude
    from public.facilities f left join public.facilities above on above.id = f.parent_id left join public.units n on n.id = f.id
    left join public.sites s on s.id = case when f.kind = 'unit' then f.parent_id else f.id end
    where f.id = any (${ids}::uuid[]) and f.kind in ('site', 'unit') and f.status = 'active'
      and f.id in (select app.partner_facilities(${schoolId}::uuid))`.execute(tx)
  return new Map(rows.map((row) => [row.facility_id, row]))
}
