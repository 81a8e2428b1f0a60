-- What a command on a partnership asks of PostgreSQL because its caller may not see or write it: for which side someone decides, what
-- other schools have at an organization, and who is notified.

-- Partnerships that a facility is part of: of an organization there, of a site there, or of every site of an organization that a site
-- there belongs to.
-- Reason: policies need it, and it must see what its caller may not.
create or replace function app.partnership_ids_at(p_facility_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with scope as materialized (select f.id, f.kind from public.facilities f where f.id in (select app.facility_scope(p_facility_id)))
  select p.id from public.partnerships p where p.organization_id in (select s.id from scope s)
  union
  select s.partnership_id from public.partnership_sites s where s.site_id in (select x.id from scope x)
  union
  select p.id from public.partnerships p where p.all_sites and p.organization_id in (select app.nodes_above(p_facility_id))
    and exists (select 1 from scope x where x.kind = 'site')
$$;
-- Those in the facility admin's scope.
-- Reason: policies need it.
create or replace function app.my_partnership_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.partnership_ids_at((select app.facility_id()))
$$;
grant execute on function app.partnership_ids_at(uuid), app.my_partnership_ids() to app_rw;

-- For which side the asker decides: a facility admin whose scope holds the organization, or every site that it is about.
-- Reason: policies and triggers need it, and it must see what its caller may not.
create or replace function app.partnership_side(p public.partnerships) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app.is_superadmin() then 'platform'
    when app.is_school_admin() and p.school_id = app.school_id() then 'school'
    when app.role() = 'facility_admin' and (p.organization_id in (select app.facility_scope(app.facility_id()))
      or (not p.all_sites and exists (select 1 from public.partnership_sites s where s.partnership_id = p.id)
        and not exists (select 1 from public.partnership_sites s where s.partnership_id = p.id
          and s.site_id not in (select app.facility_scope(app.facility_id()))))) then 'facility'
  end
$$;
-- The same by its id.
-- Reason: policies need it.
create or replace function app.partnership_side_of(p_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.partnership_side(p) from public.partnerships p where p.id = p_id
$$;
-- Those that a facility admin decides on.
-- Reason: policies need it.
create or replace function app.my_decided_partnership_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id from public.partnerships p where p.id in (select app.my_partnership_ids()) and app.partnership_side(p) = 'facility'
$$;
-- Who asked.
-- Reason: triggers need it.
create or replace function app.asking_side(p public.partnerships) returns text
language sql immutable parallel safe
return case p.direction when 'school_requested' then 'school' else 'facility' end;

-- Whether the asker chooses its sites, or its programs, now.
-- Reason: policies need it.
create or replace function app.may_choose_sites(p_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.status in ('draft', 'requested', 'under_review', 'active', 'suspended')
    and (app.partnership_side(p) in ('facility', 'platform') or (app.partnership_side(p) = 'school' and p.status in ('draft', 'requested')))
  from public.partnerships p where p.id = p_id
$$;
create or replace function app.may_choose_programs(p_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.status in ('draft', 'requested', 'under_review', 'active', 'suspended')
    and (app.partnership_side(p) in ('school', 'platform') or (app.partnership_side(p) = 'facility' and p.status = 'draft'))
  from public.partnerships p where p.id = p_id
$$;
grant execute on function app.partnership_side_of(uuid), app.my_decided_partnership_ids(), app.may_choose_sites(uuid), app.may_choose_programs(uuid) to app_rw;

-- The names of its programs, for whoever sees the partnership.
-- Reason: the facility reads no programs of a school.
create or replace function app.partnership_program_names(p_id uuid) returns table (id uuid, name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select g.id, g.name from public.partnership_programs x join public.programs g on g.id = x.program_id
  where x.partnership_id = p_id and (app.partnership_side_of(p_id) is not null
    or (app.role() = 'facility_admin' and p_id in (select app.my_partnership_ids())))
$$;
grant execute on function app.partnership_program_names(uuid) to app_rw;

-- The day it is at the organization.
-- Reason: triggers and the functions here need it.
create or replace function app.partnership_today(p_organization_id uuid, p_now timestamptz default now()) returns date
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (p_now at time zone f.time_zone)::date from public.facilities f where f.id = p_organization_id
$$;
-- Reason: triggers and the functions here need it.
create or replace function app.partnership_row(p_id uuid) returns public.partnerships
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.* from public.partnerships p where p.id = p_id
$$;

-- The administrators of one side. Where an organization has none yet, the superadmins stand in.
-- Reason: it must see what its caller may not: the people of the other side.
create or replace function app.partnership_people(p public.partnerships, p_side text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with found as (
    select u.id from public.users u
    where u.status = 'active' and u.email_verified and case p_side
      when 'school' then u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = p.school_id
      else u.role = 'facility_admin' and (u.linked_facility_id in (select app.nodes_above(p.organization_id))
        or u.linked_facility_id in (select s.site_id from public.partnership_sites s where s.partnership_id = p.id)) end)
  select f.id from found f
  union all
  select u.id from public.users u where u.role = 'superadmin' and u.status = 'active' and u.email_verified and not exists (select 1 from found)
$$;

-- Notifies one side of what was just done with a partnership, each person once per key, with the way to their own page of it. Only who
-- did something with it in this transaction may, as its history shows.
-- Reason: it must see and write what its caller may not: the people of the other side, and their notifications.
create or replace function app.notify_partnership_side(p_id uuid, p_side text, p_type text, p_code text, p_values jsonb, p_key text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare p public.partnerships := app.partnership_row(p_id);
begin
  if not exists (select 1 from public.partnership_events e where e.partnership_id = p_id and e.at >= now() and e.actor_id is not distinct from app.real_uid()) then
    raise exception 'Nothing was done with this partnership' using errcode = '42501';
  end if;
  perform app.notify_code(array_agg(w.id), p_type, p_code, p_values, w.page || p.id, 'partnership ' || p.id || ' ' || p_key)
  from (select u.id, case u.role when 'superadmin' then '/admin/relationships?partnership=' when 'facility_admin' then '/facility/management?partnership='
      else '/school/partnerships?partnership=' end as page
    from app.partnership_people(p, p_side) x (id) join public.users u on u.id = x.id where u.id is distinct from app.real_uid()) w
  group by w.page;
end $$;
grant execute on function app.notify_partnership_side(uuid, text, text, text, jsonb, text) to app_rw, app_worker;

-- What happened, newest first, with the names of those who did it: for whoever sees the partnership.
-- Reason: it must see what its caller may not: the people of the other side.
create or replace function app.partnership_trail(p_id uuid)
returns table (id bigint, at timestamptz, actor_name text, side text, event text, from_status text, to_status text, reason text, details jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.id, e.at, u.full_name, e.side, e.event, e.from_status, e.to_status, e.reason, e.details
  from public.partnership_events e left join public.users u on u.id = e.actor_id
  where e.partnership_id = p_id and (app.partnership_side_of(p_id) is not null
    or (coalesce(app.role(), '') = 'facility_admin' and p_id in (select app.my_partnership_ids())))
  order by e.id desc limit 200
$$;
grant execute on function app.partnership_trail(uuid) to app_rw;

-- What happened since a version, to whoever may change it (database/versions.sql).
-- Reason: the trail is closed to most of those who may change a partnership.
create or replace function app.partnership_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['partnerships'], p_id, p_version, p_fields) from public.partnerships p where p.id = p_id and app.partnership_side(p) is not null
$$;
grant execute on function app.partnership_changes(uuid, integer, text[]) to app_rw;

-- Bytes of agreements that a school, and an organization, may add altogether.
-- Reason: a trigger needs it.
create or replace function app.agreement_quota() returns bigint
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$ select 524288000 $$;

-- Shifts of the school at the organization from a day on that somebody counts on, as either side may know them: when, where, how many
-- seats; nobody's name.
-- Reason: a facility sees no shift of a site that it does not run.
create or replace function app.partnership_shifts(p_id uuid, p_after date)
returns table (id uuid, date date, title text, place text, status text, capacity integer, specialty text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.date, s.title, f.name, s.status, s.capacity, s.specialty
  from public.partnerships p join public.shifts s on s.school_id = p.school_id join public.facilities f on f.id = s.facility_id
  where p.id = p_id and app.partnership_side(p) is not null
    and s.date > p_after and s.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'postponed')
    and s.facility_id in (select app.facility_scope(p.organization_id))
    and (p.all_sites or exists (select 1 from public.partnership_sites x where x.partnership_id = p.id and x.site_id in (select app.nodes_above(s.facility_id))))
  order by s.date, f.name, s.id
$$;
grant execute on function app.partnership_shifts(uuid, date) to app_rw;

-- The partnerships whose day may have come, locked, with what the rule of the calendar asks; none while another process is at it.
-- Reason: the calendar asks it, whose login reads no tables.
create or replace function app.due_partnerships(p_now timestamptz)
returns table (id uuid, school_id uuid, school_name text, organization_id uuid, organization_name text, status text, status_reason text, version integer,
  ends_on date, ending_cancels uuid[], effective_to date, auto_renew boolean, notice_days integer, today date, reminded integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare latest date := (p_now at time zone 'UTC')::date + 1;
begin
  if not pg_try_advisory_xact_lock(hashtext('placewell partnerships')) then return; end if;
  return query select p.id, p.school_id, c.name, p.organization_id, f.name, p.status, p.status_reason, p.version, p.ends_on, p.ending_cancels, p.effective_to,
      p.auto_renew, p.notice_days, (p_now at time zone f.time_zone)::date,
      (select min((e.details ->> 'rung')::integer) from public.partnership_events e where e.partnership_id = p.id and e.event = 'reminded'
        and (e.details ->> 'effective_to')::date = p.effective_to)
    from public.partnerships p join public.schools c on c.id = p.school_id join public.facilities f on f.id = p.organization_id
    where (p.status in ('active', 'suspended') and p.ends_on < latest)
      or (p.status = 'active' and p.ends_on is null and p.effective_to <= latest + case when p.auto_renew then 366 else 120 end)
    order by p.id for update of p skip locked;
end $$;

-- Writes what the calendar does with a partnership, and its line of the history: 'renewed' until a day, 'expired', 'terminated', or
-- 'reminded', which changes nothing. Returns its version.
-- Reason: the calendar asks it, whose login writes no tables.
create or replace function app.let_day_pass(p_id uuid, p_event text, p_effective_to date, p_reason text, p_details jsonb) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  p public.partnerships := app.partnership_row(p_id);
  n public.partnerships := p;
begin
  if p_event in ('expired', 'terminated') then
    perform app.refuse_illegal_step('partnerships', p.status, p_event, 'system');
    update public.partnerships x set status = p_event, suspended_by_side = null, ending_cancels = '{}',
      proposal = case p_event when 'expired' then x.proposal end, proposal_side = case p_event when 'expired' then x.proposal_side end
      where x.id = p_id returning x.* into n;
  elsif p_event = 'renewed' then
    update public.partnerships x set effective_to = p_effective_to where x.id = p_id and x.auto_renew returning x.* into n;
  end if;
  insert into public.partnership_events (partnership_id, school_id, actor_id, acting_as, side, event, from_status, to_status, at_version, reason, details)
  values (n.id, n.school_id, app.real_uid(), app.acting_as(), 'system', p_event, p.status, n.status, p.version, p_reason, p_details);
  return n.version;
end $$;
grant execute on function app.due_partnerships(timestamptz), app.let_day_pass(uuid, text, date, text, jsonb) to app_worker;
