-- The sign-in procedures of Spec §7. Those that see a verifier are granted to app_auth alone, a login that only the
-- accounts feature uses; nothing here can be reached from outside the server.
--
-- password_hash_input, here as in the specification, is what is stored: the salt setting of the browser's bcrypt (29
-- characters) followed by the server's verifier ("a2id$…").

-- What sign-in needs to know of one address. One row, or none for an unknown address; the caller hashes in both cases.
-- Reason: the specification names it (§7).
create or replace function public.custom_auth_get_user_for_login(email_input text)
returns table (id uuid, password_hash text, client_setting text, email_verified boolean, role text, status text, linked_school_id uuid, linked_facility_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, c.verifier, c.client_setting, u.email_verified, u.role, u.status, u.linked_school_id, u.linked_facility_id
  from public.users u left join priv.credentials c on c.user_id = u.id
  where u.email = lower(btrim(email_input))
$$;
grant execute on function public.custom_auth_get_user_for_login(text) to app_auth;

-- ── Passwords ──

-- Stores a password, the first or a new one.
-- Reason: it must see or write what its caller may not: verifiers of passwords.
create or replace function app.keep_password(p_user_id uuid, p_password_hash text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  if p_password_hash !~ '^\$2[ab]\$12\$[./A-Za-z0-9]{21}[.Oeu]a2id\$' then raise exception 'not a stored password hash' using errcode = '22023'; end if;
  insert into priv.credentials as c (user_id, client_setting, verifier)
    values (p_user_id, left(p_password_hash, 29), substr(p_password_hash, 30))
    on conflict (user_id) do update set client_setting = excluded.client_setting, verifier = excluded.verifier,
      must_change = false, chosen_in = null, changed_at = now();
end $$;

-- Remembers in which browser the password of an address that nobody has verified was chosen: the link in the mail makes it
-- good there alone. Somebody may have signed up with an address that is not theirs.
-- Reason: it must see or write what its caller may not: verifiers of passwords.
create or replace function app.bind_password(p_user_id uuid, p_browser_hash text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.credentials c set chosen_in = p_browser_hash
  from public.users u where u.id = c.user_id and c.user_id = p_user_id and not u.email_verified
$$;
grant execute on function app.bind_password(uuid, text) to app_auth;

-- Sets a new password: every session ends, older links to set a password or an address die, the audit trail knows.
-- Reason: it must see or write what its caller may not: verifiers of passwords.
create or replace function app.replace_password(p_user_id uuid, p_password_hash text, p_action text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.keep_password(p_user_id, p_password_hash);
  delete from priv.sessions s where s.user_id = p_user_id;
  delete from priv.known_devices d where d.user_id = p_user_id;
  delete from priv.user_tokens t where t.user_id = p_user_id and t.kind in ('reset_password', 'change_email') and t.used_at is null;
  insert into public.audit_events (actor_id, action, entity, entity_id) values (p_user_id, p_action, 'users', p_user_id::text);
  perform pg_notify('person_changed', p_user_id::text);
end $$;

-- Is the password that was looked at, outside of any transaction, still theirs, and may they still come in? Holds both
-- until the transaction ends: a session started on its word is seen by whatever ends all sessions.
-- Reason: it must see or write what its caller may not: verifiers of passwords.
create or replace function app.still_has_password(p_user_id uuid, p_verifier text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform 1 from public.users u where u.id = p_user_id and u.status <> 'deactivated' for share;
  if not found then return false; end if;
  perform 1 from priv.credentials c where c.user_id = p_user_id and c.verifier = p_verifier for update;
  return found;
end $$;
grant execute on function app.still_has_password(uuid, text) to app_auth;

drop function if exists app.change_password(uuid, text);

-- Notes how many candidates did not fit a password, unless it was changed meanwhile; then hands out the one that fewest were tried against,
-- the newest of these first, with its owner's own words. Nobody else is given it for ten minutes; none where each was tried p_most times,
-- must be changed anyway, or is of a deactivated account.
-- Reason: it must see or write what its caller may not: verifiers of passwords.
create or replace function app.walk_passwords(p_most integer, p_user_id uuid, p_verifier text, p_tried integer)
returns table (user_id uuid, client_setting text, verifier text, tried integer, email text, full_name text, school_name text)
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.credentials c set tried = p_tried, being_tried_until = null where c.user_id = p_user_id and c.verifier = p_verifier;
  with next as (
    select c.user_id from priv.credentials c join public.users u on u.id = c.user_id and u.status <> 'deactivated'
    where c.tried < p_most and not c.must_change and (c.being_tried_until is null or c.being_tried_until < now())
    order by c.tried, c.changed_at desc limit 1 for update of c skip locked
  ), taken as (
    update priv.credentials c set being_tried_until = now() + interval '10 minutes' from next n where c.user_id = n.user_id returning c.*
  )
  select t.user_id, t.client_setting, t.verifier, t.tried, u.email, u.full_name, s.name
  from taken t join public.users u on u.id = t.user_id left join public.schools s on s.id = u.linked_school_id
$$;
grant execute on function app.walk_passwords(integer, uuid, text, integer) to app_auth;

-- The check found the password among those that are tried first: the next sign-in leads to the change form.
-- Reason: it must see or write what its caller may not: verifiers of passwords.
create or replace function app.require_password_change(p_user_id uuid, p_password_hash text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update priv.credentials c set must_change = true
    where c.user_id = p_user_id and c.client_setting || c.verifier = p_password_hash;
  if not found then return false; end if;
  insert into public.audit_events (action, entity, entity_id, reason)
    values ('require_password_change', 'users', p_user_id::text, 'The password is one of the first that anybody tries.');
  perform pg_notify('person_changed', p_user_id::text);
  return true;
end $$;
grant execute on function app.replace_password(uuid, text, text), app.require_password_change(uuid, text) to app_auth;

-- Once only, and only for a superadmin who has no password yet (Spec §7, §8).
-- Reason: the specification names it (§7).
create or replace function public.custom_auth_bootstrap_superadmin_password(email_input text, password_hash_input text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare target uuid;
begin
  select u.id into target from public.users u
    where u.email = lower(btrim(email_input)) and u.role = 'superadmin' and u.status = 'active' for update;
  -- Looked at only once the row is locked: of two at the same moment the second sees the first one's password.
  if target is null or exists (select 1 from priv.credentials c where c.user_id = target) then perform app.refuse('Failed to bootstrap superadmin'); end if;
  perform app.keep_password(target, password_hash_input);
  update public.users u set email_verified = true where u.id = target;
  insert into public.audit_events (actor_id, action, entity, entity_id) values (target, 'bootstrap_superadmin', 'users', target::text);
  return true;
end $$;
grant execute on function public.custom_auth_bootstrap_superadmin_password(text, text) to app_auth;

-- ── Sign-up ──

-- What there is of a school or facility that somebody wants to belong to: an active school, whether this is its join code, and a facility.
-- Reason: who signs up reads no schools, codes or facilities.
create or replace function app.signup_facts(p_school_id text, p_join_code text, p_facility_id text, out school_id uuid, out has_code boolean, out facility_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, exists (select 1 from public.school_join_codes c where c.school_id = s.id and c.code = upper(btrim(p_join_code))), f.id
  from (select case when btrim(p_school_id) ~ '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$' then btrim(p_school_id)::uuid end as school,
    case when btrim(p_facility_id) ~ '^[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}$' then btrim(p_facility_id)::uuid end as facility) wanted
  left join public.schools s on s.id = wanted.school and s.is_active
  left join public.facilities f on f.id = wanted.facility and f.status = 'active' and f.kind <> 'unit'
$$;
grant execute on function app.signup_facts(text, text, text) to app_auth;

drop function if exists app.signup_place(text, text, text, text, text);

-- The same for a role; refused where nobody of that role may belong (rules.ts: placeRefusal says why).
-- Reason: what writes an account holds it, whoever calls.
create or replace function app.signup_tenant(p_role text, p_school_id text, p_join_code text, p_facility_id text, p_place_name text)
returns table (school_id uuid, facility_id uuid, place_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare
  found record;
  place text := nullif(btrim(p_place_name), '');
begin
  select * into found from app.signup_facts(p_school_id, p_join_code, p_facility_id);
  if (case p_role when 'proctor' then found.school_id is not null when 'student' then found.has_code
    when 'school_admin' then found.school_id is not null or (nullif(btrim(p_school_id), '') is null and place is not null)
    else found.facility_id is not null or (nullif(btrim(p_facility_id), '') is null and place is not null) end) is not true then
    raise exception 'signup.no_place' using errcode = 'PW400';
  end if;
  return query select case when p_role <> 'facility_admin' then found.school_id end, case when p_role = 'facility_admin' then found.facility_id end,
    case when case p_role when 'school_admin' then found.school_id is null when 'facility_admin' then found.facility_id is null end then place end;
end $$;

-- Creates the account: unverified, waiting for approval, with its request to be decided (Spec §4, §5). The same form
-- sent twice (request_id_input, chosen by the form) creates once and answers alike.
-- Reason: the specification names it (§7).
create or replace function public.custom_auth_create_user(
  email_input text, password_hash_input text, full_name_input text, role_input text,
  school_id_input text default null, join_code_input text default null, facility_id_input text default null,
  place_name_input text default null, message_input text default null, request_id_input uuid default null)
returns table (id uuid, email text, full_name text, role text, status text, linked_school_id uuid, linked_facility_id uuid,
  email_verified boolean, created_at timestamptz, is_new boolean)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  new_id uuid := gen_random_uuid();
  new_email text := lower(btrim(email_input));
  wants_new boolean := true;
  tenant record;
begin
  if role_input is null or role_input not in ('student', 'facility_admin', 'school_admin', 'proctor') then
    raise exception 'signup.role' using errcode = 'PW400', detail = jsonb_build_object('role', role_input);
  end if;
  select * into tenant from app.signup_tenant(role_input, school_id_input, join_code_input, facility_id_input, place_name_input);
  begin
    insert into public.users (id, email, full_name, role, linked_school_id, linked_facility_id)
      values (new_id, new_email, btrim(full_name_input), role_input, tenant.school_id, tenant.facility_id);
  exception when unique_violation then
    select u.id, false into new_id, wants_new from public.signup_requests r join public.users u on u.id = r.user_id
      where r.id = request_id_input and u.email = new_email;
    if not found then
      raise exception 'signup.has_account' using errcode = 'PW409';
    end if;
  end;
  if wants_new then
    perform app.keep_password(new_id, password_hash_input);
    insert into public.signup_requests (id, user_id, role, school_id, facility_id, place_name, message)
      values (coalesce(request_id_input, gen_random_uuid()), new_id, role_input, tenant.school_id, tenant.facility_id, tenant.place_name, nullif(btrim(message_input), ''));
  end if;
  return query select u.id, u.email, u.full_name, u.role, u.status, u.linked_school_id, u.linked_facility_id, u.email_verified, u.created_at, wants_new
    from public.users u where u.id = new_id;
end $$;
grant execute on function public.custom_auth_create_user(text, text, text, text, text, text, text, text, text, uuid) to app_auth;

-- Notifies those who decide that someone waits: the school's administrators for students and proctors, its super admins for another
-- administrator, facility administrators from the node upwards; the superadmin where there is no one else.
-- Reason: it must see what its caller may not: who decides at a place.
create or replace function app.notify_approvers(p_user_id uuid) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.signup_requests;
  approvers uuid[];
  page text;
begin
  select r.* into request from public.signup_requests r where r.user_id = p_user_id and r.status = 'pending';
  if not found then return; end if;
  page := case when request.role in ('student', 'proctor', 'school_admin') then '/school/students' else '/facility/users' end;
  approvers := array(select u.id from public.users u
    where u.status = 'active' and u.email_verified and case
      when request.role in ('student', 'proctor') then u.linked_school_id = request.school_id and u.role in ('school_admin', 'school_super_admin')
      when request.role = 'school_admin' then u.linked_school_id = request.school_id and u.role = 'school_super_admin'
      else u.linked_facility_id in (select app.nodes_above(request.facility_id)) and u.role = 'facility_admin' end);
  if approvers = '{}' then
    page := '/admin/users';
    approvers := array(select u.id from public.users u where u.status = 'active' and u.role = 'superadmin');
  end if;
  perform app.notify_code(approvers, 'signup_requested', 'signup.requested',
    jsonb_build_object('applicant', (select u.full_name from public.users u where u.id = p_user_id)), page, 'signup ' || request.id || ' ' || request.version);
end $$;

-- The applicant sends a returned request again, with what was asked for put right. The version is the one they saw.
-- Reason: it must write what its caller may not: role, place and status of an account.
create or replace function app.resubmit_signup(p_version integer, p_full_name text, p_school_id text, p_join_code text, p_facility_id text, p_place_name text, p_message text)
returns void language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  request public.signup_requests;
  tenant record;
begin
  select r.* into request from public.signup_requests r where r.user_id = app.uid() and r.status = 'returned' for update;
  if not found or request.version <> p_version then
    raise exception 'signup.changed' using errcode = 'PW409';
  end if;
  select * into tenant from app.signup_tenant(request.role, p_school_id, p_join_code, p_facility_id, p_place_name);
  update public.signup_requests r set status = 'pending', school_id = tenant.school_id, facility_id = tenant.facility_id,
    place_name = tenant.place_name, message = nullif(btrim(p_message), ''), decision_note = null, decided_by = null, decided_at = null
    where r.id = request.id;
  update public.users u set status = 'pending', full_name = btrim(p_full_name), linked_school_id = tenant.school_id, linked_facility_id = tenant.facility_id
    where u.id = request.user_id;
  perform app.notify_approvers(request.user_id);
end $$;
grant execute on function app.resubmit_signup(integer, text, text, text, text, text, text) to app_rw;

-- Schools and facilities for the sign-up form: name and place, nothing else; by part of the name, or by id.
-- Reason: who signs up reads no schools and no facilities.
create or replace function app.signup_schools(p_query text) returns table (id uuid, name text, city text, state text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.name, s.city, s.state from public.schools s
  where s.is_active and (s.id::text = lower(p_query) or s.name ilike '%' || replace(replace(replace(p_query, '\', '\\'), '%', '\%'), '_', '\_') || '%')
  order by s.name, s.id limit 20
$$;
-- Reason: who signs up reads no schools and no facilities.
create or replace function app.signup_facilities(p_query text) returns table (id uuid, name text, city text, state text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select f.id, f.name, f.city, f.state from public.facilities f
  where f.status = 'active' and f.kind <> 'unit'
    and (f.id::text = lower(p_query) or f.name ilike '%' || replace(replace(replace(p_query, '\', '\\'), '%', '\%'), '_', '\_') || '%')
  order by f.name, f.id limit 20
$$;
grant execute on function app.signup_schools(text), app.signup_facilities(text) to app_auth;

-- ── One-time links: 24 hours to verify an address, 1 hour to reset a password (Spec §9) ──

-- A new link of a kind; the older ones of that kind die.
-- Reason: it must see or write what its caller may not: digests of links.
create or replace function app.issue_link(p_user_id uuid, p_kind text, p_token_hash text, p_new_email text default null, p_new_password_hash text default null)
returns void language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from priv.user_tokens t where t.user_id = p_user_id and t.kind = p_kind and t.used_at is null;
  insert into priv.user_tokens (token_hash, user_id, kind, new_email, new_password_hash, expires_at)
    values (p_token_hash, p_user_id, p_kind, p_new_email, p_new_password_hash,
      now() + case p_kind when 'reset_password' then interval '1 hour' else interval '24 hours' end);
$$;

-- Prepares a link for whoever has this address; no row for an unknown one, and none for whom there is nothing to do.
-- Reason: it must see or write what its caller may not: digests of links.
create or replace function app.issue_link_for(p_email text, p_kind text, p_token_hash text) returns table (user_id uuid, full_name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare person record;
begin
  select u.id, u.full_name into person from public.users u
    where u.email = lower(btrim(p_email)) and u.status <> 'deactivated' and (p_kind <> 'verify_email' or not u.email_verified);
  if not found then return; end if;
  perform app.issue_link(person.id, p_kind, p_token_hash);
  return query select person.id, person.full_name;
end $$;
grant execute on function app.issue_link(uuid, text, text, text, text), app.issue_link_for(text, text, text) to app_auth;

-- Whose address a link verifies or changes to, or why it does not; looking does not use it up.
-- Reason: it must see or write what its caller may not: digests of links.
create or replace function app.verification_link_owner(p_token_hash text) returns table (user_id uuid, kind text, email text, full_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
begin
  return query select u.id, t.kind, coalesce(t.new_email, u.email), u.full_name
    from priv.user_tokens t join public.users u on u.id = t.user_id and u.status <> 'deactivated'
    where t.token_hash = p_token_hash and t.kind in ('verify_email', 'change_email') and t.used_at is null and t.expires_at > now();
  if not found then raise exception 'link.not_valid' using errcode = 'PW400'; end if;
end $$;

drop function if exists app.verify_email(text);

-- Follows a link to verify an address; its row's lock decides, so that of two at once one wins. The link proves the mailbox
-- and not who chose the password: where the browser is another than the one that chose it (p_browser_hash), nothing is used
-- up and the answer is 'choose_password'; the same link with a password then sets it, and whatever was there is gone.
-- Reason: it must see or write what its caller may not: digests of links.
create or replace function app.verify_email(p_token_hash text, p_browser_hash text, p_password_hash text)
returns table (kind text, email text, old_email text, full_name text, user_id uuid)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  link priv.user_tokens;
  person public.users;
  weak boolean;
begin
  select t.* into link from priv.user_tokens t
    where t.token_hash = p_token_hash and t.kind in ('verify_email', 'change_email') and t.used_at is null and t.expires_at > now()
    for update;
  if not found then raise exception 'link.not_valid' using errcode = 'PW400'; end if;
  select u.* into person from public.users u where u.id = link.user_id and u.status <> 'deactivated' for update;
  if not found then raise exception 'link.not_valid' using errcode = 'PW400'; end if;
  if link.kind = 'verify_email' then
    if p_password_hash is not null then
      perform app.replace_password(person.id, p_password_hash, 'choose_password');
    elsif not exists (select 1 from priv.credentials c where c.user_id = person.id and c.chosen_in = p_browser_hash) then
      return query select 'choose_password', person.email, person.email, person.full_name, person.id;
      return;
    end if;
    update public.users u set email_verified = true where u.id = person.id;
    update priv.credentials c set chosen_in = null where c.user_id = person.id;
    perform app.notify_approvers(person.id);
  else
    begin
      update public.users u set email = link.new_email, email_verified = true where u.id = person.id;
    exception when unique_violation then raise exception 'link.not_valid' using errcode = 'PW400';
    end;
    -- Meant to be the same password, hashed for the new address; nobody can tell whether it is. Whether it must be changed
    -- stays as it was; the new one is tried like any other.
    select c.must_change into weak from priv.credentials c where c.user_id = person.id;
    perform app.keep_password(person.id, link.new_password_hash);
    update priv.credentials c set must_change = true where c.user_id = person.id and weak;
    delete from priv.user_tokens t where t.user_id = person.id and t.used_at is null and t.token_hash <> link.token_hash;
  end if;
  update priv.user_tokens t set used_at = now() where t.token_hash = link.token_hash;
  return query select link.kind, coalesce(link.new_email, person.email), person.email, person.full_name, person.id;
end $$;

-- Whose password a link resets, or why it does not (Spec §8); looking does not use it up.
-- Reason: it must see or write what its caller may not: digests of links.
create or replace function app.reset_link_owner(p_token_hash text) returns table (user_id uuid, email text, full_name text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare link priv.user_tokens;
begin
  select t.* into link from priv.user_tokens t where t.token_hash = p_token_hash and t.kind = 'reset_password';
  if not found or link.used_at is not null then raise exception 'reset.not_valid' using errcode = 'PW400'; end if;
  if link.expires_at <= now() then raise exception 'reset.expired' using errcode = 'PW400'; end if;
  return query select u.id, u.email, u.full_name from public.users u where u.id = link.user_id and u.status <> 'deactivated';
  if not found then raise exception 'reset.no_account' using errcode = 'PW400'; end if;
end $$;

-- Sets the new password by a link, once; all sessions end.
-- Reason: it must see or write what its caller may not: digests of links.
create or replace function app.reset_password(p_token_hash text, p_password_hash text) returns table (user_id uuid, email text, full_name text)
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
#variable_conflict use_column
declare
  link priv.user_tokens;
  person record;
begin
  update priv.user_tokens t set used_at = now()
    where t.token_hash = p_token_hash and t.kind = 'reset_password' and t.used_at is null and t.expires_at > now()
    returning t.* into link;
  -- Used or too late since it was looked at: the same words as there.
  if not found then return query select * from app.reset_link_owner(p_token_hash); raise exception 'reset.not_valid' using errcode = 'PW400'; end if;
  select u.id, u.email, u.full_name into person from public.users u where u.id = link.user_id and u.status <> 'deactivated';
  if not found then raise exception 'reset.no_account' using errcode = 'PW400'; end if;
  perform app.replace_password(person.id, p_password_hash, 'reset_password');
  return query select person.id, person.email, person.full_name;
end $$;
grant execute on function app.verification_link_owner(text), app.verify_email(text, text, text), app.reset_link_owner(text),
  app.reset_password(text, text) to app_auth;

-- ── Sessions and known devices ──

-- Starts a session of 24 hours (Spec §4) and leaves a trace of who signed in.
-- Reason: it must see or write what its caller may not: digests of sessions.
create or replace function app.start_session(p_user_id uuid, p_token_hash text, p_address_block text, p_user_agent text)
returns timestamptz language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare ends timestamptz := now() + interval '24 hours';
begin
  delete from priv.sessions s where s.user_id = p_user_id and s.expires_at <= now();
  insert into priv.sessions (token_hash, user_id, expires_at, address_block, user_agent)
    values (p_token_hash, p_user_id, ends, p_address_block, left(p_user_agent, 300));
  insert into public.audit_events (actor_id, action, entity, entity_id) values (p_user_id, 'sign_in', 'users', p_user_id::text);
  return ends;
end $$;
-- Reason: it must see or write what its caller may not: digests of sessions.
create or replace function app.end_session(p_token_hash text) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  delete from priv.sessions where token_hash = p_token_hash;
  if found then perform app.session_changed(p_token_hash); end if;
end $$;
grant execute on function app.start_session(uuid, text, text, text), app.end_session(text) to app_auth;

-- Where the signed-in person is signed in.
-- Reason: it must see or write what its caller may not: digests of sessions.
create or replace function app.my_sessions()
returns table (id uuid, signed_in_at timestamptz, last_seen_at timestamptz, address_block text, user_agent text, is_current boolean)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, s.signed_in_at, s.last_seen_at, s.address_block, s.user_agent, s.token_hash = current_setting('app.session', true)
  from priv.sessions s where s.user_id = (select app.real_uid()) and s.expires_at > now() and s.job_id is null
  order by s.last_seen_at desc, s.id limit 50
$$;
-- Ends one of them, or (without an id) all but the one that asks; returns how many.
-- Reason: it must see or write what its caller may not: digests of sessions.
create or replace function app.end_my_sessions(p_id uuid default null) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me uuid := app.real_uid();
  ended text[];
begin
  with gone as (
    delete from priv.sessions s
    where s.user_id = me and case when p_id is null then s.token_hash <> current_setting('app.session', true) else s.id = p_id end
    returning s.token_hash, s.job_id
  ) select array_agg(g.token_hash) filter (where g.job_id is null) into ended from gone g;
  perform app.session_changed(e) from unnest(ended) e;
  return coalesce(cardinality(ended), 0);
end $$;
grant execute on function app.my_sessions(), app.end_my_sessions(uuid) to app_rw;

-- Reason: it must see or write what its caller may not: digests of devices.
create or replace function app.knows_device(p_email text, p_device_hash text) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select exists (select 1 from priv.known_devices d join public.users u on u.id = d.user_id
    where d.token_hash = p_device_hash and u.email = lower(btrim(p_email)))
$$;
-- Reason: it must see or write what its caller may not: digests of devices.
create or replace function app.remember_device(p_user_id uuid, p_device_hash text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  delete from priv.known_devices where user_id = p_user_id and last_used_at < now() - interval '180 days';
  insert into priv.known_devices (token_hash, user_id) values (p_device_hash, p_user_id)
    on conflict (token_hash, user_id) do update set last_used_at = now();
$$;
grant execute on function app.knows_device(text, text), app.remember_device(uuid, text) to app_auth;

-- An address with a look-alike (Cyrillic a, full width, zero width) passes for someone else's: the forms say which character
-- (core/email.ts), and here nothing gets past them.
create or replace function app.refuse_odd_email() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if new.email ~ '[^!-~]' then raise exception 'account.odd_email' using errcode = 'PW400'; end if;
  return new;
end $$;
create or replace trigger plain_email before insert or update of email on public.users for each row execute function app.refuse_odd_email();
create or replace trigger plain_email before insert or update of email on public.invitations for each row execute function app.refuse_odd_email();
