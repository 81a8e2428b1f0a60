-- The shifts that an ending touches come with their specialty: what a function returns changes only by making it anew.
drop function if exists app.partnership_shifts(uuid, date);
