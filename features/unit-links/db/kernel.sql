-- The link whose hash opened this transaction: no session, and only the page of its unit (decision 167). is_open while it works and no
-- organization of its unit has turned such pages off.
-- Reason: policies need it: the link is found by its hash, which no login reads.
create or replace function app.unit_link() returns table (id uuid, facility_id uuid, is_open boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select l.id, l.facility_id, l.revoked_at is null and l.expires_at > now() and not exists (select from app.facility_line(l.facility_id) f
    join public.organizations o on o.id = f.id where not o.unit_links) from public.unit_links l where l.token_hash = current_setting('app.session', true)
$$;
grant execute on function app.unit_link() to app_auth;
