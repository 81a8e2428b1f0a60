-- Decided in TypeScript from now on.
drop function if exists app.invite(text, uuid, uuid, text, uuid, jsonb), app.resend_invitation(uuid, text),
  app.check_invitees(uuid, text[]), app.invitation_lifetime(text),
  app.revoke_invitation(uuid), app.tell_inviter(public.invitations, text);
