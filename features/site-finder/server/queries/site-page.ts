import { sql } from 'kysely'
import { todayIn } from '#core/plain-date.ts'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { SitePage } from '../../contract.ts'
import { seatsOfDay, type UnitRoom, weekdaysAhead, weeksOf } from '../../rules.ts'

type Row = Omit<SitePage, 'units' | 'agreement'> & {
  time_zone: string | null
  units: (Omit<SitePage['units'][number], 'weeks'> & UnitRoom)[]
  agreement: SitePage['agreement']
}

/** A site as a school sees it; undefined if it does not exist or is archived. */
export async function sitePage(
  tx: Tx,
  { id, school_id: schoolId, zip }: { id: string; school_id: string; zip?: string | undefined },
): Promise<SitePage | undefined> {
  const { rows } = await sql<Row>`
    select f.id, f.name, o.id as organization_id, o.name as organization_name, f.city, f.state, s.postal_code, s.site_type, s.latitude, s.longitude,
      f.time_zone, s.address, s.phone, s.parking_notes, s.arrival_instructions, s.badge_instructions, s.dress_code, z.postal_code as distance_from,
      round(app.miles_between(z.latitude, z.longitude, s.latitude, s.longitude)::numeric, 1)::float8 as distance_miles,
      coalesce((select jsonb_agg(jsonb_build_object('id', u.id, 'name', n.name, 'specialty', u.specialty, 'most', u.max_students_per_shift,
          'is_exclusive', u.exclusive_school, 'windows', u.capacity_windows,
          'closed', ${closedDaysIn(sql`u.id`)}, 'is_open', u.id in (select app.partner_facilities(${schoolId}::uuid)),
          'patterns', (select coalesce(jsonb_agg(jsonb_build_object('name', p ->> 'name', 'start', p ->> 'start', 'end', p ->> 'end')), '[]')
            from jsonb_array_elements(u.shift_patterns) p)) order by n.name, n.id)
        from public.facilities n join public.units u on u.id = n.id where n.parent_id = f.id and n.kind = 'unit' and n.status = 'active'), '[]') as units,
      (select jsonb_build_object('id', p.id, 'status', p.status, 'effective_to', p.effective_to,
          'covers_site', p.all_sites or exists (select 1 from public.partnership_sites t where t.partnership_id = p.id and t.site_id = f.id))
        from public.partnerships p where p.school_id = ${schoolId}::uuid and p.organization_id = o.id
          and p.status in ('requested', 'under_review', 'active', 'suspended') limit 1) as agreement
    from public.facilities f join public.sites s on s.id = f.id join public.facilities o on o.id = f.parent_id
    left join public.schools c on c.id = ${schoolId}::uuid
    left join public.postal_codes z on z.postal_code = coalesce(${zip ?? null}, left(c.postal_code, 5))
    where f.id = ${id}::uuid and f.kind = 'site' and f.status <> 'archived'`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { time_zone: zone, ...site } = row
  const days = weekdaysAhead(todayIn(zone ?? 'America/New_York'))
  const { rows: held } = await sql<{ unit_id: string; date: string; held: number; others: boolean }>`
    select unit_id, date::text as date, held, others from app.seats_held(${id}::uuid, ${days}::date[])`.execute(
    tx,
  )
  const byUnit = Map.groupBy(held, (one) => one.unit_id)
  return {
    ...site,
    units: row.units.map(({ windows, closed, ...unit }) => {
      const own = new Map(byUnit.get(unit.id)?.map((one) => [one.date, one]))
      const room = { most: unit.most, is_exclusive: unit.is_exclusive, windows, closed }
      return { ...unit, weeks: weeksOf(days.map((date) => seatsOfDay(room, date, own.get(date)))) }
    }),
  }
}
