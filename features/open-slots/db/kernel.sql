-- Functions that commands on an open slot need because their caller may not see the rows.

-- An earlier version also returned names.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.partner_schools(uuid)') and 'name' = any (p.proargnames)) then drop function app.partner_schools(uuid); end if;
end $$;
-- The schools with an active agreement for a unit, for those who manage the unit.
-- Reason: it reads the agreements of facilities above the caller's.
create or replace function app.partner_schools(p_facility_id uuid) returns table (id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with above as materialized (select n.node from app.nodes_above(p_facility_id) n (node))
  select distinct c.id from public.partnerships p join public.schools c on c.id = p.school_id and c.is_active
  where app.manages_facility(p_facility_id) and p.status = 'active' and p.organization_id in (select a.node from above a)
    and (p.all_sites or exists (select from public.partnership_sites t where t.partnership_id = p.id and t.site_id in (select a.node from above a)))
$$;

-- Returns a slot that was offered to a school, whatever its status, and locks it until the end of the transaction. A school that is too
-- late learns that it was taken, but not by whom.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.lock_slot(uuid, uuid)') and p.prorettype <> 'jsonb'::regtype) then
    drop function app.lock_slot(uuid, uuid);
  end if;
end $$;
-- Reason: by then the row may be visible only to another school or the facility.
create or replace function app.lock_slot(p_id uuid, p_school_id uuid) returns setof jsonb
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select to_jsonb(x) from (
    select o.id, o.status, o.status_reason, o.school_id is not distinct from p_school_id as is_ours, o.version, o.facility_id, o.date, o.start_time, o.end_time,
      o.starts_at, o.specialty, o.experience_type, o.seats
    from public.open_slots o
    where o.id = p_id and app.administers_school(p_school_id) and (o.school_id = p_school_id
      or ((o.school_ids = '{}' or p_school_id = any (o.school_ids)) and exists (select from public.partnerships p
        where p.school_id = p_school_id and p.status not in ('draft', 'withdrawn') and p.organization_id in (select app.nodes_above(o.facility_id)))))
    for update of o) x
$$;

drop function if exists app.hold_slots(uuid[]), app.facts_of_slots(uuid[], uuid), app.hold_unit(uuid, jsonb, integer);
grant execute on function app.partner_schools(uuid), app.lock_slot(uuid, uuid) to app_rw;
