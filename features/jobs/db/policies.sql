-- A job can be seen by the person who asked, and by administrators of the same school or facility. Only the job's own session records its
-- progress and the outcomes of its rows; triggers refuse all other changes except canceling and resuming.
grant select, insert (id, kind, title, school_id, facility_id, input, total),
  update (status, done, refused, total, result, started_at, finished_at, error_code, error_message, cancel_requested) on public.jobs to app_rw;
create policy own on public.jobs for select to app_rw using (asked_by = (select app.uid()));
create policy school_sees on public.jobs for select to app_rw
  using (school_id = (select app.school_id()) and (select app.is_school_admin()));
create policy facility_sees on public.jobs for select to app_rw
  using (facility_id = (select app.facility_id()) and (select app.role()) = 'facility_admin');
create policy superadmin_sees on public.jobs for select to app_rw using ((select app.is_superadmin()));
create policy ask on public.jobs for insert to app_rw with check (
  asked_by = (select app.uid()) and (select app.role()) is not null and (select app.job_id()) is null
  and (school_id is null or (school_id = (select app.school_id()) and (select app.is_school_admin())) or (select app.is_superadmin()))
  and (facility_id is null or (facility_id = (select app.facility_id()) and (select app.role()) = 'facility_admin') or (select app.is_superadmin())));
create policy change_own on public.jobs for update to app_rw
  using (asked_by = (select app.uid())) with check (asked_by = (select app.uid()));

grant select, insert (job_id, position, key, label, input), update (status, code, message, finished_at) on public.job_items to app_rw;
create policy with_job on public.job_items for select to app_rw using (exists (select from public.jobs j where j.id = job_id));
create policy of_new_job on public.job_items for insert to app_rw
  with check (exists (select from public.jobs j where j.id = job_id and j.asked_by = (select app.uid()) and j.status = 'queued'));
create policy outcome on public.job_items for update to app_rw
  using (job_id = (select app.job_id())) with check (job_id = (select app.job_id()));

-- The worker queues a job for its school or facility, opens it, and ends one whose own session cannot; the scheduler checks whether a job still runs.
grant select (id, kind, school_id, facility_id, input, status, done, total, attempts, created_at, started_at, finished_at, cancel_requested, error_message),
  update (status, done, refused, result, attempts, started_at, finished_at, error_code, error_message) on public.jobs to app_worker;
create policy worker_sees_jobs on public.jobs for select to app_worker using (status in ('queued', 'running', 'done', 'failed', 'canceled'));
create policy worker_runs_jobs on public.jobs for update to app_worker
  using (status in ('queued', 'running')) with check (status in ('running', 'failed'));
grant select (job_id, status) on public.job_items to app_worker;
create policy worker_counts_items on public.job_items for select to app_worker using (job_id in (select j.id from public.jobs j));
-- It runs a job in the job's session, as long as it lives; when the job has ended, it deletes the session.
grant select (token_hash, job_id, expires_at), delete on priv.sessions to app_worker;
create policy worker_acts_in_jobs on priv.sessions for select to app_worker
  using (expires_at > now() and exists (select from public.jobs j where j.id = job_id and j.status in ('queued', 'running')));
create policy worker_sees_ended_jobs on priv.sessions for select to app_worker
  using (exists (select from public.jobs j where j.id = job_id and j.status in ('done', 'failed', 'canceled')));
create policy worker_closes_ended_jobs on priv.sessions for delete to app_worker
  using (exists (select from public.jobs j where j.id = job_id and j.status in ('done', 'failed', 'canceled')));
