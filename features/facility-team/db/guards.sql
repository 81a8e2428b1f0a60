-- A new partnership begins with what the organization has set.
-- Reason: a trigger needs it.
create or replace function app.partnership_defaults() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  select o.default_notice_days, o.default_auto_approve into new.notice_days, new.auto_approve_shifts
    from public.organizations o where o.id = new.organization_id;
  return new;
end $$;
create or replace trigger defaults before insert on public.partnerships for each row
  when (new.notice_days = 30 and not new.auto_approve_shifts) execute function app.partnership_defaults();
