-- What PostgreSQL refuses and records for requests, regardless of who writes. The steps are those of rules.ts (public.transitions).

-- PostgreSQL sets who wrote it: no login may write the column.
alter table public.permission_requests alter column created_by set default app.real_uid();

-- A requester writes while it is a draft, a decider decides, and neither writes the other's columns; PostgreSQL sets the dates and names of
-- both.
create or replace trigger guard before update on public.permission_requests for each row
  when (current_user <> 'app_rw' and old.status <> new.status) execute function app.guard_step('system');
create or replace trigger guard_decider before update on public.permission_requests for each row
  when (current_user = 'app_rw' and old.status <> new.status) execute function app.guard_step('decider', 'requester_id=requester');
create or replace trigger guard_words before update on public.permission_requests for each row
  when (current_user = 'app_rw' and ((old.target_user_id, old.permission, old.scope_node, old.justification, old.expires_on, old.auto_review_on)
      is distinct from (new.target_user_id, new.permission, new.scope_node, new.justification, new.expires_on, new.auto_review_on)
      and (old.status <> 'draft' or new.status <> 'draft' or new.requester_id is distinct from app.uid())
    or old.decision_note is distinct from new.decision_note and (new.requester_id = app.uid() or old.status = new.status)))
  execute function app.refuse_row('permission_request.sent', 'PW409');
create or replace trigger note_decision before update on public.permission_requests for each row
  when (current_user = 'app_rw' and old.status <> new.status and new.requester_id is distinct from app.uid())
  execute function app.note_facts('decided_by', 'uid', 'decided_at', 'now');
create or replace trigger note_submission before update on public.permission_requests for each row
  when (current_user = 'app_rw' and old.status <> new.status and new.status = 'submitted') execute function app.note_facts('submitted_at', 'now');
drop function if exists app.guard_permission_request();

-- PostgreSQL sets who acted: no login may write these columns.
alter table public.permission_events alter column actor_id set default app.real_uid(), alter column acting_as set default app.acting_as();

-- Every step is an event.
create or replace trigger history after insert or update of status on public.permission_requests
  for each row execute function app.note_step('approved=decision_note', 'declined=decision_note', 'submitted=justification');
drop trigger if exists history_of_new on public.permission_requests;
drop function if exists app.permission_request_changed();

-- A request that led to a permission ends when the permission does, for any cause.
-- Reason: a trigger needs it, and it writes what its caller may not.
create or replace function app.end_request_of_permission() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update public.permission_requests r set status = case new.to_status when 'expired' then 'expired' else 'revoked' end
    where r.target_user_id = new.user_id and r.scope_node = new.facility_id and r.permission = new.permission_type and r.status = 'approved';
  return null;
end $$;
create or replace trigger end_request after insert on public.permission_events for each row
  when (new.subject = 'permission' and new.from_status = 'enabled' and new.to_status in ('disabled', 'expired')) execute function app.end_request_of_permission();
