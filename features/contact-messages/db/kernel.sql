-- The worker's login stores messages, in TypeScript.
drop function if exists app.reserve_contact_message(text), app.keep_contact_message(uuid, text, text, text, text, text, text, jsonb, jsonb);
