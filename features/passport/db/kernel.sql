-- What opening a shared passport needs that nobody may see: everything else about passports is TypeScript.

-- Somebody opens a link: 'open' with where its document lies, 'ended', 'unknown', or 'wait' with the seconds. Each opening is kept.
-- Reason: whoever has the link has no account, and the application reads no salt of a file that it does not open as somebody.
create or replace function app.open_passport(p_token_hash text, p_address_block text)
returns table (state text, wait integer, id uuid, school_id uuid, facility_id uuid, salt bytea)
language plpgsql volatile security definer rows 1 set search_path = pg_catalog, pg_temp as $$
declare link record;
begin
  select l.id as link_id, l.school_id as link_school, l.revoked_at is null and l.ends_on >= (now() at time zone s.time_zone)::date
      and f.status = 'kept' and u.status = 'active' as is_open, f.id as file_id, f.school_id as file_school, f.facility_id as file_facility, f.salt as file_salt
    into link from public.passport_links l join public.schools s on s.id = l.school_id join public.files f on f.id = l.file_id
    join public.users u on u.id = l.person_id where l.token_hash = p_token_hash;
  wait := case when link.is_open then app.take_quota('passport ' || link.link_id, 60, '1 hour')
    else app.take_quota('passport from ' || p_address_block, 20, '1 minute') end;
  state := case when wait > 0 then 'wait' when link.is_open then 'open' when link.link_id is not null then 'ended' else 'unknown' end;
  if state = 'open' then
    insert into public.passport_openings (link_id, school_id, address_block) values (link.link_id, link.link_school, left(p_address_block, 60));
    id := link.file_id;
    school_id := link.file_school;
    facility_id := link.file_facility;
    salt := link.file_salt;
  end if;
  return next;
end $$;
grant execute on function app.open_passport(text, text) to app_auth;

-- The name of the school that approved one's own credential.
-- Reason: a student reads the name of their school alone.
create or replace function app.approving_school(p_credential uuid) returns text
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.name from public.credentials c join public.schools s on s.id = c.school_id where c.id = p_credential and c.person_id = (select app.uid())
$$;
grant execute on function app.approving_school(uuid) to app_rw;
