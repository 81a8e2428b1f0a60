-- What PostgreSQL refuses of an open slot whoever writes it. The steps come from public.transitions, which holds the rules of rules.ts.

-- Who offered it is a fact: no login writes the column.
alter table public.open_slots alter column created_by set default app.real_uid();

-- Who settled it when is a fact too. A school takes a slot with a draft of its own that is what was offered.
-- Reason: a trigger needs it.
create or replace function app.guard_slot() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.refuse_illegal_step('open_slots', old.status, new.status,
    case when app.role() is null then 'system' when app.is_superadmin() then 'platform' when app.is_school_admin() then 'school' else 'facility' end);
  if new.status <> 'withdrawn' then new.status_reason := old.status_reason; end if;
  if app.role() is not null then
    new.settled_at := now();
    new.settled_by := app.real_uid();
  end if;
  if new.status = 'taken' then new.school_id := (select s.school_id from public.shifts s where s.id = new.shift_id); end if;
  if new.status = 'taken' and not exists (select 1 from public.shifts s where s.id = new.shift_id and s.status = 'draft' and s.submitted_at is null and s.capacity <= new.seats and new.starts_at > now()
    and (s.facility_id, s.date, s.start_time, s.end_time, s.experience_type) = (new.facility_id, new.date, new.start_time, new.end_time, new.experience_type)) then
    raise exception using message = 'slot.not_as_offered', errcode = 'PW409';
  end if;
  return new;
end $$;
create or replace trigger guard before update on public.open_slots for each row
  when (current_user in ('app_rw', 'app_worker')) execute function app.guard_slot();

-- The draft that an open slot was taken with needs no answer any more: its facility offered it.
create or replace trigger agree_by_offer after update of status on public.open_slots for each row
  when (new.status = 'taken' and old.status <> 'taken') execute function app.mark_offered();
