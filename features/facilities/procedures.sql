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
  if not app.manages_facility(p_id) then perform app.refuse('There is no such place.', 'PW404'); end if;
  select f.* into node from public.facilities f where f.id = p_id for update;
  if node.id is null then perform app.refuse('There is no such place.', 'PW404'); end if;
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
    if not app.manages_facility(p_parent_id) then perform app.refuse('There is no such place to move it to.', 'PW404'); end if;
    select f.* into above from public.facilities f where f.id = p_parent_id for share;
    if above.id is null then perform app.refuse('There is no such place to move it to.', 'PW404'); end if;
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

-- The shifts ahead of a unit, for whoever manages it: no names of people, only when, how many and which school.
create or replace function app.shifts_ahead_of_unit(p_id uuid)
returns table (id uuid, title text, date date, start_time time, end_time time, starts_at timestamptz, ends_at timestamptz,
  capacity integer, status text, school_id uuid, school_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select x.id, x.title, x.date, x.start_time, x.end_time, x.starts_at, x.ends_at, x.capacity, x.status, x.school_id, c.name
  from public.shifts x join public.schools c on c.id = x.school_id
  where x.facility_id = p_id and app.is_shift_ahead(x.status, x.starts_at) and app.manages_facility(p_id)
  order by x.starts_at, c.name, x.id
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
      then f.name || ' takes nobody on that day.'
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

-- active → paused. Every shift ahead is kept, canceled or moved to another unit of the site; everyone concerned is notified
-- once. A unit that is paused already can be decided on again: what was kept then. Decisions: [{shift_id, action, unit_id}].
-- Null when the version is stale.
create or replace function app.pause_unit(p_id uuid, p_version integer, p_reason text, p_decisions jsonb)
returns table (kept integer, cancelled integer, moved integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  node public.facilities := app.lock_facility(p_id, p_version);
  choice record;
  obstacle text;
  school record;
  decided uuid[] := '{}';
begin
  if node.id is null then return; end if;
  if node.kind <> 'unit' then perform app.refuse('Only a unit can be paused.'); end if;
  if node.status not in ('active', 'paused') then perform app.refuse(node.name || ' is ' || node.status || ' already.', 'PW409'); end if;
  if nullif(btrim(p_reason), '') is null then perform app.refuse('Say why. The reason is kept.'); end if;
  perform set_config('app.reason', btrim(p_reason), true);
  -- Held until the end, so that nobody publishes one while it is decided on.
  perform 1 from public.shifts x where x.facility_id = p_id and app.is_shift_ahead(x.status, x.starts_at) order by x.id for update;
  if exists (select 1 from public.shifts x where x.facility_id = p_id and app.is_shift_ahead(x.status, x.starts_at)
    and not exists (select 1 from jsonb_to_recordset(p_decisions) d(shift_id uuid, action text)
      where d.shift_id = x.id and d.action in ('keep', 'cancel', 'move'))) then
    perform app.refuse('There are shifts ahead that nothing was decided for. Look again, then pause.', 'PW409');
  end if;
  kept := 0; cancelled := 0; moved := 0;
  update public.facilities f set status = 'paused' where f.id = p_id;
  perform app.note_facility_event(p_id, node.status, 'paused', p_reason);
  perform app.group_notifications('unit paused ' || p_id || ' ' || node.version, 'Your shifts in ' || node.name || ' have changed');
  for choice in select x.id, x.school_id, d.action, d.unit_id
    from jsonb_to_recordset(p_decisions) d(shift_id uuid, action text, unit_id uuid)
    join public.shifts x on x.id = d.shift_id and x.facility_id = p_id and app.is_shift_ahead(x.status, x.starts_at)
    order by x.starts_at, x.id
  loop
    if choice.action = 'cancel' then
      perform app.take_place_away(app.shift_row(choice.id), 'unit_unavailable', node.name || ' is paused: ' || btrim(p_reason));
      cancelled := cancelled + 1;
    elsif choice.action = 'move' then
      if not exists (select 1 from public.facilities f where f.id = choice.unit_id and f.kind = 'unit' and f.status = 'active'
        and f.parent_id = node.parent_id and f.id <> p_id) or not app.manages_facility(choice.unit_id) then
        perform app.refuse('A shift moves to another active unit of the same site.');
      end if;
      obstacle := app.unit_refuses_shift(choice.unit_id, choice.id);
      if obstacle is not null then
        perform app.refuse((select to_char(x.date, 'FMMonth FMDD') || ': ' from public.shifts x where x.id = choice.id) || obstacle, 'PW409');
      end if;
      perform app.move_to_unit(app.shift_row(choice.id), choice.unit_id, node.name || ' is paused: ' || btrim(p_reason));
      moved := moved + 1;
    else
      kept := kept + 1;
    end if;
    decided := decided || choice.id;
  end loop;
  perform app.group_notifications(null);
  for school in select x.school_id, count(*) filter (where d.action = 'cancel') as gone, count(*) filter (where d.action = 'move') as elsewhere,
      count(*) filter (where d.action = 'keep') as same
    from jsonb_to_recordset(p_decisions) d(shift_id uuid, action text)
    join public.shifts x on x.id = d.shift_id
    where x.id = any (decided)
    group by x.school_id
  loop
    perform app.notify(u.id, 'unit_paused', node.name || ' is paused',
      'Of your shifts there, ' || concat_ws(', ', case when school.same > 0 then school.same || ' kept' end,
        case when school.gone > 0 then school.gone || ' canceled' end,
        case when school.elsewhere > 0 then school.elsewhere || ' moved to another unit' end) || '. Reason: ' || btrim(p_reason),
      '/admin/units/' || p_id || '/detail')
    from public.users u where u.linked_school_id = school.school_id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active';
  end loop;
  return next;
end $$;

-- paused → active.
create or replace function app.resume_unit(p_id uuid, p_version integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare node public.facilities := app.lock_facility(p_id, p_version);
begin
  if node.id is null then return false; end if;
  if node.status <> 'paused' then perform app.refuse(node.name || ' is ' || node.status || ', not paused.', 'PW409'); end if;
  update public.facilities f set status = 'active' where f.id = p_id;
  perform app.note_facility_event(p_id, 'paused', 'active', null);
  return true;
end $$;

-- active or paused → closed, for good: the superadmin alone, and only when no shift lies ahead, drafts included.
create or replace function app.close_unit(p_id uuid, p_version integer, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  node public.facilities;
  ahead integer;
begin
  if not app.is_superadmin() then raise exception 'Only the superadmin closes a unit' using errcode = '42501'; end if;
  node := app.lock_facility(p_id, p_version);
  if node.id is null then return false; end if;
  if node.kind <> 'unit' then perform app.refuse('Only a unit can be closed. Archive an organization or a site.'); end if;
  if node.status not in ('active', 'paused') then perform app.refuse(node.name || ' is ' || node.status || ' already.', 'PW409'); end if;
  select count(*) into ahead from public.shifts x where x.facility_id = p_id and x.starts_at > now()
    and (x.status = 'draft' or app.is_shift_ahead(x.status, x.starts_at));
  if ahead > 0 then
    perform app.refuse(node.name || ' has ' || ahead || case when ahead = 1 then ' shift' else ' shifts' end
      || ' ahead. Pause the unit and decide on them first.', 'PW409');
  end if;
  perform set_config('app.reason', btrim(p_reason), true);
  update public.facilities f set status = 'closed' where f.id = p_id;
  perform app.note_facility_event(p_id, node.status, 'closed', p_reason);
  return true;
end $$;

-- An organization or site with everything below it: no shift ahead, and nobody whose scope it is. What was archived in one
-- act bears one time, and comes back together.
create or replace function app.archive_facility(p_id uuid, p_version integer, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  node public.facilities := app.lock_facility(p_id, p_version);
  ahead integer;
  who text;
  one public.facilities;
begin
  if node.id is null then return false; end if;
  if node.kind = 'organization' and not app.is_superadmin() then
    raise exception 'Organizations are the superadmin''s to archive' using errcode = '42501';
  end if;
  if node.kind = 'unit' then perform app.refuse('A unit is paused or closed, not archived.'); end if;
  if node.status <> 'active' then perform app.refuse(node.name || ' is ' || node.status || ' already.', 'PW409'); end if;
  perform 1 from public.facilities f where f.id in (select app.facility_scope(p_id)) order by f.id for update;
  ahead := app.count_shifts_ahead(p_id);
  if ahead > 0 then
    perform app.refuse(node.name || ' has ' || ahead || case when ahead = 1 then ' shift' else ' shifts' end
      || ' ahead. Pause its units and decide on them first.', 'PW409');
  end if;
  select string_agg(s.full_name, ', ') into who from (select u.full_name from public.users u
    where u.role = 'facility_admin' and u.status in ('active', 'pending', 'returned') and u.linked_facility_id in (select app.facility_scope(p_id))
    order by u.full_name limit 3) s;
  if who is not null then
    perform app.refuse('It has administrators: ' || who || '. Give them another place first.', 'PW409');
  end if;
  perform set_config('app.reason', btrim(p_reason), true);
  for one in select f.* from public.facilities f where f.id in (select app.facility_scope(p_id)) and f.status in ('active', 'paused')
  loop
    update public.facilities f set status = 'archived', archived_at = now() where f.id = one.id;
    perform app.note_facility_event(one.id, one.status, 'archived', p_reason);
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
  app.move_facility(uuid, integer, uuid, text), app.shifts_ahead_of_unit(uuid), app.count_shifts_ahead(uuid),
  app.pause_unit(uuid, integer, text, jsonb), app.resume_unit(uuid, integer), app.close_unit(uuid, integer, text),
  app.archive_facility(uuid, integer, text), app.restore_facility(uuid, integer) to app_rw;

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.facility_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['facilities', 'organizations', 'sites', 'units'], p_id, p_version, p_fields) from public.facilities f where f.id = p_id and app.manages_facility(f.id)
$$;
grant execute on function app.facility_changes(uuid, integer, text[]) to app_rw;
