-- Only what must see or write what its caller may not (docs/architecture.md); everything else about preceptors is TypeScript.

-- An earlier version returned the whole row.
do $$ begin
  if (select prorettype <> 'record'::regtype from pg_proc where oid = to_regprocedure('app.preceptor_link()')) then drop function app.preceptor_link(); end if;
end $$;
-- The link that opened this transaction, while it can be used, identified by its hash like a session (app.session). A link used in this
-- very transaction counts until its end. Returns what it is for: its project, the kind of evaluation (empty for another task), and the day
-- (for another task, an id that is no day's).
-- Reason: policies need it, and no login reads digests of links.
create or replace function app.preceptor_link() returns table (preceptor_id uuid, project_id uuid, kind text, day_id uuid)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select preceptor_id, project_id, coalesce(kind, ''), coalesce(day_id, id) from public.preceptor_links
  where token_hash = current_setting('app.preceptor_link', true) and replaced_at is null and expires_at > now() and coalesce(spent_at, now()) = now()
$$;

-- The preceptors for whom the caller acts: the profiles of a signed-in preceptor, or the one to whom a link was sent.
-- Reason: policies need it, and it reads links.
create or replace function app.preceptor_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.preceptors where user_id = app.uid() and app.role() = 'facility_admin' and app.is_preceptor(user_id)
  union select preceptor_id from app.preceptor_link()
$$;

-- Whether the caller is the evaluator: themselves, or as the preceptor of a project, also by a link.
-- Reason: triggers need it.
create or replace function app.is_evaluator(p_evaluator uuid, p_preceptor uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_evaluator = app.uid() or p_preceptor in (select app.preceptor_ids()), false)
$$;
grant execute on function app.is_evaluator(uuid, uuid) to app_rw, app_worker;

-- The projects for which the caller is asked to be the preceptor, or is the preceptor, permanently or for a day. Who has left keeps them
-- until the days that were worked are confirmed.
-- Reason: policies need it: what a preceptor sees of a project depends on rows that they see because of the project.
create or replace function app.precepted_projects() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select x.project_id from (select project_id, preceptor_id from public.capstone_nominations where status in ('asked', 'accepted')
    union select project_id, preceptor_id from public.capstone_days where status <> 'removed' and (is_substitute or status = 'planned' or confirmed_at = now())) x
  where preceptor_id = any (array(select app.preceptor_ids())) and x.project_id = coalesce((select project_id from app.preceptor_link()), x.project_id)
$$;

drop function if exists app.linked();
grant execute on function app.preceptor_ids(), app.precepted_projects(), app.preceptor_link() to app_rw;
grant execute on function app.preceptor_ids() to app_worker;

drop function if exists app.open_preceptor_link(text, boolean);
-- The link that opened this transaction without a signed-in person, also after it can no longer be used.
-- Reason: policies need it, and no login reads digests of links.
create or replace function app.opened_link() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.preceptor_links where token_hash = current_setting('app.opened_link', true) and app.uid() is null
$$;
-- How many links were sent to a preceptor within a day, by all schools; null for a preceptor who signs in, who needs none. Volatile, so
-- that each of several links created by one statement is counted.
-- Reason: students read no preceptors, and no one reads the links of other schools.
create or replace function app.links_sent(p_preceptor uuid) returns integer
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select (select count(*)::integer from public.preceptor_links where preceptor_id = p_preceptor and created_at > now() - interval '1 day') from public.preceptors
  where id = p_preceptor and user_id is null and (app.uid() is not null or id in (select app.preceptor_ids()) or session_user <> 'app_rw')
$$;

grant execute on function app.opened_link() to app_rw;
grant execute on function app.links_sent(uuid) to app_rw, app_worker;

drop function if exists app.make_preceptor_link(uuid, text, text, uuid, uuid, uuid, text, text, text, text);

drop function if exists app.link_preceptor_account(uuid, text, jsonb, text, text, text);
-- Gives a facility's new preceptor the account with which they sign in: a facility admin of that part of the hierarchy with the same email
-- address. Someone without one is notified by email. Only for a row created in this transaction, so that it can't be sent again.
-- Reason: it reads people whom its caller may not see, and no login writes the outbox.
create or replace function app.link_preceptor_account(p_preceptor uuid, p_subject text, p_text text, p_html text) returns boolean
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare address text := (select email from public.preceptors where id = p_preceptor and created_at = now());
begin
  update public.preceptors r set user_id = u.id from public.users u
    where r.id = p_preceptor and u.email = address and u.role = 'facility_admin' and u.status = 'active' and u.email_verified
      and app.is_preceptor(u.id) and (r.facility_id in (select app.facility_scope(u.linked_facility_id)) or u.linked_facility_id in (select app.facility_scope(app.facility_id())));
  if not found and address is not null then perform app.queue_mail('preceptor_invited', address, p_subject, p_text, p_html); return false; end if;
  return address is not null;
end $$;
grant execute on function app.link_preceptor_account(uuid, text, text, text) to app_rw;
