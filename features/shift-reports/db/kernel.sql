-- What must see or write what its caller may not (docs/architecture.md): everything else about reports is TypeScript.

-- Notifies those whom a step of a report concerns, of what who asks has just done: the instructor, or the school.
-- Reason: it finds and writes to people whom its caller may not read.
create or replace function app.notify_shift_report(p_shift_id uuid, p_audience text, p_type text, p_code text, p_values jsonb, p_key text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(case p_audience when 'school' then array(select app.shift_people(s, 'school')) else array(select distinct l from unnest(r.proctor_id || app.instructors_of(s)) l where l is not null) end, p_type, p_code,
    p_values, case p_audience when 'school' then '/shift/' || s.id else '/proctor/shift-reports?shift=' || s.id end,
    'report ' || s.id || ' ' || p_key)
  from public.shifts s left join public.shift_reports r on r.id = s.id
  where s.id = p_shift_id and (p_audience = 'school' or r.id is not null) and (r.updated_by is not distinct from app.real_uid() and r.updated_at >= now()
    or exists (select from public.shift_incidents i where i.shift_id = s.id and i.created_by = app.uid() and i.created_at >= now()))
$$;
grant execute on function app.notify_shift_report(uuid, text, text, text, jsonb, text) to app_rw, app_worker;

-- Is there anything on a shift that the school looks at before its hours are posted: an incident, or someone who did not come, on time, to
-- the end, at the site? True for everyone but its instructor, the school and the scheduler.
-- Reason: an instructor does not read incidents that others reported.
create or replace function app.has_exceptions(p_shift_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.role() is not null and not exists (select from public.shift_reports r where r.id = p_shift_id and (r.proctor_id = app.uid() or r.id in (select app.led_shift_ids()) or app.administers_school(r.school_id)))
    or exists (select from public.shift_incidents i where i.shift_id = p_shift_id)
    or exists (select from public.assignments a left join public.attendance_records r on r.id = a.id
      where a.shift_id = p_shift_id and app.holds_seat(a.status) and (r.status is distinct from 'completed' or r.left_early_min > 0
        or not coalesce(r.is_inside, true) or r.check_out_reason is not null or r.late_min > app.shift_setting(a.school_id, 'late_grace_min', 15)))
$$;
grant execute on function app.has_exceptions(uuid) to app_rw, app_worker;

