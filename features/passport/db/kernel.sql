-- What opening a shared passport needs that nobody may see: everything else about passports is TypeScript.

-- What a link leads to, and to anyone who reads where its document lies; each reading is kept. Nothing for an address of no link.
-- Reason: anyone who has the link has no account, and the application reads no salt of a file that it does not open as somebody.
create or replace function app.open_passport(p_token_hash text, p_address_block text, p_reads boolean)
returns table (revoked_at timestamptz, ends_on date, is_over boolean, holder text, id uuid, school_id uuid, salt bytea)
language sql volatile security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  with link as (
    select l.*, u.full_name, f.salt, not (l.revoked_at is null and l.ends_on >= (now() at time zone s.time_zone)::date and u.status = 'active' and f.status = 'kept') as is_over
    from public.passport_links l join public.schools s on s.id = l.school_id join public.users u on u.id = l.person_id
    join public.files f on f.id = l.file_id where l.token_hash = p_token_hash),
  kept as (insert into public.passport_openings (link_id, school_id, address_block) select k.id, k.school_id, left(p_address_block, 60) from link k where p_reads and not k.is_over)
  select k.revoked_at, k.ends_on, k.is_over, k.full_name, k.file_id, k.school_id, case when p_reads and not k.is_over then k.salt end from link k
$$;
grant execute on function app.open_passport(text, text, boolean) to app_auth;

drop function if exists app.approving_school(uuid);
