-- Who is a preceptor where: the superadmin sees all, a facility's administrators those of their part of the hierarchy,
-- everybody their own. Nothing here is written through the table.
grant select on public.facility_admin_permissions to app_rw;
create policy superadmin_sees_all on public.facility_admin_permissions for select to app_rw using ((select app.is_superadmin()));
create policy see_own on public.facility_admin_permissions for select to app_rw using (user_id = (select app.uid()));
create policy facility_admin_sees_scope on public.facility_admin_permissions for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
