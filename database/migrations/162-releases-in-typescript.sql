-- Releases of information are given, recorded, ended and asked for by commands in TypeScript.
drop function if exists app.grant_release(uuid, uuid, text, date), app.record_release(uuid, uuid, uuid, text, date, date), app.student_of_mine(uuid),
  app.keep_release(uuid, uuid, uuid, uuid, text, date, date), app.revoke_release(uuid), app.ask_for_release(uuid[]);
