-- Invitations are read by whoever administers the place; they change through the procedures alone.
grant select on public.invitations to app_rw;
create policy superadmin_sees_invitations on public.invitations for select to app_rw using ((select app.is_superadmin()));
create policy school_admin_sees_invitations on public.invitations for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_admin_sees_invitations on public.invitations for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
