-- A message is kept by the worker's login, in TypeScript.
drop function if exists app.reserve_contact_message(text), app.keep_contact_message(uuid, text, text, text, text, text, text, jsonb, jsonb);
