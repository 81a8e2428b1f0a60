-- When students have a day of their capstone project, after a night with the rest that the school requires: every day, and those that keep them from
-- seats, which are planned days also while the project waits for a new preceptor. No login may read these. Here, because the files of functions come first.
create or replace view app.capstone_day_times with (security_invoker = true) as
  select d.id, j.student_id, d.date, d.status, j.status as project_status,
    tstzrange(d.starts_at, d.ends_at + case when app.is_night(d.start_time, d.end_time)
      then make_interval(hours => app.school_setting(j.school_id, 'rest_after_night_h')::integer) else interval '0' end) as during
  from public.capstone_days d join public.capstone_projects j on j.id = d.project_id;
create or replace view app.capstone_times with (security_invoker = true) as
  select student_id, during, id from app.capstone_day_times
  where project_status in ('matched', 'active') and status <> 'removed' or project_status = 'awaiting_preceptor' and status = 'planned';

-- Seats on shifts change only here. A trigger takes the seat by counting on the shift's own row: however many
-- students sign up at once, only as many as there are seats get one, and each of the others gets the reason. An
-- exclusion constraint refuses overlaps and short rest. Every command locks the shift first and its seats after
-- it, never the shift's key, which a new seat references, so there are no deadlocks.

-- Counts seats on the shift's row. A shift that is not open takes none; a constraint refuses one seat too many.
-- Reason: a trigger needs it.
create or replace function app.count_seat() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare n record;
begin
  select app.holds_seat(new.status)::integer - coalesce(app.holds_seat(old.status), false)::integer as seats,
    (new.status = 'waitlisted')::integer - coalesce(old.status = 'waitlisted', false)::integer as queue into n;
  if n.seats = 0 and n.queue = 0 then return null; end if;
  update public.shifts set seats_taken = seats_taken + n.seats, waiting = greatest(waiting + n.queue, 0), reminders_sent = case when n.seats > 0 then 0 else reminders_sent end
    where id = new.shift_id and (n.seats <= 0 or status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'in_progress', 'completed'));
  if not found then raise exception 'seat.closed' using errcode = 'PW409'; end if;
  return null;
end $$;
drop trigger if exists count_new_seats on public.assignments;
create or replace trigger count_seat after insert or update of status on public.assignments for each row execute function app.count_seat();

-- What PostgreSQL refuses on a seat regardless of who writes it, and what follows from a step automatically. The
-- steps are those of rules.ts (public.transitions). The owner's functions check what they write themselves.

-- Students answer, request and give up their own seats; the school removes students and answers requests. When and
-- who decided are recorded automatically. The conditions below apply to every writer, including the worker.
grant execute on function app.administers_school(uuid), app.is_superadmin(), app.is_school_admin(), app.school_id() to app_worker;
drop trigger if exists check_step on public.assignments;
create or replace trigger guard before update on public.assignments for each row when (current_user in ('app_rw', 'app_worker') and new.status <> old.status)
  execute function app.guard_step('system', 'superadmin=school', 'school_super_admin=school', 'school_admin=school', 'student_id=student');
-- Requests and notes of a student can only be written by that student, on an active seat; others only answer them. Either clears them.
create or replace trigger guard_words before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and (new.status = old.status and (new.reason, new.reason_code) is distinct from (old.reason, old.reason_code)
    or (new.drop_asked_at, new.drop_asked_reason, new.conflict_at, new.conflict_note)
        is distinct from (old.drop_asked_at, old.drop_asked_reason, old.conflict_at, old.conflict_note)
      and (new.status <> old.status or old.status <> 'assigned'
        or num_nonnulls(new.drop_asked_at, new.drop_asked_reason, new.conflict_at, new.conflict_note) > 0
          and (app.role() = 'student' and old.student_id = app.uid()) is not true)))
  execute function app.refuse_row('seat.not_now', 'PW409', 'status');
drop trigger if exists guard_words_of_student on public.assignments;
drop trigger if exists guard_words_answered on public.assignments;
-- An expired offer cannot be accepted. Only an offered seat has an expiry (assignments_check1).
create or replace trigger guard_within_time before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'assigned' and old.offer_expires_at <= now()) execute function app.refuse_row('seat.offer_over', 'PW409');
create or replace trigger note_asked before update on public.assignments for each row
  when (current_user = 'app_rw' and (new.drop_asked_at, new.drop_asked_reason) is distinct from (old.drop_asked_at, old.drop_asked_reason)
    and num_nonnulls(new.drop_asked_at, new.drop_asked_reason) > 0 and app.role() = 'student' and old.student_id = app.uid()) execute function app.note_facts('drop_asked_at', 'now');
create or replace trigger note_conflict before update on public.assignments for each row
  when (current_user = 'app_rw' and (new.conflict_at, new.conflict_note) is distinct from (old.conflict_at, old.conflict_note)
    and num_nonnulls(new.conflict_at, new.conflict_note) > 0 and app.role() = 'student' and old.student_id = app.uid()) execute function app.note_facts('conflict_at', 'now');
create or replace trigger note_decided before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status not in (old.status, 'offered'))
  execute function app.note_facts('offer_expires_at', '', 'decided_at', 'now', 'decided_by', 'real_uid');
create or replace trigger note_over before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status not in (old.status, 'assigned')) execute function app.note_facts('drop_asked_at', '');

-- Refuses giving up a seat after its cutoff. Students may only remove their own seats, and only
-- when they are leaving by their own decision, planned or made in this transaction.
-- Reason: a trigger needs it, and it reads the shift and the departure.
create or replace function app.guard_seat() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.status = 'dropped' and not (select starts_at > now() and app.may_drop(x) from public.shifts x where id = old.shift_id) then
    raise exception 'seat.drop_too_late' using errcode = 'PW409';
  end if;
  if new.status = 'removed' and app.uid() = old.student_id and not exists (select from public.departures where user_id = old.student_id
      and decided_by = user_id and (status = 'planned' or created_at = now())) then
    raise exception 'seat.school_removes' using errcode = 'PW403';
  end if;
  return new;
end $$;
create or replace trigger guard_over before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status in ('dropped', 'removed') and new.status <> old.status) execute function app.guard_seat();

drop function if exists app.leaves_alone(uuid);

-- Writes the audit entry of each step, whoever writes it, and does what follows: an open swap of
-- a seat that ends is ended (the worker notifies both students), and the need for a make-up that
-- fails is open again. Runs after count_seat, so seats are already counted.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.follow_seat() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  was public.assignments := case tg_op when 'INSERT' then new else old end;
  moves boolean := old.status is distinct from new.status;
  swapped boolean := false;
  happened text := case when (new.drop_asked_at, new.conflict_at) is not distinct from (old.drop_asked_at, old.conflict_at) then null
    when (new.drop_asked_at, new.conflict_at) is null then 'keep'
    when new.drop_asked_at is distinct from old.drop_asked_at then 'ask_drop' else 'conflict' end;
begin
  was.status := old.status;
  if tg_op = 'INSERT' then
    happened := case new.status when 'assigned' then 'assign' when 'requested' then 'request' else 'wait' end;
  elsif moves then
    swapped := new.status = 'dropped' and exists (select from public.shift_swaps where new.id in (assignment_id, other_assignment_id) and status = 'done');
    happened := case when swapped then 'swap' else (select event from public.transitions
      where entity = 'assignments' and from_status = old.status and to_status = new.status and event <> 'swap') end;
  end if;
  if happened is not null then perform app.note_assignment(was, happened, case when not moves then current_setting('app.reason', true)
    when not swapped then coalesce(nullif(new.reason, old.reason), nullif(new.override, old.override) ->> 'reason') end,
    coalesce(nullif(current_setting('app.seat_details', true), '')::jsonb, '{}') || jsonb_strip_nulls(jsonb_build_object('override', nullif(new.override, old.override) ->> 'rule'))); end if;
  if moves and not app.holds_seat(new.status) then
    update public.shift_swaps set status = 'lapsed', reason = 'swap.seat_gone'
      where new.id in (assignment_id, other_assignment_id) and status in ('proposed', 'accepted');
    update public.makeup_needs set status = 'open', makeup_assignment_id = null where makeup_assignment_id = new.id and status = 'scheduled';
  end if;
  return null;
end $$;
create or replace trigger follow_seat after insert or update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker', 'app_owner')) execute function app.follow_seat();
drop function if exists app.settle_ended_seat(public.assignments), app.settle_ended_seat(public.assignments, text);

-- Makes everyone who has a roster of the school open refetch it (features/notifications/server/live-streams.ts).
create or replace trigger tell after insert or update of status, drop_asked_at, conflict_at on public.assignments
  for each row execute function app.tell('seats_changed', 'school_id');

-- The school may waive open hours; whether they are arranged or made up follows from a seat.
drop trigger if exists check_step on public.makeup_needs;
create or replace trigger guard before update of status on public.makeup_needs for each row when (current_user = 'app_rw')
  execute function app.guard_step('system', 'superadmin=school', 'school_super_admin=school', 'school_admin=school');

-- Who recorded the hours to make up is set automatically: no login writes the column.
alter table public.makeup_needs alter column created_by set default app.real_uid();
drop trigger if exists guard_new on public.makeup_needs;
drop function if exists app.guard_need();

-- Who proposed a swap is set automatically: no login writes the column.
alter table public.shift_swaps alter column created_by set default app.real_uid();

-- The classmate answers, the proposer takes it back, the school decides. Completing a swap changes both seats (carry_out_swap).
drop trigger if exists check_step on public.shift_swaps;
create or replace trigger guard before update on public.shift_swaps for each row when (current_user in ('app_rw', 'app_worker') and app.uid() is not null)
  execute function app.guard_step('school', 'from_student_id=proposer', 'to_student_id=classmate');
-- Apart from these people, the policies let only the scheduler write a swap, and it can only end one.
drop trigger if exists guard_of_system on public.shift_swaps;
create or replace trigger note_decided before update on public.shift_swaps for each row
  when (current_user in ('app_rw', 'app_worker') and new.status <> 'accepted') execute function app.note_facts('decided_at', 'now', 'decided_by', 'real_uid');

-- A student proposes to swap their own seat for a classmate's, which the seat's audit trail records.
-- Runs after the policies, which refuse proposals for seats that are not the student's.
-- Reason: a trigger needs it, and it reads the classmate's seat.
create or replace function app.guard_swap() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (select count(*) from public.assignments where status = 'assigned' and (id, student_id) in ((new.assignment_id, new.from_student_id),
      (new.other_assignment_id, new.to_student_id))) < num_nonnulls(new.assignment_id, new.other_assignment_id) then
    raise exception 'swap.not_possible' using errcode = 'PW409';
  end if;
  perform app.note_assignment(a, 'propose_swap', new.note) from public.assignments a where id = new.assignment_id;
  return null;
end $$;
create or replace trigger guard_new after insert on public.shift_swaps for each row
  when (current_user in ('app_rw', 'app_worker')) execute function app.guard_swap();

-- Carries out a swap in the step that completes it: both seats, both students, one transaction. The command has locked the
-- shifts in the order of their ids; units that count seats by year are locked next, in the order of theirs.
-- Reason: a trigger needs it, and it writes the seats of two students.
create or replace function app.carry_out_swap() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare taken record; given integer; block jsonb;
begin
  update public.assignments set status = 'dropped', reason = 'Swapped.', decided_at = now(), decided_by = app.real_uid()
    where id in (new.assignment_id, new.other_assignment_id) and status = 'assigned' and makeup_for is null;
  get diagnostics given = row_count;
  if given < num_nonnulls(new.assignment_id, new.other_assignment_id) then raise exception 'swap.seat_gone' using errcode = 'PW409'; end if;
  for taken in select u.id as student, u.full_name, s as shift from public.assignments x join public.shifts s on s.id = x.shift_id
    join public.users u on u.id = case x.id when new.assignment_id then new.to_student_id else new.from_student_id end
    where x.id in (new.assignment_id, new.other_assignment_id) order by s.facility_id
  loop
    if (taken.shift).starts_at <= now() then raise exception 'swap.begun' using errcode = 'PW409'; end if;
    block := (select b.block from app.seat_blocks(array[taken.student], array[taken.shift]) b);
    if block is not null then raise exception using message = 'swap.blocked', errcode = 'PW409', detail = block || jsonb_build_object('name', taken.full_name); end if;
    perform app.give_seat(gen_random_uuid(), taken.student, taken.shift, 'assigned', 'swap');
  end loop;
  return null;
end $$;
create or replace trigger carry_out after update of status on public.shift_swaps for each row
  when (new.status = 'done' and old.status <> 'done') execute function app.carry_out_swap();

drop trigger if exists leave_event on public.shift_swaps;
drop function if exists app.write_swap_event();

-- The seat that a student had on a shift when it was canceled or postponed, the last one if there were several, unless it made up hours,
-- which are open again; no login may read it. Whether a canceled row was a seat, and not a request or an offer, only its trail says.
create or replace view app.seats_lost with (security_invoker = true) as
  select distinct on (n.shift_id, n.student_id) n.shift_id, n.school_id, n.student_id, n.id, n.decided_at from public.assignments n
  where n.status = 'cancelled' and n.source <> 'makeup' and exists (select from public.shift_events e where e.shift_id = n.shift_id and e.assignment_id = n.id
    and e.event = 'seat_cancel' and e.from_status not in ('requested', 'waitlisted', 'offered'))
  order by n.shift_id, n.student_id, n.decided_at desc;

-- Frees the seats of a shift that does not take place: everyone on it loses their seat and is
-- notified. If it was canceled, or was postponed before and will not take place at all, the hours need to
-- be made up; an absence that was recorded before counts no more (app.attendance_of_semester). If its unit was removed, that
-- reason is given unchanged. When a shift begins, its roster is final: open requests end.
create or replace function app.free_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.assignments;
  begins boolean := new.status = 'in_progress';
  makeup boolean := new.status = 'cancelled';
  waits text[] := '{requested,waitlisted,offered}';
  why text := case tg_argv[0] when 'as given' then new.status_reason else coalesce(tg_argv[0], 'It was ' || replace(new.status, 'll', 'l') || ': ' || new.status_reason) end;
begin
  for a in select * from public.assignments where shift_id = old.id and school_id = old.school_id
    and (status = any (waits) or not begins and app.holds_seat(status) and status <> 'completed') order by id for update
  loop
    update public.assignments set status = case when begins then 'lapsed' else 'cancelled' end, reason = why, offer_expires_at = null, decided_at = now(),
      decided_by = case when begins then decided_by else app.real_uid() end where id = a.id;
    continue when begins;
    delete from public.makeup_needs where assignment_id = a.id and status = 'open';
    perform app.notify_code(array[a.student_id], 'shift_cancelled', 'shift.seat_gone', app.shift_facts(old) || jsonb_build_object('reason', why,
      'held', app.holds_seat(a.status), 'makeup', makeup and a.status <> all (waits)), '/shift/' || old.id, 'shift gone ' || a.id);
  end loop;
  insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
  select school_id, student_id, id, old.credited_hours, old.specialty, why from app.seats_lost
    where shift_id = old.id and (makeup or decided_at < now() and new.status not in ('in_progress', 'postponed')) on conflict do nothing;
  return null;
end $$;
-- The argument of each trigger is the reason to record, unless a reason was given.
create or replace trigger free_seats after update of status on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.status in ('cancelled', 'postponed') and old.status <> new.status) execute function app.free_seats();
create or replace trigger free_seats_begun after update of status on public.shifts for each row
  when (new.status = 'in_progress' and old.status <> 'in_progress') execute function app.free_seats('The shift has begun.');
create or replace trigger free_seats_declined after update of status on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'declined' and old.status not in ('declined', 'countered'))
  execute function app.free_seats('The facility declined the shift.');
create or replace trigger free_seats_not_agreed after update of status on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'declined' and old.status = 'countered')
  execute function app.free_seats('The school declined the facility’s proposal.');
create or replace trigger free_seats_unanswered after update of status on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'expired' and old.status not in ('expired', 'approved'))
  execute function app.free_seats('No one answered in time.');
create or replace trigger free_seats_unpublished after update of status on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'expired' and old.status = 'approved') execute function app.free_seats('It was never published.');
create or replace trigger free_seats_withdrawn after update of status on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'withdrawn' and old.status <> 'withdrawn' and new.cancel_code is null)
  execute function app.free_seats('The school withdrew the shift.');
create or replace trigger free_seats_withdrawn_with_unit after update of status on public.shifts for each row
  when (new.status = 'withdrawn' and old.status <> 'withdrawn' and new.cancel_code is not null) execute function app.free_seats('as given');
drop trigger if exists freeze_roster on public.shifts;

drop view if exists app.seat_cuts;
drop function if exists app.cut_seats();

-- Moves the seats of a shift along with it; an offer ends at the new cutoff or start at the latest. The
-- exclusion constraint on seats refuses the move if a student has something else then; at another unit at the
-- same time, a rest that was overridden stays as it is. On another day,
-- absences that were recorded or reported for the old one are none: these students are expected again.
-- Reason: a trigger needs it.
create or replace function app.move_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare turned boolean := new.date <> old.date;
begin
  with gone as (delete from public.attendance_records where turned and shift_id = new.id returning id)
  delete from public.makeup_needs using gone g where assignment_id = g.id and status = 'open';
  update public.assignments set during = tstzrange(new.starts_at, new.ends_at),
    busy = case when during = tstzrange(new.starts_at, new.ends_at) then busy else app.busy_range(new) end,
    status = case when turned and app.holds_seat(status) and status <> 'offered' then 'assigned' else status end,
    moved_at = case when old.status in ('countered', 'approved', 'published', 'full') and (app.holds_seat(status) or status in ('requested', 'waitlisted'))
      then now() else moved_at end,
    offer_expires_at = case when status = 'offered' then least(offer_expires_at, case when new.drop_cutoff_at > now() then new.drop_cutoff_at else new.starts_at end) end
    where shift_id = new.id and school_id = new.school_id;
  return null;
end $$;
create or replace trigger move_seats after update of starts_at, ends_at, facility_id on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and (old.starts_at, old.ends_at, old.facility_id) is distinct from (new.starts_at, new.ends_at, new.facility_id))
  execute function app.move_seats();

-- When a seat is given up, seats are added, a student joins the waitlist, or a shift is published, free seats
-- go to the waitlist before anyone else; the worker offers them (server/commands/offer-seats.ts). Students
-- whom the school waitlists wait for the next of these events.
-- Reason: a trigger needs it; no person's login reaches the queue.
create or replace function app.queue_offers() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into priv.seat_offers (shift_id, school_id) values (new.id, new.school_id);
  notify seats_to_offer;
  return null;
end $$;
create or replace trigger queue_offers after update of seats, seats_taken, status on public.shifts for each row
  when (new.status = 'published' and new.waiting > 0
    and (new.seats > old.seats or new.seats_taken < old.seats_taken or new.waiting > old.waiting and app.role() = 'student' or old.status not in ('published', 'full'))) execute function app.queue_offers();
drop trigger if exists offer_new_seats on public.shifts;
drop function if exists app.offer_new_seats();

-- Updates the seat from its attendance; each step and each correction is an entry in the shift's audit trail.
-- The first student who arrives after check-in opens starts the shift, before the seat is written, because
-- every change to a seat locks its shift first. An absence opens hours to make up if the school's rule says so,
-- and they close if the absence is taken back; a make-up that was worked counts as made up, and after one that was
-- missed the same hours are to be arranged again.
-- Reason: a trigger needs it, and it writes the seats of students, which those who record attendance may not.
create or replace function app.follow_attendance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.assignments;
  s public.shifts := app.shift_row(new.shift_id);
  rule text := app.school_setting(new.school_id, 'makeup_absences');
  missed boolean := new.status in ('absent_excused', 'absent_unexcused', 'no_show');
begin
  if new.status in ('checked_in', 'completed') and s.starts_at <= now() + make_interval(mins => app.school_setting(s.school_id, 'check_in_opens_min')::integer) then
    update public.shifts set status = 'in_progress', change = null where id = s.id and status in ('published', 'full');
    if found then perform app.note_shift(s, 'start'); end if;
  end if;
  select * into a from public.assignments where id = new.id for no key update;
  if not app.holds_seat(a.status) or a.status = 'offered'
    or s.status not in ('published', 'full', 'in_progress', 'completed') then
    raise exception 'attendance.no_seat' using errcode = 'PW409';
  end if;
  update public.assignments set status = case when new.status in ('expected', 'called_out', 'no_show_proposed') then 'assigned' else new.status end where id = a.id;
  perform app.note_assignment(a, coalesce((select event from public.transitions where entity = 'attendance_records' and from_status = old.status
      and to_status = new.status), 'correct'), current_setting('app.reason', true), jsonb_strip_nulls(
    app.named_values(to_jsonb(new), '{check_in_at,check_out_at,method=check_in_method,distance_m}') || jsonb_build_object(
    'was', nullif(jsonb_strip_nulls(app.named_values(to_jsonb(old), '{check_in_at,check_out_at}')), '{}'),
    'offline', nullif(new.check_in_offline or new.check_out_offline, false))));
  if missed and a.makeup_for is null and (rule = 'all' or rule = 'excused' and new.status = 'absent_excused') then
    insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
    values (a.school_id, a.student_id, a.id, s.credited_hours, s.specialty, 'Absent on ' || s.date || '.') on conflict (assignment_id) do nothing;
  else
    delete from public.makeup_needs where assignment_id = a.id and status in ('open', 'scheduled');
  end if;
  update public.makeup_needs set status = case when missed then 'open' when new.status = 'completed' then 'made_up' else 'scheduled' end,
    makeup_assignment_id = case when not missed then a.id end
    where assignment_id = a.makeup_for and student_id = a.student_id and (makeup_assignment_id = a.id or status = 'open');
  return null;
end $$;
create or replace trigger follow after update on public.attendance_records for each row
  when ((old.status, old.check_in_at, old.check_out_at) is distinct from (new.status, new.check_in_at, new.check_out_at)) execute function app.follow_attendance();
drop function if exists app.attendance_changed(), app.follow_attendance(uuid, text, text, jsonb);
