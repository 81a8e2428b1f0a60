-- A school's administrators see its shifts, a proctor the own ones past the draft, students what is published for their cohort and what
-- they are on, a facility's people what was submitted for their units, the superadmin all. Drafts come from here or from copying a
-- semester; everything else goes through the procedures.
grant select, insert, delete on public.shifts to app_rw;
create policy superadmin_sees_shifts on public.shifts for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see on public.shifts for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy proctor_sees_own on public.shifts for select to app_rw
  using (proctor_id = (select app.uid()) and school_id = (select app.school_id()) and status <> 'draft' and (select app.role()) = 'proctor');
create policy students_see_published on public.shifts for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id())
    and ((status in ('published', 'full', 'in_progress', 'completed', 'closed') and (cohort_ids = '{}' or cohort_ids && (select app.cohorts_of_mine())))
      or (published_at is not null and id in (select app.my_shift_ids()))));
create policy facility_sees_submitted on public.shifts for select to app_rw
  using ((select app.role()) = 'facility_admin' and submitted_at is not null and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy administrators_draft on public.shifts for insert to app_rw
  with check (status = 'draft'
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));
create policy administrators_delete_drafts on public.shifts for delete to app_rw
  using (status = 'draft'
    and ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))));

grant select, insert on public.shift_series to app_rw;
grant update (pattern) on public.shift_series to app_rw;
create policy administrators_see_series on public.shift_series for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_make_series on public.shift_series for insert to app_rw
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy administrators_change_series on public.shift_series for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));

-- The trail is read through app.shift_trail, which knows whom each line concerns.
grant select on public.shift_events to app_rw;
create policy superadmin_sees_shift_events on public.shift_events for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_shift_events on public.shift_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- A facility's people see all that they offered; a school's administrators what their school may take, and what it took.
grant select on public.open_slots to app_rw;
create policy superadmin_sees_slots on public.open_slots for select to app_rw using ((select app.is_superadmin()));
create policy facility_sees_slots on public.open_slots for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy administrators_see_slots on public.open_slots for select to app_rw
  using ((select app.is_school_admin()) and (school_id = (select app.school_id())
    or (status = 'open' and (school_ids = '{}' or (select app.school_id()) = any (school_ids)) and facility_id in (select app.partner_places((select app.school_id()))))));
