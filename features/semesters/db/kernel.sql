-- The semester procedures of Spec §7, with its names and parameters. They run as the caller, under row-level security; p_actor_id and
-- p_actor_role must match the session and give no authority.
-- Reason: the procedures of the specification below need it, because they take the caller as parameters.
create or replace function app.check_actor(p_actor_id uuid, p_actor_role text) returns void
language plpgsql stable set search_path = pg_catalog, pg_temp as $$
begin
  if p_actor_id is distinct from app.uid() or p_actor_role is distinct from app.role() then
    raise exception 'The actor is not the one signed in' using errcode = '42501';
  end if;
end $$;

-- Reason: the specification names it (§7).
create or replace function public.api_list_semesters(p_school_id uuid, p_actor_id uuid, p_actor_role text)
returns setof public.semesters language sql stable set search_path = pg_catalog, pg_temp as $$
  select app.check_actor(p_actor_id, p_actor_role);
  select * from public.semesters where school_id = p_school_id order by start_date desc, name;
$$;

-- "Current": active, with today (in the school's zone) within its dates; of two, the one that starts later.
-- Reason: the specification names it (§7).
create or replace function public.api_get_current_semester(p_school_id uuid, p_actor_id uuid, p_actor_role text)
returns setof public.semesters language sql stable set search_path = pg_catalog, pg_temp as $$
  select app.check_actor(p_actor_id, p_actor_role);
  select * from public.semesters where school_id = p_school_id and is_active and app.school_today(p_school_id) between start_date and end_date
    order by start_date desc, id limit 1;
$$;

-- Reason: the specification names it (§7).
create or replace function public.api_create_semester(p_school_id uuid, p_name text, p_start_date date, p_end_date date, p_semester_type text,
  p_academic_year text, p_is_active boolean, p_settings jsonb, p_actor_id uuid, p_actor_role text, p_id uuid default gen_random_uuid())
returns setof public.semesters language sql volatile set search_path = pg_catalog, pg_temp as $$
  select app.check_actor(p_actor_id, p_actor_role);
  insert into public.semesters (id, school_id, name, start_date, end_date, semester_type, academic_year, is_active, settings, created_by, activated_at)
    values (p_id, p_school_id, btrim(p_name), p_start_date, p_end_date, p_semester_type, btrim(p_academic_year), p_is_active,
      coalesce(p_settings, '{}'), app.uid(), case when p_is_active then now() end)
    returning *;
$$;

-- The version is the optimistic lock: an outdated one changes nothing and returns no row.
-- Reason: the specification names it (§7).
create or replace function public.api_update_semester(p_semester_id uuid, p_name text, p_start_date date, p_end_date date, p_semester_type text,
  p_academic_year text, p_is_active boolean, p_settings jsonb, p_actor_id uuid, p_actor_role text, p_version integer default null)
returns setof public.semesters language sql volatile set search_path = pg_catalog, pg_temp as $$
  select app.check_actor(p_actor_id, p_actor_role);
  update public.semesters s set name = btrim(p_name), start_date = p_start_date, end_date = p_end_date,
      semester_type = p_semester_type, academic_year = btrim(p_academic_year), is_active = p_is_active,
      settings = coalesce(p_settings, s.settings),
      activated_at = case when p_is_active then coalesce(s.activated_at, now()) else s.activated_at end
    where s.id = p_semester_id and (p_version is null or s.version = p_version)
    returning s.*;
$$;

drop function if exists app.set_reopening(uuid, integer, text);

grant execute on function app.check_actor(uuid, text),
  public.api_list_semesters(uuid, uuid, text), public.api_get_current_semester(uuid, uuid, text),
  public.api_create_semester(uuid, text, date, date, text, text, boolean, jsonb, uuid, text, uuid),
  public.api_update_semester(uuid, text, date, date, text, text, boolean, jsonb, uuid, text, integer) to app_rw;
