-- What PostgreSQL writes of a release by itself: who gave or revoked it, and when, is read from the session.

-- Reason: a trigger needs it.
create or replace function app.sign_release() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    new.granted_at := now();
    new.granted_by := app.real_uid();
  else
    new.revoked_at := now();
    new.revoked_by := app.real_uid();
  end if;
  return new;
end $$;
-- Before only_revoked, which looks at what is written.
create or replace trigger is_signed before insert or update on public.consents for each row
  when (current_user = 'app_rw') execute function app.sign_release();
