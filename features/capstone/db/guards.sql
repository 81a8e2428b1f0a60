-- What PostgreSQL refuses on capstone projects, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- Who made one is set automatically: no login writes the columns.
alter table public.capstone_nominations alter column created_by set default app.real_uid();
alter table public.capstone_days alter column created_by set default app.real_uid();

-- The student writes the proposal while it is open, the school its decision; a preceptor and a facility may only take steps.
create or replace trigger guard_found before update on public.capstone_projects for each row
  when (current_user = 'app_rw' and app.capstone_party(new.id) is null) execute function app.refuse_row('capstone.not_found', 'PW404');
create or replace trigger guard_words_of_others before update on public.capstone_projects for each row
  when (current_user = 'app_rw' and app.capstone_party(new.id) in ('preceptor', 'facility')) execute function app.refuse_other_columns('capstone.not_open', 'status', 'feedback');
create or replace trigger guard_words_of_school before update on public.capstone_projects for each row
  when (current_user = 'app_rw' and app.capstone_party(new.id) in ('school', 'faculty')) execute function app.refuse_other_columns('capstone.not_open',
    'status', 'feedback', 'faculty_id', 'facility_id', 'required_hours', 'orientation_hours', 'other_hours', 'goal_states');
create or replace trigger guard_words_of_student before update on public.capstone_projects for each row
  when (current_user = 'app_rw' and app.capstone_party(new.id) = 'student') execute function app.refuse_other_columns('capstone.not_open', 'status', 'semester_id',
    'course_code', 'title', 'summary', 'learning_goals', 'skills', 'specialty', 'project_type', 'preferred_units', 'start_date', 'end_date');
create or replace trigger guard_words_sent before update on public.capstone_projects for each row
  when (current_user = 'app_rw' and app.capstone_party(new.id) = 'student' and old.status not in ('draft', 'revisions_requested'))
  execute function app.refuse_other_columns('capstone.not_open', 'status');

-- Each step belongs to a party: the steps of a project, a nomination, a day, and a deliverable, which the
-- student submits and the school decides on. Only the preceptor answers a nomination, and only the faculty
-- member signs as such. Steps of projects, nominations and concerns are added to the history.
-- Reason: a trigger needs it, and it writes the history, which no login writes.
create or replace function app.guard_capstone_step() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  is_now jsonb := to_jsonb(new);
  was jsonb := to_jsonb(old);
  project uuid := coalesce(is_now ->> 'project_id', is_now ->> 'id');
  party text := case when app.is_evaluator(null, (is_now ->> 'preceptor_id')::uuid) then 'preceptor' else coalesce(app.capstone_party(project), 'system') end;
begin
  if is_now ->> 'faculty_signed_at' is distinct from was ->> 'faculty_signed_at' then
    if not exists (select from public.capstone_projects where id = project and faculty_id = app.uid()) then
      raise exception 'capstone.not_a_signer' using errcode = 'PW403';
    end if;
    if is_now ->> 'status' = was ->> 'status' then return new; end if;
  end if;
  if tg_op = 'UPDATE' then perform app.refuse_illegal_step(tg_table_name, was ->> 'status', is_now ->> 'status', party); end if;
  perform app.note_capstone(project, event, reason) from (values
    ('capstone_projects', (select event from public.transitions where entity = 'capstone_projects' and from_status = was ->> 'status'
      and to_status = is_now ->> 'status' limit 1), nullif(current_setting('app.reason', true), '')),
    ('capstone_nominations', 'nomination_' || (is_now ->> 'status'), concat_ws(': ', is_now ->> 'preceptor_name', is_now ->> 'reason')),
    ('capstone_concerns', 'concern', null)) x (entity, event, reason) where entity = tg_table_name;
  return new;
end $$;
create or replace trigger guard before update on public.capstone_projects for each row
  when (current_user = 'app_rw' and new.status <> old.status) execute function app.guard_capstone_step();
create or replace trigger guard before update on public.capstone_deliverables for each row
  when (current_user = 'app_rw') execute function app.guard_capstone_step();
drop trigger if exists guard_after on public.capstone_deliverables;
drop function if exists app.guard_capstone_project(), app.guard_capstone_deliverable();

-- Each of the three signs for themselves, once. policies.sql says what a new nomination must contain.
create or replace trigger guard before update on public.capstone_nominations for each row
  when (current_user in ('app_rw', 'app_worker') and (new.status <> old.status or new.faculty_signed_at is distinct from old.faculty_signed_at))
  execute function app.guard_capstone_step();
create or replace trigger guard_after after insert on public.capstone_nominations for each row
  when (current_user = 'app_rw') execute function app.guard_capstone_step();
drop trigger if exists guard_new on public.capstone_nominations;
drop function if exists app.guard_capstone_nomination();
drop trigger if exists guard_signed on public.capstone_nominations;
create or replace trigger guard_signer before update on public.capstone_nominations for each row
  when (current_user = 'app_rw' and (new.preceptor_signed_at is distinct from old.preceptor_signed_at and not app.is_evaluator(null, new.preceptor_id)
    or new.student_signed_at is distinct from old.student_signed_at
      and (app.is_evaluator(null, new.preceptor_id) or app.capstone_party(new.project_id) is distinct from 'student')
    or new.status <> 'accepted' and (new.student_signed_at, new.preceptor_signed_at, new.faculty_signed_at)
      is distinct from (old.student_signed_at, old.preceptor_signed_at, old.faculty_signed_at)
    or old.student_signed_at <> coalesce(new.student_signed_at, 'epoch') or old.preceptor_signed_at <> coalesce(new.preceptor_signed_at, 'epoch')
    or old.faculty_signed_at <> coalesce(new.faculty_signed_at, 'epoch'))) execute function app.refuse_row('capstone.not_a_signer', 'PW403');

-- What keeps a student from a day of their project: a leave, a seat at that time or within the rest after a night, or that the unit has no
-- seat left for them (features/shifts/db/kernel.sql: app.shift_limits). No login may read it.
create or replace view app.capstone_day_obstacles with (security_invoker = true) as
  select d.id, 'capstone.day_on_leave' as code from app.capstone_day_times d join public.student_leaves l on l.student_id = d.student_id and l.during @> d.date
  union all
  select d.id, 'capstone.day_at_seat' from app.capstone_day_times d join public.assignments a on a.student_id = d.student_id and a.busy && d.during
    and a.status in ('offered', 'assigned', 'checked_in', 'completed')
  union all
  select d.id, case when l.unit -> 'has_others' = 'true' then 'capstone.unit_of_others' else 'capstone.unit_full' end
  from app.capstone_stays d cross join lateral (select facts -> 'unit' as unit, facts -> 'years' as years from app.shift_limits(jsonb_populate_record(
    null::public.shifts, to_jsonb(d) - 'status' || '{"experience_type": "precepted", "more_proctor_ids": [], "more_preceptor_ids": []}'))) l
  where d.ends_at > now() and (l.unit -> 'has_others' = 'true' or l.unit -> 'taken' >= l.unit -> 'most'
    or exists (select from jsonb_array_elements(nullif(l.years, 'null')) y where y -> 'taken' >= y -> 'most'));

-- A preceptor for a day of a project: their name, the unit that the project is at or else where they work, whether they substitute, and until when
-- the project's agreement is signed. For the guard below; no login reads it.
create or replace view app.capstone_preceptors with (security_invoker = true) as
  select p.id as project_id, r.id as preceptor_id, r.full_name, coalesce(u.id, r.facility_id) as facility_id,
    not exists (select from public.capstone_nominations n where n.project_id = p.id and n.preceptor_id = r.id and n.status = 'accepted') as is_substitute,
    (select max(case n.status when 'accepted' then 'infinity' when 'ended' then n.updated_at end) from public.capstone_nominations n
      where n.project_id = p.id and (n.student_signed_at, n.preceptor_signed_at, n.faculty_signed_at) is not null) as signed_until
  from public.capstone_projects p left join public.units u on u.id = p.facility_id cross join public.preceptors r;

-- The preceptor of a day is the project's, or a substitute named by the school or the facility. Only that preceptor
-- confirms it, after the day is over, under an agreement that is signed, or was before it ended. A day is not planned, planned again, nor given
-- to a substitute on another unit despite an obstacle, even one that its planner may not see; if a seat is being taken or moved, planning waits
-- for it (features/departures/db/guards.sql), as for another day or shift on the unit. This runs after the row is there, when views have it with
-- its unit, and after the policies, so only those who may plan days learn of it. Who is there already keeps the day of a unit over its limit.
-- Reason: a trigger needs it, and it reads nominations, preceptors, leaves and seats that its caller may not.
create or replace function app.guard_capstone_day() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  why text;
  r record;
begin
  if tg_when = 'AFTER' then
    if new.status = 'planned' and (new.facility_id, new.status) is distinct from (old.facility_id, old.status) then
      perform app.hold_units(array[new.facility_id]);
      perform pg_advisory_xact_lock(hashtext('leave'), hashtext(student_id::text)) from public.capstone_projects where id = new.project_id;
      select code into why from app.capstone_day_obstacles where id = new.id;
      if found then raise exception using message = why, errcode = 'PW409', detail = jsonb_build_object('date', new.date); end if;
    end if;
    return null;
  end if;
  select * into r from app.capstone_preceptors where (project_id, preceptor_id) = (new.project_id, new.preceptor_id);
  if new.status = 'planned' and (new.preceptor_id, new.status) is distinct from (old.preceptor_id, old.status) then
    new.facility_id = r.facility_id;
  end if;
  if new.preceptor_id <> old.preceptor_id then
    new.preceptor_name = r.full_name;
    new.is_substitute = r.is_substitute;
    perform app.note_capstone(new.project_id, 'substitute', format('%s %s: %s', new.date, new.preceptor_name, new.reason));
  end if;
  if new.status = 'confirmed' and old.status <> 'confirmed' and (r.signed_until > new.starts_at) is not true then
    raise exception 'capstone.not_signed' using errcode = 'PW409';
  end if;
  return new;
end $$;
drop trigger if exists guard on public.capstone_days;
create or replace trigger guard before insert or update on public.capstone_days for each row
  when (current_user = 'app_rw') execute function app.guard_capstone_day();
create or replace trigger guard_new after insert or update on public.capstone_days for each row
  when (current_user = 'app_rw') execute function app.guard_capstone_day();
create or replace trigger guard_as_party before update on public.capstone_days for each row
  when (current_user = 'app_rw' and new.status <> old.status) execute function app.guard_capstone_step();
-- The conditions below apply to every writer, including the worker.
grant execute on function app.capstone_party(uuid) to app_worker;
create or replace trigger guard_begun before update on public.capstone_days for each row
  when (current_user = 'app_rw' and new.status = 'confirmed' and old.status <> 'confirmed' and new.ends_at > now()) execute function app.refuse_row('capstone.day_not_over', 'PW409');
create or replace trigger guard_floated before update on public.capstone_days for each row
  when (current_user = 'app_rw' and (new.floated_to is distinct from old.floated_to and app.capstone_party(new.project_id) = 'student'
    or new.floated_to is not distinct from old.floated_to and (new.student_ready_at is distinct from old.student_ready_at
        and app.capstone_party(new.project_id) is distinct from 'student'
      or new.preceptor_ready_at is distinct from old.preceptor_ready_at and not app.is_evaluator(null, new.preceptor_id))))
  execute function app.refuse_row('capstone.not_now', 'PW409');
drop trigger if exists guard_ready on public.capstone_days;
create or replace trigger guard_substitute before update on public.capstone_days for each row
  when (current_user = 'app_rw' and new.preceptor_id <> old.preceptor_id
    and (new.status <> 'planned' or coalesce(app.capstone_party(new.project_id), '') not in ('school', 'faculty', 'facility')))
  execute function app.refuse_row('capstone.day_not_planned', 'PW409');
create or replace trigger note_confirmed before update on public.capstone_days for each row
  when (current_user = 'app_rw' and new.status = 'confirmed' and old.status <> 'confirmed') execute function app.note_facts('confirmed_at', 'now');
create or replace trigger note_floated before update on public.capstone_days for each row
  when (current_user = 'app_rw' and new.floated_to is distinct from old.floated_to) execute function app.note_facts('student_ready_at', '', 'preceptor_ready_at', '');

create or replace trigger note_decided before update on public.capstone_deliverables for each row
  when (current_user = 'app_rw' and new.status in ('accepted', 'returned')) execute function app.note_facts('file_ids', 'old.file_ids', 'note', 'old.note');

-- A concern is added to the history, and answered once.
drop trigger if exists guard on public.capstone_concerns;
drop function if exists app.guard_capstone_concern();
create or replace trigger note after insert on public.capstone_concerns for each row
  when (current_user = 'app_rw') execute function app.guard_capstone_step();
drop function if exists app.note_capstone_concern();
create or replace trigger guard_answered before update on public.capstone_concerns for each row
  when (current_user = 'app_rw' and old.answer is not null) execute function app.refuse_row('capstone.answered', 'PW409');
create or replace trigger note_answer before update on public.capstone_concerns for each row
  when (current_user = 'app_rw') execute function app.note_facts('answered_at', 'now', 'answered_by', 'real_uid');
