-- Everyone creates their own address in person and turns it off; they read when it was created and last read, never its hash.
grant select (id, user_id, created_at, revoked_at, last_read_at), insert (user_id, token_hash), update (revoked_at) on public.calendar_feeds to app_rw;
create policy see_own on public.calendar_feeds for select to app_rw using (user_id = (select app.uid()));
create policy make_own on public.calendar_feeds for insert to app_rw
  with check (user_id = (select app.uid()) and user_id = (select app.real_uid()));
create policy turn_off_own on public.calendar_feeds for update to app_rw
  using (user_id = (select app.uid()) and user_id = (select app.real_uid()) and revoked_at is null) with check (revoked_at is not null);

-- Reading an address records the time.
grant select (id, last_read_at), update (last_read_at) on public.calendar_feeds to app_auth;
create policy seen_when_read on public.calendar_feeds for select to app_auth using (revoked_at is null);
create policy noted_when_read on public.calendar_feeds for update to app_auth using (revoked_at is null) with check (last_read_at is not null);

-- With an address and no session: its person's shifts and their facilities. No names and no seats.
grant select (version, starts_at, updated_at, published_at) on public.shifts to app_auth;
create policy address_sees_shifts on public.shifts for select to app_auth using (id in (select s.id from app.calendar_feed_shifts() s));
grant select (shift_id, event) on public.shift_events to app_auth;
create policy address_sees_events on public.shift_events for select to app_auth using (event in ('publish', 'approve', 'agree', 'accept_counter') and shift_id in (select s.id from app.calendar_feed_shifts() s));
create policy address_sees_facilities on public.facilities for select to app_auth using ((select f.is_open from app.calendar_feed() f));
grant select (id, address, postal_code) on public.sites to app_auth;
create policy address_sees_sites on public.sites for select to app_auth using ((select f.is_open from app.calendar_feed() f));
