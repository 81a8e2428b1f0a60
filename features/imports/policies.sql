-- Imports are the superadmin's to read; they change through the procedures alone.
grant select on public.imports, public.import_rows to app_rw;
create policy superadmin_sees_imports on public.imports for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_sees_import_rows on public.import_rows for select to app_rw using ((select app.is_superadmin()));
