-- What was written to the operator is the operator's to read and to mark; it enters through app.keep_contact_message alone.
grant select on public.contact_messages to app_rw;
grant update (read_at, read_by, answered_at, answered_by) on public.contact_messages to app_rw;
create policy superadmin_reads on public.contact_messages for select to app_rw using ((select app.is_superadmin()));
create policy superadmin_answers on public.contact_messages for update to app_rw
  using ((select app.is_superadmin())) with check ((select app.is_superadmin()));
