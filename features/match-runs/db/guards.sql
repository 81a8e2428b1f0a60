-- What PostgreSQL refuses of match runs, whoever signed in writes. The steps are those of rules.ts (public.transitions).

-- A run makes the listed steps alone, and who started it is a fact.
-- Reason: a trigger needs it.
create or replace function app.guard_wishlist_run() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.created_by := app.real_uid();
  elsif old.status <> new.status then
    perform app.refuse_illegal_step('wishlist_runs', old.status, new.status, case when app.role() is null then 'system' else 'school' end);
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.wishlist_runs for each row execute function app.guard_wishlist_run();
