drop function if exists app.add_seats(uuid, integer, integer);

-- Writes the audit entry for what happened to a seat. A lapse has no actor.
-- Reason: no login writes the trail.
create or replace function app.note_assignment(p_before public.assignments, p_event text, p_reason text default null, p_details jsonb default '{}') returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.shift_events (shift_id, school_id, assignment_id, student_id, actor_id, actor_role, acting_as, event, from_status, to_status, at_version, reason, details)
  select n.shift_id, n.school_id, n.id, n.student_id, w.actor, w.role, w.acting_as, 'seat_' || p_event, p_before.status, n.status, p_before.version, nullif(btrim(p_reason), ''), p_details
  from public.assignments n left join (select app.real_uid(), app.role(), app.acting_as()) w (actor, role, acting_as) on p_event <> 'lapse' where n.id = p_before.id
$$;
drop function if exists app.note_assignment(public.assignments, text, text, boolean, jsonb);

-- Locks those units of these shifts that count seats by year until the end of the transaction, after the shifts and in the order of
-- their ids: of two students who take the last such seat on two shifts, the second sees the first. Returns whether there are any.
-- Reason: it locks units, which its caller may not change.
create or replace function app.hold_levels(p_shifts uuid[]) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform from public.units where id in (select facility_id from public.shifts where id = any (p_shifts)) and max_students_by_level <> '{}'
    order by id for no key update;
  return found;
end $$;

drop function if exists app.seat_blocker(uuid, public.shifts, uuid[]), app.level_blocker(uuid, public.shifts, uuid[]), app.seat_blocks(uuid[], public.shifts, uuid[]);

-- What keeps each of these students from each of these shifts, or null; for a person who is not a student of
-- the school, only that. rules.ts decides which block counts first, what a reason can override, and how it
-- reads. Students of other schools count if the unit counts them by year of study. `p_without`: seats that are
-- given up in exchange. Its plan is cached: planning took ten times as long as reading.
-- Reason: it reads other students' seats.
create or replace function app.seat_blocks(p_students uuid[], p_shifts public.shifts[], p_without uuid[] default '{}')
returns table (student_id uuid, shift_id uuid, block jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
  select p.id, s.id, case when not exists (select from public.users u where u.id = p.id and (u.role, u.status, u.linked_school_id) = ('student', 'active', s.school_id))
    then '{"not_a_student": true}' else nullif(jsonb_strip_nulls(jsonb_build_object(
    'on_leave', (select jsonb_build_object('until', ends_on) from public.student_leaves where student_id = p.id and during @> s.date limit 1),
    'cohort', case when s.cohort_ids <> '{}' and (select true from public.cohort_memberships where student_id = p.id
      and cohort_id = any (s.cohort_ids) and s.date >= from_date and coalesce(s.date < to_date, true) limit 1) is null then true end,
    'on_it', (select true from public.assignments where shift_id = s.id and school_id = s.school_id and student_id = p.id
      and app.holds_seat(status) limit 1),
    'capstone', (select true from app.capstone_times where student_id = p.id and during && (select app.busy_range(s)) limit 1),
    'overlap', case when near.is_overlap then app.shift_facts(other) end,
    'rest', case when not near.is_overlap then app.shift_facts(case when other.starts_at < s.starts_at then other else s end) - '{unit,site}'::text[]
      || jsonb_build_object('hours', app.school_setting(s.school_id, 'rest_after_night_h')) end,
    'level', (select jsonb_build_object('year', y.year, 'most', u.max_students_by_level -> y.year)
      from public.units u cross join lateral app.level_of_year(app.year_of_study(p.id, s.date)) y (year)
      where u.id = s.facility_id and u.max_students_by_level <> '{}' and (u.max_students_by_level ->> y.year)::integer <= (
        select count(*) from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
        where x.facility_id = s.facility_id and x.date between s.date - 2 and s.date + 2 and app.holds_seat(a.status) and a.during && t.at
          and a.id <> all (array_remove(p_without, null)) and app.level_of_year(app.year_of_study(a.student_id, s.date)) = y.year)
        + (select count(*) from app.unit_seats c where c.student_id is not null and c.facility_id = s.facility_id and tstzrange(c.starts_at, c.ends_at) && t.at
          and app.level_of_year(app.year_of_study(c.student_id, s.date)) = y.year)))), '{}') end
  from unnest(p_students) p (id), unnest(p_shifts) s, tstzrange(s.starts_at, s.ends_at) t (at) left join lateral (
    select shift_id, during && t.at as is_overlap from public.assignments
    where student_id = p.id and school_id = s.school_id and shift_id <> s.id and app.holds_seat(status) and busy && (select app.busy_range(s))
      and id <> all (array_remove(p_without, null))
    order by during limit 1) near on true
  left join public.shifts other on other.id = near.shift_id
$$;

drop function if exists app.give_seat(uuid, uuid, public.shifts, text, text, jsonb, uuid, text, timestamptz);
-- Puts a student on the shift; the caller has checked permissions. Refuses a full or closed shift by code, a clash by its
-- constraint. A shift with free seats is also refused if a limit has become lower since its seats were counted: a stricter
-- rule, a closed day, an ended agreement; but not a swap, after which there are as many students as before. Reads the shift again and locks it, because it may have moved since the caller read
-- it. An override of the rest rule applies only between the two shifts: rest from an earlier night ends when this shift
-- begins, and rest from this night ends when the next begins. Later shifts still require full rest.
-- Reason: it locks the shift and counts its seats, which a student may not.
create or replace function app.give_seat(p_id uuid, p_student uuid, s public.shifts, p_status text, p_source text, p_override jsonb default null,
  p_makeup_for uuid default null, p_note text default null) returns public.assignments
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments; was public.assignments; held tstzrange; taken tstzrange; level jsonb; is_held boolean := p_status = 'assigned';
begin
  select * into s from public.shifts where id = s.id for no key update;
  select * into was from public.assignments where shift_id = s.id and school_id = s.school_id and student_id = p_student
    and status in ('requested', 'waitlisted', 'offered') for update;
  held := tstzrange(s.starts_at, s.ends_at);
  taken := app.busy_range(s);
  if is_held and was.status is distinct from 'offered' then
    if s.seats_taken >= s.seats or p_source <> 'swap' and (app.shift_limits(s, true)).most <= s.seats_taken then
      raise exception using message = case when s.seats_taken >= s.seats then 'seat.full' else 'seat.limit' end, errcode = 'PW409', detail = (app.shift_limits(s)).facts;
    end if;
    if app.hold_levels(array[s.id]) then
      select b.block -> 'level' into level from app.seat_blocks(array[p_student], array[s]) b;
      if level is not null then raise exception using message = 'seat.blocked', errcode = 'PW409', detail = jsonb_build_object('level', level); end if;
    end if;
  end if;
  if p_override ->> 'rule' = 'rest' then
    taken := tstzrange(lower(taken), coalesce((select min(lower(during)) from public.assignments where student_id = p_student and school_id = s.school_id
      and shift_id <> s.id and app.holds_seat(status) and during && taken and lower(during) >= s.ends_at), upper(taken)));
    update public.assignments set busy = tstzrange(lower(during), greatest(upper(during), least(upper(busy), s.starts_at)))
      where student_id = p_student and school_id = s.school_id and shift_id <> s.id and app.holds_seat(status) and busy && held and not during && held;
  end if;
  if was.id is not null then
    update public.assignments set status = p_status, source = p_source, override = p_override, makeup_for = coalesce(p_makeup_for, makeup_for),
      offer_expires_at = null, decided_at = now(), decided_by = app.real_uid(), reason = null, during = held, busy = taken
      where id = was.id returning * into a;
  else
    insert into public.assignments (id, shift_id, school_id, student_id, status, source, during, busy, override, makeup_for, note, decided_at, decided_by, created_by)
    values (p_id, s.id, s.school_id, p_student, p_status, p_source, held, taken, p_override, p_makeup_for, nullif(btrim(p_note), ''),
      case when is_held then now() end, case when is_held then app.real_uid() end, app.real_uid())
    returning * into a;
  end if;
  return a;
end $$;

-- A student signs up for a seat: depending on the shift, gets it at once or requests it for a later decision; or joins the
-- waitlist. Sending it twice has the same effect as once. Reads the shift without a lock first, so that students who cannot
-- have a seat wait for no one; then with it, and again if it changed or others are waiting by then.
-- Reason: speed: as two statements a claim took 14 to 21% longer with 24 students at once (decision 060).
create or replace function app.ask_for_seat(p_id uuid, p_shift_id uuid, p_note text default null, p_waits boolean default false) returns public.assignments
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare me uuid := app.uid(); s public.shifts; fresh public.shifts; a public.assignments; block jsonb; closed text; first_come boolean;
begin
  if coalesce(app.role(), '') <> 'student' then raise exception 'seat.only_students_ask' using errcode = 'PW403'; end if;
  select * into a from public.assignments where id = p_id and student_id = me;
  if found then return a; end if;
  s := app.shift_row(p_shift_id);
  loop
    if (s.school_id = app.school_id() and s.status in ('published', 'full', 'in_progress', 'completed', 'closed', 'cancelled')) is not true then
      raise exception 'seat.no_shift' using errcode = 'PW404';
    end if;
    closed := case when s.status not in ('published', 'full') then 'signup.not_now' when s.starts_at <= now() then 'signup.begun'
      when not (select is_active from public.schools where id = s.school_id) then 'signup.school_inactive'
      when s.signup_mode = 'assigned' then 'signup.assigned' when s.signup_opens_at > now() then 'signup.not_open' when s.signup_closes_at <= now() then 'signup.closed' end;
    if closed is not null then
      raise exception using message = closed, errcode = 'PW409', detail = jsonb_build_object('status', s.status, 'time_zone', s.time_zone,
        'at', case when closed = 'signup.not_open' then s.signup_opens_at else s.signup_closes_at end);
    end if;
    if p_waits and s.waiting = 0 and s.seats_taken < least(s.seats, (app.shift_limits(s, true)).most) then raise exception 'seat.is_free' using errcode = 'PW409'; end if;
    select b.block into block from app.seat_blocks(array[me], array[s]) b;
    if block is not null then raise exception using message = 'seat.blocked', errcode = 'PW409', detail = block; end if;
    first_come := s.signup_mode = 'self_signup' and s.signup_policy = 'first_come';
    if first_come and not p_waits then
      if s.seats_taken >= s.seats then raise exception using message = 'seat.full', errcode = 'PW409', detail = (app.shift_limits(s)).facts; end if;
      if s.waiting > 0 then raise exception 'seat.others_wait' using errcode = 'PW409'; end if;
    end if;
    select * into fresh from public.shifts where id = p_shift_id for no key update;
    exit when (fresh.version, fresh.waiting) = (s.version, s.waiting);
    s := fresh;
  end loop;
  return app.give_seat(p_id, me, s, case when p_waits then 'waitlisted' when first_come then 'assigned' else 'requested' end,
    case when s.signup_mode = 'request' and not p_waits then 'request' else 'signup' end, null, null, p_note);
end $$;
drop function if exists app.ask_for_seat(uuid, uuid, text), app.join_waitlist(uuid, uuid), app.signup_blocker(public.shifts);

drop function if exists app.offer_next(uuid, timestamptz);
drop function if exists app.swap_partners(uuid), app.round_order(uuid),
  app.notify_seat(public.shifts, uuid[], text, text, text, jsonb);

grant execute on function app.ask_for_seat(uuid, uuid, text, boolean) to app_rw;

-- The calling student's newest seat, request or refusal on each shift; empty for anyone else.
-- Reason: speed: these lists are too slow under the policies (decision 031).
create or replace function app.my_seats() returns table (shift_id uuid, id uuid, status text)
language sql stable security definer rows 50 set search_path = pg_catalog, pg_temp as $$
  select distinct on (shift_id) shift_id, id, status from public.assignments
  where (select app.role()) = 'student' and student_id = (select app.uid()) and school_id = (select app.school_id())
  order by shift_id, asked_at desc
$$;

-- The shifts open to the calling student, soonest first, with what keeps the student from each (decision 031): exactly
-- the rows that the policies of shifts would allow, read without them. The caller is resolved once; only students get
-- rows. `taken` has the shifts with a seat or request of the student, `asked_on` those with an ended one, newest
-- first. The full rule is checked only where something can block: another seat or a capstone day near that time, a
-- leave, seats counted by year, or a cohort the student is not in on that day. Reads a school's shifts in their order
-- and stops at the limit. Its plan is cached: planning took as long as reading.
-- Reason: speed: these lists are too slow under the policies (decision 031).
create or replace function app.open_shifts(p_limit integer, p_from date, p_to date, p_specialty text, p_site uuid)
returns setof json
language plpgsql stable security definer rows 50 set search_path = pg_catalog, pg_temp set enable_bitmapscan = off set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare me uuid; school uuid; cohorts uuid[]; rest interval; held tstzmultirange; taken uuid[]; away datemultirange;
  asked_on uuid[]; asked_ids uuid[]; asked_states text[];
begin
  select id, linked_school_id, make_interval(hours => app.school_setting(linked_school_id, 'rest_after_night_h')::integer) into me, school, rest
  from public.users where id = (select app.uid()) and role = 'student' and status = 'active' and email_verified;
  if me is null then return; end if;
  cohorts := app.cohorts_of_mine();
  select array_agg(a.shift_id) filter (where not is_taken), array_agg(a.id) filter (where not is_taken), array_agg(a.status) filter (where not is_taken),
    coalesce(range_agg(a.busy) filter (where app.holds_seat(a.status)), '{}'), coalesce(array_agg(a.shift_id) filter (where is_taken), '{}')
  into asked_on, asked_ids, asked_states, held, taken
  from (select *, status in ('requested', 'waitlisted', 'offered', 'assigned', 'checked_in', 'completed') as is_taken
    from public.assignments where student_id = me and school_id = school order by asked_at desc) a;
  held := held + coalesce((select range_agg(during) from app.capstone_times where student_id = me), '{}');
  away := (select range_agg(during) from public.student_leaves where student_id = me);
  return query
    with open as (
      select x.*, x as shift from public.shifts x
      where school_id = school and status = 'published' and starts_at > now() and signup_mode <> 'assigned'
        and coalesce(signup_opens_at <= now(), true) and coalesce(signup_closes_at > now(), true)
        and (cohort_ids = '{}' or cohort_ids && cohorts or (published_at is not null and id = any (asked_on))) and id <> all (taken)
        and (p_from is null or date >= p_from) and (p_to is null or date <= p_to) and (p_specialty is null or specialty = p_specialty)
        and (p_site is null or facility_id in (select id from public.facilities where parent_id = p_site))
      order by starts_at, id limit p_limit),
    near (all_of) as materialized (
      select array(select x.shift from open x left join public.units u on u.id = x.facility_id
        where held && tstzrange(x.starts_at, x.ends_at + case when app.is_night(x.start_time, x.end_time) then rest else interval '0' end)
          or u.max_students_by_level <> '{}' or away @> x.date
          or x.cohort_ids <> '{}' and not exists (select from public.cohort_memberships m where m.student_id = me and m.cohort_id = any (x.cohort_ids)
            and x.date >= m.from_date and coalesce(x.date < m.to_date, true)))),
    blocked as materialized (select b.* from near, app.seat_blocks(array[me], all_of) b where all_of <> '{}')
    select row_to_json(o) from (select v.*, asked_ids[array_position(asked_on, x.id)] as my_assignment_id, asked_states[array_position(asked_on, x.id)] as my_status,
      x.credited_hours::double precision, x.signup_closes_at, x.signup_mode = 'self_signup' and x.signup_policy = 'first_come' as is_first_come,
      (select b.block from blocked b where b.shift_id = x.id) as block
    from open x cross join lateral (select r.* from app.student_shifts r where r.id = x.id limit 1) v
    order by x.starts_at, x.id) o;
end $$;

-- An earlier version did not return missing credentials.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.my_shifts(uuid)') and 'missing' <> all (p.proargnames)) then
    drop function app.my_shifts(uuid);
  end if;
end $$;
-- The calling student's seats, requests and offers with their shifts, and which credentials a
-- seat is missing (decision 031): for one semester, or from the last 120 days on. Shows a shift
-- that was ever published and is open to everyone or to the student's cohort.
-- Reason: speed: these lists are too slow under the policies (decision 031).
create or replace function app.my_shifts(p_semester uuid)
returns table (id uuid, status text, source text, reason text, asked_at timestamptz, offer_expires_at timestamptz, drop_asked_at timestamptz, conflict_at timestamptz,
  moved_at timestamptz, credited_hours double precision, drop_cutoff_at timestamptz, waitlist_position integer, shift json, is_not_cleared boolean, missing text[])
language plpgsql stable security definer rows 50 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare me uuid; school uuid; cohorts uuid[];
begin
  select id, linked_school_id into me, school from public.users where id = (select app.uid()) and role = 'student' and status = 'active' and email_verified;
  if me is null then return; end if;
  cohorts := app.cohorts_of_mine();
  return query
    with mine as (select * from public.assignments where student_id = me and school_id = school),
    newest as (select distinct on (shift_id) shift_id, id, status from mine order by shift_id, asked_at desc)
    select a.id, a.status, a.source, a.reason, a.asked_at, a.offer_expires_at, a.drop_asked_at, a.conflict_at, a.moved_at, x.credited_hours::double precision, x.drop_cutoff_at,
      case when a.status = 'waitlisted' then (select count(*)::integer from public.assignments o where o.shift_id = a.shift_id and o.school_id = a.school_id
        and o.status = 'waitlisted' and (o.asked_at, o.id) <= (a.asked_at, a.id)) end,
      (select row_to_json(o) from (select v.*, m.id as my_assignment_id, m.status as my_status) o), q.id is not null, q.missing
    from mine a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id join newest m on m.shift_id = a.shift_id
    left join public.seat_clearances q on q.id = a.id and q.status = 'not_cleared' and q.computed_on < 'infinity'
    cross join lateral (select r.* from app.student_shifts r where r.id = x.id limit 1) v
    where (x.published_at is not null or (x.status in ('published', 'full', 'in_progress', 'completed', 'closed') and (x.cohort_ids = '{}' or x.cohort_ids && cohorts)))
      and case when p_semester is null then x.date >= current_date - 120 else x.semester_id = p_semester end
    order by x.starts_at, a.asked_at;
end $$;

drop function if exists app.full_facts(public.shifts), app.limit_reached(public.shifts);

-- For lists: the shift of a seat, for everyone who sees the row it belongs to.
-- Reason: students in a swap may see the shift of the classmate's seat.
create or replace function app.seat_facts(p_assignment_id uuid) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.shift_facts(s) || jsonb_build_object('shift_id', s.id)
  from public.assignments a join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
  where a.id = p_assignment_id and (a.school_id = app.school_id() or app.is_superadmin()) and app.role() in ('student', 'school_admin', 'school_super_admin', 'superadmin')
$$;
drop function if exists app.seat_in_words(uuid);
-- The name of one of the two students of a swap, for both and for the school; a
-- classmate who opted out of the directory is named only in swaps they proposed.
-- Reason: a student may not see other students' seats.
create or replace function app.name_in_swap(p_swap_id uuid, p_person uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name from public.shift_swaps w join public.users u on u.id = p_person and u.id in (w.from_student_id, w.to_student_id)
  where w.id = p_swap_id and (app.administers_school(w.school_id)
    or app.uid() in (w.from_student_id, w.to_student_id) and (u.directory_opt_out_at is null or u.id in (w.from_student_id, app.uid())))
$$;
drop function if exists app.name_in_need(uuid);

drop function if exists app.leads_shift(public.shifts);

drop function if exists app.roster_of(uuid);

-- An earlier version returned the block.
do $$ begin
  if exists (select from pg_proc p where p.oid = to_regprocedure('app.seat_candidates(uuid, text)') and 'block' = any (p.proargnames)) then
    drop function app.seat_candidates(uuid, text);
  end if;
end $$;
-- The students who could be assigned to a shift, with their hours in its semester, for those who may assign them.
-- Reason: an instructor reads no people and no seats except through their shifts.
create or replace function app.seat_candidates(p_shift_id uuid, p_pattern text) returns table (student_id uuid, full_name text, cohort_name text, hours double precision)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with found as materialized (
    select u.id, u.full_name, k.name, x.school_id, x.semester_id
    from public.shifts x join public.users u on u.linked_school_id = x.school_id and u.role = 'student' and u.status = 'active'
    left join public.cohort_memberships m on m.student_id = u.id and m.school_id = u.linked_school_id
      and x.date >= m.from_date and coalesce(x.date < m.to_date, true)
    left join public.cohorts k on k.id = m.cohort_id
    where x.id = p_shift_id and app.seat_party(x) in ('school', 'platform', 'proctor') and (u.full_name ilike p_pattern or k.name ilike p_pattern)
      and (x.cohort_ids = '{}' or k.id = any (x.cohort_ids)))
  select f.id, f.full_name, f.name, coalesce(sum(y.done + y.scheduled), 0)
  from found f left join (select y.* from (select array_agg(id) as ids, school_id, semester_id from found group by 2, 3) s
    cross join app.hours_of(s.ids, s.school_id, s.semester_id) y) y on y.student_id = f.id group by 1, 2, 3
$$;

do $$ declare f text; begin
  foreach f in array array['app.my_seats()', 'app.my_shifts(uuid)', 'app.open_shifts(integer, date, date, text, uuid)', 'app.seat_facts(uuid)', 'app.name_in_swap(uuid, uuid)', 'app.seat_candidates(uuid, text)']
  loop execute 'grant execute on function ' || f || ' to app_rw'; end loop;
end $$;

drop function if exists app.students_of_proctor(uuid), app.progress_of(uuid);

-- The scheduler decides fair rounds and expires offers (server/commands/run-due-seat-work.ts).
grant execute on function app.hold_levels(uuid[]), app.seat_blocks(uuid[], public.shifts[], uuid[]) to app_worker;

-- The possible swaps for one of the caller's seats: a row without a seat for each classmate who could take it, and a row for
-- each of their seats that could be given in return. Reveals nothing else about anyone, and leaves out those who opted out of
-- the directory. For a classmate who could not take it, checks the rule again without their seat at that time.
-- Reason: a student may not see other students' seats.
create or replace function app.swap_options(p_assignment_id uuid)
returns table (student_id uuid, full_name text, assignment_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as materialized (
    select a.id, a.student_id, a.school_id, app.busy_range(s) as busy, s as shift from public.assignments a
    join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
    where a.id = p_assignment_id and a.student_id = app.uid() and app.role() = 'student' and a.status = 'assigned'
      and s.status in ('published', 'full') and s.starts_at > now()),
  mates as materialized (
    select k.* from mine i cross join app.seat_blocks(array(select distinct o.student_id from app.memberships_ahead m
      join app.memberships_ahead o on o.cohort_id = m.cohort_id and o.student_id <> i.student_id
      where (m.student_id, m.school_id) = (i.student_id, i.school_id)), array[i.shift], array[i.id]) k)
  select u.id, u.full_name, b.id from mine i cross join mates m
  join public.users u on u.id = m.student_id and u.directory_opt_out_at is null
  cross join lateral (
    select null::uuid as id, null::tstzrange as busy, null::public.shifts as shift
    union all
    select a.id, a.busy, x from public.assignments a join public.shifts x on x.id = a.shift_id and x.school_id = a.school_id
    where a.student_id = u.id and a.school_id = i.school_id and a.makeup_for is null and a.status = 'assigned' and x.status in ('published', 'full') and x.starts_at > now()) b
  where (m.block is null or b.busy && i.busy and not exists (select from app.seat_blocks(array[u.id], array[i.shift], array[i.id, b.id]) k where k.block is not null))
    and (b.id is null or not exists (select from app.seat_blocks(array[i.student_id], array[b.shift], array[i.id, b.id]) k where k.block is not null))
$$;
grant execute on function app.swap_options(uuid) to app_rw;

-- Locks a shift, given directly or by one of its seats, until the end of the transaction, and returns
-- which party the caller acts for: no row for anyone who has nothing to do with it. Every command on
-- seats begins with this, so of two at once the second reads what the first did.
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

-- Takes a student off a shift for the facility: for conduct, safety or non-compliance, with the same step as the school's.
-- Reason: it writes a seat, which a facility may not see.
create or replace function app.remove_for_facility(p_id uuid, p_code text, p_reason text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments;
begin
  select * into a from public.assignments where id = p_id;
  if app.shift_party(app.shift_row(a.shift_id)) is distinct from 'facility' then raise exception 'seat.not_found' using errcode = 'PW404'; end if;
  if (p_code in ('conduct', 'safety', 'non_compliance')) is not true then raise exception 'seat.no_code' using errcode = 'PW400'; end if;
  perform app.refuse_illegal_step('assignments', a.status, 'removed', 'facility');
  update public.assignments set status = 'removed', offer_expires_at = null, reason = p_reason, reason_code = p_code, decided_at = now(), decided_by = app.real_uid(),
    drop_asked_at = null where id = p_id;
end $$;

-- When a facility approves fewer seats, moves the students who no longer fit to the waitlist, most recent first; runs
-- before the shift is written, because its own constraint would refuse it. For those who may answer the request.
-- Reason: a facility may not see the seats of students.
create or replace function app.make_fit(p_shift_id uuid, p_seats integer) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with cut as (update public.assignments set status = 'waitlisted', offer_expires_at = null, reason = 'The facility approved fewer seats.'
    where id in (select b.id from public.shifts x join public.assignments b on b.shift_id = x.id and b.school_id = x.school_id
      where x.id = p_shift_id and x.status in ('pending_facility', 'countered') and app.shift_party(x) is not null and b.status in ('offered', 'assigned')
      order by b.asked_at, b.id offset p_seats) returning *)
  select app.notify_code(array[student_id], 'shift_changed', 'shift.fewer_seats', app.shift_facts(s), '/shift/' || shift_id, 'fewer seats ' || c.id || c.version)
  from cut c join public.shifts s on s.id = shift_id
$$;
grant execute on function app.make_fit(uuid, integer) to app_rw;

drop function if exists app.seat_blockers(uuid, uuid[]);
-- What keeps each of these students from a shift, for those who may assign students to it.
-- Reason: it reads seats and cohorts of students, which a proctor may not see.
create or replace function app.blocks_on_shift(p_shift_id uuid, p_students uuid[]) returns table (student_id uuid, block jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select student_id, block from public.shifts x cross join app.seat_blocks(p_students, array[x]) b where x.id = p_shift_id and app.seat_party(x) in ('school', 'platform', 'proctor')
$$;

-- Assigns a student to a shift, through their open request if there is one, with the soft rule that is overridden
-- for them; for those who may assign students. Marks the hours that the seat makes up as arranged.
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
