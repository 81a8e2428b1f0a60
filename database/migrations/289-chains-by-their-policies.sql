-- The worker seals and the superadmin checks the chains with rights of their own (features/audit/policies.sql, decision 188).
alter table priv.audit_blocks set schema public;
alter table priv.audit_unsealed set schema public;
-- What a transaction has just sealed is found by its time.
create index audit_blocks_sealed on public.audit_blocks (sealed_at);

create or replace function app.await_sealing() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.audit_unsealed (source, row_id, chain, ready_at) values (tg_table_name, new.id,
    coalesce(new.school_id, '00000000-0000-0000-0000-000000000000'),
    -- Counted on until its hour is over, and five minutes more for who counted last.
    case when tg_table_name = 'failed_attempts' then (to_jsonb(new) ->> 'hour')::timestamptz + interval '65 minutes' else now() end);
  return null;
end $$;
