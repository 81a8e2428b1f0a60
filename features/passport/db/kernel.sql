-- Only what must see what its caller may not; everything else about passports is TypeScript.

drop function if exists app.open_passport(text, text, boolean);
-- The link whose hash opened this transaction: no session, and only its passport. Open until its last day in the school's time zone, unless
-- it was turned off, its document is gone, or its holder may not sign in.
-- Reason: policies need it: the link is found by its hash, which no login reads.
create or replace function app.passport_link() returns table (id uuid, is_open boolean)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select l.id, l.revoked_at is null and l.ends_on >= (now() at time zone s.time_zone)::date and u.status = 'active' and f.status = 'kept'
  from public.passport_links l join public.schools s on s.id = l.school_id join public.users u on u.id = l.person_id
  join public.files f on f.id = l.file_id where l.token_hash = current_setting('app.session', true)
$$;
grant execute on function app.passport_link() to app_auth;

drop function if exists app.approving_school(uuid);
