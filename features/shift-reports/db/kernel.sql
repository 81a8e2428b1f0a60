-- Only what must see or write what its caller may not (docs/architecture.md); everything else about reports is TypeScript.

-- Who reads a shift's incidents at its facility: anyone named for the nearest facility at or above the unit, while they are an active
-- member of its team (decision 172). The policy of incidents uses it for the reader, the function below for everyone.
create or replace view app.incident_readers with (security_invoker = true) as
  select s.id as shift_id, lead.user_id from public.shifts s cross join lateral (
    select l.user_id from app.facility_line(s.facility_id) n join public.incident_leads l on l.facility_id = n.id
    join public.users u on u.id = l.user_id and u.role = 'facility_admin' and u.status = 'active'
    where u.linked_facility_id in (select above.id from app.facility_line(n.id) above) order by n.height limit 1) lead;
grant select on app.incident_readers to app_rw;

-- Whether a shift has something for the school to look at before its hours are posted: an incident, or someone who did not come on time, to
-- the end, at the site. Always true for anyone but its instructor, the school and the scheduler.
-- Reason: an instructor may not read incidents that others reported.
create or replace function app.has_exceptions(p_shift_id uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.role() is not null and not exists (select from public.shift_reports where id = p_shift_id and (proctor_id = app.uid() or id in (select app.led_shift_ids()) or app.administers_school(school_id)))
    or exists (select from public.shift_incidents where shift_id = p_shift_id)
    or exists (select from public.assignments a left join public.attendance_records r using (id)
      where a.shift_id = p_shift_id and app.holds_seat(a.status) and (r.status is distinct from 'completed' or r.left_early_min > 0
        or not coalesce(r.is_inside, true) or r.check_out_reason is not null or r.late_min > app.school_setting(a.school_id, 'late_grace_min')::integer))
$$;
grant execute on function app.has_exceptions(uuid) to app_rw, app_worker;

