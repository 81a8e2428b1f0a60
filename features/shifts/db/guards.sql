-- What PostgreSQL refuses on a shift regardless of who writes it, and the trail that it writes itself. The transitions come from
-- public.transitions, which holds the rules of rules.ts.

-- Refuses a transition that is not in the list or not this party's, and a change of the plan by one party after both agreed. The school
-- decides alone if the shift is on campus, offered by the facility, or covered by an agreement that needs no answer. The school plans. A
-- facility may change the plan only as the school proposed, and the other way around once both agreed. A facility may move an upcoming
-- shift among the units that it manages; the policies check that.
-- Reason: a trigger needs it.
create or replace function app.guard_shift_step() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  party text := coalesce(app.shift_party(old), 'system');
  step public.transitions;
  proposal jsonb := case when old.status = 'countered' then old.counter
    when old.change ->> 'party' is distinct from party then old.change end;
  is_moved boolean := (new.date, new.start_time, new.end_time, new.facility_id) is distinct from (old.date, old.start_time, old.end_time, old.facility_id);
  -- The facility offered this very slot, and no one has used it.
  is_offered boolean := old.is_offered and not is_moved and new.experience_type = old.experience_type and new.capacity <= old.capacity;
  -- To another open unit that the facility manages, and nothing else.
  free text[] := '{facility_id,seats,seats_limit,is_series_exception}';
  is_relocated boolean := is_moved and app.is_shift_ahead(old.status, old.starts_at) and to_jsonb(new) - free = to_jsonb(old) - free
    and exists (select from public.facilities f join public.facilities o using (time_zone) where (f.id, f.kind, f.status, o.id) = (new.facility_id, 'unit', 'active', old.facility_id));
begin
  if new.status <> old.status then
    select * into step from public.transitions where entity = 'shifts' and from_status = old.status and to_status = new.status;
    if step.event is null then
      raise exception using message = 'shift.not_now', detail = jsonb_build_object('status', old.status), errcode = 'PW409';
    end if;
    if step.event = 'agree' then
      if not (party in ('school', 'platform') and (new.facility_id is null or is_offered or (select auto_approve from app.partnership_cover(new)))) then
        raise exception using message = 'shift.facility_decides', errcode = 'PW403';
      end if;
    elsif not (case party when 'platform' then step.parties <> array['system']
        else step.parties && array[party, case when app.role() = 'school_super_admin' then 'school_super' when party = 'facility' and new.cancel_code = 'unit_unavailable' and old.starts_at > now() then 'closing_unit' end] end) then
      raise exception using message = 'shift.others_decide', detail = jsonb_build_object('parties', step.parties), errcode = 'PW403';
    end if;
  end if;
  if party in ('school', 'facility') and old.facility_id is not null
    and (is_moved or new.capacity <> old.capacity or new.experience_type <> old.experience_type or party = 'facility' and (new.starts_at, new.ends_at) <> (old.starts_at, old.ends_at))
    and (case party when 'facility' then not is_relocated else old.status in ('countered', 'approved', 'published', 'full', 'in_progress', 'completed', 'closed') end)
    and not (proposal is not null and new.experience_type = old.experience_type and (new.date, new.capacity, new.start_time, new.end_time, new.facility_id)
      = (select p.date, p.capacity, p.start_time, p.end_time, p.facility_id from jsonb_populate_record(old, jsonb_strip_nulls(proposal)) p))
    and not (party = 'school' and old.status in ('approved', 'published', 'full') and (select auto_approve from app.partnership_cover(new))) then
    raise exception using message = 'shift.both_agreed', errcode = 'PW409';
  end if;
  new.is_offered := is_offered and new.status = old.status;
  -- Whether its seats are kept for one school at a time: the unit says so.
  if (new.facility_id, new.status) is distinct from (old.facility_id, old.status) then
    new.is_exclusive := coalesce((select exclusive_school from public.units where id = new.facility_id), false);
  end if;
  return new;
end $$;

-- Runs before derive_full, so that the transition is checked as it was written. Functions of the owner do their own checks.
create or replace trigger check_step before update on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker')) execute function app.guard_shift_step();
-- The columns that a facility's answer may change. The plan itself is checked above; columns that follow from it are derived.
create or replace trigger check_words_of_facility before update on public.shifts for each row
  when (current_user = 'app_rw' and app.role() = 'facility_admin') execute function app.refuse_other_columns('shift.school_plans', 'PW403', 'status',
    'approved_capacity', 'seats', 'seats_limit', 'counter', 'change', 'status_reason', 'decision_code', 'cancel_code', 'decided_at', 'decided_by', 'respond_by',
    'is_exclusive', 'date', 'start_time', 'end_time', 'starts_at', 'ends_at', 'time_zone', 'facility_id', 'capacity', 'drop_cutoff_at', 'credited_hours',
    'is_series_exception', 'is_offered', 'reminders_sent');

-- Writes who did what, when, from which status to which, and why. Written here, so that each transition has its line in the trail and each
-- line its transition.
-- Reason: a trigger needs it.
create or replace function app.write_shift_event() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  diff jsonb := app.shift_difference(old, new);
  said jsonb := nullif(current_setting('app.event_details', true), '');
  step text;
begin
  if tg_op = 'INSERT' then
    perform app.note_shift(new, 'create', current_setting('app.reason', true), jsonb_strip_nulls(jsonb_build_object('cloned_from', new.copied_from_shift_id)));
    return null;
  end if;
  if new.status <> old.status then
    select event into step from public.transitions where entity = 'shifts' and from_status = old.status
      and to_status = case when new.status = 'full' and old.status <> 'published' then 'published' else new.status end;
    if step in ('fill', 'free') then step := null; end if;
  end if;
  step := coalesce(step, case
    when old.change is null and new.change is not null then 'ask_change'
    when old.change is not null and new.change is null then case when diff = '{}' then 'decline_change' else 'accept_change' end
    when diff <> '{}' then 'change' end);
  if step is not null then
    perform app.note_shift(old, step, coalesce(said ->> 'reason', current_setting('app.reason', true)), diff
        || coalesce(said - '{left,joined,reason}'::text[], '{}')
        || case when step = 'publish' then jsonb_build_object('seats', new.seats, 'limit', new.seats_limit) else '{}' end
        || coalesce((select jsonb_build_object('left', string_agg(l.id::text, ' ')) from app.shift_leaders(old) l (id)
          where l.id not in (select n.id from app.shift_leaders(new) n (id)) having count(*) > 0), '{}'));
  end if;
  return null;
end $$;
create or replace trigger leave_event after update on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker')) execute function app.write_shift_event();

-- Drafts from a semester copy have the first line of their trail in the record of the copy.
create or replace trigger leave_first_event after insert on public.shifts for each row
  when (current_user in ('app_rw', 'app_worker') and new.copy_id is null) execute function app.write_shift_event();
drop function if exists app.write_first_shift_event();

-- Checks the leaders of a shift. Additional instructors are or were at the school, which a key ensures for the first; additional preceptors
-- are preceptors. priv.leader_times stores when leaders are busy with an agreed shift (a changed rest: server/commands/rest-leaders-again.ts); its constraints refuse overlapping shifts and shifts
-- during the rest after a night.
-- Reason: a trigger needs it: a foreign key can't check an array, and no login writes the table.
create or replace function app.keep_leaders() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select unnest(new.more_proctor_ids) except select unnest(old.more_proctor_ids) except select user_id from public.school_members where school_id = new.school_id)
    or exists (select from unnest(new.more_preceptor_ids) p (id) where p.id <> all (coalesce(old.more_preceptor_ids, '{}')) and not app.is_preceptor(p.id)) then
    raise exception 'Only people of the school instruct, and only preceptors precept' using errcode = '23503';
  end if;
  delete from priv.leader_times t where t.shift_id = new.id;
  if new.status in ('approved', 'published', 'full', 'in_progress') then
    insert into priv.leader_times (shift_id, person_id, is_preceptor, busy)
      select new.id, l.id, l.is_preceptor, app.busy_range(new) from (select unnest(app.instructors_of(new)), false
        union all select unnest(array_remove(new.preceptor_id || new.more_preceptor_ids, null)), true) l (id, is_preceptor);
  end if;
  return null;
end $$;
create or replace trigger keep_leaders_new after insert on public.shifts for each row
  when (new.more_proctor_ids <> '{}' or new.more_preceptor_ids <> '{}' or new.status in ('approved', 'published', 'full', 'in_progress')) execute function app.keep_leaders();
create or replace trigger keep_leaders after update on public.shifts for each row
  when ((old.proctor_id, old.preceptor_id, old.more_proctor_ids, old.more_preceptor_ids, old.starts_at, old.ends_at, old.status in ('approved', 'published', 'full', 'in_progress'))
    is distinct from (new.proctor_id, new.preceptor_id, new.more_proctor_ids, new.more_preceptor_ids, new.starts_at, new.ends_at, new.status in ('approved', 'published', 'full', 'in_progress')))
  execute function app.keep_leaders();

-- A shift at a facility may be submitted, approved or published only under an agreement that covers it, in time and within its seats.
-- Drafts are not checked. A shift already submitted is checked again only for changes: unit, day, kind or more seats. The lead time applies
-- to a submission, and to an earlier day unless the facility proposed or accepted it; a reason stored on the shift overrides it. A shift
-- created as approved was submitted elsewhere.
-- Reason: a trigger needs it.
create or replace function app.guard_shift_partnership() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  answer record;
  is_submitted boolean := tg_op = 'INSERT' or not app.uses_seats(old.status);
  is_moved boolean := tg_op = 'UPDATE' and (new.facility_id, new.date, new.experience_type, new.school_id)
    is distinct from (old.facility_id, old.date, old.experience_type, old.school_id);
  asks_seats boolean := is_submitted or new.capacity > old.capacity or (new.facility_id, new.semester_id, new.school_id)
    is distinct from (old.facility_id, old.semester_id, old.school_id);
  asks_time boolean := case when tg_op = 'INSERT' then new.status = 'pending_facility'
    else is_submitted or (new.date < old.date and old.status <> 'countered' and old.change is null) end
    and coalesce(length(btrim(new.lead_time_reason)), 0) < 3;
begin
  if not (is_submitted or is_moved or asks_seats or new.cohort_ids <> old.cohort_ids) then return new; end if;
  -- Of two that ask for the last seats at once, the second counts when the first is done.
  if asks_seats and exists (select from public.partnerships p where p.school_id = new.school_id and p.organization_id in (select app.nodes_above(new.facility_id))
      and (p.seat_quota_per_semester is not null or p.quota_by_unit <> '[]')) then
    perform pg_advisory_xact_lock(hashtext('partnership seats'), hashtext(new.school_id::text));
  end if;
  select * into answer from app.partnership_cover(new, case when asks_seats then new.capacity end, asks_time);
  -- Other students on what is agreed already are asked about their programs alone.
  if not answer.covers and (is_submitted or is_moved or asks_seats or answer.reason = 'program_not_included') then
    raise exception using message = 'cover.' || answer.reason, errcode = 'PW409', detail = answer.facts;
  end if;
  return new;
end $$;
create or replace trigger partnership before update of status, facility_id, date, experience_type, school_id, semester_id, capacity, cohort_ids on public.shifts
  for each row when (new.status in ('pending_facility', 'needs_info', 'countered', 'approved', 'published', 'full') and new.facility_id is not null)
  execute function app.guard_shift_partnership();
-- No shift is created as full or countered.
create or replace trigger partnership_of_new before insert on public.shifts
  for each row when (new.status in ('pending_facility', 'approved', 'published') and new.facility_id is not null) execute function app.guard_shift_partnership();

drop trigger if exists credit_again on public.schools;
drop function if exists app.credit_again();

-- Derives from the seats whether a shift is full or has seats left; no one sets it.
-- Reason: a trigger needs it.
create or replace function app.derive_shift_full() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.status in ('published', 'full') then
    new.status := case when new.seats_taken >= new.seats then 'full' else 'published' end;
  end if;
  return new;
end $$;
create or replace trigger derive_full before update of seats, seats_taken, status on public.shifts for each row execute function app.derive_shift_full();

-- After a rule on seats changed, queues a recount of the upcoming shifts it affects (server/commands/recount-seats.ts), and of those on the
-- same unit as a shift that released its seats.
-- Reason: triggers need it; no user's login can access the queue.
create or replace function app.queue_recount() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare r jsonb := to_jsonb(old); t text := tg_table_name;
begin
  insert into priv.seat_recounts (school_id, facility_id, day)
  select case t when 'schools' then old.id when 'partnerships' then (r->>'school_id')::uuid end,
    case t when 'units' then old.id when 'shifts' then (r->>'facility_id')::uuid end, (r->>'date')::date where t <> 'regulatory_profiles'
  union all select c.id, null, null from public.schools c join public.regulatory_profiles p on p.id = c.regulatory_profile_id
    where t = 'regulatory_profiles' and (p.jurisdiction, p.level) in ((to_jsonb(new)->>'jurisdiction', to_jsonb(new)->>'level'), (r->>'jurisdiction', r->>'level'));
  notify seats_to_recount;
  return null;
end $$;
create or replace trigger recount_seats after update on public.units for each row
  when ((old.max_students_per_shift, old.capacity_windows, old.max_students_by_level, old.max_ratio_override)
    is distinct from (new.max_students_per_shift, new.capacity_windows, new.max_students_by_level, new.max_ratio_override))
  execute function app.queue_recount();
create or replace trigger recount_seats after update on public.schools for each row
  when ((old.regulatory_profile_id, old.settings -> 'max_students_per_instructor', old.settings -> 'max_students_per_preceptor', old.settings -> 'max_students_by_specialty', old.settings -> 'rest_after_night_h')
    is distinct from (new.regulatory_profile_id, new.settings -> 'max_students_per_instructor', new.settings -> 'max_students_per_preceptor', new.settings -> 'max_students_by_specialty', new.settings -> 'rest_after_night_h'))
  execute function app.queue_recount();
create or replace trigger recount_seats after update on public.partnerships for each row
  when (old.version is distinct from new.version)
  execute function app.queue_recount();
create or replace trigger recount_seats after insert or update on public.regulatory_profiles for each row execute function app.queue_recount();
create or replace trigger recount_beside after update of status on public.shifts for each row
  when (old.facility_id is not null and old.status in ('approved', 'published', 'full') and new.status in ('postponed', 'cancelled', 'expired'))
  execute function app.queue_recount();
