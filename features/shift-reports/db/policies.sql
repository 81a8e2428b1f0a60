-- Its instructor, the school's administrators and the superadmin read a report; students and facilities don't. Its instructor writes it,
-- the school decides; guards.sql says who may change what. The scheduler creates reports.
grant select on public.shift_reports, public.shift_incidents to app_rw;
grant update (status, census, acuity_note, activities, objectives_met, teaching_summary, roster, facility_feedback, private_note, returned_reason)
  on public.shift_reports to app_rw;
create policy superadmin_sees_reports on public.shift_reports for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_changes_reports on public.shift_reports for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy administrators_see_reports on public.shift_reports for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy administrators_change_reports on public.shift_reports for update to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()))
  with check ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy instructor_sees_own_reports on public.shift_reports for select to app_rw
  using ((select app.role()) = 'proctor' and (proctor_id = (select app.uid()) or id in (select app.led_shift_ids())) and school_id = (select app.school_id()));
create policy instructor_writes_own_reports on public.shift_reports for update to app_rw
  using ((select app.role()) = 'proctor' and (proctor_id = (select app.uid()) or id in (select app.led_shift_ids())) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'proctor' and (proctor_id = (select app.uid()) or id in (select app.led_shift_ids())) and school_id = (select app.school_id()));

-- The scheduler opens them, and accepts those that need no look.
grant select (id, school_id, proctor_id, status, submitted_at, due_at, version), update (status),
  insert (id, school_id, proctor_id, status, submitted_at, due_at) on public.shift_reports to app_worker;
create policy worker_sees_reports on public.shift_reports for select to app_worker using (status in ('due', 'draft', 'returned', 'submitted', 'accepted'));
create policy worker_opens_reports on public.shift_reports for insert to app_worker
  with check (status = 'due' and proctor_id is not null or status = 'submitted' and proctor_id is null);
-- Those that no instructor is left to write.
create policy worker_submits_reports on public.shift_reports for update to app_worker using (status in ('due', 'draft', 'returned')) with check (status = 'submitted');
create policy worker_accepts_reports on public.shift_reports for update to app_worker using (status = 'submitted') with check (status = 'accepted');

-- Who reads an incident: its reporter, the school's administrators, the superadmin, and at the facility only the person named for it
-- (Domain 2.20: no one else).
grant insert (id, shift_id, school_id, kind, severity, seats, narrative, reported_to, follow_up_by, created_by) on public.shift_incidents to app_rw;
create policy superadmin_sees_incidents on public.shift_incidents for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_incidents on public.shift_incidents for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy reporter_sees_incidents on public.shift_incidents for select to app_rw
  using ((select app.role()) = 'proctor' and created_by = (select app.uid()) and school_id = (select app.school_id()));
create policy facility_lead_sees_incidents on public.shift_incidents for select to app_rw
  using ((select app.role()) = 'facility_admin'
    and (select app.uid()) in (select r.user_id from app.incident_readers r where r.shift_id = shift_incidents.shift_id));
create policy administrators_report_incidents on public.shift_incidents for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))) and created_by = (select app.uid()));
create policy instructor_reports_incidents on public.shift_incidents for insert to app_rw
  with check ((select app.role()) = 'proctor' and created_by = (select app.uid()) and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids()));

-- Anyone who reads an incident reads its outcome, which the school's administrators write.
grant select on public.shift_incident_closings to app_rw;
grant insert (incident_id, school_id, note, closed_by) on public.shift_incident_closings to app_rw;
create policy closings_are_seen on public.shift_incident_closings for select to app_rw
  using ((select app.role()) is not null and exists (select from public.shift_incidents i where i.id = incident_id));
create policy administrators_close_incidents on public.shift_incident_closings for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id()))) and closed_by = (select app.uid()));
