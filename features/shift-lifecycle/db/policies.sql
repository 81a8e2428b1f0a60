-- The superadmin compares the steps of a shift with the rules; no other login reads them.
grant select on public.transitions to app_rw;
create policy superadmin_reads on public.transitions for select to app_rw using ((select app.is_superadmin()));
