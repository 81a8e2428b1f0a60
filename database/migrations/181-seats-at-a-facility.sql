-- The worker also reads the seats to come at a facility: for how many a requirement of it would change something.
drop function if exists app.seats_to_clear(integer);
