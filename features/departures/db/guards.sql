-- A person with a planned last day gets nothing after it: no shift to lead, no seat, no waitlist. A student on leave gets no seat during
-- it, nor one at the time of a capstone day. The shared lock makes this wait while a leave (lockDays of features/leaves) or a capstone day
-- is being recorded, and the other way round.
-- Reason: it reads departures and leaves that those who plan a shift may not see.
create or replace function app.refuse_after_last_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare who uuid[]; day date; gone jsonb; code text;
begin
  if tg_table_name = 'shifts' then
    day := new.date;
    who := array(select app.shift_leaders(new) except select app.shift_leaders(old) where new.date <= old.date);
  else
    who := case when tg_nargs = 0 or new.during <> old.during then array[new.student_id] end;
    select x.date into day from pg_advisory_xact_lock_shared(hashtext('leave'), hashtext(new.student_id::text)), public.shifts x where x.id = new.shift_id;
    code := case when exists (select from public.student_leaves where student_id = any (who) and during @> day) then coalesce(tg_argv[0], 'leave.days')
      when exists (select from app.capstone_times where student_id = new.student_id and during && new.busy) then case when new.during <> old.during then 'shift.capstone_day' else 'seat.capstone' end end;
  end if;
  select jsonb_build_object('name', full_name, 'last_day', last_day) into gone from public.departures d join public.users u on u.id = user_id
    where u.id = any (who) and d.status = 'planned' and last_day < day limit 1;
  if found or code is not null then
    raise exception using message = coalesce(code, tg_argv[0], 'departure.after_last_day'), errcode = 'PW409', detail = concat(case tg_nargs when 0 then gone end);
  end if;
  return new;
end $$;
create or replace trigger after_last_day before insert or update of proctor_id, preceptor_id, more_proctor_ids, more_preceptor_ids, date on public.shifts
  for each row when (new.proctor_id is not null or new.preceptor_id is not null) execute function app.refuse_after_last_day();
create or replace trigger after_last_day_new before insert on public.assignments
  for each row when (new.status in ('requested', 'waitlisted', 'offered', 'assigned')) execute function app.refuse_after_last_day();
create or replace trigger after_last_day before update of status, student_id on public.assignments
  for each row when (new.status in ('requested', 'waitlisted', 'offered', 'assigned')
    and (old.status not in ('requested', 'waitlisted', 'offered', 'assigned') or new.student_id <> old.student_id)) execute function app.refuse_after_last_day();
-- A request is granted even during a leave or after a last day; only a capstone day prevents it. An existing seat may move, but not to a
-- day on which its student is away. The person moving it may not see that, so the refusal names no one.
create or replace trigger at_capstone before update of status, during on public.assignments
  for each row when (new.status in ('offered', 'assigned') and (old.status, old.during) <> (new.status, new.during))
  execute function app.refuse_after_last_day('shift.students_away');

-- A change increases the version, so that a decision based on an earlier one is refused.
create or replace trigger note_version before update of status, last_day, failure on public.departures for each row execute function app.note_facts('version', 'next');
drop trigger if exists note_departure on public.departures;
drop function if exists app.note_departure();
