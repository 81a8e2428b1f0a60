-- Only the superadmin connects schools to their Canvas and decides about the people found there; a school reads none of it. The
-- superadmin writes the encrypted credentials, and only the worker reads them: no person's login may read that column.
grant select, insert (id, school_id, base_url, account, auth, client_id, reads_daily, secret_set_at),
  update (base_url, account, auth, client_id, status, reads_daily, failure, secret_set_at) on public.canvas_connections to app_rw;
create policy superadmin_sees_canvas on public.canvas_connections for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_connects_canvas on public.canvas_connections for insert to app_rw with check (status = 'draft' and (select app.is_superadmin()));
create policy superadmin_changes_canvas on public.canvas_connections for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));

grant select (connection_id), insert (connection_id, school_id, sealed), delete on public.canvas_secrets to app_rw;
create policy superadmin_finds_canvas_secrets on public.canvas_secrets for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_keeps_canvas_secrets on public.canvas_secrets for insert to app_rw with check ((select app.is_superadmin()));
create policy superadmin_deletes_canvas_secrets on public.canvas_secrets for delete to app_rw using ((select app.is_superadmin()));

-- Another address is another Canvas: what was read at the first is deleted.
grant delete on public.canvas_people, public.canvas_sections, public.canvas_terms to app_rw;
create policy superadmin_clears_canvas_people on public.canvas_people for delete to app_rw using ((select app.is_superadmin()));
create policy superadmin_clears_canvas_sections on public.canvas_sections for delete to app_rw using ((select app.is_superadmin()));
create policy superadmin_clears_canvas_terms on public.canvas_terms for delete to app_rw using ((select app.is_superadmin()));

grant select, update (semester_id) on public.canvas_terms to app_rw;
create policy superadmin_sees_canvas_terms on public.canvas_terms for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_maps_canvas_terms on public.canvas_terms for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
grant select, update (cohort_id) on public.canvas_sections to app_rw;
create policy superadmin_sees_canvas_sections on public.canvas_sections for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_maps_canvas_sections on public.canvas_sections for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));

-- A person requests a reading; the worker writes the result.
grant select, insert (id, connection_id, school_id, kind) on public.canvas_runs to app_rw;
create policy superadmin_sees_canvas_runs on public.canvas_runs for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_starts_canvas_runs on public.canvas_runs for insert to app_rw
  with check (status = 'queued' and kind = 'roster' and requested_by = (select app.real_uid()) and (select app.is_superadmin()));

grant select, update (status, problem, candidates, student_id, matched_by) on public.canvas_people to app_rw;
create policy superadmin_sees_canvas_people on public.canvas_people for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_settles_canvas_people on public.canvas_people for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));

-- The worker, without an actor, signs in to Canvas and stores what it reads. app.canvas_members returns what it is compared with.
grant select (id, school_id, base_url, account, auth, client_id, status, reads_daily, read_at, version),
  update (status, account_name, failure, tested_at, read_at) on public.canvas_connections to app_worker;
create policy worker_sees_canvas on public.canvas_connections for select to app_worker using ((select app.uid()) is null);
create policy worker_notes_canvas on public.canvas_connections for update to app_worker
  using ((select app.uid()) is null) with check (status in ('active', 'error') and (select app.uid()) is null);
grant select (connection_id, school_id, sealed) on public.canvas_secrets to app_worker;
create policy worker_opens_canvas_secrets on public.canvas_secrets for select to app_worker using ((select app.uid()) is null);
grant select, insert (connection_id, school_id, canvas_id, name, starts_on, ends_on), update (name, starts_on, ends_on, is_gone)
  on public.canvas_terms to app_worker;
create policy worker_sees_canvas_terms on public.canvas_terms for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_canvas_terms on public.canvas_terms for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_canvas_terms on public.canvas_terms for update to app_worker
  using ((select app.uid()) is null) with check ((select app.uid()) is null);
grant select, insert (connection_id, school_id, canvas_id, course_id, term_id, course_code, course_name, name, sis_id),
  update (course_id, term_id, course_code, course_name, name, sis_id, is_gone) on public.canvas_sections to app_worker;
create policy worker_sees_canvas_sections on public.canvas_sections for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_canvas_sections on public.canvas_sections for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_canvas_sections on public.canvas_sections for update to app_worker
  using ((select app.uid()) is null) with check ((select app.uid()) is null);
grant select, insert (connection_id, school_id, kind, status, requested_by, started_at, moved_at, finished_at, errors),
  update (status, started_at, moved_at, finished_at, courses_total, courses_done, people, added, updated, dropped, conflicts, changes, errors)
  on public.canvas_runs to app_worker;
create policy worker_sees_canvas_runs on public.canvas_runs for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_canvas_runs on public.canvas_runs for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_canvas_runs on public.canvas_runs for update to app_worker
  using (status in ('queued', 'running') and (select app.uid()) is null) with check ((select app.uid()) is null);
grant select, insert (connection_id, school_id, canvas_id, name, sis_id, login_id, email, section_ids, cohort_id, status, problem, candidates, student_id, matched_by),
  update (name, sis_id, login_id, email, section_ids, cohort_id, status, problem, candidates, student_id, matched_by, seen_at) on public.canvas_people to app_worker;
create policy worker_sees_canvas_people on public.canvas_people for select to app_worker using ((select app.uid()) is null);
create policy worker_adds_canvas_people on public.canvas_people for insert to app_worker with check ((select app.uid()) is null);
create policy worker_keeps_canvas_people on public.canvas_people for update to app_worker
  using ((select app.uid()) is null) with check ((select app.uid()) is null);
