-- What PostgreSQL refuses for invitations, no matter who writes. The transitions are those of rules.ts (public.transitions).

-- The latest sender is responsible for an invitation; no login may set when and how often it was sent.
create or replace trigger guard before update on public.invitations for each row
  when (current_user = 'app_rw' or old.status <> new.status) execute function app.guard_step('system', 'app_rw=sender');
create or replace trigger note_sent before insert or update on public.invitations for each row
  when (current_user = 'app_rw' and new.status = 'sent') execute function app.note_facts('invited_by', 'uid', 'sent_at', 'now');
create or replace trigger note_sent_again before update on public.invitations for each row
  when (current_user = 'app_rw' and new.status = 'sent') execute function app.note_facts('opened_at', '', 'renewal_asked_at', '', 'resend_count', 'next');
drop trigger if exists note_sent_limit on public.invitations;
drop function if exists app.limit_invitation(), app.guard_invitation();
