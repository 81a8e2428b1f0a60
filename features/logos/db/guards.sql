-- What PostgreSQL writes itself when a logo changes.

-- The audit trail records that it changed, without its bytes; replacing one adds a single entry.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.note_logo() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare logo public.logos := coalesce(new, old);
begin
  if tg_op = 'DELETE' and exists (select from public.logos l where l.school_id = logo.school_id or l.organization_id = logo.organization_id) then
    return null;
  end if;
  insert into public.audit_events (action, entity, entity_id, school_id, facility_id)
  values (case tg_op when 'DELETE' then 'remove_logo' else 'set_logo' end,
    case when logo.school_id is null then 'facilities' else 'schools' end, coalesce(logo.school_id, logo.organization_id)::text, logo.school_id, logo.organization_id);
  return null;
end $$;
create or replace trigger note after insert or delete on public.logos for each row
  when (current_user = 'app_rw') execute function app.note_logo();

-- No login may set who uploaded it.
create or replace trigger guard before insert on public.logos for each row
  when (current_user = 'app_rw') execute function app.note_facts('uploaded_by', 'real_uid');
drop function if exists app.guard_logo();
