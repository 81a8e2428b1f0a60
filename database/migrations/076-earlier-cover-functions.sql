-- Earlier forms of these functions, which each start used to drop: a database that was upgraded past them is rid of them once and for all.
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid);
drop function if exists app.partnership_cover(uuid, uuid, date, text, uuid, uuid, integer, uuid, boolean);
drop function if exists app.partnership_covers(uuid, uuid, date, text, uuid);
