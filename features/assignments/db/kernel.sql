-- What could change hands for one of the asker's seats: a row without a seat for each classmate who could take it, and a row for each of their
-- seats that could come in return. Nothing else is said of anyone, and nothing of those who opted out of the directory. Of a classmate who
-- could not take it the rule is asked again only without a seat at that time.
-- Reason: a student sees no seats of others.
create or replace function app.swap_options(p_assignment_id uuid)
returns table (student_id uuid, full_name text, assignment_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as materialized (
    select a.id, a.student_id, a.school_id, app.busy_range(s) as busy, s as shift from public.assignments a
    join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
    where a.id = p_assignment_id and a.student_id = app.uid() and app.role() = 'student' and a.status = 'assigned'
      and s.status in ('published', 'full') and s.starts_at > now()),
  mates as materialized (
    select k.* from mine i cross join app.seat_blocks(array(select distinct o.student_id from public.cohort_memberships m
      join public.cohort_memberships o on o.cohort_id = m.cohort_id and o.student_id <> i.student_id
      where (m.student_id, m.school_id) = (i.student_id, i.school_id) and m.to_date is null and o.to_date is null), array[i.shift], array[i.id]) k)
  select u.id, u.full_name, b.id from mine i cross join mates m
  join public.users u on u.id = m.student_id and u.directory_opt_out_at is null
  cross join lateral (
    select null::uuid as id, null::tstzrange as busy, null::public.shifts as shift
    union all
    select a.id, a.busy, x from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    where a.student_id = u.id and a.school_id = i.school_id and a.status = 'assigned' and x.status in ('published', 'full') and x.starts_at > now()) b
  where (m.block is null or b.busy && i.busy and not exists (select from app.seat_blocks(array[u.id], array[i.shift], array[i.id, b.id]) k where k.block is not null))
    and (b.id is null or not exists (select from app.seat_blocks(array[i.student_id], array[b.shift], array[i.id, b.id]) k where k.block is not null))
$$;
grant execute on function app.swap_options(uuid) to app_rw;

-- Holds a shift, named by itself or by a seat on it, until the end of the transaction, and says for whom the asker speaks: no row for
-- anyone who has nothing to do with it. Every command on seats begins so: of two at once the second reads what the first did.
-- Reason: it locks the shift, which neither a student nor a proctor may change, and which a student may not see before it is published.
create or replace function app.lock_shift(p_id uuid, p_seat_id uuid default null) returns table (shift public.shifts, party text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  select * into shift from public.shifts where id = coalesce(p_id, (select shift_id from public.assignments where id = p_seat_id)) for no key update;
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
  select * into a from public.assignments where id = p_id;
  if app.shift_party(app.shift_row(a.shift_id)) is distinct from 'facility' then raise exception 'seat.not_found' using errcode = 'PW404'; end if;
  if coalesce(p_code, '') not in ('conduct', 'safety', 'non_compliance') then raise exception 'seat.no_code' using errcode = 'PW400'; end if;
  perform app.refuse_illegal_step('assignments', a.status, 'removed', 'facility');
  update public.assignments set status = 'removed', offer_expires_at = null, reason = p_reason, reason_code = p_code, decided_at = now(), decided_by = app.real_uid(),
    drop_asked_at = null where id = p_id;
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
  select b.student_id, b.block from public.shifts x cross join app.seat_blocks(p_students, array[x]) b where x.id = p_shift_id and app.seat_party(x) in ('school', 'platform', 'proctor')
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
  update public.makeup_needs set status = 'scheduled', makeup_assignment_id = a.id
    where assignment_id = p_makeup_for and student_id = p_student and status = 'open';
  return a;
end $$;

drop function if exists app.carry_out_swap(uuid, text);
drop function if exists app.lock_swap(uuid);

drop function if exists app.end_swap_of(uuid, uuid, text);
grant execute on function app.place_student(uuid, uuid, text, jsonb, uuid) to app_rw;
grant execute on function app.remove_for_facility(uuid, text, text), app.blocks_on_shift(uuid, uuid[]) to app_rw;
