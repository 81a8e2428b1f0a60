-- What was written to the operator is the operator's to read; it enters through app.keep_contact_message alone.
grant select on public.contact_messages to app_rw;
create policy superadmin_reads on public.contact_messages for select to app_rw using ((select app.is_superadmin()));
