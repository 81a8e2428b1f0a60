-- What must see or write what its caller may not (docs/architecture.md): everything else about reports is TypeScript.

-- Notifies those whom a step of a report concerns, of what who asks has just done: the instructor, or the school.
-- Reason: it finds and writes to people whom its caller may not read.
create or replace function app.notify_shift_report(p_shift_id uuid, p_audience text, p_type text, p_code text, p_values jsonb, p_key text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(case p_audience when 'school' then array(select app.shift_people(s, 'school')) else array_remove(array[r.proctor_id], null) end, p_type, p_code,
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
  select app.role() is not null and not exists (select from public.shift_reports r where r.id = p_shift_id and (r.proctor_id = app.uid() or app.administers_school(r.school_id)))
    or exists (select from public.shift_incidents i where i.shift_id = p_shift_id)
    or exists (select from public.assignments a left join public.attendance_records r on r.id = a.id
      where a.shift_id = p_shift_id and app.holds_seat(a.status) and (r.status is distinct from 'completed' or r.left_early_min > 0
        or not coalesce(r.is_inside, true) or r.check_out_reason is not null or r.late_min > app.shift_setting(a.school_id, 'late_grace_min', 15)))
$$;
grant execute on function app.has_exceptions(uuid) to app_rw;

-- For the worker: opens the report of each shift that is over and notifies its instructor; one of a shift without an instructor is with the
-- school at once. Reminds when it is overdue, and the school five days later (Domain 2.12). Each person once. Any number of processes. Returns how many it opened.
-- Reason: the worker reads no shifts and no people.
create or replace function app.open_shift_reports(p_now timestamptz default now()) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare opened integer;
begin
  if app.role() is not null then raise exception 'Only the scheduler does this' using errcode = '42501'; end if;
  with made as (
    insert into public.shift_reports (id, school_id, proctor_id, status, submitted_at, due_at)
      select s.id, s.school_id, s.proctor_id, case when s.proctor_id is null then 'submitted' else 'due' end, case when s.proctor_id is null then p_now end, s.ends_at + make_interval(hours => app.shift_setting(s.school_id, 'shift_report_due_h', 48))
      from public.shifts s where s.status = 'completed' and s.ends_at > p_now - interval '14 days'
        and s.seats_taken > 0 and not exists (select from public.shift_reports r where r.id = s.id)
      on conflict do nothing returning id, proctor_id, due_at)
  select count(app.notify_code(array_remove(array[m.proctor_id], null), 'shift_report', 'shift_report.due', app.shift_facts(s),
    '/proctor/shift-reports?shift=' || m.id, 'report ' || m.id || ' due')) into opened from made m join public.shifts s on s.id = m.id;
  perform app.notify_code(array[r.proctor_id], 'shift_report', 'shift_report.overdue', app.shift_facts(s), '/proctor/shift-reports?shift=' || r.id,
      'report ' || r.id || ' overdue')
    from public.shift_reports r join public.shifts s on s.id = r.id
    where r.status in ('due', 'draft', 'returned') and r.due_at <= p_now and r.due_at > p_now - interval '4 days';
  perform app.notify_code(array(select app.shift_people(s, 'school')), 'shift_report', 'shift_report.escalated', app.shift_facts(s)
      || jsonb_build_object('proctor', (select u.full_name from public.users u where u.id = r.proctor_id)), '/school/shift-reports?show=overdue', 'report ' || r.id || ' escalated')
    from public.shift_reports r join public.shifts s on s.id = r.id
    where r.status in ('due', 'draft', 'returned') and r.due_at <= p_now - interval '5 days' and r.due_at > p_now - interval '9 days';
  return opened;
end $$;
-- For the worker: the seats of reports that the school has left alone for seven days, or that nobody had to write, with nothing to look
-- at: everyone came, on time, to the end, so each counts for the hours of the shift (Domain 2.12).
-- Reason: the worker reads no shifts and no people.
create or replace function app.reports_to_accept() returns table (id uuid, school_id uuid, experience_type text, assignment_id uuid, source text, minutes integer)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with due as materialized (select r.id from public.shift_reports r where r.status = 'submitted' and (r.proctor_id is null or r.submitted_at <= now() - interval '7 days')
      and app.role() is null and not app.has_exceptions(r.id) order by r.id limit 50 for no key update skip locked)
  select s.id, s.school_id, s.experience_type, a.id, a.source, round(s.credited_hours * 60)::integer from due d join public.shifts s on s.id = d.id
  join public.assignments a on a.shift_id = s.id and a.school_id = s.school_id and app.holds_seat(a.status)
$$;
grant execute on function app.open_shift_reports(timestamptz), app.reports_to_accept() to app_worker;
