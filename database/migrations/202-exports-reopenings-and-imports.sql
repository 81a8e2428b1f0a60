-- An export of a list leaves its row by app.note_export.
drop function if exists app.record_people_export(text, integer);
drop function if exists app.note_people_export(integer, jsonb);
drop function if exists app.note_permission_export(integer, jsonb);

-- A semester is reopened and closed again by app.set_reopening.
drop function if exists app.reopen_semester(uuid, integer, text);
drop function if exists app.close_semester(uuid, integer);
drop function if exists app.check_reopener(uuid);

-- Imported schools are written with the superadmin's own login; places by app.write_import_sites alone.
drop function if exists app.write_import(uuid, integer, integer, boolean);
drop function if exists app.write_import_schools(uuid, integer, integer, boolean);
