-- Cohorts and who is in them. Nothing here is written but by these functions: each checks who asks, whose school it is,
-- and that a membership is ended and another begun, never overwritten (docs/decisions/020-cohort-history.md).

create or replace function app.school_today(p_school_id uuid) returns date
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select (now() at time zone s.time_zone)::date from public.schools s where s.id = p_school_id
$$;

-- A planned cohort becomes active on its first day by itself; an administrator may do it earlier.
create or replace function app.cohort_status(p_status text, p_start_date date, p_today date) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select case when p_status = 'planned' and p_start_date <= p_today then 'active' else p_status end
$$;

-- The students who are now in a cohort that the asker advises.
create or replace function app.advised_student_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select m.student_id from public.cohort_memberships m
  where m.school_id = (select app.school_id()) and m.cohort_id in (select app.advised_cohort_ids())
    and m.from_date <= app.school_today(m.school_id) and (m.to_date is null or m.to_date > app.school_today(m.school_id))
$$;
grant execute on function app.school_today(uuid), app.cohort_status(text, date, date), app.advised_student_ids() to app_rw;

-- Holds a cohort for a change. A foreign cohort and one that does not exist are the same; null when the version is stale.
create or replace function app.lock_cohort(p_id uuid, p_version integer) returns public.cohorts
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.cohorts;
begin
  if (select app.role()) not in ('school_admin', 'school_super_admin', 'superadmin') or (select app.role()) is null then
    perform app.refuse('Only administrators change cohorts', '42501');
  end if;
  select * into c from public.cohorts x where x.id = p_id for update;
  if c.id is null or not app.administers_school(c.school_id) then perform app.refuse('We can’t find that cohort.', 'PW404'); end if;
  if p_version is not null and c.version <> p_version then return null; end if;
  c.status := app.cohort_status(c.status, c.start_date, app.school_today(c.school_id));
  return c;
end $$;

create or replace function app.refuse_read_only_cohort(c public.cohorts) returns void
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
begin
  if c.status = 'archived' then perform app.refuse(c.name || ' is archived and only to be read. Restore it first.', 'PW409'); end if;
end $$;

-- What a person enters, checked against what only the database knows.
create or replace function app.check_cohort_fields(p_school_id uuid, p_fields jsonb) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if (p_fields ->> 'expected_graduation')::date <= (p_fields ->> 'start_date')::date then
    perform app.refuse('The expected graduation comes after the first day.');
  end if;
  if p_fields ->> 'program_id' is not null and not exists (
    select 1 from public.programs p where p.id = (p_fields ->> 'program_id')::uuid and p.school_id = p_school_id) then
    perform app.refuse('We can’t find that program at this school.');
  end if;
end $$;

-- Creates a cohort; the caller chooses the id, so that the same request creates once.
create or replace function app.create_cohort(p_id uuid, p_school_id uuid, p_fields jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare known public.cohorts;
begin
  if not app.administers_school(p_school_id) then perform app.refuse('Only administrators create cohorts', '42501'); end if;
  perform app.check_cohort_fields(p_school_id, p_fields);
  insert into public.cohorts (id, school_id, program_id, name, code, admission_term, start_date, expected_graduation,
      required_hours_total, required_specialties, structured, size_target, created_by, updated_by)
    select p_id, p_school_id, f.program_id, btrim(f.name), nullif(btrim(f.code), ''), nullif(btrim(f.admission_term), ''), f.start_date, f.expected_graduation,
      f.required_hours_total, coalesce(f.required_specialties, '{}'), coalesce(f.structured, true), f.size_target, app.real_uid(), app.real_uid()
    from jsonb_to_record(p_fields) as f (program_id uuid, name text, code text, admission_term text, start_date date, expected_graduation date,
      required_hours_total numeric, required_specialties text[], structured boolean, size_target integer)
    on conflict (id) do nothing;
  if not found then
    select * into known from public.cohorts c where c.id = p_id;
    if known.school_id is distinct from p_school_id or known.name is distinct from btrim(p_fields ->> 'name') then
      perform app.refuse('This conflicts with something that is already there.', 'PW409');
    end if;
  end if;
end $$;

-- Changes what a cohort is called and plans; false when somebody else saved first.
create or replace function app.update_cohort(p_id uuid, p_version integer, p_fields jsonb) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.cohorts;
begin
  c := app.lock_cohort(p_id, p_version);
  if c.id is null then return false; end if;
  perform app.refuse_read_only_cohort(c);
  perform app.check_cohort_fields(c.school_id, p_fields);
  update public.cohorts x set program_id = f.program_id, name = btrim(f.name), code = nullif(btrim(f.code), ''),
      admission_term = nullif(btrim(f.admission_term), ''), start_date = f.start_date, expected_graduation = f.expected_graduation,
      required_hours_total = f.required_hours_total, required_specialties = coalesce(f.required_specialties, '{}'),
      structured = coalesce(f.structured, true), size_target = f.size_target
    from jsonb_to_record(p_fields) as f (program_id uuid, name text, code text, admission_term text, start_date date, expected_graduation date,
      required_hours_total numeric, required_specialties text[], structured boolean, size_target integer)
    where x.id = p_id;
  return true;
end $$;

-- planned → active, active ⇄ on_hold. False when somebody else saved first.
create or replace function app.set_cohort_status(p_id uuid, p_version integer, p_to text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.cohorts;
begin
  c := app.lock_cohort(p_id, p_version);
  if c.id is null then return false; end if;
  perform app.refuse_read_only_cohort(c);
  if (c.status, p_to) not in (('planned', 'active'), ('active', 'on_hold'), ('on_hold', 'active')) then
    perform app.refuse(format('%s is %s and cannot become %s.', c.name, replace(c.status, '_', ' '), replace(p_to, '_', ' ')), 'PW409');
  end if;
  update public.cohorts x set status = p_to where x.id = p_id;
  return true;
end $$;

-- Out of the way and only to be read; a cohort with students in it stays. False when somebody else saved first.
create or replace function app.archive_cohort(p_id uuid, p_version integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c public.cohorts;
  members integer;
begin
  c := app.lock_cohort(p_id, p_version);
  if c.id is null then return false; end if;
  if c.status = 'archived' then perform app.refuse(c.name || ' is archived already.', 'PW409'); end if;
  select count(*) into members from public.cohort_memberships m
    where m.cohort_id = p_id and m.school_id = c.school_id and (m.to_date is null or m.to_date > app.school_today(c.school_id));
  if members > 0 then
    perform app.refuse(format('%s still has %s. Graduate it, or move them first.', c.name,
      case members when 1 then 'one student' else members || ' students' end), 'PW409');
  end if;
  update public.cohorts x set status = 'archived', archived_from = x.status, archived_at = now() where x.id = p_id;
  return true;
end $$;

create or replace function app.restore_cohort(p_id uuid, p_version integer) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare c public.cohorts;
begin
  c := app.lock_cohort(p_id, p_version);
  if c.id is null then return false; end if;
  if c.status <> 'archived' then perform app.refuse(c.name || ' is not archived.', 'PW409'); end if;
  if c.archived_at < now() - interval '90 days' then
    perform app.refuse('A cohort can be restored for 90 days after it was archived.', 'PW409');
  end if;
  update public.cohorts x set status = coalesce(x.archived_from, 'graduated'), archived_from = null, archived_at = null where x.id = p_id;
  return true;
end $$;

-- Who looks after a cohort: proctors and administrators of its school, all of them named anew. False when somebody else saved first.
create or replace function app.set_cohort_advisors(p_id uuid, p_version integer, p_user_ids uuid[]) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  c public.cohorts;
  before jsonb;
  after jsonb;
begin
  c := app.lock_cohort(p_id, p_version);
  if c.id is null then return false; end if;
  perform app.refuse_read_only_cohort(c);
  if exists (select 1 from unnest(p_user_ids) i (id) where not exists (select 1 from public.cohort_advisors a where a.cohort_id = p_id and a.user_id = i.id)
    and not exists (select 1 from public.users u where u.id = i.id and u.linked_school_id = c.school_id and u.status = 'active' and u.email_verified
      and u.role in ('proctor', 'school_admin', 'school_super_admin'))) then
    perform app.refuse('Advisors are active proctors and administrators of the school.');
  end if;
  select coalesce(jsonb_agg(u.full_name order by u.full_name), '[]') into before
    from public.cohort_advisors a join public.users u on u.id = a.user_id where a.cohort_id = p_id;
  delete from public.cohort_advisors a where a.cohort_id = p_id and a.user_id <> all (p_user_ids);
  insert into public.cohort_advisors (cohort_id, school_id, user_id, added_by)
    select p_id, c.school_id, i.id, app.real_uid() from (select distinct unnest(p_user_ids) as id) i on conflict do nothing;
  select coalesce(jsonb_agg(u.full_name order by u.full_name), '[]') into after
    from public.cohort_advisors a join public.users u on u.id = a.user_id where a.cohort_id = p_id;
  if before <> after then
    update public.cohorts x set updated_at = now() where x.id = p_id;
    insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, changes)
      values (app.real_uid(), app.acting_as(), 'update', 'cohorts', p_id::text, c.school_id,
        jsonb_build_object('advisors', jsonb_build_array(
          (select string_agg(v, ', ') from jsonb_array_elements_text(before) v), (select string_agg(v, ', ') from jsonb_array_elements_text(after) v))));
  end if;
  return true;
end $$;

-- Who advises a cohort, by name: for everybody who may see the cohort. Addresses are for administrators and proctors.
create or replace function app.cohort_advisor_list(p_cohort_ids uuid[]) returns table (cohort_id uuid, user_id uuid, full_name text, email text, role text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.cohort_id, u.id, u.full_name, case when app.role() <> 'student' then u.email end, u.role
  from public.cohort_advisors a join public.cohorts c on c.id = a.cohort_id join public.users u on u.id = a.user_id
  where a.cohort_id = any (p_cohort_ids) and (app.administers_school(c.school_id)
    or (c.school_id = app.school_id() and c.id in (select app.my_cohort_ids())))
  order by u.full_name, u.id
$$;

-- Classmates: the names of those who are in the asker's own cohort today, and nothing else of them; not of those who opted out of the
-- directory.
create or replace function app.classmates(p_cohort_id uuid) returns table (full_name text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.full_name
  from public.cohort_memberships me
  join public.cohort_memberships m on m.cohort_id = me.cohort_id and m.school_id = me.school_id and m.student_id <> me.student_id
  join public.users u on u.id = m.student_id and u.linked_school_id = m.school_id and u.status = 'active' and u.directory_opt_out_at is null
  cross join lateral (select app.school_today(me.school_id) as today) t
  where me.cohort_id = p_cohort_id and me.student_id = app.uid() and me.school_id = app.school_id()
    and me.from_date <= t.today and (me.to_date is null or me.to_date > t.today)
    and m.from_date <= t.today and (m.to_date is null or m.to_date > t.today)
  order by u.full_name, u.id
$$;

-- Who was in a cohort: on a day, or (without one) everybody who ever was, one row for each stay. For the school's
-- administrators, and for proctors who advise the cohort. Whoever left the school keeps their name and nothing else.
create or replace function app.cohort_roster(p_cohort_id uuid, p_on date)
returns table (membership_id uuid, student_id uuid, full_name text, student_number text, email text, status text, graduation_date date,
  from_date date, to_date date, reason text, end_reason text, is_here boolean)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare c public.cohorts;
begin
  select * into c from public.cohorts x where x.id = p_cohort_id;
  if c.id is null or not (app.administers_school(c.school_id)
    or (app.role() = 'proctor' and c.school_id = app.school_id() and c.id in (select app.advised_cohort_ids()))) then
    perform app.refuse('We can’t find that cohort.', 'PW404');
  end if;
  return query
    select m.id, m.student_id, u.full_name, case when h.here then u.student_number end, case when h.here then u.email end,
      case when h.here then u.status end, case when h.here then u.graduation_date end,
      m.from_date, m.to_date, m.reason, m.end_reason, h.here
    from public.cohort_memberships m
    join public.users u on u.id = m.student_id
    cross join lateral (select coalesce(u.linked_school_id = m.school_id, false) as here) h
    where m.cohort_id = p_cohort_id and m.school_id = c.school_id
      and (p_on is null or (m.from_date <= p_on and (m.to_date is null or m.to_date > p_on)))
    order by u.full_name, m.student_id, m.from_date;
end $$;
grant execute on function app.create_cohort(uuid, uuid, jsonb), app.update_cohort(uuid, integer, jsonb), app.set_cohort_status(uuid, integer, text),
  app.archive_cohort(uuid, integer), app.restore_cohort(uuid, integer), app.set_cohort_advisors(uuid, integer, uuid[]),
  app.cohort_advisor_list(uuid[]), app.classmates(uuid), app.cohort_roster(uuid, date) to app_rw;

-- What a move (to a cohort) or an end (without one) on a day would do to each student: `ok`, or what stands against it.
-- The preview and the change itself judge by this one function. `changed`: the asker saw another membership than there is.
create or replace function app.judge_cohort_change(p_school_id uuid, p_cohort_id uuid, p_on date, p_students jsonb)
returns table (student_id uuid, full_name text, membership_id uuid, cohort_id uuid, cohort_name text, verdict text, since date)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select a.student_id, u.full_name, now_in.id, now_in.cohort_id, now_in.cohort_name,
    case
      when u.id is null then 'unknown'
      when u.status = 'deactivated' then 'deactivated'
      when u.status <> 'active' then 'waiting'
      when a.is_seen and now_in.id is distinct from a.seen then 'changed'
      when p_cohort_id is null and now_in.id is null then 'in_none'
      when now_in.cohort_id = p_cohort_id then 'already'
      when blocking.until is not null then 'later'
      else 'ok'
    end,
    coalesce(blocking.until, now_in.from_date)
  from (select (p ->> 'student_id')::uuid as student_id, p ? 'membership_id' as is_seen, (p ->> 'membership_id')::uuid as seen
    from jsonb_array_elements(p_students) p) a
  left join public.users u on u.id = a.student_id and u.role = 'student' and u.linked_school_id = p_school_id and u.email_verified
  -- The open membership, or none; there is at most one.
  left join lateral (
    select m.id, m.cohort_id, c.name as cohort_name, m.from_date from public.cohort_memberships m join public.cohorts c on c.id = m.cohort_id
    where m.student_id = u.id and m.school_id = p_school_id and m.to_date is null) now_in on true
  -- A stay that reaches beyond that day: it began later, or ended later.
  left join lateral (
    select max(greatest(m.from_date, coalesce(m.to_date, m.from_date))) as until from public.cohort_memberships m
    where m.student_id = u.id and m.from_date is distinct from m.to_date and (m.from_date > p_on or m.to_date > p_on)) blocking on true
$$;

-- Refuses what no student can change: who asks, the school, the cohort, the day.
create or replace function app.check_cohort_change(p_school_id uuid, p_cohort_id uuid, p_on date, p_count integer) returns void
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  c public.cohorts;
  today date := app.school_today(p_school_id);
begin
  if not app.administers_school(p_school_id) then perform app.refuse('Only administrators move students', '42501'); end if;
  if p_count not between 1 and 2000 then perform app.refuse('Choose between 1 and 2,000 students.'); end if;
  if p_on not between today - 1830 and today + 366 then perform app.refuse('Choose a day within the last five years or the coming one.'); end if;
  if p_cohort_id is null then return; end if;
  select * into c from public.cohorts x where x.id = p_cohort_id and x.school_id = p_school_id;
  if c.id is null then perform app.refuse('We can’t find that cohort.', 'PW404'); end if;
  if c.status in ('graduated', 'archived') then
    perform app.refuse(format('%s is %s: nobody can be moved into it.', c.name, c.status), 'PW409');
  end if;
end $$;

create or replace function app.plan_cohort_change(p_school_id uuid, p_cohort_id uuid, p_on date, p_students jsonb)
returns table (student_id uuid, full_name text, membership_id uuid, cohort_id uuid, cohort_name text, verdict text, since date)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.check_cohort_change(p_school_id, p_cohort_id, p_on, jsonb_array_length(p_students));
  return query select j.* from app.judge_cohort_change(p_school_id, p_cohort_id, p_on, p_students) j order by j.full_name nulls last, j.student_id;
end $$;

-- Ends open memberships on a day; one that began that very day was a mistake and is kept as corrected, with no day in it.
create or replace function app.end_open_memberships(p_school_id uuid, p_students uuid[], p_on date, p_end_reason text, p_change uuid) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update public.cohort_memberships m set to_date = greatest(p_on, m.from_date),
      end_reason = case when m.from_date >= p_on then 'corrected' else p_end_reason end, ended_by = app.real_uid(), ended_by_change = p_change
    where m.student_id = any (p_students) and m.school_id = p_school_id and m.to_date is null
$$;

-- Notifies students which cohort they belong to from a day on; without a cohort, that they are in none.
create or replace function app.notify_cohort_students(p_students uuid[], p_cohort_id uuid, p_on date, p_key text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select app.notify_code(p_students, 'cohort', case when p_cohort_id is null then 'cohort.left' else 'cohort.joined' end,
    jsonb_build_object('from', p_on, 'cohort', (select c.name from public.cohorts c where c.id = p_cohort_id)),
    coalesce('/school/cohorts/' || p_cohort_id, '/student/profile'), p_key)
$$;

-- Moves many at once, all or nothing for those who can be moved; who cannot is answered with the reason. Moves of one
-- school go one after the other, so the second of two administrators is told that the first was faster.
create or replace function app.change_cohort_memberships(p_change uuid, p_school_id uuid, p_cohort_id uuid, p_on date, p_students jsonb, p_reason text, p_note text)
returns table (student_id uuid, full_name text, verdict text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  judged jsonb;
  able uuid[];
begin
  if app.administers_school(p_school_id) then
    perform pg_advisory_xact_lock(hashtextextended('placewell cohorts ' || p_school_id, 0));
  end if;
  perform app.check_cohort_change(p_school_id, p_cohort_id, p_on, jsonb_array_length(p_students));
  if p_cohort_id is null and p_reason not in ('leave', 'withdrew', 'dismissed', 'corrected') then perform app.refuse('Say why they leave the cohort.'); end if;
  if p_cohort_id is not null and p_reason not in ('enrolled', 'transferred', 'repeat') then perform app.refuse('Say why they come into the cohort.'); end if;
  select coalesce(jsonb_agg(to_jsonb(j)), '[]'), array_agg(j.student_id) filter (where j.verdict = 'ok') into judged, able
    from app.judge_cohort_change(p_school_id, p_cohort_id, p_on, p_students) j;
  if able is null then perform app.refuse('None of these students can be changed. Look at the reasons.', 'PW409'); end if;
  insert into public.cohort_changes (id, school_id, kind, cohort_id, on_date, end_reason, student_count, note, created_by)
    values (p_change, p_school_id, case when p_cohort_id is null then 'end' else 'move' end, p_cohort_id, p_on,
      case when p_cohort_id is null then p_reason end, cardinality(able), nullif(btrim(p_note), ''), app.real_uid());
  perform app.end_open_memberships(p_school_id, able, p_on, case when p_cohort_id is null then p_reason else 'transferred' end, p_change);
  if p_cohort_id is not null then
    -- Whoever was nowhere is enrolled, whatever the others are.
    insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, reason, created_by, begun_by_change)
      select p_cohort_id, p_school_id, j.student_id, p_on,
        case when p_reason = 'transferred' and j.membership_id is null then 'enrolled' else p_reason end, app.real_uid(), p_change
      from jsonb_to_recordset(judged) as j (student_id uuid, membership_id uuid, verdict text) where j.verdict = 'ok';
  end if;
  perform app.notify_cohort_students(able, p_cohort_id, p_on, 'cohort change ' || p_change);
  return query select j.student_id, j.full_name, j.verdict
    from jsonb_to_recordset(judged) as j (student_id uuid, full_name text, verdict text) order by j.full_name nulls last;
end $$;

-- Takes a change back within 24 hours, for everybody who was not changed again since. On the day it was made it was a
-- mistake: those stays are kept as corrected, and the former ones go on from that day. Later, both are ended and begun anew.
create or replace function app.undo_cohort_change(p_change uuid) returns table (undone integer, left_out integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  ch public.cohort_changes;
  c public.cohorts;
  today date;
  back date;
  able uuid[];
begin
  select * into ch from public.cohort_changes x where x.id = p_change;
  if ch.id is null or not app.administers_school(ch.school_id) then perform app.refuse('We can’t find that change.', 'PW404'); end if;
  perform pg_advisory_xact_lock(hashtextextended('placewell cohorts ' || ch.school_id, 0));
  select * into ch from public.cohort_changes x where x.id = p_change for update;
  if ch.undone_at is not null then perform app.refuse('This was taken back already.', 'PW409'); end if;
  if ch.created_at < now() - interval '24 hours' then perform app.refuse('This can be taken back for 24 hours only. Move the students instead.', 'PW409'); end if;
  if ch.kind = 'graduation' and app.role() not in ('school_super_admin', 'superadmin') then
    perform app.refuse('Only a school super admin takes a graduation back', '42501');
  end if;
  today := app.school_today(ch.school_id);
  back := case when (ch.created_at at time zone (select s.time_zone from public.schools s where s.id = ch.school_id))::date = today
    then ch.on_date else greatest(today, ch.on_date) end;
  -- Untouched since: what the change began is still open; where it only ended, nothing was begun.
  select array_agg(x.student_id) into able from (
    select m.student_id from public.cohort_memberships m where m.begun_by_change = p_change and m.school_id = ch.school_id and m.to_date is null
    union
    select m.student_id from public.cohort_memberships m where ch.kind <> 'move' and m.ended_by_change = p_change and m.school_id = ch.school_id
      and not exists (select 1 from public.cohort_memberships n where n.student_id = m.student_id and n.id <> m.id
        and n.from_date is distinct from n.to_date and (n.to_date is null or n.to_date > m.to_date))) x;
  if able is null then perform app.refuse('Everybody of this change was changed again since, so nothing can be taken back.', 'PW409'); end if;
  update public.cohort_changes x set undone_at = now(), undone_by = app.real_uid(), undone_count = cardinality(able) where x.id = p_change;
  if ch.kind = 'graduation' then
    select * into c from public.cohorts x where x.id = ch.cohort_id for update;
    if c.status <> 'graduated' then perform app.refuse(c.name || ' was changed since. Restore it first.', 'PW409'); end if;
    update public.cohorts x set status = 'active' where x.id = c.id;
  end if;
  perform app.end_open_memberships(ch.school_id, able, back, 'transferred', p_change);
  insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, reason, created_by)
    select m.cohort_id, m.school_id, m.student_id, back, m.reason, app.real_uid() from public.cohort_memberships m
    where m.ended_by_change = p_change and m.begun_by_change is distinct from p_change and m.school_id = ch.school_id and m.student_id = any (able);
  perform app.notify_cohort_students(array_agg(b.student_id), b.cohort_id, back, 'cohort change ' || p_change || ' undone')
    from (select a.id as student_id, (select m.cohort_id from public.cohort_memberships m where m.student_id = a.id and m.school_id = ch.school_id and m.to_date is null) as cohort_id
      from unnest(able) a (id)) b group by b.cohort_id;
  return query select cardinality(able), ch.student_count - cardinality(able);
end $$;

-- What is still open before a cohort graduates, student by student.
create or replace function app.cohort_open_items(p_cohort_id uuid)
returns table (student_id uuid, full_name text, item text, detail text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  c public.cohorts;
  today date;
begin
  select * into c from public.cohorts x where x.id = p_cohort_id;
  if c.id is null or not app.administers_school(c.school_id) then perform app.refuse('We can’t find that cohort.', 'PW404'); end if;
  today := app.school_today(c.school_id);
  return query
    select u.id, u.full_name, i.item, i.detail
    from public.cohort_memberships m
    join public.users u on u.id = m.student_id
    cross join lateral (
      select 'graduates_later' as item, u.graduation_date::text as detail where u.graduation_date > greatest(today, c.expected_graduation)
      union all select 'no_graduation_date', null where u.graduation_date is null
      union all select 'no_student_number', null where u.student_number is null
      union all select 'not_active', u.status where u.status <> 'active'
      union all select 'starts_later', m.from_date::text where m.from_date > today
    ) i
    where m.cohort_id = p_cohort_id and m.school_id = c.school_id and m.to_date is null
    union all
    select null, coalesce(v.full_name, v.email), 'invitation_open', v.email from public.invitations v
    where v.school_id = c.school_id and v.role = 'student' and v.status in ('sent', 'opened') and v.expires_at > now()
      and lower(btrim(v.cohort_name)) in (lower(c.name), lower(c.code))
    order by 2, 3;
end $$;

-- Graduates cohorts: the school's super admin alone. Whatever is open needs a reason, which the trail keeps.
create or replace function app.graduate_cohorts(p_school_id uuid, p_cohorts jsonb, p_on date, p_note text)
returns table (cohort_id uuid, change_id uuid, graduated integer)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  wanted record;
  c public.cohorts;
  members uuid[];
begin
  if not (app.administers_school(p_school_id) and app.role() in ('school_super_admin', 'superadmin')) then
    perform app.refuse('Only a school super admin graduates a cohort', '42501');
  end if;
  if p_on not between app.school_today(p_school_id) - 366 and app.school_today(p_school_id) then
    perform app.refuse('The day of graduation is today or lies within the last year.');
  end if;
  perform pg_advisory_xact_lock(hashtextextended('placewell cohorts ' || p_school_id, 0));
  for wanted in select (w ->> 'id')::uuid as id, (w ->> 'version')::integer as version, (w ->> 'change_id')::uuid as change
    from jsonb_array_elements(p_cohorts) w order by 1
  loop
    c := app.lock_cohort(wanted.id, wanted.version);
    if c.id is null then perform app.refuse('One of these cohorts was changed by somebody else in the meantime. Look again before you decide.', 'PW409'); end if;
    if c.school_id <> p_school_id then perform app.refuse('We can’t find that cohort.', 'PW404'); end if;
    if c.status not in ('active', 'on_hold') then
      perform app.refuse(format('%s is %s and cannot graduate.', c.name, replace(c.status, '_', ' ')), 'PW409');
    end if;
    if length(btrim(coalesce(p_note, ''))) < 10 and exists (select 1 from app.cohort_open_items(c.id)) then
      perform app.refuse(c.name || ' has open items. Say in at least 10 characters why it graduates all the same.', 'PW409');
    end if;
    select array_agg(m.student_id) into members from public.cohort_memberships m
      where m.cohort_id = c.id and m.school_id = p_school_id and m.to_date is null;
    if members is null then perform app.refuse(c.name || ' has no students. Archive it instead.', 'PW409'); end if;
    if exists (select 1 from public.cohort_memberships m where m.cohort_id = c.id and m.to_date is null and m.from_date >= p_on) then
      perform app.refuse(c.name || ' has students who came on that day or later. Choose a later day, or end their stay first.', 'PW409');
    end if;
    insert into public.cohort_changes (id, school_id, kind, cohort_id, on_date, end_reason, student_count, note, created_by)
      values (wanted.change, p_school_id, 'graduation', c.id, p_on, 'graduated', cardinality(members), nullif(btrim(p_note), ''), app.real_uid());
    perform app.end_open_memberships(p_school_id, members, p_on, 'graduated', wanted.change);
    update public.cohorts x set status = 'graduated' where x.id = c.id;
    cohort_id := c.id; change_id := wanted.change; graduated := cardinality(members);
    return next;
  end loop;
end $$;
grant execute on function app.plan_cohort_change(uuid, uuid, date, jsonb), app.change_cohort_memberships(uuid, uuid, uuid, date, jsonb, text, text),
  app.undo_cohort_change(uuid), app.cohort_open_items(uuid), app.graduate_cohorts(uuid, jsonb, date, text) to app_rw;

-- An accepted invitation that names a cohort puts the student into it, where there is one of that name or code that is
-- neither graduated nor archived, and the student is in none yet. Accepting never fails because of it.
create or replace function app.join_invited_cohort() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.cohort_memberships (cohort_id, school_id, student_id, from_date, reason, created_by)
    select c.id, c.school_id, new.accepted_user_id, app.school_today(c.school_id), 'enrolled', new.invited_by
    from public.cohorts c
    where c.school_id = new.school_id and c.status not in ('graduated', 'archived')
      and lower(btrim(new.cohort_name)) in (lower(c.name), lower(c.code))
      and not exists (select 1 from public.cohort_memberships m where m.student_id = new.accepted_user_id and m.to_date is null)
      and exists (select 1 from public.school_members s where s.user_id = new.accepted_user_id and s.school_id = c.school_id)
    order by lower(btrim(new.cohort_name)) = lower(c.name) desc, c.start_date desc limit 1
    on conflict do nothing;
  return null;
end $$;
create or replace trigger join_cohort after update of status on public.invitations for each row
  when (new.status = 'accepted' and old.status <> 'accepted' and new.role = 'student' and new.cohort_name is not null and new.accepted_user_id is not null)
  execute function app.join_invited_cohort();

-- What happened since a version, to whoever may change it (database/versions.sql).
create or replace function app.cohort_changes(p_id uuid, p_version integer, p_fields text[]) returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select app.changes_since(array['cohorts'], p_id, p_version, p_fields) from public.cohorts c where c.id = p_id and app.administers_school(c.school_id)
$$;
grant execute on function app.cohort_changes(uuid, integer, text[]) to app_rw;
