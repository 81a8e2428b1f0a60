-- Everyone signed in may see a logo, like the name it is next to. The school's administrators set it, or anyone who manages the
-- organization while it is active; the superadmin may set any.
grant select, insert (id, school_id, organization_id, mime_type, content), delete on public.logos to app_rw;
create policy members_see on public.logos for select to app_rw using ((select app.role()) is not null);
create policy owners_give on public.logos for insert to app_rw with check ((select app.is_superadmin())
  or ((select app.is_school_admin()) and school_id = (select app.school_id()))
  or ((select app.role()) = 'facility_admin' and organization_id in (select app.facility_scope((select app.facility_id())))));
create policy owners_remove on public.logos for delete to app_rw using ((select app.is_superadmin())
  or ((select app.is_school_admin()) and school_id = (select app.school_id()))
  or ((select app.role()) = 'facility_admin' and organization_id in (select app.facility_scope((select app.facility_id())))));
