-- Students see their own seats, school administrators their school's, proctors and preceptors those on their own shifts,
-- the superadmin all. A facility sees who is coming only through app.roster_as_facility. No login inserts a seat: kernel
-- functions do, which count. db/guards.sql says which step each of them may take on an existing seat.
grant select on public.assignments, public.shift_swaps, public.makeup_needs to app_rw;
grant update (status, reason, reason_code, drop_asked_at, drop_asked_reason, conflict_at, conflict_note) on public.assignments to app_rw;
grant insert (id, school_id, assignment_id, from_student_id, to_student_id, other_assignment_id, note), update (status, reason)
  on public.shift_swaps to app_rw;
grant insert (school_id, student_id, assignment_id, hours, specialty, reason), update (status, waived_reason, hours) on public.makeup_needs to app_rw;
create policy superadmin_sees_assignments on public.assignments for select to app_rw using ((select app.is_superadmin()));
create policy administrators_see_assignments on public.assignments for select to app_rw
  using ((select app.is_school_admin()) and school_id = (select app.school_id()));
create policy student_sees_own_seats on public.assignments for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy proctor_sees_own_shifts on public.assignments for select to app_rw
  using ((select app.role()) = 'proctor' and school_id = (select app.school_id())
    and shift_id in (select app.led_shift_ids()));
create policy preceptor_sees_own_shifts on public.assignments for select to app_rw
  using ((select app.role()) = 'facility_admin' and shift_id in (select app.precepted_shifts()));

-- The scheduler reads the seats of shifts with deadlines.
grant select (id, school_id, shift_id, student_id, status, source, during, busy, asked_at, decided_at, offer_expires_at, moved_at), update (status, reason, reason_code, during, busy, asked_at, offer_expires_at)
  on public.assignments to app_worker;
create policy worker_sees_seats on public.assignments for select to app_worker
  using (status in ('requested', 'waitlisted', 'offered', 'assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show', 'lapsed', 'declined',
    'withdrawn', 'dropped', 'removed', 'cancelled'));
create policy worker_decides on public.assignments for update to app_worker
  using (status in ('offered', 'requested', 'assigned', 'waitlisted')) with check (status in ('lapsed', 'assigned', 'waitlisted', 'declined', 'removed', 'offered'));
-- It offers seats that were given up to students on the waitlist; triggers queue the shifts.
grant select, update (asked_at), delete on priv.seat_offers to app_worker;
grant execute on function app.shift_limits(public.shifts, boolean) to app_worker;
create policy worker_reads_offers on priv.seat_offers for select to app_worker using (asked_at <= now());
-- What cannot be offered now goes to the end of the queue.
create policy worker_puts_offers_back on priv.seat_offers for update to app_worker using (asked_at <= now()) with check (asked_at <= now());
create policy worker_ends_offers on priv.seat_offers for delete to app_worker using (asked_at <= now());

create policy administrators_see_swaps on public.shift_swaps for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy students_see_own_swaps on public.shift_swaps for select to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and (select app.uid()) in (from_student_id, to_student_id));

-- The scheduler ends swaps that can no longer happen, and notifies about those that ended with a seat.
grant select (id, school_id, assignment_id, other_assignment_id, from_student_id, to_student_id, status, reason, created_at, updated_at), update (status, reason)
  on public.shift_swaps to app_worker;
create policy worker_sees_ended_swaps on public.shift_swaps for select to app_worker using (status in ('proposed', 'accepted', 'lapsed'));
create policy worker_ends_swaps on public.shift_swaps for update to app_worker
  using (status in ('proposed', 'accepted')) with check (status = 'lapsed');

create policy administrators_see_needs on public.makeup_needs for select to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
create policy student_sees_own_needs on public.makeup_needs for select to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));

create policy student_changes_own_seats on public.assignments for update to app_rw
  using ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()))
  with check ((select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id()));
create policy administrators_change_seats on public.assignments for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
-- The hours of those that are still owed are those of the shift.
create policy administrators_change_needs on public.makeup_needs for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
    and (status in ('made_up', 'waived') or (assignment_id, school_id, hours) in (select a.id, a.school_id, x.credited_hours
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id)));
-- Whose hours they are, and how many, comes from the seat that was taken away.
create policy administrators_note_needs on public.makeup_needs for insert to app_rw
  with check (((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
    and (assignment_id, school_id, student_id, hours, specialty) in (select a.id, a.school_id, a.student_id, x.credited_hours, x.specialty
      from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id where a.status = 'removed'));

create policy students_propose_swaps on public.shift_swaps for insert to app_rw
  with check ((select app.role()) = 'student' and school_id = (select app.school_id()) and from_student_id = (select app.uid()));
create policy students_answer_swaps on public.shift_swaps for update to app_rw
  using ((select app.role()) = 'student' and school_id = (select app.school_id()) and (select app.uid()) in (from_student_id, to_student_id))
  with check ((select app.role()) = 'student' and school_id = (select app.school_id()) and (select app.uid()) in (from_student_id, to_student_id)
    -- A yes of the classmate is the swap where the school lets students choose shifts by themselves.
    and (status <> 'done' or exists (select from public.schools c where c.id = school_id and (c.settings ->> 'self_signup')::boolean)));
create policy administrators_decide_swaps on public.shift_swaps for update to app_rw
  using ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())))
  with check ((select app.is_superadmin()) or ((select app.is_school_admin()) and school_id = (select app.school_id())));
