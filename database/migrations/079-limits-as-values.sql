-- Limits on seats are numbers with the values of their sentences, which TypeScript words (features/shifts/rules.ts: limitWords). What
-- returned sentences is made anew with other columns.
drop function if exists app.hold_limits(uuid, jsonb, integer);
drop function if exists app.room_instead(uuid, jsonb, integer);
drop function if exists app.room_elsewhere(public.shifts, integer);
drop function if exists app.preview_limits(uuid, uuid, jsonb);
drop function if exists app.limits_of_shift(uuid);
drop function if exists app.shift_limits(public.shifts, integer, boolean);
drop function if exists app.count_seats(public.shifts, integer);
drop function if exists app.place_obstacle(public.shifts);
drop function if exists app.closed_day(uuid, date);
drop function if exists app.specialty_label(text);
drop function if exists app.students_counted(integer);
