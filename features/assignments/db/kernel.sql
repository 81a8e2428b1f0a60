do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.swap_options(uuid)') and 'place' = any (p.proargnames)) then
    drop function app.swap_options(uuid);
  end if;
end $$;
-- Reads classmates' seats, which the asker may not see. What could change hands for one of the asker's seats: a row without a seat for
-- each classmate who could take it, and a row for each of their seats that could come in return. Nothing else of anyone is told, and
-- nothing of those who opted out of the directory.
-- The whole rule is asked only of pairs that both have the time, apart from the seats that change hands.
-- Reason: a student sees no seats of others.
create or replace function app.swap_options(p_assignment_id uuid)
returns table (student_id uuid, full_name text, assignment_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as materialized (
    select a.id, a.student_id, a.school_id, a.shift_id, a.busy from public.assignments a join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
    where a.id = p_assignment_id and a.student_id = app.uid() and app.role() = 'student' and a.status = 'assigned'
      and s.status in ('published', 'full') and s.starts_at > now()),
  mates as materialized (
    select distinct u.id, u.full_name from mine i
    join public.cohort_memberships m on m.student_id = i.student_id and m.school_id = i.school_id and m.to_date is null
    join public.cohort_memberships o on o.cohort_id = m.cohort_id and o.to_date is null and o.student_id <> i.student_id
    join public.users u on u.id = o.student_id and u.status = 'active' and u.role = 'student' and u.directory_opt_out_at is null),
  pairs as materialized (
    select m.id as mate, m.full_name, a.id as seat, a.shift_id from mates m cross join mine i
    left join lateral (
      select null::uuid as id, null::uuid as shift_id
      union all
      select b.id, b.shift_id from public.assignments b join public.shifts x on x.id = b.shift_id and x.school_id = b.school_id
      where b.student_id = m.id and b.school_id = i.school_id and b.status = 'assigned' and x.status in ('published', 'full') and x.starts_at > now()
        and not exists (select 1 from public.assignments h where h.student_id = i.student_id and h.school_id = i.school_id and h.id <> i.id
          and app.holds_seat(h.status) and h.busy && b.busy)) a on true
    where not exists (select 1 from public.assignments h where h.student_id = m.id and h.school_id = i.school_id and h.id is distinct from a.id
      and app.holds_seat(h.status) and h.busy && i.busy))
  select p.mate, p.full_name, p.seat from pairs p cross join mine i join public.shifts given on given.id = i.shift_id left join public.shifts theirs on theirs.id = p.shift_id
  where not exists (select from app.seat_blocks(array[p.mate], given, array[i.id, p.seat]) b where b.block is not null)
    and (p.seat is null or not exists (select from app.seat_blocks(array[i.student_id], theirs, array[i.id, p.seat]) b where b.block is not null))
$$;
grant execute on function app.swap_options(uuid) to app_rw;

-- Holds a shift, named by itself or by a seat on it, until the end of the transaction, and says for whom the asker speaks: no row for
-- anyone who has nothing to do with it. Every command on seats begins so: of two at once the second reads what the first did.
-- Reason: it locks the shift, which neither a student nor a proctor may change, and which a student may not see before it is published.
create or replace function app.lock_shift(p_id uuid, p_seat_id uuid default null) returns table (shift public.shifts, party text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select x.* into shift from public.shifts x where x.id = coalesce(p_id, (select a.shift_id from public.assignments a where a.id = p_seat_id)) for no key update;
  party := app.seat_party(shift);
  if shift.id is not null and party is not null then return next; end if;
end $$;
drop function if exists app.lock_seat(uuid), app.lock_roster(uuid);
grant execute on function app.lock_shift(uuid, uuid) to app_rw;

-- Takes a student off a shift for the facility: for conduct, safety or non-compliance, and from no other step than the school's.
-- Reason: it writes a seat, which a facility does not see.
create or replace function app.remove_for_facility(p_id uuid, p_code text, p_reason text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments;
begin
  select x.* into a from public.assignments x where x.id = p_id;
  if a.id is null or app.shift_party(app.shift_row(a.shift_id)) is distinct from 'facility' then raise exception 'seat.not_found' using errcode = 'PW404'; end if;
  if coalesce(p_code, '') not in ('conduct', 'safety', 'non_compliance') then raise exception 'seat.no_code' using errcode = 'PW400'; end if;
  perform app.refuse_illegal_step('assignments', a.status, 'removed', 'facility');
  update public.assignments x set status = 'removed', offer_expires_at = null, reason = p_reason, reason_code = p_code, decided_at = now(), decided_by = app.real_uid(),
    drop_asked_at = null where x.id = p_id;
end $$;

-- Those who no longer fit when a facility approves fewer seats wait then, the last to come first; before the shift is written with them, or
-- its own constraint refuses it. For who may answer the request.
-- Reason: a facility may not see the seats of students.
create or replace function app.make_fit(p_shift_id uuid, p_seats integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with cut as (update public.assignments a set status = 'waitlisted', offer_expires_at = null, reason = 'The facility approved fewer seats.'
    where a.id in (select b.id from public.shifts x join public.assignments b on b.shift_id = x.id and b.school_id = x.school_id
      where x.id = p_shift_id and x.status in ('pending_facility', 'countered') and app.shift_party(x) is not null and b.status in ('offered', 'assigned')
      order by b.asked_at, b.id offset p_seats) returning a.*)
  select app.notify_code(array[c.student_id], 'shift_changed', 'shift.fewer_seats', '{}', '/shift/' || c.shift_id, 'fewer seats ' || c.id) from cut c
$$;
grant execute on function app.make_fit(uuid, integer) to app_rw;

drop function if exists app.seat_blockers(uuid, uuid[]);
-- What stands between each of these students and a shift, for who may put students on it.
-- Reason: it reads seats and cohorts of students, which a proctor may not see.
create or replace function app.blocks_on_shift(p_shift_id uuid, p_students uuid[]) returns table (student_id uuid, block jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.* from public.shifts x cross join app.seat_blocks(p_students, x) b where x.id = p_shift_id and app.seat_party(x) in ('school', 'platform', 'proctor')
$$;

-- Puts a student on a shift, by their request where there is one, with the soft rule that is set aside for them; for who may put students
-- on it. What the seat makes up is arranged by it.
drop function if exists app.give_seats(uuid, jsonb);
-- Reason: it counts seats and locks the shift, which its caller may not.
create or replace function app.place_student(p_shift_id uuid, p_student uuid, p_source text, p_override jsonb, p_makeup_for uuid) returns public.assignments
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts := app.shift_row(p_shift_id); a public.assignments;
begin
  if app.seat_party(s) in ('school', 'platform', 'proctor') is not true then raise exception 'seat.no_shift' using errcode = 'PW404'; end if;
  a := app.give_seat(gen_random_uuid(), p_student, s, 'assigned', p_source, p_override || jsonb_build_object('by', app.real_uid(), 'at', now()), p_makeup_for);
  update public.makeup_needs m set status = 'scheduled', makeup_assignment_id = a.id
    where m.assignment_id = p_makeup_for and m.student_id = p_student and m.status = 'open';
  return a;
end $$;

-- The swap itself: both seats, both students, one transaction. For the classmate where the school lets students choose, and for the
-- school once the classmate agreed.
-- It locks shifts first, then seats, each in the order of their ids, as every command does.
-- Reason: it writes the seats of two students, and counts.
create or replace function app.carry_out_swap(p_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare w public.shift_swaps; shifts uuid[]; seat public.assignments; s public.shifts; taker uuid; block jsonb; given integer;
begin
  select x.* into w from public.shift_swaps x where x.id = p_id for update;
  if not coalesce(case w.status when 'accepted' then app.administers_school(w.school_id)
      when 'proposed' then app.uid() = w.to_student_id and (select (c.settings ->> 'self_signup')::boolean from public.schools c where c.id = w.school_id) end, false) then
    raise exception 'Nobody may carry out this swap now' using errcode = '42501';
  end if;
  shifts := array(select x.shift_id from public.assignments x where x.id in (w.assignment_id, w.other_assignment_id));
  perform 1 from public.shifts x where x.id = any (shifts) order by x.id for no key update;
  perform 1 from public.assignments x where x.id in (w.assignment_id, w.other_assignment_id) order by x.id for update;
  perform app.hold_levels(shifts);
  update public.shift_swaps x set status = 'done', reason = nullif(btrim(p_reason), ''), decided_at = now(), decided_by = app.real_uid() where x.id = p_id;
  update public.assignments x set status = 'dropped', reason = 'Swapped.', decided_at = now(), decided_by = app.real_uid()
    where x.id in (w.assignment_id, w.other_assignment_id) and x.status = 'assigned';
  get diagnostics given = row_count;
  if given < num_nonnulls(w.assignment_id, w.other_assignment_id) then raise exception 'swap.seat_gone' using errcode = 'PW409'; end if;
  if exists (select from public.shifts x where x.id = any (shifts) and x.starts_at <= now()) then raise exception 'swap.begun' using errcode = 'PW409'; end if;
  for seat in select x.* from public.assignments x where x.id in (w.assignment_id, w.other_assignment_id) order by x.id <> w.assignment_id loop
    s := app.shift_row(seat.shift_id);
    taker := case seat.id when w.assignment_id then w.to_student_id else w.from_student_id end;
    select b.block into block from app.seat_blocks(array[taker], s) b;
    if block is not null then
      raise exception using message = 'swap.blocked', errcode = 'PW409', detail = block || jsonb_build_object('name', (select u.full_name from public.users u where u.id = taker));
    end if;
    perform app.give_seat(gen_random_uuid(), taker, s, 'assigned', 'swap');
  end loop;
end $$;

drop function if exists app.lock_swap(uuid);

drop function if exists app.end_swap_of(uuid, uuid, text);
grant execute on function app.place_student(uuid, uuid, text, jsonb, uuid), app.carry_out_swap(uuid, text) to app_rw;
grant execute on function app.remove_for_facility(uuid, text, text), app.blocks_on_shift(uuid, uuid[]) to app_rw;
