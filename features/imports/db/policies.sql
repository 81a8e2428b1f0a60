-- Only the superadmin may use imports; the rows of a written one can no longer change.
grant select on public.imports, public.import_rows to app_rw;
create policy superadmin_sees_imports on public.imports for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_sees_import_rows on public.import_rows for select to app_rw using ((select app.is_superadmin()));
grant insert (id, kind, file_name, organization_id), update (counts, status), delete on public.imports to app_rw;
create policy superadmin_starts_imports on public.imports for insert to app_rw with check ((select app.is_superadmin()));
create policy superadmin_changes_imports on public.imports for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
create policy superadmin_drops_open_imports on public.imports for delete to app_rw using ((select app.is_superadmin()) and status = 'open');
grant insert (import_id, line, data, problem, note), update (data, problem, note, is_left_out, verdict, reason, changes, target_id, parent_id)
  on public.import_rows to app_rw;
create policy superadmin_adds_import_rows on public.import_rows for insert to app_rw
  with check ((select app.is_superadmin()) and import_id in (select i.id from public.imports i where i.status = 'open'));
create policy superadmin_judges_import_rows on public.import_rows for update to app_rw
  using ((select app.is_superadmin()) and import_id in (select i.id from public.imports i where i.status = 'open'))
  with check ((select app.is_superadmin()) and import_id in (select i.id from public.imports i where i.status = 'open'));

-- Sites of a file and their organizations are written in bulk. Fields that come only from a public list may be changed by an import.
grant insert (id, slug, organization_type, address, postal_code, phone) on public.organizations to app_rw;
create policy superadmin_adds on public.organizations for insert to app_rw with check ((select app.is_superadmin()));
grant insert (id, slug, cms_certification_number, site_type, ownership, has_emergency_services, address, postal_code, county, phone, latitude, longitude),
  update (ownership, has_emergency_services) on public.sites to app_rw;
create policy superadmin_adds on public.sites for insert to app_rw with check ((select app.is_superadmin()));
