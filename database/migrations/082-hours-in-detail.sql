-- They tell more of each hour now: its course and kind, and its day where asked for.
drop function if exists app.hours_of(uuid[], uuid, uuid), app.progress_facts(uuid[]);
