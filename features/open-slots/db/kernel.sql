-- What a command on an open slot asks of PostgreSQL because its caller may not see it.

-- The schools that have an active agreement for a unit, for whoever runs it.
-- Reason: it reads the agreements of places above the asker's.
create or replace function app.partner_schools(p_facility_id uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select distinct c.id, c.name from public.partnerships p join public.schools c on c.id = p.school_id and c.is_active
  where (app.is_superadmin() or (app.role() = 'facility_admin' and p_facility_id in (select app.facility_scope(app.facility_id()))))
    and p.status = 'active' and p.organization_id in (select app.nodes_above(p_facility_id))
    and (p.all_sites or exists (select 1 from public.partnership_sites t where t.partnership_id = p.id and t.site_id in (select app.nodes_above(p_facility_id))))
  order by c.name, c.id
$$;

-- A slot that was offered to a school, whatever became of it, locked until the end of the transaction: a school that comes late learns
-- that somebody was first, and not who.
-- Reason: the row is another school's, or the facility's alone, by then.
create or replace function app.lock_slot(p_id uuid, p_school_id uuid)
returns table (status text, status_reason text, is_ours boolean, version integer, facility_id uuid, date date, start_time text, end_time text, starts_at timestamptz,
  specialty text, experience_type text, seats integer)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select o.status, o.status_reason, o.school_id is not distinct from p_school_id, o.version, o.facility_id, o.date, to_char(o.start_time, 'HH24:MI'),
    to_char(o.end_time, 'HH24:MI'), o.starts_at, o.specialty, o.experience_type, o.seats
  from public.open_slots o
  where o.id = p_id and app.administers_school(p_school_id) and (o.school_id = p_school_id
    or ((o.school_ids = '{}' or p_school_id = any (o.school_ids)) and exists (select 1 from public.partnerships p
      where p.school_id = p_school_id and p.status not in ('draft', 'withdrawn') and p.organization_id in (select app.nodes_above(o.facility_id)))))
  for update of o
$$;

-- What is known of open slots for a school that may take them: its semester of that day (an active one first, of two the one that
-- starts later), what its agreement says against it, and the limits that leave no seat.
-- Reason: it counts the shifts of other schools, which its caller may not see.
create or replace function app.facts_of_slots(p_ids uuid[], p_school_id uuid)
returns table (slot_id uuid, semester_id uuid, uncovered jsonb, "full" jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select o.id, t.id, (select c.facts || jsonb_build_object('reason', c.reason) from app.partnership_cover(p_school_id, o.facility_id, o.date, o.experience_type, null, t.id, 1) c where not c.covers),
    coalesce((select jsonb_agg(to_jsonb(l)) from app.shift_limits(jsonb_populate_record(null::public.shifts, to_jsonb(o)
      || jsonb_build_object('id', null, 'school_id', p_school_id, 'semester_id', t.id, 'capacity', o.seats)), o.seats, false) l where l.applies and l.seats = 0), '[]')
  from public.open_slots o
  left join lateral (select s.id from public.semesters s where s.school_id = p_school_id and s.archived_at is null and o.date between s.start_date and s.end_date
    order by s.is_active desc, s.start_date desc, s.id limit 1) t on true
  where o.id = any (p_ids) and app.administers_school(p_school_id)
$$;

-- The limits of a unit at the times of an offer, in the order in which they are given, and the seats that are offered beside; keeps the
-- unit until the end of the transaction, so that of two who offer at once the second counts the first's.
-- Reason: it counts the shifts of schools that the asker has not been asked for, and locks the unit.
create or replace function app.hold_unit(p_facility_id uuid, p_times jsonb, p_seats integer) returns table (limits jsonb, beside integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from public.units u where u.id = p_facility_id and (app.is_superadmin()
    or (app.role() = 'facility_admin' and u.id in (select app.facility_scope(app.facility_id())))) for update;
  if not found then return; end if;
  return query
    select coalesce((select jsonb_agg(to_jsonb(l)) from app.shift_limits(x, p_seats) l where l.limit_name in ('closed', 'unit')), '[]'),
      (select coalesce(sum(o.seats), 0)::integer from public.open_slots o where o.facility_id = p_facility_id and o.status = 'open'
        and o.starts_at < x.ends_at and o.ends_at > x.starts_at and o.date between x.date - 2 and x.date + 2)
    from jsonb_array_elements(p_times) with ordinality t (value, at),
      jsonb_populate_record(null::public.shifts, t.value || jsonb_build_object('facility_id', p_facility_id)) x
    order by t.at;
end $$;

-- Notifies the schools that an offer is for. Only who offered it in this transaction may.
-- Reason: it must see what its caller may not: the people of schools.
create or replace function app.notify_of_offer(p_offer_id uuid, p_code text, p_values jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare o public.open_slots;
begin
  select x.* into o from public.open_slots x where x.offer_id = p_offer_id and x.created_at = now() and x.created_by = app.real_uid() limit 1;
  if o.id is null then raise exception 'Nothing was offered' using errcode = '42501'; end if;
  perform app.notify_code(array(select u.id from public.users u join app.partner_schools(o.facility_id) c on c.id = u.linked_school_id
      where u.role in ('school_admin', 'school_super_admin') and u.status = 'active' and u.email_verified and (o.school_ids = '{}' or c.id = any (o.school_ids))),
    'place_offered', p_code, p_values, '/shifts?view=offered', 'offer ' || p_offer_id);
end $$;

drop function if exists app.hold_slots(uuid[]);
grant execute on function app.partner_schools(uuid), app.lock_slot(uuid, uuid), app.facts_of_slots(uuid[], uuid),
  app.hold_unit(uuid, jsonb, integer), app.notify_of_offer(uuid, text, jsonb) to app_rw;
