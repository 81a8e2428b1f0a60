-- What time does with shifts is TypeScript (features/shifts/server/commands/work-on-shifts.ts); what it does with seats is
-- app.work_on_seats. Notifications of both are codes.
drop function if exists app.work_on_shifts(timestamptz);
drop function if exists app.pass_over(uuid, text);
drop function if exists app.publish_shift(uuid);
drop function if exists app.tell_open_shifts(uuid[], timestamptz);
drop function if exists app.tell_shift(public.shifts, text, text, text, text, text);
drop function if exists app.tell_shift_students(public.shifts, text, text, text, text);
drop function if exists app.tell_shift_change(public.shifts, public.shifts, jsonb, text);
drop function if exists app.shift_change_in_words(public.shifts, public.shifts, jsonb);
