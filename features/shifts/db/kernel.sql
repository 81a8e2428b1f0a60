-- What a command on a shift needs from PostgreSQL because its caller may not see it: other schools' shifts on a unit, and who is notified.

-- Statuses in which a student holds a seat. Inlined into statements, so that they use the index of held seats.
-- Reason: indexes need it.
create or replace function app.holds_seat(p_status text) returns boolean
language sql immutable parallel safe
return p_status in ('offered', 'assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show');

-- The shifts that the calling student is or was on.
-- Reason: policies need it.
create or replace function app.my_shift_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.shift_id from app.asker w join public.assignments a on a.student_id = w.id and a.school_id = w.linked_school_id where w.is_approved
$$;
grant execute on function app.my_shift_ids(), app.holds_seat(text) to app_rw;
grant execute on function app.holds_seat(text) to app_worker;

-- The location and time of a shift for notifications (core/shift-facts.ts).
-- Reason: SQL that notifies needs it.
create or replace function app.shift_facts(s public.shifts) returns jsonb
language sql stable
return (select jsonb_build_object('unit', f.name, 'site', p.name, 'date', s.date, 'start_time', to_char(s.start_time, 'HH24:MI'),
    'end_time', to_char(s.end_time, 'HH24:MI'))
  from (select) one left join public.facilities f on f.id = s.facility_id left join public.facilities p on p.id = f.parent_id);

drop function if exists app.notify_shift(uuid, text, text, text, jsonb, text), app.notify_shift(uuid, text, text, text, jsonb, text, uuid),
  app.hold_limits(uuid, jsonb, integer), app.shift_audience(public.shifts, text), app.shift_people(public.shifts, text);

-- Marks the draft that an open slot was taken with: its facility offered the slot, so no one needs to agree again. Records which school
-- took the slot.
create or replace function app.mark_offered() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare school uuid;
begin
  update public.shifts set is_offered = true where id = new.shift_id and status = 'draft' returning school_id into school;
  new.school_id := coalesce(school, new.school_id);
  return new;
end $$;

-- What the rules of a plan need that the planner may not read: the semester of a shift that they may plan (a facility sees no semesters,
-- but still may not move a shift out of its own), and whether all of these people are preceptors.
drop function if exists app.facts_of_plan(uuid, uuid, uuid, uuid[], uuid[]);
-- Reason: it must see what its caller may not.
create or replace function app.facts_of_plan(p_shift_id uuid, p_preceptor_ids uuid[], out term jsonb, out is_preceptor boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select jsonb_build_object('name', t.name, 'start_date', t.start_date, 'end_date', t.end_date, 'archived_at', t.archived_at)
      from public.shifts x join public.semesters t on t.id = x.semester_id where x.id = p_shift_id and app.shift_party(x) is not null),
    app.role() not in ('student', 'proctor') and not exists (select from unnest(p_preceptor_ids) p where not app.is_preceptor(p))
$$;

-- How many students on a shift are busy at the time of this plan, or need rest after a night.
-- Reason: it counts seats of students, which a facility may not see.
create or replace function app.count_busy(p_shift_id uuid, p_plan jsonb) returns integer
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select count(*)::integer from public.shifts x join public.assignments a on a.shift_id = x.id and a.school_id = x.school_id and a.status in ('offered', 'assigned', 'checked_in')
  where x.id = p_shift_id and app.shift_party(x) is not null
    and exists (select from public.assignments b where b.student_id = a.student_id and b.id <> a.id
      and app.holds_seat(b.status) and b.busy && app.busy_range(jsonb_populate_record(x, p_plan)))
$$;

grant execute on function app.facts_of_plan(uuid, uuid[]), app.count_busy(uuid, jsonb) to app_rw;

drop function if exists app.hold_limits_of(uuid[]), app.answer_of_agreement(uuid);
grant execute on function app.acting_as() to app_worker;

-- Other SQL for shifts: counts, names, and what functions of other features need.

-- Removes functions that are no longer called or were renamed.
drop function if exists app.may_name_later(public.shifts), app.is_held_on_campus(text), app.shift_status_word(text),
  app.shift_span(date, time, time, text), app.needs_instructor(text, uuid, uuid),
  app.nth_id(uuid, text);

-- True for a night shift, which is under way at 3:00 AM local time.
-- Reason: the constraint on rest after a night needs it.
create or replace function app.is_night(p_start time, p_end time) returns boolean
language sql immutable parallel safe
return case when p_end <= p_start then p_start <= time '03:00' or p_end > time '03:00' else p_start <= time '03:00' and p_end > time '03:00' end;

-- The time that a shift keeps a student busy: its hours, and after a night the rest that the school requires (8 hours by default).
-- Reason: constraints on overlaps need it, for stored shifts and for planned ones.
create or replace function app.busy_range(s public.shifts) returns tstzrange
language sql stable
return tstzrange(s.starts_at, s.ends_at + case when app.is_night(s.start_time, s.end_time)
    then make_interval(hours => app.school_setting(s.school_id, 'rest_after_night_h')::integer) else interval '0' end);
grant execute on function app.busy_range(public.shifts), app.is_night(time, time) to app_worker;

drop function if exists app.shift_when(public.shifts);
drop function if exists app.shift_where(public.shifts);

-- The caller's party: platform for the superadmin, school or facility for an administrator, else null.
-- Reason: the functions that look at who asks need it.
create or replace function app.shift_party(s public.shifts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case
    when app.is_superadmin() then 'platform'
    when app.is_school_admin() and s.school_id = app.school_id() then 'school'
    when app.role() = 'facility_admin' and s.submitted_at is not null and s.facility_id in (select app.facility_scope(app.facility_id())) then 'facility'
  end
$$;

-- The caller's role on a shift: the student of a seat, its instructor, the school, the platform or the facility; null for others.
-- Reason: instructors can read people and seats only through their shifts.
create or replace function app.seat_party(s public.shifts) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when app.role() = 'student' and exists (select from public.assignments a where a.shift_id = s.id and a.student_id = app.uid()) then 'student'
    when app.role() = 'proctor' and app.uid() = any (app.instructors_of(s)) and s.school_id = app.school_id() then 'proctor' else app.shift_party(s) end
$$;

-- The instructors of a shift in order (rules.ts: instructorsOf). Every rule about instructors uses this.
-- Reason: triggers and the functions below need it.
create or replace function app.instructors_of(s public.shifts) returns uuid[]
language sql immutable parallel safe
return array_remove(s.proctor_id || s.more_proctor_ids, null);
grant execute on function app.instructors_of(public.shifts) to app_rw, app_worker;

-- The instructors and preceptors of a shift, if any.
-- Reason: triggers and the functions below need it.
create or replace function app.shift_leaders(s public.shifts) returns setof uuid
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select distinct u from unnest(app.instructors_of(s) || s.preceptor_id || s.more_preceptor_ids) u where u is not null
$$;
grant execute on function app.shift_leaders(public.shifts) to app_worker;

-- The shifts that a person leads as an instructor or preceptor. No login may call it.
-- Reason: the functions that look at who asks need it.
create or replace function app.led_by(p_person uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.shifts where proctor_id = p_person or preceptor_id = p_person
    or more_proctor_ids <> '{}' and more_proctor_ids @> array[p_person] or more_preceptor_ids <> '{}' and more_preceptor_ids @> array[p_person]
$$;

-- The shifts that the caller leads as an instructor, except drafts.
-- Reason: policies need it.
create or replace function app.led_shift_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.shifts where school_id = (select linked_school_id from app.asker where is_approved and role = 'proctor') and status <> 'draft'
    and (proctor_id = (select app.uid()) or more_proctor_ids <> '{}' and more_proctor_ids @> array[(select app.uid())])
$$;
grant execute on function app.led_shift_ids() to app_rw;

drop function if exists app.are_instructors(uuid[], uuid);

-- Who acted can't be forged: no login writes these columns.
alter table public.shift_events alter column actor_id set default app.real_uid(), alter column actor_role set default app.role(),
  alter column acting_as set default app.acting_as();

-- Reason: no login writes the trail.
create or replace function app.note_shift(p_before public.shifts, p_event text, p_reason text default null, p_details jsonb default '{}') returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.shift_events (shift_id, school_id, event, from_status, to_status, at_version, reason, details)
  select id, school_id, p_event, p_before.status, status, p_before.version, nullif(btrim(p_reason), ''), p_details from public.shifts where id = p_before.id
$$;
drop function if exists app.note_shift(public.shifts, text, text, jsonb, boolean);

-- Reason: it must see what its caller may not.
create or replace function app.shift_row(p_id uuid) returns public.shifts
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select * from public.shifts where id = p_id
$$;

-- The year of study of students, as units limit seats by it: 'first_year' to 'fourth_year'. Null without a cohort.
-- Reason: limits are counted with it, in queries over many rows.
create or replace function app.level_of_year(p_year integer) returns text
language sql immutable parallel safe
return (array['first_year', 'second_year', 'third_year', 'fourth_year'])[least(p_year, 4)];

-- The year of study of cohorts on a day: 1 in the first twelve months, and so on.
-- Reason: it reads cohorts of other schools.
create or replace function app.cohort_levels(p_cohorts uuid[], p_date date) returns text[]
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select array_agg(distinct app.level_of_year(greatest(1, 1 + extract(year from age(p_date, start_date))::integer))) from public.cohorts where id = any (p_cohorts)
$$;

drop function if exists app.closed_day(uuid, date);
drop function if exists app.closed_days(uuid);

-- The facts for the limits on a shift's seats (rules.ts: countedLimits), and the smallest limit: what the unit takes and others use there,
-- also by year of study, what the agreement leaves, and what instructors and preceptors may supervise. Whether a unit is reserved for one
-- school is decided at the approval and not included in the smallest limit. Claiming a seat needs only the smallest limit.
-- closed: a blackout of its own, or a day on which its site is closed to students. others: found by their day, because no shift lasts longer
-- than a day. years: known in advance where all cohorts are of years that the unit counts; a shift of one year takes its approved seats of
-- that year, and of others those count who are on it. rules: each instructor and preceptor adds a share; until one is named, one share is
-- counted on.
drop function if exists app.shift_limits(public.shifts, integer, boolean);
-- Uses a generic plan, because planning took five times as long as reading (4.1 ms a call against 0.7).
-- Reason: it counts the shifts of other schools, which its caller may not see.
create or replace function app.shift_limits(s public.shifts, p_least_alone boolean default false, out facts jsonb, out most integer)
language sql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
  with unit as (select u.*, f.name, f.parent_id from public.units u join public.facilities f on f.id = u.id where u.id = s.facility_id),
  closed as (
    select u.name, nullif(b ->> 'reason', '') as reason, false as is_site from unit u, jsonb_array_elements(u.blackout) b
      where s.date between (b ->> 'from')::date and (b ->> 'to')::date
    union all select a.name, null, true from unit u join public.sites t on t.id = u.parent_id join public.facilities a on a.id = t.id where s.date = any (t.holidays)
    order by is_site limit 1),
  others as (
    select x.* from app.unit_seats x where x.facility_id = s.facility_id and x.id is distinct from s.id
      and x.starts_at < s.ends_at and x.ends_at > s.starts_at and x.date between s.date - 2 and s.date + 2),
  room as (
    select u.name, least(u.max_students_per_shift, case when u.capacity_windows <> '[]' then coalesce((select max((w ->> 'max')::integer)
        from jsonb_array_elements(u.capacity_windows) w where s.date between (w ->> 'from')::date and (w ->> 'to')::date), 0) end) as most,
      coalesce((select sum(o.taken) from others o), 0)::integer as taken, (select count(student_id) from others) as capstones, u.max_ratio_override as ratio,
      u.exclusive_school and exists (select from others o where o.school_id <> s.school_id) as has_others
    from unit u),
  years as (
    select l.year, (u.max_students_by_level ->> l.year)::integer as most, (
      select coalesce(sum(case when app.cohort_levels(o.cohort_ids, s.date) = array[l.year] then o.taken else (select count(*) from public.assignments a
          where a.shift_id = o.id and a.school_id = o.school_id and app.holds_seat(a.status) and app.level_of_year(app.year_of_study(a.student_id, s.date)) = l.year) end), 0)
      from others o)::integer as taken
    from unit u, unnest(app.cohort_levels(s.cohort_ids, s.date)) l (year) where u.max_students_by_level <> '{}'),
  counted as (select jsonb_agg(to_jsonb(y) order by y.year) as list, sum(greatest(y.most - y.taken, 0))::integer as seats from years y having bool_and(y.most is not null)),
  rules as (
    select c.name as school, p.jurisdiction, p.source_url, p.effective_from, p.max_students_per_instructor as board,
      (c.settings ->> 'max_students_per_instructor')::integer as own, (c.settings -> 'max_students_by_specialty' ->> s.specialty)::integer as own_specialty,
      least(coalesce((c.settings ->> 'max_students_per_preceptor')::integer, 1), coalesce(p.max_students_per_preceptor, 2), 2) as preceptor,
      s.experience_type in ('group', 'community', 'makeup')
        or s.experience_type in ('simulation', 'skills_lab') and coalesce(p.ratio_covers_simulation, false) as is_instructed,
      greatest(cardinality(app.instructors_of(s)), 1) as instructors, 1 + cardinality(s.more_preceptor_ids) as preceptors
    from public.schools c left join app.board_rules p on p.id = c.regulatory_profile_id and in_force @> s.date where c.id = s.school_id)
  select case when not p_least_alone then jsonb_build_object('closed', to_jsonb(d), 'unit', to_jsonb(r), 'years', y.list, 'rules', to_jsonb(b),
      'agreement', case when g.covers is not null then jsonb_build_object('seats', case when g.covers then g.room else 0 end,
        'facts', g.facts || jsonb_build_object('reason', g.reason)) end,
      'date', s.date, 'experience_type', s.experience_type, 'specialty', s.specialty, 'capacity', coalesce(s.approved_capacity, s.capacity),
      'seats', s.seats, 'seats_limit', s.seats_limit, 'taken', s.seats_taken, 'is_student', app.role() = 'student') end,
    least(case when d.name is not null then 0 end, case when g.covers then g.room when not g.covers then 0 end,
      r.most - least(r.most, r.taken), y.seats,
      case when b.is_instructed then b.instructors * least(b.board, r.ratio, b.own, b.own_specialty) end,
      case when s.experience_type = 'precepted' then b.preceptors * b.preceptor end)
  from (select) one left join closed d on true left join room r on true left join counted y on true left join rules b on true
  left join app.partnership_cover(s) g on s.facility_id is not null and s.school_id is not null
$$;

-- The facts for the limits of a plan, for its planner, a manager of its unit, or the calendar. The plan is a new shift, or a shift that the
-- caller knows with some changes; its facility may also ask about other units of the same site. A facility learns nothing of the semester
-- and cohorts but the resulting limit. If the plan is about to be written, the unit stays locked until the transaction ends, so that a
-- concurrent approval counts the seats taken here.
drop function if exists app.limits_of_plan(uuid, jsonb, integer, boolean);
-- Reason: it counts the shifts of other schools, which its caller may not see.
create or replace function app.limits_of_plan(p_shift_id uuid, p_plan jsonb, p_holds boolean default false) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts; home uuid; plans boolean;
begin
  select x.* into s from public.shifts x where x.id = p_shift_id and (session_user = 'app_worker' or app.shift_party(x) is not null)
    and x.school_id = coalesce((p_plan ->> 'school_id')::uuid, x.school_id);
  home := s.facility_id;
  plans := session_user = 'app_worker' or coalesce(app.administers_school(coalesce((p_plan ->> 'school_id')::uuid, s.school_id)), false);
  s := jsonb_populate_record(s, case when plans then p_plan else p_plan - '{semester_id,cohort_ids}'::text[] end);
  if not plans and not coalesce(app.role() = 'facility_admin' and (s.facility_id in (select app.facility_scope(app.facility_id()))
      or exists (select from public.facilities f join public.facilities h on h.parent_id = f.parent_id where f.id = s.facility_id and h.id = home)), false) then
    raise exception using message = 'shift.only_planners_ask', errcode = 'PW403';
  end if;
  if p_holds then perform from public.units where id = s.facility_id for update; end if;
  return (app.shift_limits(s)).facts;
end $$;

-- Locks units until the transaction ends, always in the same order, so that concurrent callers wait for each other and never deadlock.
-- Reason: it locks units, which a school may not change.
create or replace function app.hold_units(p_ids uuid[]) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select from public.units where id = any (p_ids) order by id for update
$$;
drop function if exists app.hold_shifts(uuid[]), app.queue_open_shifts(uuid[], timestamptz), app.complete_open_shifts();
grant execute on function app.hold_units(uuid[]) to app_rw, app_worker;

-- The fields that differ, old → new, for the trail. Its reader looks up the names of people and facilities; the planner stores the names of
-- semesters and cohorts, because a facility can't read those.
-- Reason: a trigger needs it.
create or replace function app.shift_difference(a public.shifts, b public.shifts) returns jsonb
language sql immutable parallel safe
return (select coalesce(jsonb_object_agg(o.key, jsonb_build_array(o.value, n.value)), '{}')
  from jsonb_each(to_jsonb(a)) o join jsonb_each(to_jsonb(b)) n on n.key = o.key
  where o.value is distinct from n.value and o.key in ('title', 'course_code', 'date', 'start_time', 'end_time', 'facility_id', 'specialty', 'experience_type',
    'capacity', 'min_to_run', 'break_min', 'conference_min', 'credited_hours_override', 'proctor_id', 'preceptor_id', 'more_proctor_ids', 'more_preceptor_ids', 'signup_mode', 'signup_policy',
    'signup_opens_at', 'signup_closes_at', 'arrival_note', 'cohort_ids', 'objectives', 'semester_id'));

-- True until the cutoff, before which a student may drop a seat without asking.
-- Reason: a trigger on seats needs it.
create or replace function app.may_drop(s public.shifts) returns boolean
language sql stable
return coalesce(s.drop_cutoff_at, s.starts_at - make_interval(hours => app.school_setting(s.school_id, 'drop_cutoff_h')::integer)) > now();
grant execute on function app.may_drop(public.shifts) to app_rw;

drop function if exists app.end_without_unit(public.shifts, text, text), app.end_without_unit(uuid[], text, text), app.end_without_unit(uuid[], text),
  app.move_ahead(uuid, uuid, integer, text, text), app.cancel_ahead(uuid, text),
  app.cancel_after_agreement(uuid[], uuid, uuid, date, text);

-- Locks an upcoming shift that a person leads, or, if they are to take it back, one that they left and no one leads now. The caller must be
-- allowed to deactivate the person.
drop function if exists app.lock_led_shift(uuid, uuid, uuid);
-- Reason: it locks the shifts of a person whom its caller deactivates.
create or replace function app.lock_led_shift(p_id uuid, p_user_id uuid, p_takes_over boolean) returns jsonb
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts;
begin
  if not app.may_deactivate(p_user_id) then raise exception 'Only their administrators may hand over shifts' using errcode = '42501'; end if;
  select x.* into s from public.shifts x join public.users u on u.id = p_user_id where x.id = p_id and x.starts_at > now()
    and (x.id in (select app.led_by(p_user_id)) or (p_takes_over and x.status not in ('cancelled', 'withdrawn', 'declined', 'expired')
      and case when u.role = 'proctor' then x.proctor_id else x.preceptor_id end is null
      and exists (select from public.shift_events e where e.shift_id = x.id and e.assignment_id is null and e.details ->> 'left' ~ p_user_id::text))) for update of x;
  if s.id is null then return null; end if;
  return jsonb_build_object('school_id', s.school_id, 'title', s.title, 'status', s.status, 'facts', app.shift_facts(s), 'proctor_ids', app.instructors_of(s),
    'preceptor_ids', array_remove(s.preceptor_id || s.more_preceptor_ids, null), 'to_be_named', s.instructor_to_be_named,
    'reminders_sent', s.reminders_sent, 'is_of_series', s.series_id is not null, 'may_drop', app.may_drop(s));
end $$;

-- Writes the new leaders of an upcoming shift after a person hands it over or takes it back; its line in the trail says who left and who
-- joined. All other leaders stay, new ones must be allowed to lead, and no one chooses their own successor. Returns the new version.
drop function if exists app.write_leaders(uuid, uuid, jsonb, text);
-- Reason: it writes the shifts of a person whom its caller deactivates.
create or replace function app.write_leaders(p_id uuid, p_user_id uuid, p_leaders jsonb, p_reason text) returns integer
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_theirs boolean := app.lock_led_shift(p_id, p_user_id, true) is not null;
  s public.shifts := app.shift_row(p_id);
  n public.shifts := jsonb_populate_record(s, p_leaders);
  gone uuid[] := array(select app.shift_leaders(s) except select app.shift_leaders(n));
  joined uuid[] := array(select app.shift_leaders(n) except select app.shift_leaders(s));
begin
  if not is_theirs or not (gone = array[p_user_id] and cardinality(joined) <= (p_user_id <> app.uid())::integer or gone = '{}' and joined = array[p_user_id])
    or exists (select unnest(app.instructors_of(n)) except select unnest(app.instructors_of(s))
      except select u.id from public.users u where u.linked_school_id = s.school_id and u.role = 'proctor' and u.status = 'active')
    or exists (select p.id from unnest(array_remove(n.preceptor_id || n.more_preceptor_ids, null)) p (id) where not app.is_preceptor(p.id)
      except select unnest(s.preceptor_id || s.more_preceptor_ids)) then
    raise exception 'Only their administrators may hand over shifts' using errcode = '42501';
  end if;
  update public.shifts x set (proctor_id, more_proctor_ids, preceptor_id, more_preceptor_ids, instructor_to_be_named, reminders_sent, is_series_exception)
    = (n.proctor_id, n.more_proctor_ids, n.preceptor_id, n.more_preceptor_ids, n.instructor_to_be_named, n.reminders_sent, n.is_series_exception)
    where x.id = p_id returning x.* into n;
  perform app.note_shift(s, 'change', p_reason, app.shift_difference(s, n)
    || jsonb_build_object('left', array_to_string(gone, ' '), 'joined', array_to_string(joined, ' ')));
  return n.version;
end $$;
drop function if exists app.lock_ahead(uuid, uuid), app.write_leaders(uuid, uuid, uuid[], uuid[], text);
grant execute on function app.lock_led_shift(uuid, uuid, boolean), app.write_leaders(uuid, uuid, jsonb, text) to app_rw;

drop function if exists app.limits_of_plan(uuid, jsonb, integer), app.shift_trail(uuid), app.note_by_calendar(jsonb), app.start_shift(public.shifts),
  app.shift_setting(uuid, text, integer);
do $$ declare f text; begin
  foreach f in array array['app.limits_of_plan(uuid, jsonb, boolean)', 'app.shift_party(public.shifts)',
    'app.is_night(time, time)', 'app.shift_facts(public.shifts)']
  loop execute 'grant execute on function ' || f || ' to app_rw'; end loop;
end $$;
grant execute on function app.limits_of_plan(uuid, jsonb, boolean), app.shift_facts(public.shifts) to app_worker;

-- Names that everyone who sees a shift may read, though the tables are closed to them. Also works for preceptors.
-- Reason: it names one person on a shift to those who see the shift.
create or replace function app.name_of_proctor(p_id uuid) returns text
language sql stable strict security definer set search_path = pg_catalog, pg_temp as $$
  select full_name from public.users where id = p_id and role <> 'student' and exists (select from app.asker)
$$;
-- The names of a shift's semester and cohorts, for its school and the parties to it.
-- Reason: it names semesters and cohorts to those who see the shift; a facility can't read those of a school.
create or replace function app.names_of_plan(p_shift_id uuid, out semester text, out cohorts jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select t.name, (select jsonb_agg(jsonb_build_object('id', k.id, 'name', k.name) order by k.name) from public.cohorts k
    where k.id = any (s.cohort_ids) and k.school_id = s.school_id)
  from public.shifts s join public.semesters t on t.id = s.semester_id where s.id = p_shift_id
    and (s.school_id = app.school_id() or app.shift_party(s) is not null)
$$;
drop function if exists app.names_of_cohorts(uuid), app.semester_name(uuid);
drop function if exists app.limits_of_shift(uuid), app.agreement_room(uuid, uuid, date, text, uuid[], uuid, uuid);

-- The most seats that each unit of a site has given away at once on each day, to capstone students as well, and whether another school has any. Does not reveal which
-- school. For members only.
-- Reason: it counts the shifts of other schools, which its caller may not see.
create or replace function app.seats_held(p_site_id uuid, p_days date[]) returns table (unit_id uuid, date date, held integer, others boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with h as (select x.* from app.unit_seats x join public.facilities f on f.id = x.facility_id where f.parent_id = p_site_id and x.date = any (p_days) and app.role() is not null)
  select a.facility_id, a.date, max(b.seats), bool_or(a.school_id is distinct from app.school_id())
  from h a, lateral (select sum(o.taken)::integer as seats from h o
    where o.facility_id = a.facility_id and o.starts_at <= a.starts_at and o.ends_at > a.starts_at) b group by 1, 2
$$;
grant execute on function app.seats_held(uuid, date[]) to app_rw;

-- The facilities of the active agreements of the caller's school (for the superadmin, any school): organizations, included sites, and units.
-- Reason: a policy needs it.
create or replace function app.partner_facilities(p_school_id uuid) returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.id from public.partnerships p, app.facility_scope(p.organization_id) f (id)
  where p.school_id = p_school_id and p.status = 'active' and (p_school_id = app.school_id() or app.is_superadmin())
    and (p.all_sites or f.id in (select x from public.partnership_sites s, app.facility_scope(s.site_id) x where s.partnership_id = p.id))
$$;
grant execute on function app.partner_facilities(uuid) to app_rw;

-- Shifts nationwide with this text in their title or course, on some days, at most this many; for the superadmin, who sees all. Row-level
-- security would prevent the use of the index, and a generic plan would fit few searches, so each call is planned separately. No order and
-- no other index are used, because PostgreSQL would scan all days for a text that no shift has.
-- Reason: its plan: a nationwide search needs the index.
create or replace function app.find_shifts(p_pattern text, p_from date, p_to date, p_most integer) returns setof uuid
language plpgsql stable security definer rows 1000 set search_path = pg_catalog, pg_temp set plan_cache_mode = force_custom_plan
set enable_seqscan = off set enable_indexscan = off as $$
begin
  if not app.is_superadmin() then return; end if;
  return query select id from public.shifts where (title ilike p_pattern or course_code ilike p_pattern)
    and date between coalesce(p_from, '-infinity') and coalesce(p_to, 'infinity') limit p_most;
end $$;
grant execute on function app.find_shifts(text, date, date, integer) to app_rw;

-- The filter and planning options (Spec §7: filter data) that the caller may not read directly: the facilities of other cohorts' shifts,
-- the cohorts that an instructor meets, and the preceptors at these facilities. The others are read by server/queries/list-options.ts. The
-- facilities of a student's shifts have their own query, which skips the many drafts of a copied semester. Uses a generic plan, because
-- planning took longer than reading.
drop function if exists app.shift_options(uuid);
-- Reason: its plan: sign-in depends on it (decision 031).
create or replace function app.hidden_options(p_school_id uuid, out facilities uuid[], out cohorts json, out preceptors json)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp set plan_cache_mode = force_generic_plan as $$
declare
  asker text := app.role();
  school uuid := case when asker = 'superadmin' then p_school_id else app.school_id() end;
begin
  facilities := case
    when asker = 'facility_admin' then array(select app.facility_scope(app.facility_id()))
    when asker in ('superadmin', 'school_admin', 'school_super_admin') then array(select app.partner_facilities(school))
    when asker = 'proctor' then array(select distinct facility_id from public.shifts where date >= current_date - 200 and id in (select app.led_shift_ids()))
    else array(select distinct facility_id from public.shifts where school_id = school and facility_id is not null
      and date >= current_date - 200 and status in ('published', 'full', 'in_progress', 'completed', 'closed')) end;
  cohorts := (select json_agg(json_build_object('id', id, 'name', name) order by name) from public.cohorts
    where school_id = school and status in ('planned', 'active', 'on_hold') and (asker <> 'student' or id = any ((select app.cohorts_of_mine())::uuid[])));
  preceptors := (select json_agg(json_build_object('id', id, 'name', full_name) order by full_name) from public.users u
    where role = 'facility_admin' and status = 'active' and asker <> 'student' and exists (select from public.facility_admin_permissions g
      where g.user_id = u.id and g.permission_type = 'capstone_preceptor' and g.is_enabled and g.facility_id = any (facilities)));
end $$;

do $$ declare f text; begin
  foreach f in array array['app.name_of_proctor(uuid)', 'app.names_of_plan(uuid)', 'app.hidden_options(uuid)']
  loop execute 'grant execute on function ' || f || ' to app_rw'; end loop;
end $$;

-- The phone number of a shift's instructor: for managers of its unit, its school and the platform.
-- Reason: it shows one person's number to managers of the shift's facility.
create or replace function app.phone_of_instructor(p_shift_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select nullif(btrim(u.phone), '') from public.shifts s join public.users u on u.id = coalesce(s.proctor_id, s.preceptor_id)
  where s.id = p_shift_id and app.shift_party(s) is not null and s.status in ('approved', 'published', 'full', 'in_progress', 'completed', 'closed')
$$;
grant execute on function app.phone_of_instructor(uuid) to app_rw;

-- A shift as students' lists show it (features/assignments/contract.ts: studentShift), with names; no login may read it.
drop view if exists app.shift_rows;
create or replace view app.student_shifts with (security_invoker = true) as
  select x.id, x.semester_id, x.title, x.course_code, x.date, to_char(x.start_time, 'HH24:MI') as start_time, to_char(x.end_time, 'HH24:MI') as end_time,
    x.time_zone, x.starts_at, x.ends_at, x.facility_id, f.name as unit_name, f.parent_id as site_id, p.name as site_name, x.specialty, x.experience_type,
    x.status, x.seats, x.seats_taken, x.waiting, r.full_name as proctor_name, e.full_name as preceptor_name,
    case when x.more_proctor_ids <> '{}' then array(select app.name_of_proctor(m.id) from unnest(x.more_proctor_ids) with ordinality m (id, nth) order by m.nth) else '{}' end as more_proctor_names,
    case when x.more_preceptor_ids <> '{}' then array(select app.name_of_proctor(m.id) from unnest(x.more_preceptor_ids) with ordinality m (id, nth) order by m.nth) else '{}' end as more_preceptor_names,
    x.signup_mode, x.version
  from public.shifts x left join public.facilities f on f.id = x.facility_id left join public.facilities p on p.id = f.parent_id
  left join public.users r on r.id = x.proctor_id left join public.users e on e.id = x.preceptor_id;

drop function if exists app.names_of_leaders(uuid[]), app.name_of_proctor(uuid, uuid);

-- The shifts that the caller leads as a preceptor.
-- Reason: policies need it, and users can't read who is a preceptor.
create or replace function app.precepted_shifts() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.shifts where app.role() = 'facility_admin' and app.is_preceptor(app.uid())
    and (preceptor_id = app.uid() or more_preceptor_ids <> '{}' and more_preceptor_ids @> array[app.uid()])
$$;
grant execute on function app.precepted_shifts() to app_rw;
