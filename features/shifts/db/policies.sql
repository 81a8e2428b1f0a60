-- A school's administrators see its shifts; a proctor sees their own, except drafts; students see those published for their cohort and
-- those they are on; a facility's people see those submitted for their units; the superadmin sees all. Inserts are drafts, new or from a
-- semester copy; other changes use the procedures.
grant select, insert, delete on public.shifts to app_rw;
grant update (semester_id, title, course_code, date, start_time, end_time, time_zone, starts_at, ends_at, facility_id, specialty, experience_type, capacity,
  approved_capacity, seats, seats_limit, min_to_run, break_min, conference_min, credited_hours_override, credited_hours_reason, cohort_ids, objectives, proctor_id,
  preceptor_id, more_proctor_ids, more_preceptor_ids, signup_mode, signup_policy, signup_opens_at, signup_closes_at, arrival_note, lead_time_reason, series_id, is_series_exception, status, counter,
  change, status_reason, decision_code, cancel_code, decided_at, decided_by, respond_by, submitted_at, published_at, instructor_to_be_named, drop_cutoff_at,
  reminders_sent) on public.shifts to app_rw;
create policy superadmin_sees_shifts on public.shifts for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see on public.shifts for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy proctor_sees_own on public.shifts for select to app_rw
  using ((select app.role()) = 'proctor' and id in (select app.led_shift_ids()));
create policy students_see_published on public.shifts for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id())
    and ((status in ('published', 'full', 'in_progress', 'completed', 'closed') and (cohort_ids = '{}' or cohort_ids && (select app.cohorts_of_mine())))
      or (published_at is not null and id in (select app.my_shift_ids()))));
create policy facility_sees_submitted on public.shifts for select to app_rw
  using ((select app.role()) = 'facility_admin' and submitted_at is not null and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy administrators_draft on public.shifts for insert to app_rw
  with check (status = 'draft' and not is_offered
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_delete_drafts on public.shifts for delete to app_rw
  using (status = 'draft'
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

-- Which transitions and changes of the plan each of them may make is in db/guards.sql.
create policy administrators_change on public.shifts for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy facility_answers on public.shifts for update to app_rw
  using ((select app.role()) = 'facility_admin' and submitted_at is not null and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and submitted_at is not null and facility_id in (select app.facility_scope((select app.facility_id()))));

grant select, insert on public.shift_series to app_rw;
grant update (pattern) on public.shift_series to app_rw;
create policy administrators_see_series on public.shift_series for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_make_series on public.shift_series for insert to app_rw
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_change_series on public.shift_series for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- The school and the shift's instructors read the whole trail; students read the lines of their own seat; the facility reads lines about
-- the shift, not about seats, and none from before it was submitted.
grant select on public.shift_events to app_rw;
create policy superadmin_sees_shift_events on public.shift_events for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_shift_events on public.shift_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy proctor_sees_shift_events on public.shift_events for select to app_rw
  using ((select app.role()) = 'proctor' and shift_id in (select app.led_shift_ids()));
create policy student_sees_own_shift_events on public.shift_events for select to app_rw
  using ((select app.role()) = 'student' and exists (select from public.assignments a where a.id = assignment_id and a.student_id = (select app.uid())));
create policy facility_sees_shift_events on public.shift_events for select to app_rw
  using ((select app.role()) = 'facility_admin' and assignment_id is null and (from_status, to_status) is distinct from ('draft', 'draft')
    and exists (select from public.shifts s where s.id = shift_id));

-- The calendar has its own login (server/commands/run-due-shift-work.ts): it sees what may change with time, and writes only that.
grant select on public.shifts to app_worker;
grant update (status, counter, change, respond_by, status_reason, cancel_code, published_at, seats, seats_limit, instructor_to_be_named, drop_cutoff_at, reminders_sent,
  round_decided_at, signup_policy) on public.shifts to app_worker;
create policy worker_sees_shifts on public.shifts for select to app_worker
  using (status in ('pending_facility', 'needs_info', 'countered', 'expired', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed', 'postponed')
    -- As it ends them, because an agreement has ended, and soon after anyone has, to notify who wanted to swap.
    or status in ('cancelled', 'withdrawn') and updated_at > now() - interval '1 hour');
create policy worker_moves_shifts on public.shifts for update to app_worker
  using (status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress', 'completed', 'postponed'))
  with check (status in ('expired', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed')
    or status in ('cancelled', 'withdrawn') and cancel_code = 'agreement_ended');
grant select, insert, update (submitted_at, is_last) on priv.request_reminders to app_worker;
create policy worker_sees_reminders on priv.request_reminders for select to app_worker
  using (exists (select from public.shifts s where s.id = shift_id and s.status = 'pending_facility'));
create policy worker_notes_reminders on priv.request_reminders for insert to app_worker
  with check (exists (select from public.shifts s where s.id = shift_id and s.status = 'pending_facility'));
create policy worker_notes_last_reminders on priv.request_reminders for update to app_worker
  using (exists (select from public.shifts s where s.id = shift_id and s.status = 'pending_facility'))
  with check (exists (select from public.shifts s where s.id = shift_id and s.status = 'pending_facility'));
-- When a school changes the rest after a night, those who lead its nights are busy for longer or shorter.
grant select, update (busy) on priv.leader_times to app_worker;
create policy worker_sees_leaders on priv.leader_times for select to app_worker using (upper(busy) > now() - interval '1 day');
create policy worker_rests_leaders on priv.leader_times for update to app_worker using (upper(busy) > now() - interval '1 day') with check (not isempty(busy));
grant select, update (last_shift_id), delete on priv.seat_recounts to app_worker;
grant execute on function app.facility_scope(uuid) to app_worker;
create policy worker_reads_recounts on priv.seat_recounts for select to app_worker using (asked_at <= now());
create policy worker_advances_recounts on priv.seat_recounts for update to app_worker using (asked_at <= now()) with check (asked_at <= now());
create policy worker_ends_recounts on priv.seat_recounts for delete to app_worker using (asked_at <= now());
grant select (shift_id, event, at), insert (shift_id, school_id, event, from_status, to_status, at_version, reason, details) on public.shift_events to app_worker;
create policy worker_notes_openings on public.shift_events for insert to app_worker
  with check (event in ('open_signup', 'recount') and from_status = to_status);
create policy worker_sees_openings on public.shift_events for select to app_worker using (event = 'open_signup');
-- Schools have rules that run after some transitions; who acted and why is not readable.
grant select (id, school_id, from_status, to_status) on public.shift_events to app_worker;
create policy worker_sees_steps_of_rules on public.shift_events for select to app_worker
  using (event in ('approve', 'agree', 'accept_counter', 'publish', 'complete', 'seat_drop', 'seat_remove'));

-- Publishing queues the notification of students; a job marks its group as complete when all of its shifts are open. The scheduler works
-- off the queue.
grant select (group_key, shift_id, is_complete, queued_at), insert (group_key, shift_id, is_complete) on public.open_shift_notices to app_rw, app_worker;
grant update (is_complete) on public.open_shift_notices to app_rw;
grant delete on public.open_shift_notices to app_worker;
create policy publishers_queue on public.open_shift_notices for insert to app_rw
  with check (((select app.is_superadmin()) or (select app.is_school_admin())) and (is_complete or group_key = (select app.job_id()))
    and exists (select from public.shifts x where x.id = shift_id and x.status = 'published'));
create policy jobs_see_own on public.open_shift_notices for select to app_rw using (group_key = (select app.job_id()));
create policy jobs_complete on public.open_shift_notices for update to app_rw
  using (group_key = (select app.job_id())) with check (group_key = (select app.job_id()));
create policy worker_queues on public.open_shift_notices for insert to app_worker with check (is_complete);
create policy worker_sees_opened on public.open_shift_notices for select to app_worker using (true);
create policy worker_takes_opened on public.open_shift_notices for delete to app_worker using (true);
