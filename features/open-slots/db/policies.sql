-- A facility's people see everything they offered, offer slots on their own units, and settle open ones; a school's administrators see what
-- their school may take and what it took, and take slots. db/guards.sql limits the transitions and the columns.
grant select on public.open_slots to app_rw;
grant insert (id, offer_id, facility_id, date, start_time, end_time, time_zone, starts_at, ends_at, specialty, experience_type, seats, note, school_ids)
  on public.open_slots to app_rw;
grant update (status, status_reason, shift_id) on public.open_slots to app_rw;
create policy superadmin_sees_slots on public.open_slots for select to app_rw using ((select app.is_superadmin()));
create policy facility_sees_slots on public.open_slots for select to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))));
create policy administrators_see_slots on public.open_slots for select to app_rw
  using ((select app.is_school_admin()) and (school_id = (select app.school_id())
    or (status = 'open' and (school_ids = '{}' or (select app.school_id()) = any (school_ids)) and facility_id in (select app.partner_facilities((select app.school_id()))))));
create policy facility_offers on public.open_slots for insert to app_rw
  with check ((select app.is_superadmin())
    or ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id())))));
-- A slot is taken with a draft that matches the offer.
create policy superadmin_settles on public.open_slots for update to app_rw
  using ((select app.is_superadmin()))
  with check ((select app.is_superadmin()) and (status <> 'taken' or exists (select from public.shifts s where s.id = shift_id and s.school_id = open_slots.school_id and s.status = 'draft' and s.submitted_at is null
      and s.capacity <= open_slots.seats and open_slots.starts_at > now() and (s.facility_id, s.date, s.start_time, s.end_time, s.experience_type)
        = (open_slots.facility_id, open_slots.date, open_slots.start_time, open_slots.end_time, open_slots.experience_type))));
create policy facility_settles on public.open_slots for update to app_rw
  using ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))))
  with check ((select app.role()) = 'facility_admin' and facility_id in (select app.facility_scope((select app.facility_id()))) and status = 'withdrawn');
create policy administrators_take on public.open_slots for update to app_rw
  using ((select app.is_school_admin()) and status = 'open' and (school_ids = '{}' or (select app.school_id()) = any (school_ids))
    and facility_id in (select app.partner_facilities((select app.school_id()))))
  with check ((select app.is_school_admin()) and status = 'taken' and school_id = (select app.school_id())
    and exists (select from public.shifts s where s.id = shift_id and s.school_id = open_slots.school_id and s.status = 'draft' and s.submitted_at is null
      and s.capacity <= open_slots.seats and open_slots.starts_at > now() and (s.facility_id, s.date, s.start_time, s.end_time, s.experience_type)
        = (open_slots.facility_id, open_slots.date, open_slots.start_time, open_slots.end_time, open_slots.experience_type)));

-- The scheduler may only let slots expire that no one took.
grant select (id, status, starts_at) on public.open_slots to app_worker;
grant update (status, settled_at) on public.open_slots to app_worker;
create policy worker_sees_open_slots on public.open_slots for select to app_worker using (status in ('open', 'expired'));
create policy worker_expires_slots on public.open_slots for update to app_worker using (status = 'open') with check (status = 'expired');
