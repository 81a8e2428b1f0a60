-- What must see or write what its caller may not (docs/architecture.md): everything else about submissions is TypeScript.

-- Of some people those whose clearance the asker may know: themselves, the people of a school that they administer, and an
-- instructor the students on shifts that they lead, of capstone projects whose faculty member they are, and those who could come to this one of them.
-- Reason: it must see what its caller may not: an instructor reads no people and no submissions.
create or replace function app.people_to_clear(p_people uuid[], p_shift uuid) returns table (id uuid, role text, school_id uuid, program_id uuid, level text, cohort_ids uuid[])
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.role, u.linked_school_id, c.program_id, p.level, array_remove(array[c.id], null)
  from public.users u
  left join public.cohort_memberships m on m.student_id = u.id and m.school_id = u.linked_school_id
    and m.from_date <= current_date and coalesce(m.to_date, 'infinity') > current_date
  left join public.cohorts c on c.id = m.cohort_id
  left join public.programs p on p.id = c.program_id
  where u.id = any (p_people) and u.role in ('student', 'proctor') and u.linked_school_id is not null and (
    u.id = (select app.uid()) and (select app.role()) is not null
    or (select app.is_superadmin()) or (select app.is_school_admin()) and u.linked_school_id = (select app.school_id())
    or (select app.role()) = 'proctor' and u.linked_school_id = (select app.school_id()) and exists (
      select 1 from public.assignments a join public.shifts s on s.id = a.shift_id
      where a.student_id = u.id and a.school_id = u.linked_school_id and s.proctor_id = (select app.uid()) and s.status <> 'draft')
    or (select app.role()) = 'proctor' and (u.id, u.linked_school_id) in (select k.student_id, k.school_id from public.capstone_projects k where k.faculty_id = (select app.uid()))
    or (select app.role()) = 'proctor' and exists (select 1 from public.shifts s where s.id = p_shift and s.proctor_id = (select app.uid())
      and s.school_id = u.linked_school_id and (s.cohort_ids = '{}' or c.id = any (s.cohort_ids))))
$$;

-- Status and dates of what these people sent, never values or files.
-- Reason: it must see what its caller may not: an instructor reads no submissions.
create or replace function app.clearance_facts(p_people uuid[], p_shift uuid) returns table (person_id uuid, type_id uuid, status text, issued_on date, expires_on date,
  conditional_until date, waived_until date, submitted_at timestamptz)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select c.person_id, c.type_id, c.status, c.issued_on, c.expires_on, c.conditional_until, c.waived_until, c.submitted_at
  from app.people_to_clear(p_people, p_shift) p join public.credentials c on c.person_id = p.id and c.school_id = p.school_id
  where c.status <> 'superseded'
  union all select p.id, b.type_id, 'approved', b.issued_on, b.expires_on, null, null, b.created_at
  from app.people_to_clear(p_people, p_shift) p join public.blanket_credentials b on b.school_id = p.school_id and b.ended_at is null
$$;
grant execute on function app.people_to_clear(uuid[], uuid), app.clearance_facts(uuid[], uuid) to app_rw;

-- Keeps how clear students were when the asker gave them a seat a moment ago.
-- Reason: it must write what its caller may not.
create or replace function app.keep_decided_clearance(p_seats jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.seat_clearances c set decided_status = x.status, decided_missing = x.missing, decided_at = now()
  from jsonb_to_recordset(p_seats) x (id uuid, status text, missing text[])
  where c.id = x.id and exists (select 1 from public.assignments a where a.id = x.id and a.decided_by = app.real_uid() and a.decided_at = now())
$$;
grant execute on function app.keep_decided_clearance(jsonb) to app_rw;

-- The places for whose types the asker reviews: where they hold the permission "verifier", and all below.
-- Reason: policies need it.
create or replace function app.verifier_scope() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.id from app.effective_permissions((select app.uid()), null) e cross join lateral app.facility_scope(e.facility_id) l (id)
  where (select app.role()) = 'facility_admin' and e.permission_type = 'verifier'
$$;

-- Who sent this, for whoever may see it: a facility's verifier reads no people.
-- Reason: it must see what its caller may not.
create or replace function app.name_of_submitter(p_id uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name from public.credentials c join public.credential_types t on t.id = c.type_id join public.users u on u.id = c.person_id
  where c.id = p_id and (app.is_superadmin() or app.administers_school(c.school_id) or t.owner_facility_id in (select app.verifier_scope()))
$$;
grant execute on function app.verifier_scope(), app.name_of_submitter(uuid) to app_rw;

-- Notifies the owner of a submission of what the asker has just decided.
-- Reason: it must write what its caller may not: the notifications of another person.
create or replace function app.notify_credential(p_id uuid, p_code text, p_values jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array[c.person_id], 'credential_decision', p_code, p_values, '/student/credentials', 'credential ' || c.id || ' ' || c.status)
  from public.credentials c where c.id = p_id and c.reviewed_by = app.uid() and c.reviewed_at = now()
$$;
grant execute on function app.notify_credential(uuid, text, jsonb) to app_rw;

-- Reminds the owners of credentials of the asker's school that expire: each person once a day for each credential. Returns how many.
-- Reason: it must write what its caller may not: the notifications of other people.
create or replace function app.remind_of_expiry(p_ids uuid[]) returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum(cardinality(app.notify_code(array[k.person_id], 'credential_expiring', 'credential.expiring', jsonb_build_object('type', t.name,
    'on', k.expires_on, 'days', k.expires_on - d.today), '/student/credentials', 'credential reminder ' || k.id || ' ' || d.today))), 0)::integer
  from public.credentials k join public.credential_types t on t.id = k.type_id join public.schools s on s.id = k.school_id
  cross join lateral (select (now() at time zone s.time_zone)::date as today) d
  where k.id = any (p_ids) and k.status = 'approved' and k.expires_on >= d.today and app.administers_school(k.school_id)
$$;
grant execute on function app.remind_of_expiry(uuid[]) to app_rw;

-- For the worker: ends what was accepted on a condition that is over, and gives what expires within 30 days (or did) and is not renewed,
-- with the steps of the ladder that are recorded.
-- Reason: it must see what its caller may not: the worker reads no people and no submissions.
create or replace function app.expiring_credentials(p_most integer) returns table (id uuid, expires_on date, today date, done integer[])
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.credentials c set status = 'lapsed' from public.schools s
    where s.id = c.school_id and c.status = 'conditionally_approved' and c.conditional_until < (now() at time zone s.time_zone)::date;
  return query
    select c.id, c.expires_on, d.today, r.done from public.credentials c join public.schools s on s.id = c.school_id
    cross join lateral (select (now() at time zone s.time_zone)::date as today) d
    cross join lateral (select coalesce(array_agg(m.days), '{}') as done from public.credential_reminders m
      where m.credential_id = c.id and m.expires_on = c.expires_on) r
    where c.status = 'approved' and c.expires_on between current_date - 31 and current_date + 31 and c.expires_on <= d.today + 30
      and (select count(*) from unnest(array[30, 14, 7, 1, 0]) step where c.expires_on - d.today <= step) > cardinality(r.done)
      and not exists (select 1 from public.credentials o where o.person_id = c.person_id and o.school_id = c.school_id and o.type_id = c.type_id
        and o.status = 'approved' and o.id <> c.id and coalesce(o.expires_on, 'infinity') > c.expires_on)
    order by c.expires_on, c.id limit p_most;
end $$;

-- For the worker: records steps of the ladder and sends the one that is due, each once whoever else runs; to whom beside the owner is said
-- by the rule. Returns whether it was sent.
-- Reason: it must write what its caller may not: the notifications of people.
create or replace function app.take_ladder_step(p_id uuid, p_send integer, p_passed integer[], p_also text[]) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c record; is_new boolean := false;
begin
  select k.id, k.school_id, k.person_id, k.expires_on, t.name as type, u.full_name, k.expires_on - (now() at time zone s.time_zone)::date as days into c
    from public.credentials k join public.credential_types t on t.id = k.type_id join public.users u on u.id = k.person_id
    join public.schools s on s.id = k.school_id where k.id = p_id and k.status = 'approved';
  if not found then return false; end if;
  insert into public.credential_reminders (credential_id, school_id, expires_on, days, outcome)
    select c.id, c.school_id, c.expires_on, x, 'passed' from unnest(p_passed) x on conflict do nothing;
  if p_send is null then return false; end if;
  insert into public.credential_reminders (credential_id, school_id, expires_on, days, outcome) values (c.id, c.school_id, c.expires_on, p_send, 'sent')
    on conflict do nothing returning true into is_new;
  if is_new is not true then return false; end if;
  perform app.notify_code(array[c.person_id], 'credential_expiring', 'credential.expiring',
    jsonb_build_object('type', c.type, 'on', c.expires_on, 'days', greatest(c.days, 0)), '/student/credentials');
  perform app.notify_code(array(
      select a.id from public.users a where 'coordinator' = any (p_also) and a.linked_school_id = c.school_id and a.status = 'active'
        and a.role in ('school_admin', 'school_super_admin')
      union
      select s.proctor_id from public.assignments x join public.shifts s on s.id = x.shift_id where 'proctor' = any (p_also)
        and x.student_id = c.person_id and x.school_id = c.school_id and x.status in ('offered', 'assigned') and s.date >= current_date
        and s.proctor_id is not null),
    'credential_expiring', 'credential.expiring_student', jsonb_build_object('student', c.full_name, 'type', c.type, 'on', c.expires_on),
    null);
  return true;
end $$;
grant execute on function app.expiring_credentials(integer), app.take_ladder_step(uuid, integer, integer[], text[]) to app_worker;

-- For the worker: the next seats whose clearance is to be computed, with what is known of their students and shifts. Before, it marks
-- those that a changed requirement concerns.
-- Reason: it must see what its caller may not: the worker reads no people and no seats.
create or replace function app.seats_to_clear(p_most integer) returns table (id uuid, school_id uuid, student_id uuid, student_name text, first date, last date,
  facility_ids uuid[], program_id uuid, level text, cohort_ids uuid[], held_at timestamptz, decided_status text, removes boolean, today date, now timestamptz)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  with changed as (delete from priv.clearance_changes x where x.id in (select y.id from priv.clearance_changes y for update skip locked)
    returning x.school_id, x.facility_id)
  update public.seat_clearances c set computed_on = null from public.shifts s
    where s.id = c.shift_id and c.date >= current_date - 1 and c.computed_on < 'infinity' and (c.school_id in (select x.school_id from changed x)
      or s.facility_id in (select l.id from changed x cross join lateral app.facility_scope(x.facility_id) l (id) where x.facility_id is not null));
  update public.seat_clearances c set computed_on = null where c.held_at <= now() - interval '24 hours' and c.computed_on < 'infinity'
    and app.school_setting(c.school_id, 'remove_uncleared')::boolean;
  return query
    with due as materialized (
      select c.id from public.seat_clearances c where (c.computed_on is null or c.computed_on < current_date) and c.date >= current_date - 1
        order by c.computed_on nulls first, c.date limit p_most for update skip locked)
    select c.id, c.school_id, c.student_id, u.full_name, s.date, coalesce((select max(o.date) from public.shifts o where o.series_id = s.series_id
        and o.school_id = s.school_id and o.status not in ('draft', 'cancelled', 'declined', 'withdrawn', 'expired')), s.date),
      coalesce((select array_agg(l.id) from app.facility_line(s.facility_id) l), '{}'), k.program_id, p.level, array_remove(array[k.id], null),
      c.held_at, c.decided_status, app.school_setting(c.school_id, 'remove_uncleared')::boolean, (now() at time zone h.time_zone)::date, now()
    from due d join public.seat_clearances c on c.id = d.id join public.shifts s on s.id = c.shift_id join public.schools h on h.id = c.school_id
    join public.users u on u.id = c.student_id
    left join public.cohort_memberships m on m.student_id = c.student_id and m.school_id = c.school_id
      and m.from_date <= current_date and coalesce(m.to_date, 'infinity') > current_date
    left join public.cohorts k on k.id = m.cohort_id left join public.programs p on p.id = k.program_id;
end $$;

-- For the worker: the requirements of these schools and facilities, and what these people sent: status and dates.
-- Reason: it must see what its caller may not: the worker reads no submissions.
create or replace function app.clearance_basis(p_people uuid[], p_scopes uuid[]) returns table (requirements jsonb, held jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (select coalesce(jsonb_agg(to_jsonb(r) - array['created_at', 'created_by', 'updated_at', 'updated_by', 'version'] || jsonb_build_object('type_name', t.name,
      'type_validity', t.validity, 'grace_days', t.grace_days, 'scope_id', coalesce(r.cohort_id, r.program_id, r.school_id, r.facility_id),
      'scope_name', coalesce(k.name, p.name, s.name, f.name))), '[]') || app.requirements_of_agreements(p_scopes)
    from public.credential_requirements r join public.credential_types t on t.id = r.type_id left join public.cohorts k on k.id = r.cohort_id
    left join public.programs p on p.id = r.program_id left join public.schools s on s.id = r.school_id left join public.facilities f on f.id = r.facility_id
    where r.status = 'active' and t.status = 'active' and (r.school_id = any (p_scopes) or r.facility_id = any (p_scopes))),
  (select coalesce(jsonb_agg(jsonb_build_object('person_id', c.person_id, 'school_id', c.school_id, 'type_id', c.type_id, 'status', c.status, 'issued_on', c.issued_on,
      'expires_on', c.expires_on, 'conditional_until', c.conditional_until, 'waived_until', c.waived_until, 'submitted_at', c.submitted_at)), '[]')
    from (select c.person_id, c.school_id, c.type_id, c.status, c.issued_on, c.expires_on, c.conditional_until, c.waived_until, c.submitted_at
        from public.credentials c where c.person_id = any (p_people) and c.status <> 'superseded'
      union all select u.id, b.school_id, b.type_id, 'approved', b.issued_on, b.expires_on, null, null, b.created_at
        from public.users u join public.blanket_credentials b on b.school_id = u.linked_school_id and b.ended_at is null where u.id = any (p_people)) c)
$$;

-- For the worker: writes what was computed of seats, holds and releases them, and takes away those whose day is over.
-- Reason: it must write what its caller may not: seats of students.
create or replace function app.write_seat_clearances(p_rows jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare a public.assignments;
begin
  update public.seat_clearances c set status = x.status, missing = x.missing, missing_types = x.missing_types, computed_on = current_date,
      held_at = case x.step when 'hold' then now() when 'release' then null else c.held_at end
    from jsonb_to_recordset(p_rows) x (id uuid, status text, missing text[], missing_types text[], step text) where c.id = x.id;
  for a in select o.* from public.assignments o join jsonb_to_recordset(p_rows) x (id uuid, step text) on x.id = o.id
    where x.step = 'remove' and o.status in ('offered', 'assigned') order by o.id for update of o loop
    update public.assignments o set status = 'removed', offer_expires_at = null, reason = 'A required credential lapsed.', reason_code = 'non_compliance',
      decided_at = now(), decided_by = null where o.id = a.id;
    perform app.note_assignment(a, 'remove', 'A required credential lapsed.', true);
    perform app.settle_ended_seat(a);
  end loop;
end $$;

-- For the worker: notifies a student of seats that were held, released or taken away; or those who plan and lead these shifts.
-- Reason: it must write what its caller may not: the notifications of people.
create or replace function app.notify_seat_clearance(p_seats uuid[], p_to text, p_code text, p_values jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(array(
      select c.student_id from public.seat_clearances c where p_to = 'student' and c.id = any (p_seats)
      union select s.proctor_id from public.seat_clearances c join public.shifts s on s.id = c.shift_id where p_to = 'school' and c.id = any (p_seats)
        and s.proctor_id is not null
      union select u.id from public.users u where p_to = 'school' and u.status = 'active' and u.role in ('school_admin', 'school_super_admin')
        and u.linked_school_id in (select c.school_id from public.seat_clearances c where c.id = any (p_seats))),
    'credential_expiring', p_code, p_values, case p_to when 'student' then '/student/credentials' end, p_code || ' ' || p_seats[1] || ' ' || current_date)
$$;
grant execute on function app.seats_to_clear(integer), app.clearance_basis(uuid[], uuid[]), app.write_seat_clearances(jsonb),
  app.notify_seat_clearance(uuid[], text, text, jsonb) to app_worker;
