-- What PostgreSQL refuses and records of submissions, whoever writes. The steps are those of rules.ts (public.transitions).

-- A person sends and supersedes their own, a reviewer decides those of others; who has it open keeps others out for two minutes. Who
-- reviewed it and when are facts.
-- Reason: a trigger needs it.
create or replace function app.guard_credential() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  party text := case when current_user <> 'app_rw' then 'system' when new.person_id in (app.uid(), app.real_uid()) then 'person' else 'reviewer' end;
begin
  if party = 'system' then return new; end if;
  if tg_op = 'INSERT' then
    if party = 'reviewer' then
      new.reviewed_by := app.uid();
      new.reviewed_at := now();
    end if;
    return new;
  end if;
  if old.status <> new.status then
    perform app.refuse_illegal_step('credentials', old.status, new.status, party);
  elsif party = 'person' or old.status <> 'in_review' then
    raise exception 'credential.settled' using errcode = 'PW409', detail = jsonb_build_object('status', old.status);
  end if;
  if party = 'person' then return new; end if;
  if old.locked_by <> app.uid() and old.locked_until > now() then
    raise exception 'credential.locked' using errcode = 'PW409', detail = jsonb_build_object('name', 'Someone');
  end if;
  if new.status = 'in_review' then
    new.locked_by := app.uid();
    new.locked_until := now() + interval '2 minutes';
  else
    new.locked_by := null;
    new.locked_until := null;
    new.reviewed_by := app.uid();
    new.reviewed_at := now();
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.credentials for each row execute function app.guard_credential();

-- Every step is an event.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.credential_changed() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.credential_events (credential_id, school_id, actor_id, acting_as, from_status, to_status, reason)
    values (new.id, new.school_id, app.real_uid(), app.acting_as(), case when tg_op = 'UPDATE' then old.status end, new.status,
      case when new.status in ('conditionally_approved', 'rejected', 'waived', 'revoked') then new.note end);
  return null;
end $$;
create or replace trigger history_of_new after insert on public.credentials for each row execute function app.credential_changed();
create or replace trigger history after update of status on public.credentials
  for each row when (old.status is distinct from new.status) execute function app.credential_changed();

-- A seat that is given, comes back or moves is to be computed; one that began or ended is not any more.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.note_seat_clearance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.status in ('offered', 'assigned') then
    insert into public.seat_clearances (id, school_id, shift_id, student_id, date) select new.id, new.school_id, new.shift_id, new.student_id, date
      from public.shifts where id = new.shift_id and date >= current_date - 1
      on conflict (id) do update set computed_on = null, date = excluded.date;
  else
    update public.seat_clearances set computed_on = 'infinity', held_at = null where id = new.id and computed_on is distinct from 'infinity';
  end if;
  return null;
end $$;
create or replace trigger note_clearance after insert or update of status, during on public.assignments
  for each row execute function app.note_seat_clearance();

-- What is decided about someone's credential concerns their seats to come.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.note_credential_clearance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.seat_clearances set computed_on = null
    where student_id = new.person_id and school_id = new.school_id and date >= current_date - 1 and computed_on < 'infinity';
  return null;
end $$;
create or replace trigger note_clearance after insert or update of status, issued_on, expires_on on public.credentials
  for each row execute function app.note_credential_clearance();

-- What is asked for, by a requirement, an agreement or a document that counts for everyone, concerns the seats of its school, or at its
-- place: marked by the worker.
-- Reason: a trigger needs it, and no login writes that list.
create or replace function app.note_changed_clearance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into priv.clearance_changes (school_id, facility_id) values (new.school_id, (to_jsonb(new) ->> 'facility_id')::uuid);
  return null;
end $$;
create or replace trigger note_clearance after insert or update on public.credential_requirements
  for each row execute function app.note_changed_clearance();
create or replace trigger note_clearance after insert or update on public.blanket_credentials
  for each row execute function app.note_changed_clearance();
create or replace trigger note_clearance after update of required_credential_ids, status, all_sites, effective_from, effective_to, auto_renew, ends_on on public.partnerships
  for each row when (new.required_credential_ids <> '{}' or old.required_credential_ids <> '{}') execute function app.note_changed_clearance();
