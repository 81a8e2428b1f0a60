-- What must be seen or written about schools by callers who may not see or write it themselves.

-- One setting of a school as text, or its default; for a limit, the stricter of the school's and its board's, or null if neither sets one
-- (rules.ts: effectiveLimits). Everything that depends on a setting calls this.
-- Reason: triggers and kernel functions of shifts and seats need it.
create or replace function app.school_setting(p_school_id uuid, p_key text) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.default_school_settings() ? p_key then raise exception 'school.no_setting' using errcode = 'PW400'; end if;
  if p_key in ('max_students_per_instructor', 'max_students_per_preceptor', 'sim_cap_pct') then
    return (select trim_scale(least((s.settings ->> p_key)::numeric, (to_jsonb(r) ->> p_key)::numeric))::text
      from public.schools s left join public.regulatory_profiles r on r.id = s.regulatory_profile_id where s.id = p_school_id);
  end if;
  return coalesce((select settings ->> p_key from public.schools where id = p_school_id), app.default_school_settings() ->> p_key);
end $$;

grant execute on function app.school_setting(uuid, text) to app_rw;

grant execute on function app.school_setting(uuid, text) to app_worker;
