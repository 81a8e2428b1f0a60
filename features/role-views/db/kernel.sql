-- The session context of Spec §7: which view a superadmin has chosen, which school and which facility they work in. It is stored in the
-- session row, and checked before it is written; no policy takes a role or a person from it.

-- The facility a superadmin has selected in the facility area; everyone else works in their own.
-- Reason: policies and lists need it, and it is read from the session.
create or replace function app.selected_facility_id() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select case when (select app.is_superadmin())
    then (select s.selected_facility_id from app.session() s) else (select app.facility_id()) end
$$;
grant execute on function app.selected_facility_id() to app_rw, app_auth;

-- Reason: the specification names it (§7).
create or replace function public.get_custom_auth_context() returns jsonb
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select jsonb_build_object('user_id', u.id, 'user_role', coalesce(s.view_role, u.role), 'selected_school_id', app.selected_school_id(),
    'selected_school_name', c.name, 'selected_facility_id', app.selected_facility_id(), 'selected_facility_name', f.name)
  from app.session() s join public.users u on u.id = app.uid() left join public.schools c on c.id = app.selected_school_id()
  left join public.facilities f on f.id = app.selected_facility_id()
$$;

-- Takes {user_id, user_role, selected_school_id}. The person must be the session's own, and not act as another; the view must be one they
-- may have, the school one they may work in. A school is stored for superadmins only; everyone else works in their own.
-- Reason: the specification names it (§7).
create or replace function public.set_custom_auth_context_batch(context_data jsonb) returns jsonb
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  me public.users;
  wanted_role text := context_data ->> 'user_role';
  wanted_school uuid := nullif(context_data ->> 'selected_school_id', '')::uuid;
begin
  select u.* into me from app.session() s join public.users u on u.id = s.user_id
    where s.impersonated_user_id is null and u.status <> 'deactivated' and u.id = nullif(context_data ->> 'user_id', '')::uuid
      and (wanted_role = u.role or u.role = 'superadmin' and wanted_role in ('student', 'facility_admin', 'school_admin', 'proctor'))
      and (u.role = 'superadmin' or wanted_school is null or wanted_school = u.linked_school_id);
  if not found then raise exception 'The person, the view or the school is not one of this session' using errcode = '42501'; end if;
  if me.role <> 'superadmin' then wanted_school := null;
  elsif not coalesce((select c.is_active from public.schools c where c.id = wanted_school), wanted_school is null) then
    raise exception 'view.school_gone' using errcode = 'PW404';
  end if;
  update priv.sessions x set view_role = wanted_role, selected_school_id = wanted_school
    where x.token_hash = current_setting('app.session', true) and (x.view_role, x.selected_school_id) is distinct from (wanted_role, wanted_school);
  if found then perform app.session_changed(current_setting('app.session', true)); end if;
  return public.get_custom_auth_context();
end $$;

drop function if exists app.select_facility(uuid);

-- Reason: the specification names it (§7).
create or replace function public.clear_custom_auth_context() returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
begin
  update priv.sessions x set view_role = null, selected_school_id = null, selected_facility_id = null
    from app.session() s where x.token_hash = s.token_hash and s.impersonated_user_id is null;
  if not found then raise exception 'No one is signed in, or someone acts as another person' using errcode = '42501'; end if;
  perform app.session_changed(current_setting('app.session', true));
end $$;
drop function if exists app.session_to_change();
grant execute on function public.get_custom_auth_context(), public.set_custom_auth_context_batch(jsonb), public.clear_custom_auth_context()
  to app_rw;

drop function if exists app.note_refused_context(jsonb);

-- The session gets a new token when an impersonation begins and ends (server/commands/impersonate.ts), so that copies of the old one are
-- useless.
-- Reason: no login changes the token of a session.
create or replace function app.renew_session(p_new_token_hash text) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  update priv.sessions set token_hash = p_new_token_hash where token_hash = current_setting('app.session', true);
  select app.session_changed(current_setting('app.session', true))
$$;
grant execute on function app.renew_session(text) to app_auth;
drop function if exists app.impersonate(text, uuid, text, boolean);
drop function if exists app.start_impersonation(text, uuid, text, boolean), app.end_impersonation(text);

-- A trigger on sessions records the beginning and end of an impersonation in the audit log (database/identity.sql).
drop function if exists app.note_impersonation_end();
