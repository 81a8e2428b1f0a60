-- What PostgreSQL refuses of wishlists, whoever signed in writes. The steps are those of rules.ts (public.transitions).

-- A wishlist opens with the first instant of its first day and closes after the last instant of its last one, in the school's time
-- zone; its steps are the listed ones.
-- Reason: a trigger needs it, and it reads the school's time zone.
create or replace function app.guard_wishlist() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare zone text := (select c.time_zone from public.schools c where c.id = new.school_id);
begin
  new.opens_at := new.opens_on::timestamp at time zone zone;
  new.closes_at := (new.closes_on + 1)::timestamp at time zone zone;
  if tg_op = 'INSERT' then
    new.created_by := app.real_uid();
    return new;
  end if;
  if old.status <> new.status then
    perform app.refuse_illegal_step('wishlist_campaigns', old.status, new.status, case when app.role() is null then 'system' else 'school' end);
    if new.status = 'draft' and exists (select from public.wishlist_choices c where c.campaign_id = new.id) then
      raise exception 'wishlist.has_choices' using errcode = 'PW409', detail = '{}';
    end if;
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.wishlist_campaigns for each row execute function app.guard_wishlist();

-- Options are added to a draft; what students have read stays.
-- Reason: a trigger needs it.
create or replace function app.guard_wishlist_option() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.role() is not null and not exists (select from public.wishlist_campaigns c where c.id = new.campaign_id and c.status = 'draft') then
    raise exception 'wishlist.not_draft' using errcode = 'PW409', detail = '{}';
  end if;
  return null;
end $$;
-- After the row: a policy has looked at who writes by then.
create or replace trigger guard after insert on public.wishlist_options for each row execute function app.guard_wishlist_option();

-- A student ranks while the wishlist is open by the clock of the database; the school enters choices for someone until the results are
-- published. An option belongs to the wishlist, and the student to one of its cohorts.
-- Reason: a trigger needs it, and it reads the cohort of whoever the choice is for.
create or replace function app.guard_wishlist_choice() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  given public.wishlist_choices := case when tg_op = 'DELETE' then old else new end;
  c public.wishlist_campaigns;
begin
  if app.role() is null then return given; end if;
  select x.* into c from public.wishlist_campaigns x where x.id = given.campaign_id;
  if c.status <> 'announced' or now() < c.opens_at or (app.role() = 'student' and now() >= c.closes_at) then
    raise exception 'wishlist.not_open' using errcode = 'PW409', detail = '{}';
  end if;
  if tg_op = 'INSERT' and (new.rank > c.max_choices
    or not exists (select from public.wishlist_options o where o.id = new.option_id and o.campaign_id = new.campaign_id)
    or not exists (select from public.cohort_memberships m where m.student_id = new.student_id and m.cohort_id = any (c.cohort_ids) and m.to_date is null)) then
    raise exception 'wishlist.choice_unknown' using errcode = 'PW409', detail = '{}';
  end if;
  return given;
end $$;
create or replace trigger guard after insert on public.wishlist_choices for each row execute function app.guard_wishlist_choice();
create or replace trigger guard_removal before delete on public.wishlist_choices for each row execute function app.guard_wishlist_choice();

-- Who entered a choice is a fact.
-- Reason: a trigger needs it.
create or replace function app.stamp_wishlist_choice() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.entered_by := app.real_uid();
  return new;
end $$;
create or replace trigger stamp before insert on public.wishlist_choices for each row execute function app.stamp_wishlist_choice();

-- What a student adds to the ranking changes while the wishlist is open; whether a hardship is verified, the school decides until the
-- results are published.
-- Reason: a trigger needs it, and it reads the cohort of whoever it is about.
create or replace function app.guard_wishlist_submission() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare c public.wishlist_campaigns;
begin
  if app.role() is null then return null; end if;
  select x.* into c from public.wishlist_campaigns x where x.id = new.campaign_id;
  if c.status <> 'announced' or now() < c.opens_at or (app.role() = 'student' and now() >= c.closes_at) then
    raise exception 'wishlist.not_open' using errcode = 'PW409', detail = '{}';
  end if;
  if app.role() = 'student' and (new.hardship_status in ('verified', 'not_verified') and (tg_op = 'INSERT' or new.hardship_status <> old.hardship_status
      or new.hardship_kind is distinct from old.hardship_kind or new.hardship_detail is distinct from old.hardship_detail)
    or new.hardship_kind is not null and not c.allow_hardship
    or not exists (select from public.cohort_memberships m where m.student_id = new.student_id and m.cohort_id = any (c.cohort_ids) and m.to_date is null)) then
    raise exception 'wishlist.not_declared' using errcode = 'PW409', detail = '{}';
  end if;
  return null;
end $$;
create or replace trigger guard after insert or update on public.wishlist_submissions for each row execute function app.guard_wishlist_submission();
