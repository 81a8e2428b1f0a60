-- PostgreSQL sets who gave or revoked a release, and when, from the session. Named to run before only_revoked, which checks the result.
create or replace trigger is_signed before insert on public.consents for each row
  when (current_user = 'app_rw') execute function app.note_facts('granted_at', 'now', 'granted_by', 'real_uid');
create or replace trigger is_signed_off before update on public.consents for each row
  when (current_user = 'app_rw') execute function app.note_facts('revoked_at', 'now', 'revoked_by', 'real_uid');
drop function if exists app.sign_release();
