-- The access trail: the superadmin reads all of it, school administrators what concerns their school, facility administrators what
-- their own people did. A student reads who looked at their record through app.looks_at_record alone, which shows no one else.
grant select on public.access_events, public.failed_attempts to app_rw;
create policy superadmin_reads on public.access_events for select to app_rw using ((select app.is_superadmin()));
create policy school_reads on public.access_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_reads_own_people on public.access_events for select to app_rw
  using ((select app.reads_facility_trail()) and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy superadmin_reads on public.failed_attempts for select to app_rw using ((select app.is_superadmin()));
create policy school_reads on public.failed_attempts for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));

-- The audit trail: the superadmin reads all of it, school administrators their school's, everybody their own.
grant select on public.audit_events to app_rw;
create policy superadmin_reads_audit on public.audit_events for select to app_rw using ((select app.is_superadmin()));
create policy school_reads_audit on public.audit_events for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy own_audit on public.audit_events for select to app_rw using (actor_id = (select app.real_uid()));
