-- What PostgreSQL refuses and records about submissions, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- People send and supersede their own submissions, reviewers decide those of others; opening one keeps
-- other reviewers out for two minutes. Who reviewed it and when are set automatically.
create or replace trigger guard before update on public.credentials for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('reviewer', 'person_id=person');
create or replace trigger guard_settled before update on public.credentials for each row
  when (current_user = 'app_rw' and old.status = new.status and (old.status <> 'in_review' or new.person_id in (app.uid(), app.real_uid())))
  execute function app.refuse_row('credential.settled', 'PW409', 'status');
create or replace trigger guard_while_open before update on public.credentials for each row
  when (current_user = 'app_rw' and (new.person_id in (app.uid(), app.real_uid())) is not true and old.locked_by <> app.uid() and old.locked_until > now())
  execute function app.refuse_row('credential.locked', 'PW409', 'name=Someone');
create or replace trigger note_open before update on public.credentials for each row
  when (current_user = 'app_rw' and new.status = 'in_review' and (new.person_id in (app.uid(), app.real_uid())) is not true)
  execute function app.note_facts('locked_by', 'uid', 'locked_until', '+2 minutes');
create or replace trigger note_review before insert or update on public.credentials for each row
  when (current_user = 'app_rw' and new.status <> 'in_review' and (new.person_id in (app.uid(), app.real_uid())) is not true)
  execute function app.note_facts('locked_by', '', 'locked_until', '', 'reviewed_by', 'uid', 'reviewed_at', 'now');
drop function if exists app.guard_credential();

-- Who did it is set automatically: no login writes these columns.
alter table public.credential_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

-- Every step is an event.
create or replace trigger history after insert or update of status on public.credentials
  for each row execute function app.note_step('conditionally_approved=note', 'rejected=note', 'waived=note', 'revoked=note');
drop trigger if exists history_of_new on public.credentials;
drop function if exists app.credential_changed();

-- Marks a seat that is given, comes back or moves for computing its clearance; unmarks one that began or ended.
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

-- Queues what the worker has to recompute: for a person's credential, their upcoming seats; for a
-- requirement, an agreement or a document for everyone, the seats of its school or at its facility.
-- Reason: a trigger needs it, and no login writes that list.
create or replace function app.note_changed_clearance() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into priv.clearance_changes (school_id, facility_id, person_id) values (new.school_id, (to_jsonb(new) ->> 'facility_id')::uuid, (to_jsonb(new) ->> 'person_id')::uuid);
  return null;
end $$;
create or replace trigger note_clearance after insert or update of status, issued_on, expires_on on public.credentials
  for each row execute function app.note_changed_clearance();
drop function if exists app.note_credential_clearance();
create or replace trigger note_clearance after insert or update on public.credential_requirements
  for each row execute function app.note_changed_clearance();
create or replace trigger note_clearance after insert or update on public.blanket_credentials
  for each row execute function app.note_changed_clearance();
create or replace trigger note_clearance after update of required_credential_ids, status, all_sites, effective_from, effective_to, auto_renew, ends_on on public.partnerships
  for each row when (new.required_credential_ids <> '{}' or old.required_credential_ids <> '{}') execute function app.note_changed_clearance();
