-- What a shift does to its seats is done by triggers of the seats (docs/decisions/119).
drop function if exists app.release_seats(public.shifts, text, boolean);
-- Seats of students who were not cleared for a day are taken away by the scheduler's own login.
drop function if exists app.remove_uncleared(uuid[]);
