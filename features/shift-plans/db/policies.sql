-- A school admin makes and changes their school's plans, a superadmin those of the school they work with. No one else reads them, not even
-- the school's super admins, who have no access to the page (Spec §2).
grant select, insert (id, school_id, semester_id, prompt, file_name, parsed, items, status, planned, blocked),
  update (semester_id, prompt, answers, edits, parsed, items, status, planned, blocked, committed_shift_ids, committed_at, failure) on public.shift_plans to app_rw;

create policy superadmin_sees_shift_plans on public.shift_plans for select to app_rw using ((select app.is_superadmin()));
create policy school_admins_see_shift_plans on public.shift_plans for select to app_rw
  using ((select app.role()) = 'school_admin' and school_id = (select app.school_id()));
create policy school_admins_make_shift_plans on public.shift_plans for insert to app_rw
  with check (status <> 'committed' and ((select app.is_superadmin()) or (select app.role()) = 'school_admin' and school_id = (select app.school_id())));
create policy school_admins_change_shift_plans on public.shift_plans for update to app_rw
  using ((select app.is_superadmin()) or (select app.role()) = 'school_admin' and school_id = (select app.school_id()))
  with check ((select app.is_superadmin()) or (select app.role()) = 'school_admin' and school_id = (select app.school_id()));
