-- What was written to the operator is the operator's to read and to mark. No one is signed in at the public form: the worker's login keeps
-- what is written there, and reads none of it.
grant select on public.contact_messages to app_rw;
grant update (read_at, read_by, answered_at, answered_by) on public.contact_messages to app_rw;
create policy superadmin_reads on public.contact_messages for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_answers on public.contact_messages for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
grant insert (id, name, email, organization, topic, message) on public.contact_messages to app_worker;
create policy worker_keeps on public.contact_messages for insert to app_worker with check (read_at is null and answered_at is null);
