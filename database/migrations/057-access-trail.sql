-- Who looked at a student's record, who took a list away, who was refused: added, never changed, removed after six years (decision 048).
create table public.access_events (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  kind text not null check (kind in ('view', 'export', 'refusal')),
  outcome text not null check (outcome in ('ok', 'refused', 'failed')),
  -- The refusal's or failure's code, as the caller was told.
  code text,
  -- The procedure, and what of a record it shows.
  call text not null,
  what text,
  subject_id text,
  request_id text not null,
  -- Equal refusals within one batch are one row.
  times integer not null default 1 check (times > 0),
  actor_id uuid,
  actor_name text,
  actor_role text,
  acting_as uuid,
  acting_as_name text,
  school_id uuid,
  facility_id uuid,
  student_ids uuid[] not null default '{}',
  address_digest text not null,
  reason text
);
create index access_events_newest on public.access_events (at desc, id desc);
create index access_events_school on public.access_events (school_id, at desc, id desc);
create index access_events_facility on public.access_events (facility_id, at desc, id desc);
create index access_events_actor on public.access_events (actor_id, at desc, id desc);
create index access_events_students on public.access_events using gin (student_ids);

-- Failed sign-ins, and calls of nobody that need someone: one row for an account, a block of addresses and an hour. Accounts and
-- addresses that nobody here has are known by keyed digests alone.
create table public.failed_attempts (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sign_in', 'call')),
  hour timestamptz not null check (hour = date_trunc('hour', hour, 'UTC')),
  account_digest text not null,
  address_digest text not null,
  user_id uuid,
  school_id uuid,
  times integer not null check (times > 0),
  -- Of them refused before the password was looked at.
  throttled integer not null default 0 check (throttled between 0 and times),
  first_at timestamptz not null,
  last_at timestamptz not null,
  last_request_id text not null,
  unique (kind, hour, account_digest, address_digest)
);
create index failed_attempts_newest on public.failed_attempts (hour desc, id desc);
create index failed_attempts_school on public.failed_attempts (school_id, hour desc, id desc);
create index failed_attempts_user on public.failed_attempts (user_id, hour desc);

-- What was committed and is in no chain yet. Writers add a row and wait for nobody; the sealer takes what it can see.
create table priv.audit_unsealed (
  source text not null,
  row_id bigint not null,
  -- The school whose chain it is; the platform's own is all zeros.
  chain uuid not null,
  ready_at timestamptz not null,
  primary key (source, row_id)
);
create index audit_unsealed_ready on priv.audit_unsealed (ready_at, source, row_id);

-- The chains: a block has the digest of each of its rows, and its own digest is over the one before it and those.
create table priv.audit_blocks (
  chain uuid not null,
  seq bigint not null check (seq > 0),
  sealed_at timestamptz not null default now(),
  sources text[] not null check (cardinality(sources) > 0),
  row_ids bigint[] not null check (cardinality(row_ids) = cardinality(sources)),
  row_digests bytea[] not null check (cardinality(row_digests) = cardinality(sources)),
  previous bytea not null,
  digest bytea not null,
  primary key (chain, seq)
);

create function app.await_sealing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into priv.audit_unsealed (source, row_id, chain, ready_at) values (tg_table_name, new.id,
    coalesce(new.school_id, '00000000-0000-0000-0000-000000000000'),
    -- Counted on until its hour is over, and five minutes more for who counted last.
    case when tg_table_name = 'failed_attempts' then (to_jsonb(new) ->> 'hour')::timestamptz + interval '65 minutes' else now() end);
  return null;
end $$;
create trigger await_sealing after insert on public.audit_events for each row execute function app.await_sealing();
create trigger await_sealing after insert on public.disclosures for each row execute function app.await_sealing();
create trigger await_sealing after insert on public.access_events for each row execute function app.await_sealing();
create trigger await_sealing after insert on public.failed_attempts for each row execute function app.await_sealing();

-- Nothing is changed, and nothing removed before six years have passed (decision 011).
create trigger append_only before update or delete on public.access_events for each row
  when (old.at > now() - interval '6 years') execute function app.refuse_change();
create trigger append_only_update before update on public.access_events for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on public.access_events for each statement execute function app.refuse_change();
create trigger append_only before update or delete on priv.audit_blocks for each row execute function app.refuse_change();
create trigger append_only_truncate before truncate on priv.audit_blocks for each statement execute function app.refuse_change();

-- Within its hour a row is counted on; afterwards it is a record like the others.
create function app.refuse_late_change() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' then
    if clock_timestamp() < old.hour + interval '1 hour' and new.times > old.times
      and (new.id, new.kind, new.hour, new.account_digest, new.address_digest, new.first_at)
        = (old.id, old.kind, old.hour, old.account_digest, old.address_digest, old.first_at) then return new; end if;
  elsif tg_op = 'DELETE' then
    if old.hour < now() - interval '6 years' then return old; end if;
  end if;
  raise exception '% is append-only', tg_table_name using errcode = '42501';
end $$;
create trigger append_only before update or delete on public.failed_attempts for each row execute function app.refuse_late_change();
create trigger append_only_truncate before truncate on public.failed_attempts for each statement execute function app.refuse_late_change();

select app.protect('public.access_events'), app.protect('public.failed_attempts'), app.protect('priv.audit_unsealed'), app.protect('priv.audit_blocks');
