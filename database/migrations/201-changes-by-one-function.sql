-- What happened to a row since a version is read by app.changes_of (database/versions.sql).
drop function if exists app.cohort_changes(uuid, integer, text[]);
drop function if exists app.facility_changes(uuid, integer, text[]);
drop function if exists app.partnership_changes(uuid, integer, text[]);
drop function if exists app.school_changes(uuid, integer, text[]);
drop function if exists app.program_changes(uuid, integer, text[]);
drop function if exists app.profile_changes(uuid, integer, text[]);
drop function if exists app.semester_changes(uuid, integer, text[]);
drop function if exists app.shift_changes(uuid, integer, text[]);
drop function if exists app.person_changes(uuid, integer, text[]);
