-- What PostgreSQL refuses for schools, their programs and board rules, regardless of who is signed in.

-- Only the superadmin changes a deactivated school and reactivates it, and only they change the columns from public lists of schools.
create or replace trigger guard before update on public.schools for each row
  when (current_user = 'app_rw' and not app.is_superadmin() and new.is_active <> old.is_active) execute function app.refuse_row('school.superadmin', 'PW403');
create or replace trigger guard_listed before update on public.schools for each row
  when (current_user = 'app_rw' and not app.is_superadmin()
    and (new.unitid, new.aliases, new.latitude, new.longitude) is distinct from (old.unitid, old.aliases, old.latitude, old.longitude))
  execute function app.refuse_row('What a school is in the lists is the superadmin''s to say', '42501');
create or replace trigger guard_read_only before update on public.schools for each row
  when (current_user = 'app_rw' and not app.is_superadmin() and not old.is_active) execute function app.refuse_row('school.inactive', 'PW409');
drop function if exists app.guard_school();

-- PostgreSQL generates join codes; no one chooses one.
create or replace trigger guard before insert or update on public.school_join_codes for each row
  when (current_user = 'app_rw') execute function app.note_facts('code', 'code', 'changed_at', 'now');
drop function if exists app.draw_join_code();

-- PostgreSQL sets who created a row: no login may write these columns.
drop trigger if exists note_creator on public.schools;
drop trigger if exists note_creator on public.programs;
drop trigger if exists note_creator on public.regulatory_profiles;
drop function if exists app.note_creator();
alter table public.schools alter column created_by set default app.real_uid(), alter column updated_by set default app.real_uid();
alter table public.programs alter column created_by set default app.real_uid(), alter column updated_by set default app.real_uid();
alter table public.regulatory_profiles alter column created_by set default app.real_uid(), alter column updated_by set default app.real_uid();

-- The data of a deactivated school is read-only for its own people and its partners; the superadmin and scheduled jobs may clean up. Anyone
-- who was asked may still decline or end something.
-- Reason: triggers need it.
create or replace function app.refuse_inactive_school() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare held record := coalesce(new, old);
begin
  if app.uid() is null or app.is_superadmin() or exists (select from public.schools where id = held.school_id and is_active) then return held; end if;
  raise exception 'school.read_only' using errcode = 'PW409';
end $$;
create or replace trigger inactive_school before insert or update or delete on public.semesters for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update or delete on public.cohorts for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update or delete on public.cohort_memberships for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update or delete on public.cohort_advisors for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.school_join_codes for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.programs for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert on public.logos for each row
  when (new.school_id is not null) execute function app.refuse_inactive_school();
create or replace trigger inactive_school_deletes before delete on public.logos for each row
  when (old.school_id is not null) execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert on public.semester_copies for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.shift_series for each row execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.rotations for each row execute function app.refuse_inactive_school();
-- Taking seats is checked by app.ask_for_seat, creating shifts by createShifts. Reminders are still sent.
create or replace trigger inactive_school before update on public.shifts for each row
  when (old.seats_taken = new.seats_taken and old.waiting = new.waiting and old.reminders_sent = new.reminders_sent
    and (new.status in ('declined', 'cancelled', 'postponed') and app.role() = 'facility_admin') is not true) execute function app.refuse_inactive_school();
create or replace trigger inactive_school before insert or update on public.partnerships for each row
  when ((new.status in ('declined', 'suspended', 'terminated', 'withdrawn') and app.role() = 'facility_admin') is not true) execute function app.refuse_inactive_school();
