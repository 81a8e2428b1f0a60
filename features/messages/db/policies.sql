-- A school's administrators see what their school sends, an instructor what they write to the students on their own shifts, a facility
-- admin what their partnership's organization sends, the superadmin all. Recipients read their notification, never these rows.
grant select, insert (id, school_id, organization_id, by_instructor, sent_by, audience, audience_name, title, message, is_urgent, send_at),
  update (audience, audience_name, title, message, is_urgent, send_at, canceled_at, canceled_by) on public.messages to app_rw;
grant select, insert (message_id, school_id, user_id) on public.message_people to app_rw;
grant select, insert (message_id, partner_id) on public.message_schools to app_rw;
grant select, insert (id, message_id, sent_by, recipients) on public.message_reminders to app_rw;
create policy administrators_see on public.messages for select to app_rw
  using ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()));
create policy facility_admins_see on public.messages for select to app_rw
  using ((select app.role()) = 'facility_admin' and (sent_by = (select app.uid()) or organization_id in (select app.facility_scope((select app.facility_id())))));
create policy instructors_see_own on public.messages for select to app_rw
  using ((select app.role()) = 'proctor' and party = 'instructor' and sent_by = (select app.uid()) and school_id = (select app.school_id()));
-- A scheduled time must be in the future, and at most sixty days after writing.
create policy administrators_write on public.messages for insert to app_rw
  with check (sent_by = (select app.uid()) and party = 'school'
    and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()))
    and (send_at is null or send_at > now() and send_at <= now() + interval '60 days'));
create policy facility_admins_write on public.messages for insert to app_rw
  with check (sent_by = (select app.uid()) and party = 'facility' and (select app.role()) = 'facility_admin' and school_id is null
    and organization_id in (select p.organization_id from public.partnerships p)
    and (send_at is null or send_at > now() and send_at <= now() + interval '60 days'));
create policy instructors_write on public.messages for insert to app_rw
  with check (sent_by = (select app.uid()) and party = 'instructor' and (select app.role()) = 'proctor' and school_id = (select app.school_id())
    and organization_id is null
    and (send_at is null or send_at > now() and send_at <= now() + interval '60 days'));
-- Until a scheduled message is sent, its writer may change it, and anyone who sees it may cancel it.
create policy writers_change on public.messages for update to app_rw
  using (sent_by = (select app.uid()) and send_at is not null and delivered_at is null and canceled_at is null and failure is null)
  with check (sent_by = (select app.uid()) and canceled_at is null and send_at > now() and send_at <= now() + interval '60 days');
create policy readers_cancel on public.messages for update to app_rw
  using (send_at is not null and delivered_at is null and canceled_at is null and failure is null
    and ((select app.is_superadmin()) or (select app.is_school_admin()) and school_id = (select app.school_id()) or sent_by = (select app.uid())
      or (select app.role()) = 'facility_admin' and organization_id in (select app.facility_scope((select app.facility_id())))))
  with check (canceled_at is not null and canceled_by = (select app.uid()));
create policy seen_with_message on public.message_people for select to app_rw
  using (exists (select from public.messages m where m.id = message_id));
create policy seen_with_message on public.message_schools for select to app_rw
  using (exists (select from public.messages m where m.id = message_id));
create policy seen_with_message on public.message_reminders for select to app_rw
  using (exists (select from public.messages m where m.id = message_id));
-- Recipients must be the school's own people (ensured by foreign keys), the students on an instructor's own shifts, or schools with an
-- active partnership. The policies of seats and partnerships apply here.
create policy sender_names_people on public.message_people for insert to app_rw
  with check (message_id in (select m.id from public.messages m
    where m.sent_by = (select app.uid()) and m.party = 'school' and m.send_at is null and m.delivered_at is null));
create policy instructor_names_students on public.message_people for insert to app_rw
  with check (message_id in (select m.id from public.messages m
      where m.sent_by = (select app.uid()) and m.party = 'instructor' and m.send_at is null and m.delivered_at is null)
    and user_id in (select a.student_id from public.assignments a where app.holds_seat(a.status) and a.shift_id in (select app.led_shift_ids())));
create policy sender_names_schools on public.message_schools for insert to app_rw
  with check ((message_id, partner_id) in (select m.id, p.school_id from public.messages m
    join public.partnerships p on p.organization_id = m.organization_id and p.status = 'active'
    where m.sent_by = (select app.uid()) and m.send_at is null and m.delivered_at is null));
create policy readers_remind on public.message_reminders for insert to app_rw
  with check (sent_by = (select app.uid()) and message_id in (select m.id from public.messages m where m.delivered_at is not null));

-- The worker determines the recipients of a scheduled message, notifies them, and records who has read it, for sixty days; after that,
-- unread stays unread.
grant select (email_verified) on public.users to app_worker;
grant select, update (delivered_at, failure) on public.messages to app_worker;
grant select, insert (message_id, school_id, user_id), update (read_at) on public.message_people to app_worker;
grant select, insert (message_id, partner_id), update (read_at) on public.message_schools to app_worker;
grant select, update (delivered_at) on public.message_reminders to app_worker;
create policy worker_sees_recent on public.messages for select to app_worker using (coalesce(send_at, created_at) > now() - interval '60 days');
create policy worker_delivers on public.messages for update to app_worker
  using (delivered_at is null and canceled_at is null and failure is null and coalesce(send_at, created_at) <= now())
  with check (delivered_at is not null or failure is not null);
create policy worker_sees_people on public.message_people for select to app_worker using (message_id in (select m.id from public.messages m));
create policy worker_notes_readers on public.message_people for update to app_worker using (read_at is null) with check (read_at is not null);
create policy worker_names_people on public.message_people for insert to app_worker
  with check (message_id in (select m.id from public.messages m where m.send_at <= now() and m.delivered_at is null and m.canceled_at is null
    and (m.party = 'school' or m.party = 'instructor' and user_id in (select a.student_id from public.assignments a
      join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
      where a.school_id = m.school_id and app.holds_seat(a.status) and m.sent_by = any (app.instructors_of(s))))));
create policy worker_sees_schools on public.message_schools for select to app_worker using (message_id in (select m.id from public.messages m));
create policy worker_notes_readers on public.message_schools for update to app_worker using (read_at is null) with check (read_at is not null);
create policy worker_names_schools on public.message_schools for insert to app_worker
  with check ((message_id, partner_id) in (select m.id, p.school_id from public.messages m
    join public.partnerships p on p.organization_id = m.organization_id and p.status = 'active'
    where m.send_at <= now() and m.delivered_at is null and m.canceled_at is null));
create policy worker_sees_reminders on public.message_reminders for select to app_worker using (created_at > now() - interval '60 days');
create policy worker_reminds on public.message_reminders for update to app_worker using (delivered_at is null) with check (delivered_at is not null);
