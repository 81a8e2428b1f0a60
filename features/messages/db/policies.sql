-- A school's administrators see and write what their school sends; a facility admin what the organization of their partnerships sends; the
-- superadmin all. Recipients read their notification, never these rows.
grant select, insert (id, school_id, organization_id, sent_by, audience, audience_name, title, message, is_urgent) on public.messages to app_rw;
grant select, insert (message_id, school_id, user_id) on public.message_people to app_rw;
grant select, insert (message_id, partner_id) on public.message_schools to app_rw;
create policy administrators_see on public.messages for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_admins_see on public.messages for select to app_rw
  using ((select app.role()) = 'facility_admin' and (sent_by = (select app.uid()) or organization_id in (select app.facility_scope((select app.facility_id())))));
create policy administrators_write on public.messages for insert to app_rw
  with check (sent_by = (select app.uid())
    and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id())));
create policy facility_admins_write on public.messages for insert to app_rw
  with check (sent_by = (select app.uid()) and (select app.role()) = 'facility_admin' and school_id is null
    and organization_id in (select p.organization_id from public.partnerships p));
create policy seen_with_message on public.message_people for select to app_rw
  using (message_id in (select m.id from public.messages m));
create policy seen_with_message on public.message_schools for select to app_rw
  using (message_id in (select m.id from public.messages m));
-- Own people (the keys see to it), or schools whose partnership is in force: partnerships are under their own policies here.
create policy sender_names_people on public.message_people for insert to app_rw
  with check (message_id in (select m.id from public.messages m where m.sent_by = (select app.uid()) and m.delivered_at is null));
create policy sender_names_schools on public.message_schools for insert to app_rw
  with check ((message_id, partner_id) in (select m.id, p.school_id from public.messages m
    join public.partnerships p on p.organization_id = m.organization_id and p.status = 'active'
    where m.sent_by = (select app.uid()) and m.delivered_at is null));

-- The worker notifies, and notes who has read: for sixty days, then what is unread stays so.
grant select, update (delivered_at) on public.messages to app_worker;
grant select, update (read_at) on public.message_people, public.message_schools to app_worker;
create policy worker_sees_recent on public.messages for select to app_worker using (created_at > now() - interval '60 days');
create policy worker_delivers on public.messages for update to app_worker using (delivered_at is null) with check (delivered_at is not null);
create policy worker_sees_people on public.message_people for select to app_worker using (message_id in (select m.id from public.messages m));
create policy worker_notes_readers on public.message_people for update to app_worker using (read_at is null) with check (read_at is not null);
create policy worker_sees_schools on public.message_schools for select to app_worker using (message_id in (select m.id from public.messages m));
create policy worker_notes_readers on public.message_schools for update to app_worker using (read_at is null) with check (read_at is not null);
