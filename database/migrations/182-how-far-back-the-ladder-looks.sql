-- After a long gap the ladder also looks at what expired more than a month ago.
drop function if exists app.expiring_credentials(integer);
