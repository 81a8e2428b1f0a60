-- Who invites a preceptor without an account sends an email: the function has its words as well.
drop function if exists app.link_preceptor_account(uuid, text, jsonb);
