import { type RawBuilder, sql } from 'kysely'

/** The names of a node's ancestors: "Harborview Health › Medical Center". */
export const pathTo = (id: RawBuilder<unknown>) => sql`(with recursive above as (
    select p.id, p.parent_id, p.name, 1 as depth from public.facilities c join public.facilities p on p.id = c.parent_id where c.id = ${id}
    union all
    select p.id, p.parent_id, p.name, a.depth + 1 from above a join public.facilities p on p.id = a.parent_id where a.depth < 20
  ) select coalesce(string_agg(a.name, ' › ' order by a.depth desc), '') from above a)`

/** True when the caller may open the facility: a facility admin within their own part, other members always. */
export const opens = (id: RawBuilder<unknown>) =>
  sql<boolean>`coalesce(case app.role() when 'facility_admin' then app.facility_id() in (select l.id from app.facility_line(${id}) l)
    else app.role() is not null end, false)`

/** The columns of an entry of the history, with its source. */
export const eventColumns = sql`e.id, e.at, e.facility_id, f.name as facility_name, f.kind, p.full_name as actor_name, q.full_name as acting_as_name, e.from_status, e.to_status, e.reason
  from public.facility_events e join public.facilities f on f.id = e.facility_id left join public.users p on p.id = e.actor_id
  left join public.users q on q.id = e.acting_as`
