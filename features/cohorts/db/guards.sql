-- What PostgreSQL refuses on cohorts and memberships, whoever is signed in. The steps are those of rules.ts (public.transitions).
-- Memberships are ended and new ones begun, never overwritten (docs/decisions/020-cohort-history.md).

-- Who made one is set automatically: no login writes the columns.
alter table public.cohorts alter column created_by set default app.real_uid(), alter column updated_by set default app.real_uid();
alter table public.cohort_memberships alter column created_by set default app.real_uid();
alter table public.cohort_changes alter column created_by set default app.real_uid();
alter table public.cohort_advisors alter column added_by set default app.real_uid();

-- A planned cohort becomes active automatically on its first day; an administrator may activate it
-- earlier. An archived one is read-only, and can be restored for 90 days to its earlier status.
-- Reason: a trigger needs it.
create or replace function app.guard_cohort() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.refuse_illegal_step('cohorts',
    case when old.status = 'planned' and old.start_date <= app.school_today(old.school_id) then 'active' else old.status end, new.status,
    case when app.role() in ('school_super_admin', 'superadmin') then 'super_admin' else 'administrator' end);
  return new;
end $$;
create or replace trigger guard before update on public.cohorts for each row
  when (current_user = 'app_rw' and new.status <> old.status) execute function app.guard_cohort();
create or replace trigger guard_archived before update on public.cohorts for each row
  when (current_user = 'app_rw' and old.status = 'archived' and new.status = 'archived') execute function app.refuse_row('cohort.archived', 'PW409', 'cohort=name');
create or replace trigger guard_restored before update on public.cohorts for each row
  when (current_user = 'app_rw' and old.status = 'archived' and new.status <> 'archived'
    and (old.archived_at < now() - interval '90 days' or new.status <> coalesce(old.archived_from, 'graduated')))
  execute function app.refuse_row('cohort.restore_over', 'PW409');
create or replace trigger note_archived before update on public.cohorts for each row
  when (current_user = 'app_rw' and new.status = 'archived' and old.status <> 'archived') execute function app.note_facts('archived_from', 'old.status', 'archived_at', 'now');
create or replace trigger note_restored before update on public.cohorts for each row
  when (current_user = 'app_rw' and new.status <> 'archived' and old.status <> new.status) execute function app.note_facts('archived_from', '', 'archived_at', '');

drop trigger if exists guard on public.cohort_memberships;
drop function if exists app.guard_membership();
create or replace trigger guard_ended before update on public.cohort_memberships for each row
  when (current_user = 'app_rw' and old.to_date is not null) execute function app.refuse_row('cohort.stay_ended', 'PW409');
create or replace trigger note_end before update on public.cohort_memberships for each row
  when (current_user = 'app_rw') execute function app.note_facts('ended_by', 'real_uid');

-- A change is undone once, within 24 hours; only the super admin undoes a graduation.
create or replace trigger guard before insert or update on public.cohort_changes for each row
  when (current_user = 'app_rw' and new.kind = 'graduation' and coalesce(app.role(), '') not in ('school_super_admin', 'superadmin'))
  execute function app.refuse_row('cohort.super_admin_graduates', 'PW403');
create or replace trigger guard_once before update on public.cohort_changes for each row
  when (current_user = 'app_rw' and old.undone_at is not null) execute function app.refuse_row('cohort_change.undone', 'PW409');
create or replace trigger guard_time before update on public.cohort_changes for each row
  when (current_user = 'app_rw' and old.created_at < now() - interval '24 hours') execute function app.refuse_row('cohort_change.too_old', 'PW409');
create or replace trigger note_undone before update on public.cohort_changes for each row
  when (current_user = 'app_rw') execute function app.note_facts('undone_at', 'now', 'undone_by', 'real_uid');
drop function if exists app.guard_cohort_change();

drop function if exists app.cohort_party();
drop trigger if exists guard on public.cohort_advisors;
drop function if exists app.guard_advisor();

-- Adds an audit entry to the cohort for each advisor who is added or removed.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.note_advisor() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.cohort_advisors := coalesce(new, old);
  who text := (select full_name from public.users where id = a.user_id);
begin
  insert into public.audit_events (action, entity, entity_id, school_id, reason, changes)
    values ('update', 'cohorts', a.cohort_id::text, a.school_id, nullif(current_setting('app.reason', true), ''),
      jsonb_build_object('advisors', case tg_op when 'DELETE' then jsonb_build_array(who, null) else jsonb_build_array(null, who) end));
  return null;
end $$;
create or replace trigger note after insert or delete on public.cohort_advisors for each row
  when (current_user = 'app_rw') execute function app.note_advisor();

drop trigger if exists join_cohort on public.invitations;
drop function if exists app.join_invited_cohort();
