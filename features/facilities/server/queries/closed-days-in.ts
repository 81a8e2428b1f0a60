import { type RawBuilder, sql } from 'kysely'

/**
 * All spans from today on which a unit takes no one, with reasons: its own and its site's. For pages that show them before a date is
 * chosen.
 */
export const closedDaysIn = (unitId: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(d.closed), '[]') from (
    select b as closed from public.units n, jsonb_array_elements(n.blackout) b where n.id = ${unitId} and (b ->> 'to')::date >= current_date - 1
    union all select jsonb_build_object('from', h, 'to', h, 'reason', a.name || ' is closed to students')
      from public.facilities p join public.sites t on t.id = p.parent_id join public.facilities a on a.id = t.id, unnest(t.holidays) h
      where p.id = ${unitId} and h >= current_date - 1) d)`
