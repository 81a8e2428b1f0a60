-- The facility hierarchy changes only here. Each command checks who asks, locks the node, refuses what its state does not
-- allow, and leaves a row in facility_events; false or null says that the version is no longer the current one.

-- May the asker manage this node? The superadmin any, a facility admin what lies within their scope: their own node is it or
-- above it, which is a few steps up where looking down may be thousands.
create or replace function app.manages_facility(target uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.is_superadmin()
    or (app.role() = 'facility_admin' and app.facility_id() in (select app.nodes_above(target))), false)
$$;

-- The nodes the asker may open: a facility admin their scope, others whatever is on the map.
create or replace function app.opens_facility(target uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(case app.role() when 'facility_admin' then app.facility_id() in (select app.nodes_above(target))
    else app.role() is not null end, false)
$$;

-- The names above a node: "Harborview Health › Medical Center".
create or replace function app.facility_path(target uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with recursive above as (
    select p.id, p.parent_id, p.name, 1 as depth from public.facilities f join public.facilities p on p.id = f.parent_id where f.id = target
    union all
    select p.id, p.parent_id, p.name, a.depth + 1 from above a join public.facilities p on p.id = a.parent_id where a.depth < 20
  )
  select coalesce(string_agg(a.name, ' › ' order by a.depth desc), '') from above a
$$;

-- The places whose name or town is like a pattern. Row-level security keeps an index from being asked with what somebody typed
-- (the comparison might tell of rows that are not theirs), so this asks on behalf of members, who may read every place anyway.
create or replace function app.find_places(pattern text) returns setof uuid
language sql stable security definer rows 200 set search_path = pg_catalog, pg_temp as $$
  select f.id from public.facilities f
  where (select app.role()) is not null
    and (' ' || f.name || ' ' || coalesce(f.city, '') || ', ' || coalesce(f.state, '')) ilike pattern
$$;

-- What was agreed with a school and has not begun. A draft is the school's own thought.
create or replace function app.is_shift_ahead(p_status text, p_starts_at timestamptz) returns boolean
language sql stable set search_path = pg_catalog, pg_temp as $$
  select p_starts_at > now() and p_status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'postponed')
$$;

-- Locks a node for a change by somebody who manages it. Null when its version is another one by now.
create or replace function app.lock_facility(p_id uuid, p_version integer) returns public.facilities
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare node public.facilities;
begin
  if not app.manages_facility(p_id) then perform app.refuse('We can’t find that place.', 'PW404'); end if;
  select f.* into node from public.facilities f where f.id = p_id for update;
  if node.id is null then perform app.refuse('We can’t find that place.', 'PW404'); end if;
  if p_version is not null and node.version <> p_version then return null; end if;
  return node;
end $$;

create or replace function app.note_facility_event(p_id uuid, p_from text, p_to text, p_reason text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.facility_events (facility_id, actor_id, acting_as, from_status, to_status, reason)
  values (p_id, app.real_uid(), app.acting_as(), p_from, p_to, left(nullif(btrim(p_reason), ''), 1000))
$$;

-- Writes the details that are named in the fields; what is not named stays as it is.
create or replace function app.set_facility_details(p_id uuid, p_kind text, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_kind = 'organization' then
    update public.organizations o set (slug, organization_type, address, postal_code, phone, website, npi,
        default_lead_time_days, visibility_before_days, visibility_after_days) =
      (select r.slug, r.organization_type, r.address, r.postal_code, r.phone, r.website, r.npi,
        r.default_lead_time_days, r.visibility_before_days, r.visibility_after_days from jsonb_populate_record(o, p_fields - 'id' - 'kind') r)
      where o.id = p_id;
  elsif p_kind = 'site' then
    update public.sites s set (slug, cms_certification_number, site_type, address, postal_code, county, phone, latitude, longitude,
        parking_notes, arrival_instructions, badge_instructions, emergency_contact, dress_code, ehr_system, geofence_radius_m, holidays) =
      (select r.slug, r.cms_certification_number, r.site_type, r.address, r.postal_code, r.county, r.phone, r.latitude, r.longitude,
        r.parking_notes, r.arrival_instructions, r.badge_instructions, r.emergency_contact, r.dress_code, r.ehr_system,
        r.geofence_radius_m, r.holidays from jsonb_populate_record(s, p_fields - 'id' - 'kind') r)
      where s.id = p_id;
  else
    update public.units u set (code, specialty, population, care_level, shift_patterns, max_students_per_shift, max_students_by_level,
        exclusive_school, max_ratio_override, capacity_windows, blackout, has_conference_room, preceptor_available) =
      (select r.code, r.specialty, r.population, r.care_level, r.shift_patterns, r.max_students_per_shift, r.max_students_by_level,
        r.exclusive_school, r.max_ratio_override, r.capacity_windows, r.blackout, r.has_conference_room, r.preceptor_available
        from jsonb_populate_record(u, p_fields - 'id' - 'kind') r)
      where u.id = p_id;
  end if;
end $$;

-- A new node below an active one; an organization is the superadmin's to make. The same id again by the same person is
-- the same request again.
create or replace function app.create_facility(p_id uuid, p_kind text, p_parent_id uuid, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare above public.facilities;
begin
  if p_kind = 'organization' and not app.is_superadmin() or p_parent_id is not null and not app.manages_facility(p_parent_id)
    or p_kind <> 'organization' and p_parent_id is null then
    raise exception 'Not within the scope of the asker' using errcode = '42501';
  end if;
  if exists (select 1 from public.facilities f where f.id = p_id and f.created_by = app.real_uid() and f.kind = p_kind
    and f.parent_id is not distinct from p_parent_id) then return; end if;
  select f.* into above from public.facilities f where f.id = p_parent_id for share;
  if above.id is not null and above.status <> 'active' then
    perform app.refuse(above.name || ' is ' || above.status || '. Restore it first.', 'PW409');
  end if;
  insert into public.facilities (id, kind, parent_id, name, city, state, time_zone, created_by)
  values (p_id, p_kind, p_parent_id, btrim(p_fields ->> 'name'),
    case when p_kind = 'unit' then above.city else p_fields ->> 'city' end,
    case when p_kind = 'unit' then above.state else p_fields ->> 'state' end,
    -- A unit has the time of its site.
    coalesce(case when p_kind <> 'unit' then p_fields ->> 'time_zone' end, above.time_zone, 'America/New_York'), app.real_uid());
  perform app.set_facility_details(p_id, p_kind, p_fields);
  perform app.note_facility_event(p_id, null, 'active', null);
end $$;

create or replace function app.update_facility(p_id uuid, p_version integer, p_fields jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare node public.facilities := app.lock_facility(p_id, p_version);
begin
  if node.id is null then return false; end if;
  if node.kind = 'organization' and not app.is_superadmin() then
    raise exception 'Organizations are the superadmin''s to change' using errcode = '42501';
  end if;
  if node.status in ('archived', 'closed') then perform app.refuse(node.name || ' is ' || node.status || ' and cannot be changed.', 'PW409'); end if;
  update public.facilities f set
    name = case when p_fields ? 'name' then btrim(p_fields ->> 'name') else f.name end,
    city = case when p_fields ? 'city' and f.kind <> 'unit' then p_fields ->> 'city' else f.city end,
    state = case when p_fields ? 'state' and f.kind <> 'unit' then p_fields ->> 'state' else f.state end,
    time_zone = case when p_fields ? 'time_zone' and f.kind <> 'unit' then p_fields ->> 'time_zone' else f.time_zone end
    where f.id = p_id returning f.* into node;
  perform app.set_facility_details(p_id, node.kind, p_fields);
  -- Units are where their site is, and have its time.
  if node.kind = 'site' then
    update public.facilities f set city = node.city, state = node.state, time_zone = node.time_zone
      where f.parent_id = p_id and (f.city, f.state, f.time_zone) is distinct from (node.city, node.state, node.time_zone);
  end if;
  return true;
end $$;

-- Below another node: within the scope of whoever moves it, both ends; a unit brings its shifts' times with it, so that its
-- new site must have the same time while shifts lie ahead.
create or replace function app.move_facility(p_id uuid, p_version integer, p_parent_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  node public.facilities := app.lock_facility(p_id, p_version);
  above public.facilities;
  before_name text;
begin
  if node.id is null then return false; end if;
  if node.kind = 'organization' and not app.is_superadmin() then
    raise exception 'Organizations are the superadmin''s to move' using errcode = '42501';
  end if;
  if node.status in ('archived', 'closed') then perform app.refuse(node.name || ' is ' || node.status || ' and cannot be moved.', 'PW409'); end if;
  if p_parent_id is not distinct from node.parent_id then return true; end if;
  if p_parent_id is not null then
    if not app.manages_facility(p_parent_id) then perform app.refuse('We can’t find that place to move it to.', 'PW404'); end if;
    select f.* into above from public.facilities f where f.id = p_parent_id for share;
    if above.id is null then perform app.refuse('We can’t find that place to move it to.', 'PW404'); end if;
    if above.status <> 'active' then perform app.refuse(above.name || ' is ' || above.status || '. Choose an active place.', 'PW409'); end if;
  end if;
  if (node.kind = 'unit' and above.kind is distinct from 'site') or (node.kind <> 'unit' and coalesce(above.kind, 'organization') <> 'organization')
    or (node.kind = 'site' and p_parent_id is null) then
    perform app.refuse(case node.kind when 'unit' then 'A unit belongs to a site.' when 'site' then 'A site belongs to an organization.'
      else 'An organization stands alone or below another organization.' end);
  end if;
  if node.kind = 'unit' and above.time_zone <> node.time_zone and exists (select 1 from public.shifts x
    where x.facility_id = p_id and app.is_shift_ahead(x.status, x.starts_at)) then
    perform app.refuse(above.name || ' lies in another time zone, and shifts are ahead in ' || node.name || '. Pause the unit and decide on them first.', 'PW409');
  end if;
  before_name := coalesce((select f.name from public.facilities f where f.id = node.parent_id), 'the top');
  perform set_config('app.reason', btrim(p_reason), true);
  update public.facilities f set parent_id = p_parent_id,
      city = case when f.kind = 'unit' then above.city else f.city end, state = case when f.kind = 'unit' then above.state else f.state end,
      time_zone = case when f.kind = 'unit' then above.time_zone else f.time_zone end
    where f.id = p_id;
  perform app.note_facility_event(p_id, node.status, node.status,
    'Moved from ' || before_name || ' to ' || coalesce(above.name, 'the top') || ': ' || btrim(p_reason));
  return true;
end $$;

-- The shifts ahead at a place and below it, for those who manage it: no names of people, only where, when, how many and which school.
-- Drafts are their school's alone and not among them.
drop function if exists app.shifts_ahead_of_unit(uuid);
create or replace function app.shifts_ahead_at(p_id uuid)
returns table (id uuid, title text, date date, start_time time, end_time time, starts_at timestamptz, ends_at timestamptz,
  capacity integer, status text, school_id uuid, school_name text, unit_id uuid, unit_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select x.id, x.title, x.date, x.start_time, x.end_time, x.starts_at, x.ends_at, x.capacity, x.status, x.school_id, c.name, f.id, f.name
  from public.shifts x join public.schools c on c.id = x.school_id join public.facilities f on f.id = x.facility_id
  where x.facility_id in (select app.facility_scope(p_id)) and app.is_shift_ahead(x.status, x.starts_at) and app.manages_facility(p_id)
  order by f.name, f.id, x.starts_at, c.name, x.id
$$;

-- How many shifts lie ahead at a node and below it, for whoever manages it; nothing for others.
create or replace function app.count_shifts_ahead(p_id uuid) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.shifts x
  where app.manages_facility(p_id) and x.facility_id in (select app.facility_scope(p_id)) and app.is_shift_ahead(x.status, x.starts_at)
$$;

-- Why a shift does not fit into another unit, or null when it does: days on which the unit takes nobody, another school
-- where one has the unit to itself, and no room beside what is there already.
create or replace function app.unit_refuses_shift(p_unit_id uuid, p_shift_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when exists (select 1 from jsonb_array_elements(u.blackout) b where x.date between (b ->> 'from')::date and (b ->> 'to')::date)
      then f.name || ' takes no students on that day.'
    when u.exclusive_school and exists (select 1 from public.shifts y where y.facility_id = u.id and y.id <> x.id and y.school_id <> x.school_id
        and app.is_shift_ahead(y.status, y.starts_at) and y.starts_at < x.ends_at and y.ends_at > x.starts_at)
      then 'Another school has ' || f.name || ' at that time.'
    when x.capacity + coalesce((select sum(y.capacity) from public.shifts y where y.facility_id = u.id and y.id <> x.id
        and app.is_shift_ahead(y.status, y.starts_at) and y.starts_at < x.ends_at and y.ends_at > x.starts_at), 0)
      > least(u.max_students_per_shift, case when u.capacity_windows <> '[]' then coalesce((select max((w ->> 'max')::integer)
          from jsonb_array_elements(u.capacity_windows) w where x.date between (w ->> 'from')::date and (w ->> 'to')::date), 0) end)
      then f.name || ' has no room for ' || x.capacity || ' students then.'
  end
  from public.units u join public.facilities f on f.id = u.id, public.shifts x where u.id = p_unit_id and x.id = p_shift_id
$$;

-- Cancels a shift ahead, or moves it to another unit, because its own takes nobody any more: for those who manage that unit. False for
-- a shift that is not ahead.
create or replace function app.settle_shift_ahead(p_id uuid, p_unit_id uuid, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts; obstacle text;
begin
  select x.* into s from public.shifts x where x.id = p_id and app.is_shift_ahead(x.status, x.starts_at) and app.manages_facility(x.facility_id) for update;
  if s.id is null then return false; end if;
  if p_unit_id is null then perform app.take_place_away(s, 'unit_unavailable', p_reason); return true; end if;
  if not app.manages_facility(p_unit_id) or not exists (select 1 from public.facilities f where f.id = p_unit_id and f.kind = 'unit' and f.status = 'active'
    and f.id <> s.facility_id and f.time_zone = (select o.time_zone from public.facilities o where o.id = s.facility_id)) then
    perform app.refuse('A shift moves to another active unit that you manage, in the same time zone.');
  end if;
  obstacle := app.unit_refuses_shift(p_unit_id, p_id);
  if obstacle is not null then perform app.refuse(to_char(s.date, 'FMMonth FMDD: ') || obstacle, 'PW409'); end if;
  perform app.move_to_unit(s, p_unit_id, p_reason);
  return true;
end $$;

-- Pauses a unit, takes it up again or closes it for good; archives an organization or site with everything below it, with one time, so
-- that it comes back together. No shift stays ahead there but those kept at a paused unit. Their schools are notified, each with its
-- numbers [{school_id, kept, canceled, moved}], and of drafts that need another unit. False when the version is stale.
drop function if exists app.pause_unit(uuid, integer, text, jsonb);
drop function if exists app.resume_unit(uuid, integer);
drop function if exists app.close_unit(uuid, integer, text);
drop function if exists app.archive_facility(uuid, integer, text);
create or replace function app.set_facility_status(p_id uuid, p_version integer, p_status text, p_reason text, p_kept uuid[], p_schools jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare node public.facilities := app.lock_facility(p_id, p_version); one public.facilities; school record; who text;
begin
  if node.id is null then return false; end if;
  if (node.kind = 'unit') = (p_status = 'archived') then perform app.refuse('A unit is paused or closed; an organization or a site is archived.'); end if;
  if (p_status = 'closed' or node.kind = 'organization') and not app.is_superadmin() then
    raise exception 'Only the superadmin closes units and archives organizations' using errcode = '42501';
  end if;
  if not node.status = any (case p_status when 'active' then array['paused'] when 'archived' then array['active'] else array['active', 'paused'] end) then
    perform app.refuse(node.name || ' is ' || node.status || case p_status when 'active' then ', not paused.' else ' already.' end, 'PW409');
  end if;
  perform 1 from public.facilities f where f.id in (select app.facility_scope(p_id)) order by f.id for update;
  select string_agg(u.full_name, ', ' order by u.full_name) into who from public.users u where p_status = 'archived' and u.role = 'facility_admin'
    and u.status in ('active', 'pending', 'returned') and u.linked_facility_id in (select app.facility_scope(p_id));
  if who is not null then perform app.refuse('It has administrators: ' || left(who, 300) || '. Give them another place first.', 'PW409'); end if;
  if p_status <> 'active' and exists (select 1 from public.shifts x where x.facility_id in (select app.facility_scope(p_id))
    and app.is_shift_ahead(x.status, x.starts_at) and not (p_status = 'paused' and x.id = any (p_kept))) then
    perform app.refuse('There are shifts ahead that nothing was decided for. Look again and decide on each.', 'PW409');
  end if;
  perform set_config('app.reason', coalesce(btrim(p_reason), ''), true);
  for one in select f.* from public.facilities f where f.id in (select app.facility_scope(p_id)) and f.status in ('active', 'paused') loop
    update public.facilities f set status = p_status, archived_at = case when p_status = 'archived' then now() end where f.id = one.id;
    perform app.note_facility_event(one.id, one.status, p_status, p_reason);
  end loop;
  for school in select c.id, d.kept, d.canceled, d.moved, x.drafts from public.schools c
    left join jsonb_to_recordset(p_schools) d(school_id uuid, kept integer, canceled integer, moved integer) on d.school_id = c.id
    left join (select y.school_id, count(*) as drafts from public.shifts y where p_status in ('closed', 'archived') and y.status = 'draft'
      and y.starts_at > now() and y.facility_id in (select app.facility_scope(p_id)) group by y.school_id) x on x.school_id = c.id
    where d.school_id is not null or x.drafts > 0
  loop
    perform app.notify_code(array(select u.id from public.users u
        where u.linked_school_id = school.id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active'),
      'unit_paused', case p_status when 'paused' then 'facility.paused' when 'closed' then 'facility.closed' else 'facility.archived' end,
      jsonb_build_object('name', node.name, 'kept', coalesce(school.kept, 0), 'canceled', coalesce(school.canceled, 0),
        'moved', coalesce(school.moved, 0), 'drafts', coalesce(school.drafts, 0), 'reason', btrim(p_reason)),
      '/admin/' || node.kind || 's/' || p_id || '/detail');
  end loop;
  return true;
end $$;

create or replace function app.restore_facility(p_id uuid, p_version integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  node public.facilities := app.lock_facility(p_id, p_version);
  one record;
begin
  if node.id is null then return false; end if;
  if node.kind = 'organization' and not app.is_superadmin() then
    raise exception 'Organizations are the superadmin''s to restore' using errcode = '42501';
  end if;
  if node.status <> 'archived' then perform app.refuse(node.name || ' is not archived.', 'PW409'); end if;
  if exists (select 1 from public.facilities f where f.id = node.parent_id and f.status <> 'active') then
    perform app.refuse('What lies above it is archived. Restore that first.', 'PW409');
  end if;
  for one in select f.id, coalesce((select e.from_status from public.facility_events e
      where e.facility_id = f.id and e.to_status = 'archived' order by e.at desc, e.id desc limit 1), 'active') as before
    from public.facilities f where f.id in (select app.facility_scope(p_id)) and f.status = 'archived'
      and f.archived_at is not distinct from node.archived_at
  loop
    update public.facilities f set status = one.before, archived_at = null where f.id = one.id;
    perform app.note_facility_event(one.id, 'archived', one.before, null);
  end loop;
  return true;
end $$;

grant execute on function app.manages_facility(uuid), app.opens_facility(uuid), app.facility_path(uuid), app.find_places(text),
  app.is_shift_ahead(text, timestamptz), app.create_facility(uuid, text, uuid, jsonb), app.update_facility(uuid, integer, jsonb),
  app.move_facility(uuid, integer, uuid, text), app.shifts_ahead_at(uuid), app.count_shifts_ahead(uuid),
  app.settle_shift_ahead(uuid, uuid, text), app.set_facility_status(uuid, integer, text, text, uuid[], jsonb), app.restore_facility(uuid, integer) to app_rw;

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.facility_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['facilities', 'organizations', 'sites', 'units'], p_id, p_version, p_fields) from public.facilities f where f.id = p_id and app.manages_facility(f.id)
$$;
grant execute on function app.facility_changes(uuid, integer, text[]) to app_rw;
