-- When sign-in writes a password (policies.sql), triggers end every session, invalidate older links to set a password
-- or an address, and add it to the audit trail; the trail also records that a password must be changed.
create or replace function app.note_password() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (new.client_setting, new.verifier) = (old.client_setting, old.verifier) then
    if not new.must_change then raise exception 'password.must_change' using errcode = '42501'; end if;
    insert into public.audit_events (action, entity, entity_id, reason)
      values ('require_password_change', 'users', new.user_id::text, 'The password is one of the first that anyone tries.');
  else
    delete from priv.sessions s where s.user_id = new.user_id;
    delete from priv.known_devices d where d.user_id = new.user_id;
    delete from priv.user_tokens t where t.user_id = new.user_id and t.kind in ('reset_password', 'change_email') and t.used_at is null;
    insert into public.audit_events (actor_id, action, entity, entity_id) values (new.user_id, new.set_by, 'users', new.user_id::text);
  end if;
  perform pg_notify('person_changed', new.user_id::text);
  return null;
end $$;
create or replace trigger note_password after insert or update of client_setting, verifier, must_change on priv.credentials
  for each row when (current_user = 'app_auth') execute function app.note_password();

-- An address with a look-alike character (Cyrillic a, full width, zero width) can impersonate another one:
-- the forms say which character it is (core/email.ts), and this trigger refuses the rest.
create or replace trigger plain_email before insert or update of email on public.users for each row
  when (new.email ~ '[^!-~]') execute function app.refuse_row('account.odd_email', 'PW400');
create or replace trigger plain_email before insert or update of email on public.invitations for each row
  when (new.email ~ '[^!-~]') execute function app.refuse_row('account.odd_email', 'PW400');
drop function if exists app.refuse_odd_email();

-- A second factor that is on keeps its key, and its codes are used in order, each once.
create or replace trigger guard before update of secret, last_step on priv.second_factors for each row
  when (old.confirmed_at is not null and (new.secret <> old.secret or new.last_step <= old.last_step))
  execute function app.refuse_row('two_step.already_on', 'PW409');
