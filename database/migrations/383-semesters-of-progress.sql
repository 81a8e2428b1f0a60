-- It returns the semesters of each school, too.
drop function if exists app.progress_facts(uuid[], uuid, boolean);
