-- What PostgreSQL refuses of wishlists and match runs, whoever signed in writes. The steps are those of rules.ts (public.transitions).

-- Who made one is a fact: no login writes the column.
alter table public.wishlist_campaigns alter column created_by set default app.real_uid();
alter table public.wishlist_choices alter column entered_by set default app.real_uid();
alter table public.wishlist_runs alter column created_by set default app.real_uid();

-- A wishlist and a run make the listed steps alone.
create or replace trigger check_step before update on public.wishlist_campaigns for each row
  when (old.status <> new.status and app.role() is not null) execute function app.guard_step('school');
create or replace trigger check_step_of_system before update on public.wishlist_campaigns for each row
  when (old.status <> new.status and app.role() is null) execute function app.guard_step('system');
create or replace trigger check_step before update on public.wishlist_runs for each row
  when (old.status <> new.status and app.role() is not null) execute function app.guard_step('school');
create or replace trigger check_step_of_system before update on public.wishlist_runs for each row
  when (old.status <> new.status and app.role() is null) execute function app.guard_step('system');
drop function if exists app.guard_wishlist_step();

-- A wishlist opens with the first instant of its first day and closes after the last instant of its last one, in the school's time zone.
-- Reason: a trigger needs it, and it reads the school's time zone.
create or replace function app.guard_wishlist() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare zone text := (select c.time_zone from public.schools c where c.id = new.school_id);
begin
  new.opens_at := new.opens_on::timestamp at time zone zone;
  new.closes_at := (new.closes_on + 1)::timestamp at time zone zone;
  if tg_op = 'INSERT' or old.status = 'draft' then return new; end if;
  if new.status = 'draft' and exists (select from public.wishlist_choices c where c.campaign_id = new.id) then
    raise exception 'wishlist.has_choices' using errcode = 'PW409';
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.wishlist_campaigns for each row execute function app.guard_wishlist();
create or replace trigger guard_announced before update on public.wishlist_campaigns for each row
  when (old.status <> 'draft' and (old.kind, old.semester_id, old.cohort_ids, old.rotations, old.allow_hardship)
    is distinct from (new.kind, new.semester_id, new.cohort_ids, new.rotations, new.allow_hardship)) execute function app.refuse_row('wishlist.not_draft', 'PW409');

-- A student ranks and declares while the wishlist is open by the clock of the database; the school enters choices for someone, and decides
-- whether a hardship is verified and a conflict allowed, until the results are published. An option belongs to the wishlist, and the student to one of its cohorts.
-- Reason: a trigger needs it, and it reads the cohort of whoever the row is about.
create or replace function app.guard_wishlist_answer() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  g jsonb := to_jsonb(coalesce(new, old));
  is_student boolean := app.role() = 'student';
  c public.wishlist_campaigns;
begin
  if is_student is null then return null; end if;
  select * into c from public.wishlist_campaigns where id = (g ->> 'campaign_id')::uuid;
  if c.status <> 'announced' or now() < c.opens_at or is_student and now() >= c.closes_at then
    raise exception 'wishlist.not_open' using errcode = 'PW409';
  end if;
  if tg_op = 'DELETE' then return null; end if;
  if tg_table_name = 'wishlist_choices' and ((g ->> 'rank')::integer > c.max_choices
      or not exists (select from public.wishlist_options where id = (g ->> 'option_id')::uuid and campaign_id = c.id))
    or is_student and g ->> 'hardship_kind' is not null and not c.allow_hardship
    or not exists (select from public.cohort_memberships m where m.student_id = (g ->> 'student_id')::uuid and m.cohort_id = any (c.cohort_ids) and m.to_date is null) then
    raise exception 'wishlist.not_yours' using errcode = 'PW409';
  end if;
  return null;
end $$;
create or replace trigger guard after insert or delete on public.wishlist_choices for each row execute function app.guard_wishlist_answer();
create or replace trigger guard after insert or update on public.wishlist_submissions for each row execute function app.guard_wishlist_answer();
create or replace trigger guard_decided after update on public.wishlist_submissions for each row
  when (app.role() = 'student' and (new.allowed_options <> old.allowed_options or new.hardship_status ~ 'verified'
    and (new.hardship_status, new.hardship_kind, new.hardship_detail, new.hardship_file_ids)
      is distinct from (old.hardship_status, old.hardship_kind, old.hardship_detail, old.hardship_file_ids)))
  execute function app.refuse_row('wishlist.not_yours', 'PW409');
create or replace trigger guard_decided_new after insert on public.wishlist_submissions for each row
  when (app.role() = 'student' and (to_jsonb(new.allowed_options) <> '[]' or new.hardship_status ~ 'verified')) execute function app.refuse_row('wishlist.not_yours', 'PW409');
