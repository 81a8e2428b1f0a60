-- Everyone reads published plans; only the superadmin reads drafts.
grant select on public.plans to app_rw;
create policy published on public.plans for select to app_rw using (is_published);
create policy superadmin_sees_all on public.plans for select to app_rw using ((select app.is_superadmin()));
