-- Whose last day is planned gets nothing for a later day: no shift to lead, no seat, no waitlist; and who is on leave no seat within it:
-- a leave that is being recorded is waited for (lockDays of features/leaves), and it waits for a seat that is being taken.
-- Reason: it reads departures and leaves that whoever plans a shift may not see.
create or replace function app.refuse_after_last_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare people uuid[]; day date; gone jsonb;
begin
  if tg_table_name = 'shifts' then
    day := new.date;
    people := array(select l from app.shift_leaders(new) l where tg_op = 'INSERT' or new.date > old.date or l not in (select app.shift_leaders(old)));
  else
    people := array[new.student_id];
    select x.date into day from pg_advisory_xact_lock_shared(hashtext('leave'), hashtext(new.student_id::text)), public.shifts x where x.id = new.shift_id;
    if exists (select from public.student_leaves where student_id = new.student_id and during @> day) then
      raise exception 'leave.days' using errcode = 'PW409';
    end if;
  end if;
  select jsonb_build_object('name', u.full_name, 'last_day', d.last_day) into gone from public.departures d join public.users u on u.id = d.user_id
    where d.user_id = any (people) and d.status = 'planned' and d.last_day < day limit 1;
  if found then
    raise exception using message = 'departure.after_last_day', errcode = 'PW409', detail = gone;
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

-- Counts the version. The person, and the administrators of their school or facility, learn of a departure: planned, changed, canceled, or not carried out.
-- Reason: it notifies people whom the one who decides may not see.
create or replace function app.note_departure() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare gone public.users; key text; facts jsonb;
begin
  if tg_op = 'UPDATE' then new.version := old.version + 1; end if;
  key := concat_ws(' ', 'departure', new.id, new.version, new.status, new.failure);
  if new.last_day is null or new.failure is null and new.status not in ('planned', 'canceled') then return new; end if;
  select * into gone from public.users where id = new.user_id;
  facts := jsonb_build_object('name', gone.full_name, 'last_day', new.last_day, 'reason', new.reason, 'failure', new.failure);
  if new.failure is null and new.user_id is distinct from app.uid() then
    perform app.notify_code(array[new.user_id], 'account_changed', case new.status when 'planned' then 'departure.own_planned' else 'departure.own_canceled' end, facts, '/profile', key);
  end if;
  perform app.notify_code(array(
    select u.id from public.users u where u.status = 'active' and u.id <> new.user_id and u.id is distinct from app.uid() and case when gone.linked_school_id is not null
      then u.linked_school_id = gone.linked_school_id and u.role in ('school_admin', 'school_super_admin')
      else u.role = 'facility_admin' and u.linked_facility_id in (select app.nodes_above(gone.linked_facility_id)) end),
    'account_changed',
    case when new.failure is not null then 'departure.failed' when new.status = 'planned' then 'departure.planned' else 'departure.canceled' end, facts,
    case when gone.role = 'student' then '/school/students/' || gone.id when gone.linked_school_id is not null then '/school/user/' || gone.id end, key);
  return new;
end $$;
create or replace trigger note_departure before insert or update of status, last_day, failure on public.departures
  for each row execute function app.note_departure();
