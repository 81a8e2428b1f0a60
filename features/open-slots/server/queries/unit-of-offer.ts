import { sql } from 'kysely'
import type { Specialty } from '#features/facilities/contract.ts'
import type { SeatLimit } from '#features/shifts/contract.ts'
import { type LimitFacts, limitsFrom } from '#features/shifts/rules.ts'
import { lockUnits } from '#features/shifts/server/public.ts'
import type { Tx } from '#platform/server/db.ts'

export type UnitOfOffer = {
  name: string
  kind: string
  status: string
  site: string | null
  time_zone: string
  specialty: Specialty | null
}

/** The unit of an offer; undefined if the caller does not manage it. */
export async function unitOfOffer(tx: Tx, id: string): Promise<UnitOfOffer | undefined> {
  const { rows } = await sql<UnitOfOffer>`
    select f.name, f.kind, f.status, p.name as site, f.time_zone, u.specialty
    from public.facilities f left join public.facilities p on p.id = f.parent_id left join public.units u on u.id = f.id
    where f.id = ${id}::uuid and ((select app.is_superadmin()) or ((select app.role()) = 'facility_admin'
      and f.id in (select app.facility_scope((select app.facility_id())))))`.execute(tx)
  return rows[0]
}

type Times = { date: string; starts_at: string; ends_at: string }

/**
 * The unit's limits at each of these times, in order, with the seats already offered then. Locks the unit until the end of the transaction,
 * so that of two offers at once the second counts the first.
 */
export async function lockUnit(
  tx: Tx,
  id: string,
  times: readonly Times[],
  seats: number,
): Promise<{ limits: SeatLimit[]; beside: number }[]> {
  await lockUnits(tx, [{ facility_id: id }])
  const { rows } = await sql<{ limits: LimitFacts; beside: number }>`
    select app.limits_of_plan(null, t.value || jsonb_build_object('facility_id', ${id}::uuid)) as limits,
      (select coalesce(sum(o.seats), 0)::integer from public.open_slots o where o.facility_id = ${id}::uuid and o.status = 'open'
        and o.starts_at < x.ends_at and o.ends_at > x.starts_at and o.date between x.date - 2 and x.date + 2) as beside
    from jsonb_array_elements(${JSON.stringify(times)}::jsonb) with ordinality t (value, at),
      jsonb_to_record(t.value) x (date date, starts_at timestamptz, ends_at timestamptz)
    order by t.at`.execute(tx)
  return rows.map(({ limits: facts, beside }) => ({
    limits: limitsFrom(facts, seats).filter(({ limit_name: name }) => name === 'closed' || name === 'unit'),
    beside,
  }))
}
