-- What PostgreSQL refuses of invitations, whoever writes. The steps are those of rules.ts (public.transitions).

-- Who sends an invitation stands for it; when it was sent, how often and for how long at most are facts.
create or replace trigger guard before update on public.invitations for each row
  when (current_user = 'app_rw') execute function app.guard_step('sender');
create or replace trigger guard_of_system before update on public.invitations for each row
  when (current_user <> 'app_rw' and old.status <> new.status) execute function app.guard_step('system');
create or replace trigger note_sent before insert or update on public.invitations for each row
  when (current_user = 'app_rw' and new.status = 'sent') execute function app.note_facts('invited_by', 'uid', 'sent_at', 'now');
create or replace trigger note_sent_again before update on public.invitations for each row
  when (current_user = 'app_rw' and new.status = 'sent') execute function app.note_facts('opened_at', '', 'renewal_asked_at', '');

-- Reason: a trigger needs it.
create or replace function app.limit_invitation() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.expires_at := least(new.expires_at, now() + interval '30 days');
  if tg_op = 'UPDATE' then new.resend_count := old.resend_count + 1; end if;
  return new;
end $$;
create or replace trigger note_sent_limit before insert or update on public.invitations for each row
  when (current_user = 'app_rw' and new.status = 'sent') execute function app.limit_invitation();
drop function if exists app.guard_invitation();
