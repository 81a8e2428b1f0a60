-- Notices about attendance name the student to all who know the name, also where a preceptor recorded it.
drop function if exists app.notify_attendance(uuid, text, jsonb, text);
