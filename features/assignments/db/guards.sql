-- Seats on shifts change only here. The seat is taken by a trigger that counts on the shift's own row: of any number who press at
-- once, as many as there are seats get one, and each other learns why not. Overlap and rest are an exclusion constraint. Every command
-- locks the shift first and its seats after it, and never the shift's key, which a new seat points at: so none waits for one that waits for it.

-- Seats are counted on the shift's row. A shift that is not open to anybody takes none; one too many is refused by its constraint.
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

-- What PostgreSQL refuses of a seat no matter who writes it, and what follows from a step by itself. The steps are those of rules.ts
-- (public.transitions). What the owner's functions write they have judged themselves.

-- A student answers, asks for and gives up the own seat; the school takes off and answers. When, and who decided, are facts.
-- The conditions below are looked at no matter who writes, the worker too.
grant execute on function app.administers_school(uuid), app.is_superadmin(), app.is_school_admin(), app.school_id() to app_worker;
drop trigger if exists check_step on public.assignments;
create or replace trigger guard before update on public.assignments for each row when (current_user in ('app_rw', 'app_worker') and new.status <> old.status)
  execute function app.guard_step('system', 'superadmin=school', 'school_super_admin=school', 'school_admin=school', 'student_id=student');
-- What a student asks or notes is asked and noted of a seat that stands, by that student; others only answer it.
create or replace trigger guard_words before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and (new.status = old.status and ((new.reason, new.reason_code) is distinct from (old.reason, old.reason_code)
      or ((new.drop_asked_at, new.drop_asked_reason) is distinct from (old.drop_asked_at, old.drop_asked_reason) and new.drop_asked_at is null
        or (new.conflict_at, new.conflict_note) is distinct from (old.conflict_at, old.conflict_note) and new.conflict_at is null)
        and app.role() = 'student' and old.student_id = app.uid())
    or (new.drop_asked_at, new.drop_asked_reason, new.conflict_at, new.conflict_note)
        is distinct from (old.drop_asked_at, old.drop_asked_reason, old.conflict_at, old.conflict_note)
      and (new.status <> old.status or old.status <> 'assigned'
        or num_nonnulls(new.drop_asked_at, new.drop_asked_reason, new.conflict_at, new.conflict_note) > 0
          and (app.role() = 'student' and old.student_id = app.uid()) is not true)))
  execute function app.refuse_row('seat.not_now', 'PW409', 'status');
drop trigger if exists guard_words_of_student on public.assignments;
drop trigger if exists guard_words_answered on public.assignments;
-- An offer that ran out is not accepted. Only a seat that is offered has a time for it (assignments_check1).
create or replace trigger guard_within_time before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status = 'assigned' and old.offer_expires_at <= now()) execute function app.refuse_row('seat.offer_over', 'PW409');
create or replace trigger note_asked before update on public.assignments for each row
  when (current_user = 'app_rw' and (new.drop_asked_at, new.drop_asked_reason) is distinct from (old.drop_asked_at, old.drop_asked_reason)
    and app.role() = 'student' and old.student_id = app.uid()) execute function app.note_facts('drop_asked_at', 'now');
create or replace trigger note_conflict before update on public.assignments for each row
  when (current_user = 'app_rw' and (new.conflict_at, new.conflict_note) is distinct from (old.conflict_at, old.conflict_note)
    and app.role() = 'student' and old.student_id = app.uid()) execute function app.note_facts('conflict_at', 'now');
create or replace trigger note_decided before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status not in (old.status, 'offered'))
  execute function app.note_facts('offer_expires_at', '', 'decided_at', 'now', 'decided_by', 'real_uid');
create or replace trigger note_over before update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker') and new.status not in (old.status, 'assigned')) execute function app.note_facts('drop_asked_at', '');

-- A seat is not given up after the time for it, and a student takes nobody off who is not leaving: who leaves by their own decision, planned
-- or in this transaction, frees the own seats.
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

-- The line in the trail of each step, no matter who writes it, and what follows from it: a swap of a seat that ends is off (the worker notifies both
-- students), and a make-up that does not come about is needed still. After count_seat: the seats are counted by then.
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
  if moves and new.status in ('withdrawn', 'declined', 'dropped', 'removed', 'cancelled') then
    update public.shift_swaps set status = 'lapsed', reason = 'One of the seats is gone.'
      where new.id in (assignment_id, other_assignment_id) and status in ('proposed', 'accepted');
    update public.makeup_needs set status = 'open', makeup_assignment_id = null where makeup_assignment_id = new.id and status = 'scheduled';
  end if;
  return null;
end $$;
create or replace trigger follow_seat after insert or update on public.assignments for each row
  when (current_user in ('app_rw', 'app_worker', 'app_owner')) execute function app.follow_seat();
drop function if exists app.settle_ended_seat(public.assignments), app.settle_ended_seat(public.assignments, text);

-- Who has a roster of the school open reads it again (features/notifications/server/live-streams.ts).
create or replace trigger tell after insert or update of status, drop_asked_at, conflict_at on public.assignments
  for each row execute function app.tell('seats_changed', 'school_id');

-- The school waives open hours; that they are arranged or made up follows from a seat.
drop trigger if exists check_step on public.makeup_needs;
create or replace trigger guard before update on public.makeup_needs for each row when (current_user in ('app_rw', 'app_worker'))
  execute function app.guard_step('system', 'superadmin=school', 'school_super_admin=school', 'school_admin=school');

-- Who noted hours to make up is a fact: no login writes the column.
alter table public.makeup_needs alter column created_by set default app.real_uid();
drop trigger if exists guard_new on public.makeup_needs;
drop function if exists app.guard_need();

-- Who proposed a swap is a fact: no login writes the column.
alter table public.shift_swaps alter column created_by set default app.real_uid();

-- The classmate answers, the proposer takes it back, the school decides. What is done changes both seats with it (carry_out_swap).
drop trigger if exists check_step on public.shift_swaps;
create or replace trigger guard before update on public.shift_swaps for each row when (current_user in ('app_rw', 'app_worker') and app.uid() is not null)
  execute function app.guard_step('school', 'from_student_id=proposer', 'to_student_id=classmate');
-- The policies let no one else write a swap but the scheduler, which can only end one.
drop trigger if exists guard_of_system on public.shift_swaps;
create or replace trigger note_decided before update on public.shift_swaps for each row
  when (current_user in ('app_rw', 'app_worker') and new.status <> 'accepted') execute function app.note_facts('decided_at', 'now', 'decided_by', 'real_uid');

-- A student proposes a swap of the own seat for a classmate's, which the trail of the seat says. After the policies, which refuse what is not
-- theirs to propose.
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

-- The swap itself, with the step that says it is done: both seats, both students, one transaction. The command has locked the shifts in the order
-- of their ids; the units that count seats by year follow in theirs.
-- Reason: a trigger needs it, and it writes the seats of two students.
create or replace function app.carry_out_swap() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare taken record; given integer; block jsonb;
begin
  update public.assignments set status = 'dropped', reason = 'Swapped.', decided_at = now(), decided_by = app.real_uid()
    where id in (new.assignment_id, new.other_assignment_id) and status = 'assigned';
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

-- A shift that does not take place has no seats: everyone on it loses theirs and is notified, and the hours that were counted on are to be
-- made up where it was canceled. Where its unit fell away, the reason is said as it is. One that begins has its roster: who still waits
-- for a seat does not come on it.
create or replace function app.free_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.assignments;
  begins boolean := new.status = 'in_progress';
  makeup boolean := new.status = 'cancelled';
  why text := case when tg_nargs = 0 then 'It was ' || replace(new.status, 'll', 'l') || ': ' || new.status_reason when tg_argv[0] = 'as given' then new.status_reason else tg_argv[0] end;
begin
  for a in select * from public.assignments where shift_id = old.id and school_id = old.school_id
    and (status in ('requested', 'waitlisted', 'offered') or status in ('assigned', 'checked_in') and not begins) order by id for update
  loop
    update public.assignments set status = case when begins then 'lapsed' else 'cancelled' end, reason = why, offer_expires_at = null, decided_at = now(),
      decided_by = case when begins then decided_by else app.real_uid() end where id = a.id;
    continue when begins;
    if makeup and a.source <> 'makeup' and a.status in ('assigned', 'checked_in') then
      insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
      values (old.school_id, a.student_id, a.id, old.credited_hours, old.specialty, why) on conflict (assignment_id) do nothing;
    end if;
    perform app.notify_code(array[a.student_id], 'shift_cancelled', 'shift.seat_gone', app.shift_facts(old) || jsonb_build_object('reason', why,
      'held', a.status in ('assigned', 'checked_in', 'offered'), 'makeup', makeup and a.status = 'assigned'), '/shift/' || old.id, 'shift gone ' || a.id);
  end loop;
  return null;
end $$;
-- Each says in its argument why, where that is not the reason that was given.
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

-- The seats of a shift move with it, and an offer ends by its new cutoff or start. Who has something else then is refused by the
-- exclusion constraint on their seats.
-- Reason: a trigger needs it.
create or replace function app.move_seats() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.assignments set during = tstzrange(new.starts_at, new.ends_at), busy = app.busy_range(new),
    moved_at = case when old.status in ('countered', 'approved', 'published', 'full') and status in ('requested', 'waitlisted', 'offered', 'assigned')
      then now() else moved_at end,
    offer_expires_at = case when status = 'offered' then least(offer_expires_at, case when new.drop_cutoff_at > now() then new.drop_cutoff_at else new.starts_at end) end
    where shift_id = new.id and school_id = new.school_id;
  return null;
end $$;
create or replace trigger move_seats after update of starts_at, ends_at, facility_id on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and (old.starts_at, old.ends_at, old.facility_id) is distinct from (new.starts_at, new.ends_at, new.facility_id))
  execute function app.move_seats();

-- A seat that was given up, more seats, a student who came to wait for one, or a shift that is shown now: they are for those who wait, before
-- anyone else, and the worker offers them (server/commands/offer-seats.ts). Whom the school lets wait, waits for the next of these.
-- Reason: a trigger needs it; no login of people reaches the queue.
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

-- The seat follows its attendance, and each step and each correction is a line of the shift's trail. The shift begins with the first student
-- who comes once check-in is open, before the seat is written: who changes a seat holds its shift first. Hours to make up open with an absence
-- where the school's rule says so, and close when the absence is taken back; a make-up that was worked is made up.
-- Reason: a trigger needs it, and it writes the seats of students, which who records attendance may not.
create or replace function app.follow_attendance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.assignments;
  s public.shifts;
  rule text;
begin
  s := app.shift_row(new.shift_id);
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
      and to_status = new.status), 'correct'), current_setting('app.reason', true), jsonb_strip_nulls(jsonb_build_object(
    'was', nullif(jsonb_strip_nulls(jsonb_build_object('check_in_at', old.check_in_at, 'check_out_at', old.check_out_at)), '{}'),
    'check_in_at', new.check_in_at, 'check_out_at', new.check_out_at, 'method', new.check_in_method,
    'offline', nullif(new.check_in_offline or new.check_out_offline, false), 'distance_m', new.distance_m)));
  rule := app.school_setting(a.school_id, 'makeup_absences');
  if new.status in ('absent_excused', 'absent_unexcused', 'no_show') and (rule = 'all' or rule = 'excused' and new.status = 'absent_excused') then
    insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason)
    values (a.school_id, a.student_id, a.id, s.credited_hours, s.specialty, 'Absent on ' || s.date || '.') on conflict (assignment_id) do nothing;
  else
    delete from public.makeup_needs where assignment_id = a.id and status = 'open';
  end if;
  update public.makeup_needs set status = case new.status when 'completed' then 'made_up' else 'scheduled' end
    where makeup_assignment_id = a.id and status in ('scheduled', 'made_up');
  return null;
end $$;
create or replace trigger follow after update on public.attendance_records for each row
  when ((old.status, old.check_in_at, old.check_out_at) is distinct from (new.status, new.check_in_at, new.check_out_at)) execute function app.follow_attendance();
drop function if exists app.attendance_changed(), app.follow_attendance(uuid, text, text, jsonb);
