-- A school's administrators match its students; a student may read their own result once it is published, and their own concerns; the
-- superadmin sees all. Published results never change.
grant select on public.wishlist_runs, public.wishlist_results, public.wishlist_edits, public.wishlist_concerns to app_rw;
grant insert (id, school_id, campaign_id, number, job_id, settings), update (status, problem, gaps, proof, figures, finished_at)
  on public.wishlist_runs to app_rw;
grant insert (run_id, student_id, school_id, option_ids, choices, sentences), update (option_ids, sentences, is_edited), delete
  on public.wishlist_results to app_rw;
grant insert (id, run_id, student_id, school_id, from_options, to_options, cost_before, cost_after, reason, created_by), update (undone_at)
  on public.wishlist_edits to app_rw;
grant insert (id, campaign_id, student_id, school_id, fact, details), update (status, answer, answered_at, answered_by) on public.wishlist_concerns to app_rw;

create policy superadmin_sees_runs on public.wishlist_runs for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_runs on public.wishlist_runs for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_start_runs on public.wishlist_runs for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and campaign_id in (select c.id from public.wishlist_campaigns c where c.status = 'announced' and now() >= c.closes_at));
create policy administrators_change_runs on public.wishlist_runs for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));

create policy superadmin_sees_results on public.wishlist_results for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_results on public.wishlist_results for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy students_see_own_result on public.wishlist_results for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid())
    and run_id in (select c.published_run_id from public.wishlist_campaigns c where c.status in ('published', 'archived')));
create policy administrators_write_results on public.wishlist_results for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')));
create policy administrators_change_results on public.wishlist_results for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')));
create policy administrators_replace_results on public.wishlist_results for delete to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')));

create policy superadmin_sees_edits on public.wishlist_edits for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_edits on public.wishlist_edits for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_edit on public.wishlist_edits for insert to app_rw
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and created_by = (select app.real_uid())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')));
create policy administrators_undo on public.wishlist_edits for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id())
    and run_id in (select r.id from public.wishlist_runs r where r.status in ('running', 'done')));

create policy superadmin_sees_concerns on public.wishlist_concerns for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_concerns on public.wishlist_concerns for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy students_see_own_concerns on public.wishlist_concerns for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid()));
-- Within the deadline by the database's clock, and only by a student with a result.
create policy students_raise_concerns on public.wishlist_concerns for insert to app_rw
  with check ((select app.role()) = 'student' and school_id = (select app.school_id()) and student_id = (select app.uid())
    and campaign_id in (select c.id from public.wishlist_campaigns c join public.wishlist_results r on r.run_id = c.published_run_id
      where r.student_id = (select app.uid()) and c.status = 'published' and now() < c.concerns_until));
-- Only once.
create policy administrators_answer_concerns on public.wishlist_concerns for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()) and status = 'open')
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()) and status <> 'open');
