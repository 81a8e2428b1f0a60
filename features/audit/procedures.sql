-- The access trail: written by the worker's login from what the servers noted, sealed into chains of digests, and checked.

-- Adds what servers noted of looks, exports and refusals: each is a row of the trail, with person_ids for whom was looked at. A look at students of
-- several schools is a row for each school; one at nobody who is a student is no look at a student's record.
-- Reason: no login writes the trail of looks.
create or replace function app.record_access(p_events jsonb) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare added integer;
begin
  insert into public.access_events (at, kind, outcome, code, call, what, subject_id, request_id, times, actor_id, actor_name, actor_role,
    acting_as, acting_as_name, school_id, facility_id, student_ids, address_digest, reason)
  select g.at, g.kind, g.outcome, g.code, g.call, g.what, g.subject_id, g.request_id, g.times, g.actor_id, g.actor_name, g.actor_role,
    g.acting_as, g.acting_as_name, coalesce(s.school_id, g.school_id), g.facility_id, coalesce(s.ids, '{}'), g.address_digest, g.reason
  from jsonb_array_elements(p_events) with ordinality e (event, n) cross join lateral jsonb_populate_record(null::public.access_events, e.event) g
  left join lateral (select u.linked_school_id as school_id, array_agg(u.id order by u.id) as ids from public.users u
    where u.id in (select p::uuid from jsonb_array_elements_text(e.event -> 'person_ids') p) and u.role = 'student' group by u.linked_school_id) s on true
  where g.kind <> 'view' or g.outcome <> 'ok' or s.ids is not null
  order by e.n;
  get diagnostics added = row_count;
  return added;
end $$;

-- Adds failed sign-ins and calls of nobody to the hour's, each counted before by account and block of addresses (platform/server/access-trail.ts).
-- Reason: no login writes the trail of looks.
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

-- Does the asker run a facility's people? A preceptor does not.
-- Reason: policies need it.
create or replace function app.reads_facility_trail() returns boolean
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce(app.role() = 'facility_admin', false) and not app.is_preceptor(app.uid())
$$;

drop function if exists app.looks_at_record(uuid, integer, integer);
-- Who looked at a student's record, for the student and for the administrators of the school: no other student, no address, no request.
-- Reason: a student reads no trail; the network and the request of a look are not theirs to know.
create or replace function app.looks_at_record(p_student uuid) returns table (id bigint, at timestamptz, kind text, what text, actor_name text,
  actor_role text, acting_as_name text, reason text)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
declare of_school uuid := (select u.linked_school_id from public.users u where u.id = p_student and u.role = 'student');
begin
  if not coalesce((app.role() = 'student' and p_student = app.uid()) or app.administers_school(of_school), false) then
    raise exception 'Only the student, and administrators of the school, may read who looked at the record' using errcode = '42501';
  end if;
  return query
    select e.id, e.at, e.kind, e.what, e.actor_name, e.actor_role, e.acting_as_name, e.reason from public.access_events e
    where e.student_ids @> array[p_student] and e.outcome = 'ok'
      -- What an earlier school did with the record then is that school's to tell.
      and (p_student = app.uid() or app.is_superadmin() or e.school_id = of_school);
end $$;

-- One row as the chains know it: every column by its place, instants as numbers, so that no setting changes it. Null where there is no
-- such row. A column that comes later is added to rows of its own form, never to these.
-- Reason: no login reads or writes the chains.
create or replace function app.audit_row_digest(p_source text, p_id bigint) returns bytea
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select sha256(convert_to(row_text, 'UTF8')) from (
    select jsonb_build_array('audit_events', e.id, extract(epoch from e.at), e.actor_id, e.acting_as, e.action, e.entity, e.entity_id, e.school_id,
        e.facility_id, e.reason, e.changes)::text as row_text
      from public.audit_events e where p_source = 'audit_events' and e.id = p_id
    union all
    select jsonb_build_array('access_events', e.id, extract(epoch from e.at), e.kind, e.outcome, e.code, e.call, e.what, e.subject_id, e.request_id,
        e.times, e.actor_id, e.actor_name, e.actor_role, e.acting_as, e.acting_as_name, e.school_id, e.facility_id, e.student_ids, e.address_digest,
        e.reason)::text
      from public.access_events e where p_source = 'access_events' and e.id = p_id
    union all
    select jsonb_build_array('disclosures', d.id, d.school_id, d.student_id, d.shift_id, d.shift_date, d.facility_id, d.consent_id, d.seen_by,
        d.seen_by_name, d.seen_as, d.acted_by, d.fields, d.day, extract(epoch from d.at))::text
      from public.disclosures d where p_source = 'disclosures' and d.id = p_id
    union all
    select jsonb_build_array('failed_attempts', f.id, f.kind, extract(epoch from f.hour), f.account_digest, f.address_digest, f.user_id, f.school_id,
        f.times, f.throttled, extract(epoch from f.first_at), extract(epoch from f.last_at), f.last_request_id)::text
      from public.failed_attempts f where p_source = 'failed_attempts' and f.id = p_id
  ) r
$$;

-- The digest of a block: over the one before it, its place, and what it holds.
-- Reason: no login reads or writes the chains.
create or replace function app.audit_block_digest(p_previous bytea, p_chain uuid, p_seq bigint, p_sources text[], p_row_ids bigint[], p_row_digests bytea[])
returns bytea language sql immutable set search_path = pg_catalog, pg_temp as $$
  select sha256(p_previous || convert_to(concat_ws(' ', p_chain, p_seq, array_to_string(p_sources, ','), array_to_string(p_row_ids, ',')), 'UTF8')
    || (select string_agg(d, ''::bytea order by n) from unnest(p_row_digests) with ordinality u (d, n)))
$$;

-- Seals what is committed and waits, at most p_rows rows: one more block for each chain. One process at a time; a crash undoes the whole
-- step. Returns how many rows were sealed. Nobody who writes waits for it, and it waits for nobody who writes.
-- Reason: no login reads or writes the chains.
create or replace function app.seal_audit(p_rows integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  sealed integer;
begin
  if p_rows is null or p_rows not between 1 and 20000 then perform app.refuse('A step seals 1 to 20,000 rows.'); end if;
  if not pg_try_advisory_xact_lock(hashtext('placewell audit seal')) then return 0; end if;
  with taken as (
    delete from priv.audit_unsealed q where (q.source, q.row_id) in (
      select w.source, w.row_id from priv.audit_unsealed w where w.ready_at <= now() order by w.ready_at, w.source, w.row_id limit p_rows
      for update skip locked)
    returning q.chain, q.source, q.row_id
  ), added as (
    -- A row that went before it was sealed has a digest of nothing, and is missed by whoever checks.
    select t.chain, array_agg(t.source order by t.source, t.row_id) as sources, array_agg(t.row_id order by t.source, t.row_id) as row_ids,
      array_agg(coalesce(app.audit_row_digest(t.source, t.row_id), ''::bytea) order by t.source, t.row_id) as row_digests
    from taken t group by t.chain
  ), linked as (
    select a.*, coalesce(l.seq, 0) + 1 as seq, coalesce(l.digest, sha256(convert_to('placewell ' || a.chain, 'UTF8'))) as previous
    from added a left join lateral (
      select b.seq, b.digest from priv.audit_blocks b where b.chain = a.chain order by b.seq desc limit 1) l on true
  ), blocks as (
    insert into priv.audit_blocks (chain, seq, sources, row_ids, row_digests, previous, digest)
    select k.chain, k.seq, k.sources, k.row_ids, k.row_digests, k.previous,
      app.audit_block_digest(k.previous, k.chain, k.seq, k.sources, k.row_ids, k.row_digests) from linked k
    returning cardinality(row_ids) as rows
  )
  select coalesce(sum(b.rows), 0) into sealed from blocks b;
  return sealed;
end $$;

drop function if exists app.audit_faults(uuid, bigint, integer);
-- The next p_blocks blocks of a chain after p_after: each with the digest that its content makes, and its rows that are gone or have another
-- digest now. What of it is a fault says rules.ts.
-- Reason: no login reads or writes the chains.
create or replace function app.audit_blocks(p_chain uuid, p_after bigint, p_blocks integer)
returns table (seq bigint, sealed_at timestamptz, rows integer, previous bytea, digest bytea, reckoned bytea, differing jsonb)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select b.seq, b.sealed_at, cardinality(b.row_ids), b.previous, b.digest,
    app.audit_block_digest(b.previous, b.chain, b.seq, b.sources, b.row_ids, b.row_digests),
    (select jsonb_agg(jsonb_build_object('source', r.source, 'row_id', r.row_id, 'is_gone', p.digest is null) order by r.source, r.row_id)
      from unnest(b.sources, b.row_ids, b.row_digests) r (source, row_id, digest) cross join lateral app.audit_row_digest(r.source, r.row_id) p (digest)
      where p.digest is distinct from r.digest)
  from priv.audit_blocks b where b.chain = p_chain and b.seq > p_after order by b.seq limit p_blocks
$$;

-- With more columns before; those that no one read are gone.
do $$
begin
  if (select 'head' = any (p.proargnames) from pg_proc p where p.oid = to_regprocedure('app.audit_chains()')) then drop function app.audit_chains(); end if;
end $$;
-- The chains, for the superadmin, with what still waits to be sealed.
-- Reason: no login reads or writes the chains.
create or replace function app.audit_chains() returns table (chain uuid, sealed_rows bigint, sealed_at timestamptz, waiting bigint)
language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select chain, coalesce(b.sealed_rows, 0), b.sealed_at, coalesce(w.waiting, 0)
  from (select b.chain, sum(cardinality(b.row_ids))::bigint as sealed_rows, max(b.sealed_at) as sealed_at from priv.audit_blocks b group by b.chain) b
  full join (select q.chain, count(*) as waiting from priv.audit_unsealed q where q.ready_at <= now() group by q.chain) w using (chain)
  where (select app.is_superadmin())
$$;

-- With its faults before.
do $$
begin
  if (select 'fault' = any (p.proargnames) from pg_proc p where p.oid = to_regprocedure('app.check_audit_chain(uuid, bigint, integer)')) then
    drop function app.check_audit_chain(uuid, bigint, integer);
  end if;
end $$;
-- The same blocks, for the superadmin.
-- Reason: no login reads or writes the chains.
create or replace function app.check_audit_chain(p_chain uuid, p_after bigint, p_blocks integer)
returns table (seq bigint, sealed_at timestamptz, rows integer, previous bytea, digest bytea, reckoned bytea, differing jsonb)
language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not app.is_superadmin() then raise exception 'Only a superadmin may check the trail' using errcode = '42501'; end if;
  return query select * from app.audit_blocks(p_chain, p_after, least(p_blocks, 100));
end $$;

-- Removes what is older than six years and a month, at most p_batch rows of each kind; the chains keep their digests. The month is for rows
-- that were sealed late: what may be gone is told by when its block was sealed.
-- Reason: no login writes the trail of looks.
create or replace function app.remove_old_access(p_batch integer) returns integer
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare
  of_events integer;
  of_attempts integer;
begin
  delete from public.access_events e where e.id in (
    select o.id from public.access_events o where o.at < now() - interval '6 years 1 month' order by o.at limit p_batch);
  get diagnostics of_events = row_count;
  delete from public.failed_attempts f where f.id in (
    select o.id from public.failed_attempts o where o.hour < now() - interval '6 years 1 month' order by o.hour limit p_batch);
  get diagnostics of_attempts = row_count;
  return of_events + of_attempts;
end $$;

grant execute on function app.record_access(jsonb), app.record_failed_attempts(jsonb), app.seal_audit(integer),
  app.remove_old_access(integer) to app_worker;
grant execute on function app.looks_at_record(uuid), app.reads_facility_trail(), app.audit_chains(), app.check_audit_chain(uuid, bigint, integer) to app_rw;

-- Who did it is a fact: no login writes the trail.
alter table public.audit_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

-- Taking a list of people or permissions out of the product leaves a row: who, of which place, how many, found by what.
-- Reason: no login writes the trail.
create or replace function app.note_export(p_entity text, p_details jsonb) returns void
language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
declare view text := p_details ->> 'view';
begin
  if p_entity <> all ('{users,facility_admin_permissions}') or view is null and not app.is_superadmin() then
    raise exception 'Superadmins only' using errcode = '42501';
  end if;
  insert into public.audit_events (action, entity, school_id, facility_id, reason, changes)
  select 'export', p_entity, case when view <> 'users' then app.selected_school_id() end,
    case when view = 'users' then app.facility_id() end, nullif(current_setting('app.reason', true), ''), p_details
  where app.role() in ('superadmin', 'school_admin', 'school_super_admin', 'facility_admin');
end $$;
grant execute on function app.note_export(text, jsonb) to app_rw;
