-- What PostgreSQL refuses for imports no matter who is signed in.

-- No login may set who created one.
alter table public.imports alter column created_by set default app.real_uid();

-- A file is committed once, which adds an audit trail entry; after that it cannot change.
-- Reason: a trigger needs it, and it writes the audit trail.
create or replace function app.guard_import() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  new.committed_at := now();
  insert into public.audit_events (action, entity, entity_id, changes)
    values ('import', 'imports', new.id::text,
      new.counts || jsonb_build_object('kind', new.kind, 'file_name', new.file_name));
  return new;
end $$;
create or replace trigger guard before update on public.imports for each row
  when (current_user = 'app_rw' and old.status = 'open' and new.status = 'committed') execute function app.guard_import();
create or replace trigger guard_done before update on public.imports for each row
  when (current_user = 'app_rw' and old.status <> 'open') execute function app.refuse_row('import.done', 'PW409');

-- A site's ownership and emergency services come only from public lists.
create or replace trigger guard_listed before update of ownership, has_emergency_services on public.sites for each row
  when (current_user = 'app_rw' and not app.is_superadmin()
    and (new.ownership, new.has_emergency_services) is distinct from (old.ownership, old.has_emergency_services)) execute function app.refuse_change();
