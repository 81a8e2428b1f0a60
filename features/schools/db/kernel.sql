-- What must be seen or written about schools by callers who may not see or write it themselves.

-- The rules of the board that a profile belongs to, by that profile's id, each with the days on which it is in force: the latest of those
-- that have begun and are not over. A school keeps its profile when the board's rule changes.
create or replace view app.board_rules with (security_invoker = true) as
select f.id, p.jurisdiction, p.effective_from, p.source_url, p.max_students_per_instructor, p.max_students_per_preceptor, p.ratio_covers_simulation,
  datemultirange(daterange(p.effective_from, p.effective_to, '[]')) - coalesce((select range_agg(daterange(q.effective_from, q.effective_to, '[]'))
    from public.regulatory_profiles q where (q.jurisdiction, q.level) = (p.jurisdiction, p.level) and q.effective_from > p.effective_from), '{}') as in_force
from public.regulatory_profiles f join public.regulatory_profiles p on (p.jurisdiction, p.level) = (f.jurisdiction, f.level);
grant select on app.board_rules to app_rw;

-- One setting of a school as text, or its default. Everything that depends on a setting calls this. A board may limit it further.
-- Reason: triggers and kernel functions of shifts and seats need it.
create or replace function app.school_setting(p_school_id uuid, p_key text) returns text
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.default_school_settings() ? p_key then raise exception 'school.no_setting' using errcode = 'PW400'; end if;
  return coalesce((select settings ->> p_key from public.schools where id = p_school_id), app.default_school_settings() ->> p_key);
end $$;

grant execute on function app.school_setting(uuid, text) to app_rw;

grant execute on function app.school_setting(uuid, text) to app_worker;
