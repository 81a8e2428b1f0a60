import { sql } from 'kysely'
import { closedDaysIn } from '#features/facilities/server/public.ts'
import type { Tx } from '#platform/server/db.ts'
import type { UnitDays } from '../../rules/copying.ts'

/**
 * By unit of a semester's shifts: the days from today on which it takes no students, the days that the school's partnership includes, and
 * which of the shifts' days, `delta` days later, another school has there while the unit takes one school at a time.
 */
export async function listUnitDays(
  tx: Tx,
  source: { id: string; school_id: string },
  delta: number,
): Promise<Map<string, UnitDays>> {
  const { rows } = await sql<UnitDays & { id: string }>`
    with used as materialized (
      select x.facility_id as id, f.parent_id as site_id, u.exclusive_school, array_agg(distinct x.date + ${delta}::integer) as days
      from public.shifts x join public.facilities f on f.id = x.facility_id join public.units u on u.id = f.id
      where x.semester_id = ${source.id}::uuid group by 1, 2, 3),
    held as (
      select h.unit_id, array_agg(h.date::text) as days
      from (select site_id, array_agg(distinct d.day) as days from used, unnest(days) d (day) where exclusive_school group by 1) s
      cross join lateral app.seats_held(s.site_id, s.days) h
      where h.others and app.school_id() = ${source.school_id}::uuid group by 1)
    select n.id, ${closedDaysIn(sql`n.id`)} as closed, coalesce(h.days, '{}') as others,
      (select coalesce(jsonb_agg(jsonb_build_object('from', p.effective_from,
          'to', case when p.auto_renew and p.ends_on is null then 'infinity' else least(p.effective_to, p.ends_on) end)), '[]')
        from public.partnerships p where p.school_id = ${source.school_id}::uuid and p.status = 'active'
          and p.organization_id in (select line.id from app.facility_line(n.id) line)
          and (p.all_sites or exists (select from public.partnership_sites t where t.partnership_id = p.id and t.site_id = n.site_id))) as agreed
    from used n left join held h on h.unit_id = n.id and n.exclusive_school`.execute(tx)
  return new Map(rows.map(({ id, ...days }) => [id, days]))
}
