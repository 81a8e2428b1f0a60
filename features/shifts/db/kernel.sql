-- What a command on a shift asks of PostgreSQL because its caller may not see it: what other schools have on a unit, and who is told.

-- The limits on the seats of a shift, as it is or with some of its plan changed; keeps the unit until the end of the transaction, so
-- that of two approvals at once the second counts what the first took.
-- Reason: it counts the shifts of other schools, which its caller may not see.
create or replace function app.hold_limits(p_shift_id uuid, p_plan jsonb, p_seats integer)
returns table (limit_name text, seats integer, "values" jsonb, applies boolean, source_url text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts;
begin
  select x.* into s from public.shifts x where x.id = p_shift_id and app.shift_side(x) is not null;
  if s.id is null then return; end if;
  s := jsonb_populate_record(s, p_plan);
  if s.facility_id is not null then perform 1 from public.units u where u.id = s.facility_id for update; end if;
  return query select l.* from app.shift_limits(s, p_seats) l;
end $$;

-- Where there is room instead; asked only for a refusal.
-- Reason: it counts the shifts of other schools, which its caller may not see.
create or replace function app.room_instead(p_shift_id uuid, p_plan jsonb, p_seats integer) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.room_elsewhere(jsonb_populate_record(x, p_plan), p_seats) from public.shifts x where x.id = p_shift_id and app.shift_side(x) is not null
$$;

-- What a notification says of a shift: where and when it is (core/shift-facts.ts).
-- Reason: SQL that notifies needs it, about places that its caller may not see.
create or replace function app.shift_facts(s public.shifts) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('unit', f.name, 'site', p.name, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
    'end_time', to_char(s.end_time, 'HH24:MI'))
  from (select) one left join public.facilities f on f.id = s.facility_id left join public.facilities p on p.id = f.parent_id
$$;

-- Whom an audience of a shift means: its school's administrators, those who run its unit, who leads it, who holds a seat or leads it,
-- who asked for a seat, and who led it until this change.
-- Reason: it must see what its caller may not.
create or replace function app.shift_audience(s public.shifts, p_audience text) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id from app.shift_people(s, p_audience) p (id) where p_audience in ('school', 'facility')
  union
  select l.id from app.shift_leaders(s) l (id) where p_audience in ('leaders', 'seats')
  union
  select s.proctor_id where p_audience = 'instructor' and s.proctor_id is not null
  union
  select distinct l.id::uuid from public.shift_events e, string_to_table(e.details ->> 'left', ' ') l (id)
    where p_audience = 'left' and e.shift_id = s.id and e.at >= now()
  union
  select a.student_id from public.assignments a where p_audience = 'asked' and a.shift_id = s.id and a.school_id = s.school_id and a.status in ('requested', 'waitlisted')
  union
  select a.student_id from public.assignments a where p_audience = 'seats' and a.shift_id = s.id and a.school_id = s.school_id
    and a.status in ('offered', 'assigned', 'checked_in')
$$;

-- Notifies an audience of a shift of what was just done with it. Only who did something in this transaction may, as its trail shows.
-- Reason: it must see and write what its caller may not.
create or replace function app.notify_shift(p_shift_id uuid, p_audience text, p_type text, p_code text, p_values jsonb, p_key text default null) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts;
begin
  select x.* into s from public.shifts x where x.id = p_shift_id;
  if not exists (select 1 from public.shift_events e where e.shift_id = p_shift_id and e.at >= now() and e.actor_id is not distinct from app.real_uid()) then
    raise exception 'Nothing was done with this shift' using errcode = '42501';
  end if;
  perform app.notify_code(array(select app.shift_audience(s, p_audience)), p_type, p_code, p_values, '/shift/' || s.id,
    'shift ' || s.id || ' ' || coalesce(p_key, p_type || ' ' || s.version));
end $$;

grant execute on function app.hold_limits(uuid, jsonb, integer), app.room_instead(uuid, jsonb, integer), app.notify_shift(uuid, text, text, text, jsonb, text) to app_rw;

-- The facility offered the very place of this draft: nobody needs to agree again. No login may call it.
-- Reason: the trigger of open slots needs it, and no login writes the column.
create or replace function app.mark_offered(p_shift_id uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.shifts s set is_offered = true where s.id = p_shift_id and s.status = 'draft'
$$;

-- Those who no longer fit when a facility approves fewer seats wait then: the last to come, first. For who may answer the request.
-- Reason: it writes the seats of students, which a facility may not see.
create or replace function app.make_fit(p_shift_id uuid, p_seats integer) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select 1 from public.shifts x where x.id = p_shift_id and x.status in ('pending_facility', 'countered') and app.shift_side(x) is not null) then
    perform app.settle_seats(p_shift_id, p_seats);
  end if;
end $$;
grant execute on function app.make_fit(uuid, integer) to app_rw;

-- What a plan's rule asks: its semester (a facility sees none, and still may not move a shift out of its own), and whether its instructor
-- and preceptor are who they should be. Null for who neither plans nor runs the shift.
-- Reason: it must see what its caller may not.
create or replace function app.facts_of_plan(p_shift_id uuid, p_school_id uuid, p_semester_id uuid, p_proctor_id uuid, p_preceptor_id uuid,
  out term jsonb, out proctor_is_active boolean, out is_preceptor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select jsonb_build_object('name', t.name, 'start_date', t.start_date, 'end_date', t.end_date, 'archived_at', t.archived_at)
      from public.semesters t where t.id = p_semester_id and t.school_id = p_school_id),
    exists (select 1 from public.users u where u.id = p_proctor_id and u.linked_school_id = p_school_id and u.role = 'proctor' and u.status = 'active'),
    app.is_preceptor(p_preceptor_id)
  where app.administers_school(p_school_id) or exists (select 1 from public.shifts x
    where x.id = p_shift_id and x.school_id = p_school_id and x.semester_id = p_semester_id and app.shift_side(x) is not null)
$$;

-- How many students on a shift have something else at the time of this plan, or need the rest after a night.
-- Reason: it counts seats of students, which a facility may not see.
create or replace function app.count_busy(p_shift_id uuid, p_plan jsonb) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id and a.status in ('offered', 'assigned', 'checked_in')
  where x.id = p_shift_id and app.shift_side(x) is not null
    and exists (select 1 from public.assignments b where b.student_id = a.student_id and b.id <> a.id
      and b.status in ('offered', 'assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show')
      and b.busy && app.busy_range(jsonb_populate_record(x, p_plan)))
$$;

-- Whether the facility has answered already: it offered this very place, or its agreement lets the school plan by itself; and the school's name.
-- Reason: it must see what its caller may not.
create or replace function app.answer_of_agreement(p_shift_id uuid, out offered boolean, out auto boolean, out school text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select x.is_offered, x.facility_id is not null and coalesce((select c.auto_approve from app.partnership_cover(x.school_id, x.facility_id, x.date,
      x.experience_type, app.programs_of(x.school_id, x.cohort_ids)) c), false), c.name
  from public.shifts x join public.schools c on c.id = x.school_id where x.id = p_shift_id and app.shift_side(x) is not null
$$;
grant execute on function app.facts_of_plan(uuid, uuid, uuid, uuid, uuid), app.count_busy(uuid, jsonb), app.answer_of_agreement(uuid) to app_rw;

-- What becomes of shifts whose agreement has ended on a day: those of them that still stand at its organization are canceled, or
-- withdrawn where they were only asked for. Returns how many. In the order of their days, so that two who do this wait for each other.
-- Reason: the calendar asks it, whose login writes no tables.
create or replace function app.cancel_after_agreement(p_ids uuid[], p_school_id uuid, p_organization_id uuid, p_after date, p_reason text) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare gone public.shifts; canceled integer := 0;
begin
  for gone in select s.* from public.shifts s where s.id = any (p_ids) and s.school_id = p_school_id and s.date > p_after
    and s.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full', 'postponed')
    and s.facility_id in (select app.facility_scope(p_organization_id)) order by s.starts_at, s.id for update
  loop
    perform app.take_place_away(gone, 'agreement_ended', p_reason);
    canceled := canceled + 1;
  end loop;
  return canceled;
end $$;
grant execute on function app.cancel_after_agreement(uuid[], uuid, uuid, date, text) to app_worker;

-- What the calendar does and waits for, to the people whom it concerns: [{shift_id, audience, type, code, values, key}]. For its login alone.
-- Reason: it must see and write what its caller may not.
create or replace function app.notify_by_calendar(p_notices jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array(select app.shift_audience(s, n.audience)), n.type, n.code, n.values, '/shift/' || s.id, 'shift ' || s.id || ' ' || n.key)
  from jsonb_to_recordset(p_notices) n (shift_id uuid, audience text, type text, code text, values jsonb, key text) join public.shifts s on s.id = n.shift_id
$$;

-- The limits on the seats of approved shifts, whose units are kept until the end of the transaction, always in the same order. For the
-- calendar's login alone.
-- Reason: it counts the shifts of other schools, and locks units.
create or replace function app.hold_limits_of(p_ids uuid[]) returns table (shift_id uuid, limits jsonb)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from public.units u where u.id in (select x.facility_id from public.shifts x where x.id = any (p_ids)) order by u.id for update;
  return query select x.id, (select jsonb_agg(to_jsonb(l)) from app.shift_limits(x, coalesce(x.approved_capacity, x.capacity), false) l)
    from public.shifts x where x.id = any (p_ids);
end $$;

-- The line of the trail that sign-up has opened by itself: no step, and so by no trigger. For the calendar's login alone.
-- Reason: no login writes the trail.
create or replace function app.note_open_signups(p_ids uuid[]) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.shift_events (shift_id, school_id, event, from_status, to_status, at_version)
  select x.id, x.school_id, 'open_signup', x.status, x.status, x.version from public.shifts x where x.id = any (p_ids) and x.status in ('published', 'full')
$$;
grant execute on function app.notify_by_calendar(jsonb), app.hold_limits_of(uuid[]), app.note_open_signups(uuid[]) to app_worker;
