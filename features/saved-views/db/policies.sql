-- Saved views belong to one person; no one else sees or changes them, not even the superadmin.
grant select, insert, delete, update (name, is_default, updated_at) on public.saved_views to app_rw;
create policy own on public.saved_views for select to app_rw using (user_id = (select app.uid()));
create policy save on public.saved_views for insert to app_rw with check (user_id = (select app.uid()));
create policy change on public.saved_views for update to app_rw
  using (user_id = (select app.uid())) with check (user_id = (select app.uid()));
create policy remove on public.saved_views for delete to app_rw using (user_id = (select app.uid()));
