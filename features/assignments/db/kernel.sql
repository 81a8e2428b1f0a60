-- Reads classmates' seats, which the asker may not see. What could change hands for one of the asker's seats: a row without a seat for
-- each classmate who could take it, and a row for each of their seats that could come in return. Nothing else of anyone is told, and
-- nothing of those who opted out of the directory.
create or replace function app.swap_options(p_assignment_id uuid)
returns table (student_id uuid, full_name text, assignment_id uuid, date date, start_time text, end_time text, place text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with mine as materialized (
    select a.id, a.student_id, a.school_id, a.shift_id, a.busy, s.status, s.starts_at from public.assignments a join public.shifts s on s.id = a.shift_id and s.school_id = a.school_id
    where a.id = p_assignment_id and a.student_id = app.uid() and app.role() = 'student' and a.status = 'assigned'
      and s.status in ('published', 'full') and s.starts_at > now()),
  mates as materialized (
    select distinct u.id, u.full_name from mine i
    join public.cohort_memberships m on m.student_id = i.student_id and m.school_id = i.school_id and m.to_date is null
    join public.cohort_memberships o on o.cohort_id = m.cohort_id and o.to_date is null and o.student_id <> i.student_id
    join public.users u on u.id = o.student_id and u.status = 'active' and u.role = 'student' and u.directory_opt_out_at is null
    where not exists (select 1 from public.assignments h where h.student_id = u.id and h.shift_id = i.shift_id and h.school_id = i.school_id and app.holds_seat(h.status))),
  -- Where both have the time, apart from the seats that change hands: the whole rule is asked of these alone.
  pairs as materialized (
    select m.id as mate, m.full_name, a.id as seat, a.shift_id from mates m cross join mine i
    left join lateral (
      select null::uuid as id, null::uuid as shift_id
      union all
      select b.id, b.shift_id from public.assignments b join public.shifts x on x.id = b.shift_id and x.school_id = b.school_id
      where b.student_id = m.id and b.school_id = i.school_id and b.status = 'assigned' and x.status in ('published', 'full') and x.starts_at > now()
        and not exists (select 1 from public.assignments h where h.student_id = i.student_id and h.school_id = i.school_id and h.id <> i.id
          and app.holds_seat(h.status) and (h.busy && b.busy or h.shift_id = b.shift_id))) a on true
    where not exists (select 1 from public.assignments h where h.student_id = m.id and h.school_id = i.school_id and h.id is distinct from a.id
      and app.holds_seat(h.status) and h.busy && i.busy))
  select p.mate, p.full_name, p.seat, theirs.date, to_char(theirs.start_time, 'HH24:MI'), to_char(theirs.end_time, 'HH24:MI'),
    case when p.seat is not null then app.shift_where(theirs) end
  from pairs p cross join mine i join public.shifts given on given.id = i.shift_id left join public.shifts theirs on theirs.id = p.shift_id
  where (app.seat_obstacle(p.mate, given, array[i.id, p.seat])).rule is null
    and (p.seat is null or (app.seat_obstacle(i.student_id, theirs, array[i.id, p.seat])).rule is null)
  order by p.full_name, p.mate, theirs.date nulls first, theirs.start_time, p.seat
$$;
grant execute on function app.swap_options(uuid) to app_rw;

-- The seat follows its attendance: called by the guard of attendance alone. Hours to make up open with an absence where the school's
-- rule says so, and close when the absence is taken back; a make-up that was worked is made up.
-- Reason: it writes the seats of students, which who records attendance may not.
create or replace function app.follow_attendance(p_id uuid, p_status text, p_event text, p_details jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.assignments;
  s public.shifts;
  rule text;
  is_absent boolean := p_status in ('absent_excused', 'absent_unexcused', 'no_show');
begin
  select x.* into a from public.assignments x where x.id = p_id for no key update;
  select x.* into s from public.shifts x where x.id = a.shift_id;
  if a.status not in ('assigned', 'checked_in', 'completed', 'absent_excused', 'absent_unexcused', 'no_show')
    or s.status not in ('published', 'full', 'in_progress', 'completed') then
    raise exception 'attendance.no_seat' using errcode = 'PW409', detail = '{}';
  end if;
  update public.assignments x set status = case when p_status in ('expected', 'called_out', 'no_show_proposed') then 'assigned' else p_status end where x.id = p_id;
  perform app.note_assignment(a, p_event, current_setting('app.reason', true), app.role() is null, p_details);
  rule := app.school_setting(a.school_id, 'makeup_absences');
  if is_absent and (rule = 'all' or rule = 'excused' and p_status = 'absent_excused') then
    insert into public.makeup_needs (school_id, student_id, assignment_id, hours, specialty, reason, created_by)
    values (a.school_id, a.student_id, p_id, s.credited_hours, s.specialty, 'Absent on ' || s.date || '.', app.real_uid()) on conflict (assignment_id) do nothing;
  else
    delete from public.makeup_needs m where m.assignment_id = p_id and m.status = 'open';
  end if;
  update public.makeup_needs m set status = case p_status when 'completed' then 'made_up' else 'scheduled' end
    where m.makeup_assignment_id = p_id and m.status in ('scheduled', 'made_up');
end $$;

-- Locks a seat and, before it, its shift for a command, and says for whom the asker speaks and what the command's rule asks about:
-- no row for whoever has nothing to do with it. Of two commands at once the second reads what the first did.
-- Reason: it locks the shift, which neither a student nor a proctor may change, and a facility sees no seats.
create or replace function app.lock_seat(p_id uuid)
returns table (id uuid, shift_id uuid, school_id uuid, student_id uuid, student_name text, party text, status text, source text, version integer,
  offer_expires_at timestamptz, drop_asked_at timestamptz, conflict_at timestamptz, moved_at timestamptz, shift_status text, shift_version integer, starts_at timestamptz, drop_until timestamptz,
  seats_taken integer, min_to_run integer, credited_hours numeric, specialty text, has_instructor boolean, leaves_alone boolean, shift_facts jsonb, now timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments; s public.shifts; side text;
begin
  perform 1 from public.shifts x where x.id = (select y.shift_id from public.assignments y where y.id = p_id) for no key update;
  select x.* into a from public.assignments x where x.id = p_id for update;
  if a.id is null then return; end if;
  s := app.shift_row(a.shift_id);
  side := case when app.role() = 'student' and a.student_id = app.uid() then 'student'
    when app.role() = 'proctor' and s.proctor_id = app.uid() and s.school_id = app.school_id() then 'proctor'
    else app.shift_side(s) end;
  if side is null then return; end if;
  return query select a.id, a.shift_id, a.school_id, a.student_id, u.full_name, side, a.status, a.source, a.version,
    a.offer_expires_at, a.drop_asked_at, a.conflict_at, a.moved_at, s.status, s.version, s.starts_at,
    coalesce(s.drop_cutoff_at, s.starts_at - make_interval(hours => app.shift_setting(s.school_id, 'drop_cutoff_h', 48))),
    s.seats_taken, s.min_to_run, s.credited_hours, s.specialty, s.proctor_id is not null, side = 'student' and app.leaves_alone(a.student_id), app.shift_facts(s), now()
  from public.users u where u.id = a.student_id;
end $$;

-- Notifies of what was just done with a seat: its student, its school, or who leads the shift. Only who did something with it in this
-- transaction may, as its trail shows.
-- Reason: it must see and write what its caller may not.
create or replace function app.notify_about_seat(p_id uuid, p_to text, p_type text, p_code text, p_values jsonb, p_key text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments; s public.shifts;
begin
  select x.* into a from public.assignments x where x.id = p_id;
  s := app.shift_row(a.shift_id);
  if not exists (select 1 from public.shift_events e where e.shift_id = a.shift_id and e.assignment_id = p_id and e.at >= now()
    and e.actor_id is not distinct from app.real_uid()) then
    raise exception 'Nothing was done with this seat' using errcode = '42501';
  end if;
  perform app.notify_code(case p_to when 'student' then array[a.student_id] when 'instructor' then array_remove(array[s.proctor_id], null)
    when 'school' then array(select app.shift_people(s, 'school')) end, p_type, p_code, p_values, '/shift/' || s.id, p_key);
end $$;

-- Notifies a student of what was just decided about hours to make up; only who decided it in this transaction may.
-- Reason: it must write what its caller may not.
create or replace function app.notify_about_need(p_id uuid, p_code text, p_values jsonb, p_key text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare student uuid;
begin
  select m.student_id into student from public.makeup_needs m where m.id = p_id and m.updated_at = now() and m.updated_by = app.real_uid()
    and app.administers_school(m.school_id);
  if student is null then raise exception 'Nothing was decided about these hours' using errcode = '42501'; end if;
  perform app.notify_code(array[student], 'seat_changed', p_code, p_values, '/student/shifts', p_key);
end $$;
grant execute on function app.lock_seat(uuid), app.notify_about_seat(uuid, text, text, text, jsonb, text), app.notify_about_need(uuid, text, jsonb, text) to app_rw;

-- Takes a student off a shift for the facility: for conduct, safety or non-compliance, and from no other step than the school's.
-- Reason: it writes a seat, which a facility does not see.
create or replace function app.remove_for_facility(p_id uuid, p_code text, p_reason text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments;
begin
  select x.* into a from public.assignments x where x.id = p_id;
  if a.id is null or app.shift_side(app.shift_row(a.shift_id)) is distinct from 'facility' then raise exception 'seat.not_found' using errcode = 'PW404'; end if;
  if coalesce(p_code, '') not in ('conduct', 'safety', 'non_compliance') then raise exception 'seat.no_code' using errcode = 'PW400'; end if;
  perform app.refuse_illegal_step('assignments', a.status, 'removed', 'facility');
  update public.assignments x set status = 'removed', offer_expires_at = null, reason = p_reason, reason_code = p_code, decided_at = now(), decided_by = app.real_uid(),
    drop_asked_at = null where x.id = p_id;
  perform app.note_assignment(a, 'remove', p_reason);
  perform app.settle_ended_seat(a);
end $$;

-- What keeps each of these students from a shift, for who may put students on it; its rule is null where nothing does.
-- Reason: it reads seats and cohorts of students, which a proctor may not see.
create or replace function app.seat_blockers(p_shift_id uuid, p_students uuid[]) returns table (student_id uuid, rule text, message text, is_soft boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select w.id, o.rule, o.message, coalesce(o.is_soft, false)
  from public.shifts x cross join unnest(p_students) with ordinality w (id, n) cross join lateral app.seat_obstacle(w.id, x) o
  where x.id = p_shift_id and app.leads_shift(x) order by w.n
$$;

-- Puts a student on a shift, by their request where there is one, with the soft rule that is set aside for it; for who may put students on
-- it. Full, closed and clashing are refused, whoever asks.
-- Reason: it counts seats and locks the shift, which its caller may not.
create or replace function app.give_seat_as_school(p_shift_id uuid, p_student uuid, p_source text, p_rule text, p_reason text, p_makeup_for uuid) returns uuid
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare s public.shifts := app.shift_row(p_shift_id);
begin
  if not coalesce(app.leads_shift(s), false) then raise exception 'seat.not_found' using errcode = 'PW404'; end if;
  return (app.give_seat(gen_random_uuid(), p_student, s, 'assigned', p_source,
    case when p_rule is not null then jsonb_build_object('rule', p_rule, 'reason', p_reason, 'by', app.real_uid(), 'at', now()) end, p_makeup_for)).id;
end $$;
grant execute on function app.remove_for_facility(uuid, text, text), app.seat_blockers(uuid, uuid[]),
  app.give_seat_as_school(uuid, uuid, text, text, text, uuid) to app_rw;
