-- Made anew with the clearance of its shifts: what a function returns cannot be changed in place.
drop function if exists app.calendar_feed_shifts(text);
