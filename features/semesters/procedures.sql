-- The semester procedures of Spec §7, with its names and parameters. They run as the caller, under row-level security;
-- p_actor_id and p_actor_role must be the session's own and give no authority.
create or replace function app.check_actor(p_actor_id uuid, p_actor_role text) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if p_actor_id is distinct from app.uid() or p_actor_role is distinct from app.role() then
    raise exception 'The actor is not the one signed in' using errcode = '42501';
  end if;
end $$;

create or replace function public.api_list_semesters(p_school_id uuid, p_actor_id uuid, p_actor_role text)
returns setof public.semesters language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_actor(p_actor_id, p_actor_role);
  return query select s.* from public.semesters s where s.school_id = p_school_id order by s.start_date desc, s.name;
end $$;

-- "Current": active and today (in the school's zone) within its dates; of two, the one that starts later.
create or replace function public.api_get_current_semester(p_school_id uuid, p_actor_id uuid, p_actor_role text)
returns setof public.semesters language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_actor(p_actor_id, p_actor_role);
  return query select s.* from public.semesters s join public.schools c on c.id = s.school_id
    where s.school_id = p_school_id and s.is_active
      and (now() at time zone c.time_zone)::date between s.start_date and s.end_date
    order by s.start_date desc, s.id limit 1;
end $$;

create or replace function public.api_create_semester(p_school_id uuid, p_name text, p_start_date date, p_end_date date, p_semester_type text,
  p_academic_year text, p_is_active boolean, p_settings jsonb, p_actor_id uuid, p_actor_role text, p_id uuid default gen_random_uuid())
returns setof public.semesters language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_actor(p_actor_id, p_actor_role);
  return query insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, settings, created_by, activated_at)
    values (p_id, p_school_id, btrim(p_name), p_start_date, p_end_date, p_semester_type, btrim(p_academic_year), p_is_active,
      coalesce(p_settings, '{}'), app.uid(), case when p_is_active then now() end)
    returning *;
end $$;

-- The version is the optimistic lock: a stale one changes nothing and returns no row.
create or replace function public.api_update_semester(p_semester_id uuid, p_name text, p_start_date date, p_end_date date, p_semester_type text,
  p_academic_year text, p_is_active boolean, p_settings jsonb, p_actor_id uuid, p_actor_role text, p_version integer default null)
returns setof public.semesters language plpgsql volatile set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_actor(p_actor_id, p_actor_role);
  return query update public.semesters s set name = btrim(p_name), start_date = p_start_date, end_date = p_end_date,
      semester_type = p_semester_type, academic_year = btrim(p_academic_year), is_active = p_is_active,
      settings = coalesce(p_settings, s.settings),
      activated_at = case when p_is_active then coalesce(s.activated_at, now()) else s.activated_at end
    where s.id = p_semester_id and (p_version is null or s.version = p_version)
    returning s.*;
end $$;

-- Closed → grading, with its reason on the record: by the school's super admin or the superadmin. Whether it is closed is
-- derived and judged by the caller, who holds the row. False when the version is no longer the current one.
create or replace function app.reopen_semester(p_id uuid, p_version integer, p_reason text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_reopener(p_id);
  perform set_config('app.reason', btrim(p_reason), true);
  update public.semesters s set reopened_at = now(), reopened_by = app.uid(), reopen_reason = btrim(p_reason)
    where s.id = p_id and s.version = p_version and s.archived_at is null and s.reopened_at is null;
  return found;
end $$;

-- Grading → closed, by the same people: takes a reopening back.
create or replace function app.close_semester(p_id uuid, p_version integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_reopener(p_id);
  update public.semesters s set reopened_at = null, reopened_by = null, reopen_reason = null
    where s.id = p_id and s.version = p_version and s.reopened_at is not null;
  return found;
end $$;

create or replace function app.check_reopener(p_id uuid) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.is_superadmin() then return; end if;
  if app.role() is distinct from 'school_super_admin'
    or not exists (select 1 from public.semesters s where s.id = p_id and s.school_id = app.school_id()) then
    raise exception 'Only a super admin of the school reopens a semester' using errcode = '42501';
  end if;
end $$;

-- What is archived is not graded: a reopening ends with it.
create or replace function app.end_reopening() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.reopened_at := null; new.reopened_by := null; new.reopen_reason := null;
  return new;
end $$;
create or replace trigger end_reopening before update of archived_at on public.semesters
  for each row when (new.archived_at is not null) execute function app.end_reopening();
grant execute on function app.reopen_semester(uuid, integer, text), app.close_semester(uuid, integer) to app_rw;

grant execute on function app.check_actor(uuid, text),
  public.api_list_semesters(uuid, uuid, text), public.api_get_current_semester(uuid, uuid, text),
  public.api_create_semester(uuid, text, date, date, text, text, boolean, jsonb, uuid, text, uuid),
  public.api_update_semester(uuid, text, date, date, text, text, boolean, jsonb, uuid, text, integer) to app_rw;

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.semester_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['semesters'], p_id, p_version, p_fields) from public.semesters s where s.id = p_id and app.administers_school(s.school_id)
$$;
grant execute on function app.semester_changes(uuid, integer, text[]) to app_rw;
