-- School administrators see and edit the templates, rules, runs and changes of
-- their school; the superadmin those of all schools. No one else does.
grant select, insert (id, school_id, name, facility_id, specialty, experience_type, start_time, end_time, weekdays, seats, break_min, course_code, cohort_ids, objectives, signup_mode),
  update (name, facility_id, specialty, experience_type, start_time, end_time, weekdays, seats, break_min, course_code, cohort_ids, objectives, signup_mode, is_archived)
  on public.shift_templates to app_rw;
create policy administrators_see_templates on public.shift_templates for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_add_templates on public.shift_templates for insert to app_rw
  with check ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_change_templates on public.shift_templates for update to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));

grant select, delete, insert (id, school_id, name, action, cron, mode, template_id, semester_id, cohort_id, facility_id, days_ahead, run_limit, remind_about, to_be_named, event),
  update (name, action, cron, event, events_after, mode, template_id, semester_id, cohort_id, facility_id, days_ahead, run_limit, remind_about, to_be_named,
    status, halted_why, owner_id, tried_at, failures, last_run_at, next_run_at) on public.automation_rules to app_rw;
create policy administrators_see_rules on public.automation_rules for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_add_rules on public.automation_rules for insert to app_rw
  with check (status = 'draft' and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_change_rules on public.automation_rules for update to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_remove_rules on public.automation_rules for delete to app_rw
  using (status <> 'active' and last_run_at is null and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));

-- A person starts a run; its own job writes the result.
grant select, insert (id, rule_id, school_id, job_id, mode, due_at), update (status, error, started_at, finished_at) on public.automation_runs to app_rw;
create policy administrators_see_runs on public.automation_runs for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_start_runs on public.automation_runs for insert to app_rw
  with check (status = 'queued' and not is_scheduled and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));
create policy jobs_write_runs on public.automation_runs for update to app_rw
  using (job_id = (select app.job_id()) and status in ('queued', 'running')) with check (job_id = (select app.job_id()) and status <> 'queued');

grant select, insert (id, run_id, rule_id, school_id, position, action, key, entity_id, student_id, label, input, before, after, status),
  update (after, status, message, done_at, decided_by) on public.automation_changes to app_rw;
create policy administrators_see_changes on public.automation_changes for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy jobs_add_changes on public.automation_changes for insert to app_rw
  with check (status in ('waiting', 'suggested') and exists (select from public.automation_runs r where r.id = run_id and r.rule_id = automation_changes.rule_id
    and r.job_id = (select app.job_id()) and r.status = 'running'));
create policy administrators_decide_changes on public.automation_changes for update to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
  with check (((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
    and decided_by is not distinct from case when (select app.job_id()) is null then (select app.uid()) end);

-- The scheduler starts due rules in the name of the person who turned them on, while that person administers the
-- school; it pauses rules without such a person, and marks runs as failed if their job ended.
grant select, update (status, halted_why, failures, last_run_at, next_run_at, events_after) on public.automation_rules to app_worker;
create policy worker_sees_rules on public.automation_rules for select to app_worker using (status = 'active');
create policy worker_keeps_rules on public.automation_rules for update to app_worker using (status = 'active') with check (status in ('active', 'paused', 'error'));
create policy worker_sees_kept_rules on public.automation_rules for select to app_worker using (halted_why is not null);
grant select, insert (id, rule_id, school_id, job_id, mode, due_at, is_scheduled, event_ids), update (status, error, finished_at) on public.automation_runs to app_worker;
create policy worker_sees_runs on public.automation_runs for select to app_worker using (status in ('queued', 'running', 'failed'));
create policy worker_sees_runs_of_events on public.automation_runs for select to app_worker using (event_ids <> '{}');
create policy worker_starts_runs on public.automation_runs for insert to app_worker
  with check (status = 'queued' and is_scheduled and rule_id in (select a.id from public.automation_rules a where a.status = 'active'));
create policy worker_fails_runs on public.automation_runs for update to app_worker using (status in ('queued', 'running')) with check (status = 'failed');
grant select (id, run_id, status), update (status, message) on public.automation_changes to app_worker;
create policy worker_sees_waiting_changes on public.automation_changes for select to app_worker using (status in ('waiting', 'refused'));
create policy worker_refuses_waiting_changes on public.automation_changes for update to app_worker using (status = 'waiting') with check (status = 'refused');
create policy worker_starts_automations on public.jobs for insert to app_worker with check (kind = 'automation' and status = 'queued'
  and exists (select from public.automation_runs r join public.automation_rules a on a.id = r.rule_id
    where r.id = (input ->> 'run_id')::uuid and r.job_id = jobs.id and r.is_scheduled and a.owner_id = asked_by and a.school_id = jobs.school_id));
-- The session in which a run acts: its owner's, only for the job of the run, and for at most a day.
grant insert (token_hash, user_id, expires_at, job_id) on priv.sessions to app_worker;
create policy worker_opens_automations on priv.sessions for insert to app_worker with check (expires_at <= now() + interval '24 hours'
  and exists (select from public.jobs j join public.automation_runs r on r.job_id = j.id join public.automation_rules a on a.id = r.rule_id
    join public.users u on u.id = a.owner_id
    where j.id = sessions.job_id and j.kind = 'automation' and j.status = 'queued' and r.status = 'queued' and r.is_scheduled and a.status = 'active'
      and a.owner_id = sessions.user_id and u.status = 'active'
      and (u.role = 'superadmin' or u.role in ('school_admin', 'school_super_admin') and u.linked_school_id = a.school_id)));
