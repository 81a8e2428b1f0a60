-- What must be seen or written around schools by who may not see or write it themselves.

-- Notifies the administrators of a school that the asker administers too, except the one who did it.
-- Reason: nobody writes notifications of others.
create or replace function app.notify_school(p_school_id uuid, p_code text, p_values jsonb, p_path text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array(select u.id from public.users u
    where u.linked_school_id = p_school_id and u.role in ('school_admin', 'school_super_admin') and u.status = 'active' and u.email_verified
      and u.id is distinct from app.real_uid() and app.administers_school(p_school_id)), 'school', p_code, p_values, p_path)
$$;

-- What counts where a school has chosen nothing (core/school-settings.ts).
-- Reason: the function below needs it.
create or replace function app.default_school_settings() returns jsonb
language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select '{"late_grace_min": 15, "absence_notice_min": 30, "check_in_opens_min": 30, "check_in_closes_min": 15, "check_out_closes_min": 60, "no_show_after_min": 60,
    "lates_per_absence": 3, "unexcused_absences_max": 2, "makeup_absences": "all", "check_in_only_cleared": false, "remove_uncleared": false, "drop_cutoff_h": 48, "self_signup": false, "autopublish": false, "hours_rounding_min": 15, "rest_after_night_h": 8, "publish_without_instructor": true, "credit_rule": "scheduled",
    "evaluation_due_days": 3, "evaluation_auto_verify": true, "shift_report_due_h": 48, "max_students_per_instructor": null, "max_students_per_preceptor": null, "max_students_by_specialty": {}, "sim_cap_pct": null}'::jsonb
$$;

-- One setting of a school as text, with the default where it has chosen nothing; of a limit, the stricter of the school's own and
-- its board's, null where neither says one (rules.ts: effectiveLimits). Whatever counts by a setting asks here.
-- Reason: triggers and kernel functions of shifts and seats need it.
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


-- What happened since a version, to whoever may change it (database/versions.sql).
-- Reason: the trail is closed to them.
create or replace function app.school_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['schools'], p_id, p_version, p_fields) from public.schools s where s.id = p_id and app.administers_school(s.id)
$$;
grant execute on function app.school_setting(uuid, text), app.notify_school(uuid, text, jsonb, text), app.school_changes(uuid, integer, text[]) to app_rw;

-- Reason: the trail is closed to them.
create or replace function app.program_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['programs'], p_id, p_version, p_fields) from public.programs p where p.id = p_id and app.administers_school(p.school_id)
$$;
-- Reason: the trail is closed to them.
create or replace function app.profile_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['regulatory_profiles'], p_id, p_version, p_fields) where app.is_superadmin()
$$;
grant execute on function app.program_changes(uuid, integer, text[]), app.profile_changes(uuid, integer, text[]) to app_rw;
