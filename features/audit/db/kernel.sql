-- TypeScript, as the worker and the superadmin, writes, seals and verifies the
-- access log (policies.sql): only what neither may see or change is here.
drop function if exists app.record_access(jsonb), app.seal_audit(integer),
  app.check_audit_chain(uuid, bigint, integer), app.audit_blocks(uuid, bigint, integer), app.audit_chains(),
  app.audit_block_digest(bytea, uuid, bigint, text[], bigint[], bytea[]), app.audit_faults(uuid, bigint, integer);

-- Adds failed sign-ins and anonymous calls to the counts of the hour, already
-- summed by account and address block (platform/server/access-trail.ts).
-- Reason: no login writes the access log.
create or replace function app.record_failed_attempts(p_attempts jsonb) returns void
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  insert into public.failed_attempts as f (kind, hour, account_digest, address_digest, user_id, school_id, times, throttled, first_at, last_at, last_request_id)
  select g.kind, date_trunc('hour', now(), 'UTC'), g.account_digest, g.address_digest, u.id, u.linked_school_id, g.times, g.throttled, g.at, g.at, g.request_id
  from jsonb_to_recordset(p_attempts) as g (kind text, at timestamptz, account_digest text, address_digest text, user_id uuid, times integer,
    throttled integer, request_id text)
  left join public.users u on u.id = g.user_id
  order by g.kind, g.account_digest, g.address_digest
  on conflict (kind, hour, account_digest, address_digest) do update set times = f.times + excluded.times, throttled = f.throttled + excluded.throttled,
    last_at = greatest(f.last_at, excluded.last_at), last_request_id = excluded.last_request_id
$$;

drop function if exists app.reads_facility_trail();
drop function if exists app.looks_at_record(uuid, integer, integer);
-- Who read a student's record: for the student, and for administrators what their own school did,
-- which the audit trail also shows them. Excludes other students, addresses and requests.
-- Reason: a student does not read the access log, and may not know the network and the request of a read.
create or replace function app.looks_at_record(p_student uuid) returns table (id bigint, at timestamptz, kind text, what text, actor_name text,
  actor_role text, acting_as_name text, reason text)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select e.id, e.at, e.kind, e.what, e.actor_name, e.actor_role, e.acting_as_name, e.reason
  from public.access_events e
  where e.student_ids @> array[p_student] and e.outcome = 'ok' and ((select app.is_superadmin())
    or (select app.is_school_admin()) and e.school_id = (select app.school_id()) or (select app.role()) = 'student' and p_student = (select app.uid()))
$$;

-- The digest of one row for the chains: every column by its position, instants as numbers, so that
-- no setting changes it. Null if there is no such row, and for signed-in callers other than a
-- superadmin. A later column is added to a new row format, never to the existing ones.
-- Reason: the worker seals rows that it does not read.
create or replace function app.audit_row_digest(p_source text, p_id bigint) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(row_text, 'UTF8')) from (
    select jsonb_build_array('audit_events', id, extract(epoch from at), actor_id, acting_as, action, entity, entity_id, school_id,
        facility_id, reason, changes)::text as row_text
      from public.audit_events where p_source = 'audit_events' and id = p_id
    union all
    select jsonb_build_array('access_events', id, extract(epoch from at), kind, outcome, code, call, what, subject_id, request_id,
        times, actor_id, actor_name, actor_role, acting_as, acting_as_name, school_id, facility_id, student_ids, address_digest,
        reason)::text
      from public.access_events where p_source = 'access_events' and id = p_id
    union all
    select jsonb_build_array('disclosures', id, school_id, student_id, shift_id, shift_date, facility_id, consent_id, seen_by,
        seen_by_name, seen_as, acted_by, fields, day, extract(epoch from at))::text
      from public.disclosures where p_source = 'disclosures' and id = p_id
    union all
    select jsonb_build_array('failed_attempts', id, kind, extract(epoch from hour), account_digest, address_digest, user_id, school_id,
        times, throttled, extract(epoch from first_at), extract(epoch from last_at), last_request_id)::text
      from public.failed_attempts where p_source = 'failed_attempts' and id = p_id
  ) r where session_user <> 'app_rw' or app.is_superadmin()
$$;

-- Removes what is older than six years and a month, at most p_batch rows of each kind; the chains keep their digests. The
-- month is for rows that were sealed late, because verification goes by the sealing time of the block.
-- Reason: no login writes the access log.
create or replace function app.remove_old_access(p_batch integer) returns integer
language sql volatile security definer set search_path = pg_catalog, pg_temp as $$
  with events as (delete from public.access_events where id in (
    select id from public.access_events where at < now() - interval '6 years 1 month' order by at limit p_batch) returning id
  ), attempts as (delete from public.failed_attempts where id in (
    select id from public.failed_attempts where hour < now() - interval '6 years 1 month' order by hour limit p_batch) returning id)
  select count(*)::integer from (table events union all table attempts) removed
$$;

grant execute on function app.record_failed_attempts(jsonb), app.remove_old_access(integer) to app_worker;
grant execute on function app.audit_row_digest(text, bigint) to app_rw, app_worker;
grant execute on function app.looks_at_record(uuid) to app_rw;

-- Who did it is set automatically: no login writes the trail.
alter table public.audit_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

drop function if exists app.note_export(text, jsonb);
