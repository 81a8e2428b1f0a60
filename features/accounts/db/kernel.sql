-- The sign-in procedures of Spec §7. Those that read a verifier are granted only to app_auth, the sign-in login; none
-- can be called from outside the server. password_hash_input, as in the specification, is what is stored: the salt
-- setting of the browser's bcrypt (29 characters) followed by the server's verifier ("a2id$…").

-- What sign-in needs to know about an address. One row, or none for an unknown address; the caller hashes in both cases.
-- Reason: the specification names it (§7).
create or replace function public.custom_auth_get_user_for_login(email_input text)
returns table (id uuid, password_hash text, client_setting text, email_verified boolean, role text, status text, linked_school_id uuid, linked_facility_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, c.verifier, c.client_setting, u.email_verified, u.role, u.status, u.linked_school_id, u.linked_facility_id
  from public.users u left join priv.credentials c on c.user_id = u.id
  where u.email = lower(btrim(email_input))
$$;
grant execute on function public.custom_auth_get_user_for_login(text) to app_auth;
drop function if exists app.keep_password(uuid, text), app.bind_password(uuid, text), app.replace_password(uuid, text, text);

-- True if the password that was checked outside the transaction is still theirs and they may still sign in. Locks both until
-- the transaction ends, so that anything that ends all sessions also sees a session started after this check.
-- Reason: it must see or write what its caller may not: password verifiers.
create or replace function app.still_has_password(p_user_id uuid, p_verifier text) returns boolean
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select true from public.users u join priv.credentials c on c.user_id = u.id
  where u.id = p_user_id and u.status <> 'deactivated' and c.verifier = p_verifier for share of u for update of c
$$;
grant execute on function app.still_has_password(uuid, text) to app_auth;

drop function if exists app.change_password(uuid, text);

drop function if exists app.take_password(integer);
drop function if exists app.walk_passwords(integer, uuid, text, integer), app.require_password_change(uuid, text);

-- Works once, for a superadmin without a password (Spec §7, §8).
-- Reason: the specification names it (§7).
create or replace function public.custom_auth_bootstrap_superadmin_password(email_input text, password_hash_input text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare target uuid;
begin
  select u.id into target from public.users u
    where u.email = lower(btrim(email_input)) and u.role = 'superadmin' and u.status = 'active' for update;
  -- After the lock: of two at once, the second sees the first one's password.
  if target is null or exists (select from priv.credentials c where c.user_id = target) then raise exception 'superadmin.not_bootstrapped' using errcode = 'PW400'; end if;
  insert into priv.credentials (user_id, client_setting, verifier) values (target, left(password_hash_input, 29), substr(password_hash_input, 30));
  update public.users u set email_verified = true where u.id = target;
  insert into public.audit_events (actor_id, action, entity, entity_id) values (target, 'bootstrap_superadmin', 'users', target::text);
  return true;
end $$;
grant execute on function public.custom_auth_bootstrap_superadmin_password(text, text) to app_auth;

-- ── Sign-up ──

drop function if exists app.signup_facts(text, text, text),
  app.signup_tenant(text, text, text, text, text), app.signup_facts(text, text, text, text, text);
-- The school or facility that a person of this role wants to join: an active school and, if a student's join
-- code matches, the school they may join; a facility. rules.ts says why not (tenantBlocker).
-- Reason: people who sign up read no schools, codes or facilities.
create or replace function app.signup_facts(p_role text, p_school_id text, p_join_code text, p_facility_id text, out found_school_id uuid, out school_id uuid, out facility_id uuid)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select s.id, case when p_role <> 'student' or exists (select from public.school_join_codes where school_id = s.id and code = upper(btrim(p_join_code))) then s.id end, f.id
  from (select) wanted
  left join public.schools s on p_role <> 'facility_admin' and s.id::text = lower(btrim(p_school_id)) and s.is_active
  left join public.facilities f on p_role = 'facility_admin' and f.id::text = lower(btrim(p_facility_id)) and f.status = 'active' and f.kind <> 'unit'
$$;
grant execute on function app.signup_facts(text, text, text, text) to app_auth;

-- An earlier version returned its own columns.
do $$ begin
  if (select p.prorettype = 'record'::regtype from pg_proc p where p.oid = to_regprocedure(
      'public.custom_auth_create_user(text, text, text, text, text, text, text, text, text, uuid)')) then
    drop function public.custom_auth_create_user(text, text, text, text, text, text, text, text, text, uuid);
  end if;
end $$;
-- Creates the account: unverified and pending approval, with its request to be decided (Spec §4, §5). The same form sent twice
-- (request_id_input, chosen by the form) creates once and returns the same; returns nothing if someone else has the address.
-- Reason: the specification names it (§7).
create or replace function public.custom_auth_create_user(
  email_input text, password_hash_input text, full_name_input text, role_input text,
  school_id_input text default null, join_code_input text default null, facility_id_input text default null,
  tenant_input text default null, message_input text default null, request_id_input uuid default null)
returns setof public.users language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  new_id uuid;
  tenant record := app.signup_facts(role_input, school_id_input, join_code_input, facility_id_input);
begin
  insert into public.users (email, full_name, role, linked_school_id, linked_facility_id)
    values (email_input, full_name_input, role_input, tenant.school_id, tenant.facility_id) on conflict (email) do nothing returning users.id into new_id;
  if new_id is not null then
    insert into priv.credentials (user_id, client_setting, verifier) values (new_id, left(password_hash_input, 29), substr(password_hash_input, 30));
    insert into public.signup_requests (id, user_id, role, school_id, facility_id, tenant_name, message) values (coalesce(request_id_input, gen_random_uuid()),
      new_id, role_input, tenant.school_id, tenant.facility_id, tenant_input, message_input);
  end if;
  return query select u.* from public.users u join public.signup_requests r on r.user_id = u.id
    where u.email = email_input and (u.id = new_id or r.id = request_id_input);
end $$;
grant execute on function public.custom_auth_create_user(text, text, text, text, text, text, text, text, text, uuid) to app_auth;

drop function if exists app.notify_approvers(uuid);

drop function if exists app.approvers_of(uuid);
-- An earlier version did not return the school's name.
do $$ begin
  if not exists (select from pg_proc p where p.oid = to_regprocedure('app.person_of_sign_in(uuid, text)') and 'school_name' = any (p.proargnames)) then
    drop function if exists app.person_of_sign_in(uuid, text);
  end if;
end $$;
-- The person with this id or address, and their pending request.
-- Reason: sign-in reads no people and no requests.
create or replace function app.person_of_sign_in(p_id uuid, p_email text)
returns table (id uuid, email text, full_name text, status text, email_verified boolean, school_name text, request_id uuid, request_version integer, request_role text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select u.id, u.email, u.full_name, u.status, u.email_verified, s.name, r.id, r.version, r.role
  from public.users u left join public.schools s on s.id = u.linked_school_id
  left join public.signup_requests r on r.user_id = u.id and r.status = 'pending' where u.id = p_id or u.email = p_email
$$;
grant execute on function app.person_of_sign_in(uuid, text) to app_auth;
drop function if exists app.waiting_signup(uuid), app.link_owner(text), app.person_at(text);

drop function if exists app.send_signup_again(integer, text, text, text, text, text, text);
-- The applicant sends a returned request again with corrections; returns false if the request changed since they read it.
-- Reason: it must write what its caller may not: the status of an account, and its school or facility and that of its request.
create or replace function app.send_signup_again(p_version integer, p_role text, p_full_name text, p_school_id text, p_join_code text, p_facility_id text, p_tenant text, p_message text)
returns boolean language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with sent as (
    update public.signup_requests r set status = 'pending', school_id = w.school_id, facility_id = w.facility_id, tenant_name = p_tenant,
      message = p_message, decision_note = null, decided_by = null, decided_at = null
    from app.signup_facts(p_role, p_school_id, p_join_code, p_facility_id) w
    where r.user_id = app.uid() and r.status = 'returned' and r.version = p_version and r.role = p_role returning r.*)
  update public.users u set status = s.status, full_name = p_full_name, linked_school_id = s.school_id, linked_facility_id = s.facility_id
  from sent s where u.id = s.user_id returning true
$$;
grant execute on function app.send_signup_again(integer, text, text, text, text, text, text, text) to app_auth;
drop function if exists app.resubmit_signup(integer, text, text, text, text, text, text);

drop function if exists app.signup_schools(text), app.signup_facilities(text);
-- Schools or facilities for the sign-up form, by a pattern of the name or by id: only name, town and state.
-- Reason: people who sign up read no schools and no facilities.
create or replace function app.signup_tenants(p_kind text, p_id text, p_pattern text) returns table (id uuid, name text, city text, state text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select p.id, p.name, p.city, p.state from (
    select id, name, city, state from public.schools where p_kind = 'school' and is_active
    union all
    select id, name, city, state from public.facilities where p_kind = 'facility' and status = 'active' and kind <> 'unit') p
  where p.id::text = p_id or p.name ilike p_pattern order by p.name, p.id limit 20
$$;
grant execute on function app.signup_tenants(text, text, text) to app_auth;

-- ── One-time links: 24 hours to verify an address, 1 hour to reset a password (Spec §9) ──

-- Sign-in creates and uses them itself (policies.sql, server/commands).
drop function if exists app.verify_email(text), app.verify_email(text, text, text), app.issue_link(uuid, text, text, text, text),
  app.issue_link_for(text, text, text), app.verification_link_owner(text), app.reset_link_owner(text), app.reset_password(text, text);

-- Follows a link to verify or change an address, and marks it used; the row lock makes one of two concurrent calls win.
-- The link proves who owns the mailbox, not who chose the password: verifies the address only if the password was chosen
-- in this browser, or in this transaction. A new address comes with its own password hash, meant to be the same
-- password. Whether it must be changed stays as it was, because the server cannot tell if it is the same.
-- Reason: it must write what its caller may not: email addresses and password verifiers.
create or replace function app.follow_address_link(p_token_hash text, p_browser_hash text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare link priv.user_tokens;
begin
  update priv.user_tokens t set used_at = now() from public.users u join priv.credentials c on c.user_id = u.id
    where t.token_hash = p_token_hash and t.kind in ('verify_email', 'change_email') and t.used_at is null and t.expires_at > now()
      and u.id = t.user_id and u.status <> 'deactivated' and (t.kind = 'change_email' or c.chosen_in = p_browser_hash or c.changed_at = now())
    returning t.* into link;
  update public.users u set email = coalesce(link.new_email, u.email), email_verified = true where u.id = link.user_id;
  update priv.credentials c set chosen_in = null, client_setting = coalesce(left(link.new_password_hash, 29), c.client_setting),
      verifier = coalesce(substr(link.new_password_hash, 30), c.verifier), changed_at = case link.kind when 'change_email' then now() else c.changed_at end
    where c.user_id = link.user_id;
  return link.user_id is not null;
end $$;
grant execute on function app.follow_address_link(text, text) to app_auth;

-- ── Sessions and known devices ──

-- Sign-in starts sessions, and ends one in a transaction opened with it
-- (policies.sql); a trigger records the sign-in (database/identity.sql).
drop function if exists app.start_demo_session(text, text, text, text), app.start_session(uuid, text, text, text), app.end_session(text);

-- People read and end their own sessions under policies.sql; sign-in keeps the list of known browsers.
drop function if exists app.my_sessions(), app.end_my_sessions(uuid), app.knows_device(text, text), app.remember_device(uuid, text);
