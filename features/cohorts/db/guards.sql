-- What PostgreSQL refuses of cohorts and stays in them, whoever signed in writes. The steps are those of rules.ts (public.transitions). A
-- stay is ended and another begun, never overwritten (docs/decisions/020-cohort-history.md).

-- Who made one is a fact: no login writes the columns.
alter table public.cohorts alter column created_by set default app.real_uid(), alter column updated_by set default app.real_uid();
alter table public.cohort_memberships alter column created_by set default app.real_uid();
alter table public.cohort_changes alter column created_by set default app.real_uid();
alter table public.cohort_advisors alter column added_by set default app.real_uid();

-- Who decides by the role they have here.
-- Reason: the triggers below need it.
create or replace function app.cohort_party() returns text
language sql stable set search_path = pg_catalog, pg_temp
return case when app.role() in ('school_super_admin', 'superadmin') then 'super_admin' else 'administrator' end;

-- An archived cohort is only read, archived empty, and restored for 90 days to what it was.
-- Reason: a trigger needs it.
create or replace function app.guard_cohort() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.status = old.status then
    if old.status = 'archived' then raise exception 'cohort.archived' using errcode = 'PW409', detail = jsonb_build_object('cohort', old.name); end if;
    return new;
  end if;
  perform app.refuse_illegal_step('cohorts', app.cohort_status(old.status, old.start_date, app.school_today(old.school_id)), new.status, app.cohort_party());
  if old.status = 'archived' and (old.archived_at < now() - interval '90 days' or new.status <> coalesce(old.archived_from, 'graduated')) then
    raise exception 'cohort.restore_over' using errcode = 'PW409';
  end if;
  new.archived_from := case when new.status = 'archived' then old.status end;
  new.archived_at := case when new.status = 'archived' then now() end;
  if new.status = 'archived' and exists (select from public.cohort_memberships m
    where m.cohort_id = old.id and (m.to_date is null or m.to_date > app.school_today(old.school_id))) then
    raise exception 'cohort.in_use' using errcode = 'PW409', detail = jsonb_build_object('cohort', old.name);
  end if;
  return new;
end $$;
create or replace trigger guard before update on public.cohorts for each row
  when (current_user = 'app_rw') execute function app.guard_cohort();

-- Nobody begins in a cohort that is over, and a stay that ended stays as it ended.
-- Reason: a trigger needs it.
create or replace function app.guard_membership() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare c public.cohorts;
begin
  if tg_op = 'UPDATE' then
    if old.to_date is not null then raise exception 'cohort.stay_ended' using errcode = 'PW409'; end if;
    new.ended_by := app.real_uid();
    return new;
  end if;
  select x.* into c from public.cohorts x where x.id = new.cohort_id;
  if c.status in ('graduated', 'archived') then
    raise exception 'cohort.closed' using errcode = 'PW409', detail = jsonb_build_object('cohort', c.name, 'status', c.status);
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.cohort_memberships for each row
  when (current_user = 'app_rw') execute function app.guard_membership();

-- A change is taken back once, within 24 hours; a graduation is the super admin's.
-- Reason: a trigger needs it.
create or replace function app.guard_cohort_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.kind = 'graduation' and app.cohort_party() <> 'super_admin' then raise exception 'cohort.super_admin_graduates' using errcode = 'PW403'; end if;
  if tg_op = 'INSERT' then return new; end if;
  if old.undone_at is not null then raise exception 'cohort_change.undone' using errcode = 'PW409'; end if;
  if old.created_at < now() - interval '24 hours' then raise exception 'cohort_change.too_old' using errcode = 'PW409'; end if;
  new.undone_at := now();
  new.undone_by := app.real_uid();
  return new;
end $$;
create or replace trigger guard before insert or update on public.cohort_changes for each row
  when (current_user = 'app_rw') execute function app.guard_cohort_change();

drop trigger if exists guard on public.cohort_advisors;
drop function if exists app.guard_advisor();

-- Each advisor who is named or no longer named leaves a line in the trail of the cohort.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.note_advisor() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  a public.cohort_advisors := case when tg_op = 'DELETE' then old else new end;
  who text := (select u.full_name from public.users u where u.id = a.user_id);
begin
  insert into public.audit_events (actor_id, acting_as, action, entity, entity_id, school_id, reason, changes)
    values (app.real_uid(), app.acting_as(), 'update', 'cohorts', a.cohort_id::text, a.school_id, nullif(current_setting('app.reason', true), ''),
      jsonb_build_object('advisors', case tg_op when 'DELETE' then jsonb_build_array(who, null) else jsonb_build_array(null, who) end));
  return null;
end $$;
create or replace trigger note after insert or delete on public.cohort_advisors for each row
  when (current_user = 'app_rw') execute function app.note_advisor();

-- An accepted invitation that names a cohort puts the student into it, where there is one of that name or code that is
-- neither graduated nor archived, and the student is in none yet. Accepting never fails because of it.
-- Reason: a trigger needs it, and whoever accepts may see no cohort yet.
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
