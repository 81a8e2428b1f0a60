-- One-click sign-in for the demonstration's people. They live under .example, a domain that nobody can own: whatever
-- calls this, no real person's account opens without a password. Null when there is no such account.
-- Reason: it must see or write what its caller may not: digests of sessions.
create or replace function app.start_demo_session(p_email text, p_token_hash text, p_address_block text, p_user_agent text)
returns timestamptz language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare person uuid;
begin
  select u.id into person from public.users u
    where u.email = p_email and u.email like '%.example' and u.status = 'active' and u.email_verified;
  if person is null then return null; end if;
  return app.start_session(person, p_token_hash, p_address_block, p_user_agent);
end $$;
grant execute on function app.start_demo_session(text, text, text, text) to app_auth;
