-- What PostgreSQL refuses for wishlists and match runs, regardless of who is signed in. The steps are those of rules.ts
-- (public.transitions).

-- PostgreSQL sets who created them: no login may write the column.
alter table public.wishlist_campaigns alter column created_by set default app.real_uid();
alter table public.wishlist_choices alter column entered_by set default app.real_uid();
alter table public.wishlist_runs alter column created_by set default app.real_uid();

-- Wishlists and runs take only the listed steps.
create or replace trigger check_step before update on public.wishlist_campaigns for each row
  when (old.status <> new.status) execute function app.guard_step('school', 'system');
create or replace trigger check_step before update on public.wishlist_runs for each row
  when (old.status <> new.status) execute function app.guard_step('school', 'system');
drop function if exists app.guard_wishlist_step();

-- A wishlist opens with the first instant of its first day and closes after the last instant of its last day, in the school's time zone.
-- Reason: a trigger needs it, and it reads the school's time zone.
create or replace function app.guard_wishlist() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select new.opens_on::timestamp at time zone c.time_zone, (new.closes_on + 1)::timestamp at time zone c.time_zone into new.opens_at, new.closes_at
    from public.schools c where c.id = new.school_id;
  return new;
end $$;
create or replace trigger guard before insert or update on public.wishlist_campaigns for each row execute function app.guard_wishlist();
create or replace trigger guard_announced before update on public.wishlist_campaigns for each row
  when (old.status <> 'draft' and (old.kind, old.semester_id, old.cohort_ids, old.rotations, old.allow_hardship)
    is distinct from (new.kind, new.semester_id, new.cohort_ids, new.rotations, new.allow_hardship)) execute function app.refuse_row('wishlist.not_draft', 'PW409');

drop trigger if exists guard on public.wishlist_choices;
drop trigger if exists guard on public.wishlist_submissions;
drop function if exists app.guard_wishlist_answer();

-- The school decides whether a hardship is verified and a conflict allowed.
create or replace trigger guard_decided after update on public.wishlist_submissions for each row
  when (app.role() = 'student' and (new.allowed_options <> old.allowed_options or new.hardship_status ~ 'verified'
    and (new.hardship_status, new.hardship_kind, new.hardship_detail, new.hardship_file_ids)
      is distinct from (old.hardship_status, old.hardship_kind, old.hardship_detail, old.hardship_file_ids)))
  execute function app.refuse_row('wishlist.not_yours', 'PW409');
create or replace trigger guard_decided_new after insert on public.wishlist_submissions for each row
  when (app.role() = 'student' and (to_jsonb(new.allowed_options) <> '[]' or new.hardship_status ~ 'verified')) execute function app.refuse_row('wishlist.not_yours', 'PW409');
