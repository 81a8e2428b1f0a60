-- Schools, their programs and the boards' rules are written by these functions alone: each checks who asks, whose school it
-- is, and that a school is never looser than the board it follows. The row of the school is locked first, so that of two
-- at once (a program saved, another board chosen) the second sees what the first did.

-- Holds a school for a change. Null when the version is no longer the current one.
create or replace function app.lock_school(p_id uuid, p_version integer) returns public.schools
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.schools;
begin
  if not coalesce(app.administers_school(p_id), false) then perform app.refuse('Only the administrators of a school change it.', '42501'); end if;
  select x.* into s from public.schools x where x.id = p_id for update;
  if s.id is null then perform app.refuse('We can’t find that school.', 'PW404'); end if;
  if not s.is_active and not app.is_superadmin() then
    perform app.refuse('This school is deactivated: its profile, programs and rules can only be read.', 'PW409');
  end if;
  if p_version is not null and s.version <> p_version then return null; end if;
  return s;
end $$;

-- Notifies the administrators of a school, except the one who did it.
create or replace function app.notify_school(s public.schools, p_code text, p_values jsonb, p_path text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array(select u.id from public.users u
    where u.linked_school_id = s.id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active' and u.email_verified
      and u.id is distinct from app.real_uid()), 'school', p_code, p_values || jsonb_build_object('school', s.name), p_path)
$$;

-- What a deactivated school has is only read, by its own people and its partners; the superadmin, and what runs by itself,
-- tidies up. Whoever is asked may still say no to it, or end it.
create or replace function app.refuse_inactive_school() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare held record := case tg_op when 'DELETE' then old else new end;
begin
  if app.uid() is null or app.is_superadmin() or exists (select 1 from public.schools s where s.id = held.school_id and s.is_active) then return held; end if;
  if tg_table_name = 'partnerships' and app.role() = 'facility_admin'
    and to_jsonb(held) ->> 'status' in ('declined', 'suspended', 'terminated', 'withdrawn') then return held; end if;
  if tg_table_name = 'shifts' and app.role() = 'facility_admin' and to_jsonb(held) ->> 'status' in ('declined', 'cancelled', 'postponed') then return held; end if;
  perform app.refuse('This school is deactivated: what it has can only be read.', 'PW409');
  return null;
end $$;
create or replace trigger inactive_school before insert or update or delete on public.semesters for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update or delete on public.cohorts for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update or delete on public.cohort_memberships for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update or delete on public.cohort_advisors for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert on public.semester_copies for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.shift_series for each row execute function app.refuse_inactive_school();
-- Seats are asked about where they are taken (app.signup_blocker); new shifts where they are made (createShifts). Reminders go out.
create or replace trigger inactive_school before update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting and old.reminders_sent = new.reminders_sent) execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.partnerships for each row execute function app.refuse_inactive_school();

create or replace function app.require_superadmin() returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then perform app.refuse('Only the superadmin does this.', '42501'); end if;
end $$;

-- What a person enters of a school, checked against what only the database knows.
create or replace function app.check_school_fields(p_fields jsonb) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select 1 from pg_catalog.pg_timezone_names z where z.name = p_fields ->> 'time_zone') then
    perform app.refuse('We can’t find that time zone.');
  end if;
end $$;

-- A new join code: ten hexadecimal digits, which are never mistaken for one another.
create or replace function app.new_join_code() returns text
language sql volatile set search_path = pg_catalog, pg_temp as $$
  select upper(left(replace(gen_random_uuid()::text, '-', ''), 10))
$$;

-- Creates a school with its join code. The caller chooses the id: the same request again creates nothing.
create or replace function app.create_school(p_id uuid, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  known public.schools;
  word text := coalesce(nullif(btrim(regexp_replace(lower(p_fields ->> 'name'), '[^a-z0-9]+', '-', 'g'), '-'), ''), 'school');
begin
  perform app.require_superadmin();
  perform app.check_school_fields(p_fields);
  perform pg_advisory_xact_lock(hashtext('create_school'));
  select s.* into known from public.schools s where s.id = p_id;
  if found then
    if known.created_by is distinct from app.real_uid() or known.name <> btrim(p_fields ->> 'name') then
      perform app.refuse('This conflicts with something that is already there.', 'PW409');
    end if;
    return;
  end if;
  if exists (select 1 from public.schools s where lower(s.name) = lower(btrim(p_fields ->> 'name')) and s.state is not distinct from p_fields ->> 'state') then
    perform app.refuse('There is already a school of this name' || coalesce(' in ' || (p_fields ->> 'state'), '') || '. Look for it in the list.', 'PW409');
  end if;
  if exists (select 1 from public.schools s where s.slug = word) then word := word || '-' || left(p_id::text, 8); end if;
  insert into public.schools (id, name, slug, address, city, state, postal_code, phone, website, time_zone, primary_contact, created_by, updated_by)
    select p_id, btrim(f.name), word, nullif(btrim(f.address), ''), nullif(btrim(f.city), ''), f.state, f.postal_code, nullif(btrim(f.phone), ''),
      nullif(btrim(f.website), ''), f.time_zone, nullif(btrim(f.primary_contact), ''), app.real_uid(), app.real_uid()
    from jsonb_to_record(p_fields) as f (name text, address text, city text, state text, postal_code text, phone text, website text, time_zone text, primary_contact text);
  insert into public.school_join_codes (school_id, code) values (p_id, app.new_join_code());
end $$;

-- False when the version is no longer the current one; so are the others below.
create or replace function app.update_school(p_id uuid, p_version integer, p_fields jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.schools := app.lock_school(p_id, p_version);
begin
  if s.id is null then return false; end if;
  perform app.check_school_fields(p_fields);
  update public.schools x set name = btrim(f.name), address = nullif(btrim(f.address), ''), city = nullif(btrim(f.city), ''), state = f.state,
    postal_code = f.postal_code, phone = nullif(btrim(f.phone), ''), website = nullif(btrim(f.website), ''), time_zone = f.time_zone,
    primary_contact = nullif(btrim(f.primary_contact), '')
  from jsonb_to_record(p_fields) as f (name text, address text, city text, state text, postal_code text, phone text, website text, time_zone text, primary_contact text)
  where x.id = p_id;
  return true;
end $$;

-- active ⇄ deactivated, with a reason that stays in the trail. Nobody new can join a deactivated school; nothing is lost.
create or replace function app.set_school_active(p_id uuid, p_version integer, p_is_active boolean, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.schools;
begin
  perform app.require_superadmin();
  s := app.lock_school(p_id, p_version);
  if s.id is null then return false; end if;
  if coalesce(length(btrim(p_reason)), 0) < 3 then perform app.refuse('Say why: it stays in the trail.'); end if;
  if s.is_active = p_is_active then
    perform app.refuse('This school is ' || case when s.is_active then 'active' else 'deactivated' end || ' already.', 'PW409');
  end if;
  update public.schools x set is_active = p_is_active where x.id = p_id;
  perform app.notify_school(s, case when p_is_active then 'school.reactivated' else 'school.deactivated' end,
    jsonb_build_object('reason', btrim(p_reason)), '/school/profile');
  return true;
end $$;

-- What of a school's own limits is looser than its board allows; null when nothing is.
create or replace function app.limits_obstacle(p_settings jsonb, p_profile public.regulatory_profiles) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select p_profile.jurisdiction || case
    when (p_settings ->> 'max_students_per_instructor')::integer > p_profile.max_students_per_instructor
      then ' allows ' || p_profile.max_students_per_instructor || ' students per instructor at most.'
    when exists (select 1 from jsonb_each_text(p_settings -> 'max_students_by_specialty') l where l.value::integer > p_profile.max_students_per_instructor)
      then ' allows ' || p_profile.max_students_per_instructor || ' students per instructor at most.'
    when (p_settings ->> 'max_students_per_preceptor')::integer > p_profile.max_students_per_preceptor
      then ' allows ' || p_profile.max_students_per_preceptor || ' students per preceptor at most.'
    when (p_settings ->> 'sim_cap_pct')::numeric > p_profile.sim_cap_pct
      then ' allows ' || p_profile.sim_cap_pct::double precision || ' % of simulation at most.' end
$$;

-- Where a program asks less than the board does of its level; null when nowhere. 0 hours, or no row for a specialty, means
-- what the board asks.
create or replace function app.program_obstacle(p_level text, p_total numeric, p_requirements jsonb, p_profile public.regulatory_profiles) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when p_profile.level is distinct from p_level then null
    when p_total > 0 and p_total < p_profile.min_total_hours then p_profile.jurisdiction || ' asks ' || p_profile.min_total_hours || ' hours at least.'
    when exists (select 1 from jsonb_array_elements(p_requirements) r where (r ->> 'sim_pct')::numeric > p_profile.sim_cap_pct)
      then p_profile.jurisdiction || ' allows ' || p_profile.sim_cap_pct::double precision || ' % of simulation at most.'
    else (select p_profile.jurisdiction || ' asks ' || (a ->> 'hours') || ' hours of ' || replace(a ->> 'area', '_', ' ') || ' at least.'
      from jsonb_array_elements(p_profile.min_hours_per_area) a
      where (select sum(coalesce((r ->> 'min_hours')::numeric, 0)) from jsonb_array_elements(p_requirements) r where r ->> 'specialty' = a ->> 'area') < (a ->> 'hours')::numeric
      limit 1) end
$$;

-- What counts where a school has chosen nothing (core/school-settings.ts).
create or replace function app.default_school_settings() returns jsonb
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select '{"late_grace_min": 15, "absence_notice_min": 30, "check_in_opens_min": 30, "check_in_closes_min": 15, "check_out_closes_min": 60, "no_show_after_min": 60,
    "lates_per_absence": 3, "unexcused_absences_max": 2, "makeup_absences": "all", "drop_cutoff_h": 48, "self_signup": false, "autopublish": false, "hours_rounding_min": 15, "rest_after_night_h": 8, "publish_without_instructor": true, "credit_rule": "scheduled",
    "evaluation_due_days": 3, "shift_report_due_h": 48, "max_students_per_instructor": null, "max_students_per_preceptor": null, "max_students_by_specialty": {}, "sim_cap_pct": null}'::jsonb
$$;

-- One setting of a school as text, with the default where it has chosen nothing; of a limit, the stricter of the school's own and
-- its board's, null where neither says one (rules.ts: effectiveLimits). Whatever counts by a setting asks here.
create or replace function app.school_setting(p_school_id uuid, p_key text) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  own text := (select s.settings ->> p_key from public.schools s where s.id = p_school_id);
  board text;
begin
  if not app.default_school_settings() ? p_key then perform app.refuse('We can’t find that setting.'); end if;
  if p_key not in ('max_students_per_instructor', 'max_students_per_preceptor', 'sim_cap_pct') then
    return coalesce(own, app.default_school_settings() ->> p_key);
  end if;
  board := (select to_jsonb(r) ->> p_key from public.schools s join public.regulatory_profiles r on r.id = s.regulatory_profile_id where s.id = p_school_id);
  return trim_scale(least(own::numeric, board::numeric))::text;
end $$;

grant execute on function app.school_setting(uuid, text) to app_rw;

-- How a school works and which board it follows.
create or replace function app.set_school_account(p_id uuid, p_version integer, p_settings jsonb, p_profile_id uuid) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s public.schools := app.lock_school(p_id, p_version);
  board public.regulatory_profiles;
  obstacle text;
begin
  if s.id is null then return false; end if;
  if exists (select 1 from jsonb_each_text(p_settings) e where e.key in ('check_in_opens_min', 'check_in_closes_min', 'check_out_closes_min', 'no_show_after_min',
      'lates_per_absence', 'unexcused_absences_max') and e.value::integer not between 0 and 480)
    or coalesce(p_settings ->> 'makeup_absences', 'all') not in ('all', 'excused', 'none')
    or not coalesce((p_settings ->> 'late_grace_min')::integer between 0 and 120 and (p_settings ->> 'absence_notice_min')::integer between 0 and 1440
    and (p_settings ->> 'drop_cutoff_h')::integer between 0 and 336 and (p_settings ->> 'hours_rounding_min')::integer in (1, 5, 6, 10, 15, 30, 60)
    and (p_settings ->> 'evaluation_due_days')::integer between 1 and 30 and (p_settings ->> 'shift_report_due_h')::integer between 1 and 336
    and (p_settings ->> 'rest_after_night_h')::integer between 0 and 24 and jsonb_typeof(p_settings -> 'publish_without_instructor') = 'boolean'
    and coalesce(p_settings ->> 'credit_rule', 'scheduled') in ('scheduled', 'elapsed')
    and not exists (select 1 from jsonb_each_text(coalesce(p_settings -> 'max_students_by_specialty', '{}')) l where l.value !~ '^[0-9]{1,2}$' or l.value::integer not between 1 and 30)
    and jsonb_typeof(p_settings -> 'self_signup') = 'boolean' and jsonb_typeof(p_settings -> 'autopublish') = 'boolean', false) then
    perform app.refuse('Some of the information you entered isn’t valid.');
  end if;
  if p_profile_id is not null then
    select r.* into board from public.regulatory_profiles r where r.id = p_profile_id for share;
    if board.id is null then perform app.refuse('We can’t find that profile.', 'PW404'); end if;
    if board.effective_to < (now() at time zone s.time_zone)::date and p_profile_id is distinct from s.regulatory_profile_id then
      perform app.refuse('This profile is no longer in force. Choose the one that followed it.', 'PW409');
    end if;
    obstacle := app.limits_obstacle(p_settings, board);
    if obstacle is not null then perform app.refuse(obstacle); end if;
    if p_profile_id is distinct from s.regulatory_profile_id then
      select g.name || ': ' || app.program_obstacle(g.level, g.total_required_hours, g.requirements, board) into obstacle
        from public.programs g where g.school_id = p_id and g.is_active
          and app.program_obstacle(g.level, g.total_required_hours, g.requirements, board) is not null order by g.name limit 1;
      if obstacle is not null then perform app.refuse(obstacle || ' Change the program first.', 'PW409'); end if;
    end if;
  end if;
  update public.schools x set settings = p_settings, regulatory_profile_id = p_profile_id where x.id = p_id;
  return true;
end $$;

-- A new code; the old one ends at once. Whoever looked at another code than the current one comes second and ends nothing.
create or replace function app.renew_join_code(p_school_id uuid, p_seen text) returns text
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s public.schools := app.lock_school(p_school_id, null);
  current_code text;
  fresh text := app.new_join_code();
begin
  select c.code into current_code from public.school_join_codes c where c.school_id = p_school_id;
  if current_code is distinct from p_seen then
    perform app.refuse('Someone else renewed the join code in the meantime. This is the new one.', 'PW409');
  end if;
  insert into public.school_join_codes (school_id, code) values (s.id, fresh)
    on conflict (school_id) do update set code = excluded.code, changed_at = now();
  perform app.notify_school(s, 'school.join_code_renewed', '{}', '/school/account');
  return fresh;
end $$;

-- What a program asks must not be less than its board does.
create or replace function app.check_program(p_school public.schools, p_fields jsonb) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  board public.regulatory_profiles;
  obstacle text;
begin
  select r.* into board from public.regulatory_profiles r where r.id = p_school.regulatory_profile_id;
  obstacle := app.program_obstacle(p_fields ->> 'level', (p_fields ->> 'total_required_hours')::numeric, p_fields -> 'requirements', board);
  if obstacle is not null then perform app.refuse(obstacle); end if;
end $$;

create or replace function app.create_program(p_id uuid, p_school_id uuid, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  s public.schools := app.lock_school(p_school_id, null);
  known public.programs;
begin
  select g.* into known from public.programs g where g.id = p_id;
  if found then
    if known.school_id <> p_school_id or known.name <> btrim(p_fields ->> 'name') then
      perform app.refuse('This conflicts with something that is already there.', 'PW409');
    end if;
    return;
  end if;
  perform app.check_program(s, p_fields);
  insert into public.programs (id, school_id, name, level, total_required_hours, requirements, created_by, updated_by)
    values (p_id, p_school_id, btrim(p_fields ->> 'name'), p_fields ->> 'level', (p_fields ->> 'total_required_hours')::numeric,
      p_fields -> 'requirements', app.real_uid(), app.real_uid());
end $$;

-- Holds a program and its school. Those of other schools are as if they were not there; null when the version is stale.
create or replace function app.lock_program(p_id uuid, p_version integer, out g public.programs, out s public.schools)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare owner uuid;
begin
  if not coalesce(app.is_superadmin() or app.is_school_admin(), false) then perform app.refuse('Only the administrators of a school change it.', '42501'); end if;
  select x.school_id into owner from public.programs x where x.id = p_id;
  if owner is null or not app.administers_school(owner) then perform app.refuse('We can’t find that program.', 'PW404'); end if;
  s := app.lock_school(owner, null);
  select x.* into g from public.programs x where x.id = p_id for update;
  if g.version <> p_version then g := null; end if;
end $$;

create or replace function app.update_program(p_id uuid, p_version integer, p_fields jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare held record;
begin
  select * into held from app.lock_program(p_id, p_version);
  if (held.g).id is null then return false; end if;
  perform app.check_program(held.s, p_fields);
  update public.programs x set name = btrim(p_fields ->> 'name'), level = p_fields ->> 'level',
    total_required_hours = (p_fields ->> 'total_required_hours')::numeric, requirements = p_fields -> 'requirements' where x.id = p_id;
  return true;
end $$;

create or replace function app.set_program_active(p_id uuid, p_version integer, p_is_active boolean) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare held record;
begin
  select * into held from app.lock_program(p_id, p_version);
  if (held.g).id is null then return false; end if;
  if p_is_active and not (held.g).is_active then perform app.check_program(held.s, to_jsonb(held.g)); end if;
  update public.programs x set is_active = p_is_active where x.id = p_id and x.is_active <> p_is_active;
  return true;
end $$;

create or replace function app.put_regulatory_profile(p_id uuid, p_fields jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.regulatory_profiles as r (id, jurisdiction, level, effective_from, effective_to, max_students_per_instructor, max_students_per_preceptor,
      ratio_covers_simulation, sim_cap_pct, sim_cap_scope, sim_exchange_ratio, min_total_hours, min_hours_per_area, source_url, verified_on, created_by, updated_by)
    select p_id, btrim(f.jurisdiction), f.level, f.effective_from, f.effective_to, f.max_students_per_instructor, f.max_students_per_preceptor,
      f.ratio_covers_simulation, f.sim_cap_pct, f.sim_cap_scope, f.sim_exchange_ratio, f.min_total_hours, f.min_hours_per_area, f.source_url, f.verified_on, app.real_uid(), app.real_uid()
    from jsonb_to_record(p_fields) as f (jurisdiction text, level text, effective_from date, effective_to date, max_students_per_instructor integer,
      max_students_per_preceptor integer, ratio_covers_simulation boolean, sim_cap_pct numeric, sim_cap_scope text, sim_exchange_ratio numeric, min_total_hours integer,
      min_hours_per_area jsonb, source_url text, verified_on date)
    on conflict (id) do update set jurisdiction = excluded.jurisdiction, level = excluded.level, effective_from = excluded.effective_from,
      effective_to = excluded.effective_to, max_students_per_instructor = excluded.max_students_per_instructor,
      max_students_per_preceptor = excluded.max_students_per_preceptor,
      ratio_covers_simulation = excluded.ratio_covers_simulation, sim_cap_pct = excluded.sim_cap_pct, sim_cap_scope = excluded.sim_cap_scope,
      sim_exchange_ratio = excluded.sim_exchange_ratio, min_total_hours = excluded.min_total_hours, min_hours_per_area = excluded.min_hours_per_area,
      source_url = excluded.source_url, verified_on = excluded.verified_on
$$;

create or replace function app.create_regulatory_profile(p_id uuid, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare known public.regulatory_profiles;
begin
  perform app.require_superadmin();
  select r.* into known from public.regulatory_profiles r where r.id = p_id;
  if found then
    if known.jurisdiction <> btrim(p_fields ->> 'jurisdiction') then perform app.refuse('This conflicts with something that is already there.', 'PW409'); end if;
    return;
  end if;
  perform app.put_regulatory_profile(p_id, p_fields);
end $$;

-- A board that asks more binds its schools at once: of the school's limit and the board's the stricter always counts.
create or replace function app.update_regulatory_profile(p_id uuid, p_version integer, p_fields jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare held public.regulatory_profiles;
begin
  perform app.require_superadmin();
  select r.* into held from public.regulatory_profiles r where r.id = p_id for update;
  if held.id is null then perform app.refuse('We can’t find that profile.', 'PW404'); end if;
  if held.version <> p_version then return false; end if;
  perform app.put_regulatory_profile(p_id, p_fields);
  return true;
end $$;

grant execute on function app.create_school(uuid, jsonb), app.update_school(uuid, integer, jsonb), app.set_school_active(uuid, integer, boolean, text),
  app.set_school_account(uuid, integer, jsonb, uuid), app.renew_join_code(uuid, text), app.create_program(uuid, uuid, jsonb),
  app.update_program(uuid, integer, jsonb), app.set_program_active(uuid, integer, boolean), app.create_regulatory_profile(uuid, jsonb),
  app.update_regulatory_profile(uuid, integer, jsonb) to app_rw;

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.school_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['schools'], p_id, p_version, p_fields) from public.schools s where s.id = p_id and app.administers_school(s.id)
$$;
grant execute on function app.school_changes(uuid, integer, text[]) to app_rw;

create or replace function app.program_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['programs'], p_id, p_version, p_fields) from public.programs p where p.id = p_id and app.administers_school(p.school_id)
$$;
create or replace function app.profile_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['regulatory_profiles'], p_id, p_version, p_fields) where app.is_superadmin()
$$;
grant execute on function app.program_changes(uuid, integer, text[]), app.profile_changes(uuid, integer, text[]) to app_rw;
