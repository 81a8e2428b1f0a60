-- How many likely passwords were tried against each one that people have: the check goes on from there after a restart, and reaches the
-- passwords that were chosen before it knew so many. One process at a time tries at one of them.
alter table priv.credentials
  add column tried integer not null default 0 check (tried >= 0),
  add column being_tried_until timestamptz;
create index credentials_to_try on priv.credentials (tried, changed_at desc) where not must_change;

-- A new password was not tried yet, whoever wrote it.
create function app.try_new_password() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if (new.client_setting, new.verifier) is distinct from (old.client_setting, old.verifier) then
    new.tried := 0;
    new.being_tried_until := null;
  end if;
  return new;
end $$;
create trigger try_new_password before update of client_setting, verifier on priv.credentials
  for each row execute function app.try_new_password();
