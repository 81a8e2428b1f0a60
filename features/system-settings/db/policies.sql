-- Superadmins read and change settings; the worker reads the effective values for every server. Rows are never updated: each change is a
-- new row.
grant select, insert (key, version, value, created_by) on public.system_settings to app_rw;
create policy superadmin_reads on public.system_settings for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_changes on public.system_settings for insert to app_rw
  with check ((select app.is_superadmin()) and created_by = (select app.uid()));
grant select (key, version, value) on public.system_settings to app_worker;
create policy worker_reads on public.system_settings for select to app_worker using (version > 0);

-- The worker records why an email was refused, and reads it for the superadmin's log.
grant select (last_error) on priv.mails to app_worker;
