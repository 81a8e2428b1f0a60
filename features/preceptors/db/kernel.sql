-- What must see or write what its caller may not (docs/architecture.md): everything else about preceptors is TypeScript.

-- With the whole row before.
do $$ begin
  if (select prorettype <> 'record'::regtype from pg_proc where oid = to_regprocedure('app.preceptor_link()')) then drop function app.preceptor_link(); end if;
end $$;
-- The link that this transaction was opened with, while it can be used: by its hash, as a session is (app.session). A link that is spent
-- in this very transaction counts to its end. With what it is for: its project, the evaluation (empty for another task), and the day (no day's
-- id for another task).
-- Reason: policies need it, and no login reads digests of links.
create or replace function app.preceptor_link() returns table (preceptor_id uuid, project_id uuid, kind text, day_id uuid)
language sql stable security definer rows 1 set search_path = pg_catalog, pg_temp as $$
  select preceptor_id, project_id, coalesce(kind, ''), coalesce(day_id, id) from public.preceptor_links
  where token_hash = current_setting('app.preceptor_link', true) and replaced_at is null and expires_at > now() and coalesce(spent_at, now()) = now()
$$;

-- Whose tasks the asker does: the own profiles of a signed-in preceptor, or the one that a link was sent to.
-- Reason: policies need it, and it reads links.
create or replace function app.preceptor_ids() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.preceptors where user_id = app.uid() and app.role() = 'facility_admin' and app.is_preceptor(user_id)
  union select preceptor_id from app.preceptor_link()
$$;

-- Is the asker the one who evaluates: themselves, or as the preceptor of a project, also by a link?
-- Reason: triggers need it.
create or replace function app.is_evaluator(p_evaluator uuid, p_preceptor uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(p_evaluator = app.uid() or p_preceptor in (select app.preceptor_ids()), false)
$$;
grant execute on function app.is_evaluator(uuid, uuid) to app_rw, app_worker;

-- The projects whose preceptor the asker is asked to be, is, or is for a day.
-- Reason: policies need it: what a preceptor sees of a project follows from rows that they see by the project.
create or replace function app.precepted_projects() returns setof uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select x.project_id from (select project_id, preceptor_id from public.capstone_nominations where status in ('asked', 'accepted')
    union select project_id, preceptor_id from public.capstone_days where is_substitute and status <> 'removed') x
  where preceptor_id = any (array(select app.preceptor_ids())) and x.project_id = coalesce((select project_id from app.preceptor_link()), x.project_id)
$$;

drop function if exists app.linked();
grant execute on function app.preceptor_ids(), app.precepted_projects(), app.preceptor_link() to app_rw;
grant execute on function app.preceptor_ids() to app_worker;

drop function if exists app.open_preceptor_link(text, boolean);
-- The link that this transaction was opened with, of no one signed in, also when it cannot be used any more.
-- Reason: policies need it, and no login reads digests of links.
create or replace function app.opened_link() returns uuid
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select id from public.preceptor_links where token_hash = current_setting('app.opened_link', true) and app.uid() is null
$$;
-- How many links were sent to a preceptor within a day, over all schools; null for one who signs in, who needs none. Volatile: of several links
-- that one statement makes, each is counted.
-- Reason: students read no preceptors, and no one the links of other schools.
create or replace function app.links_sent(p_preceptor uuid) returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  select (select count(*)::integer from public.preceptor_links where preceptor_id = p_preceptor and created_at > now() - interval '1 day') from public.preceptors
  where id = p_preceptor and user_id is null and (app.uid() is not null or id in (select app.preceptor_ids()) or session_user <> 'app_rw')
$$;

grant execute on function app.opened_link() to app_rw;
grant execute on function app.links_sent(uuid) to app_rw, app_worker;

drop function if exists app.make_preceptor_link(uuid, text, text, uuid, uuid, uuid, text, text, text, text);

drop function if exists app.link_preceptor_account(uuid, text, jsonb, text, text, text);
-- Gives a facility's new preceptor the account that they sign in with: a facility admin of that part of the tree with the same address. Who has
-- none is notified by email. Only for a row of this transaction, which the policies let the facility make: no one sends it again.
-- Reason: it reads people whom its caller may not see, and no login writes the outbox.
create or replace function app.link_preceptor_account(p_preceptor uuid, p_subject text, p_text text, p_html text) returns boolean
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare address text := (select email from public.preceptors where id = p_preceptor and created_at = now());
begin
  update public.preceptors r set user_id = u.id from public.users u
    where r.id = p_preceptor and u.email = address and u.role = 'facility_admin' and u.status = 'active' and u.email_verified
      and app.is_preceptor(u.id) and (r.facility_id in (select app.facility_scope(u.linked_facility_id)) or u.linked_facility_id in (select app.facility_scope(app.facility_id())));
  if not found and address is not null then perform app.queue_mail('preceptor_invited', address, p_subject, p_text, p_html); return false; end if;
  return address is not null;
end $$;
grant execute on function app.link_preceptor_account(uuid, text, text, text) to app_rw;
