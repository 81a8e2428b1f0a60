-- A shift has several instructors and several preceptors: the first of each in its own column, the others beside it.
alter table public.shifts
  add column more_proctor_ids uuid[] not null default '{}',
  add column more_preceptor_ids uuid[] not null default '{}',
  add constraint shifts_first_instructor check (more_proctor_ids = '{}' or (proctor_id is not null and not proctor_id = any (more_proctor_ids)
    and array_position(more_proctor_ids, null) is null and cardinality(more_proctor_ids) <= 9)),
  add constraint shifts_first_preceptor check (more_preceptor_ids = '{}' or (preceptor_id is not null and not preceptor_id = any (more_preceptor_ids)
    and array_position(more_preceptor_ids, null) is null and cardinality(more_preceptor_ids) <= 9));
create index shifts_more_proctors on public.shifts using gin (more_proctor_ids) where more_proctor_ids <> '{}';
create index shifts_more_preceptors on public.shifts using gin (more_preceptor_ids) where more_preceptor_ids <> '{}';

-- When each of them is busy with an agreed shift, with the rest after a night. A trigger of shifts writes it, and nobody else.
create table priv.leader_times (
  shift_id uuid not null references public.shifts (id) on delete cascade,
  person_id uuid not null references public.users (id),
  is_preceptor boolean not null,
  busy tstzrange not null,
  primary key (shift_id, person_id, is_preceptor)
);
create index leader_times_person on priv.leader_times (person_id);
select app.protect('priv.leader_times');
insert into priv.leader_times (shift_id, person_id, is_preceptor, busy)
  select x.id, p.id, p.is_preceptor, tstzrange(x.starts_at, x.ends_at) from public.shifts x
  cross join lateral (values (x.proctor_id, false), (x.preceptor_id, true)) p (id, is_preceptor)
  where p.id is not null and x.status in ('approved', 'published', 'full', 'in_progress');
alter table public.shifts drop constraint shifts_instructor_free, drop constraint shifts_preceptor_free;
alter table priv.leader_times
  add constraint shifts_instructor_free exclude using gist (person_id with =, busy with &&) where (not is_preceptor),
  add constraint shifts_preceptor_free exclude using gist (person_id with =, busy with &&) where (is_preceptor);

-- These take lists of people now, or return more.
drop function if exists app.facts_of_plan(uuid, uuid, uuid, uuid, uuid), app.write_leaders(uuid, uuid, uuid, uuid, text),
  app.open_shifts(integer, date, date, text, uuid), app.seat_candidates(uuid, text),
  -- What nothing calls any more.
  app.mark_offered(uuid), app.facility_writes(), app.asking_side(public.partnerships), app.trim_after_change(public.users, public.users),
  app.is_open_place(uuid), app.may_view_as(text, text);

-- The trigger of open slots calls the function of shifts itself; it is created again with the policies.
drop function if exists app.agree_by_offer() cascade;

-- A rotation names several on a weekday by several entries: [{weekday, proctor_id}].
alter table public.rotations drop constraint rotations_instructors_check;
alter table public.rotations add constraint rotations_instructors_check check (jsonb_typeof(instructors) = 'array' and jsonb_array_length(instructors) <= 70);
