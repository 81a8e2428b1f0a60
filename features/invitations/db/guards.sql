-- What PostgreSQL refuses of invitations, whoever writes. The steps are those of rules.ts (public.transitions).

-- Who sends an invitation stands for it; when it was sent, how often and for how long at most are facts.
-- Reason: a trigger needs it.
create or replace function app.guard_invitation() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare is_sender boolean := current_user = 'app_rw';
begin
  if tg_op = 'UPDATE' and (is_sender or old.status <> new.status) then
    perform app.refuse_illegal_step('invitations', old.status, new.status, case when is_sender then 'sender' else 'system' end);
  end if;
  if not is_sender or new.status <> 'sent' then return new; end if;
  new.invited_by := app.uid();
  new.sent_at := now();
  new.expires_at := least(new.expires_at, now() + interval '30 days');
  if tg_op = 'UPDATE' then
    new.opened_at := null;
    new.renewal_asked_at := null;
    new.resend_count := old.resend_count + 1;
  end if;
  return new;
end $$;
create or replace trigger guard before insert or update on public.invitations for each row execute function app.guard_invitation();
