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
