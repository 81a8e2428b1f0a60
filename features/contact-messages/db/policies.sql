-- Only the operator reads and marks messages. The public form has no sign-in: the worker's login stores messages, and cannot read them.
grant select on public.contact_messages to app_rw;
grant update (read_at, read_by, answered_at, answered_by) on public.contact_messages to app_rw;
create policy superadmin_reads on public.contact_messages for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_answers on public.contact_messages for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
grant insert (id, name, email, organization, topic, message) on public.contact_messages to app_worker;
create policy worker_keeps on public.contact_messages for insert to app_worker with check (read_at is null and answered_at is null);
