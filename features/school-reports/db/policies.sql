-- Saved reports belong to the school's administrators, and to a superadmin with the school selected.
grant select, insert (id, school_id, name, kind, semester_id, frequency, next_on, send_day, recipients, created_by), delete on public.saved_reports to app_rw;
grant update (name, kind, semester_id, frequency, next_on, send_day, recipients) on public.saved_reports to app_rw;
create policy administrators_see on public.saved_reports for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_add on public.saved_reports for insert to app_rw
  with check (created_by = (select app.uid())
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_change on public.saved_reports for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_remove on public.saved_reports for delete to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- The scheduler sends due reports and sets the next day.
grant select (id, school_id, name, kind, frequency, next_on, send_day, recipients), update (sent_at, next_on) on public.saved_reports to app_worker;
create policy worker_sees_scheduled on public.saved_reports for select to app_worker using (next_on is not null);
create policy worker_sends_scheduled on public.saved_reports for update to app_worker using (next_on is not null) with check (sent_at is not null);
